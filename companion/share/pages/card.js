import { stayAwake } from "./awake.js";
import { ask, badge, byId, el, follow, put, words } from "./live.js";
import { showHead } from "./parts.js";

let latest = null;
let shown = "";
const wanted = new Map(); // what was tapped and is not answered yet: "piece/row" -> what is left

const keyOf = (card, row) => `${card.piece}/${row.row}`;
const leftOf = (card, row) => wanted.get(keyOf(card, row)) ?? row.left;

/** So much is to be left of a row: shown at once, and as the table has it when the answer is there. */
async function mark(card, row, left) {
  const key = keyOf(card, row);
  const most = Math.min(row.full, Math.max(0, left));
  if (most === leftOf(card, row)) return;
  wanted.set(key, most);
  show(latest);
  await ask({ do: "mark", piece: card.piece, row: row.row, left: most });
  if (wanted.get(key) === most) wanted.delete(key);
  show(latest);
}

/** Circles go and come one by one (OG-OGRE-17); Treads and armour up to where they are tapped (AMB-12). */
function afterTap(row, left, place) {
  const lost = row.full - left;
  if (row.block !== null) return left + (place < lost ? 1 : -1);
  return row.full - (place >= lost ? place + 1 : place);
}

function spot(card, row, place, mine) {
  const left = leftOf(card, row);
  const gone = place < row.full - left;
  const name = `${row.title} ${place + 1}: ${gone ? words.scratched : words.left}`;
  return el(
    "button",
    {
      class: gone ? "spot gone" : "spot",
      "aria-label": name,
      "aria-pressed": gone ? "true" : "false",
      "data-spot": `${card.piece}/${row.row}/${place}`,
      disabled: !mine,
      // The second tap of a double one is not meant.
      onclick: (event) => event.detail > 1 || mark(card, row, afterTap(row, leftOf(card, row), place)),
    },
    gone ? "✕" : (row.block ?? ""),
  );
}

function places(card, row, from, count, mine) {
  const kind = row.lines.length || row.full > 20 ? "spots" : "spots circles";
  const made = el("div", { class: kind });
  for (let place = from; place < from + count; place += 1) made.append(spot(card, row, place, mine));
  return made;
}

function lines(card, row, mine) {
  let from = 0;
  return row.lines.flatMap((line) => {
    const end = from + line.treads;
    const left = Math.max(0, Math.min(line.treads, end - (row.full - leftOf(card, row))));
    const made = [
      el("p", { class: left ? "dot" : "dot gone" }, `${words.dots} ${line.dot}`),
      places(card, row, from, line.treads, mine),
    ];
    from = end;
    return made;
  });
}

/** −1 and −5, for what is lost by several. */
function steps(card, row) {
  const step = (by) =>
    el(
      "button",
      { "data-spot": `${keyOf(card, row)}/-${by}`, "aria-label": `${row.title} −${by}`, onclick: () => mark(card, row, leftOf(card, row) - by) },
      `−${by}`,
    );
  return el("div", { class: "steps" }, step(1), step(5));
}

function rowOf(card, row, mine) {
  const several = row.block === null;
  return el(
    "section",
    { "aria-label": `${row.title}: ${row.words}` },
    el("div", { class: "row-head" }, el("h3", {}, row.title, el("span", {}, `${leftOf(card, row)} / ${row.full}`)), several && mine ? steps(card, row) : null),
    ...(row.lines.length ? lines(card, row, mine) : [places(card, row, 0, row.full, mine)]),
  );
}

function cardOf(card, mine) {
  return el(
    "article",
    { class: "card" },
    el("h2", {}, badge(card.badge), card.title),
    el("p", { class: "last", "aria-live": "polite" }, card.last || (mine ? words.yours : words.looks_on)),
    ...card.rows.map((row) => rowOf(card, row, mine)),
  );
}

function show(state) {
  latest = state;
  const { board, you } = state;
  const mine = board.cards.filter((card) => you.role === "card" && card.owner === you.player);
  const cards = mine.length ? mine : board.cards;
  if (!cards.length && board.outline_mm.length) return location.replace("/table");
  showHead(state);
  put("state", board.turn);
  byId("to-table").classList.toggle("hidden", !board.outline_mm.length);
  byId("none").classList.toggle("hidden", cards.length > 0);
  const undone = mine.find((card) => card.can_undo);
  byId("bar").classList.toggle("hidden", !mine.length);
  byId("undo").disabled = !undone;
  put("undo", undone ? `${words.undo}: ${undone.last}` : words.nothing_to_undo);
  const now = JSON.stringify([cards, you.role, you.player, [...wanted]]);
  if (now === shown) return;
  shown = now;
  const held = document.activeElement?.dataset?.spot;
  byId("cards").replaceChildren(...cards.map((card) => cardOf(card, mine.includes(card))));
  if (held) document.querySelector(`[data-spot="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
}

byId("undo").addEventListener("click", (event) => {
  const card = latest.board.cards.find((one) => one.owner === latest.you.player && one.can_undo);
  if (card && event.detail < 2) ask({ do: "unmark", piece: card.piece });
});
stayAwake();
follow(show);
