"""Where the printed rim of a die's faces ends: a line as far from each of their sides, if the print has one.

Folded paper tells only by how its copies agree where the corners of a face are in its print, each copy being folded
otherwise. Most dice are printed with a rim all around each face, and where that ends is seen within a twentieth of a
millimetre; so a face that is cut out askew shows a rim that is wider here than there. How wide it is the faces of a die
tell together, side by side; dice without one tell nothing.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray, Image
from companion.opencv import cv2
from companion.vision.enrolment.tuning import (
    FEWEST_RIM_FACES,
    LEAST_RIM_SHARE,
    MAX_RIM_EDGES,
    MIN_RIM_EDGES,
    RIM_GATE_EDGES,
    RIM_SMOOTHING_EDGES,
)
from companion.vision.gallery import FACE_RADIUS_PX, FACE_SIZE_PX, VIEW_SIZE_PX

#: Parts of a side, each looked at by itself, and lines of samples across each; near corners other sides' rims begin.
PARTS: Final = 5
_LINES: Final = 8
_ALONG: Final = np.linspace(0.2, 0.8, PARTS * _LINES)
#: How far in from the side is looked, in edges.
_STEP_EDGES: Final = 0.0025
_DEPTHS: Final = np.arange(MIN_RIM_EDGES - RIM_GATE_EDGES, MAX_RIM_EDGES + RIM_GATE_EDGES, _STEP_EDGES)
#: Corners of a face in its square, to the right and up, in circumradii; side k lies opposite corner k.
_CORNERS: Final = np.array([[0.0, 1.0], [-np.sqrt(0.75), -0.5], [np.sqrt(0.75), -0.5]])


def _shares() -> FloatArray:
    """What corners weigh at the middle of each part of each side, (3, parts, 3)."""
    middle = _ALONG.reshape(PARTS, -1).mean(axis=1)
    out = np.zeros((3, PARTS, 3))
    for side in range(3):
        out[side, :, side - 2], out[side, :, side - 1] = 1 - middle, middle
    return out


#: By how much the parts of all sides move outward with the shifts of the corners (right and up), (3 * parts, 6).
OUTWARD: Final = (_shares()[..., None] * -_CORNERS[:, None, None]).reshape(3 * PARTS, 6)


def rim_offsets(pictures: Image) -> FloatArray | None:
    """By how much the printed rim is wider than usual at each part of the sides of some faces of one die, in edges,
    (n, 3 * parts); NaN where its end is not seen; ``None`` where these faces have no such rim. Of each side by what is
    usual there: prints lie askew on all faces of a die alike, in the pictures of two renderers by 0.1 mm.

    pictures: the faces as a gallery keeps them, (n, size, size, 3).
    """
    if len(pictures) < FEWEST_RIM_FACES:
        return None
    steepness = np.stack([_steepness(picture) for picture in pictures]).reshape(-1, len(_DEPTHS))
    # How wide most parts of all sides show the rim to be, in edges; ``None`` where they do not agree.
    inside = (_DEPTHS >= MIN_RIM_EDGES) & (_DEPTHS <= MAX_RIM_EDGES)
    steepest = _peaks(np.where(inside, steepness, -1))
    alike = (np.abs(steepest - _DEPTHS[:, None]) <= RIM_GATE_EDGES / 2).mean(axis=1)
    width = float(_DEPTHS[alike.argmax()]) if alike.max() >= LEAST_RIM_SHARE else None
    if width is None:
        return None
    near = np.abs(_DEPTHS - width) < RIM_GATE_EDGES
    ends = _peaks(np.where(near, steepness, -1)).reshape(len(pictures), 3, PARTS)
    usual = [_median(ends[:, side]) for side in range(3)]
    return np.asarray((ends - np.array(usual)[:, None]).reshape(len(pictures), -1), np.float64)


def _median(ends: FloatArray) -> float:
    """Of what is seen; NaN where nothing is."""
    seen = ends[np.isfinite(ends)]
    return float(np.median(seen)) if len(seen) else math.nan


def _steepness(picture: NDArray[np.uint8]) -> FloatArray:
    """How much the colour changes inward at each part of each side, (3, parts, depths)."""
    px = cv2.remap(np.asarray(picture, np.float32), *_sample_maps(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    parts = px.reshape(3, PARTS, _LINES, len(_DEPTHS), 3).mean(axis=2)
    # Colours by depth, (3, parts, depths, 3), freed of the picture's noise.
    apart = np.subtract.outer(_DEPTHS, _DEPTHS) / RIM_SMOOTHING_EDGES
    weights = np.exp(-(apart**2) / 2)
    smoothed = np.asarray((weights / weights.sum(axis=1, keepdims=True)) @ parts, np.float64)
    slopes = np.gradient(smoothed, axis=2)
    return np.asarray(np.linalg.norm(slopes, axis=3), np.float64)


@cache
def _sample_maps() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Columns and rows of an enrolled picture at the depths of all lines across the sides."""
    radius_px, middle_px = VIEW_SIZE_PX * FACE_RADIUS_PX / FACE_SIZE_PX, (VIEW_SIZE_PX - 1) / 2
    rim = np.concatenate([np.outer(1 - _ALONG, _CORNERS[k - 2]) + np.outer(_ALONG, _CORNERS[k - 1]) for k in range(3)])
    inward = np.repeat(_CORNERS, len(_ALONG), axis=0)
    points = radius_px * (rim[:, None] + np.sqrt(3) * _DEPTHS[:, None] * inward[:, None])
    columns, rows = middle_px + points[..., 0], middle_px - points[..., 1]
    return columns.astype(np.float32), rows.astype(np.float32)


def _peaks(steepness: FloatArray) -> FloatArray:
    """The depth, in edges, at which each row of steepness, (n, depths), is highest; NaN where it only rises or falls;
    between two depths by a parabola (negative: not to be looked at)."""
    top = np.clip(steepness.argmax(axis=1), 1, len(_DEPTHS) - 2)
    before, at, after = (steepness[np.arange(len(top)), top + step] for step in (-1, 0, 1))
    bend = before - 2 * at + after
    is_peak = (before >= 0) & (after >= 0) & (bend < 0) & (at >= before) & (at >= after)
    between = 0.5 * (before - after) / np.where(is_peak, bend, 1.0)
    return np.where(is_peak, _DEPTHS[top] + _STEP_EDGES * between, np.nan)
