"""How much the colour of a face speaks for or against the name that it may have.

Networks and correlations forgive colour, for lamps and cameras differ. They differ for all dice of a picture alike,
though: what lamp and camera make of the colours of enrolled faces is told by the other dice, and a die of which they
make something else is another one, that is painted alike. But for gloss: it lays white over a face, here or where that
was enrolled, and takes from its colours towards grey without changing their hue. Colour speaks for a name a little: an
army may be of one colour.
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
    small: Image = np.asarray(cv2.resize(picture, (_SQUARES, _SQUARES), interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(_colours(small[None])[0], np.float64)


def colours_seen(picture: Image, lens: Pinhole, corners_mm: FloatArray) -> FloatArray:
    """The same of faces in a photograph, by their corners in space, (n, 3, 3): (n, 1 + squares, 2)."""
    return _colours(face_patches(picture, lens, corners_mm, radius_px=_RADIUS, size_px=_SQUARES))


def _colours(faces: Image) -> FloatArray:
    """The same of faces that are divided into squares, a pixel each."""
    light = _LIGHT[faces[:, _INSIDE]]
    logs = np.log(np.concatenate([light.mean(axis=1, keepdims=True) + _DARKEST_MEAN, light + _DARKEST], axis=1))
    return np.asarray(logs[..., [2, 0]] - logs[..., [1]], np.float64)


def colour_shifts(seen: FloatArray, enrolled: Sequence[Sequence[FloatArray]]) -> FloatArray:
    """By how much the colours of faces differ from those of their enrolled views, (n, glosses, 2, 2): those of the
    whole face, and those of most of its squares. What hides a part of it, or shines, moves one of them. First as
    enrolled, then with more white over the enrolled face, then with less."""
    owner = np.repeat(np.arange(len(enrolled)), [len(views) for views in enrolled])
    views = np.array([view for views in enrolled for view in views]).reshape(-1, *seen.shape[1:])
    by_view = seen[owner, None] - _glossed(views)
    both = np.stack([by_view[:, :, 0], np.median(by_view[:, :, 1:], axis=2)], axis=2)
    single = len(owner) == len(enrolled)
    return both if single else np.array([np.median(both[owner == face], axis=0) for face in range(len(enrolled))])


def _glossed(colours: FloatArray) -> FloatArray:
    """Colours of faces, (n, 1 + squares, 2), as they are, then under more and less gloss: (n, glosses, ...)."""
    to_green = np.exp(colours)[:, None]
    more, less = np.reshape(tuning.MORE_GLOSS, (-1, 1, 1)), np.reshape(tuning.LESS_GLOSS, (-1, 1, 1))
    least = np.minimum(to_green.min(axis=-1, keepdims=True), 1.0)  # of grey there is no more in a colour than this
    some = np.log((to_green + more) / (1 + more)), np.log((to_green - less * least) / (1 - less * least))
    return np.concatenate([colours[:, None], *some], axis=1)


def colours_speak(shifts: FloatArray, judges: Sequence[bool]) -> list[float]:
    """For dice of a picture, by their colour shifts, (n, glosses, 2, 2), how much its colour speaks for the name that
    each has or may have: a log-likelihood, below 0 where it speaks against it; 0 where those that judge the others, the
    named dice that lie flat, are too few or do not agree."""
    judging, judged = np.flatnonzero(judges), np.flatnonzero(~np.array(judges, np.bool_))
    beside = np.array([judging[judging != one] for one in judging], np.intp)
    beside = beside.reshape(len(judging), max(len(judging) - 1, 0))
    speaks = np.zeros(len(shifts))
    for those, others in ((judging, beside), (judged, np.tile(judging, (len(judged), 1)))):
        if others.shape[1] >= tuning.FEWEST_COLOURED:
            speaks[those] = _all_speak(shifts[those], shifts[others])
    return speaks.tolist()


def _all_speak(shifts: FloatArray, others: FloatArray) -> list[float]:
    """The same for dice with these shifts, (n, glosses, 2, 2), each beside others, (n, m, glosses, 2, 2)."""
    usual = np.median(others[:, :, 0], axis=1)
    apart = np.median(np.linalg.norm(others[:, :, 0, 0] - usual[:, None, 0], axis=2), axis=1)
    off = np.linalg.norm(shifts - usual[:, None], axis=3).min(axis=(1, 2))
    return [_speaks(*one) for one in zip(off.tolist(), (apart / _MEDIAN_NORM).tolist(), strict=True)]


def _speaks(off: float, spread: float) -> float:
    """The same for a die whose colour is so far off what is usual; spread: that of the others."""
    if spread > tuning.MOST_COLOUR_SPREAD:
        return 0.0
    sound = (1 - tuning.ODD_COLOURS) * _density(off, max(spread, tuning.COLOUR_SPREAD))
    named = sound + tuning.ODD_COLOURS * _density(off, tuning.ODD_COLOUR_SPREAD)
    return math.log(named / _density(off, tuning.OTHERS_COLOUR_SPREAD))


def _density(off: float, spread: float) -> float:
    """How usual it is that a colour is so far off, up to a factor that all spreads share."""
    return math.exp(-((off / spread) ** 2) / 2) / spread**2
