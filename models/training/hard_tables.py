"""Tables as strangers have them: what makes one hard to read, several things at a time, on a scene invented as ever."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntFlag
from typing import Final

import numpy as np

from companion.arrays import FloatArray
from models.training import lights, patterns
from models.training.crowds import crowd, foot, reach
from models.training.film import Film, invent_film, invent_webcam, overexposed
from models.training.lights import Light
from models.training.scene import Body, InventedScene, camera_over, is_on_table, litter, thrown
from models.training.styles import InventedDie
from models.training.surfaces import Linear, cloth, finer, invent_surface, to_linear
from models.training.touching import apart, pushed


class Trait(IntFlag):
    """What is hard about a table; a harvested square keeps it, so that figures can be broken down by it."""

    LOUD = 1
    STEEP = 2
    LIT_OTHERWISE = 4
    GLOSSY = 8
    DARK = 16
    CROWDED = 32
    BAD_CAMERA = 64
    OVEREXPOSED = 128
    SHADED = 256
    IN_ROWS = 512


#: How often each is drawn; they come together as chance has it.
_SHARES: Final = {
    Trait.LOUD: 0.5, Trait.STEEP: 0.5, Trait.LIT_OTHERWISE: 0.6, Trait.GLOSSY: 0.3, Trait.DARK: 0.15,
    Trait.CROWDED: 0.4, Trait.BAD_CAMERA: 0.2, Trait.OVEREXPOSED: 0.15, Trait.SHADED: 0.6, Trait.IN_ROWS: 0.5,
}  # fmt: skip
_STEEP_DEG: Final = (33.0, 50.0)
_SMALL_MM: Final = 60.0  # the pool's small dice come first
_MOST_ROWS: Final = 3
_FINER: Final = (1, 1, 2, 3)  # prints as designed, or so many times as fine


@dataclass(frozen=True, slots=True, eq=False)
class HardTable:
    """A scene with its floor and table top, its camera's film (``None``: any) and what is hard about it."""

    scene: InventedScene
    ground: tuple[Linear, Linear] | None
    film: Film | None
    traits: Trait


def harden(
    rng: np.random.Generator,
    scene: InventedScene,
    pool: list[InventedDie],
    surfaces: Sequence[Linear],
    skies: Sequence[Light],
    *,
    held_out: bool,
) -> HardTable:
    """The scene made hard. held_out: with prints and lamps that are shown in no training; skies: captured ones."""
    traits = Trait(0)
    for trait, share in _SHARES.items():
        traits |= trait if rng.random() < share else Trait(0)
    if Trait.DARK in traits:
        traits &= ~Trait.LOUD
    if Trait.STEEP in traits:
        lens = camera_over(rng, scene.table_mm, float(rng.uniform(*_STEEP_DEG)), float(rng.uniform(0, 360)))
        scene = replace(scene, lens=lens)
    if Trait.LIT_OTHERWISE in traits:
        sky, lamps = _light(rng, skies, held_out=held_out)
        scene = replace(scene, ambient=sky, lamps=lamps)
    if Trait.GLOSSY in traits:
        scene = _glossy(rng, scene)
    if Trait.CROWDED in traits:
        scene = replace(scene, bodies=_crowded(rng, scene, pool))
    if Trait.IN_ROWS in traits:
        scene = replace(scene, bodies=scene.bodies + _rows(rng, scene, pool))
    film = invent_webcam(rng) if Trait.BAD_CAMERA in traits else invent_film(rng)
    film = overexposed(rng, film) if Trait.OVEREXPOSED in traits else film
    thick = float(rng.uniform(10, 45)) if rng.random() < 0.5 else 0.0
    ground = invent_surface(rng), _top(rng, traits, surfaces, held_out=held_out)
    scene = replace(scene, thick_mm=thick, shading=Trait.SHADED in traits)
    return HardTable(scene, ground, film, traits)


