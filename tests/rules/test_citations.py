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


def test_cy_cmd_06_a_flag_lost_to_immunity_is_told_apart_from_one_lost_by_leaving(game: Begin) -> None:
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
        told: Any = {"disturbed": [{"piece": "x", "face": "5", "centre_mm": [800, 310], "heading_deg": 0}]}
        line = table.land("h", (600, 600), **(told if blue else {"knocked_off": ["x"]}))
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
