"""How much room a die has when it rolls over a corner: to the nearest other die on the plan, or to the table's rim."""

from __future__ import annotations

from dataclasses import dataclass

from companion.geometry import Measurement, plan_clearance
from companion.rules import Position, edge_clearance


@dataclass(frozen=True, slots=True)
class Clearance:
    """The least room of a step: millimetres with sigma (negative: overlap on the plan), and to which piece; ``None`` is
    the table's edge."""

    room_mm: Measurement
    to: str | None


def clearance(position: Position, piece: str, corner: int) -> Clearance:
    """The room that a piece in play has over a corner (GEO-09, OG-MOVE-02)."""
    rolls = position.piece(piece)
    edge = edge_clearance(position.table, rolls.placed, corner, rolls.sigma_mm)
    found = [Clearance(edge, None)]
    for other in position.in_play:
        if other.id != piece:
            sigmas = (rolls.sigma_mm, other.sigma_mm)
            found.append(Clearance(plan_clearance(rolls.placed, corner, other.outline, sigmas), other.id))
    return min(found, key=lambda one: one.room_mm.value)
