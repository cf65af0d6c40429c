"""The level that a die stands on, from where it lies: nobody at the table need say it (AD-TERR-05)."""

from __future__ import annotations

from companion.geometry import Pose, rests_on
from companion.rules import Position, RuleGroup


def level_there(position: Position, pose: Pose) -> int | None:
    """The level of the highest terrain that a die lying so rests on, 0 on the table itself; ``None`` where no terrain
    is played with, and nothing need be said."""
    terrain = position.table.terrain if position.agreement.has(RuleGroup.TERRAIN) else ()
    if not terrain:
        return None
    levels = sorted({piece.level for piece in terrain if piece.level}, reverse=True)
    carried = (level for level in levels if rests_on(pose, [t.outline_mm for t in terrain if t.level == level]))
    return next(carried, 0)
