"""Flat tops above the table that dice may lie on: hills.

The picture alone does not say how high a die lies; but where its top face is seen, it is either on the table or, nearer
to the camera along the same ray, on a plateau. On the plateau it is, where that would else stand through it; where both
may be, the one where it looks more like a die of its size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.camera import Pinhole
from companion.geometry import Outline, Pose, contains_point
from companion.vision.top_faces import FaceCandidate, PoseRefiner


@dataclass(frozen=True, slots=True)
class Plateau:
    """A flat top: its convex outline on the plan, and how far above the table it is."""

    outline_mm: Outline
    height_mm: float


def place_on_plateaus(
    picture: NDArray[np.uint8],
    lens: Pinhole,
    candidates: Sequence[FaceCandidate],
    plateaus: Sequence[Plateau],
    refiner: PoseRefiner,
) -> list[FaceCandidate]:
    """The same candidates; those that lie on a plateau at its height."""
    higher = [_highest(candidate.pose, lens, plateaus) for candidate in candidates]
    # Whether a die at this pose on the table would stand where the plateau is.
    doubtful = [
        (n, candidates[n].pose, found[1])
        for n, found in enumerate(higher)
        if found is not None and not contains_point(found[0].outline_mm, candidates[n].pose.centre_mm)
    ]
    looks = refiner.settle(picture, lens, [pose for _, *both in doubtful for pose in both], passes=1)
    both = zip(looks[::2], looks[1::2], strict=True)
    on_table = {n for (n, *_), (low, high) in zip(doubtful, both, strict=True) if low.die > high.die}
    return [
        candidate if found is None or n in on_table else replace(candidate, pose=found[1])
        for n, (candidate, found) in enumerate(zip(candidates, higher, strict=True))
    ]


def _highest(pose: Pose, lens: Pinhole, plateaus: Sequence[Plateau]) -> tuple[Plateau, Pose] | None:
    """The highest plateau that a die seen at this pose may lie on, and its pose there."""
    poses = ((plateau, _raised(pose, lens, plateau.height_mm)) for plateau in plateaus)
    found = [(plateau, there) for plateau, there in poses if contains_point(plateau.outline_mm, there.centre_mm)]
    return max(found, key=lambda one: one[0].height_mm, default=None)


def _raised(pose: Pose, lens: Pinhole, height_mm: float) -> Pose:
    """Where a die that lies higher looks as one at this pose does, but for its size."""
    x, y, z = lens.eye_mm.tolist()
    share = height_mm / (z - pose.top_mm)
    return replace(
        pose, x_mm=pose.x_mm + share * (x - pose.x_mm), y_mm=pose.y_mm + share * (y - pose.y_mm), base_mm=height_mm
    )
