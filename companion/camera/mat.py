"""What lies on the table to calibrate by.

Its file ``mat.json`` is the codec's. Finding its markers in a picture is ``markers.py``, its board ``lens.py``.

The table top as an outline in the table frame (mm): rectangle, round or polygon (docs/formats, Mat).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from shapely import Polygon

from companion.arrays import FloatArray
from companion.geometry import at_height
from companion.opencv import cv2

_ROUND_SIDES = 96


#: Markers lie not on the table top but on the card that they are printed on; dice stand on the table.
SHEET_MM: Final = 0.2


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


@dataclass(frozen=True, slots=True)
class Marker:
    """A printed ArUco marker lying on the table.

    ``corners_mm``: the black square's top-left, top-right, bottom-right, bottom-left as printed, table frame.
    """

    id: int
    dictionary: str
    size_mm: float
    corners_mm: tuple[tuple[float, float], ...]

    def points_mm(self) -> FloatArray:
        """The four corners in space, shape (4, 3), heights above the face of the sheet."""
        return at_height(self.corners_mm, 0.0)


@dataclass(frozen=True, slots=True)
class Charuco:
    """The chess board with markers that lens pictures show. ``squares``: across and down."""

    dictionary: str
    squares: tuple[int, int]
    square_mm: float
    marker_mm: float


@dataclass(frozen=True, slots=True)
class Mat:
    """A table with its markers and, where there is one, the board for lens pictures."""

    table: TableTop
    markers: tuple[Marker, ...]
    charuco: Charuco | None = None


def dictionary_size(name: str) -> int:
    """How many markers an ArUco dictionary has."""
    return len(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name)).bytesList)
