// Parts that spectators and the referee share: the head, scores, the last ruling.

import { ask, badge, byId, el, put, words } from "./live.js";

export function showHead(board) {
  put("title", board.title);
  const turn = byId("turn");
  if (turn.dataset.announced !== board.turn) {
    turn.dataset.announced = board.turn;
    turn.replaceChildren(badge(board.turn_badge), board.turn);
  }
  put("state", board.table);
  put("trouble", board.trouble);
  put("hands", board.hands);
}

function holding(name, what) {
  return what ? el("p", { class: "quiet" }, `${name}: ${what}`) : null;
}

export function showScores(players) {
  byId("scores").replaceChildren(
    ...players.map((one) =>
      el(
        "li",
        { class: one.to_move || one.winner ? "to-move" : null },
        el(
          "div",
          { class: "head" },
          el("span", {}, badge(one.badge), one.player, one.winner ? " ★" : one.to_move ? " ◂" : ""),
          el("span", { class: "points" }, `${one.score} / ${one.winning_score}`),
        ),
        holding(words.hand, one.hand),
        holding(words.reserve, one.reserve),
      ),
    ),
  );
}

let shown = "";

export function showRuling(ruling) {
  const now = JSON.stringify(ruling);
  if (now === shown) return;
  shown = now;
  const box = byId("ruling");
  box.classList.toggle("doubt", ruling.doubt);
  put("sentence", ruling.sentence);
  byId("numbers").replaceChildren(...ruling.numbers.map((number) => el("li", {}, number)));
  put("ids", ruling.rules.map((rule) => rule.id).join("  "));
  byId("rules").replaceChildren(...ruling.rules.flatMap((rule) => [el("dt", {}, rule.id), el("dd", {}, rule.text)]));
  byId("why").classList.toggle("hidden", !ruling.rules.length);
  const picture = byId("picture");
  if (picture) {
    picture.classList.toggle("hidden", !ruling.picture);
    if (ruling.picture) picture.src = `/picture/${ruling.picture}`;
  }
}

/** What waits for a decision, as buttons. */
export function showChoices(desk) {
  byId("decide").classList.toggle("urgent", desk.choices.length > 0);
  put("prompt", desk.choices.length ? desk.prompt : words.nothing);
  byId("choices").replaceChildren(
    ...desk.choices.map((one) =>
      el(
        "button",
        { disabled: Boolean(one.why), onclick: () => ask({ do: "choose", choice: one.id, title: one.title }) },
        one.title,
        one.why ? el("span", { class: "quiet" }, ` ${one.why}`) : null,
      ),
    ),
  );
}
