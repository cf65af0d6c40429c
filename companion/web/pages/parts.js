// Parts that several pages of a match share: the head, scores, the last ruling, what happened, the call for the referee.

import { ask, badge, byId, el, put, since, words } from "./live.js";

export function showHead({ board, you }) {
  put("title", board.title);
  const turn = byId("turn");
  if (turn && turn.dataset.announced !== board.turn) {
    turn.dataset.announced = board.turn;
    turn.replaceChildren(badge(board.turn_badge), board.turn);
  }
  put("state", board.table);
  put("trouble", board.trouble);
  put("hands", board.hands);
  showSummons(board.summons, you);
}

let shownSummons = "";
let calledAt = null;

/** Whether the referee is called, since when, and who may call. */
function showSummons(summons, you) {
  const now = JSON.stringify([summons, you.role, you.player]);
  if (now === shownSummons || !byId("summons")) return;
  shownSummons = now;
  calledAt = summons?.at ?? null;
  const button = (title, on) => el("button", { onclick: () => ask({ do: "call", on }) }, title);
  const mine = you.role === "card" && summons?.by === you.player;
  const says = !summons ? null : summons.by ? words.calls.replace("{player}", summons.by) : words.called;
  byId("summons").replaceChildren(
    ...[
      says && el("strong", {}, "◆ ", says, " ", el("span", { id: "called-for", class: "quiet" }), summons.taken_by ? ` · ${words.coming.replace("{name}", summons.taken_by)}` : ""),
      summons && you.role === "referee" ? button(words.settled, false) : null,
      mine ? button(words.cancel_call, false) : null,
      !summons && you.role === "card" ? button(words.call, true) : null,
    ].filter(Boolean),
  );
  byId("summons").classList.toggle("open", Boolean(summons));
  tick();
}

function tick() {
  if (calledAt) put("called-for", words.since.replace("{time}", since(calledAt)));
}
setInterval(tick, 1000);

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

/** What was done last, the newest first. */
export function showHistory(lines) {
  byId("happened").classList.toggle("hidden", !lines.length);
  byId("history").replaceChildren(...lines.map((line) => el("li", { value: line.number }, line.text)));
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
