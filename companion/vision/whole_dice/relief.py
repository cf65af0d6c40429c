"""Whether something stands up from the table: a die has sides beside its top face, a triangle of wood or paper has not.

Where a flat die would show its sides the picture is compared with the table around: what lies flat shows the table
there too. One piece of evidence among others, for other dice may lie around, and a die may have the table's colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.geometry import FACE_CORNERS, Pose, RigidPose, face_corners_mm, is_face
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.whole_dice.photometric_alignment import SIDES, viewing_cosines

_UP: Final = "abc"
_BESIDE: Final = tuple(face for face in FACE_CORNERS if is_face(face) and face[0] in "aA" and face != _UP)
#: Where a side is looked at, as shares of its corners.
_SPOTS: Final = np.array(
    [[0.34, 0.33, 0.33], [0.6, 0.2, 0.2], [0.2, 0.6, 0.2], [0.2, 0.2, 0.6], [0.45, 0.45, 0.1], [0.45, 0.1, 0.45]]
)
#: So many times as far from the middle of the die, as the picture has it, the table is seen.
_BEYOND: Final = (1.8, 2.3, 2.9)


def measure_relief(picture: NDArray[np.uint8], lens: Pinhole, poses: Sequence[Pose]) -> FloatArray:
    """How far the colours seen beside top faces are from any that the table shows around, of 255 a channel, (n,).

    The nearest colour around counts, for a loud table shows many.
    """
    if not poses:
        return np.empty(0)
    bodies = [RigidPose.flat(pose, _UP) for pose in poses]
    cosines = viewing_cosines(lens, bodies)[:, [SIDES.index(frozenset(label)) for label in _BESIDE]]
    seen = np.repeat(cosines > tuning.MIN_VIEWING_COSINE, len(_SPOTS), axis=1)
    corners = np.stack([face_corners_mm(bodies, [label] * len(bodies)) for label in _BESIDE], axis=1)
    spots = lens.project((_SPOTS @ corners).reshape(-1, 3)).reshape(*seen.shape, 2)
    middle = lens.project(np.array([body.centre_mm for body in bodies]))[:, None]
    sides = _colours(picture, spots)
    around = np.concatenate([_colours(picture, middle + far * (spots - middle)) for far in _BEYOND], axis=1)
    apart = np.abs(sides[:, :, None] - around[:, None]).sum(axis=-1)
    nearest = np.where(np.tile(seen, len(_BEYOND))[:, None], apart, np.inf).min(axis=2)
    told = np.where(seen, nearest, 0.0).sum(axis=1) / np.maximum(seen.sum(axis=1), 1)
    return np.asarray(np.minimum(told / tuning.RELIEF_NOISE, tuning.MAX_RELIEF), np.float64)


def _colours(picture: NDArray[np.uint8], pixels: FloatArray) -> FloatArray:
    """The picture at these places, (..., 3); its rim goes on beyond it."""
    columns, rows = np.moveaxis(pixels.reshape(1, -1, 2).astype(np.float32), -1, 0)
    seen = cv2.remap(picture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float64).reshape(*pixels.shape[:-1], 3)
