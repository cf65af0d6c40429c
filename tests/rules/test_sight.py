"""Sight: baselines, arrow groups, the two readings of a target, measuring error."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

from companion.errors import InputError
from companion.geometry import Pose, circumradius_mm

if TYPE_CHECKING:
    from tests.rules.conftest import Begin


def test_og_sight_05_a_die_partly_above_the_baseline_is_seen_and_the_margin_says_how_far(each_game: Begin) -> None:
    """Also OG-SIGHT-03, OG-SIGHT-04, DW-SIGHT-01, DW-SIGHT-02, CY-SIGHT-01, GEO-02, GEO-05."""
    game = each_game()
    game.gun("s", "A", (600, 450), 0, corners=[0])
    game.plain("t", "B", (565, 600), 0)
    game.plain("behind", "B", (500, 300), 0)
    line = game.ask("sees", by="s", effect=0, target="t")
    baseline = 600 - 14.6647
    assert line.answer["sees"] is True
    assert game.ask("sees", by="s", effect=0, target="behind").answer["sees"] is False
    assert line.answer["margin_mm"] == pytest.approx(565 + 29.3294 - baseline, abs=0.01)


def test_og_sight_04_the_baseline_runs_on_for_ever(game: Begin) -> None:
    """OG-SIGHT-04, DW-RANGE-03, CY-SIGHT-05: nothing is too far away."""
    table = game(table={"shape": "rect", "size_mm": [9000, 9000]})
    table.gun("s", "A", (100, 100), 90, corners=[0])
    table.plain("t", "B", (8900, 130), 0)
    table.plain("ahead", "B", (150, 5000), 0)
    assert table.ask("targets", by="s", effect=0).answer["legal"] == ["ahead", "t"]


def test_og_sight_06_the_infantry_sees_dice_1_and_2_but_not_die_3(game: Begin) -> None:
    """The worked example of OG-SIGHT-06, OG-RANGE-06, OG-RANGE-08, OG-RANGE-15 (places made up to fit the words)."""
    for reach, legal, hits in (
        ("short", ["d1"], ["d1"]),
        ("long", ["d1", "d2"], []),
        ("all", ["d1", "d2"], ["d1", "d2"]),
    ):
        table = game()
        table.gun("infantry", "A", (600, 400), 90, corners=[0], range=reach)
        table.plain("d1", "B", (650, 480), 200)
        table.plain("d2", "B", (520, 560), 15)
        table.plain("d3", "B", (590, 330), 90)
        answer = table.ask("targets", by="infantry", effect=0).answer
        assert answer["legal"] == legal
        assert answer["hits"] == hits
        assert answer["excluded"]["d3"] == "not-seen"


def test_dw_sight_03_gavin_sees_dice_1_and_2_and_his_short_shot_hits_die_1(game: Begin) -> None:
    """DW-SIGHT-03, DW-RANGE-05; for Eddie Silver CY-SIGHT-02, CY-SIGHT-03."""
    for profile in ("deep-white-sea", "cyburg"):
        table = game(profile)
        table.gun("gavin", "A", (300, 300), 150, corners=[1], range="short")
        table.plain("d1", "B", (335, 190))
        table.plain("d2", "B", (130, 325), 30)
        table.plain("d3", "B", (310, 372), 90)
        assert [table.ask("sees", by="gavin", effect=0, target=d).answer["sees"] for d in ("d1", "d2", "d3")] == [
            True,
            True,
            False,
        ]
        assert table.ask("targets", by="gavin", effect=0).answer["hits"] == ["d1"]


@pytest.mark.parametrize(("aside", "seen"), [(-40, True), (-20, False), (0, False), (20, False), (40, True)])
def test_og_sight_07_two_arrows_leave_a_blind_wedge_of_60_degrees_at_the_corner_without_one(
    game: Begin, aside: Any, seen: Any
) -> None:
    """Also OG-SIGHT-08, GEO-01, GEO-06: the wedge's apex is the corner without an arrow, its middle that corner's
    direction."""
    table = game()
    table.gun("w", "A", (600, 500), 150, corners=[0, 2])
    angle = math.radians(270 + aside)
    table.plain("t", "B", (600 + 330 * math.cos(angle), 470.67 + 330 * math.sin(angle)))
    assert table.ask("sees", by="w", effect=0, target="t").answer["sees"] is seen


def test_og_sight_09_three_arrows_see_all_round(game: Begin) -> None:
    """OG-SIGHT-09, DW-SIGHT-04, GEO-07."""
    table = game()
    table.gun("s", "A", (600, 450), 17)
    for step in range(12):
        angle = math.radians(30 * step)
        table.plain(f"t{step}", "B", (600 + 90 * math.cos(angle), 450 + 90 * math.sin(angle)))
    assert len(table.ask("targets", by="s", effect=0).answer["legal"]) == 12


def test_og_sight_10_each_ogre_weapon_has_its_own_sight_line(game: Begin) -> None:
    """OG-SIGHT-10, OG-SIGHT-11, OG-FACE-15, CON-21, CON-40: one shot is one chosen weapon; the AP alone sees all
    round."""
    weapons = [
        {"kind": "weapon", "colour": c, "range": "long", "corners": [k], "attack": 8, "system": s}
        for k, (c, s) in enumerate((("yellow", "main"), ("red", "missile"), ("black", "secondary")))
    ]
    ap = {"kind": "weapon", "colour": "purple", "range": "all", "corners": [0, 1, 2], "attack": 4, "system": "ap"}
    table = game()
    table.ogre("ogre", "A", (600, 450), 0, *weapons, ap)
    table.plain("ahead", "B", (800, 450))
    table.plain("behind", "B", (400, 450))
    seen = [table.ask("targets", by="ogre", effect=k).answer["legal"] for k in range(4)]
    assert seen == [["ahead"], ["behind"], ["behind"], ["ahead", "behind"]]


def test_og_sight_10_two_ogre_weapons_of_one_colour_are_distinguished_by_their_systems(game: Begin) -> None:
    """OG-SIGHT-11, AMB-07: nobody is asked which was meant, as with two different arrows of any other die."""
    weapons = [
        {"kind": "weapon", "colour": "yellow", "range": "long", "corners": [k], "attack": attack, "system": system}
        for k, (attack, system) in enumerate(((8, "main"), (4, "secondary")))
    ]
    table = game()
    table.ogre("ogre", "A", (600, 450), 0, *weapons)
    table.plain("ahead", "B", (800, 450))
    table.plain("behind", "B", (400, 450))
    assert [table.ask("targets", by="ogre", effect=k).answer["legal"] for k in (0, 1)] == [["ahead"], ["behind"]]
    assert table.do("shoot", by="ogre", effect=1, target="behind").ok


def test_amb_01_top_face_and_whole_die_may_disagree_and_the_agreement_decides(game: Begin) -> None:
    readings = {}
    for reading in ("whole-die", "top-face"):
        table = game(agreements={"AMB-01": reading})
        table.gun("s", "A", (600, 450), 0, corners=[0])
        table.plain("t", "B", (562, 600), 60)
        line = table.ask("sees", by="s", effect=0, target="t")
        readings[reading] = line.answer["sees"]
        assert line.answer["contested"] is True
        assert "AMB-01" in line.rules
    assert readings == {"whole-die": True, "top-face": False}


def test_amb_02_a_touched_baseline_is_too_close_to_call(game: Begin) -> None:
    table = game()
    table.gun("s", "A", (600, 450), 0, corners=[0])
    table.plain("t", "B", (556.006, 600), 0)
    line = table.ask("sees", by="s", effect=0, target="t")
    assert line.answer["sees"] is None
    assert line.answer["why"] == "too-close-to-call"
    refused = table.do("shoot", by="s", effect=0, target="t")
    assert (refused.ok, refused.why) == (False, "too-close-to-call")
    assert table.do("shoot", by="s", effect=0, target="t", settled=True).ok


@pytest.mark.parametrize(("sigma", "sees"), [(0.5, True), (1.0, None), (3.0, None)])
def test_amb_02_the_measuring_error_of_both_dice_widens_what_is_too_close(game: Begin, sigma: Any, sees: Any) -> None:
    table = game()
    table.gun("s", "A", (600, 450), 0, corners=[0], sigma_mm=sigma)
    table.plain("t", "B", (558.0, 600), 0, sigma_mm=sigma)
    answer = table.ask("sees", by="s", effect=0, target="t").answer
    assert answer["margin_mm"] == pytest.approx(2.0, abs=0.01)
    assert answer["sees"] is sees
    assert answer["sigma_mm"] == pytest.approx(sigma * math.sqrt(2), abs=0.001)


def test_geo_05_measured_corners_decide_where_the_perfect_triangle_of_the_pose_would_say_otherwise(game: Begin) -> None:
    """Folded paper is no perfect triangle; a long way off, half a millimetre at a corner is several."""
    pose = Pose(600, 450, 0, 50.8)
    folded = [list(pose.corner_mm(0)), list(pose.corner_mm(1)), list(pose.corner_mm(2))]
    folded[0][1] += 0.6
    table = game(agreements={"AMB-01": "top-face"})
    table.gun("s", "A", (600, 450), 0, corners=[0])
    table.gun("f", "A", (600, 450), 0, corners=[0], corners_mm=folded)
    table.plain("t", "B", (558.0, 850), 0)
    by_pose, measured = (table.ask("sees", by=name, effect=0, target="t").answer for name in "sf")
    assert by_pose["margin_mm"] == pytest.approx(2.0, abs=0.01)
    assert measured["margin_mm"] == pytest.approx(2.0 + 400 * 0.6 * 2 / 3 / circumradius_mm(50.8), abs=0.6)
    rows = table.ask("state").answer["pieces"]
    assert rows["f"]["corners_mm"] == [pytest.approx(corner, abs=1e-3) for corner in folded]
    assert "corners_mm" not in rows["s"]


def test_geo_05_measured_corners_do_not_outlast_the_pose_that_they_were_measured_at(game: Begin) -> None:
    table = game()
    die = table.full_die("t/die", maneuver=[0, 1, 2])
    table.put("m", die, "A", (600, 450), 0, corners_mm=[[629.5, 450], [585.3, 475.4], [585.3, 424.6]])
    table.plain("t", "B", (300, 450))
    assert table.ask("distance", **{"from": "m", "to": "t"}).answer["between"][0][0] == pytest.approx(585.3)
    assert table.do("maneuver", piece="m", corner=0).ok
    assert "corners_mm" not in table.ask("state").answer["pieces"]["m"]
    seen = [
        {
            "piece": "m",
            "face": "8",
            "centre_mm": [600, 450],
            "heading_deg": 0,
            "corners_mm": [[629, 451], [585, 475], [585, 424]],
        }
    ]
    assert table.do("observe", pieces=seen).ok
    assert table.ask("state").answer["pieces"]["m"]["corners_mm"] == [[629, 451], [585, 475], [585, 424]]


def test_corners_of_another_pose_are_refused_with_the_cure(game: Begin) -> None:
    table = game()
    table.plain("t", "B", (300, 450), corners_mm=[[329, 450], [285, 475], [285, 410]])
    with pytest.raises(InputError, match=r"corners_mm\[2\]: expected within 5.1 mm of .*; put the pose right"):
        table.ask("state")


@pytest.mark.parametrize(("sigma_deg", "sees"), [(0.0, True), (0.2, None)])
def test_amb_02_an_error_of_the_heading_counts_by_the_distance(game: Begin, sigma_deg: float, sees: Any) -> None:
    """0.2 degrees are 1.4 mm at 400 mm."""
    table = game()
    table.gun("s", "A", (600, 300), 0, corners=[0], sigma_mm=0.2, sigma_deg=sigma_deg)
    table.plain("t", "B", (558.0, 700), 0, sigma_mm=0.2)
    answer = table.ask("sees", by="s", effect=0, target="t").answer
    assert answer["margin_mm"] == pytest.approx(2.0, abs=0.01)
    assert answer["sees"] is sees


def test_og_face_01_an_effect_without_an_arrow_looks_nowhere(each_game: Begin) -> None:
    """OG-FACE-01, DW-FACE-01, DW-FACE-02, CY-SPEC-01."""
    game = each_game()
    game.put("c", game.die("t/caller", {"kind": "call"}, block=4), "A", (600, 300))
    line = game.ask("targets", by="c", effect=0)
    assert (line.ok, line.why) == (False, "no-arrow")
    assert game.ask("targets", by="c", effect=5).why == "no-arrow"


def test_dw_face_02_an_arrow_with_a_c_or_without_a_number_is_no_weapon(each_game: Begin) -> None:
    """DW-FACE-02, CY-WEAPON-01: only a number in the arrow is shot with."""
    game = each_game()
    arrow = {"colour": "red", "range": "long", "corners": [0, 1, 2]}
    hold, repair = {"kind": "hold", "continuous": True, **arrow}, {"kind": "repair", **arrow}
    game.put("d", game.die("t/d", hold, repair, block=4), "A", (600, 300))
    game.plain("t", "B", (600, 500))
    for effect in (0, 1):
        line = game.do("shoot", by="d", effect=effect, target="t")
        assert (line.ok, line.why) == (False, "no-arrow")


def test_amb_07_arrows_of_one_colour_with_different_numbers_are_a_question(game: Begin) -> None:
    table = game()
    arrow = {"kind": "weapon", "colour": "red", "range": "long"}
    die = table.die("t/odd", arrow | {"corners": [0], "attack": 3}, arrow | {"corners": [1], "attack": 7}, block=4)
    table.put("o", die, "A", (600, 300), 90)
    table.plain("t", "B", (600, 500))
    assert table.ask("targets", by="o", effect=0).why == "ask"
    assert "AMB-07" in table.do("shoot", by="o", effect=0, target="t").rules


def test_og_sight_08_arrows_of_one_colour_that_a_script_has_as_two_weapons_are_one_shot(each_game: Begin) -> None:
    """OG-SIGHT-08, DW-RANGE-01: whichever of the two is named, and whatever they are called."""
    game = each_game()
    arrow = {"kind": "weapon", "colour": "yellow", "range": "short", "attack": 9}
    arrows = [arrow | {"corners": [0], "name": "Left gun"}, arrow | {"corners": [1], "name": "Right gun"}]
    game.put("g", game.die("t/two", *arrows, block=5), "A", (600, 450))
    game.plain("near", "B", (500, 600))
    game.plain("far", "B", (1000, 450))
    for effect in (0, 1):
        line = game.ask("targets", by="g", effect=effect)
        assert (line.answer["hits"], line.answer["excluded"]) == (["near"], {"far": "not-closest"})
        assert "Its arrows of one colour are one shot." in line.text
        refused = game.do("shoot", by="g", effect=effect, target="far")
        assert (refused.why, "OG-SIGHT-08" in refused.rules) == ("not-closest", True)
    assert game.ask("sees", by="g", effect=0, target="near").answer["sees"]


def test_og_sight_08_arrows_of_two_colours_are_two_shots(game: Begin) -> None:
    table = game()
    arrow = {"kind": "weapon", "range": "short", "attack": 9}
    arrows = [arrow | {"corners": [0], "colour": "yellow"}, arrow | {"corners": [1], "colour": "red"}]
    table.put("g", table.die("t/two", *arrows, block=5), "A", (600, 450))
    table.plain("near", "B", (500, 600))
    table.plain("far", "B", (1000, 450))
    assert [table.ask("targets", by="g", effect=effect).answer["hits"] for effect in (0, 1)] == [["far"], ["near"]]


@pytest.mark.parametrize("kind", ["weapon", "poison"])
@pytest.mark.parametrize("odd", [{"attack": 7}, {"range": "all"}, {"double": True}])
def test_amb_07_arrows_of_one_colour_that_differ_are_a_question_whatever_differs(
    game: Begin, kind: str, odd: dict[str, Any]
) -> None:
    table = game()
    arrow = {"kind": kind, "colour": "red", "range": "long", "attack": 3}
    die = table.die("t/odd", arrow | {"corners": [0]}, arrow | {"corners": [1]} | odd, block=4)
    table.put("o", die, "A", (600, 300), 90)
    table.plain("t", "B", (600, 500))
    assert table.do("shoot", by="o", effect=0, target="t").why == "ask"
