"""What is wrong with a picture as a picture: too dark, overexposed, blurred, without colour, blank.

Measured on the table top only, and from nothing but the picture itself; what it costs the reading is not owned here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image
from companion.camera import tuning
from companion.camera.calibrated_camera import Camera
from companion.geometry import at_height
from companion.opencv import cv2

#: Cosine and sine of the directions in which blur is measured, as plain numbers: pictures stay in single precision.
_DIRECTIONS: Final = tuple((math.cos(math.radians(turn)), math.sin(math.radians(turn))) for turn in (0, 45, 90, 135))
#: What smoothing reaches: tiles are mirrored so far beyond their rims.
_SMOOTHING_REACH_PX: Final = 4
#: Cameras whose table's place in the picture is cached.
_CAMERAS: Final = 4
_PEAK: Final = 0.4  # slope of a blurred step of height 1, times its sigma: 1 / sqrt(2 pi)

_Levels = NDArray[np.float32]


class Flaw(StrEnum):
    """What is wrong with a picture."""

    TOO_DARK = "too-dark"
    BLANK = "blank"
    OVEREXPOSED = "overexposed"
    BLURRED = "blurred"
    GREY = "grey"


@dataclass(frozen=True, slots=True)
class PictureQuality:
    """What a picture is worth, measured on the table top.

    brightest: grey of the brightest hundredth, of 255; contrast: from the darkest hundredth to it. clipped: share
    with a colour brighter than the camera can tell. colour: the strongest colour, as a share of ``brightest``.
    blur_px: sigma of the blur in the direction in which it is worst; ``None`` where too few edges are seen.
    """

    brightest: float
    contrast: float
    clipped: float
    colour: float
    blur_px: float | None

    @property
    def flaws(self) -> tuple[Flaw, ...]:
        """What is wrong, the worst first; of a picture that shows nothing only that is reported."""
        if self.clipped > tuning.MAX_CLIPPED_SHARE:
            return (Flaw.OVEREXPOSED,)
        if self.brightest < tuning.DARK_LEVEL:
            return (Flaw.TOO_DARK,)
        if self.contrast < tuning.BLANK_SPAN:
            return (Flaw.BLANK,)
        blurred = (Flaw.BLURRED,) if self.blur_px is not None and self.blur_px > tuning.BLURRED_PX else ()
        grey = (Flaw.GREY,) if self.colour < tuning.COLOURLESS_SHARE else ()
        return blurred + grey


def assess_picture(camera: Camera, pixels: Image, grey: Image | None = None) -> PictureQuality:
    """The quality of a picture (BGR, whole) of the size that the camera was calibrated with; grey: the same in grey,
    where it has been made."""
    sampled, tiles = _table_in_picture(camera)
    if grey is None:
        grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    light, colours = grey.reshape(-1)[sampled], pixels.reshape(-1, 3).take(sampled, axis=0)
    darkest, brightest = _percentiles(light, 100 - tuning.DARK_PERCENTILE, tuning.DARK_PERCENTILE)
    blue, green, red = np.ascontiguousarray(colours.T)
    most, least = np.maximum(np.maximum(blue, green), red), np.minimum(np.minimum(blue, green), red)
    return PictureQuality(
        brightest,
        brightest - darkest,
        float(np.mean(most >= tuning.CLIPPED_LEVEL)),
        _percentiles(most - least, tuning.COLOUR_PERCENTILE)[0] / max(brightest, 1.0),
        _blur_px(grey, tiles),
    )


def is_too_dark(grey: Image) -> bool:
    """Whether nothing in a grey picture is bright enough to be read."""
    return _percentiles(grey, tuning.DARK_PERCENTILE)[0] < tuning.DARK_LEVEL


def _percentiles(levels: Image, *percents: float) -> list[float]:
    """As ``numpy.percentile``, of eight bits: counted, for to put them in order takes five times as long."""
    counted = np.cumsum(cv2.calcHist([levels.reshape(1, -1)], [0], None, [256], [0, 256]))
    places = np.array(percents) / 100 * (levels.size - 1)
    below, above = (np.searchsorted(counted, one, side="right") for one in (np.floor(places), np.ceil(places)))
    return [float(one) for one in below + (places - np.floor(places)) * (above - below)]


@lru_cache(_CAMERAS)
def _table_in_picture(camera: Camera) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Where a camera's pictures show the table top: some of its pixels, row after row counted, and the tiles, (rows,
    columns), that show some of it."""
    rim_px = camera.lens.project(at_height(camera.table.outline(), 0.0))
    mask: Image = np.zeros(camera.lens.size_wh[::-1], np.uint8)
    cv2.fillPoly(mask, [np.round(rim_px).astype(np.int32)], 255)
    if not mask.any():  # the table is not in it: all of the picture counts
        mask = np.full_like(mask, 255)
    step = max(1, int(np.sqrt(cv2.countNonZero(mask) / tuning.QUALITY_SAMPLES)))
    rows, columns = np.nonzero(mask[::step, ::step])
    sampled = np.ravel_multi_index((rows * step, columns * step), mask.shape)
    return sampled, _of_tiles(np.maximum, mask) > 0


