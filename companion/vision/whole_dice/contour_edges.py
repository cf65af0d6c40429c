"""Where the outlines of dice really are in a picture: the edges between a die and what lies behind it.

Faces are told by their print, which was enrolled in another light and bulges with its paper; an edge is where the die
ends, whatever is printed on it. Profiles across each are read in linear light, where the middle between die and table
is the true edge (``companion.camera.edges``), along the direction in which their colours differ most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray, Image
from companion.camera import LINEAR_LIGHT, Pinhole, fit_edge_offsets
from companion.geometry import CORNERS, VERTICES, RigidPose, reach_mm
from companion.opencv import cv2
from companion.vision import tuning

_SHARES: Final = np.linspace(*tuning.CONTOUR_SPAN, tuning.CONTOUR_PROFILES)
#: Where along an edge it is measured how far it is off.
MEASURED_AT: Final = np.array([0.25, 0.75])
_OFFSETS: Final = np.linspace(-1.0, 1.0, tuning.CONTOUR_PLACES)
_INSIDE: Final = (_OFFSETS >= -0.85) & (_OFFSETS <= -0.35)
_OUTSIDE: Final = (_OFFSETS >= 0.35) & (_OFFSETS <= 0.85)
#: The sides of an octahedron and its edges, by the places of their corners among ``VERTICES``, and for each edge its
#: two sides.
_SIDES: Final = [s for s in combinations(range(len(VERTICES)), 3) if len({VERTICES[n].lower() for n in s}) == len(s)]
_EDGES: Final = [e for e in combinations(range(len(VERTICES)), 2) if len({VERTICES[n].lower() for n in e}) == len(e)]
_SIDES_OF: Final = [[n for n, side in enumerate(_SIDES) if set(edge) <= set(side)] for edge in _EDGES]


@dataclass(frozen=True, slots=True, eq=False)
class ContourEdge:
    """An edge of a die against what lies behind it: the die's number, the places of its ends among ``VERTICES``, the
    outward normal in the picture, (2,), how far outward it is from where it was sought at ``MEASURED_AT``, (2,) px, and
    how exactly that is known."""

    die: int
    ends: tuple[int, int]
    normal: FloatArray
    offsets_px: FloatArray
    sigma_px: float


def vertices_mm(rigid_pose: RigidPose) -> FloatArray:
    """The corners of a die in space, (6, 3), in the order of ``VERTICES``."""
    return np.asarray(CORNERS @ rigid_pose.rotation.T * reach_mm(rigid_pose.edge_mm) + rigid_pose.centre_mm, np.float64)


def measure_contours(picture: Image, lens: Pinhole, dice_mm: Sequence[FloatArray]) -> list[ContourEdge]:
    """The contours of dice with these corners in space, each (6, 3), where no other of them is near."""
    hulls = [cv2.convexHull(lens.project(corners).astype(np.float32)) for corners in dice_mm]
    found = []
    for number, corners in enumerate(dice_mm):
        others = [hull for n, hull in enumerate(hulls) if n != number and _meet(hull, hulls[number])]
        found += _contours(picture, lens, number, corners, others)
    return found


def _meet(one: cv2.typing.MatLike, other: cv2.typing.MatLike) -> bool:
    """Whether the boxes around two outlines meet."""
    (x, y, wide, tall), (left, top, across, down) = cv2.boundingRect(one), cv2.boundingRect(other)
    near = tuning.CONTOUR_REACH_PX[1]
    return bool(x - near < left + across and left - near < x + wide and y - near < top + down and top - near < y + tall)


def _contours(
    picture: Image, lens: Pinhole, number: int, corners_mm: FloatArray, others: Sequence[cv2.typing.MatLike]
) -> list[ContourEdge]:
    middle_mm, eye = corners_mm.mean(axis=0), lens.eye_mm
    seen = []
    for side in _SIDES:
        a, b, c = corners_mm[list(side)]
        outward = np.cross(b - a, c - a)
        outward *= np.sign(outward @ (a - middle_mm))
        seen.append(float(outward @ (eye - a)) > 0)
    edges = [edge for edge, (one, other) in zip(_EDGES, _SIDES_OF, strict=True) if seen[one] != seen[other]]
    px_per_mm = float(lens.matrix[0, 0]) / float(np.linalg.norm(eye - middle_mm))
    reach = float(np.clip(tuning.CONTOUR_REACH_MM * px_per_mm, *tuning.CONTOUR_REACH_PX))
    ends = np.array([[corners_mm[a], corners_mm[b]] for a, b in edges])
    feet_mm = ends[:, :1] + _SHARES[:, None] * (ends[:, 1:] - ends[:, :1])
    feet = lens.project(feet_mm.reshape(-1, 3)).reshape(len(edges), -1, 2)
    along = feet[:, -1] - feet[:, 0]
    length = np.linalg.norm(along, axis=1, keepdims=True)
    normals = np.stack([along[:, 1], -along[:, 0]], axis=1) / np.maximum(length, 1e-9)
    away = feet.mean(axis=1) - lens.project(middle_mm[None])[0]
    normals *= np.sign((normals * away).sum(axis=1))[:, None]
    places = feet[:, :, None] + reach * _OFFSETS[:, None] * normals[:, None, None]
    colours, inside = _read(picture, places)
    crossings, clear = _crossings(colours)
    clear &= inside
    for hull in others:
        clear &= ~_covered(places, hull)
    lines = zip(edges, normals, *fit_edge_offsets(crossings * reach, clear, _SHARES, MEASURED_AT), strict=True)
    return [ContourEdge(number, edge, normal, off, float(sigma)) for edge, normal, off, sigma, known in lines if known]


def _read(picture: Image, places: FloatArray) -> tuple[FloatArray, NDArray[np.bool_]]:
    """Light at places, (edges, n, m, 2): (edges, n, m, 3), and which profiles lie in the picture, (edges, n)."""
    size = np.array(picture.shape[1::-1])
    low = np.clip(np.floor(places.min(axis=(0, 1, 2))).astype(int) - 2, 0, size - 1)
    high = np.clip(np.ceil(places.max(axis=(0, 1, 2))).astype(int) + 3, low + 1, size)
    light = cv2.LUT(np.ascontiguousarray(picture[low[1] : high[1], low[0] : high[0]]), LINEAR_LIGHT)
    x, y = (places - low).astype(np.float32).reshape(-1, places.shape[2], 2).transpose(2, 0, 1)
    read = cv2.remap(light, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    whole = ((places >= 0) & (places <= size - 1)).all(axis=(2, 3))
    return np.asarray(read, np.float64).reshape(*places.shape[:3], 3), np.asarray(whole, np.bool_)


def _crossings(colours: FloatArray) -> tuple[FloatArray, NDArray[np.bool_]]:
    """Where profiles, (edges, n, m, 3), go half-way from the die's colour to what is behind, nearest to their middle,
    -1 to 1, and whether that is clear, (edges, n)."""
    die, behind = colours[:, :, _INSIDE].mean(axis=2), colours[:, :, _OUTSIDE].mean(axis=2)
    step = behind - die
    contrast = np.linalg.norm(step, axis=-1)
    share = ((colours - die[:, :, None]) * step[:, :, None]).sum(axis=-1) / np.maximum(contrast**2, 1e-12)[..., None]
    above = share - 0.5
    rises = (above[..., :-1] < 0) & (above[..., 1:] >= 0)
    middles = np.abs(_OFFSETS[:-1] + _OFFSETS[1:]) / 2
    at = np.where(rises, middles, np.inf).argmin(axis=-1)[..., None]
    low, high = np.take_along_axis(above, at, axis=-1)[..., 0], np.take_along_axis(above, at + 1, axis=-1)[..., 0]
    part = np.where(high > low, -low / np.maximum(high - low, 1e-9), 0.5)
    bright = (np.linalg.norm(die, axis=-1) + np.linalg.norm(behind, axis=-1)) / 2
    clear = rises.any(axis=-1) & (contrast > tuning.CONTOUR_CONTRAST * bright + tuning.CONTOUR_NOISE)
    return _OFFSETS[at[..., 0]] + part * (_OFFSETS[1] - _OFFSETS[0]), np.asarray(clear, np.bool_)


def _covered(places: FloatArray, hull: cv2.typing.MatLike) -> NDArray[np.bool_]:
    """Which profiles, (edges, n), another die may lie in."""
    near = tuning.CONTOUR_REACH_PX[0]
    ends = places[:, :, [0, -1]].reshape(-1, 2)
    inside = [cv2.pointPolygonTest(hull, (float(x), float(y)), measureDist=True) > -near for x, y in ends]
    return np.asarray(np.array(inside).reshape(*places.shape[:2], 2).any(axis=2), np.bool_)
