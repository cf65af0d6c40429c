"""What lies on the table to calibrate by.

Its file ``mat.json`` is the codec's. Finding its markers in a picture is ``markers.py``, its board ``lens.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.arrays import FloatArray
from companion.camera.table_top import TableTop
from companion.geometry import at_height
from companion.opencv import cv2

#: Markers lie not on the table top but on the card that they are printed on; dice stand on the table.
SHEET_MM: Final = 0.2


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
