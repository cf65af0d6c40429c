"""How much the colour of a face speaks against the name that it was given.

Networks and correlations forgive colour, for lamps and cameras differ. They differ for all dice of a picture alike,
though: what lamp and camera make of the colours of enrolled faces is told by the other dice, and a die of which they
make something else is another one, that is painted alike. Colour speaks for nobody: an army may be of one colour.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from companion.arrays import FloatArray, Image
from companion.camera import Pinhole
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.gallery import FACE_RADIUS_PX, FACE_SIZE_PX
from companion.vision.rectify import depths_px, face_patches

#: A face is divided into squares, so many each way; its rim, which neighbours shade, is left out.
_SQUARES: Final = 16
_RADIUS: Final = FACE_RADIUS_PX * _SQUARES / FACE_SIZE_PX
_INSIDE: Final = depths_px(_SQUARES, _RADIUS).min(axis=0) > 0.6
#: The light of each level of a picture, white being 1, by the usual tone curve; what counts as no darker.
_LIGHT: Final = (np.arange(256) / 255.0) ** 2.2
_DARKEST: Final = 0.01
_DARKEST_MEAN: Final = 0.001
_MEDIAN_NORM: Final = math.sqrt(2 * math.log(2))  # of two normal numbers of one standard deviation


def colours_of(picture: Image) -> FloatArray:
    """The colours of an enrolled face by its picture, (1 + squares, 2): the logarithms of red and blue to green, of the
    whole face and of its squares."""
    small = cv2.resize(picture, (_SQUARES, _SQUARES), interpolation=cv2.INTER_AREA)
    light = _LIGHT[small[_INSIDE]]
    logs = np.log(np.vstack([light.mean(axis=0) + _DARKEST_MEAN, light + _DARKEST]))
    return np.asarray(logs[:, [2, 0]] - logs[:, [1]], np.float64)


def colours_seen(picture: Image, lens: Pinhole, corners_mm: FloatArray) -> list[FloatArray]:
    """The same of faces in a photograph, by their corners in space, (n, 3, 3)."""
    patches = face_patches(picture, lens, corners_mm, radius_px=_RADIUS, size_px=_SQUARES)
    return [colours_of(patch) for patch in patches]


def colour_shift(seen: FloatArray, enrolled: Sequence[FloatArray]) -> FloatArray:
    """By how much the colours of a face differ from those of its enrolled views, (2, 2): that of the whole face, and
    that of most of its squares. What hides a part of it, or shines, moves one of them."""
    by_view = seen - np.array(enrolled)
    return np.median([by_view[:, 0], np.median(by_view[:, 1:], axis=1)], axis=1)


def speaks_against(shifts: Sequence[FloatArray]) -> list[float]:
    """For each of the named dice of a picture, by their colour shifts, how much its colour speaks against its name: a
    log-likelihood, 0 where it does not, or where the others are too few or do not agree."""
    return [_against(one, [*shifts[:number], *shifts[number + 1 :]]) for number, one in enumerate(shifts)]


def _against(shift: FloatArray, others: Sequence[FloatArray]) -> float:
    if len(others) < tuning.FEWEST_COLOURED:
        return 0.0
    usual = np.median(others, axis=0)
    spread = float(np.median(np.linalg.norm(np.array(others)[:, 0] - usual[0], axis=1))) / _MEDIAN_NORM
    if spread > tuning.MOST_COLOUR_SPREAD:
        return 0.0
    off = float(np.linalg.norm(shift - usual, axis=1).min())
    sound = (1 - tuning.ODD_COLOURS) * _density(off, max(spread, tuning.COLOUR_SPREAD))
    named = sound + tuning.ODD_COLOURS * _density(off, tuning.ODD_COLOUR_SPREAD)
    return min(0.0, math.log(named / _density(off, tuning.OTHERS_COLOUR_SPREAD)))


def _density(off: float, spread: float) -> float:
    """How usual it is that a colour is so far off, up to a factor that all spreads share."""
    return math.exp(-((off / spread) ** 2) / 2) / spread**2
