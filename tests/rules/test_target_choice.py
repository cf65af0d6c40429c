"""AMB-09: the owner of a Long-Range continuous effect names the one die that it acts on, as it is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.rules.conftest import Begin

FREEZE = {"kind": "freeze", "colour": "ice", "range": "long", "corners": [0, 1, 2], "continuous": True}


def frozen(table: Any) -> list[str]:
    """The pieces that are frozen now."""
    return [name for name, row in table.state()["pieces"].items() if row["conditions"] == ["frozen"]]


def long_freeze(begin: Begin, **effect: Any) -> Any:
    """B's freezer over three dice of A's, of which A moves first."""
    table = begin(to_move="A")
    table.put("f", table.die("t/freezer", FREEZE | effect, block=5), "B", (600, 700))
    for name, y in (("near", 550), ("middle", 350), ("far", 150)):
        table.plain(name, "A", (600, y))
    table.plain("hand-a", "A", "hand")
    table.plain("hand-b", "B", "hand")
    return table


def test_amb_09_the_owner_names_the_target_at_the_start_of_any_turn(each_game: Begin) -> None:
    """DW-CONT-01, DW-CONT-03, AMB-09: in the opponent's turn too; it costs no action."""
    table = long_freeze(each_game)
    assert frozen(table) == ["near"]
    line = table.do("name-target", by="f", effect=0, target="far", player="B")
    assert line.ok
    assert line.rules[:2] == ["AMB-09", "DW-CONT-01"]
    assert frozen(table) == ["far"]
    assert table.do("throw", piece="hand-a", lands="off").ok, "A has the whole turn"
    table.do("end-turn")
    assert frozen(table) == ["far"], "the owner's word stands while the die is a legal target"
    assert table.do("name-target", by="f", effect=0, target="middle").ok
    assert frozen(table) == ["middle"]


def test_dw_cont_05_no_target_is_named_in_mid_turn_until_the_source_is_disturbed(each_game: Begin) -> None:
    """DW-CONT-04, DW-CONT-05."""
    table = long_freeze(each_game)
    table.do("throw", piece="hand-a", lands="off")
    line = table.do("name-target", by="f", effect=0, target="far")
    assert (line.why, "DW-CONT-05" in line.rules) == ("turn-spent", True)
    table.do("observe", pieces=[{"piece": "f", "face": "8", "centre_mm": [600, 705], "heading_deg": 0}])
    assert table.do("name-target", by="f", effect=0, target="far").ok
    assert frozen(table) == ["far"]


def test_amb_09_a_named_target_that_is_gone_gives_way_to_the_closest(each_game: Begin) -> None:
    table = long_freeze(each_game)
    table.do("name-target", by="f", effect=0, target="far")
    table.land("hand-a", (900, 200), knocked_off=["far"])
    table.do("end-turn")
    assert frozen(table) == ["near"]


@pytest.mark.parametrize(
    ("effect", "keys", "why", "rule"),
    [
        ({}, {"target": "hand-b"}, "not-in-play", None),
        ({}, {"target": "f"}, "illegal-target", None),
        ({}, {"target": "far", "player": "A"}, "not-your-turn", "AMB-09"),
        ({}, {"target": "far", "effect": 1}, "no-arrow", None),
        ({"range": "short"}, {"target": "far"}, "no-effect", "AMB-09"),
        ({"range": "all"}, {"target": "far"}, "no-effect", "AMB-09"),
        ({"kind": "weapon", "attack": 4}, {"target": "far"}, "no-effect", "DW-CONT-01"),
        ({"corners": [1]}, {"target": "far"}, "not-seen", None),
    ],
)
def test_amb_09_only_a_legal_target_of_a_long_range_effect_is_named_by_its_owner(
    game: Begin, effect: Any, keys: Any, why: Any, rule: Any
) -> None:
    table = long_freeze(lambda **more: game("deep-white-sea", **more), **effect)
    before = table.state()
    line = table.do("name-target", **{"by": "f", "effect": 0, **keys})
    assert line.why == why
    assert rule is None or rule in line.rules
    assert table.state() == before


def test_dw_color_01_a_named_die_that_is_immune_is_unharmed(game: Begin) -> None:
    """DW-COLOR-01, DW-COLOR-02: nothing else is frozen in its place before the next check."""
    table = long_freeze(lambda **more: game("deep-white-sea", **more))
    table.plain("robot", "A", (900, 300), shield="ice")
    assert table.do("name-target", by="f", effect=0, target="robot").names() == ["unharmed"]
    assert frozen(table) == []


def test_dw_cont_05_a_named_die_that_was_immune_is_not_frozen_before_the_next_check(game: Begin) -> None:
    """DW-CONT-03, DW-COLOR-01: it turns up a side that the Freeze could act on, in mid-turn."""
    table = long_freeze(lambda **more: game("deep-white-sea", **more))
    table.put("robot", table.full_die("t/robot", maneuver=[0]), "A", (900, 300))
    for face in table.script["dice"][-1]["face"]:
        face["shield"] = "ice" if face["key"] == "8" else "white"
    table.do("name-target", by="f", effect=0, target="robot")
    assert table.do("maneuver", piece="robot", corner=0).ok
    assert frozen(table) == []
    table.do("end-turn")
    assert frozen(table) != []


def test_amb_09_an_act_refused_leaves_the_target_to_be_named(game: Begin) -> None:
    table = long_freeze(lambda **more: game("deep-white-sea", **more))
    assert table.do("maneuver", piece="near", corner=0).why == "frozen"
    assert table.do("name-target", by="f", effect=0, target="far").ok


def test_amb_09_no_pass_is_spoiled_and_no_option_made_by_naming_a_target(game: Begin) -> None:
    """OG-TURN-05: who could only name a target has no other option than to pass."""
    table = game("deep-white-sea")
    table.put("f", table.die("t/freezer", FREEZE, block=5), "A", (600, 700))
    table.plain("x", "B", (600, 500))
    table.plain("y", "B", (600, 300))
    for _ in range(4):
        assert table.do("name-target", by="f", effect=0, target="y").ok
        assert "name-target" not in table.ask("actions").answer["do"]
        assert table.do("pass").ok
