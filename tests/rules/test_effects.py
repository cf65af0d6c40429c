"""Continuous effects, Poison, Repair, Confuse, colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.rules.conftest import Begin

ALL_ROUND = {"range": "all", "corners": [0, 1, 2]}
HOLD = {"kind": "hold", "colour": "yellow", "continuous": True, **ALL_ROUND}
FREEZE = {"kind": "freeze", "colour": "ice", "continuous": True, **ALL_ROUND}
SHIELD = {"kind": "protection", "colour": "purple", "amount": 3, "continuous": True, **ALL_ROUND}
BOOST = {"kind": "power-up", "colour": "purple", "amount": 2, "continuous": True, **ALL_ROUND}
GUN = {"kind": "weapon", "colour": "yellow", "range": "long", "corners": [0, 1, 2], "attack": 5}
MEDIC = {"kind": "repair", "range": "long", "corners": [0, 1, 2]}
CONFUSE = {"kind": "confuse", "colour": "purple", "range": "long", "corners": [0, 1, 2]}


def test_dw_hold_01_a_held_die_cannot_maneuver_can_shoot_and_dies_of_any_damage(each_game: Begin) -> None:
    """DW-HOLD-01, DW-HOLD-02, CON-02."""
    game = each_game()
    game.put("d", game.full_die("t/die", GUN, maneuver=[0]), "A", (600, 300))
    game.put("h", game.die("t/holder", HOLD, block=5), "B", (600, 700))
    assert game.piece("d")["conditions"] == ["held"]
    assert game.ask("maneuver", piece="d").answer["corners"]["0"] == {"legal": False, "why": "held"}
    assert game.do("maneuver", piece="d", corner=0).why == "held"
    assert game.ask("damage-step", piece="d").answer == {"result": "killed", "why": "held"}
    assert game.do("shoot", by="d", effect=0, target="h").ok


def test_dw_freeze_01_a_frozen_die_cannot_do_anything_but_its_own_continuous_effects_go_on(each_game: Begin) -> None:
    """DW-FREEZE-01, DW-FREEZE-02, DW-SHOOT-01, DW-SHOOT-02, CON-02."""
    game = each_game()
    effects = ({"kind": "call"}, {"kind": "jump"}, GUN, HOLD)
    game.put("d", game.full_die("t/die", *effects, maneuver=[0]), "A", (600, 300))
    game.plain("hand", "A", "hand")
    game.put("f", game.die("t/freezer", FREEZE, block=5), "B", (600, 700))
    assert game.piece("d")["conditions"] == ["frozen"]
    assert game.piece("f")["conditions"] == ["held"]
    for name, keys in (
        ("shoot", {"by": "d", "effect": 2, "target": "f"}),
        ("maneuver", {"piece": "d", "corner": 0}),
        ("call", {"by": "d", "piece": "hand"}),
        ("jump", {"by": "d"}),
    ):
        assert game.do(name, **keys).why == "frozen"
    assert game.do("pass").ok
    assert game.piece("f")["conditions"] == ["held"]


@pytest.mark.parametrize(("effect", "condition"), [(HOLD, "held"), (FREEZE, "frozen")])
def test_dw_freeze_01_any_damage_kills_a_frozen_die_as_it_does_a_held_one_and_says_which_it_is(
    each_game: Begin, effect: dict[str, Any], condition: str
) -> None:
    """DW-HOLD-01, DW-FREEZE-01."""
    game = each_game()
    game.put("d", game.full_die("t/die", GUN), "A", (600, 300))
    game.put("h", game.die("t/holder", effect, block=5), "B", (600, 700))
    reported = game.ask("damage-step", piece="d")
    assert reported.answer == {"result": "killed", "why": "held"}
    assert reported.text == f"d is {condition}: any damage kills it."
    assert ("DW-FREEZE-01" in reported.rules) == (condition == "frozen")


def test_dw_cont_05_effects_are_re_checked_when_a_turn_starts_or_their_source_is_disturbed(each_game: Begin) -> None:
    """DW-CONT-01, DW-CONT-02, DW-CONT-03, DW-CONT-04, DW-CONT-05, OG-DODGE-01, CON-17."""
    game = each_game()
    game.plain("walker", "A", "hand")
    game.put("f", game.die("t/freezer", FREEZE | {"corners": [0]}, block=5), "B", (600, 700), 270)
    game.plain("behind", "A", (800, 850))
    game.land("walker", (600, 300))
    assert game.piece("walker")["conditions"] == []
    game.do("end-turn")
    assert game.piece("walker")["conditions"] == ["frozen"]
    game.do("observe", pieces=[{"piece": "walker", "face": "8", "centre_mm": [600, 860], "heading_deg": 0}])
    assert game.piece("walker")["conditions"] == ["frozen"]
    still = game.do("observe", pieces=[{"piece": "f", "face": "8", "centre_mm": [600, 700], "heading_deg": -90}])
    assert still.names() == []
    on_the_table = {"piece": "f", "face": "8", "centre_mm": [600, 700], "heading_deg": 270, "level": 0}
    assert game.do("observe", pieces=[on_the_table]).names() == []
    assert game.piece("walker")["conditions"] == ["frozen"], "a source that lies as it lay is not disturbed"
    game.do("observe", pieces=[{"piece": "f", "face": "8", "centre_mm": [600, 702], "heading_deg": 270}])
    assert game.piece("walker")["conditions"] == []
    game.do("observe", pieces=[{"piece": "f", "face": "8", "centre_mm": [600, 700], "heading_deg": 90}])
    assert [game.piece(p)["conditions"] for p in ("walker", "behind")] == [["frozen"], ["frozen"]]


def test_dw_cont_05_a_die_immune_at_the_last_check_is_not_held_before_the_next(game: Begin) -> None:
    """DW-CONT-03, DW-CONT-05, DW-COLOR-01: it turns up a side that the Hold could act on, in mid-turn."""
    table = game("deep-white-sea")
    table.put("d", table.full_die("t/die", shield="yellow", maneuver=[0]), "A", (600, 300))
    for face in table.script["dice"][-1]["face"]:
        face["shield"] = "yellow" if face["key"] == "8" else "white"
    table.put("h", table.die("t/holder", HOLD, block=5), "B", (600, 700))
    table.plain("hand", "B", "hand")
    assert table.do("maneuver", piece="d", corner=0).ok
    assert table.piece("d")["conditions"] == []
    assert table.ask("damage-step", piece="d").answer["why"] == "no-dot"
    table.do("end-turn")
    assert table.piece("d")["conditions"] == ["held"]


def test_dw_color_04_a_die_that_has_become_immune_since_the_check_is_free_of_every_effect_at_the_shot(
    game: Begin,
) -> None:
    """DW-COLOR-02, DW-COLOR-04, DW-CONT-05: bumped onto an immune side, before anything is checked again."""
    for shield, kills, ends_held in (("purple", True, True), ("yellow", False, False), ("white", False, True)):
        table = game("deep-white-sea", to_move="B")
        table.put("d", table.full_die("t/die"), "A", (600, 300))
        for face in table.script["dice"][-1]["face"]:
            face["shield"] = shield if face["key"] == "7" else "white"
        table.put("p", table.die("t/p", SHIELD, block=4), "A", (300, 300))
        table.put("h", table.die("t/holder", HOLD, block=5), "B", (600, 700))
        table.gun("g", "B", (300, 700), attack=9, colour="red")
        assert (table.piece("d")["block"], table.piece("d")["conditions"]) == (12, ["held"])
        bumped = {"piece": "d", "face": "7", "centre_mm": [610, 310], "heading_deg": 5}
        assert table.do("observe", pieces=[bumped]).ok
        assert table.piece("d")["block"] == (9 if kills else 12)
        assert table.piece("d")["conditions"] == (["held"] if ends_held else [])
        line = table.do("shoot", by="g", effect=0, target="d")
        assert ("Attack 9 reaches Block 9: d is killed." in line.text) == kills
        assert bool(line.of("killed")) == (kills or ends_held), "damage alone kills a held die"


def test_og_ogre_29_a_hold_that_reaches_an_ogre_does_not_hold_it(game: Begin) -> None:
    table = game("deep-white-sea")
    table.ogre("o", "A", (600, 300))
    table.put("h", table.die("t/holder", HOLD, block=5), "B", (600, 700))
    assert table.piece("o")["conditions"] == []
    assert table.ask("maneuver", piece="o").answer["corners"]["0"]["legal"]


@pytest.mark.parametrize("reach", ["short", "all"])
def test_og_sight_08_two_arrows_of_one_continuous_effect_written_apart_act_once(game: Begin, reach: str) -> None:
    """OG-SIGHT-08, DW-PROT-01: one effect with two arrows, not two that add up."""
    table = game("deep-white-sea")
    apart = [SHIELD | {"corners": [corner], "range": reach} for corner in (0, 1)]
    table.put("p", table.die("t/p", *apart, block=4), "A", (600, 450), 30)
    table.plain("near", "A", (600, 600), block=4)
    table.plain("far", "A", (950, 450), block=4)
    assert [table.piece(name)["block"] for name in ("near", "far")] == [7, 4 if reach == "short" else 7]


def test_dw_color_02_a_short_range_effect_stops_at_the_closest_die_though_it_is_immune(game: Begin) -> None:
    """DW-COLOR-02, AMB-09."""
    table = game("deep-white-sea")
    table.plain("near", "A", (600, 500), shield="ice")
    table.plain("far", "A", (600, 200))
    table.put("f", table.die("t/freezer", FREEZE | {"range": "short"}, block=5), "B", (600, 700))
    assert [table.piece(p)["conditions"] for p in ("near", "far")] == [[], []]


def test_dw_cont_02_an_effect_ends_with_its_side_or_its_die(game: Begin) -> None:
    table = game("deep-white-sea", to_move="B")
    table.gun("g", "B", (100, 800), attack=9)
    table.plain("d", "B", (600, 300))
    table.put("f", table.die("t/freezer", FREEZE, block=5), "A", (600, 700))
    assert table.piece("d")["conditions"] == ["frozen"]
    assert table.do("shoot", by="g", effect=0, target="f").why == "frozen"
    table = game("deep-white-sea", to_move="B")
    table.gun("g", "B", (100, 800), attack=9, shield="ice")
    table.plain("d", "B", (600, 300))
    table.put("f", table.die("t/freezer", FREEZE, block=5), "A", (600, 700))
    assert table.do("shoot", by="g", effect=0, target="f").of("killed")
    assert table.piece("d")["conditions"] == []


def test_amb_09_a_short_range_effect_acts_on_the_closest_enemy(game: Begin) -> None:
    """AMB-09: and a Long-Range one on one target only."""
    for reach in ("short", "long"):
        table = game("deep-white-sea")
        table.plain("near", "A", (600, 500))
        table.plain("far", "A", (600, 200))
        table.put("f", table.die("t/freezer", FREEZE | {"range": reach}, block=5), "B", (600, 700))
        assert [table.piece(p)["conditions"] for p in ("near", "far")] == [["frozen"], []]


def test_dw_prot_01_protection_adds_to_the_block_of_allies_in_sight(each_game: Begin) -> None:
    """DW-PROT-01, DW-PROT-02, DW-PROT-03, DW-COLOR-04, AMB-10, CON-33: not its own, not on Side 1, not where immune;
    two add up."""
    game = each_game()
    game.put("p", game.die("t/p", SHIELD, block=4), "A", (300, 300))
    game.put("q", "t/p", "A", (500, 300))
    game.plain("ally", "A", (700, 300), block=4)
    game.plain("immune", "A", (900, 300), block=4, shield="purple")
    game.plain("enemy", "B", (700, 600), block=4)
    game.put("side1", game.full_die("t/die"), "A", (1100, 300), face="1")
    blocks = {name: game.piece(name)["block"] for name in ("p", "q", "ally", "immune", "enemy", "side1")}
    assert blocks == {"p": 7, "q": 7, "ally": 10, "immune": 4, "enemy": 4, "side1": None}


def test_dw_power_01_power_up_adds_to_attacks_and_creates_none(each_game: Begin) -> None:
    """DW-POWER-01, DW-POWER-02."""
    game = each_game()
    game.put("p", game.die("t/p", BOOST, block=4), "A", (300, 300))
    game.gun("g", "A", (500, 300), attack=5)
    game.put("c", game.die("t/c", {"kind": "call"}, block=4), "A", (700, 300))
    game.put("t", game.full_die("t/t", block=7), "B", (600, 700))
    assert game.do("shoot", by="c", effect=0, target="t").why == "no-arrow"
    assert game.do("shoot", by="p", effect=0, target="t").why == "no-arrow"
    assert game.do("shoot", by="g", effect=0, target="t").of("killed")


def poison(game: Begin, **keys: Any) -> Any:
    table = game(**keys)
    table.gun("v", "A", (150, 150), attack=3, colour="green")
    table.script["dice"][-1]["face"][0]["effect"][0]["kind"] = "poison"
    return table


def test_dw_poison_02_a_target_that_survives_gets_one_counter_which_works_in_its_creator_s_turns(
    each_game: Begin,
) -> None:
    """DW-POISON-01, DW-POISON-02, DW-POISON-03, DW-POISON-04, DW-POISON-06, CY-POISON-01, CY-POISON-02, CY-POISON-03,
    CY-WEAPON-01, CY-WEAPON-02, AMB-36, AMB-39, AMB-69."""
    table = poison(each_game)
    table.put("t", table.full_die("t/die", points=4), "B", (600, 450), face="4")
    line = table.do("shoot", by="v", effect=0, target="t")
    assert line.names() == ["damaged", "counter"]
    assert not table.do("end-turn").of("damaged")
    assert table.do("pass").of("damaged")[0]["face"] == "2"
    assert not table.do("shoot", by="v", effect=0, target="t").of("counter")
    assert table.piece("t")["face"] == "1"
    assert table.do("end-turn").ok
    line = table.do("pass")
    assert line.of("killed")[0]["to"] == "A"
    assert table.state()["counters"] == []


def test_dw_poison_05_green_immunity_keeps_poison_off(each_game: Begin) -> None:
    """DW-POISON-05, DW-COLOR-05, CY-POISON-04."""
    table = poison(each_game)
    table.plain("robot", "B", (600, 450), shield="green")
    assert table.do("shoot", by="v", effect=0, target="robot").names() == ["unharmed"]


def test_cy_poison_05_a_die_that_becomes_immune_to_green_loses_its_counter(each_game: Begin) -> None:
    """CY-POISON-05, CY-POISON-06, DW-POISON-07, CON-19."""
    game = each_game(counters=[{"kind": "poison", "on": "d", "by": "B"}])
    game.put("d", game.full_die("t/die", maneuver=[0]), "A", (600, 450))
    for face in game.script["dice"][-1]["face"]:
        if face["key"] == "1":
            face["shield"] = "green"
    line = game.do("maneuver", piece="d", corner=0)
    assert line.names() == ["moved", "counter"]


def test_dw_poison_07_a_die_that_is_killed_loses_its_counter(each_game: Begin) -> None:
    """DW-POISON-07, CY-POISON-06."""
    game = each_game(counters=[{"kind": "poison", "on": "t", "by": "A"}])
    game.gun("g", "A", (300, 300), attack=9)
    game.plain("t", "B", (600, 700))
    assert game.do("shoot", by="g", effect=0, target="t").of("counter")[0]["change"] == "removed"
    assert game.state()["counters"] == []


def test_dw_poison_08_counters_work_from_their_creator_s_edge_across(each_game: Begin) -> None:
    """DW-POISON-08, AMB-08."""
    counters = [{"kind": "poison", "on": name, "by": "B"} for name in ("near-a", "near-b")]
    game = each_game(counters=counters)
    die = game.full_die("t/die")
    game.put("near-a", die, "A", (300, 200))
    game.put("near-b", die, "A", (700, 700))
    assert [e["piece"] for e in game.do("pass").of("damaged")] == ["near-b", "near-a"]


def test_dw_repair_01_rolls_an_ally_over_any_corner_or_none_and_clears_its_poison(each_game: Begin) -> None:
    """DW-REPAIR-01, DW-REPAIR-02, CY-REPAIR-01, CY-REPAIR-02, DW-POISON-07, CON-20."""
    for corner in (None, 0, 1, 2):
        game = each_game(counters=[{"kind": "poison", "on": "d", "by": "B"}])
        game.put("m", game.die("t/medic", MEDIC, block=4), "A", (200, 200))
        game.put("d", game.full_die("t/die"), "A", (600, 450))
        line = game.do("repair", by="m", target="d", corner=corner)
        assert line.names() == (["counter"] if corner is None else ["moved", "counter"])


def test_dw_repair_04_a_pinned_held_or_frozen_die_is_not_rolled_but_loses_its_poison(each_game: Begin) -> None:
    """DW-REPAIR-03, DW-REPAIR-04, CY-REPAIR-03, CON-20."""
    for pin, why in ((FREEZE, "frozen"), (HOLD, "held"), (None, "table-edge")):
        game = each_game(counters=[{"kind": "poison", "on": "d", "by": "B"}])
        game.put("m", game.die("t/medic", MEDIC, block=4, shield="ice"), "A", (200, 200))
        game.put("d", game.full_die("t/die"), "A", (1165, 450))
        if pin:
            game.put("p", game.die("t/pin", pin, block=4), "B", (600, 700))
        assert game.do("repair", by="m", target="d", corner=0).why == why
        assert game.do("repair", by="m", target="d", corner=None).names() == ["counter"]


def test_dw_confuse_01_rolls_an_enemy_over_any_free_corner_and_never_kills(each_game: Begin) -> None:
    """DW-CONFUSE-01, DW-CONFUSE-02."""
    game = each_game()
    game.put("c", game.die("t/confuser", CONFUSE, block=4), "A", (200, 200))
    game.put("d", game.full_die("t/die"), "B", (1165, 450), face="1")
    game.plain("friend", "A", (300, 500))
    assert game.do("confuse", by="c", target="d", corner=0).why == "table-edge"
    assert game.do("confuse", by="c", target="friend", corner=0).why == "ally"
    assert game.do("confuse", by="c", target="d", corner=1).names() == ["moved"]


def test_amb_11_a_confused_die_that_may_brush_another_rolls_where_the_players_say_that_it_can(game: Begin) -> None:
    """AMB-11, GEO-10, DW-CONFUSE-02."""
    table = game()
    table.put("c", table.die("t/confuser", CONFUSE, block=4), "A", (200, 200))
    table.put("d", table.full_die("t/die"), "B", (600, 450))
    table.plain("beside", "B", (680.7, 450), 60)
    assert table.do("confuse", by="c", target="d", corner=0).why == "brush-contested"
    assert table.do("confuse", by="c", target="d", corner=0, settled=True).names() == ["moved"]


def test_dw_color_04_a_purple_immune_die_is_not_confused(each_game: Begin) -> None:
    """DW-COLOR-04, OG-COLOR-04, CON-33."""
    game = each_game()
    game.put("c", game.die("t/confuser", CONFUSE, block=4), "A", (200, 200))
    game.put("micro", game.full_die("t/die", shield="purple"), "B", (700, 450))
    assert game.do("confuse", by="c", target="micro", corner=0).names() == ["unharmed"]


@pytest.mark.parametrize("kind", ["repair", "confuse", "jump", "call", "command", "clone"])
def test_og_face_08_a_face_without_an_effect_cannot_use_it(each_game: Begin, kind: Any) -> None:
    """OG-FACE-08."""
    game = each_game()
    game.plain("d", "A", (600, 450))
    game.plain("foe", "B", (900, 450))
    game.plain("hand", "A", "hand")
    keys: dict[str, Any] = {
        "repair": {"target": "foe", "corner": None},
        "confuse": {"target": "foe", "corner": 0},
        "jump": {},
        "call": {"piece": "hand"},
        "command": {},
        "clone": {"target": "foe"},
    }
    assert game.do(kind, by="d", **keys[kind]).why == "no-arrow"


def test_a_counter_beside_a_die_that_is_not_on_the_table_does_nothing(game: Begin) -> None:
    table = game("deep-white-sea", counters=[{"kind": "poison", "on": "d", "by": "B"}])
    table.plain("d", "A", "hand")
    assert table.do("pass").names() == ["turn"]


CLONE = {"kind": "clone", "range": "short", "corners": [0]}


def test_cy_clone_07_a_clone_that_gives_up_its_action_keeps_the_copy_until_the_turn_ends(game: Begin) -> None:
    """CY-CLONE-07: the copy ends when the die acts or with the turn; an action given up is none (AMB-67)."""
    table = game("cyburg")
    table.put("c", table.die("t/cloner", CLONE, block=4), "A", (600, 300), 90)
    table.gun("source", "B", (600, 430), 270, corners=[0], block=9)
    assert table.do("clone", by="c", target="source").ok
    assert table.do("skip").ok
    assert table.piece("c")["block"] == 9
    line = table.do("end-turn")
    assert "CY-CLONE-07" in line.rules
    assert table.piece("c")["block"] == 4
