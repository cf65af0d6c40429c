import { ask, badge, byId, el, follow, put, words } from "./live.js";

function spot(card, row, place, mine) {
  const gone = place < row.full - row.left;
  const name = `${row.title} ${place + 1}: ${gone ? words.scratched : words.left}`;
  return el(
    "button",
    {
      class: gone ? "spot gone" : "spot",
      "aria-label": name,
      "aria-pressed": gone ? "true" : "false",
      "data-spot": `${card.piece}/${row.row}/${place}`,
      disabled: !mine,
      onclick: () => ask({ do: "mark", piece: card.piece, row: row.row, place }),
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
    const made = [
      el("p", { class: line.left ? "dot" : "dot gone" }, `${words.dots} ${line.dot}`),
      places(card, row, from, line.treads, mine),
    ];
    from += line.treads;
    return made;
  });
}

function rowOf(card, row, mine) {
  return el(
    "section",
    { "aria-label": `${row.title}: ${row.words}` },
    el("h3", {}, row.title, el("span", {}, row.words)),
    ...(row.lines.length ? lines(card, row, mine) : [places(card, row, 0, row.full, mine)]),
  );
}

function cardOf(card, mine) {
  const undo = { disabled: !card.can_undo, onclick: () => ask({ do: "unmark", piece: card.piece }), "data-spot": "undo" };
  return el(
    "article",
    { class: "card" },
    el("h2", {}, badge(card.badge), card.title),
    el("p", { class: "last", "aria-live": "polite" }, card.last || (mine ? words.yours : words.looks_on)),
    ...card.rows.map((row) => rowOf(card, row, mine)),
    mine ? el("button", undo, words.undo_mark) : null,
  );
}

let shown = "";

follow(({ board, you }) => {
  put("title", board.title);
  put("state", board.turn);
  const mine = board.cards.filter((card) => you.role === "card" && card.owner === you.player);
  const cards = mine.length ? mine : board.cards;
  byId("to-table").classList.toggle("hidden", !board.outline_mm.length);
  byId("none").classList.toggle("hidden", cards.length > 0);
  const now = JSON.stringify([cards, you]);
  if (now === shown) return;
  shown = now;
  const held = document.activeElement?.dataset?.spot;
  byId("cards").replaceChildren(...cards.map((card) => cardOf(card, mine.includes(card))));
  if (held) document.querySelector(`[data-spot="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
});
