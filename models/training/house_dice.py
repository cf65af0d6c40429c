"""The house dice as the renderer takes them, and tables set out with them.

Every fourth batch of training shows them among the invented ones; the bundled gallery and the pictures of the demo are
made of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.camera import Pinhole
from companion.catalogue import Die
from companion.geometry import Pose
from companion.paper import face_image
from models.training.looking import camera_turn, direction
from models.training.scene import Body, InventedScene, Lamp, laid
from models.training.styles import InventedDie

TABLE_MM = (1000.0, 620.0)
_SMALL_PX, _GIANT_PX = 256, 448


@dataclass(frozen=True, slots=True)
class LyingDie:
    """A die lying on a demonstration table."""

    die: str
    face: str
    pose: Pose


#: How a table may be lit: the sky's share, and lamps as (azimuth, elevation, width, strength).
LIGHTS: Mapping[str, tuple[float, tuple[tuple[float, float, float, float], ...]]] = {
    "window": (0.55, ((200.0, 50.0, 0.5, 0.5),)),
    "lamp": (0.3, ((60.0, 55.0, 0.05, 0.9),)),
    "evening": (0.35, ((120.0, 60.0, 0.3, 0.25), (300.0, 40.0, 0.3, 0.15))),
}


def as_rendered(dice: Sequence[Die]) -> list[InventedDie]:
    """House dice in the renderer's terms: face pictures by vertices."""
    return [_as_rendered(die) for die in dice]


def _as_rendered(die: Die) -> InventedDie:
    size = _SMALL_PX if die.edge_mm < 60 else _GIANT_PX
    return InventedDie({f.vertices: face_image(die, f, size) for f in die.faces if f.vertices}, die.edge_mm)


def camera_over(*, elevation_deg: float, azimuth_deg: float, roll_deg: float = 0.0) -> Pinhole:
    """A full-HD camera that has the whole table in sight."""
    rotation = camera_turn(azimuth_deg, elevation_deg, roll_deg)
    eye = np.array([TABLE_MM[0] / 2, TABLE_MM[1] / 2, 0]) + 1300 * direction(azimuth_deg, elevation_deg)
    matrix = np.array([[2050.0, 0, 960], [0, 2050, 540], [0, 0, 1]])
    return Pinhole(matrix, np.zeros(5), rotation, -rotation @ eye, (1920, 1080))


def set_out(
    rng: np.random.Generator,
    dice: Sequence[Die],
    pool: list[InventedDie],
    lying: Sequence[LyingDie],
    lens: Pinhole,
    light: str,
    *,
    discs: tuple[tuple[float, ...], ...] = (),
) -> InventedScene:
    """A scene with dice just where they are wanted."""
    place = {die.id: number for number, die in enumerate(dice)}
    bodies = tuple(_body(rng, dice[place[one.die]], pool, place[one.die], one) for one in lying)
    sky, lamps = LIGHTS[light]
    return InventedScene(
        lens, TABLE_MM, tuple(lamp_at(*lamp) for lamp in lamps), sky * np.ones(3), bodies, discs, markers=True
    )


def _body(rng: np.random.Generator, die: Die, pool: list[InventedDie], style: int, one: LyingDie) -> Body:
    face = die.face(one.face)
    if face is None or face.vertices is None:
        raise ValueError(f"{die.id} has no face {one.face} with vertices")
    return laid(rng, pool[style], style, face.vertices, one.pose, TABLE_MM)


def lamp_at(azimuth_deg: float, elevation_deg: float, width: float, strength: float) -> Lamp:
    """A warm lamp in that direction, its width and strength as in ``LIGHTS``."""
    return Lamp(direction(azimuth_deg, elevation_deg), width, strength * np.array([1.0, 0.95, 0.85]))
