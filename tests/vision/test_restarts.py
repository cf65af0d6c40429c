"""From where leaning dice, and dice before others, are looked for."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion.geometry import Pose, RigidPose, RigidPoses
from companion.vision import tuning
from companion.vision.whole_dice.restarts import leaning_on_nearest, nudged, pose_before

HOST = RigidPose.flat(Pose(400, 300, 20, 50.8), "abc")
FARTHER = RigidPose.flat(Pose(500, 300, 20, 50.8), "abc")


def _apart_mm(pose: Pose, body: RigidPose) -> float:
    return math.dist(pose.centre_mm, body.centre_mm[:2])


@pytest.mark.parametrize("off_mm", [20.0, 45.0, 80.0])
def test_a_die_near_another_is_looked_for_where_it_would_lean_on_it(off_mm: float) -> None:
    start = leaning_on_nearest(Pose(400, 300 - off_mm, 0, 50.8), [FARTHER, HOST])
    assert _apart_mm(start, HOST) == pytest.approx(tuning.LEANING_ON_EDGES * 50.8)
    assert start.x_mm == pytest.approx(400), "in the same direction"


@pytest.mark.parametrize("hosts", [[], [HOST, FARTHER]])
def test_a_die_that_leans_on_none_is_looked_for_where_it_is_seen(hosts: list[RigidPose]) -> None:
    seen = Pose(400, 180, 0, 50.8)
    assert leaning_on_nearest(seen, hosts) == seen


def test_nudged_dice_stay_on_the_table() -> None:
    bodies = RigidPoses.of([HOST, FARTHER])
    some = nudged(bodies)
    each = len(some) // 2
    np.testing.assert_allclose(some[0].centre_mm, HOST.centre_mm)
    np.testing.assert_allclose(some[each].rotation, FARTHER.rotation)
    assert [some[n].lowest_mm() for n in range(len(some))] == pytest.approx([0.0] * len(some), abs=1e-9)
    steps = np.linalg.norm(some.centre_mm[:each, :2] - HOST.centre_mm[:2], axis=1)
    assert steps.max() == pytest.approx(tuning.NUDGE_EDGES * 50.8)


def test_what_hides_a_side_lies_before_it() -> None:
    side = "abC"
    before = pose_before(HOST, side)
    away = np.array(before.centre_mm) - HOST.centre_mm[:2]
    assert np.linalg.norm(away) == pytest.approx(tuning.LEANING_ON_EDGES * 50.8)
    assert away @ HOST.normal(side)[:2] > 0
    assert before.base_mm == 0
