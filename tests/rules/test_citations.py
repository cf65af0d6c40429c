"""What decided is cited: agreements wherever they decide, special rules beside the general ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.rules.conftest import Begin

MAIN = {"kind": "weapon", "colour": "yellow", "range": "long", "corners": [0, 1, 2], "attack": 8, "system": "main"}
AROUND = {"range": "all", "corners": [0, 1, 2]}


def test_con_01_a_die_that_maneuvers_where_it_landed_does_so_by_the_revised_text(each_game: Begin) -> None:
    """OG-TURN-09."""
    game = each_game()
    game.put("d", game.full_die("t/d", maneuver=[0]), "A", "hand")
    game.land("d", (600, 300))
    assert {"CON-01", "OG-TURN-09"} <= set(game.do("maneuver", piece="d", corner=0).rules)


@pytest.mark.parametrize("agreed", ["both", "one"])
def test_amb_16_what_a_commanded_ogre_may_still_do_names_the_agreement(game: Begin, agreed: Any) -> None:
    table = game(agreements={"AMB-16": agreed})
    table.ogre("ogre", "A", (600, 450), 0, MAIN, {"kind": "shoot-and-move"})
    table.plain("t", "B", (600, 820))
    table.post("cp", "A", (600, 30))
    table.do("command", by="cp")
    assert "AMB-16" in table.do("shoot", by="ogre", effect=0, target="t").rules
    line = table.do("maneuver", piece="ogre", corner=0)
    assert line.ok is (agreed == "both")
    if not line.ok:
        assert (line.why, "AMB-16" in line.rules) == ("turn-spent", True)


def test_amb_20_a_hit_on_a_named_system_says_that_naming_is_free(game: Begin) -> None:
    table = game(to_move="B")
    table.ogre("ogre", "A", (600, 450), card={"main": 0})
    table.gun("g", "B", (150, 750), attack=9)
    line = table.do("shoot", by="g", effect=0, target="ogre", system="main")
    assert "AMB-20" in line.rules
    assert not line.of("circle")


def test_amb_38_a_turn_that_starts_with_more_than_a_re_check_says_in_which_order(game: Begin) -> None:
    table = game()
    table.plain("r", "B", "reserve")
    table.gun("g", "A", (600, 300))
    assert "AMB-38" not in table.do("pass").rules
    line = table.do("pass")
    assert line.names() == ["turn", "returned"]
    assert "AMB-38" in line.rules


def test_cy_cmd_06_a_flag_lost_to_immunity_is_distinguished_from_one_lost_by_leaving(game: Begin) -> None:
    """CY-CMD-07, CON-10."""
    for blue, rule in ((True, "CY-CMD-06"), (False, "CY-CMD-07")):
        table = game("cyburg")
        table.put(
            "c", table.die("t/c", {"kind": "command", "colour": "blue", **AROUND}, shield="blue"), "A", (200, 300)
        )
        table.put("k", table.die("t/k", {"kind": "call"}), "A", (400, 300))
        table.put("x", table.full_die("t/x", shield="white"), "A", (800, 300))
        table.script["dice"][-1]["face"][3]["shield"] = "blue"
        table.gun("h", "A", "hand")
        table.do("command", by="c")
        table.do("call", by="k", piece="h")
        reported: Any = {"disturbed": [{"piece": "x", "face": "5", "centre_mm": [800, 310], "heading_deg": 0}]}
        line = table.land("h", (600, 600), **(reported if blue else {"knocked_off": ["x"]}))
        assert [e["piece"] for e in line.of("flag")] == ["x"]
        assert rule in line.rules


def test_og_cp_10_a_die_that_rolls_over_a_command_post_finds_a_part_of_the_table(game: Begin) -> None:
    """CON-36, AMB-68: an Ogre's own too."""
    table = game()
    table.put("d", table.full_die("t/d", maneuver=[0]), "A", (300, 450))
    table.post("theirs", "B", (360, 450))
    table.ogre("ogre", "A", (800, 450))
    table.post("own", "A", (920, 450))
    for piece in ("d", "ogre"):
        answer = table.ask("maneuver", piece=piece)
        assert answer.answer["corners"]["0"]["legal"] is True
        assert "OG-CP-10" in answer.rules
    assert table.do("maneuver", piece="ogre", corner=0).names() == ["moved"]


def test_dw_poison_05_poison_that_a_green_shield_stops_names_the_rule(game: Begin) -> None:
    """CY-POISON-04."""
    table = game("deep-white-sea")
    table.gun("v", "A", (600, 300), colour="green")
    table.script["dice"][-1]["face"][0]["effect"][0]["kind"] = "poison"
    table.plain("robot", "B", (600, 700), shield="green")
    line = table.do("shoot", by="v", effect=0, target="robot")
    assert line.names() == ["unharmed"]
    assert {"DW-POISON-05", "CY-POISON-04"} <= set(line.rules)


SIGHT_RULES = {"ogre": "OG-SIGHT-05", "deep-white-sea": "DW-SIGHT-02", "cyburg": "CY-SIGHT-01"}


@pytest.mark.parametrize("profile", SIGHT_RULES)
@pytest.mark.parametrize("reach", ["short", "long", "all"])
def test_og_sight_05_where_sight_alone_leaves_no_target_the_sight_rules_decide(
    game: Begin, profile: Any, reach: Any
) -> None:
    """OG-SIGHT-05, DW-SIGHT-02, CY-SIGHT-01, AMB-65: asked for targets and fired alike."""
    table = game(profile)
    table.gun("s", "A", (600, 450), 90, corners=[0], range=reach)
    table.plain("behind", "B", (600, 200))
    line = table.ask("targets", by="s", effect=0)
    assert line.answer["excluded"] == {"behind": "not-seen"}
    assert line.rules[0] == SIGHT_RULES[profile]
    fired = table.do("shoot", by="s", effect=0)
    assert (fired.why, fired.rules[0]) == ("illegal-target", "AMB-65")
    assert SIGHT_RULES[profile] in fired.rules


