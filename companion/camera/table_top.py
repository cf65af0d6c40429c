"""The table top as an outline in the table frame (mm): rectangle, round or polygon (docs/formats, Mat)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from shapely import Point, Polygon

from companion.arrays import FloatArray

_ROUND_SIDES = 96


class TableShape(StrEnum):
    """What the table's rim looks like from above."""

    RECT = "rect"
    ROUND = "round"
    POLYGON = "polygon"


@dataclass(frozen=True, slots=True)
class TableTop:
    """A table top. ``size_mm`` is its bounding box, whose near-left corner is the origin of the table frame.

    ``outline_mm`` is given for polygons only; ``outline()`` answers for every shape.
    """

    shape: TableShape
    size_mm: tuple[float, float]
    outline_mm: tuple[tuple[float, float], ...] = ()

    def outline(self) -> FloatArray:
        """The rim counter-clockwise, shape (N, 2), mm; for a rectangle near-left, near-right, far-right, far-left."""
        width, depth = self.size_mm
        if self.shape is TableShape.POLYGON:
            return np.asarray(self.outline_mm, np.float64)
        if self.shape is TableShape.RECT:
            return np.array([[0, 0], [width, 0], [width, depth], [0, depth]], np.float64)
        turns = np.arange(_ROUND_SIDES) * (2 * np.pi / _ROUND_SIDES)
        return np.column_stack([width * (1 + np.cos(turns)), depth * (1 + np.sin(turns))]) / 2

    def polygon(self) -> Polygon:
        """The table top as a shapely polygon, mm."""
        return Polygon(self.outline())

    def holds(self, x_mm: float, y_mm: float) -> bool:
        """Whether a point lies on the table top (the rim counts)."""
        return bool(self.polygon().covers(Point(x_mm, y_mm)))
