"""Maneuvers: dots, the step, what is in the way on the plan and in space."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.rules.conftest import Begin

STEP = 29.3294


def test_og_move_01_a_step_goes_one_circumradius_toward_the_pressed_corner(each_game: Begin) -> None:
    """OG-MOVE-01, OG-FACE-09, DW-MOVE-01, CY-MOVE-01, GEO-08, OG-SET-05."""
    game = each_game()
    game.put("d", game.full_die("t/die", maneuver=[0, 2]), "A", (600, 450), 30)
    corners = game.ask("maneuver", piece="d").answer["corners"]
    assert corners["0"]["face"] == "1"
    assert corners["0"]["centre_mm"] == pytest.approx([600 + STEP * math.cos(math.pi / 6), 450 + STEP / 2], abs=0.01)
    assert corners["1"] == {"legal": False, "why": "no-dot"}
    moved = game.do("maneuver", piece="d", corner=0).of("moved")[0]
    assert (moved["face"], moved["heading_deg"] % 360) == ("1", 90)
    assert game.do("maneuver", piece="d", corner=0).why == "turn-spent"


def test_og_move_02_a_die_may_not_roll_where_another_stands_or_over_the_edge(each_game: Begin) -> None:
    """OG-MOVE-02, OG-MOVE-03, DW-MOVE-02, GEO-09, GEO-11."""
    game = each_game()
    game.put("d", game.full_die("t/die", maneuver=[0, 1, 2]), "A", (600, 25), 0)
    game.plain("wall", "B", (663, 25), 40)
    corners = game.ask("maneuver", piece="d").answer["corners"]
    assert [(corners[c]["legal"], corners[c].get("why")) for c in "012"] == [
        (False, "blocked-by-die"),
        (True, None),
        (False, "table-edge"),
    ]
    assert game.do("maneuver", piece="d", corner=0).why == "blocked-by-die"
    assert game.do("maneuver", piece="d", corner=2).why == "table-edge"


def test_amb_11_a_die_beside_the_path_is_no_obstacle(game: Begin) -> None:
    table = game()
    table.put("d", table.full_die("t/die", maneuver=[0]), "A", (600, 450), 0)
    table.plain("beside", "B", (600, 390), 30)
    table.plain("nested-behind", "B", (578, 488.1), 0)
    assert table.ask("maneuver", piece="d").answer["corners"]["0"]["legal"] is True


def test_geo_10_a_die_whose_corner_lies_under_another_cannot_roll_away_from_it(game: Begin) -> None:
    """On the plan only the start of the sweep meets the other die; in space the rising rear corner strikes it."""
    table = game()
    table.put("d", table.full_die("t/die", maneuver=[0]), "A", (600, 450), 0)
    table.plain("over-it", "B", (556, 450), 0)
    assert table.ask("maneuver", piece="d").answer["corners"]["0"]["why"] == "blocked-by-die"


def test_geo_10_where_plan_and_space_disagree_the_players_decide(game: Begin) -> None:
    """AMB-11, GEO-10, OG-MOVE-03."""
    table = game()
    table.put("d", table.full_die("t/die", maneuver=[0]), "A", (600, 450), 0)
    table.plain("b", "B", (680.7, 450), 60)
    assert table.ask("maneuver", piece="d").answer["corners"]["0"]["legal"] is None
    assert table.do("maneuver", piece="d", corner=0).why == "brush-contested"
    assert table.do("maneuver", piece="d", corner=0, settled=True).of("moved")


def test_geo_08_a_side_that_the_die_s_file_leaves_out_is_asked_of_the_players(game: Begin) -> None:
    """GEO-08, OG-FACE-04: the side that is up has its vertices, its neighbours are not in the file."""
    table = game()
    table.put("d", table.die("t/one-side", block=5, vertices="BAC", maneuver=[0]), "A", (600, 450), 0)
    line = table.do("maneuver", piece="d", corner=0)
    assert line.why == "ask"
    assert line.rules == ["GEO-08", "OG-FACE-04"]


def test_og_ogre_28_is_cited_where_one_ogre_blocks_another_and_for_no_smaller_die(game: Begin) -> None:
    table = game()
    table.ogre("big", "A", (600, 450), 0)
    table.ogre("other", "B", (726, 450), 40)
    table.put("small", table.full_die("t/die", maneuver=[0]), "A", (820, 450), 180)
    assert "OG-OGRE-28" in table.do("maneuver", piece="big", corner=0).rules
    blocked = table.do("maneuver", piece="small", corner=0)
    assert blocked.why == "blocked-by-die"
    assert "OG-OGRE-28" not in blocked.rules


@pytest.mark.parametrize(("gap", "legal"), [(0.5, None), (5.0, True)])
def test_amb_11_a_clearance_within_the_measuring_error_is_contested(game: Begin, gap: Any, legal: Any) -> None:
    table = game()
    table.put("d", table.full_die("t/die", maneuver=[0]), "A", (600, 450), 0, sigma_mm=0.5)
    table.plain("b", "B", (600 + 3 * STEP + gap, 450), 0, sigma_mm=0.5)
    assert table.ask("maneuver", piece="d").answer["corners"]["0"]["legal"] is legal


def test_con_36_counters_and_command_posts_are_part_of_the_table(game: Begin) -> None:
    """OG-SET-07, OG-SET-08, OG-CP-10, CON-36: a die may roll onto them; an own Ogre too."""
    table = game(counters=[{"kind": "flat", "centre_mm": [640, 100]}])
    table.put("d", table.full_die("t/die", maneuver=[0]), "A", (600, 100), 0)
    table.post("cp", "A", (640, 100))
    table.ogre("ogre", "A", (400, 100), 0)
    table.post("own", "A", (500, 100))
    assert table.ask("maneuver", piece="d").answer["corners"]["0"]["legal"] is True
    line = table.do("maneuver", piece="ogre", corner=0)
    assert line.ok
    assert not line.of("armour")


def test_og_turn_01_one_action_a_turn_by_one_s_own_dice(each_game: Begin) -> None:
    """OG-TURN-01, OG-TURN-02, OG-TURN-03, OG-TURN-06, CY-TURN-01, CY-TURN-02, DW-TURN-01."""
    game = each_game()
    game.gun("a", "A", (200, 200))
    game.gun("b", "A", (400, 200))
    game.plain("t", "B", (600, 700), block=3)
    game.plain("u", "B", (800, 700), block=3)
    game.gun("foe", "B", (1000, 700))
    assert game.do("shoot", by="foe", effect=0, target="a").why == "not-your-turn"
    assert game.do("shoot", by="a", effect=0, target="t", player="B").why == "not-your-turn"
    assert game.do("shoot", by="a", effect=0, target="t").ok
    assert game.do("shoot", by="b", effect=0, target="u").why == "turn-spent"
    assert game.do("end-turn").of("turn") == [{"event": "turn", "player": "B"}]


def test_og_turn_02_actions_lists_what_may_be_done(game: Begin) -> None:
    table = game()
    table.put("d", table.full_die("t/die", {"kind": "call"}, {"kind": "jump"}, maneuver=[0]), "A", (600, 450))
    table.plain("hand", "A", "hand")
    table.plain("foe", "B", (900, 700))
    assert set(table.ask("actions", piece="d").answer["do"]) == {"maneuver", "call", "jump"}
    assert table.ask("actions", piece="hand").answer["do"] == ["throw"]
    assert table.ask("actions", piece="foe").answer["do"] == []
    assert set(table.ask("actions").answer["do"]) == {"throw", "maneuver", "call", "jump", "pass", "end-turn"}
    table.do("jump", by="d")
    assert table.ask("actions", piece="d").answer["do"] == ["throw"]
