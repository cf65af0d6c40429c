import { draw } from "./drawing.js";
import { ask, byId, confirmed, el, follow, put, words } from "./live.js";
import { showChoices, showHead, showRuling, showScores } from "./parts.js";
import { drawPicture, showChosen } from "./picture.js";

let picked = "";
let latest = null;
let drawnOnly = false; // the referee wants the drawn table, to correct a die

/** The table as the camera saw it last, where one stands over it; else, and where it is wanted, the drawn one. */
function showTable(photo) {
  const pictured = Boolean(photo?.camera && photo.pictures.length);
  byId("view").classList.toggle("hidden", !pictured);
  byId("view").setAttribute("aria-pressed", drawnOnly ? "true" : "false");
  byId("drawn").classList.toggle("hidden", pictured && !drawnOnly);
  if (pictured) {
    drawPicture(photo);
    showChosen(photo);
  }
  byId("figure").classList.toggle("hidden", !pictured || drawnOnly);
  if (drawnOnly || !pictured) byId("chosen").classList.add("hidden");
}


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

/** A button that names what it would turn back, and asks before it does. */
function turner(id, word, line) {
  const button = byId(id);
  button.disabled = !line;
  put(id, line ? `${word}: ${line.text}` : word);
}

async function turn(request, question, lines, yes) {
  if (await confirmed(question, lines, yes)) ask(request);
}

const later = (line) => latest.desk.log.filter((one) => one.number > line.number && !one.undone).map((one) => one.text);

function log(desk) {
  turner("undo", words.undo, desk.undo);
  turner("redo", words.redo, desk.redo);
  const back = (line) =>
    el(
      "button",
      { "aria-label": `${words.back}: ${line.text}`, onclick: () => turn({ do: "back", number: line.number }, words.ask_back, later(line), words.back) },
      words.back,
    );
  const last = desk.log.filter((line) => !line.undone).at(-1);
  byId("log").replaceChildren(
    ...[...desk.log].reverse().map((line) =>
      el(
        "li",
        { class: line.undone ? "undone" : null },
        el("span", {}, line.text, line.undone ? el("em", { class: "visually-hidden" }, ` (${words.undone})`) : null),
        line.undone || line === last ? null : back(line),
      ),
    ),
  );
}

function show(state) {
  latest = state;
  if (!state?.desk) return;
  const { board, desk } = state;
  if (!board.dice.some((die) => die.piece === picked)) picked = "";
  showHead(state);
  showScores(board.players);
  showRuling(board.ruling);
  draw(byId("table"), { ...board, dice: board.dice.map((die) => ({ ...die, chosen: die.piece === picked })) }, { pick });
  byId("to-card").classList.toggle("hidden", !board.cards.length);
  byId("to-photo").classList.toggle("hidden", !state.photo || state.photo.camera);
  showTable(state.photo);
  showChoices(desk);
  faces(desk);
  log(desk);
}

for (const [id, question] of [["undo", words.ask_undo], ["redo", words.ask_redo]])
  byId(id).addEventListener("click", () => {
    const line = latest.desk[id];
    turn({ do: id, number: line.number }, question, [line.text], words[id]);
  });
byId("view").addEventListener("click", () => {
  drawnOnly = !drawnOnly;
  show(latest);
});
follow(show);
