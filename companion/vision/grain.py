"""Pictures without their grain: the noise of a camera in too little light, sharpened with all else.

The networks were taught with less of it. In grain a detector overlooks more than half of the dice; smoothed by about a
pixel the same picture shows nearly all of them. The less grain, the less is smoothed, for that takes from what is
printed, too; clear pictures are left exactly as they are.
"""

from __future__ import annotations

import numpy as np

from companion.arrays import Image
from companion.opencv import cv2
from companion.vision import tuning


def without_grain(picture: Image) -> Image:
    """A picture (BGR, whole) without its grain; the same one where it has little."""
    grain = grain_of(picture)
    if grain < tuning.GRAINY_LEVELS:
        return picture
    smoothing_px = min(tuning.GRAIN_SMOOTHING * grain, tuning.MOST_GRAIN_SMOOTHING_PX)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), smoothing_px), np.uint8)


def grain_of(picture: Image) -> float:
    """The standard deviation of a picture's noise, in levels of 255, by what neither levels nor slopes explain in some
    of its squares (Immerkaer 1996): the plainest count, for others have a pattern, and neither black nor white ones."""
    side, green = tuning.GRAIN_SQUARE_PX, picture[..., 1]
    rows, columns = (_starts(length, side) for length in green.shape)
    squares = np.stack([green[y : y + side, x : x + side] for y in rows for x in columns]).astype(np.float32)
    across = squares[..., :-2] - 2 * squares[..., 1:-1] + squares[..., 2:]
    rest = across[:, :-2] - 2 * across[:, 1:-1] + across[:, 2:]
    levels = squares.mean(axis=(1, 2))
    shown = (levels > tuning.GRAIN_LIGHT[0]) & (levels < tuning.GRAIN_LIGHT[1])
    if not shown.any():
        return 0.0
    apart = np.abs(rest[shown]).reshape(np.count_nonzero(shown), -1)
    middle = apart.shape[1] // 2
    spreads = _NORMAL * np.partition(apart, middle, axis=1)[:, middle] / _GAIN
    return float(np.percentile(spreads, tuning.PLAIN_SQUARES_PERCENT))


#: Standard deviations to the median of absolute values of normal noise; how much stronger second differences of second
#: differences of white noise are.
_NORMAL = 1.4826
_GAIN = 6.0


def _starts(length: int, side: int) -> list[int]:
    """Where squares begin along a side of a picture, evenly."""
    count = min(tuning.GRAIN_SQUARES, max(1, length // side))
    return [int(start) for start in np.linspace(0, max(0, length - side), count)]
