"""Where a camera in the hand was, by what the table's top looks like: its print, grain and stains, as calibrated.

Small patches of the empty table (``table_mosaic``) are looked for in a picture that is laid onto the table's plane by
the camera as the markers have it (template matching, then one step of Lucas and Kanade 1981). By two markers side by
side the far corner is known to many millimetres; patches all over the table bring that down to tenths of one. First
those count that lie where the camera is known well, then, by the camera that these give, the ones farther away: so a
pattern that repeats itself is not taken for its neighbour.

What stands on the table does not look like the patch below it and drops out, as does all of another cloth.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray, Image, Places
from companion.camera.calibrated_camera import TablePhotograph
from companion.camera.handheld_adjustment import PRINT, AdjustedView, MarkerSight, camera_slopes
from companion.camera.handheld_camera import place_covariances
from companion.camera.mat import SHEET_MM, Marker, TableTop
from companion.camera.pinhole import Pinhole
from companion.camera.table_mosaic import lay_on_table
from companion.camera.tuning import (
    FARTHEST_PATCH_PX,
    FEWEST_PATCHES,
    LEAST_FITTING_SHARE,
    LEAST_PATCH_LEAD,
    LEAST_PATCH_LIKENESS,
    PATCH_CELL_PX,
    PATCH_ERROR_FACTOR,
    PATCH_FLOOR_MM,
    PATCH_RADIUS_PX,
    PRINT_MISFIT_SIGMAS,
    SHEET_MARGIN,
)
from companion.geometry import at_height
from companion.opencv import cv2

_Grey = NDArray[np.float32]
_SIDE: Final = 2 * PATCH_RADIUS_PX + 1
_ARM: Final = np.arange(-PATCH_RADIUS_PX, PATCH_RADIUS_PX + 1)
#: Peaks of likeness that are no farther apart are one.
_PEAK_PX: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class TablePrint:
    """The empty table from above: the camera there, the picture in grey, and the middles of patches that can be known
    again, columns and rows, (n, 2)."""

    above: Pinhole
    grey: _Grey
    patches: NDArray[np.intp]

    @classmethod
    def of(cls, empty: TablePhotograph, table: TableTop, markers: Sequence[Marker]) -> TablePrint:
        """The patches of an empty table: of each cell the one that tells both directions best."""
        grey = _grey(empty.pixels)
        return cls(empty.lens, grey, _chosen(grey, _printed(empty, table, markers)))


@lru_cache(maxsize=4)
def print_of(empty: TablePhotograph, table: TableTop, markers: tuple[Marker, ...]) -> TablePrint:
    """The same, kept for the last few tables that were asked for: a hall has more than one."""
    return TablePrint.of(empty, table, markers)


def sight_print(table: TablePrint, pixels: Image, lens: Pinhole, covariance: FloatArray) -> MarkerSight | None:
    """Where patches of the table are seen in a picture (BGR) by about this camera, its freedoms known to a covariance,
    (14, 14); ``None``: too few are."""
    if len(table.patches) < FEWEST_PATCHES:
        return None
    laid, seen = lay_on_table(table.above, lens, pixels)
    doubt_mm2 = np.linalg.eigvalsh(place_covariances(lens, covariance, table.above.to_table(table.patches), 0.0))[:, 1]
    mm_per_px = table.above.eye_mm[2] / table.above.matrix[0, 0]
    reach_px = np.ceil(3 * np.sqrt(doubt_mm2) / mm_per_px).astype(int) + 1
    grey = _grey(laid)
    found, shifts = _found(table, grey, seen, reach_px)
    if len(found) < FEWEST_PATCHES:
        return None
    moved_px, spreads = _followed(table.grey, grey, table.patches[found], shifts)
    near = np.abs(moved_px - shifts).max(axis=1) <= 1.0
    if np.count_nonzero(near) < FEWEST_PATCHES:
        return None
    return _sight(lens, table.above, table.patches[found][near], moved_px[near], spreads[near] * mm_per_px**2)


def agrees(view: AdjustedView, sight: MarkerSight, read: Collection[int]) -> bool:
    """Whether print and markers tell the same of a picture in which these markers were read: a cloth may have been
    pulled, or be another of the same pattern. Also where no print is seen."""
    of_print = sight.markers == PRINT
    if not of_print.any():
        return True
    shares = sight.fitting_share(view.used, read), float(view.used[of_print].mean())
    off = view.residuals[of_print & view.used]
    return min(shares) >= LEAST_FITTING_SHARE and float(np.sqrt(np.mean(off**2))) < PRINT_MISFIT_SIGMAS


def _grey(pixels: Image) -> _Grey:
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.float32)


def _printed(empty: TablePhotograph, table: TableTop, markers: Sequence[Marker]) -> Places:
    """Where the top of a table is known, but for its rim, which is raised on some, and for the sheets of its markers:
    those are measured better by their edges, whose light is known."""
    lens = empty.lens
    known = np.ones(lens.size_wh[::-1], np.uint8) if empty.known is None else empty.known.astype(np.uint8)
    top = np.zeros_like(known)
    cv2.fillPoly(top, [np.round(lens.project(at_height(table.outline(), 0.0))).astype(np.int32)], 1)
    for marker in markers:
        corners = np.array(marker.corners_mm)
        sheet = corners + SHEET_MARGIN * (corners - corners.mean(axis=0))
        cv2.fillConvexPoly(top, np.round(lens.project(at_height(sheet, 0.0))).astype(np.int32), 0)
    return known * top > 0


def _chosen(grey: _Grey, printed: Places) -> NDArray[np.intp]:
    """The middles of patches, one for each cell that has some: where the lesser eigenvalue of the structure tensor is
    largest (Shi and Tomasi 1994) among those that are printed to their rims."""
    telling = cv2.cornerMinEigenVal(grey, _SIDE, ksize=3)
    inside = cv2.erode(printed.astype(np.uint8), np.ones((_SIDE, _SIDE), np.uint8), borderValue=0)
    telling = np.where(inside > 0, telling, 0.0)
    best = []
    for top in range(0, grey.shape[0], PATCH_CELL_PX):
        for left in range(0, grey.shape[1], PATCH_CELL_PX):
            cell = telling[top : top + PATCH_CELL_PX, left : left + PATCH_CELL_PX]
            down, right = np.unravel_index(int(np.argmax(cell)), cell.shape)
            if cell[down, right] > 0:
                best.append((left + int(right), top + int(down)))
    return np.array(best, np.intp).reshape(-1, 2)


def _found(
    table: TablePrint, grey: _Grey, seen: Places, reach_px: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Which patches are seen in a picture that was laid onto the table, by number, (n,), and by how much they seem to
    have moved, (n, 2), in whole pixels."""
    unseen = np.asarray(cv2.integral((~seen).astype(np.uint8)), np.int32)
    found = []
    for number, ((x, y), far) in enumerate(zip(table.patches.tolist(), reach_px.tolist(), strict=True)):
        if far <= FARTHEST_PATCH_PX and _is_seen(unseen, x, y, PATCH_RADIUS_PX + far + 1):
            shift = _matched(table.grey, grey, x, y, far)
            if shift is not None:
                found.append((number, *shift))
    numbers, *shifts = np.array(found, np.intp).reshape(-1, 3).T
    return numbers, np.column_stack(shifts)


