"""Turns: passing, reserve, the order of a turn's start, winning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.rules.conftest import Begin

POISON = {"kind": "poison", "on": "t", "by": "A"}


def test_og_turn_05_no_third_pass_in_a_row(each_game: Begin) -> None:
    """OG-TURN-04, OG-TURN-05, CON-30, AMB-30; ending a turn without an action is a pass too."""
    game = each_game()
    game.gun("a", "A", (200, 200))
    game.plain("t", "B", (600, 700), block=3)
    game.plain("u", "B", "hand")
    assert game.do("pass").of("turn")
    assert game.do("end-turn").of("turn")
    assert game.do("pass").why == "must-act"
    assert game.do("end-turn").why == "must-act"
    assert game.do("shoot", by="a", effect=0, target="t").ok
    assert game.do("end-turn").ok
    assert game.do("pass").ok


def test_og_turn_05_who_has_no_other_option_may_pass_again(game: Begin) -> None:
    table = game()
    table.plain("a", "A", (200, 200))
    table.plain("b", "B", (600, 700))
    assert [table.do("pass").ok for _ in range(5)] == [True] * 5


def test_amb_30_with_three_players_a_pass_is_barred_when_all_have_passed(game: Begin) -> None:
    table = game(players=[{"id": p, "edge": e} for p, e in (("A", "near"), ("B", "left"), ("C", "far"))])
    for player in "ABC":
        table.plain(f"hand-{player}", player, "hand")
    assert [table.do("pass").ok for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize(
    ("profile", "players", "turns"),
    [("ogre", 2, 3), ("cyburg", 2, 3), ("deep-white-sea", 2, 2), ("ogre", 3, 4), ("deep-white-sea", 3, 2)],
)
def test_con_03_a_killed_die_is_back_after_a_round_or_in_deep_white_sea_after_a_turn(
    game: Begin, profile: Any, players: Any, turns: Any
) -> None:
    """OG-ZONE-05, OG-ZONE-06, DW-ZONE-04, DW-KILL-02, CY-KILL-01, CON-03, AMB-25."""
    edges = (("A", "near"), ("B", "left"), ("C", "far"))[:players]
    table = game(profile, players=[{"id": p, "edge": e} for p, e in edges])
    table.gun("a", "A", (200, 200))
    table.plain("t", "B", (600, 700), block=3)
    for player, _ in edges:
        table.plain(f"hand-{player}", player, "hand")
    table.do("shoot", by="a", effect=0, target="t")
    lines = [table.do("end-turn")]
    while not lines[-1].of("returned"):
        lines.append(table.do("throw", piece=f"hand-{lines[-1].of('turn')[0]['player']}", lands="off"))
        lines.append(table.do("end-turn"))
    assert len([line for line in lines if line.of("turn")]) == turns
    assert table.piece("t")["zone"] == "hand"


def test_amb_25_a_die_given_in_reserve_went_there_in_the_turn_before(game: Begin) -> None:
    table = game()
    table.plain("r", "A", "reserve")
    table.plain("a", "A", "hand")
    table.plain("b", "B", "hand")
    assert not table.do("pass").of("returned")
    assert table.do("pass").of("returned") == [{"event": "returned", "piece": "r"}]


def test_amb_38_a_turn_begins_with_returning_dice_then_the_re_check_then_poison(game: Begin) -> None:
    """AMB-38, DW-CONT-03: a die that is Held from the new turn on dies of the Poison that works in it."""
    table = game("deep-white-sea", to_move="B", counters=[POISON])
    hold = {"kind": "hold", "colour": "yellow", "range": "all", "corners": [0, 1, 2], "continuous": True}
    table.put("t", table.full_die("t/die", points=4), "B", (600, 700))
    table.put("h", table.die("t/holder", hold, block=4), "A", "hand")
    table.plain("r", "A", "reserve")
    table.plain("x", "B", "hand")
    line = table.do("pass")
    assert line.names() == ["turn", "returned", "damaged"]
    assert "r returns to hand." in line.text
    line = table.do("throw", piece="h", lands={"face": "8", "centre_mm": [300, 300], "heading_deg": 0})
    table.do("end-turn")
    table.do("throw", piece="x", lands="off")
    line = table.do("end-turn")
    assert line.names() == ["turn", "killed", "scored", "counter"]


def test_og_win_01_the_first_to_50_wins_at_once(each_game: Begin) -> None:
    """OG-WIN-01, DW-WIN-01, AMB-26, CON-27, CON-31: later targets of the same shot are not hit any more."""
    game = each_game(score={"A": 47, "B": 0})
    game.gun("a", "A", (200, 200), range="all")
    game.plain("near", "B", (400, 300), block=3, points=4)
    game.plain("far", "B", (600, 700), block=3, points=4)
    line = game.do("shoot", by="a", effect=0)
    assert line.names() == ["killed", "scored", "won"]
    state = game.state()
    assert (state["winner"], state["score"]["A"], state["pieces"]["far"]["zone"]) == ("A", 51, "play")
    assert game.do("end-turn").why == "match-over"
    assert game.do("observe", pieces=[]).why == "match-over"


def test_og_win_04_killing_the_ogre_ends_the_basic_scenario(game: Begin) -> None:
    """OG-WIN-03, OG-WIN-04, OG-OGRE-01, AMB-27, AMB-32: worth 50, killed by an Attack that reaches its Block."""
    table = game()
    table.gun("a", "A", (200, 200), attack=14)
    table.ogre("ogre", "B", (600, 500))
    line = table.do("shoot", by="a", effect=0, target="ogre")
    assert line.names() == ["killed", "scored", "won"]


def test_end_turn_gives_up_what_is_pending(game: Begin) -> None:
    table = game()
    table.put("c", table.die("t/caller", {"kind": "call"}, block=4), "A", (300, 300))
    table.plain("hand", "A", "hand")
    table.do("call", by="c", piece="hand")
    assert table.do("end-turn").of("turn") == [{"event": "turn", "player": "B"}]
    assert table.land("hand", (500, 500)).why == "not-your-turn"


def test_skip_needs_an_activation_to_give_up(game: Begin) -> None:
    table = game()
    table.plain("hand", "A", "hand")
    assert table.do("skip").why == "turn-spent"
    table.land("hand", (500, 500))
    assert table.do("skip").ok
    assert table.do("skip").why == "turn-spent"


def contested(game: Begin, **keys: Any) -> Any:
    """A poisoned die of B's whose step would brush another by one reading only; A made the counter."""
    table = game("cyburg", to_move="B", counters=[POISON], **keys)
    table.put("t", table.full_die("t/die", points=4), "B", (600, 450), face="4")
    table.plain("near", "B", (680, 450), 60)
    assert table.ask("damage-step", piece="t").answer["result"] == "asked"
    return table


def test_amb_11_poison_asks_of_a_contested_brush_what_the_damage_step_asks(game: Begin) -> None:
    """AMB-11, AMB-69, DW-POISON-03, CY-POISON-02: no roll without the players' word; who ends the turn brings it."""
    table = contested(game)
    refused = table.do("pass")
    assert (refused.why, refused.rules[0]) == ("brush-contested", "AMB-11")
    assert table.state()["to_move"] == "B"
    assert table.do("end-turn").why == "brush-contested"
    line = table.do("pass", settled=True)
    assert line.names() == ["turn", "damaged"]
    assert "AMB-11" in line.rules


def test_amb_11_a_foul_that_ends_the_turn_asks_of_the_poison_too(game: Begin) -> None:
    """OG-THROW-07, CON-11."""
    table = contested(game)
    table.plain("x", "B", "hand")
    table.land("x", (200, 300), foul=True)
    assert table.do("foul-choice", by="A", choice="prohibit").why == "brush-contested"
    assert table.do("foul-choice", by="A", choice="prohibit", settled=True).of("damaged")