def _blur_px(grey: Image, on_table: NDArray[np.bool_]) -> float | None:
    """Sigma of the blur across the edges that stand out most, in the direction in which it is worst."""
    # The tiles of the table with the strongest contrast, (n, side, side).
    contrast = _of_tiles(np.maximum, grey).astype(int) - _of_tiles(np.minimum, grey)
    rows, columns = np.nonzero(on_table)
    contrast = contrast[rows, columns]
    boldest = np.argsort(-contrast, kind="stable")[: tuning.BLUR_TILES]
    boldest = boldest[contrast[boldest] > tuning.MIN_EDGE_RISE]
    tiles = np.asarray(_tiled(grey)[rows[boldest], :, columns[boldest]], np.uint8)
    if not len(tiles):
        return None
    smooth, inside = _side_by_side(tiles)
    window = np.ones((tuning.RISE_WINDOW_PX, tuning.RISE_WINDOW_PX), np.uint8)
    rises = cv2.dilate(smooth, window) - cv2.erode(smooth, window)
    slope_x, slope_y = (cv2.Sobel(smooth, cv2.CV_32F, *axis, ksize=3) / 8 for axis in ((1, 0), (0, 1)))
    bold = inside & (rises > tuning.MIN_EDGE_RISE)
    along = tuning.MIN_ALONG_COSINE * cv2.magnitude(slope_x, slope_y)
    sigmas = []
    for along_x, along_y in _DIRECTIONS:
        slope = np.abs(along_x * slope_x + along_y * slope_y)
        edges = np.flatnonzero(bold & (slope >= cv2.dilate(slope, window)) & (slope > along))
        if len(edges) >= tuning.FEWEST_BLUR_EDGES:
            ratios = _PEAK * rises.take(edges) / np.maximum(slope.take(edges), 1e-3)
            sigmas.append(float(np.percentile(ratios, tuning.SHARPEST_PERCENTILE)))
    return max(sigmas, default=None)


def _of_tiles(extreme: np.ufunc, picture: Image) -> Image:
    """The brightest or the darkest of each tile, (rows, columns)."""
    return np.asarray(extreme.reduce(extreme.reduce(_tiled(picture), axis=1), axis=-1), np.uint8)


def _tiled(picture: Image) -> Image:
    """A picture as tiles, (rows, side, columns, side); what does not fill a tile is left out."""
    rows, columns = (length // tuning.BLUR_TILE_PX for length in picture.shape)
    whole = picture[: rows * tuning.BLUR_TILE_PX, : columns * tuning.BLUR_TILE_PX]
    return whole.reshape(rows, tuning.BLUR_TILE_PX, columns, tuning.BLUR_TILE_PX)


def _side_by_side(tiles: Image) -> tuple[_Levels, NDArray[np.bool_]]:
    """The tiles in one picture, smoothed, and where in it edges are not those between tiles."""
    beyond, last = np.arange(-_SMOOTHING_REACH_PX, tiles.shape[1] + _SMOOTHING_REACH_PX), tiles.shape[1] - 1
    reflected = last - np.abs(last - np.abs(beyond))
    mirrored = tiles.take(reflected, axis=1).take(reflected, axis=2).astype(np.float32)
    within = slice(_SMOOTHING_REACH_PX, -_SMOOTHING_REACH_PX)
    smooth = cv2.GaussianBlur(mirrored.reshape(-1, mirrored.shape[2]), (0, 0), tuning.BLUR_SMOOTHING_PX)
    inside = np.zeros(tiles.shape, np.bool_)
    inside[
        :, tuning.BLUR_TILE_RIM_PX : -tuning.BLUR_TILE_RIM_PX, tuning.BLUR_TILE_RIM_PX : -tuning.BLUR_TILE_RIM_PX
    ] = True
    whole = smooth.reshape(mirrored.shape)[:, within, within].reshape(-1, tuning.BLUR_TILE_PX)
    return np.asarray(whole, np.float32), inside.reshape(whole.shape)
