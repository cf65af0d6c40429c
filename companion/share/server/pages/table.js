import { draw } from "./drawing.js";
import { badge, byId, el, follow } from "./live.js";
import { showHead, showRuling, showScores } from "./parts.js";

follow(({ board, you }) => {
  if (!board.outline_mm.length) return location.replace("/card");
  showHead(board);
  showScores(board.players);
  showRuling(board.ruling);
  draw(byId("table"), board);
  byId("to-card").classList.toggle("hidden", !board.cards.length);
  byId("to-referee").classList.toggle("hidden", you.role !== "referee");
  byId("dice").replaceChildren(
    ...board.dice.map((die) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, die.piece),
        el("td", {}, die.side || "?"),
        el("td", {}, badge(die.badge), die.owner ?? ""),
        el("td", {}, die.centre_mm.map(Math.round).join(", ")),
      ),
    ),
  );
});
