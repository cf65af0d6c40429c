"""Which square of the table each network is shown; training and reading cut by the same table.

Sizes are told in edges of the die, so that a giant die looks to the networks like a small one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.geometry import Pose, circumradius_mm, height_mm
from companion.vision.rectify import PlaneFrame

#: Pixels to an edge in the finder's map of the table.
FINDER_EDGE_PX: Final = 25.4
#: The finder's map reaches this far past the table's edge, in edges: dice may hang over.
FINDER_MARGIN_EDGES: Final = 1.0
#: The placer sees the whole die, its sides included.
PLACER_SIZE_PX: Final = 96
PLACER_EDGE_PX: Final = 46.0
#: The reader sees the top face alone, corner 0 up.
FACE_SIZE_PX: Final = 96
FACE_RADIUS_PX: Final = 46.0


def finder_scale(edge_mm: float) -> float:
    """Millimetres to a pixel of the finder's map for dice of this edge."""
    return edge_mm / FINDER_EDGE_PX


def placer_frame(pose: Pose) -> PlaneFrame:
    """The square in which the placer looks for the exact place of a die thought to lie at ``pose``."""
    scale = pose.edge_mm / PLACER_EDGE_PX
    return PlaneFrame(
        pose.x_mm, pose.y_mm, pose.heading_deg, pose.base_mm + height_mm(pose.edge_mm), scale, PLACER_SIZE_PX
    )


def face_frame(pose: Pose, *, turn: int = 0) -> PlaneFrame:
    """The square that shows the top face with corner ``turn`` up."""
    scale = circumradius_mm(pose.edge_mm) / FACE_RADIUS_PX
    frame = PlaneFrame(
        pose.x_mm, pose.y_mm, pose.heading_deg, pose.base_mm + height_mm(pose.edge_mm), scale, FACE_SIZE_PX
    )
    return replace(frame, heading_deg=pose.heading_deg + 120 * turn)


def depths_px(size_px: int, radius_px: float) -> NDArray[np.float64]:
    """How far each pixel of a face's square lies inside the edges opposite corners 0, 1, 2,
    (3, size, size); less than 0 beyond them."""
    middle, angles = (size_px - 1) / 2, np.radians([90.0, 210.0, 330.0])[:, None, None]
    rows, columns = np.mgrid[:size_px, :size_px]
    outward = (columns - middle) * np.cos(angles) + (middle - rows) * np.sin(angles)
    return np.asarray(radius_px / 2 + outward, np.float64)
