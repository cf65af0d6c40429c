"""Several readings of one table made into one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.geometry import Pose
from companion.session.live.settled_table import vote_readings
from companion.vision import CameraCheck, DieReading, DieState, FaceGuess, FaceName, Reading

EIGHT, SEVEN = FaceName("ogre/gev", "8"), FaceName("ogre/gev", "7")
DIE = DieReading(Pose(200, 100, 30, 50.8), 0.2, 0.3, DieState.FLAT, EIGHT, 0.9, (FaceGuess(SEVEN, 0.05),))


def _reading(*dice: DieReading) -> Reading:
    return Reading("", dice, CameraCheck(0.0, 4))


def _at(die: DieReading, x_mm: float, heading_deg: float = 30.0) -> DieReading:
    return replace(die, pose=replace(die.pose, x_mm=x_mm, heading_deg=heading_deg))


def test_no_readings_are_no_dice() -> None:
    assert vote_readings([]) == ()


def test_what_most_readings_see_counts_and_what_one_imagines_does_not() -> None:
    ghost = _at(DIE, 700)
    assert len(vote_readings([_reading(DIE), _reading(DIE, ghost), _reading(DIE)])) == 1
    assert vote_readings([_reading(DIE), _reading(), _reading()]) == ()


def test_the_face_that_is_likeliest_over_all_wins_with_its_mean_confidence() -> None:
    other = replace(DIE, name=SEVEN, confidence=0.6, alternatives=(FaceGuess(EIGHT, 0.3),))
    (die,) = vote_readings([_reading(DIE), _reading(other), _reading(DIE)])
    assert die.name == EIGHT
    assert die.confidence == pytest.approx((0.9 + 0.3 + 0.9) / 3)
    assert [guess.name for guess in die.alternatives] == [SEVEN]
    assert die.alternatives[0].confidence == pytest.approx((0.05 + 0.6 + 0.05) / 3)


def test_a_face_that_mostly_cannot_be_read_stays_unread() -> None:
    stranger = replace(DIE, name=None, confidence=0.8, alternatives=(FaceGuess(EIGHT, 0.2),))
    (die,) = vote_readings([_reading(stranger), _reading(stranger), _reading(DIE)])
    assert die.name is None
    assert die.alternatives[0].name == EIGHT


def test_poses_are_averaged_also_across_half_a_turn_and_sigmas_do_not_shrink() -> None:
    (die,) = vote_readings([_reading(_at(DIE, 200.0, 179.0)), _reading(_at(DIE, 200.6, -179.0))])
    assert die.pose.x_mm == pytest.approx(200.3)
    assert abs(die.pose.heading_deg) == pytest.approx(180.0)
    assert (die.sigma_mm, die.sigma_deg) == pytest.approx((0.2, 0.3))


def test_measured_corners_are_averaged_where_every_sight_has_them() -> None:
    one = replace(DIE, corners_mm=DIE.pose.top_corners_mm() + 0.2)
    other = replace(DIE, corners_mm=DIE.pose.top_corners_mm() + 0.4)
    (die,) = vote_readings([_reading(one), _reading(other)])
    assert die.corners_mm == pytest.approx(DIE.pose.top_corners_mm() + 0.3)
    assert vote_readings([_reading(one), _reading(DIE)])[0].corners_mm is None
    nameless = replace(one, name=None, alternatives=())  # any of its corners may have been taken for corner 0
    assert vote_readings([_reading(nameless), _reading(nameless)])[0].corners_mm is None


def test_the_pose_comes_from_those_that_name_the_winner() -> None:
    """Corner 0 of another face points elsewhere."""
    misread = replace(_at(DIE, 200.0, 150.0), name=SEVEN, confidence=0.5, alternatives=())
    (die,) = vote_readings([_reading(DIE), _reading(misread), _reading(DIE)])
    assert die.pose.heading_deg == pytest.approx(30.0)


def test_a_die_leans_when_most_readings_say_so() -> None:
    leaning = replace(DIE, state=DieState.LEANING)
    assert vote_readings([_reading(leaning), _reading(DIE), _reading(leaning)])[0].state is DieState.LEANING


def test_two_dice_as_near_as_dice_can_lie_stay_two() -> None:
    near = _at(DIE, 200 + 0.75 * 2 * 50.8 / 3**0.5)
    assert len(vote_readings([_reading(DIE, near)] * 3)) == 2


def test_a_nameless_die_keeps_its_heading_whichever_corner_was_taken_for_corner_0() -> None:
    nameless = [replace(_at(DIE, 200.0, heading), name=None) for heading in (31.0, 149.0, -90.0)]
    (die,) = vote_readings([_reading(one) for one in nameless])
    assert die.name is None
    assert die.pose.heading_deg == pytest.approx(30.0, abs=1e-6)


def test_a_face_that_was_nowhere_read_first_gives_no_name_for_its_corner_would_be_unknown() -> None:
    runner_up = (FaceGuess(FaceName("ogre/gev", "5"), 0.45),)
    snapshots = [
        replace(DIE, name=FaceName(kind, "8"), confidence=0.5, alternatives=runner_up)
        for kind in ("ogre/heavy-tank", "ogre/howitzer", "ogre/light-tank")
    ]
    (die,) = vote_readings([_reading(one) for one in snapshots])
    assert die.name in {snapshot.name for snapshot in snapshots}
    assert die.alternatives[0].name == FaceName("ogre/gev", "5")
