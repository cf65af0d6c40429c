"""What lies on the table to calibrate by: the table top as an outline in the table frame (mm), its ArUco markers, which
of them a picture shows, and where their corners are.

Its file ``mat.json`` is the codec's (docs/formats, Mat); its board is found by ``lens.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

import numpy as np
from shapely import Polygon

from companion.arrays import FloatArray, Image
from companion.camera.edges import refine_squares
from companion.camera.pinhole import Pinhole
from companion.camera.tuning import CELL_READ_PX, CENTRED_PX, SMALL_MARKER_WINDOW_PX
from companion.geometry import at_height
from companion.opencv import cv2
from companion.text import gettext

_ROUND_SIDES = 96


#: Markers lie not on the table top but on the card that they are printed on; dice stand on the table. On four tables of
#: another renderer, whose camera is known, they lie 0.17 to 0.32 mm above it: the card, and air below it.
SHEET_MM: Final = 0.25


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


MarkerCorners = dict[int, FloatArray]
"""Marker id to its corners in the picture, shape (4, 2), px, in printed order."""


@cache
def aruco_dictionary(name: str) -> cv2.aruco.Dictionary:
    """OpenCV's dictionary of that name."""
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))


@cache
def _detector(name: str, *, small: bool) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.perspectiveRemovePixelPerCell = CELL_READ_PX
    if small:
        settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = SMALL_MARKER_WINDOW_PX
    return cv2.aruco.ArucoDetector(aruco_dictionary(name), settings)


def detect_corners(pixels: Image, dictionary_name: str, *, small: bool = False) -> MarkerCorners:
    """Corners of every marker of a dictionary, good to about a pixel; of two with one id the larger counts.

    small: whether only markers of about ``SMALL_MARKER_PX`` are looked for, which takes a third of the time.
    """
    found, numbers, _ = _detector(dictionary_name, small=small).detectMarkers(pixels)
    if not found:
        return {}
    corners = [np.asarray(quad, np.float64).reshape(4, 2) for quad in found]
    order = sorted(range(len(corners)), key=lambda i: float(cv2.contourArea(corners[i].astype(np.float32))))
    return {int(np.ravel(numbers)[i]): corners[i] for i in order}


def detect_mat_markers(
    pixels: Image, markers: Sequence[Marker], *, small: bool = False
) -> tuple[MarkerCorners, tuple[int, ...]]:
    """The mat's markers in a picture (BGR or grey) with rough corners, and the ids of other markers of the same
    dictionaries; ``small``: as ``detect_corners``."""
    grey: Image = pixels if pixels.ndim == 2 else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    seen: MarkerCorners = {}
    unexpected: set[int] = set()
    for name in sorted({marker.dictionary for marker in markers}):
        ours = {marker.id for marker in markers if marker.dictionary == name}
        found = detect_corners(grey, name, small=small)
        seen |= {number: found[number] for number in found.keys() & ours}
        unexpected |= found.keys() - ours
    return dict(sorted(seen.items())), tuple(sorted(unexpected))


def refine_markers(
    pixels: Image, seen: MarkerCorners, lens: Pinhole | None = None, *, centred_px: float = CENTRED_PX
) -> MarkerCorners:
    """Corners to a few hundredths of a pixel; a marker whose square is not clear (half covered, say) is left out."""
    if not seen:
        return {}
    fitted = refine_squares(pixels, np.stack(list(seen.values())), lens, centred_px=centred_px)
    return {number: corners for number, corners in zip(seen, fitted, strict=True) if not np.isnan(corners).any()}


def list_markers(numbers: Iterable[int]) -> str:
    """Marker ids for a sentence, in the language in force: ``marker 3`` or ``markers 0, 2 and 3``."""
    words = [str(number) for number in sorted(numbers)]
    if len(words) == 1:
        return gettext("marker {number}", number=words[0])
    return gettext("markers {numbers} and {last}", numbers=", ".join(words[:-1]), last=words[-1])
