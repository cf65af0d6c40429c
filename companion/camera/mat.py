"""What lies on the table to calibrate by.

Its file ``mat.json`` is the codec's. Finding its markers in a picture is ``markers.py``, its board ``lens.py``.

The table top as an outline in the table frame (mm): rectangle, round or polygon (docs/formats, Mat).

Whether the markers lie as a mat says, and on which mat they would: distances tell, whatever camera is fitted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from shapely import Point, Polygon

from companion.arrays import FloatArray
from companion.camera.camera_motion import correspondences_of
from companion.camera.markers import MarkerCorners, detect_mat_markers, refine_markers
from companion.camera.pictures import Picture
from companion.camera.pinhole import Pinhole
from companion.camera.pose import fit_focal, fit_pose
from companion.camera.tuning import FEWEST_TO_TELL_MATS, OTHER_MAT_GAIN, OTHER_MAT_PX
from companion.errors import OperationError
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

    def holds(self, x_mm: float, y_mm: float) -> bool:
        """Whether a point lies on the table top (the rim counts)."""
        return bool(self.polygon().covers(Point(x_mm, y_mm)))


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
        """The four corners in space, shape (4, 3), heights told from the face of the sheet."""
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


def find_fitting_mat(picture: Picture, mat: Mat, others: Mapping[str, Mat], lens: Pinhole | None = None) -> str:
    """The name of the mat on which the markers of a picture lie, where they do not lie as the mat taken says.

    Empty where that mat fits, or no other does far better. lens: where it was measured; its place does not matter.
    """
    seen, _ = detect_mat_markers(picture.pixels, mat.markers)
    if len(seen) < FEWEST_TO_TELL_MATS:
        return ""
    corners = seen | refine_markers(picture.pixels, seen, lens)
    taken_px = _misfit_px(mat, corners, picture, lens)
    if taken_px <= OTHER_MAT_PX:
        return ""
    misfits_px = {
        name: _misfit_px(other, corners, picture, lens)
        for name, other in others.items()
        if corners.keys() <= {marker.id for marker in other.markers}
    }
    best = min(misfits_px, key=lambda name: misfits_px[name], default="")
    return best if best and misfits_px[best] * OTHER_MAT_GAIN < taken_px else ""


def _misfit_px(mat: Mat, corners: MarkerCorners, picture: Picture, lens: Pinhole | None) -> float:
    """What is left of the markers' corners, RMS, by the camera that fits that mat best."""
    sighting = correspondences_of(mat.markers, corners)
    try:
        fit = fit_pose(sighting, lens) if lens is not None else fit_focal([sighting], picture.size_wh)
    except OperationError:
        return float("inf")
    return float(np.sqrt(np.mean(np.sum(fit.errors_px[0] ** 2, axis=1))))
