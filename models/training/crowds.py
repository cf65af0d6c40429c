"""Groups of dice that touch, one before the other as the camera sees them: what stands in front hides the sides of the
next, while its top stays in sight."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from companion.arrays import FloatArray
from models.training.scene import Body
from models.training.touching import moved, pushed

#: A die of the scene, by its number in the pool, that lies with its middle at a place (x, y) mm.
Lays = Callable[[int, FloatArray], Body]
#: Whether a body may stand there, beside these others.
Stands = Callable[[Body, Sequence[Body]], bool]

_FAR_MM = 150.0
_GAP_MM = 6.0
_TRIES = 20


def crowd(
    rng: np.random.Generator,
    styles: int,
    lay: Lays,
    stands: Stands,
    *,
    toward_deg: float,
    table_mm: tuple[float, float],
) -> list[Body]:
    """Three to six of the first dice of a pool, most of them one before the other as seen from that side; none: no
    room."""
    toward = math.radians(toward_deg)
    for _ in range(_TRIES):
        first = lay(int(rng.integers(styles)), rng.uniform(0.1, 0.9, 2) * table_mm)
        group = [first] if stands(first, []) else []
        for _ in range(int(rng.integers(2, 6)) if group else 0):
            host, angle = group[int(rng.integers(len(group)))], toward + rng.normal(0, 0.5)
            far = foot(host) + _FAR_MM * np.array([math.cos(angle), math.sin(angle)])
            die = pushed(lay(int(rng.integers(styles)), far), host)
            die = moved(die, np.append(rng.uniform(0, _GAP_MM) * (far - foot(host)) / _FAR_MM, 0.0))
            group += [lying_flat(die)] if stands(die, group) else []
        if len(group) > 2:
            return group
    return []


def foot(body: Body) -> FloatArray:
    """The middle of a body on the plan, (2,)."""
    return np.asarray(np.vstack(body.faces)[:, :2].mean(axis=0), np.float64)


def reach(body: Body) -> float:
    """How far round its middle a body stands on the plan, mm."""
    return float(np.linalg.norm(np.vstack(body.faces)[:, :2] - foot(body), axis=1).max())


def lying_flat(body: Body) -> Body:
    """The same body, made to lie flat: all of it is on the table."""
    return replace(body, die=body.die and replace(body.die, state="flat"))
