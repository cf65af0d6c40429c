"""Rules that tests named and none held: these fail when the rule is left out (`python -m tests.mutation rules`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.rules.conftest import Begin

INRADIUS_MM = 50.8 / (2 * 3**0.5)


def test_og_range_05_the_bottom_corners_of_a_die_do_not_count(each_game: Begin) -> None:
    """OG-RANGE-05, DW-RANGE-04: edges of the top faces towards each other, corners of the silhouettes beyond them."""
    game = each_game()
    game.plain("a", "A", (300, 300), 180)
    game.plain("b", "B", (400, 300), 0)
    assert game.ask("distance", from_="a", to="b").answer["mm"] == pytest.approx(100 - 2 * INRADIUS_MM, abs=0.01)


@pytest.mark.parametrize(("corner", "seen"), [(0, "north"), (1, "southwest"), (2, "southeast")])
def test_og_face_01_a_die_sees_where_its_arrow_stands(each_game: Begin, corner: int, seen: str) -> None:
    """OG-FACE-01, DW-FACE-01, OG-SIGHT-06, CON-21: the arrow's corner decides, not the die's heading."""
    game = each_game()
    game.gun("s", "A", (600, 450), 90, corners=[corner])
    game.plain("north", "B", (600, 800))
    game.plain("southwest", "B", (300, 277))
    game.plain("southeast", "B", (900, 277))
    assert game.ask("targets", by="s", effect=0).answer["legal"] == [seen]


def test_og_turn_03_what_an_action_led_to_comes_before_all_else(each_game: Begin) -> None:
    """OG-TURN-03, DW-TURN-01, CY-TURN-02: after a Call nobody acts but the called die."""
    game = each_game()
    game.put("caller", game.die("t/caller", {"kind": "call"}, block=4), "A", (300, 200))
    game.gun("other", "A", (600, 200))
    game.plain("called", "A", "hand")
    game.plain("target", "B", (600, 700))
    assert game.do("call", by="caller", piece="called").ok
    assert game.do("shoot", by="other", effect=0, target="target").why == "turn-spent"
    assert game.land("called", (900, 300)).ok


def test_dw_face_05_a_face_without_an_effect_line_calls_nobody(game: Begin) -> None:
    """DW-FACE-05: what the effect line offers is offered by no face that lacks one."""
    table = game("deep-white-sea")
    table.script["dice"].append({"id": "t/bare", "face": [{"key": "8", "block": 3}]})
    table.put("bare", "t/bare", "A", (600, 300))
    table.put("caller", table.die("t/caller", {"kind": "call"}, block=4), "A", (300, 200))
    table.plain("called", "A", "hand")
    assert not table.do("call", by="bare", piece="called").ok
    assert table.do("call", by="caller", piece="called").ok


def test_dw_face_09_a_crew_of_two_colours_is_none(game: Begin) -> None:
    """DW-FACE-09, AD-ARMY-02."""
    table = game("deep-white-sea")
    teams = ["White", "White", "White", "White", "Orange"]
    names = [table.die(f"t/{n}", block=3, points=9, team=team, unique=True) for n, team in enumerate(teams)]
    answer = table.ask("army", dice=names, scenario="dws-crew").answer
    assert answer["legal"] is False


def test_dw_army_02_other_armies_are_no_crew_of_five(game: Begin) -> None:
    """DW-ARMY-02, AD-MULTI-04, OG-SET-02: dice of any set and number, within the points."""
    table = game("deep-white-sea")
    names = [table.die(f"{box}/x", block=3, points=9, team="White") for box in ("ogre", "cyburg", "deep-white-sea")]
    answer = table.ask("army", dice=names, scenario="tournament").answer
    assert (answer["legal"], answer["limit"]) == (True, 39)


def test_cy_clone_03_a_clone_is_colourless_and_a_command_is_not(game: Begin) -> None:
    """CY-CLONE-03, CY-CMD-01, DW-COLOR-06: a shield of the arrow's colour keeps a Command away, no Clone."""
    table = game("cyburg")
    blue = {"kind": "clone", "colour": "blue", "range": "short", "corners": [0, 1, 2]}
    table.put("c", table.die("t/cloner", blue, block=4), "A", (600, 300))
    table.plain("immune", "B", (600, 430), shield="blue")
    assert table.ask("targets", by="c", effect=0).answer["hits"] == ["immune"]
    command = {"kind": "command", "colour": "blue", "range": "all", "corners": [0, 1, 2]}
    table.put("commander", table.die("t/commander", command, block=4), "B", (300, 300))
    assert table.ask("targets", by="commander", effect=0).answer["legal"] == []
