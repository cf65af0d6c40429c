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
from companion.opencv import cv2

DARK: Final = 60.0
"""Of 255. A lit table has something brighter on it, be it a marker's paper or a die's edge."""

_DARK_AT: Final = 99.0
_BLANK: Final = 12.0  # from the darkest to the brightest hundredth; noise alone makes some of that
_CLIPPED, _MOST_CLIPPED = 254, 0.3  # of 255; share of the table on which a colour is lost
_COLOURLESS: Final = 0.05  # the strongest colour, as a share of the brightest grey; 0.25 and more where dice lie
_COLOUR_AT: Final = 99.9
BLURRED_PX: Final = 1.75
"""A picture blurred by more loses dice; sharp ones have 1.1 to 1.7, the measure's own share included."""

_SAMPLES: Final = 30_000
_TILE_PX: Final = 48
_RIM_PX: Final = 7  # beside the rim of a tile edges are not measured
_TILES: Final = 64
_SMOOTH_PX: Final = 0.7
_ROUND_PX: Final = 15
_STRONG: Final = 40.0  # an edge must rise by so many of 255
_FEWEST_EDGES: Final = 20
_DIRECTIONS: Final = np.deg2rad([0.0, 45.0, 90.0, 135.0])
_ALONG_COSINE: Final = 0.9  # cosine between an edge's slope and the direction that it is counted for
_SHARPEST: Final = 20.0  # percentile: not every edge of a sharp picture is sharp
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
        if self.clipped > _MOST_CLIPPED:
            return (Flaw.OVEREXPOSED,)
        if self.brightest < DARK:
            return (Flaw.TOO_DARK,)
        if self.contrast < _BLANK:
            return (Flaw.BLANK,)
        blurred = (Flaw.BLURRED,) if self.blur_px is not None and self.blur_px > BLURRED_PX else ()
        grey = (Flaw.GREY,) if self.colour < _COLOURLESS else ()
        return blurred + grey


def assess_picture(camera: Camera, pixels: Image) -> PictureQuality:
    """The quality of a picture (BGR, whole) of the size that the camera was calibrated with."""
    table = _table_mask(camera)
    grey: Image = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    step = _sampling(table)
    sampled = table[::step, ::step] > 0
    light, colours = grey[::step, ::step][sampled], pixels[::step, ::step][sampled]
    darkest, brightest = np.percentile(light, (100 - _DARK_AT, _DARK_AT))
    spread = colours.max(axis=1) - colours.min(axis=1)
    return PictureQuality(
        float(brightest),
        float(brightest - darkest),
        float(np.mean(colours.max(axis=1) >= _CLIPPED)),
        float(np.percentile(spread, _COLOUR_AT)) / max(float(brightest), 1.0),
        _blur_px(grey, table),
    )


def is_too_dark(grey: Image) -> bool:
    """Whether nothing in a grey picture is bright enough to be read."""
    return float(np.percentile(grey, _DARK_AT)) < DARK


def _sampling(table: Image) -> int:
    """One pixel in so many rows and columns is enough to tell the light by."""
    return max(1, int(np.sqrt(cv2.countNonZero(table) / _SAMPLES)))


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
    window = np.ones((_ROUND_PX, _ROUND_PX), np.uint8)
    rises = cv2.dilate(smooth, window) - cv2.erode(smooth, window)
    slope_x, slope_y = (cv2.Sobel(smooth, cv2.CV_32F, *axis, ksize=3) / 8 for axis in ((1, 0), (0, 1)))
    steepest = cv2.magnitude(slope_x, slope_y)
    sigmas = []
    for turn in _DIRECTIONS:
        slope = np.abs(np.cos(turn) * slope_x + np.sin(turn) * slope_y)
        edges = inside & (rises > _STRONG) & (slope >= cv2.dilate(slope, window)) & (slope > _ALONG_COSINE * steepest)
        if np.count_nonzero(edges) >= _FEWEST_EDGES:
            sigmas.append(float(np.percentile(_PEAK * rises[edges] / np.maximum(slope[edges], 1e-3), _SHARPEST)))
    return max(sigmas, default=None)


def _boldest_tiles(grey: Image, table: Image) -> Image:
    """The tiles of the table with the strongest contrast, (n, side, side)."""
    rows, columns = (length // _TILE_PX for length in grey.shape)
    cut = (slice(rows * _TILE_PX), slice(columns * _TILE_PX))
    shape = (rows, _TILE_PX, columns, _TILE_PX)
    tiles = grey[cut].reshape(shape).swapaxes(1, 2).reshape(-1, _TILE_PX, _TILE_PX)
    on_table = table[cut].reshape(shape).swapaxes(1, 2).reshape(len(tiles), -1).any(axis=1)
    tiles = tiles[on_table]
    contrast = np.ptp(tiles.reshape(len(tiles), -1), axis=1)
    boldest = np.argsort(-contrast.astype(int), kind="stable")[:_TILES]
    return np.asarray(tiles[boldest[contrast[boldest] > _STRONG]], np.uint8)


def _side_by_side(tiles: Image) -> tuple[_Levels, NDArray[np.bool_]]:
    """The tiles in one picture, smoothed, and where in it edges are not those between tiles."""
    smooth = np.concatenate([cv2.GaussianBlur(tile.astype(np.float32), (0, 0), _SMOOTH_PX) for tile in tiles])
    inside = np.zeros(tiles.shape, np.bool_)
    inside[:, _RIM_PX:-_RIM_PX, _RIM_PX:-_RIM_PX] = True
    return np.asarray(smooth, np.float32), inside.reshape(smooth.shape)
