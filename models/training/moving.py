"""What moves over a table while nothing on it is at rest: hands that reach in, dice in flight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from companion.arrays import FloatArray
from companion.geometry import Pose
from companion.opencv import cv2
from models.training.scene import Body, prism, standing_die
from models.training.styles import InventedDie

_SKIN: Final = np.array([0.52, 0.30, 0.20])
SLEEVE: Final = np.array([0.06, 0.09, 0.20])
_FIST_SIDES: Final = 14
_ARM_PIECE_MM: Final = 60.0


def hand_over(
    x_mm: float, y_mm: float, height_mm: float = 62.0, *, far_mm: float | None = None, sleeve: FloatArray = SLEEVE
) -> list[Body]:
    """A fist above a place, and the arm that reaches in over the near rim. far_mm: how deep the table is, where the arm
    comes over the far rim instead; sleeve: linear RGB."""
    bases = [
        (_oval(x_mm, y_mm - 12, 46, 52), 0.0, 52.0, _SKIN),
        (box(x_mm + 6, y_mm - 78, 30, 40), 8.0, 48.0, _SKIN),
        (box(x_mm + 14, (y_mm - 560) / 2, 44, (y_mm + 360) / 2), 4.0, 66.0, sleeve),
    ]
    if far_mm is None:
        return [raised_prism(base, height_mm + low, height_mm + high, tint) for base, low, high, tint in bases]
    # In pieces: bodies are painted from far to near, and a whole arm would be farther than what lies under it.
    starts = np.arange(y_mm + 98, far_mm + 200, _ARM_PIECE_MM)
    arm = [(box(x_mm - 14, y + _ARM_PIECE_MM / 2, 44, _ARM_PIECE_MM / 2), 4.0, 66.0, sleeve) for y in starts]
    bases = [(_oval(x_mm, y_mm + 12, 46, 52), 0.0, 52.0, _SKIN), (box(x_mm - 6, y_mm + 78, 30, 40), 8.0, 48.0, _SKIN)]
    return [raised_prism(base, height_mm + low, height_mm + high, tint) for base, low, high, tint in (*bases, *arm)]


def raised_prism(base: FloatArray, low_mm: float, high_mm: float, colour: FloatArray) -> Body:
    """A body of one colour over a counter-clockwise base (n, 2), from one height to another."""
    lift = np.array([0.0, 0.0, low_mm])
    faces = tuple(face + lift for face in prism(base, high_mm - low_mm))
    return Body(faces, colours=np.tile(colour, (len(faces), 1)))


def box(x_mm: float, y_mm: float, half_x_mm: float, half_y_mm: float) -> FloatArray:
    """The corners of an upright rectangle about a place, counter-clockwise, (4, 2)."""
    half = np.array([half_x_mm, half_y_mm])
    return np.asarray(np.array([x_mm, y_mm]) + half * [[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)


def _oval(x_mm: float, y_mm: float, half_x_mm: float, half_y_mm: float) -> FloatArray:
    angles = 2 * np.pi * np.arange(_FIST_SIDES) / _FIST_SIDES
    return np.array([x_mm, y_mm]) + np.column_stack([half_x_mm * np.cos(angles), half_y_mm * np.sin(angles)])


def turned_die(
    die: InventedDie,
    style: int,
    corners: Mapping[str, FloatArray],
    turn: FloatArray,
    middle_mm: tuple[float, float, float | None],
) -> Body:
    """A die of the pool (``style``: its place there) turned by a rotation vector from where its corners are, its middle
    brought to a place; without a height it stands on the table."""
    middle = np.mean(list(corners.values()), axis=0)
    matrix, _ = cv2.Rodrigues(turn)
    turned = {v: matrix @ (p - middle) for v, p in corners.items()}
    height = -min(p[2] for p in turned.values()) if middle_mm[2] is None else middle_mm[2]
    place = np.array([middle_mm[0], middle_mm[1], height])
    return standing_die(die, style, {v: p + place for v, p in turned.items()}, "leaning")


def in_flight(
    rng: np.random.Generator, die: InventedDie, style: int, up: str, pose: Pose, from_mm: float, share: float
) -> Body:
    """A die so far on its way, 0 to 1, from a place beyond the table (``from_mm``: y) to where it comes to lie,
    tumbling."""
    x_mm = pose.x_mm + 60 * (1 - share)
    place = (x_mm, from_mm + share * (pose.y_mm - from_mm), 45 + 150 * (1 - share))
    return turned_die(die, style, pose.vertices_mm(up), rng.uniform(-2, 2, 3), place)