def test_cy_cmd_01_a_commander_who_sees_no_ally_commands_nobody_by_the_sight_rules(game: Begin) -> None:
    """CY-SIGHT-01."""
    table = game("cyburg")
    command = {"kind": "command", "colour": "blue", "range": "all", "corners": [0]}
    table.put("c", table.die("t/c", command, shield="blue"), "A", (600, 450), 90)
    table.plain("behind", "A", (600, 200))
    for line in (table.ask("command-order", by="c"), table.do("command", by="c")):
        assert "CY-SIGHT-01" in line.rules


LANDED = {
    ("ogre", "revised"): ("OG-TURN-09", "CON-01", "OG-THROW-08"),
    ("deep-white-sea", "revised"): ("OG-TURN-09", "CON-01", "DW-THROW-07"),
    ("cyburg", "revised"): ("OG-TURN-09", "CON-01", "CY-TURN-01"),
    ("deep-white-sea", "2002"): ("CON-01", "DW-THROW-07", "OG-TURN-09"),
}


@pytest.mark.parametrize(("profile", "agreed"), LANDED)
def test_con_01_what_a_landed_die_may_do_names_the_rule_that_lets_it(game: Begin, profile: Any, agreed: Any) -> None:
    """OG-TURN-09, DW-THROW-07, CON-01."""
    table = game(profile, agreements={"CON-01": agreed})
    table.put("d", table.full_die("t/d", MAIN, maneuver=[0]), "A", "hand")
    table.plain("t", "B", (600, 700))
    table.land("d", (600, 300))
    for keys in ({"piece": "d"}, {}):
        line = table.ask("actions", **keys)
        assert tuple(line.rules[:3]) == LANDED[profile, agreed]
        assert ("maneuver" in line.answer["do"]) is (agreed == "revised")


def test_og_turn_01_what_bars_a_die_is_named_where_it_may_do_nothing(game: Begin) -> None:
    """OG-TURN-01, OG-CORE-01, OG-ZONE-05, OG-WIN-01, OG-THROW-05, OG-TURN-05, OG-SM-01, DW-HOLD-01, DW-FREEZE-01."""
    table = game()
    table.gun("a", "A", (200, 200))
    table.gun("other", "A", (200, 400))
    table.plain("t", "B", (600, 700), block=3, points=4)
    table.plain("r", "A", "reserve")
    table.plain("h", "A", "hand")
    assert "OG-THROW-01" in table.ask("actions", piece="h").rules
    assert table.ask("actions", piece="a").rules[:2] == ["OG-TURN-02", "OG-TURN-01"]
    assert "OG-CORE-01" in table.ask("actions", piece="t").rules
    assert table.ask("actions", piece="r").rules[0] == "OG-ZONE-05"
    table.do("shoot", by="a", effect=0, target="t")
    assert table.ask("actions", piece="other").rules == ["OG-TURN-01", "OG-TURN-02", "OG-TURN-03"]
    table.script["score"] = {"A": 46}
    assert table.ask("actions", piece="other").rules[0] == "OG-WIN-01"


@pytest.mark.parametrize(("kind", "rule"), [("hold", "DW-HOLD-01"), ("freeze", "DW-FREEZE-01")])
def test_dw_hold_01_what_a_held_or_frozen_die_may_do_names_the_rule_that_bars_it(
    game: Begin, kind: Any, rule: Any
) -> None:
    table = game("deep-white-sea")
    table.put("d", table.full_die("t/d", MAIN, maneuver=[0]), "A", (600, 300))
    effect = {"kind": kind, "colour": "ice", "continuous": True, **AROUND}
    table.put("h", table.die("t/h", effect, block=4), "B", (600, 700))
    assert table.ask("actions", piece="d").rules[0] == rule


def test_og_throw_05_a_foul_pending_bars_all_else_and_a_pass_too_many_names_its_rule(game: Begin) -> None:
    """OG-TURN-05, OG-CALL-01."""
    table = game()
    table.put("c", table.die("t/c", {"kind": "call"}, block=4), "A", (300, 300))
    table.plain("x", "A", "hand")
    for _ in range(2):
        table.do("pass")
    line = table.ask("actions")
    assert ("pass" in line.answer["do"], "OG-TURN-05" in line.rules) == (False, True)
    table.do("call", by="c", piece="x")
    assert table.ask("actions").rules[0] == "OG-CALL-01"
    table.land("x", (600, 300), foul=True)
    assert "OG-THROW-05" in table.ask("actions").rules


def test_amb_41_a_pinned_die_without_sides_dies_by_its_settling(game: Begin) -> None:
    """AMB-41, CY-MOVE-05, CY-MOVE-04: by a shot, and asked beforehand."""
    table = game("cyburg", to_move="B")
    table.put("pavia", table.full_die("t/pavia"), "A", (600, 450), face="4")
    for face in table.script["dice"][-1]["face"]:
        face.pop("side")
        face.setdefault("block", 9)
        face.setdefault("damage", [0])
    table.plain("wall", "A", (656, 450))
    table.gun("g", "B", (150, 150), attack=3)
    asked = table.ask("damage-step", piece="pavia")
    assert (asked.answer["why"], "AMB-41" in asked.rules) == ("pinned", True)
    line = table.do("shoot", by="g", effect=0, target="pavia")
    assert line.of("killed")
    assert "AMB-41" in line.rules
