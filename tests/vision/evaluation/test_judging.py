"""Truth and reading are brought together as a fair judge would, and counted rightly."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry import Pose, top_outline
from companion.vision import CameraCheck, DieReading, DieState, FaceName, Reading
from companion.vision.evaluation import (
    ErrorSample,
    FailureKind,
    PictureComparison,
    Proportion,
    Reliability,
    RigScene,
    TrueDie,
    compare_with_truth,
    confusions,
    figures,
    metric_targets,
)

PICTURE = Path("scene-000.jpg")
TANK, JEEP = FaceName("t/tank", "8"), FaceName("t/jeep", "3")


def true(
    name: FaceName, x: float, y: float, *, heading: float = 0, state: DieState = DieState.FLAT, visible: float = 1
) -> TrueDie:
    pose = Pose(x, y, heading, 50.8)
    return TrueDie(name, 50.8, (x, y), heading, top_outline(pose), state, visible)


def reported(
    name: FaceName | None, x: float, y: float, *, heading: float = 0, state: DieState = DieState.FLAT
) -> DieReading:
    return DieReading(Pose(x, y, heading, 50.8), 0.2, 0.2, state, name, 0.9)


def judged(dice: list[TrueDie], reading: list[DieReading], out_of_gallery: tuple[str, ...] = ()) -> PictureComparison:
    return compare_with_truth(
        RigScene(PICTURE, tuple(dice)), Reading(PICTURE.name, tuple(reading), CameraCheck(0.0, 4)), out_of_gallery
    )


def failures(seen: PictureComparison) -> list[FailureKind | None]:
    return [s.failure for s in seen.everything]


@pytest.mark.parametrize(
    ("reading", "wanted"),
    [
        ([reported(TANK, 100.3, 100.4, heading=1)], [None]),
        ([], [FailureKind.NOT_FOUND]),
        ([reported(TANK, 121, 100)], [FailureKind.NOT_FOUND, FailureKind.NO_DIE]),
        ([reported(None, 100, 100)], [FailureKind.UNREAD]),
        ([reported(JEEP, 100, 100)], [FailureKind.WRONG_FACE]),
        ([reported(TANK, 100, 100, heading=-120)], [FailureKind.WRONG_TURN]),
        ([reported(TANK, 100, 100, state=DieState.LEANING)], [FailureKind.WRONG_STATE]),
        ([reported(TANK, 100, 100), reported(None, 110, 100)], [None, FailureKind.NO_DIE]),
    ],
)
def test_each_way_of_being_wrong_is_distinguished(reading: list[DieReading], wanted: list[FailureKind | None]) -> None:
    seen = judged([true(TANK, 100, 100)], reading)
    assert failures(seen) == wanted
    assert seen.perfect is (wanted == [None])


def test_a_heading_is_compared_around_the_circle() -> None:
    (sighting,) = judged([true(TANK, 100, 100, heading=179.5)], [reported(TANK, 100, 100, heading=-179.5)]).sightings
    assert sighting.turned_deg == pytest.approx(1.0)
    assert sighting.read


def test_the_nearest_reading_is_taken_and_each_only_once() -> None:
    seen = judged([true(TANK, 100, 100), true(JEEP, 118, 100)], [reported(JEEP, 117, 100), reported(TANK, 101, 100)])
    assert failures(seen) == [None, None]


def test_a_die_half_hidden_need_not_be_read() -> None:
    seen = judged([true(TANK, 100, 100, visible=0.5)], [reported(JEEP, 100, 100)])
    assert failures(seen) == [None]
    assert figures([seen]).required == 0


def test_a_leaning_die_may_be_overlooked_but_not_called_flat() -> None:
    leaning = [true(TANK, 100, 100, state=DieState.LEANING)]
    assert judged(leaning, []).perfect
    assert judged(leaning, [reported(None, 130, 100, state=DieState.LEANING)]).perfect
    assert failures(judged(leaning, [reported(TANK, 130, 100)])) == [FailureKind.WRONG_STATE]
    assert figures([judged(leaning, [reported(TANK, 130, 100)])]).leaning == Proportion(0, 1)


def test_a_stranger_must_not_be_named_and_spoils_no_picture() -> None:
    dice = [true(TANK, 100, 100), true(JEEP, 300, 100)]
    seen = judged(dice, [reported(TANK, 100, 100), reported(TANK, 300, 100)], out_of_gallery=("t/jeep",))
    assert failures(seen) == [None, FailureKind.STRANGER_NAMED]
    counted = figures([seen])
    assert (counted.required, counted.out_of_gallery, counted.perfect) == (1, Proportion(1, 1), Proportion(1, 1))
    assert confusions([seen]) == [(JEEP, TANK, 1)]


def test_errors_are_those_of_dice_read_rightly() -> None:
    dice = [true(TANK, 100, 100), true(JEEP, 300, 100)]
    counted = figures([judged(dice, [reported(TANK, 100.3, 100.4, heading=0.5), reported(TANK, 305, 100)])])
    assert counted.centre_mm.values == pytest.approx((0.5,))
    assert counted.heading_deg.values == pytest.approx((0.5,))
    assert (counted.read, counted.found, counted.within) == (Proportion(1, 2), Proportion(2, 2), Proportion(0, 1))


def test_distances_of_top_faces_are_judged_pair_by_pair() -> None:
    dice = [true(TANK, 100, 100), true(JEEP, 300, 100), true(FaceName("t/gun", "1"), 300, 300)]
    reading = [reported(d.name, d.centre_mm[0] + (0.7 if d.name == TANK else 0), d.centre_mm[1]) for d in dice]
    errors = figures([judged(dice, reading)]).distance_mm.values
    assert len(errors) == 3
    assert max(errors) == pytest.approx(0.7, abs=0.01)


def test_the_closest_target_is_called_wrong_only_where_the_program_was_sure() -> None:
    gun = FaceName("t/gun", "1")
    dice = [true(TANK, 100, 100), true(JEEP, 302, 140), true(gun, 300, 60)]
    near = [reported(TANK, 100, 100), reported(JEEP, 302, 140), reported(gun, 300, 60)]
    far_off = [near[0], near[1], reported(gun, 306, 60)]
    assert figures([judged(dice, near)]).wrong_calls == ()
    (wrong,) = (call for call in figures([judged(dice, far_off)]).wrong_calls if call.corner == 0)
    assert (wrong.looking, wrong.true, wrong.reported) == (TANK, gun, JEEP)
    unsure = [replace(die, sigma_mm=9.0) for die in far_off]
    left = figures([judged(dice, unsure)])
    assert left.wrong_calls == ()
    assert not all(call.sure for call in left.calls)


def test_an_error_of_the_heading_makes_a_call_at_the_baseline_unsure_by_the_distance() -> None:
    """2 mm in front of the baseline, 400 mm off: 0.2 degrees are 1.4 mm there."""
    dice = [true(TANK, 600, 200), true(JEEP, 573, 600, heading=180)]
    reading = [
        replace(reported(d.name, *d.centre_mm, heading=d.heading_deg), sigma_mm=0.2, sigma_deg=0.0) for d in dice
    ]
    (sure,) = (call for call in figures([judged(dice, reading)]).calls if (call.looking, call.corner) == (TANK, 0))
    turned = [replace(die, sigma_deg=0.5) for die in reading]
    (unsure,) = (call for call in figures([judged(dice, turned)]).calls if (call.looking, call.corner) == (TANK, 0))
    assert (sure.sure, unsure.sure) == (True, False)
    assert sure.margin_mm == pytest.approx(unsure.margin_mm)
    assert unsure.sure_mm == pytest.approx(3 * 400 * math.radians(0.5), rel=0.1)


def test_calls_and_distances_are_judged_by_the_corners_that_were_measured() -> None:
    dice = [true(TANK, 100, 100), true(JEEP, 300, 100)]
    reading = [reported(d.name, *d.centre_mm) for d in dice]
    measured = replace(reading[0], corners_mm=reading[0].pose.top_corners_mm() + np.array([0.5, 0.0]))
    (error,) = figures([judged(dice, [measured, reading[1]])]).distance_mm.values
    assert error == pytest.approx(0.5, abs=1e-6)


def test_no_call_is_counted_where_a_die_was_missed() -> None:
    dice = [true(TANK, 100, 100), true(JEEP, 300, 100), true(FaceName("t/gun", "1"), 100, 302)]
    assert figures([judged(dice, [reported(TANK, 100, 100), reported(JEEP, 300, 100)])]).calls == ()


@pytest.mark.parametrize(
    ("good", "of", "low", "high"),
    [(10, 10, 0.7225, 1.0), (0, 10, 0.0, 0.2775), (81, 263, 0.2553, 0.3662)],  # the last: Newcombe 1998, table I
)
def test_intervals_are_wilsons(good: int, of: int, low: float, high: float) -> None:
    assert Proportion(good, of).interval == pytest.approx((low, high), abs=2e-4)


@given(st.integers(0, 500), st.integers(1, 500))
def test_an_interval_holds_its_share(good: int, more: int) -> None:
    share = Proportion(good, good + more)
    low, high = share.interval
    assert 0 <= low <= (share.value or 0) <= high <= 1


def test_nothing_seen_is_reported_as_nothing() -> None:
    empty = figures([])
    assert Proportion(0, 0).value is None
    assert ErrorSample.of([]).p99 is None
    assert all(t.value(empty) is None for t in metric_targets(enrolled_elsewhere=False) if t.key != "wrong_calls")


def test_less_is_asked_of_faces_enrolled_under_another_camera() -> None:
    (own,) = (t for t in metric_targets(enrolled_elsewhere=False) if t.key == "read")
    (other,) = (t for t in metric_targets(enrolled_elsewhere=True) if t.key == "read")
    assert not own.reached(0.98)
    assert other.reached(0.98)
    assert not math.isclose(own.stretch[0], other.stretch[0])


def test_confidence_is_held_against_how_often_it_is_so() -> None:
    sure = Reliability(((0.92, True),) * 9 + ((0.92, False),) + ((0.55, True), (0.55, False)))
    assert [(round(reported, 2), share.good, share.of) for reported, share in sure.bins()] == [
        (0.55, 1, 2),
        (0.92, 9, 10),
    ]
    assert sure.calibration_error == pytest.approx((10 * 0.02 + 2 * 0.05) / 12)
    assert Reliability(()).calibration_error is None


def test_an_unread_die_that_is_there_and_a_name_that_is_right_count_as_so() -> None:
    seen = judged(
        [true(TANK, 100, 100), true(JEEP, 300, 100), true(JEEP, 500, 100)],
        [reported(TANK, 100, 100), reported(None, 300, 100), reported(TANK, 500, 100), reported(None, 700, 100)],
    )
    assert sorted(so for _, so in figures([seen]).confidence.reported) == [False, False, True, True]