def _is_seen(unseen: NDArray[np.int32], x: int, y: int, arm: int) -> bool:
    """Whether all of a square about a place is seen, by the sums of what is not."""
    left, top, right, bottom = x - arm, y - arm, x + arm + 1, y + arm + 1
    if left < 0 or top < 0 or bottom >= unseen.shape[0] or right >= unseen.shape[1]:
        return False
    return bool(unseen[bottom, right] - unseen[top, right] - unseen[bottom, left] + unseen[top, left] == 0)


def _matched(then: _Grey, now: _Grey, x: int, y: int, far: int) -> tuple[int, int] | None:
    """By how much a patch seems to have moved, whole pixels; ``None`` where it is not seen, or in two places."""
    arm = PATCH_RADIUS_PX
    patch = then[y - arm : y + arm + 1, x - arm : x + arm + 1]
    around = now[y - arm - far : y + arm + far + 1, x - arm - far : x + arm + far + 1]
    alike = cv2.matchTemplate(around, patch, cv2.TM_CCOEFF_NORMED)
    _, best, _, (right, down) = cv2.minMaxLoc(alike)
    if best < LEAST_PATCH_LIKENESS or {right, down} & {0, 2 * far}:
        return None
    alike[max(0, down - _PEAK_PX) : down + _PEAK_PX + 1, max(0, right - _PEAK_PX) : right + _PEAK_PX + 1] = -1.0
    if best - float(alike.max()) < LEAST_PATCH_LEAD:
        return None
    return right - far, down - far


