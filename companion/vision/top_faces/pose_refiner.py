"""The exact place of each candidate, whether it is a die at all, and how it lies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.geometry import LEAST_NESTED, Pose, nesting_distance_mm
from companion.vision import tuning
from companion.vision.gallery import REFINER_EDGE_PX, refiner_frame
from companion.vision.models import Network
from companion.vision.rectify import cut_patches
from companion.vision.top_faces.face_detector import FaceCandidate

#: The network's outputs from the fourth on; the first three are die, leaning, visible.
_RIGHT, _UP, _TURN, _STEP_SCALE, _TURN_SCALE = range(3, 8)


@dataclass(frozen=True, slots=True)
class RefinedPose:
    """A die: its pose (which corner is 0 is not known yet), the standard deviations, and what was seen of it.

    die, leaning, visible: from 0 to 1; presence: how present the detector saw it. sigma_mm: of the centre along one
    axis.
    settled: whether the last step was so short that the next would hardly tell more.
    """

    pose: Pose
    sigma_mm: float
    sigma_deg: float
    die: float
    leaning: float
    visible: float
    presence: float = 1.0
    settled: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class PoseRefiner:
    """Steps from rough poses to exact ones."""

    network: Network

    def place(
        self, picture: NDArray[np.uint8], lens: Pinhole, candidates: Sequence[FaceCandidate]
    ) -> list[RefinedPose]:
        """What looks like a top face among the candidates, each triangle once, surest first."""
        seen = self.settle(picture, lens, [c.pose for c in candidates], passes=1)
        reported = [
            replace(p, presence=c.presence)
            for p, c in zip(seen, candidates, strict=True)
            if p.die >= tuning.MIN_DIE_SCORE
        ]
        settled = self._settled(picture, lens, _unbeaten(each_triangle_once(reported)))
        return each_triangle_once([p for p in settled if p.die >= self.network.constants["die"]])

    def _settled(self, picture: NDArray[np.uint8], lens: Pinhole, placed: Sequence[RefinedPose]) -> list[RefinedPose]:
        """The same, with further looks at those that stepped far."""
        settled = list(placed)
        for _ in range(tuning.FURTHER_LOOKS):
            again = iter(self.settle(picture, lens, [p.pose for p in settled if not p.settled], passes=1))
            settled = [p if p.settled else replace(next(again), presence=p.presence) for p in settled]
        return settled

    def settle(
        self, picture: NDArray[np.uint8], lens: Pinhole, poses: Sequence[Pose], *, passes: int = tuning.REFINER_PASSES
    ) -> list[RefinedPose]:
        """Where dice thought to lie at these poses lie exactly, in the same order."""
        placed: list[RefinedPose] = []
        for _ in range(passes if poses else 0):
            out = self.network.run(cut_patches(picture, lens, [refiner_frame(pose) for pose in poses]))
            placed = [self._placed(pose, values) for pose, values in zip(poses, out, strict=True)]
            poses = [p.pose for p in placed]
        return placed

    def _placed(self, pose: Pose, values: NDArray[np.float32]) -> RefinedPose:
        scale = pose.edge_mm / REFINER_EDGE_PX
        die, leaning, visible = (1 / (1 + math.exp(-float(v))) for v in values[:3])
        step_mm, turn_deg = math.exp(float(values[_STEP_SCALE])) * scale, math.exp(float(values[_TURN_SCALE]))
        sigma_mm, sigma_deg = self._sigmas(step_mm, turn_deg, pose.edge_mm)
        angle = math.radians(pose.heading_deg)
        right, up = float(values[_RIGHT]) * scale, float(values[_UP]) * scale
        there = replace(
            pose,
            x_mm=pose.x_mm + right * math.sin(angle) + up * math.cos(angle),
            y_mm=pose.y_mm - right * math.cos(angle) + up * math.sin(angle),
            heading_deg=pose.heading_deg + float(values[_TURN]),
        )
        return RefinedPose(there, sigma_mm, sigma_deg, die, leaning, visible, settled=_is_near(there, pose))

    def _sigmas(self, step_mm: float, turn_deg: float, edge_mm: float) -> tuple[float, float]:
        """Standard deviations from the errors that the network expects, and those that it cannot see.

        What it cannot see is how exactly the die is folded and the camera calibrated: the floors.
        """
        constants = self.network.constants
        sigma_mm = math.hypot(constants["sigma_step"] * step_mm, constants["floor_step_edges"] * edge_mm)
        return sigma_mm, math.hypot(constants["sigma_turn"] * turn_deg, constants["floor_turn_deg"])


def each_triangle_once(placed: Sequence[RefinedPose]) -> list[RefinedPose]:
    """Surest first, each triangle once."""
    surest = sorted(placed, key=lambda p: -p.die)
    return [
        surest[place] for place in non_max_suppression([p.pose for p in surest], apart=tuning.SAME_TRIANGLE_DISTANCE)
    ]


def is_same_triangle(a: RefinedPose, b: RefinedPose) -> bool:
    """Whether two sights have settled on one triangle."""
    apart = math.dist(a.pose.centre_mm, b.pose.centre_mm) / nesting_distance_mm(a.pose.edge_mm, b.pose.edge_mm)
    return bool(are_of_one_size(a.pose.edge_mm, b.pose.edge_mm)) and apart < tuning.SAME_TRIANGLE_DISTANCE


def _is_near(there: Pose, pose: Pose) -> bool:
    step_mm, turn_deg = math.dist(there.centre_mm, pose.centre_mm), abs(there.heading_deg - pose.heading_deg)
    return step_mm < tuning.SETTLED_STEP_EDGES * pose.edge_mm and turn_deg < tuning.SETTLED_TURN_DEG


def _unbeaten(placed: Sequence[RefinedPose]) -> list[RefinedPose]:
    """Without those that are plainly sides of a die that was seen better; what is still on its way may become a top
    face."""
    worth = np.array([_worth(p) for p in placed])
    overlapping = _distances([p.pose for p in placed]) < LEAST_NESTED
    is_side = np.any(overlapping & (worth > worth[:, None] + tuning.SIDE_FACE_LEAD), axis=1).tolist()
    return [p for n, p in enumerate(placed) if (not p.settled and p.die > tuning.UNSETTLED_DIE_SCORE) or not is_side[n]]


def are_of_one_size(edges_mm: ArrayLike, others_mm: ArrayLike) -> NDArray[np.bool_]:
    """Whether edges, stated or measured, may be those of dice of one size: only of such a die can a sight be a side."""
    return np.asarray(np.abs(np.divide(edges_mm, others_mm) - 1) < tuning.MAX_SIZE_DIFFERENCE)


def select_leaders(placed: Sequence[RefinedPose]) -> tuple[list[RefinedPose], list[RefinedPose]]:
    """Of sights that cannot all be dice, those that look most like one; and the others."""
    ranked = sorted(placed, key=lambda p: -_worth(p))
    first = set(non_max_suppression([p.pose for p in ranked], apart=LEAST_NESTED))
    return [ranked[n] for n in sorted(first)], [p for n, p in enumerate(ranked) if n not in first]


def _worth(placed: RefinedPose) -> float:
    return placed.die + placed.presence


def non_max_suppression(poses: Sequence[Pose], *, apart: float) -> list[int]:
    """Places of the poses that lie ``apart`` (1: where dice nest) from every one of their size kept before them."""
    near = _distances(poses) < apart
    kept: list[int] = []
    for place in range(len(poses)):
        if not near[place, kept].any():
            kept.append(place)
    return kept


def _distances(poses: Sequence[Pose]) -> FloatArray:
    """Between the poses of dice of one size, in the distances at which they nest, (n, n); to others nothing is near."""
    centres_mm = np.array([pose.centre_mm for pose in poses]).reshape(-1, 2)
    edges_mm = np.array([pose.edge_mm for pose in poses])
    apart_mm = np.linalg.norm(centres_mm[:, None] - centres_mm, axis=2)
    alike = are_of_one_size(edges_mm[:, None], edges_mm)
    return np.where(alike, apart_mm / nesting_distance_mm(edges_mm[:, None], edges_mm), np.inf)
