"""Terrain and levels of the advanced rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.rules.conftest import Begin, Game

HILL = {"id": "hill", "outline_mm": [[450, 500], [750, 500], [750, 800], [450, 800]], "level": 1}
WALL = {"id": "wall", "outline_mm": [[440, 380], [460, 380], [460, 520], [440, 520]]}


def table_with(game: Begin, *terrain: Any, advanced: bool = True, **keys: Any) -> Game:
    return game(advanced=advanced, table={"shape": "rect", "size_mm": [1200, 900], "terrain": list(terrain)}, **keys)


@pytest.mark.parametrize(("advanced", "sees"), [(True, False), (False, True)])
def test_ad_terr_10_terrain_hides_a_die_and_dice_do_not(game: Begin, advanced: Any, sees: Any) -> None:
    """AD-TERR-01, AD-TERR-10, AD-TERR-11, AD-GEN-01, CON-22, AMB-49."""
    table = table_with(game, WALL, advanced=advanced)
    table.gun("s", "A", (300, 450), 0, corners=[0])
    table.plain("between", "B", (380, 450))
    table.plain("t", "B", (600, 450))
    assert table.ask("sees", by="s", effect=0, target="t").answer["sees"] is sees
    assert table.ask("sees", by="s", effect=0, target="between").answer["sees"] is True
    table.plain("above", "B", (300, 530))
    table.plain("beyond", "B", (300, 700))
    table.put("looker", "die/s", "A", (300, 300), 90)
    assert table.ask("sees", by="looker", effect=0, target="beyond").answer["sees"] is True


def test_amb_49_one_free_line_from_face_to_face_is_enough(game: Begin) -> None:
    table = table_with(game, WALL | {"outline_mm": [[440, 300], [460, 300], [460, 455], [440, 455]]})
    table.gun("s", "A", (300, 450), 0, corners=[0])
    table.plain("t", "B", (600, 450))
    assert table.ask("sees", by="s", effect=0, target="t").answer["sees"] is True


def test_amb_49_a_gap_between_two_walls_lets_a_look_through_and_a_closed_one_does_not(game: Begin) -> None:
    for gap, sees in ((2.0, True), (0.0, False)):
        low = {"id": "low", "outline_mm": [[440, 100], [460, 100], [460, 450 - gap / 2], [440, 450 - gap / 2]]}
        high = {"id": "high", "outline_mm": [[440, 450 + gap / 2], [460, 450 + gap / 2], [460, 800], [440, 800]]}
        table = table_with(game, low, high)
        table.gun("s", "A", (300, 450), 0, corners=[0])
        table.plain("t", "B", (600, 450))
        assert table.ask("sees", by="s", effect=0, target="t").answer["sees"] is sees


def test_ad_terr_13_a_higher_die_sees_down_and_is_not_seen_from_below(game: Begin) -> None:
    """AD-TERR-12, AD-TERR-13, DW-BACKSTAB-02, AMB-44."""
    table = table_with(game, HILL)
    table.gun("top", "A", (600, 600), 270, corners=[0], level=1)
    table.gun("low", "B", (600, 350), 90, corners=[0])
    table.plain("top2", "B", (600, 550), 90, level=1)
    assert table.ask("sees", by="top", effect=0, target="low").answer["sees"] is True
    assert table.ask("sees", by="top", effect=0, target="top2").answer["sees"] is True
    answer = table.ask("sees", by="low", effect=0, target="top").answer
    assert (answer["sees"], answer["why"]) == (False, "lower-level")
    assert table.do("shoot", by="low", effect=0, target="top", player="B").why == "not-your-turn"


def test_ad_terr_10_a_hill_hides_what_lies_lower_on_both_sides_only(game: Begin) -> None:
    table = table_with(game, HILL)
    table.gun("s", "A", (600, 300), 90, corners=[0])
    table.plain("beyond", "B", (600, 850))
    table.gun("top", "A", (600, 520), 90, corners=[0], level=1)
    assert table.ask("sees", by="s", effect=0, target="beyond").answer["why"] == "terrain"
    assert table.ask("sees", by="top", effect=0, target="beyond").answer["sees"] is True


def test_ad_terr_05_a_die_may_overhang_a_hill_but_not_leave_it(game: Begin) -> None:
    """AD-TERR-04, AD-TERR-05, AD-TERR-09, AMB-48."""
    table = table_with(game, HILL)
    die = table.full_die("t/die", maneuver=[0], points=4)
    table.put("inner", die, "A", (520, 700), 180, level=1)
    table.put("rim", die, "A", (470, 600), 180, level=1)
    table.gun("g", "B", (100, 100), attack=1, level=1)
    assert table.ask("maneuver", piece="inner").answer["corners"]["0"]["legal"] is True
    corner = table.ask("maneuver", piece="rim").answer["corners"]["0"]
    assert (corner["legal"], corner["why"]) == (False, "blocked-by-terrain")


def test_ad_terr_09_damage_off_the_hill_or_against_it_is_fatal(game: Begin) -> None:
    """AD-TERR-02, AD-TERR-03, AD-TERR-04, AD-TERR-09, CON-16: the red dot of side 8 is in corner 1."""
    table = table_with(game, HILL, to_move="B")
    die = table.full_die("t/die", points=4)
    table.put("rim", die, "A", (470, 600), 60, level=1)
    table.put("beside", die, "A", (410, 700), -120)
    table.gun("g", "B", (600, 650), attack=1, level=1)
    for name in ("rim", "beside"):
        assert table.ask("damage-step", piece=name).answer["why"] == "pinned"
    assert table.do("shoot", by="g", effect=0, target="rim").of("killed")[0]["to"] == "B"


@pytest.mark.parametrize(
    ("advanced", "leans", "roll", "enters"),
    [
        (True, "hill", True, True),
        (True, "hill", False, False),
        (True, "other", True, False),
        (False, "hill", True, False),
    ],
)
def test_ad_terr_06_a_thrown_die_that_leans_on_terrain_may_roll_off(
    game: Begin, advanced: Any, leans: Any, roll: Any, enters: Any
) -> None:
    """AD-TERR-06, AD-TERR-07, AD-TERR-08, OG-OFF-02, CON-15, AMB-48."""
    table = table_with(game, HILL, advanced=advanced)
    table.plain("x", "A", "hand")
    table.plain("other", "B", (900, 450))
    lands = {"leaning_on": leans}
    if roll:
        lands["roll_off"] = {"face": "8", "centre_mm": [410, 600], "heading_deg": 0}
    line = table.do("throw", piece="x", lands=lands)
    assert bool(line.of("entered")) is enters
    assert bool(line.of("removed")) is not enters


def test_ad_terr_08_a_die_already_in_play_has_no_roll_off(game: Begin) -> None:
    table = table_with(game, HILL)
    table.plain("x", "A", "hand")
    table.plain("bumped", "B", (400, 450), points=3)
    line = table.land("x", (200, 200), disturbed=[{"piece": "bumped", "leaning_on": "hill"}])
    assert line.of("removed")[0]["piece"] == "bumped"
    assert line.of("scored")[0]["points"] == 3


@pytest.mark.parametrize(("to", "level"), [((620, 650), 1), ((900, 250), 0)])
def test_ad_terr_05_a_bumped_die_keeps_its_level_where_it_rests_on_the_hill_still(
    game: Begin, to: Any, level: Any
) -> None:
    """AD-TERR-12: whom it sees hangs on it."""
    seen = [{"piece": "high", "face": "8", "centre_mm": list(to), "heading_deg": 0}]
    for action in ("throw", "observe"):
        table = table_with(game, HILL)
        table.gun("high", "B", (600, 650), level=1)
        table.gun("t", "A", "hand")
        line = table.land("t", (150, 150), disturbed=seen) if action == "throw" else table.do("observe", pieces=seen)
        assert line.ok
        assert table.piece("high")["level"] == level


def test_con_22_a_level_counts_where_the_terrain_rules_do_and_is_taken_as_given_without_terrain(game: Begin) -> None:
    """CON-22, AD-TERR-12, AD-TERR-13: a hill need not be outlined for a die to stand on it."""
    for advanced, why in ((True, "lower-level"), (False, None)):
        table = game(advanced=advanced)
        table.gun("low", "A", (300, 450))
        table.gun("high", "B", (600, 450), level=1)
        assert table.ask("sees", by="low", effect=0, target="high").answer.get("why") == why
        assert table.ask("sees", by="high", effect=0, target="low").answer["sees"]


def test_con_22_without_the_terrain_rules_a_die_of_another_level_is_in_the_way_as_any_other(game: Begin) -> None:
    """OG-MOVE-02, AMB-11: how high a hill is matters where terrain does."""
    for advanced, why in ((True, "brush-contested"), (False, "blocked-by-die")):
        table = game(advanced=advanced)
        table.put("x", table.full_die("t/die", maneuver=[0]), "A", (600, 450))
        table.plain("t", "B", (650, 450), level=1)
        assert table.ask("maneuver", piece="x").answer["corners"]["0"]["why"] == why
