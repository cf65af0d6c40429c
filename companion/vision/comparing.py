"""The second look: how alike two top faces are, stroke by stroke, whatever the light.

Each picture is evened out first: from every place its surroundings' mean colour is taken away and the rest is divided
by the surroundings' contrast, so that lamp, shade and exposure fall out; then the two are correlated over small shifts,
because no face is cut out exactly.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.opencv import cv2
from companion.vision.frames import FACE_RADIUS_PX, FACE_SIZE_PX

Evened = NDArray[np.float32]

_SURROUNDINGS_PX: Final = 6.0
#: Contrast below this (of 255) is noise.
_NOISE: Final = 6.0
#: The rim of a face shows its neighbours when it is cut out a little wrong.
_RIM_PX: Final = 5.0
_SHIFT_PX: Final = 1


def _inside() -> NDArray[np.float32]:
    """1 well inside the face, 0 elsewhere, (size, size)."""
    middle = (FACE_SIZE_PX - 1) / 2
    rows, columns = np.mgrid[:FACE_SIZE_PX, :FACE_SIZE_PX]
    corners = np.radians([90, 210, 330])
    depth = [FACE_RADIUS_PX / 2 + (columns - middle) * np.cos(a) + (middle - rows) * np.sin(a) for a in corners]
    return np.asarray(np.min(depth, axis=0) > _RIM_PX, np.float32)


INSIDE: Final = _inside()
_WEIGHT: Final = cv2.GaussianBlur(INSIDE, (0, 0), _SURROUNDINGS_PX) + 1e-3


#: Pixels inside the face, and the same ones after each shift, (shifts, pixels); the rim keeps them in the square.
_AT: Final = np.flatnonzero(INSIDE)
_STEPS: Final = range(-_SHIFT_PX, _SHIFT_PX + 1)
_SHIFTED: Final = np.stack([_AT + row * FACE_SIZE_PX + column for row in _STEPS for column in _STEPS])


def evened(face: NDArray[np.uint8]) -> Evened:
    """A face picture (96, 96, 3) without its light; zero outside the face."""
    shown = face.astype(np.float32) * INSIDE[..., None]
    mean = cv2.GaussianBlur(shown, (0, 0), _SURROUNDINGS_PX) / _WEIGHT[..., None]
    rest = (shown - mean) * INSIDE[..., None]
    spread = cv2.GaussianBlur(np.square(rest).sum(axis=2), (0, 0), _SURROUNDINGS_PX) / _WEIGHT
    return np.asarray(rest / (np.sqrt(np.maximum(spread, 0)) + _NOISE)[..., None], np.float32)


def correlations(face: Evened, others: NDArray[np.float32]) -> NDArray[np.float64]:
    """Correlation, -1..1, of a face with each of the others (n, 96, 96, 3), at the best shift of up to a pixel."""
    return strokes_alike(face, np.stack([strokes(other) for other in others]))


def strokes(face: Evened) -> NDArray[np.float32]:
    """What counts of an evened face, (values,), of length 1: ready to be held against many."""
    values = face.reshape(-1, 3)[_AT].ravel()
    return np.asarray(values / max(float(np.linalg.norm(values)), 1e-6), np.float32)


def strokes_alike(face: Evened, others: NDArray[np.float32]) -> NDArray[np.float64]:
    """As ``correlations``, with the others' strokes, (n, values)."""
    length = max(float(np.linalg.norm(face)), 1e-6)
    return np.asarray((face.reshape(-1, 3)[_SHIFTED].reshape(len(_SHIFTED), -1) @ others.T).max(axis=0) / length)