def _followed(
    then: _Grey, now: _Grey, places: NDArray[np.intp], shifts: NDArray[np.intp]
) -> tuple[FloatArray, FloatArray]:
    """By how much patches have moved, (n, 2) px, and the covariances of that, (n, 2, 2): whatever the light on each,
    what was seen then times a share and a level is what is seen now."""
    rows, columns = (axis[:, :, None] for axis in (places[:, 1:] + _ARM, places[:, :1] + _ARM))
    columns = columns.transpose(0, 2, 1)
    before = then[rows, columns]
    rows, columns = rows + shifts[:, 1, None, None], columns + shifts[:, 0, None, None]
    after = now[rows, columns]
    across = (now[rows, columns + 1] - now[rows, columns - 1]) / 2
    down = (now[rows + 1, columns] - now[rows - 1, columns]) / 2
    terms = np.stack([across, down, -before, -np.ones_like(before)], axis=-1).reshape(len(places), -1, 4)
    terms, seen = terms.astype(np.float64), after.reshape(len(places), -1, 1).astype(np.float64)
    normal = terms.transpose(0, 2, 1) @ terms
    inverse = np.linalg.inv(normal + 1e-6 * np.eye(4))
    step = -inverse @ (terms.transpose(0, 2, 1) @ seen)
    left = (terms @ step + seen)[..., 0]
    variance = (left * left).sum(axis=1) / (_SIDE**2 - 4)
    return shifts + step[:, :2, 0], inverse[:, :2, :2] * variance[:, None, None] * PATCH_ERROR_FACTOR**2


def _sight(
    lens: Pinhole, above: Pinhole, patches: NDArray[np.intp], moved_px: FloatArray, spreads_mm2: FloatArray
) -> MarkerSight:
    """Patches as the adjustment takes them: where each is on the table, and where the picture shows it, along the two
    directions in which it is known best and least."""
    places_mm = at_height(above.to_table(patches), 0.0)
    seen_px = lens.project(at_height(above.to_table(patches + moved_px), 0.0))
    _, _, by_point = camera_slopes(lens, places_mm)
    plan = by_point[..., :2] @ np.diag([1.0, -1.0])  # rows of the picture from above run against y
    spreads_mm2 = spreads_mm2 + PATCH_FLOOR_MM**2 * np.eye(2)
    variances, directions = np.linalg.eigh(plan @ spreads_mm2 @ plan.transpose(0, 2, 1))
    return MarkerSight(
        np.full(len(patches), PRINT),
        np.repeat((places_mm - [0.0, 0.0, SHEET_MM])[:, None], 2, axis=1),
        np.repeat(seen_px[:, None], 2, axis=1),
        np.ascontiguousarray(directions.transpose(0, 2, 1)),
        np.zeros((len(patches), 2)),
        np.sqrt(variances),
    )
