"""The exact place of each candidate, whether it is a die at all, and how it lies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.camera import Pinhole
from companion.geometry import Pose, circumradius_mm
from companion.vision.finding import Candidate
from companion.vision.frames import PLACER_EDGE_PX, placer_frame
from companion.vision.models import Network
from companion.vision.rectify import patch

_DIE, _LEANING, _VISIBLE, _RIGHT, _UP, _TURN, _STEP_SCALE, _TURN_SCALE = range(8)
_PASSES: Final = 2
#: Nearer than this, in sums of circumradii, two top faces cannot lie: they are two sights of one die.
_SAME_DIE: Final = 0.6


@dataclass(frozen=True, slots=True)
class Placed:
    """A die: its pose (which corner is 0 is not known yet), the standard deviations, and what was seen of it.

    die, leaning, visible: from 0 to 1.
    """

    pose: Pose
    sigma_mm: float
    sigma_deg: float
    die: float
    leaning: float
    visible: float


@dataclass(frozen=True, slots=True, eq=False)
class Placer:
    """Steps from rough poses to exact ones."""

    network: Network

    def place(self, picture: NDArray[np.uint8], lens: Pinhole, candidates: Sequence[Candidate]) -> list[Placed]:
        """The dice among the candidates, each once, surest first."""
        placed = self.settle(picture, lens, [c.pose for c in candidates])
        return _each_once([p for p in placed if p.die >= self.network.constants["die"]])

    def settle(
        self, picture: NDArray[np.uint8], lens: Pinhole, poses: Sequence[Pose], *, passes: int = _PASSES
    ) -> list[Placed]:
        """Where dice thought to lie at these poses lie exactly, in the same order."""
        placed: list[Placed] = []
        for _ in range(passes if poses else 0):
            out = self.network.run(np.stack([patch(picture, lens, placer_frame(pose)) for pose in poses]))
            placed = [self._placed(pose, values) for pose, values in zip(poses, out, strict=True)]
            poses = [p.pose for p in placed]
        return placed

    def _placed(self, pose: Pose, values: NDArray[np.float32]) -> Placed:
        constants, scale = self.network.constants, pose.edge_mm / PLACER_EDGE_PX
        die, leaning, visible = (1 / (1 + math.exp(-float(v))) for v in values[:3])
        return Placed(
            _stepped(pose, values, scale),
            constants["sigma_step"] * math.exp(float(values[_STEP_SCALE])) * scale,
            constants["sigma_turn"] * math.exp(float(values[_TURN_SCALE])),
            die, leaning, visible,
        )  # fmt: skip


def _stepped(pose: Pose, values: NDArray[np.float32], scale: float) -> Pose:
    angle = math.radians(pose.heading_deg)
    right, up = float(values[_RIGHT]) * scale, float(values[_UP]) * scale
    return replace(
        pose,
        x_mm=pose.x_mm + right * math.sin(angle) + up * math.cos(angle),
        y_mm=pose.y_mm - right * math.cos(angle) + up * math.sin(angle),
        heading_deg=pose.heading_deg + float(values[_TURN]),
    )


def _each_once(placed: Sequence[Placed]) -> list[Placed]:
    kept: list[Placed] = []
    for one in sorted(placed, key=lambda p: -p.die):
        if all(not _same(one.pose, other.pose) for other in kept):
            kept.append(one)
    return kept


def _same(a: Pose, b: Pose) -> bool:
    reach = circumradius_mm(a.edge_mm) + circumradius_mm(b.edge_mm)
    return math.dist(a.centre_mm, b.centre_mm) < _SAME_DIE * reach
