import { badge, byId, el, follow, put } from "./live.js";

follow(({ board }) => {
  byId("bar").replaceChildren(
    ...board.players.map((one) =>
      el(
        "div",
        { class: one.to_move || one.winner ? "plate to-move" : "plate" },
        badge(one.badge),
        `${one.player}  ${one.score} / ${one.winning_score}`,
      ),
    ),
    el("div", { class: "plate" }, board.turn),
  );
  put("sentence", board.ruling.sentence);
  put("ids", board.ruling.rules.map((rule) => rule.id).join("  "));
  byId("foot").classList.toggle("doubt", board.ruling.doubt);
  byId("foot").classList.toggle("hidden", !board.ruling.sentence);
});