def _light(rng: np.random.Generator, skies: Sequence[Light], *, held_out: bool) -> Light:
    if skies and not held_out and rng.random() < 0.4:
        return lights.turned(rng, skies[int(rng.integers(len(skies)))])
    makers = lights.HELD_OUT if held_out else lights.TAUGHT
    return makers[int(rng.integers(len(makers)))](rng)


def _glossy(rng: np.random.Generator, scene: InventedScene) -> InventedScene:
    """Table and paper that mirror; half of the time a window opposite the camera, where its glare is seen."""
    scene = replace(scene, gloss=float(rng.uniform(0.08, 0.45)), sheen=float(rng.uniform(0, 0.2)))
    if rng.random() < 0.5:
        x, y, z = scene.lens.eye_mm - np.array([*scene.table_mm, 0.0]) / 2
        high = float(np.degrees(np.arctan2(z, np.hypot(x, y))))
        sky, lamps = lights.windows(rng, float(np.degrees(np.arctan2(-y, -x))), (high - 6, high + 6))
        scene = replace(scene, ambient=sky, lamps=lamps)
    return scene


def _crowded(rng: np.random.Generator, scene: InventedScene, pool: list[InventedDie]) -> tuple[Body, ...]:
    """Half of the dice pushed against their nearest neighbour; flat triangles of wood and paper between them."""
    bodies = list(scene.bodies)
    dice = [k for k, body in enumerate(bodies) if body.die is not None]
    spots = {k: foot(bodies[k]) for k in dice}
    for k in dice:
        if len(dice) < 2 or rng.random() < 0.5:
            continue
        host = min((i for i in dice if i != k), key=lambda i: float(np.hypot(*(spots[i] - spots[k]))))
        body = pushed(bodies[k], bodies[host])
        if all(apart(body, bodies[i]) for i in dice if i not in (k, host)):
            bodies[k], spots[k] = body, foot(body)
    flat = litter(rng, scene.table_mm, pool, int(rng.integers(0, 6)), list(spots.values()), triangles=True)
    return tuple(bodies + flat)


def _rows(rng: np.random.Generator, scene: InventedScene, pool: list[InventedDie]) -> tuple[Body, ...]:
    """Up to three groups of dice, in each one before the other as the camera sees them, where there is room."""
    x, y, _ = scene.lens.eye_mm - np.array([*scene.table_mm, 0.0]) / 2
    small = [die for die in pool if die.edge_mm <= _SMALL_MM]
    taken = [(foot(body), reach(body)) for body in scene.bodies]
    rows: list[Body] = []

    def lay(style: int, spot: FloatArray) -> Body:
        return thrown(rng, pool[style], style, (float(spot[0]), float(spot[1])), scene.table)

    def stands(body: Body, group: Sequence[Body]) -> bool:
        free = all(math.dist(foot(body), spot) > reach(body) + radius for spot, radius in taken)
        return free and is_on_table(scene.table, *foot(body)) and all(apart(body, other) for other in (*rows, *group))

    toward_deg = math.degrees(math.atan2(y, x))
    for _ in range(int(rng.integers(1, _MOST_ROWS + 1))):
        rows += crowd(rng, len(small), lay, stands, toward_deg=toward_deg, table_mm=scene.table_mm)
    return tuple(rows)


def _top(rng: np.random.Generator, traits: Trait, surfaces: Sequence[Linear], *, held_out: bool) -> Linear:
    if Trait.DARK in traits:
        return np.clip(cloth(rng, to_linear(np.array(rng.integers(12, 60, 3), np.uint8))), 0, 1)
    if Trait.LOUD in traits:
        makers = patterns.HELD_OUT if held_out else patterns.TAUGHT
        loud = np.clip(makers[int(rng.integers(len(makers)))](rng), 0, 1).astype(np.float32)
        return finer(loud, int(rng.choice(_FINER)))
    if surfaces and rng.random() < 0.5:
        return surfaces[int(rng.integers(len(surfaces)))] * np.float32(rng.uniform(0.5, 1.1))
    return invent_surface(rng)
