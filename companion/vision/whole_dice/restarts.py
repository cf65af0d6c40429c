"""From where to look again for a die that lies beside what was seen."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.geometry import Pose
from companion.vision import tuning


def sample_poses(
    pose: Pose,
    reach_edges: float = tuning.RESTART_EDGES,
    turns_deg: Sequence[float] = tuning.RESTART_TURNS_DEG,
) -> list[Pose]:
    """The pose and places all around it, each with several headings, from which to look for a die again."""
    angles = np.linspace(0, 2 * math.pi, tuning.RESTART_DIRECTIONS, endpoint=False).tolist()
    spots = [(0.0, 0.0), *((math.cos(a), math.sin(a)) for a in angles)]
    reach = reach_edges * pose.edge_mm
    return [
        replace(pose, x_mm=pose.x_mm + reach * x, y_mm=pose.y_mm + reach * y, heading_deg=pose.heading_deg + turn)
        for (x, y), turn in itertools.product(spots, turns_deg)
    ]
