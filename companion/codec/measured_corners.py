"""The corners of a top face as they were measured, beside the pose that they belong to."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from companion.geometry import Outline, Pose
from companion.text import gettext

#: Corners are folded off by a hundredth of an edge; by more than this they are of another pose.
_MOST_FOLDED_EDGES: Final = 0.1


def corner_problems(corners_mm: Outline | None, pose: Pose) -> Iterator[str]:
    """What is wrong with corners as those of a pose, each with the cure."""
    most_mm = _MOST_FOLDED_EDGES * pose.edge_mm
    for corner, measured in enumerate(corners_mm or ()):
        if math.dist(measured, pose.corner_mm(corner)) > most_mm:
            yield gettext(
                "corners_mm[{corner}]: expected within {most_mm} mm of where centre_mm and heading_deg have that "
                "corner; put the pose right, or leave the corners out",
                corner=corner,
                most_mm=f"{most_mm:.1f}",
            )
