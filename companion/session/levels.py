"""The level that a die stands on, from where it lies: nobody at the table need say it (AD-TERR-05); and how high hills
are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from companion.geometry import Outline, Pose, rests_on
from companion.rules import Position, RuleGroup, Terrain
from companion.vision import Plateau


def level_there(position: Position, pose: Pose) -> int | None:
    """The level of the highest terrain that a die lying so rests on, 0 on the table itself; ``None`` where no terrain
    is played with, and nothing need be said."""
    terrain = terrain_of(position)
    if not terrain:
        return None
    levels = sorted({piece.level for piece in terrain if piece.level}, reverse=True)
    carried = (level for level in levels if rests_on(pose, [t.outline_mm for t in terrain if t.level == level]))
    return next(carried, 0)


class Hill(Protocol):
    """A terrain piece, of a match or of its plan."""

    @property
    def outline_mm(self) -> Outline: ...
    @property
    def level(self) -> int | None: ...
    @property
    def height_mm(self) -> float: ...


def plateaus_of(terrain: Iterable[Hill]) -> tuple[Plateau, ...]:
    """Those on which dice can stand and whose height somebody has told, as a reader takes them."""
    return tuple(Plateau(t.outline_mm, t.height_mm) for t in terrain if t.level is not None and t.height_mm)


def ground_mm(position: Position, pose: Pose, level: int) -> float:
    """How far above the table that lies which a die of a level rests on."""
    hills = [t for t in terrain_of(position) if level and t.level == level and t.height_mm]
    return max((hill.height_mm for hill in hills if rests_on(pose, [hill.outline_mm])), default=0.0)


def terrain_of(position: Position) -> tuple[Terrain, ...]:
    """The terrain that counts: none without the Advanced Rules."""
    return position.table.terrain if position.agreement.has(RuleGroup.TERRAIN) else ()
