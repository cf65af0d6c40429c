"""What is wrong with a picture as a picture: too dark, overexposed, blurred, without colour, blank.

Measured on the table top only, and from nothing but the picture itself; what it costs the reading is not owned here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image
from companion.camera.calibrated_camera import Camera
from companion.camera.tuning import (
    BLANK_SPAN,
    BLUR_SMOOTHING_PX,
    BLUR_TILE_PX,
    BLUR_TILE_RIM_PX,
    BLUR_TILES,
    BLURRED_PX,
    CLIPPED_LEVEL,
    COLOUR_PERCENTILE,
    COLOURLESS_SHARE,
    DARK_LEVEL,
    DARK_PERCENTILE,
    FEWEST_BLUR_EDGES,
    MAX_CLIPPED_SHARE,
    MIN_ALONG_COSINE,
    MIN_EDGE_RISE,
    QUALITY_SAMPLES,
    RISE_WINDOW_PX,
    SHARPEST_PERCENTILE,
)
from companion.opencv import cv2

_DIRECTIONS: Final = np.deg2rad([0.0, 45.0, 90.0, 135.0])
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
        """What is wrong, the worst first; of a picture that shows nothing no more is told than that."""
        if self.clipped > MAX_CLIPPED_SHARE:
            return (Flaw.OVEREXPOSED,)
        if self.brightest < DARK_LEVEL:
            return (Flaw.TOO_DARK,)
        if self.contrast < BLANK_SPAN:
            return (Flaw.BLANK,)
        blurred = (Flaw.BLURRED,) if self.blur_px is not None and self.blur_px > BLURRED_PX else ()
        grey = (Flaw.GREY,) if self.colour < COLOURLESS_SHARE else ()
        return blurred + grey


def assess_picture(camera: Camera, pixels: Image) -> PictureQuality:
    """The quality of a picture (BGR, whole) of the size that the camera was calibrated with."""
    table = _table_mask(camera)
    grey: Image = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    step = max(1, int(np.sqrt(cv2.countNonZero(table) / QUALITY_SAMPLES)))
    sampled = table[::step, ::step] > 0
    light, colours = grey[::step, ::step][sampled], pixels[::step, ::step][sampled]
    darkest, brightest = np.percentile(light, (100 - DARK_PERCENTILE, DARK_PERCENTILE))
    spread = colours.max(axis=1) - colours.min(axis=1)
    return PictureQuality(
        float(brightest),
        float(brightest - darkest),
        float(np.mean(colours.max(axis=1) >= CLIPPED_LEVEL)),
        float(np.percentile(spread, COLOUR_PERCENTILE)) / max(float(brightest), 1.0),
        _blur_px(grey, table),
    )


def is_too_dark(grey: Image) -> bool:
    """Whether nothing in a grey picture is bright enough to be read."""
    return float(np.percentile(grey, DARK_PERCENTILE)) < DARK_LEVEL


def _table_mask(camera: Camera) -> Image:
    """255 on the table top; on all of the picture where the table is not in it."""
    outline = camera.table.outline()
    rim_px = camera.lens.project(np.column_stack([outline, np.zeros(len(outline))]))
    mask = np.zeros(camera.lens.size_wh[::-1], np.uint8)
    cv2.fillPoly(mask, [np.round(rim_px).astype(np.int32)], 255)
    return mask if mask.any() else np.full_like(mask, 255)


def _blur_px(grey: Image, table: Image) -> float | None:
    """Sigma of the blur across the edges that stand out most, in the direction in which it is worst."""
    tiles = _boldest_tiles(grey, table)
    if not len(tiles):
        return None
    smooth, inside = _side_by_side(tiles)
    window = np.ones((RISE_WINDOW_PX, RISE_WINDOW_PX), np.uint8)
    rises = cv2.dilate(smooth, window) - cv2.erode(smooth, window)
    slope_x, slope_y = (cv2.Sobel(smooth, cv2.CV_32F, *axis, ksize=3) / 8 for axis in ((1, 0), (0, 1)))
    steepest = cv2.magnitude(slope_x, slope_y)
    sigmas = []
    for turn in _DIRECTIONS:
        slope = np.abs(np.cos(turn) * slope_x + np.sin(turn) * slope_y)
        edges = (
            inside
            & (rises > MIN_EDGE_RISE)
            & (slope >= cv2.dilate(slope, window))
            & (slope > MIN_ALONG_COSINE * steepest)
        )
        if np.count_nonzero(edges) >= FEWEST_BLUR_EDGES:
            sigmas.append(
                float(np.percentile(_PEAK * rises[edges] / np.maximum(slope[edges], 1e-3), SHARPEST_PERCENTILE))
            )
    return max(sigmas, default=None)


def _boldest_tiles(grey: Image, table: Image) -> Image:
    """The tiles of the table with the strongest contrast, (n, side, side)."""
    rows, columns = (length // BLUR_TILE_PX for length in grey.shape)
    cut = (slice(rows * BLUR_TILE_PX), slice(columns * BLUR_TILE_PX))
    shape = (rows, BLUR_TILE_PX, columns, BLUR_TILE_PX)
    tiles = grey[cut].reshape(shape).swapaxes(1, 2).reshape(-1, BLUR_TILE_PX, BLUR_TILE_PX)
    on_table = table[cut].reshape(shape).swapaxes(1, 2).reshape(len(tiles), -1).any(axis=1)
    tiles = tiles[on_table]
    contrast = np.ptp(tiles.reshape(len(tiles), -1), axis=1)
    boldest = np.argsort(-contrast.astype(int), kind="stable")[:BLUR_TILES]
    return np.asarray(tiles[boldest[contrast[boldest] > MIN_EDGE_RISE]], np.uint8)


def _side_by_side(tiles: Image) -> tuple[_Levels, NDArray[np.bool_]]:
    """The tiles in one picture, smoothed, and where in it edges are not those between tiles."""
    smooth = np.concatenate([cv2.GaussianBlur(tile.astype(np.float32), (0, 0), BLUR_SMOOTHING_PX) for tile in tiles])
    inside = np.zeros(tiles.shape, np.bool_)
    inside[:, BLUR_TILE_RIM_PX:-BLUR_TILE_RIM_PX, BLUR_TILE_RIM_PX:-BLUR_TILE_RIM_PX] = True
    return np.asarray(smooth, np.float32), inside.reshape(smooth.shape)
