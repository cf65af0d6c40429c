// A table as a tile, on the wall and on the walking referee's page.

import { badge, el, since, words } from "./live.js";

const SIGNS = { well: "●", calling: "◆", troubled: "▲", silent: "■", gone: "○" };

export const isOld = (tile) => tile.mood === "silent" || tile.mood === "gone";

/** How urgent a table is: calls that wait, calls that are answered, doubts, silence, all others. */
export function need(tile) {
  if (tile.call) return tile.call.taken_by ? 1 : 0;
  return tile.doubt || tile.mood === "troubled" ? 2 : tile.mood === "silent" ? 3 : 4;
}

function clock(tile) {
  if (isOld(tile)) return words.as_of.replace("{time}", since(tile.heard_at));
  if (tile.winner || !tile.turn_begun_at) return "";
  return words.turn_for.replace("{turn}", tile.turn).replace("{time}", since(tile.turn_begun_at));
}

export function tileOf(tile, ...more) {
  return el(
    "li",
    { class: `tile ${tile.mood}${isOld(tile) ? " old" : ""}`, "data-table": tile.table },
    el("div", { class: "head" }, el("strong", {}, el("span", { "aria-hidden": "true" }, `${SIGNS[tile.mood]} `), tile.table), el("span", { class: "quiet clock" }, clock(tile))),
    ...tile.players.map((one) =>
      el(
        "div",
        { class: one.to_move ? "player to-move" : "player" },
        el("span", {}, badge(one), one.name, one.name === tile.winner ? " ★" : one.to_move ? " ◂" : ""),
        el("span", { class: "points" }, String(one.points)),
      ),
    ),
    tile.remark ? el("p", { class: "remark" }, tile.remark) : null,
    tile.call ? el("p", { class: "remark" }, `◆ ${words.waits.replace("{time}", since(tile.call.at))}${tile.call.taken_by ? ` · ${words.coming.replace("{name}", tile.call.taken_by)}` : ""}`) : null,
    tile.last ? el("p", { class: "quiet last" }, tile.last) : null,
    ...more,
  );
}
