"""Whether something stands up from the table: a die has sides beside its top face, a triangle of wood or paper has not.

Where a flat die would show its sides the picture is compared with the table around, and with the same place as it was
without dice: what lies flat shows the table there too. Two pieces of evidence among others, for other dice may lie
around, a die may have the table's colours, and a loud table shows any colour beside any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.geometry import FACE_CORNERS, Pose, RigidPoses, is_face
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.top_faces.empty_table import Backdrop, EmptyTable
from companion.vision.whole_dice.photometric_alignment import SIDES, viewing_cosines

_UP: Final = "abc"
_BESIDE: Final = tuple(face for face in FACE_CORNERS if is_face(face) and face[0] in "aA" and face != _UP)
#: Their places among ``SIDES``, and their corners in the die's own frame, (n, 3, 3) in reaches.
_SIDE_NUMBERS: Final = [SIDES.index(frozenset(face)) for face in _BESIDE]
_SIDE_CORNERS: Final = np.array([FACE_CORNERS[face] for face in _BESIDE])
#: Where a side is looked at, as shares of its corners.
_SPOTS: Final = np.array(
    [[0.34, 0.33, 0.33], [0.6, 0.2, 0.2], [0.2, 0.6, 0.2], [0.2, 0.2, 0.6], [0.45, 0.45, 0.1], [0.45, 0.1, 0.45]]
)
#: Told of a place where the table without dice is not known.
_UNTOLD: Final = 0.0
#: The same by what its corners below and above weigh, well away from the blurred rim of the top face.
_BELOW: Final = np.array([[1, 1, 1], [2, 1, 1], [1, 2, 1], [1, 1, 2]])
_ABOVE: Final = 0.15
_IS_BELOW: Final = np.array([[vertex not in _UP for vertex in face] for face in _BESIDE])
_WEIGHTS: Final = _BELOW * np.where(_IS_BELOW, 1.0, _ABOVE)[:, None]
_LOW_SPOTS: Final = _WEIGHTS / _WEIGHTS.sum(axis=2, keepdims=True)
#: So many times as far from the middle of the die, as the picture has it, the table is seen.
_BEYOND: Final = (1.8, 2.3, 2.9)


def measure_standing(backdrop: Backdrop, poses: Sequence[Pose]) -> FloatArray:
    """Whether the table itself is seen beside top faces, where a die would show its sides, (n,): -1 all of it, 1 none
    of it, 0 where that cannot be told: the table is not known there, or too much else lies around."""
    told = np.full(len(poses), _UNTOLD)
    if not poses:
        return told
    heights_mm = np.array([plan.height_mm for plan in backdrop.empty.plans])
    nearest = np.abs(np.array([pose.top_mm for pose in poses])[:, None] - heights_mm).argmin(axis=1)
    for number in np.unique(nearest).tolist():
        those = np.flatnonzero(nearest == number)
        told[those] = _standing(backdrop, number, [poses[n] for n in those.tolist()])
    return told


def _standing(backdrop: Backdrop, number: int, poses: Sequence[Pose]) -> FloatArray:
    """The same on one of the maps."""
    empty = backdrop.empty
    seen, spots_mm, middle_mm = _beside(empty.lens, poses, _LOW_SPOTS)
    spots, middle = (_on_map(empty, number, points_mm) for points_mm in (spots_mm, middle_mm[:, None]))
    places = np.concatenate([spots, *(middle + far * (spots - middle) for far in _BEYOND)], axis=1)
    table = [_colours(one, places) for one in empty.neighbour_ranges[number]]
    apart, noise = _apart_from_table(_colours(backdrop.maps[number], places), table, spots.shape[1])
    step = _step(_colours(backdrop.maps[number], places[:, spots.shape[1] :]))
    differs = np.clip(apart / np.maximum(tuning.STANDING_NOISES * noise, step[:, None]) - 1, -1, 1)
    share = np.where(seen, differs, 0.0).sum(axis=1) / np.maximum(seen.sum(axis=1), 1)
    known = _colours(empty.known[number].astype(np.uint8), spots).min(axis=(1, 2)) > 0
    told = known & seen.any(axis=1) & (noise[:, 0] < tuning.MAX_STANDING_NOISE)
    return np.where(told, share, _UNTOLD)


def _apart_from_table(now: FloatArray, table: Sequence[FloatArray], spots: int) -> tuple[FloatArray, FloatArray]:
    """How far the first ``spots`` colours of each row, (n, k, 3), are from those of the empty table (darkest and
    brightest) in the same light, (n, spots), and what is noise there, (n, 1). The others tell light and noise, by the
    half of them that is most alike."""
    around, middle = now[:, spots:], (table[0] + table[1])[:, spots:] / 2
    light = np.median(around, axis=1) / np.maximum(np.median(middle, axis=1), 1.0)
    half = around.shape[1] // 2
    alike = np.argpartition(np.abs(around - light[:, None] * middle).sum(axis=-1), half, axis=1)[:, :half, None]
    light = np.median(np.take_along_axis(around / np.maximum(middle, 1.0), alike, axis=1), axis=1)
    darkest, brightest = (light[:, None] * one for one in table)
    apart = np.maximum(np.maximum(darkest - now, now - brightest), 0).sum(axis=-1)
    noise = np.median(np.take_along_axis(apart[:, spots:], alike[..., 0], axis=1), axis=1)
    return apart[:, :spots], noise[:, None]


def _step(around: FloatArray) -> FloatArray:
    """What counts as a difference of colours (added up) in the light of these surroundings, (n, k, 3), (n,)."""
    light = np.median(around, axis=1).mean(axis=-1) / tuning.RELIEF_LIGHT
    return np.asarray(tuning.RELIEF_NOISE * np.clip(light, tuning.LEAST_RELIEF_LIGHT, 1), np.float64)


def _on_map(empty: EmptyTable, number: int, points_mm: FloatArray) -> FloatArray:
    """Pixels of a map that show points in space, (..., 2)."""
    plan = empty.plans[number]
    seen_mm = empty.lens.onto_plane(points_mm, plan.height_mm)
    return plan.to_map(seen_mm.reshape(-1, 2)).reshape(seen_mm.shape)


def measure_relief(picture: NDArray[np.uint8], lens: Pinhole, poses: Sequence[Pose]) -> FloatArray:
    """How far the colours seen beside top faces are from any that the table shows around, in ``RELIEF_NOISE``, (n,).

    The nearest colour around counts, for a loud table shows many.
    """
    if not poses:
        return np.empty(0)
    seen, spots_mm, middle_mm = _beside(lens, poses, np.stack([_SPOTS] * len(_BESIDE)))
    spots = lens.project(spots_mm.reshape(-1, 3)).reshape(*seen.shape, 2)
    middle = lens.project(middle_mm)[:, None]
    sides = _colours(picture, spots)
    around = np.concatenate([_colours(picture, middle + far * (spots - middle)) for far in _BEYOND], axis=1)
    told = [
        _apart_from_all(own[there], table[np.tile(there, len(_BEYOND))])
        for own, table, there in zip(sides, around, seen, strict=True)
    ]
    return np.minimum(np.array(told) / tuning.RELIEF_NOISE, tuning.MAX_RELIEF)


def _apart_from_all(colours: FloatArray, others: FloatArray) -> float:
    """How far colours, (n, 3), are from the nearest of others, on the average; 0 where there are none."""
    apart = np.abs(colours[:, None] - others).sum(axis=2)
    return float(apart.min(axis=1).mean()) if apart.size else 0.0


def _beside(
    lens: Pinhole, poses: Sequence[Pose], shares: FloatArray
) -> tuple[NDArray[np.bool_], FloatArray, FloatArray]:
    """Spots of the sides of flat dice, (n, spots, 3) mm, whether the camera sees them, and the dice's middles.

    shares: of the corners of each side, (``_BESIDE``, spots, 3).
    """
    bodies = RigidPoses.flat(poses, [_UP] * len(poses))
    cosines = viewing_cosines(lens, bodies)[:, _SIDE_NUMBERS]
    seen = np.repeat(cosines > tuning.MIN_VIEWING_COSINE, shares.shape[1], axis=1)
    owner, faces = np.repeat(np.arange(len(bodies)), len(_BESIDE)), np.tile(_SIDE_CORNERS, (len(bodies), 1, 1))
    corners = bodies.corners_mm(owner, faces).reshape(-1, *_SIDE_CORNERS.shape)
    return seen, np.asarray((shares @ corners).reshape(*seen.shape, 3), np.float64), bodies.centre_mm


def _colours(picture: NDArray[np.uint8], pixels: FloatArray) -> FloatArray:
    """The picture at these places, (..., channels); its rim goes on beyond it."""
    columns, rows = np.moveaxis(pixels.reshape(1, -1, 2).astype(np.float32), -1, 0)
    seen = cv2.remap(picture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float64).reshape(*pixels.shape[:-1], -1)
