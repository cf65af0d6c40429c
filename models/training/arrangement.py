"""Which bodies lie where on the table of a rig: dice alone, touching, in crowds or shades, over the rim; and litter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import TableTop
from companion.geometry import circumradius_mm
from models.training.crowds import crowd, foot, lying_flat, reach
from models.training.invented_rigs import InventedRig
from models.training.mats import SHEET_SIDE_MM, sheets_mm
from models.training.scene import Body, is_on_table, leaned, litter, standing_book, thrown
from models.training.styles import InventedDie
from models.training.touching import apart, moved, pushed

#: A rig's dice: so many small ones, then the giants.
SMALL_DICE, GIANTS = 9, 1
_FOOT_MM = 5.0  # what is lower stands on the table


def strewn(rng: np.random.Generator, rig: InventedRig, pool: list[InventedDie]) -> list[Body]:
    """Eight to fourteen dice: most lie free, some touch; some lean on another, some hang over; and some litter."""
    bodies: list[Body] = []
    for _ in range(rig.umbra):
        bodies += _umbra(rng, rig, pool, bodies)
    for _ in range(rig.crowds):
        bodies += _crowd(rng, rig, pool, bodies)
    for _ in range(int(rng.integers(8, 15)) - 2 * rig.crowds - rig.umbra):
        bodies += _single(rng, rig, pool, bodies)
    places = [foot(body) for body in bodies]
    for _ in range(int(rng.random() < 0.6) + rig.thrown):
        bodies += _leaning(rng, rig, pool, bodies)
    return bodies + _litter(rng, rig, pool, places)


def _single(rng: np.random.Generator, rig: InventedRig, pool: list[InventedDie], bodies: Sequence[Body]) -> list[Body]:
    """A die that lies alone, or beside another, or at the rim, if there is room."""
    style = int(rng.integers(len(pool)))
    radius = circumradius_mm(pool[style].edge_mm)
    if bodies and rig.touching and rng.random() < rig.touching:
        return _beside(rng, rig, pool, style, bodies)
    taken = [(foot(body), _radius(body)) for body in bodies]
    at_rim = bool(rig.rim) and rng.random() < rig.rim
    for _ in range(40):
        spot = rng.uniform(0.02, 0.98, 2) * rig.table_mm
        spot = _at_rim(rng, rig, spot) if at_rim else spot
        if _free(rig.table, spot) and all(np.hypot(*(spot - s)) > 0.87 * (radius + r) for s, r in taken):
            return [_body(rng, rig, pool, style, spot)]
    return []


def _leaning(rng: np.random.Generator, rig: InventedRig, pool: list[InventedDie], bodies: Sequence[Body]) -> list[Body]:
    """A die that leans toward another, if there is room; on rigs with thrown dice or shades it touches it."""
    die = leaned(rng, pool, int(rng.integers(SMALL_DICE)), bodies)
    die = _against(die, bodies) if die is not None and (rig.thrown or rig.shading) else die
    return [] if die is None else [die]


def _litter(
    rng: np.random.Generator, rig: InventedRig, pool: list[InventedDie], places: list[NDArray[np.float64]]
) -> list[Body]:
    """Things that are no dice, away from these places, on the table."""
    things = litter(rng, rig.table_mm, pool, int(rng.integers(0, 3)), places)
    if rig.triangles:
        places = places + [foot(thing) for thing in things]
        things += litter(rng, rig.table_mm, pool, rig.triangles, places, triangles=True)
    return [thing for thing in things if is_on_table(rig.table, *foot(thing))]


def _umbra(rng: np.random.Generator, rig: InventedRig, pool: list[InventedDie], bodies: Sequence[Body]) -> list[Body]:
    """A die behind a giant or a book, seen from the first lamp, and what keeps the light from it, if there is room."""
    assert rig.light is not None
    away = -rig.light[1][0].toward[:2] / np.linalg.norm(rig.light[1][0].toward[:2])
    for _ in range(40):
        spot = rng.uniform(0.1, 0.9, 2) * rig.table_mm
        if rng.random() < 0.5:
            high = _body(rng, rig, pool, len(pool) - 1, spot)
        else:
            high = standing_book(rng, spot, float(np.degrees(np.arctan2(*away))) + 180 * rng.integers(2))
        style = int(rng.integers(SMALL_DICE))
        far = spot + (140 + rng.uniform(-25, 25)) * away + rng.normal(0, 6, 2)
        die = pushed(_body(rng, rig, pool, style, far), high)
        die = moved(die, np.append(rng.uniform(1, 22) * away, 0.0))
        if all(_stands(rig, one, bodies) for one in (high, die)):
            return [high, lying_flat(die)]
    return []


def _crowd(rng: np.random.Generator, rig: InventedRig, pool: list[InventedDie], bodies: Sequence[Body]) -> list[Body]:
    """Dice that touch, one before the other as the camera sees them, if there is room."""

    def lay(style: int, spot: FloatArray) -> Body:
        return _body(rng, rig, pool, style, spot)

    def stands(body: Body, group: Sequence[Body]) -> bool:
        return _stands(rig, body, [*bodies, *group])

    return crowd(rng, SMALL_DICE, lay, stands, toward_deg=rig.azimuth_deg, table_mm=rig.table_mm)


def _stands(rig: InventedRig, body: Body, others: Sequence[Body]) -> bool:
    """Whether a body may stand there: wholly on the table, off the markers, and in no other."""
    feet = [corner for face in body.faces for corner in face if corner[2] < _FOOT_MM]
    on = all(is_on_table(rig.table, float(x), float(y)) for x, y, _ in feet) and _free(rig.table, foot(body))
    return on and all(apart(body, other) for other in others)


def _at_rim(rng: np.random.Generator, rig: InventedRig, spot: NDArray[np.float64]) -> NDArray[np.float64]:
    """The place moved to the nearest it may be to one rim of a rectangular table."""
    side, inside = int(rng.integers(2)), rng.uniform(0.0205, 0.026)
    moved_spot = spot.copy()
    moved_spot[side] = rig.table_mm[side] * (inside if rng.random() < 0.5 else 1 - inside)
    return moved_spot


def _radius(body: Body) -> float:
    """How far round its middle nothing else is set."""
    if body.die is not None:
        return circumradius_mm(body.die.edge_mm)
    return reach(body)


def _beside(
    rng: np.random.Generator, rig: InventedRig, pool: list[InventedDie], style: int, bodies: Sequence[Body]
) -> list[Body]:
    """A flat die that touches one of these, if there is room."""
    for _ in range(20):
        host, angle = bodies[int(rng.integers(len(bodies)))], rng.uniform(0, 2 * np.pi)
        far = foot(host) + 120 * np.array([np.cos(angle), np.sin(angle)])
        body = pushed(_body(rng, rig, pool, style, far), host)
        if body.die and _stands(rig, body, [other for other in bodies if other is not host]):
            return [lying_flat(body)]
    return []


def _against(leaning: Body, bodies: Sequence[Body]) -> Body | None:
    """A leaning die moved until it touches the nearest; none where it would stand in another."""
    host = min(bodies, key=lambda body: float(np.hypot(*(foot(body) - foot(leaning)))))
    body = pushed(leaning, host)
    return body if all(apart(body, other) for other in bodies if other is not host) else None


def _free(table: TableTop, spot: NDArray[np.float64]) -> bool:
    """Whether a die may stand there: its centre well on the table, and not on a marker."""
    middle = np.array(table.size_mm) / 2
    off_sheets = all(np.abs(spot - low - SHEET_SIDE_MM / 2).max() > SHEET_SIDE_MM / 2 + 20 for low in sheets_mm(table))
    return off_sheets and is_on_table(table, *(middle + (spot - middle) / 0.96))


def _body(
    rng: np.random.Generator, rig: InventedRig, pool: list[InventedDie], style: int, spot: NDArray[np.float64]
) -> Body:
    return thrown(rng, pool[style], style, (float(spot[0]), float(spot[1])), rig.table)
