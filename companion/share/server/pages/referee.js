import { draw } from "./drawing.js";
import { ask, byId, el, follow, put, words } from "./live.js";
import { showChoices, showHead, showRuling, showScores } from "./parts.js";

let picked = "";
let latest = null;

function pick(piece) {
  picked = picked === piece ? "" : piece;
  show(latest);
  if (picked) byId("faces").querySelector("button")?.focus({ preventScroll: true });
}

function correct(request) {
  picked = "";
  ask(request);
  show(latest);
}

function faces(desk) {
  const piece = desk.pieces.find((one) => one.piece === picked);
  byId("correct").classList.toggle("hidden", !piece);
  if (!piece) return;
  put("picked", piece.piece);
  const word = (title, onclick) => el("button", { class: "word", onclick }, title);
  byId("faces").replaceChildren(
    ...piece.faces.map((face) =>
      el("button", { "aria-label": `${words.side} ${face}`, onclick: () => correct({ do: "face", piece: picked, face }) }, face),
    ),
    word(words.to_hand, () => correct({ do: "zone", piece: picked, zone: "hand" })),
    word(words.to_reserve, () => correct({ do: "zone", piece: picked, zone: "reserve" })),
    word(words.cancel, () => pick(picked)),
  );
}

function log(desk) {
  byId("undo").disabled = !desk.can_undo;
  byId("redo").disabled = !desk.can_redo;
  const back = (line) => el("button", { onclick: () => ask({ do: "back", number: line.number }) }, words.back);
  byId("log").replaceChildren(
    ...desk.log
      .slice()
      .reverse()
      .map((line) =>
        el(
          "li",
          { class: line.undone ? "undone" : null },
          el("span", {}, line.text, line.undone ? el("em", { class: "visually-hidden" }, ` (${words.undone})`) : null),
          line.undone ? null : back(line),
        ),
      ),
  );
}

function show(state) {
  latest = state;
  if (!state?.desk) return;
  const { board, desk } = state;
  if (!board.dice.some((die) => die.piece === picked)) picked = "";
  showHead(board);
  showScores(board.players);
  showRuling(board.ruling);
  draw(byId("table"), { ...board, dice: board.dice.map((die) => ({ ...die, chosen: die.piece === picked })) }, pick);
  byId("to-card").classList.toggle("hidden", !board.cards.length);
  byId("to-photo").classList.toggle("hidden", !state.photo);
  showChoices(desk);
  faces(desk);
  log(desk);
}

byId("undo").addEventListener("click", () => ask({ do: "undo" }));
byId("redo").addEventListener("click", () => ask({ do: "redo" }));
follow(show);
