"""Candidates become dice: each triangle once, and no die's side where the die itself is plainly seen."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.camera import Pinhole
from companion.geometry import Pose, circumradius_mm
from companion.vision.gallery import REFINER_EDGE_PX
from companion.vision.models import Network
from companion.vision.top_faces import FaceCandidate, PoseRefiner, RefinedPose, select_leaders

_EDGE_MM = 50.8
_CONSTANTS = {"die": 0.5, "sigma_step": 1.0, "sigma_turn": 1.0, "floor_step_edges": 0.001, "floor_turn_deg": 0.1}


@pytest.fixture
def refiner(network: Callable[..., Network]) -> PoseRefiner:
    """Takes everything for a die that lies where it was thought to lie."""
    return PoseRefiner(network(_answers([]), **_CONSTANTS))


def _answers(looks: list[int], *, up_px: float = 0.0) -> Callable[[NDArray[np.float32]], NDArray[np.float32]]:
    """Everything is a die, a step further up; how many are looked at, each time, is added to ``looks``."""

    def answer(pictures: NDArray[np.float32]) -> NDArray[np.float32]:
        looks.append(len(pictures))
        return np.tile(np.array([[4, -4, 4, 0, up_px, 0, -3, -1]], np.float32), (len(pictures), 1))

    return answer


def _placed(refiner: PoseRefiner, lens: Pinhole, apart: float, presences: tuple[float, float]) -> list[float]:
    """Presences of what is placed of two candidates so far apart, in sums of circumradii."""
    x = 400 + apart * 2 * circumradius_mm(_EDGE_MM)
    poses = Pose(400, 300, 0, _EDGE_MM), Pose(x, 300, 0, _EDGE_MM)
    candidates = [FaceCandidate(pose, presence) for pose, presence in zip(poses, presences, strict=True)]
    return [p.presence for p in refiner.place(np.zeros((720, 1280, 3), np.uint8), lens, candidates)]


def test_what_settles_on_the_same_triangle_is_listed_once(refiner: PoseRefiner, lens: Pinhole) -> None:
    assert _placed(refiner, lens, 0.1, (0.8, 0.7)) == [0.8]


def test_a_side_beside_a_die_plainly_seen_is_not_reported(refiner: PoseRefiner, lens: Pinhole) -> None:
    assert _placed(refiner, lens, 0.5, (0.98, 0.1)) == [0.98]


def test_of_two_rivals_nearly_alike_both_are_reported(refiner: PoseRefiner, lens: Pinhole) -> None:
    assert _placed(refiner, lens, 0.5, (0.9, 0.6)) == [0.9, 0.6]


def test_dice_side_by_side_do_not_beat_each_other(refiner: PoseRefiner, lens: Pinhole) -> None:
    assert _placed(refiner, lens, 0.76, (0.9, 0.2)) == [0.9, 0.2]


@pytest.mark.parametrize(("up_px", "looks"), [(1.0, [1]), (6.0, [1, 1, 1, 1])])
def test_only_what_stepped_far_is_looked_at_again(
    network: Callable[..., Network], lens: Pinhole, up_px: float, looks: list[int]
) -> None:
    seen: list[int] = []
    candidate = FaceCandidate(Pose(400, 300, 0, _EDGE_MM), 0.8)
    refiner = PoseRefiner(network(_answers(seen, up_px=up_px), **_CONSTANTS))
    (placed,) = refiner.place(np.zeros((720, 1280, 3), np.uint8), lens, [candidate])
    assert seen == looks
    assert placed.presence == 0.8
    assert placed.pose.x_mm == pytest.approx(400 + len(looks) * up_px * _EDGE_MM / REFINER_EDGE_PX)


def test_of_rival_sights_the_one_most_like_a_die_leads() -> None:
    sights = [
        RefinedPose(Pose(x, 300, 0, _EDGE_MM), 0.3, 0.4, die, 0.1, 0.9, presence)
        for x, die, presence in ((400.0, 0.9, 0.3), (425.0, 0.8, 0.6), (500.0, 0.7, 0.2))
    ]
    first, others = select_leaders(sights)
    assert first == [sights[1], sights[2]]
    assert others == [sights[0]]


def test_nothing_is_placed_of_nothing(refiner: PoseRefiner, lens: Pinhole) -> None:
    assert refiner.place(np.zeros((720, 1280, 3), np.uint8), lens, []) == []
