"""The Command Post: armour, most distant target, what it ignores, how it dies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.rules.conftest import Begin

SHORT = {"kind": "weapon", "colour": "yellow", "range": "short", "corners": [0, 1, 2], "attack": 7}


def test_og_cp_07_a_hit_takes_the_full_attack_off_and_the_last_point_destroys_it_for_good(game: Begin) -> None:
    """OG-CP-01, OG-CP-07, OG-CP-08, OG-CP-15, OG-WIN-05, CON-25."""
    table = game(to_move="B")
    table.gun("g", "B", (150, 750), attack=7)
    table.post("cp", "A", (600, 30), 10)
    table.put(
        "m", table.die("t/medic", {"kind": "repair", "range": "long", "corners": [0, 1, 2]}, block=4), "A", (600, 300)
    )
    assert table.do("shoot", by="g", effect=0, target="cp").of("armour")[0] == {
        "event": "armour",
        "id": "cp",
        "lost": 7,
        "left": 3,
    }
    table.do("end-turn")
    table.do("pass")
    line = table.do("shoot", by="g", effect=0, target="cp")
    assert line.names() == ["armour"]
    assert line.of("armour")[0]["left"] == 0
    assert {"OG-CP-07", "OG-CP-08", "OG-CP-15"} <= set(line.rules)
    table.do("end-turn")
    assert table.do("command", by="cp").why == "destroyed"
    assert table.do("repair", by="m", target="cp", corner=None).why == "destroyed"


@pytest.mark.parametrize("tank", [True, False])
def test_og_cp_05_a_short_shot_hits_it_only_when_it_is_all_that_is_seen(game: Begin, tank: Any) -> None:
    """OG-CP-04, OG-CP-05, CON-23."""
    table = game(to_move="B")
    table.put("g", table.die("t/g", SHORT, block=4), "B", (600, 150))
    table.post("cp", "A", (600, 30))
    if tank:
        table.plain("tank", "A", (1100, 800))
    assert table.ask("targets", by="g", effect=0).answer["hits"] == (["tank"] if tank else ["cp"])


def test_amb_18_an_all_range_shot_hits_it_last_where_the_arrow_sees_it(game: Begin) -> None:
    """AMB-18, OG-RANGE-13, CON-23."""
    for corners, hits in (([0, 1, 2], ["far", "cp"]), ([0], ["far"])):
        table = game(to_move="B")
        table.put("g", table.die("t/g", SHORT | {"range": "all", "corners": corners}, block=4), "B", (600, 150), 90)
        table.post("cp", "A", (600, 30))
        table.plain("far", "A", (600, 800))
        assert table.ask("targets", by="g", effect=0).answer["hits"] == hits


def test_og_cp_09_an_enemy_ogre_that_rolls_into_it_destroys_it_without_points_or_treads(game: Begin) -> None:
    """OG-CP-09, OG-CP-15, AMB-35, AMB-68."""
    table = game(to_move="B")
    table.ogre("ogre", "B", (600, 140), 270)
    table.post("cp", "A", (600, 30))
    line = table.do("maneuver", piece="ogre", corner=0)
    assert line.names() == ["moved", "armour"]
    table = game()
    table.ogre("ogre", "B", (600, 140), 150)
    table.post("cp", "A", (600, 30))
    table.gun("g", "A", (150, 750), attack=1)
    assert table.do("shoot", by="g", effect=0, target="ogre").names() == ["damaged", "armour"]


def test_og_cp_11_it_ignores_command_confuse_hold_freeze_and_protection(game: Begin) -> None:
    """OG-CP-11, OG-CP-12."""
    around = {"range": "all", "corners": [0, 1, 2]}
    table = game()
    table.post("cp", "B", (600, 870))
    table.put("c", table.die("t/c", {"kind": "confuse", "colour": "purple", **around}, block=4), "A", (600, 300))
    assert table.do("confuse", by="c", target="cp", corner=0).names() == ["unharmed"]
    table = game()
    table.post("cp", "A", (600, 30))
    table.put("k", table.die("t/k", {"kind": "command", "colour": "blue", **around}, block=4), "A", (600, 300))
    table.plain("u", "A", (800, 300))
    answer = table.ask("command-order", by="k").answer
    assert (answer["order"], answer["excluded"]["cp"]) == (["u"], "immune")


def test_og_cp_12_protection_of_an_ally_does_not_lessen_what_it_loses(game: Begin) -> None:
    """OG-CP-12: it has no Block that Protection could add to."""
    table = game(to_move="B")
    table.post("cp", "A", (600, 30))
    shield = {"kind": "protection", "colour": "purple", "amount": 3, "continuous": True, "range": "all"}
    table.put("p", table.die("t/p", shield | {"corners": [0, 1, 2]}, block=4), "A", (600, 300))
    table.plain("u", "A", (800, 300))
    table.gun("g", "B", (150, 750), attack=8)
    assert table.do("shoot", by="g", effect=0, target="cp").of("armour")[0]["left"] == 52


def test_con_08_a_die_across_the_edge_line_comes_before_one_beside_it(game: Begin) -> None:
    """CON-08, OG-CMD-04: the nearest point to the edge counts, and none is nearer than one that the line runs
    through."""
    table = game()
    table.post("cp", "A", (600, 60))
    table.plain("beside", "A", (300, 26), 0)
    table.plain("across", "A", (800, 10), 0)
    table.plain("near", "A", (400, 205), 0)
    table.plain("large", "A", (550, 220), 0, edge_mm=101.6)
    assert table.ask("command-order", by="cp").answer["order"] == ["across", "beside", "large", "near"]


def test_con_34_with_mixed_armies_command_posts_and_dice_both_command(game: Begin) -> None:
    """CON-34, OG-CMD-03: what the Ogre set alone has only the Command Post for."""
    table = game()
    table.post("cp", "A", (600, 30))
    commands = {"kind": "command", "colour": "blue", "range": "all", "corners": [0, 1, 2]}
    table.put("k", table.die("t/k", commands, block=4), "A", (600, 300))
    table.plain("u", "A", (800, 500))
    assert table.ask("command-order", by="cp").answer["order"] == ["k", "u"]
    assert table.ask("command-order", by="k").answer["order"] == ["u"]


@pytest.mark.parametrize(("agreed", "armour"), [("cap", 60), ("no-cap", 65)])
def test_og_cp_14_a_repair_restores_ten_armour_and_removes_poison(game: Begin, agreed: Any, armour: Any) -> None:
    """OG-CP-06, OG-CP-14, AMB-37."""
    table = game(agreements={"AMB-37": agreed}, counters=[{"kind": "poison", "on": "cp", "by": "B"}])
    table.post("cp", "A", (600, 30), 55)
    table.put(
        "m", table.die("t/medic", {"kind": "repair", "range": "long", "corners": [0, 1, 2]}, block=4), "A", (600, 300)
    )
    line = table.do("repair", by="m", target="cp", corner=None)
    assert line.names() == ["armour", "counter"]
    assert table.state()["command_posts"]["cp"]["armour"] == armour


def test_og_cp_13_poison_takes_one_armour_in_each_of_its_creator_s_turns(game: Begin) -> None:
    """OG-CP-13, AMB-36, CON-19."""
    table = game(to_move="B")
    table.post("cp", "A", (600, 30), 60)
    table.gun("v", "B", (150, 750), attack=3, colour="green")
    table.script["dice"][-1]["face"][0]["effect"][0]["kind"] = "poison"
    assert table.do("shoot", by="v", effect=0, target="cp").names() == ["armour", "counter"]
    assert not table.do("end-turn").of("armour")
    assert table.do("pass").of("armour") == [{"event": "armour", "id": "cp", "lost": 1, "left": 56}]


def test_og_cp_11_it_ignores_whatever_is_dark_blue(game: Begin) -> None:
    table = game()
    table.post("own", "A", (600, 30), 30)
    table.post("theirs", "B", (600, 870))
    table.gun("g", "A", (300, 300), colour="blue")
    line = table.do("shoot", by="g", effect=0, target="theirs")
    assert line.of("unharmed") == [{"event": "unharmed", "piece": "theirs", "why": "immune"}]
    assert "OG-CP-11" in line.rules
    table = game()
    table.post("own", "A", (600, 30), 30)
    blue = {"kind": "repair", "colour": "blue", "range": "long", "corners": [0, 1, 2]}
    table.put("m", table.die("t/medic", blue, block=4), "A", (600, 300))
    assert table.do("repair", by="m", target="own", corner=None).names() == ["unharmed"]
    assert table.state()["command_posts"]["own"]["armour"] == 30


def test_amb_02_an_order_of_command_that_the_measurement_leaves_open_is_reported_as_open(game: Begin) -> None:
    """AMB-02, AMB-08, OG-CMD-04: the players settle who acts first."""
    table = game()
    table.post("cp", "A", (600, 30))
    table.plain("near", "A", (400, 300.0), sigma_mm=0.5)
    table.plain("far", "A", (800, 300.4), sigma_mm=0.5)
    line = table.ask("command-order", by="cp")
    assert line.text == "The order in which Command Post (cp) commands near, far is too close to call."
    assert (line.answer["order"], line.rules[0]) == (["near", "far"], "AMB-02")
    assert table.do("command", by="cp").why == "too-close-to-call"
    assert [event["piece"] for event in table.do("command", by="cp", settled=True).of("flag")] == ["near", "far"]
