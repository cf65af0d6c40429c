import { ask, byId, el, follow, put, words } from "./live.js";
import { need, tileOf } from "./tiles.js";

let latest = null;
let shown = "";
const name = byId("name");
name.value = localStorage.getItem("name") ?? words.referee;
name.addEventListener("change", () => localStorage.setItem("name", name.value));

function callOf(tile) {
  const call = tile.call;
  const act = (act, title) =>
    el("button", { "data-act": act, onclick: () => ask({ do: act, table: tile.table, call: call.id, by: name.value.trim() || words.referee }) }, title);
  return tileOf(
    { ...tile, last: "" },
    el("p", { class: "question" }, call.question),
    call.numbers.length ? el("ul", { class: "quiet" }, ...call.numbers.map((number) => el("li", {}, number))) : null,
    call.rules.length ? el("p", { class: "quiet" }, call.rules.join("  ")) : null,
    call.picture ? el("img", { src: `/call/${encodeURIComponent(tile.table)}?${call.id}`, alt: words.picture }) : null,
    el("div", { class: "row" }, call.taken_by ? null : act("take", words.take), act("done", words.done)),
  );
}

/** Calls first, the one that has waited longest on top; then tables with doubts. */
function show(state) {
  latest = state;
  const { hall } = state;
  put("words", hall.words);
  put("trouble", hall.trouble);
  const calls = hall.tiles.filter((tile) => tile.call).sort((a, b) => need(a) - need(b) || Date.parse(a.call.at) - Date.parse(b.call.at));
  const doubts = hall.tiles.filter((tile) => !tile.call && need(tile) < 4).sort((a, b) => need(a) - need(b));
  const now = JSON.stringify([calls, doubts, Math.round(Date.now() / 1000)]);
  if (now === shown) return;
  shown = now;
  const held = document.activeElement?.dataset?.act && [document.activeElement.closest("li").dataset.table, document.activeElement.dataset.act];
  byId("calls").replaceChildren(...(calls.length ? calls.map(callOf) : [el("li", { class: "quiet" }, words.no_calls)]));
  byId("doubts").replaceChildren(...(doubts.length ? doubts.map((tile) => tileOf(tile)) : [el("li", { class: "quiet" }, words.no_doubts)]));
  if (held) document.querySelector(`[data-table="${CSS.escape(held[0])}"] [data-act="${held[1]}"]`)?.focus({ preventScroll: true });
}

setInterval(() => latest && show(latest), 1000);
follow(show, ["hall"]);
