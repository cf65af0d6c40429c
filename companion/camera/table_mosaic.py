"""The empty table by pictures from several places: put together, seen from straight above.

Each picture is laid onto the table's plane. What lies flat on it then looks the same in all; what stands on it, a die
or a hand, each of them sees elsewhere, and glare wanders as well. So the median shows the table, and where few agree
with it nothing is known.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Places
from companion.camera.calibrated_camera import TablePhotograph
from companion.camera.mat import TableTop
from companion.camera.pinhole import Pinhole
from companion.camera.tuning import (
    FEWEST_AGREEING_VIEWS,
    MOSAIC_AGREED_LEVELS,
    MOSAIC_AGREED_SHARE,
    MOSAIC_HEIGHT,
    MOSAIC_KNOT_PX,
    MOSAIC_LONGEST_PX,
    MOSAIC_MARGIN_MM,
    MOSAIC_MM_PER_PX,
    MOSAIC_REACH_PX,
    MOSAIC_SPECK_PX,
)
from companion.geometry import at_height
from companion.opencv import cv2


def lens_above(table: TableTop) -> Pinhole:
    """A camera high over the middle of a table that sees all of it and what is near; the same for the same table."""
    outline_mm = table.outline()
    low, high = outline_mm.min(axis=0) - MOSAIC_MARGIN_MM, outline_mm.max(axis=0) + MOSAIC_MARGIN_MM
    longest_mm = float((high - low).max())
    mm_per_px = max(MOSAIC_MM_PER_PX, longest_mm / MOSAIC_LONGEST_PX)
    width, height = np.ceil((high - low) / mm_per_px).astype(int).tolist()
    eye_mm = np.array([*(low + high) / 2, MOSAIC_HEIGHT * longest_mm])
    focal = eye_mm[2] / mm_per_px
    matrix = np.array([[focal, 0.0, (width - 1) / 2], [0.0, focal, (height - 1) / 2], [0.0, 0.0, 1.0]])
    downwards = np.diag([1.0, -1.0, -1.0])
    return Pinhole(matrix, np.zeros(5), downwards, -downwards @ eye_mm, (width, height))


def mosaic_of(table: TableTop, views: Sequence[tuple[Pinhole, Image]]) -> TablePhotograph | None:
    """The table without what lies on it, by pictures (BGR) and the cameras that took them; ``None``: nowhere do enough
    of them agree."""
    above = lens_above(table)
    pixels, seen = (np.stack(some) for some in zip(*(lay_on_table(above, *view) for view in views), strict=True))
    pixels = _in_one_light(pixels, seen)
    middle = _median(pixels, seen)
    known = _agreed(pixels, seen, middle)
    return TablePhotograph.of(above, middle, known) if known.any() else None


def lay_on_table(above: Pinhole, lens: Pinhole, picture: Image) -> tuple[Image, Places]:
    """What a picture (BGR) shows of the table's plane, as a camera above sees it, and where it shows that."""
    px, ahead = _seen_at(above, lens)
    (right, bottom), x, y = np.array(lens.size_wh) - 1, px[..., 0], px[..., 1]
    seen = ahead & (x >= 0) & (y >= 0) & (x <= right) & (y <= bottom)
    # Pixels of the picture that one of the mosaic shows: their mean is meant, for print must not alias.
    steps_px = np.linalg.norm(np.diff(px[::MOSAIC_KNOT_PX], axis=1), axis=2)[seen[::MOSAIC_KNOT_PX, 1:]]
    shrink = max(1, round(float(np.median(steps_px)))) if steps_px.size else 1
    size_wh = picture.shape[1] // shrink, picture.shape[0] // shrink
    small = cv2.resize(picture[: size_wh[1] * shrink, : size_wh[0] * shrink], size_wh, interpolation=cv2.INTER_AREA)
    x, y = (np.asarray((axis + 0.5) / shrink - 0.5, np.float32) for axis in (x, y))
    laid = cv2.remap(small, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(laid, np.uint8), seen


def _seen_at(above: Pinhole, lens: Pinhole) -> tuple[NDArray[np.float32], Places]:
    """Where each pixel of a camera above the table is seen by another one, (rows, columns, 2) px, and whether it lies
    ahead of that; projected at knots, and linear between them."""
    width, height = above.size_wh
    columns, rows = (np.arange(0, side + MOSAIC_KNOT_PX, MOSAIC_KNOT_PX, dtype=np.float64) for side in (width, height))
    knots = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
    places_mm = at_height(above.to_table(knots), 0.0)
    depth = places_mm @ lens.rotation[2] + lens.translation[2]
    coarse = np.column_stack([lens.project(places_mm), depth]).reshape(len(rows), len(columns), 3).astype(np.float32)
    x, y = (np.arange(side, dtype=np.float32) / np.float32(MOSAIC_KNOT_PX) for side in (width, height))
    knot_x, knot_y = np.meshgrid(x, y)
    fine = cv2.remap(coarse, knot_x, knot_y, cv2.INTER_LINEAR)
    return np.ascontiguousarray(fine[..., :2]), fine[..., 2] > 0


def _in_one_light(pixels: NDArray[np.uint8], seen: Places) -> NDArray[np.uint8]:
    """The pictures, (n, rows, columns, 3), each as bright and of such a tint as their median: a phone exposes each
    picture for itself."""
    step = MOSAIC_KNOT_PX // 2
    some, shown = pixels[:, ::step, ::step], seen[:, ::step, ::step]
    middle = _median(some, shown).astype(np.float64)
    lit = pixels.copy()
    for number, (one, there) in enumerate(zip(some, shown, strict=True)):
        tell = there & (middle.min(axis=2) > 0)
        if tell.any():
            light = np.maximum(np.median(one[tell] / middle[tell], axis=0), 1e-3)
            levels = np.clip(np.arange(256)[:, None] / light, 0, 255).astype(np.uint8)
            lit[number] = cv2.LUT(pixels[number], levels[None])
    return lit


def _median(pixels: NDArray[np.uint8], seen: Places) -> Image:
    """The median of those pictures that show a place, (rows, columns, 3); black where none does."""
    ordered = np.sort(np.where(seen[..., None], pixels, 255), axis=0)  # what is not seen comes last
    count = np.count_nonzero(seen, axis=0)
    lower, upper = np.maximum(count - 1, 0) // 2, np.minimum(count // 2, len(seen) - 1)
    two = [np.take_along_axis(ordered, one[None, ..., None], axis=0)[0] for one in (lower, upper)]
    mean = cv2.addWeighted(two[0], 0.5, two[1], 0.5, 0.0)
    return np.where(count[..., None] > 0, mean, 0).astype(np.uint8)


def _agreed(pixels: NDArray[np.uint8], seen: Places, middle: Image) -> Places:
    """Where enough of the pictures that show a place show what the median does there, or just beside it, and most of
    them: print is not laid in just the same place twice."""
    near = np.ones((MOSAIC_REACH_PX,) * 2, np.uint8)
    darkest, brightest = cv2.erode(middle, near), cv2.dilate(middle, near)
    within = MOSAIC_AGREED_LEVELS + MOSAIC_AGREED_SHARE * middle.max(axis=2)
    agreeing = np.zeros(seen.shape[1:], np.intp)
    for one, there in zip(pixels, seen, strict=True):
        apart = cv2.max(cv2.subtract(darkest, one), cv2.subtract(one, brightest)).max(axis=2)
        agreeing += there & (apart <= within)
    known = (agreeing >= FEWEST_AGREEING_VIEWS) & (2 * agreeing > np.count_nonzero(seen, axis=0))
    return np.asarray(cv2.medianBlur(known.astype(np.uint8), MOSAIC_SPECK_PX) > 0)
