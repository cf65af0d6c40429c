"""How long a die stays in reserve (CON-03)."""

from __future__ import annotations

from companion.rules.agreements import Profile
from companion.rules.position import Position


def reserve_until(position: Position, went_turn: int) -> int:
    """The number of the turn at whose start a die that went to reserve in a given turn is back in hand (AMB-25).

    One full round after the turn in which it went (OG-ZONE-05, CY-KILL-01); in Deep White Sea one turn (DW-ZONE-04).
    """
    turns = 1 if position.agreement.profile is Profile.DEEP_WHITE_SEA else len(position.players)
    return went_turn + turns + 1
