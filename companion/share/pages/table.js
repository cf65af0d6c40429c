import { showBoard } from "./board.js";
import { byId, follow } from "./live.js";

follow((state) => {
  const { board, you } = state;
  if (!board.outline_mm.length) return location.replace("/card");
  showBoard(state);
  byId("to-card").classList.toggle("hidden", !board.cards.length);
  byId("to-referee").classList.toggle("hidden", you.role !== "referee");
});
