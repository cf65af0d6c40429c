"""The level that a die stands on, from where it lies: nobody at the table need say it (AD-TERR-05); and the hills that
a reader must know of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from companion.geometry import Outline, Pose, rests_on
from companion.rules import Position, terrain_of
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
    """Those on which dice can stand and whose height somebody has measured, as a reader takes them."""
    return tuple(Plateau(t.outline_mm, t.height_mm) for t in terrain if t.level is not None and t.height_mm)
