// A match as everybody may see it: scores, the table, the last ruling, what happened.

import { draw } from "./drawing.js";
import { badge, byId, el, put, words } from "./live.js";
import { showHead, showHistory, showRuling, showScores } from "./parts.js";

let whole = localStorage.getItem("whole") === "yes";
let latest = null;

function row(name, side, owner, place) {
  return el("tr", {}, el("th", { scope: "row" }, name), ...[side || "?", owner, place.map(Math.round).join(", ")].map((cell) => el("td", {}, ...[cell].flat())));
}

/** Show a match; again, where no state is given. */
export function showBoard(state = latest) {
  if (!state) return;
  latest = state;
  const { board } = state;
  showHead(state);
  showScores(board.players);
  showRuling(board.ruling);
  showHistory(board.history);
  draw(byId("table"), board, { whole });
  byId("whole").setAttribute("aria-pressed", whole ? "true" : "false");
  byId("over").classList.toggle("hidden", !board.winner);
  put("ending", board.winner ? words.won.replace("{player}", board.winner) : "");
  byId("dice").replaceChildren(
    ...board.dice.map((die) => row(die.piece, die.side, [badge(die.badge), die.owner ?? ""], die.centre_mm)),
    ...board.seen.map((die) => row(die.name || words.die, die.side, words.unconfirmed, die.centre_mm)),
  );
}

byId("whole").addEventListener("click", () => {
  whole = !whole;
  localStorage.setItem("whole", whole ? "yes" : "no");
  showBoard();
});
addEventListener("resize", () => showBoard());
