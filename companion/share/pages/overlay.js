// What is laid over a live video. The address says which parts: ?show=score,last,card&edge=top&fade=12

import { badge, byId, el, follow, put } from "./live.js";

const asked = new URLSearchParams(location.search);
const parts = (asked.get("show") ?? "score,last").split(",");
const fade_s = Math.min(600, Number(asked.get("fade") ?? 12)) || Infinity;
const quiet = { score: 0, last: 0, card: 0 };
const known = {};

for (const name of Object.keys(quiet)) byId(name).classList.toggle("hidden", !parts.includes(name));
if (asked.get("edge") === "bottom") document.body.classList.add("bottom");

/** Something new in a part: it is seen again, and fades when nothing more happens. */
function stir(name, what) {
  const now = JSON.stringify(what);
  if (known[name] === now) return false;
  known[name] = now;
  quiet[name] = Date.now();
  byId(name).classList.remove("faded");
  return true;
}

setInterval(() => {
  for (const name of Object.keys(quiet))
    byId(name).classList.toggle("faded", Date.now() - quiet[name] > 1000 * fade_s && !byId(name).classList.contains("doubt"));
}, 500);

function cardOf(card) {
  return el(
    "div",
    { class: "plate" },
    el("b", {}, badge(card.badge), card.title),
    ...card.rows.map((row) => el("span", { class: row.left ? "" : "gone" }, ` ${row.title} ${row.left}/${row.full}`)),
  );
}

follow(({ board }) => {
  if (stir("score", [board.players, board.turn]))
    byId("score").replaceChildren(
      ...board.players.map((one) =>
        el(
          "div",
          { class: one.to_move || one.winner ? "plate to-move" : "plate" },
          badge(one.badge),
          `${one.player}  ${one.score} / ${one.winning_score}${one.winner ? " ★" : ""}`,
        ),
      ),
      el("div", { class: "plate" }, board.turn),
    );
  byId("last").classList.toggle("doubt", board.ruling.doubt);
  if (stir("last", board.ruling)) {
    put("sentence", board.ruling.sentence);
    put("ids", board.ruling.rules.map((rule) => rule.id).join("  "));
    byId("last").classList.toggle("empty", !board.ruling.sentence);
  }
  if (stir("card", board.cards)) byId("card").replaceChildren(...board.cards.map(cardOf));
});
