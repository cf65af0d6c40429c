"""From where to look again for a die that lies beside what was seen."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from companion.camera import Pinhole
from companion.geometry import Pose
from companion.vision import tuning

#: Directions all around, rad.
_ALL_AROUND: Final = np.linspace(0, 2 * math.pi, tuning.RESTART_DIRECTIONS, endpoint=False).tolist()


def sample_poses(pose: Pose) -> list[Pose]:
    """The pose and places all around it, each with several headings, from which to look for a die again."""
    middle = [replace(pose, heading_deg=pose.heading_deg + turn) for turn in tuning.RESTART_TURNS_DEG]
    return [*middle, *_around(pose, tuning.RESTART_EDGES, _ALL_AROUND, tuning.RESTART_TURNS_DEG)]


def poses_around(pose: Pose) -> list[Pose]:
    """Where the top face may be of a die that was seen at a pose, and not where it lies: all around."""
    return _around(pose, tuning.BEYOND_EDGES, _ALL_AROUND, [0.0, tuning.BEYOND_TURN_DEG])


def poses_beyond(lens: Pinhole, pose: Pose) -> list[Pose]:
    """Where the top face may be of a die of which a side was seen at a pose: farther from the camera, for the sides in
    sight are those that look toward it."""
    eye_x_mm, eye_y_mm, _ = lens.eye_mm.tolist()
    away = math.atan2(pose.y_mm - eye_y_mm, pose.x_mm - eye_x_mm)
    angles = [away + math.radians(aside) for aside in tuning.BEYOND_DIRECTIONS_DEG]
    return _around(pose, tuning.BEYOND_EDGES, angles, [tuning.BEYOND_TURN_DEG])


def _around(pose: Pose, reach_edges: float, angles: Sequence[float], turns_deg: Sequence[float]) -> list[Pose]:
    """Poses so far from a pose in these directions (rad), each turned by each of these."""
    reach_mm = reach_edges * pose.edge_mm
    return [
        replace(
            pose,
            x_mm=pose.x_mm + reach_mm * math.cos(angle),
            y_mm=pose.y_mm + reach_mm * math.sin(angle),
            heading_deg=pose.heading_deg + turn,
        )
        for angle, turn in itertools.product(angles, turns_deg)
    ]
