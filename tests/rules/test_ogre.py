"""The Ogre: tracking card, systems, Treads, crushing, immunities, Ogre against Ogre."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.codec.card_layout import bundled_layout
from companion.rules import full_card

if TYPE_CHECKING:
    from tests.rules.conftest import Begin

MAIN = {"kind": "weapon", "colour": "yellow", "range": "long", "corners": [0, 1, 2], "attack": 8, "system": "main"}
MISSILE = {"kind": "weapon", "colour": "red", "range": "long", "corners": [0, 1, 2], "attack": 6, "system": "missile"}
AP = {"kind": "weapon", "colour": "purple", "range": "all", "corners": [0, 1, 2], "attack": 4, "system": "ap"}
MOVE = {"kind": "shoot-and-move"}


def hit(game: Begin, attack: Any, system: Any, **keys: Any) -> Any:
    table = game(to_move="B")
    table.ogre("ogre", "A", (600, 450), **keys)
    table.gun("g", "B", (150, 750), attack=attack)
    line = table.do("shoot", by="g", effect=0, target="ogre", **({"system": system} if system else {}))
    return table, line


@pytest.mark.parametrize(
    ("attack", "system", "left"),
    [
        (9, "main", 1),
        (8, "main", 2),
        (13, "main", 1),
        (9, "ap", 3),
        (3, "ap", 4),
        (8, "missile", 2),
        (7, "secondary", 3),
    ],
)
def test_og_ogre_17_an_attack_that_reaches_a_system_s_block_takes_exactly_one_circle(
    game: Begin, attack: Any, system: Any, left: Any
) -> None:
    """OG-OGRE-02, OG-OGRE-14, OG-OGRE-15, OG-OGRE-16, OG-OGRE-17, OG-OGRE-18, OG-OGRE-19, AMB-13, AMB-20,
    OG-FACE-03."""
    table, line = hit(game, attack, system)
    assert table.ask("ogre-card", piece="ogre").answer[system] == left
    assert line.names()[-1] == "damaged"
    assert line.of("damaged")[0]["face"] == "7"


@pytest.mark.parametrize(
    ("attack", "left", "lines", "dots"),
    [
        (1, 15, [5, 5, 5], [1, 2, 3]),
        (2, 15, [5, 5, 5], [1, 2, 3]),
        (5, 12, [2, 5, 5], [1, 2, 3]),
        (9, 8, [0, 3, 5], [1, 2]),
    ],
)
def test_og_ogre_20_treads_lose_attack_less_two_line_after_line(
    game: Begin, attack: Any, left: Any, lines: Any, dots: Any
) -> None:
    """OG-OGRE-20, OG-OGRE-21, OG-OGRE-22, AMB-12, AMB-21."""
    table, _ = hit(game, attack, "treads")
    answer = table.ask("ogre-card", piece="ogre").answer
    assert (answer["treads"], answer["lines"], answer["dots"]) == (left, lines, dots)


def test_og_ogre_15_naming_a_system_is_optional_and_a_dead_one_may_be_named(game: Begin) -> None:
    """AMB-20."""
    assert hit(game, 9, None)[1].names() == ["damaged"]
    assert hit(game, 9, "main", card={"main": 0})[1].names() == ["damaged"]


def test_og_ogre_08_a_weapon_without_a_circle_does_not_fire_and_missiles_are_used_up(game: Begin) -> None:
    """OG-OGRE-06, OG-OGRE-07, OG-OGRE-08, OG-OGRE-09, OG-SIGHT-13, AMB-14."""
    table = game()
    table.ogre("ogre", "A", (600, 450), 0, MAIN, MISSILE, card={"main": 0, "missile": 1})
    table.plain("t", "B", (900, 700), block=3)
    assert table.do("shoot", by="ogre", effect=0, target="t").why == "weapon-destroyed"
    assert table.ask("targets", by="ogre", effect=0).why == "weapon-destroyed"
    line = table.do("shoot", by="ogre", effect=1, target="t")
    assert line.of("circle") == [{"event": "circle", "piece": "ogre", "system": "missile", "left": 0}]
    assert table.ask("actions", piece="ogre").answer["do"] == []


def test_amb_13_a_weapon_with_a_circle_left_fires_at_full_strength(game: Begin) -> None:
    table = game()
    table.ogre("ogre", "A", (600, 450), 0, MAIN, card={"main": 1})
    table.plain("t", "B", (900, 700), block=8)
    assert table.do("shoot", by="ogre", effect=0, target="t").of("killed")


def test_og_sm_01_shoot_then_move_each_at_most_once_in_that_order(game: Begin) -> None:
    """OG-SM-01, OG-OGRE-05, OG-OGRE-06, OG-TURN-08, AMB-16."""
    table = game()
    table.ogre("ogre", "A", (600, 450), 0, MAIN, MISSILE, MOVE)
    table.plain("t", "B", (1000, 750), shield="yellow")
    assert table.do("shoot", by="ogre", effect=0, target="t").ok
    assert table.do("shoot", by="ogre", effect=1, target="t").why == "turn-spent"
    assert table.do("maneuver", piece="ogre", corner=0).ok
    assert table.do("maneuver", piece="ogre", corner=0).why == "turn-spent"
    table.do("end-turn")
    table.do("pass")
    assert table.do("maneuver", piece="ogre", corner=1).ok
    assert table.do("shoot", by="ogre", effect=0, target="t").why == "turn-spent"


def test_og_sm_01_a_shot_that_wins_leaves_nothing_to_move(game: Begin) -> None:
    """OG-WIN-01: the match is over at once."""
    table = game(score={"A": 49, "B": 0})
    table.ogre("ogre", "A", (600, 450), 0, MAIN, MOVE)
    table.plain("t", "B", (1000, 750), points=2)
    line = table.do("shoot", by="ogre", effect=0, target="t")
    assert line.names()[-1] == "won"
    assert "OG-SM-01" not in line.rules
    assert table.end().pending == ()


@pytest.mark.parametrize(("agreed", "moves"), [("both", True), ("one", False)])
def test_amb_16_a_commanded_ogre_shoots_and_moves_unless_agreed_otherwise(game: Begin, agreed: Any, moves: Any) -> None:
    table = game(agreements={"AMB-16": agreed})
    table.post("cp", "A", (100, 30))
    table.ogre("ogre", "A", (600, 450), 0, MAIN, MOVE)
    table.plain("t", "B", (1000, 750), shield="yellow")
    table.do("command", by="cp")
    table.do("shoot", by="ogre", effect=0, target="t")
    assert table.do("maneuver", piece="ogre", corner=0).ok is moves


@pytest.mark.parametrize(("owner", "scorer"), [("B", "A"), ("A", "B")])
def test_og_ogre_11_what_the_ogre_rolls_into_is_crushed_for_a_tread(game: Begin, owner: Any, scorer: Any) -> None:
    """OG-OGRE-11, OG-OGRE-12, OG-OGRE-13, OG-OGRE-31, AMB-17, AMB-19, AMB-64, CON-28, GEO-09."""
    table = game()
    table.ogre("ogre", "A", (600, 450), 0, card={"treads": 1})
    table.plain("near", owner, (700, 420), 0, points=8)
    table.plain("side", owner, (702, 483), 0, points=3)
    line = table.do("maneuver", piece="ogre", corner=0)
    assert line.names() == ["moved", "crushed", "scored", "treads", "crushed", "scored"]
    assert {e["player"] for e in line.of("scored")} == {scorer}
    assert table.piece("near")["zone"] == "reserve"


def test_og_ogre_24_damage_that_rolls_the_ogre_into_a_die_crushes_it_for_the_ogre_s_side(game: Begin) -> None:
    """OG-OGRE-24, OG-OGRE-25, OG-OGRE-26, OG-KILL-09."""
    for owner, scorer in (("B", "A"), ("A", "B")):
        table = game(to_move="B")
        table.ogre("ogre", "A", (600, 450), -120)
        table.plain("ahead", owner, (705, 450), 25, points=8)
        table.gun("g", "B", (150, 750), attack=1)
        assert table.ask("damage-step", piece="ogre").answer["crushes"] == ["ahead"]
        line = table.do("shoot", by="g", effect=0, target="ogre", system="main")
        assert line.names() == ["damaged", "crushed", "scored", "treads"]
        assert line.of("scored")[0]["player"] == scorer


def test_og_ogre_28_ogres_are_obstacles_to_each_other_and_pin_each_other(game: Begin) -> None:
    """OG-OGRE-27, OG-OGRE-28, AMB-15, CON-16."""
    table = game(to_move="B")
    table.ogre("ogre", "A", (500, 450), -120)
    table.ogre("other", "B", (625, 450), 0)
    table.gun("g", "B", (150, 750), attack=1)
    assert table.ask("maneuver", piece="ogre").answer["corners"]["1"]["why"] == "blocked-by-die"
    line = table.do("shoot", by="g", effect=0, target="ogre")
    assert line.names() == ["killed", "scored", "won"]


@pytest.mark.parametrize(
    ("agreed", "result", "names"),
    [
        ("ask", "asked", ["treads", "unharmed"]),
        ("no-roll", "no-roll", ["treads", "unharmed"]),
        ("killed", "killed", ["treads", "killed", "scored", "won"]),
    ],
)
def test_amb_15_whether_the_edge_pins_an_ogre_is_agreed(game: Begin, agreed: Any, result: Any, names: Any) -> None:
    """AMB-15, OG-KILL-09."""
    table = game(to_move="B", agreements={"AMB-15": agreed})
    table.ogre("ogre", "A", (1120, 450), -120)
    table.gun("g", "B", (150, 750), attack=7)
    assert table.ask("damage-step", piece="ogre").answer["result"] == result
    assert table.do("shoot", by="g", effect=0, target="ogre", system="treads").names() == names


def test_og_ogre_10_green_dots_go_with_their_tread_lines(game: Begin) -> None:
    """OG-OGRE-10, OG-OGRE-22, OG-OGRE-23, OG-FACE-15."""
    table = game()
    table.ogre("ogre", "A", (600, 450), treads=[3, 1, 2], card={"treads": 9})
    corners = table.ask("maneuver", piece="ogre").answer["corners"]
    assert [corners[c]["legal"] for c in "012"] == [False, True, True]
    assert table.do("maneuver", piece="ogre", corner=0).why == "no-treads"
    table = game()
    table.ogre("ogre", "A", (600, 450), card={"treads": 0})
    assert {c["why"] for c in table.ask("maneuver", piece="ogre").answer["corners"].values()} == {"no-treads"}
    assert table.ask("damage-step", piece="ogre").answer["result"] == "roll"


def test_og_ogre_29_the_ogre_ignores_purple_backstab_hold_and_freeze(game: Begin) -> None:
    """OG-OGRE-29, OG-COLOR-04, OG-SIGHT-12, CON-33."""
    table = game(to_move="B")
    table.ogre("ogre", "A", (600, 450))
    table.ogre("foe", "B", (200, 450), 0, AP)
    around = {"range": "all", "corners": [0, 1, 2], "continuous": True}
    table.put("f", table.die("t/f", {"kind": "freeze", "colour": "ice", **around}, block=4), "B", (900, 800))
    table.put("h", table.die("t/h", {"kind": "hold", "colour": "yellow", **around}, block=4), "B", (1000, 800))
    stab = {"kind": "backstab", "colour": "yellow", "range": "long", "corners": [0, 1, 2], "attack": 20}
    table.put("j", table.die("t/j", stab, block=4), "B", (100, 800))
    assert table.piece("ogre")["conditions"] == []
    assert table.do("shoot", by="foe", effect=0).names() == ["unharmed"]
    table.do("end-turn")
    table.do("pass")
    assert table.do("shoot", by="j", effect=0, target="ogre").names() == ["unharmed"]


def test_og_ogre_30_poison_hits_the_ogre_but_leaves_no_counter(game: Begin) -> None:
    """OG-OGRE-30, CON-19."""
    table = game(to_move="B")
    table.ogre("ogre", "A", (600, 450))
    table.gun("v", "B", (150, 750), attack=3, colour="green")
    table.script["dice"][-1]["face"][0]["effect"][0]["kind"] = "poison"
    assert table.do("shoot", by="v", effect=0, target="ogre").names() == ["damaged"]


def test_og_ogre_30_a_counter_that_somebody_put_on_an_ogre_does_nothing(game: Begin) -> None:
    """OG-OGRE-30, CON-19."""
    table = game("deep-white-sea", counters=[{"kind": "poison", "on": "ogre", "by": "B"}])
    table.ogre("ogre", "A", (600, 450))
    table.plain("hand", "B", "hand")
    line = table.do("pass")
    assert line.names() == ["turn"]
    assert {"OG-OGRE-30", "CON-19"} <= set(line.rules)


def test_amb_43_confuse_may_roll_an_ogre_over_dice(game: Begin) -> None:
    table = game(to_move="B")
    table.ogre("ogre", "A", (600, 450), 0)
    table.plain("ahead", "A", (705, 450), 25, points=8)
    confuse = {"kind": "confuse", "colour": "yellow", "range": "long", "corners": [0, 1, 2]}
    table.put("c", table.die("t/c", confuse, block=4), "B", (150, 750))
    line = table.do("confuse", by="c", target="ogre", corner=0)
    assert line.names() == ["moved", "crushed", "scored", "treads"]
    assert line.of("scored")[0]["player"] == "B"


@pytest.mark.parametrize(("agreed", "ok"), [("off", False), ("thrown", True)])
def test_og_start_10_ogres_are_thrown_only_by_agreement_and_crush_what_they_land_on(
    game: Begin, agreed: Any, ok: Any
) -> None:
    """OG-START-10, OG-START-11, OG-TURN-08, AMB-24."""
    table = game(agreements={"AMB-24": agreed})
    table.ogre("ogre", "A", (600, 450))
    piece = table.script["pieces"][-1]
    for key in ("centre_mm", "heading_deg", "face"):
        del piece[key]
    piece["zone"] = "hand"
    table.plain("under", "B", (640, 450), points=4)
    line = table.land("ogre", (600, 450))
    assert line.ok is ok
    if ok:
        assert line.names() == ["entered", "crushed", "scored"]
    else:
        assert line.why == "not-thrown"


def test_og_ogre_04_bundled_cards_of_both_marks(game: Begin) -> None:
    """OG-OGRE-02, OG-OGRE-03, OG-OGRE-04, CON-26: the Mark V has more of everything; the Main Battery's Block is 9."""
    three, five = (full_card(mark, bundled_layout(mark)) for mark in ("III", "V"))
    assert all(five.circles[system] > count for system, count in three.circles.items())
    assert five.treads > three.treads
    assert {
        card.layout.systems[system].block for card in (three, five) for system in card.circles if system == "main"
    } == {9}
    table = game()
    table.ogre("ogre", "A", (600, 450))
    del table.script["ogres"][0]["layout"]
    assert table.ask("ogre-card", piece="ogre").answer["treads"] == three.treads
    table.plain("tank", "A", (200, 200))
    assert table.ask("ogre-card", piece="tank").ok is False


def test_og_ogre_02_an_ogre_without_a_card_of_its_own_has_the_whole_card_of_a_mark_iii(game: Begin) -> None:
    table = game()
    table.ogre("ogre", "A", (600, 450))
    table.script["ogres"].clear()
    whole = full_card("III", bundled_layout("III"))
    assert table.ask("ogre-card", piece="ogre").answer["treads"] == whole.treads
    assert table.end().cards["ogre"] == whole


def test_amb_24_a_die_that_a_thrown_ogre_leaves_leaning_is_crushed_too(game: Begin) -> None:
    table = game(agreements={"AMB-24": "thrown"})
    table.ogre("ogre", "A", (600, 450))
    piece = table.script["pieces"][-1]
    for key in ("centre_mm", "heading_deg", "face"):
        del piece[key]
    piece["zone"] = "hand"
    table.plain("beside", "B", (740, 450), points=4)
    line = table.land("ogre", (600, 450), disturbed=[{"piece": "beside", "leaning_on": "ogre"}])
    assert line.names() == ["entered", "crushed", "scored"]
    assert line.of("scored")[0]["player"] == "A"
