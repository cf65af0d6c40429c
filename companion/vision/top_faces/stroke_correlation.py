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
from companion.vision import tuning
from companion.vision.frames import FACE_RADIUS_PX, FACE_SIZE_PX, depths_px

NormalisedImage = NDArray[np.float32]

#: Adds up the channels of a picture.
_ALL_COLOURS: Final = np.ones((1, 3), np.float32)


#: 1 well inside the face, 0 elsewhere, (size, size).
INSIDE: Final = np.asarray(depths_px(FACE_SIZE_PX, FACE_RADIUS_PX).min(axis=0) > tuning.STROKE_RIM_PX, np.float32)
#: The part of the square that holds the inside of the face, and a pixel around it to shift by.
_BOX: Final = np.s_[12:68, 16:80]
_IN_BOX: Final = cv2.merge([INSIDE[_BOX]] * 3)


def _around(values: cv2.typing.MatLike) -> NDArray[np.float32]:
    """The mean of each place's surroundings, nothing shining in from outside; smooth, so half as fine will do."""
    small = cv2.resize(values, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    wide = cv2.GaussianBlur(small, (0, 0), tuning.STROKE_SURROUNDINGS_PX / 2, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(cv2.resize(wide, values.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)


#: What makes a mean over the face of one over its surroundings; 0 outside.
_SHARE: Final = _IN_BOX / (_around(_IN_BOX) + 1e-3)

#: Pixels inside the face, and the same ones after each shift, (shifts, pixels).
_AT: Final = np.flatnonzero(_IN_BOX[..., 0])
_STEPS: Final = range(-tuning.STROKE_SHIFT_PX, tuning.STROKE_SHIFT_PX + 1)
_SHIFTED: Final = np.stack([_AT + row * _IN_BOX.shape[1] + column for row in _STEPS for column in _STEPS])


def contrast_normalised(face: NDArray[np.uint8]) -> NormalisedImage:
    """The box of a face picture (96, 96, 3) without its light; zero outside the face."""
    shown = face[_BOX] * _IN_BOX
    rest = shown - _around(shown) * _SHARE
    spread = _around(cv2.transform(np.square(rest), _ALL_COLOURS)) * _SHARE[..., 0]
    contrast = np.sqrt(np.maximum(spread, 0)) + tuning.STROKE_NOISE
    return np.asarray(rest / cv2.merge([contrast] * 3), np.float32)


def correlate_faces(face: NormalisedImage, others: NDArray[np.float32]) -> NDArray[np.float64]:
    """Correlation, -1..1, of a face with each of the others (n, ...), at the best shift of up to a pixel."""
    return correlate_strokes(face, np.stack([stroke_vector(other) for other in others]))


def stroke_vector(face: NormalisedImage) -> NDArray[np.float32]:
    """What counts of an evened face, (values,), of length 1: ready to be held against many."""
    values = face.reshape(-1, 3)[_AT].ravel()
    return np.asarray(values / max(float(np.linalg.norm(values)), 1e-6), np.float32)


def correlate_strokes(face: NormalisedImage, others: NDArray[np.float32]) -> NDArray[np.float64]:
    """As ``correlate_faces``, with the others' strokes, (n, values)."""
    length = max(float(np.linalg.norm(face)), 1e-6)
    shifted = np.take(face.reshape(-1, 3), _SHIFTED, axis=0).reshape(len(_SHIFTED), -1)
    return np.asarray((shifted @ others.T).max(axis=0) / length, np.float64)
