"""Calibration from four clicked table corners, where no markers lie on the table.

Owns the order of the clicks; ``table_corners.py`` moves them onto the table's edges in the picture.

Corners are near-left, near-right, far-right, far-left. People click in any order: clicks are put in a turn about the
table first; of its two long and two short edges those are distinguished by what a camera can see, and the near edge is
the lowest in the picture. Where that is not clear (a camera at the table's side) the first click is near-left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.arrays import FloatArray
from companion.camera import tuning
from companion.camera.calibrated_camera import Camera, Quality, TablePhotograph
from companion.camera.calibration import Calibration, measure_lens
from companion.camera.calibration_error import possible_bow_mm
from companion.camera.lens import LensFit
from companion.camera.mat import Charuco, TableShape, TableTop
from companion.camera.pictures import Picture
from companion.camera.pinhole import Pinhole
from companion.camera.pose import PointCorrespondences, PoseFit, fit_focal, fit_pose, rms_length
from companion.camera.table_corners import TableCorners, refine_table_corners
from companion.errors import InputError
from companion.geometry import at_height
from companion.text import gettext


@dataclass(frozen=True, slots=True)
class _ClickedTable:
    """A table whose corners are clicked in pictures of a size, by a lens that was measured or not."""

    table: TableTop
    size_wh: tuple[int, int]
    lens: LensFit | None

    def fit(self, corners_px: FloatArray, noise_px: float) -> PoseFit:
        """The camera that sees the corners there."""
        points_mm = at_height(self.table.outline(), 0.0)
        corners = PointCorrespondences.of_points(points_mm, corners_px, noise_px)
        if self.lens is None:
            return fit_focal([corners], self.size_wh)
        nowhere = Pinhole(self.lens.matrix, self.lens.distortion, np.eye(3), np.zeros(3), self.size_wh)
        return fit_pose(corners, nowhere)


def calibrate_by_clicks(
    picture: Picture,
    clicks_px: FloatArray,
    size_mm: tuple[float, float],
    *,
    as_clicked: bool = False,
    lens_pictures: Sequence[Picture] = (),
    charuco: Charuco | None = None,
) -> Calibration:
    """A camera from the corners of a rectangular table, (4, 2) px in any order, and pictures of the lens board.

    as_clicked: take them as near-left, near-right, far-right, far-left without asking the picture.
    Raises ``InputError`` where the clicks are no four corners.
    """
    _check(clicks_px, picture)
    remarks = list[str]()
    lens = measure_lens(lens_pictures, charuco, picture.size_wh, remarks) if charuco and lens_pictures else None
    clicked = _ClickedTable(TableTop(TableShape.RECT, size_mm), picture.size_wh, lens)
    order = [0, 1, 2, 3] if as_clicked else _order(clicks_px, clicked)
    rim = refine_table_corners(picture.pixels, clicks_px[order])
    noise_px = tuning.CLICK_SIGMA_PX
    if rim.edges_found == 4:  # where edges and clicks disagree, either may be right
        off_px = rms_length(rim.corners_px - clicks_px[order]) / math.sqrt(2)
        noise_px = max(tuning.MET_EDGES_SIGMA_PX, off_px)
    camera = _camera(clicked, rim, noise_px)
    empty = TablePhotograph.of(camera.lens, picture.pixels)
    return Calibration(replace(camera, empty=empty), (*remarks, *_remarks(order, rim.edges_found)))


def _remarks(order: list[int], edges_found: int) -> list[str]:
    """What was made of the clicks."""
    if edges_found == 0:
        edges = gettext("No clear table edge was found beside the clicks: they were taken as they are.")
    elif edges_found == 4:
        edges = gettext("All four edges of the table were found in the picture, and the clicks moved onto them.")
    else:
        edges = gettext(
            "{count} of the four edges of the table were found in the picture, and the clicks moved onto them.",
            count=edges_found,
        )
    if order == [0, 1, 2, 3]:
        return [edges]
    in_order = gettext(
        "The clicks were put in order: near-left, near-right, far-right, far-left are clicks {order} "
        "(--as-clicked takes them as given).",
        order=", ".join(str(number + 1) for number in order),
    )
    return [in_order, edges]


def _check(clicks_px: FloatArray, picture: Picture) -> None:
    width, height = picture.size_wh
    outside = (clicks_px < -0.5) | (clicks_px > np.array([width, height]) - 0.5)
    for number in np.flatnonzero(outside.any(axis=1)):
        x, y = clicks_px[number]
        raise InputError(
            gettext(
                "--clicks: {x:g},{y:g} lies outside {picture}, which is {width} x {height} px.",
                x=x,
                y=y,
                picture=picture.name,
                width=width,
                height=height,
            )
        )
    ring = clicks_px[_turn(clicks_px)]
    along = np.roll(ring, -1, axis=0) - ring
    turns = along[:, 0] * np.roll(along[:, 1], -1) - along[:, 1] * np.roll(along[:, 0], -1)
    if turns.max() > -tuning.MIN_CLICKED_AREA * width * height:
        raise InputError(gettext("--clicks: these four points are no four corners of a table: click each corner once."))


def _turn(clicks_px: FloatArray) -> list[int]:
    """The clicks counter-clockwise as people see the picture, the first click first."""
    from_middle = clicks_px - clicks_px.mean(axis=0)
    turns = np.arctan2(-from_middle[:, 1], from_middle[:, 0])
    ring = [int(i) for i in np.argsort(turns)]
    first = ring.index(0)
    return ring[first:] + ring[:first]


def _order(clicks_px: FloatArray, clicked: _ClickedTable) -> list[int]:
    """Which click is near-left, near-right, far-right, far-left."""
    ring = _turn(clicks_px)
    rings = [ring[start:] + ring[:start] for start in range(4)]
    costs = np.array([clicked.fit(clicks_px[one], tuning.CLICK_SIGMA_PX).cost for one in rings[:2]])
    fitting = [one for start, one in enumerate(rings) if costs[start % 2] <= costs.min() + tuning.QUARTER_TURN_GAIN]
    near_y = [float(clicks_px[one[:2], 1].mean()) for one in fitting]
    room = tuning.NEAR_EDGE_LEAD * float(np.ptp(clicks_px[:, 1]))
    return next(one for one, y in zip(fitting, near_y, strict=True) if y >= max(near_y) - room)


def _camera(clicked: _ClickedTable, rim: TableCorners, noise_px: float) -> Camera:
    """Four corners nearly always fit some pose: what they are worth is how exactly corners can be pointed at."""
    fit, measured = clicked.fit(rim.corners_px, noise_px), clicked.lens
    lens, table, corners_px = fit.cameras[0], clicked.table, rim.corners_px
    beside = lens.to_table(corners_px + np.array([1.0, 0.0])) - lens.to_table(corners_px)
    mm_per_px = float(np.linalg.norm(beside, axis=1).mean())
    rms_px = max(rms_length(fit.errors_px[0]), noise_px)
    rms_mm = max(rms_length(lens.to_table(corners_px) - table.outline()), noise_px * mm_per_px)
    quality = (
        Quality(rms_px, rms_mm, 0, 0, fit.focal_sigma, possible_bow_mm(lens, table.outline(), rim))
        if measured is None
        else Quality(rms_px, rms_mm, 0, len(measured.views), measured.focal_sigma)
    )
    return Camera(lens, table, (), quality, {})
