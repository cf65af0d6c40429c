"""The places that a close call hangs on, and that of a roll: what a loupe enlarges, and what stands below it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.geometry import Point
from companion.rules import Piece, Position, Refused
from companion.rules.actions import Maneuver
from companion.session import SurveyedPiece, TargetStanding
from companion.session.play.aim import take_aim
from companion.session.play.modes import Aiming, Mode, Rolling, Settling
from companion.text import phrase, translate

#: How much of the table a loupe shows, mm.
_ACROSS_MM: Final = 60.0
#: The same about a die that rolls, in its edges.
_ROLL_EDGES: Final = 4.2


@dataclass(frozen=True, slots=True)
class LoupeSpot:
    """A place to be looked at: where (table, mm), how high, what stands below it."""

    at_mm: Point
    height_mm: float
    title: str
    number: str
    across_mm: float = _ACROSS_MM


def loupe_spots(position: Position, mode: Mode) -> tuple[LoupeSpot, ...]:
    """The places that a close call hangs on now (AMB-02), and that of a roll, where hands have little room."""
    if isinstance(mode, Settling) and isinstance(mode.act, Maneuver):
        return _around(position.piece(mode.act.piece))
    if isinstance(mode, Rolling):
        return _around(position.piece(mode.piece))
    if not isinstance(mode, Aiming):
        return ()
    try:
        aim = take_aim(position, mode)
    except Refused:
        return ()
    unsure = [c for c in aim.sighting.standing(TargetStanding.UNSURE) if c.piece in aim.unsure or aim.at_all]
    return tuple(_place(position, candidate, at) for at, candidate in enumerate(unsure[:3], start=1))


def _around(piece: Piece) -> tuple[LoupeSpot, ...]:
    pose = piece.placed
    side = translate("match", "side {number}").format(number=piece.showing.key)
    return (LoupeSpot(pose.centre_mm, pose.top_mm, piece.label, side, _ROLL_EDGES * pose.edge_mm),)


def _place(position: Position, candidate: SurveyedPiece, at: int) -> LoupeSpot:
    target = position.target(candidate.piece)
    in_play = candidate.piece in position.pieces
    height = position.piece(candidate.piece).placed.top_mm if in_play else 0.0
    spot = candidate.gap.between[1] if candidate.gap else position.piece(candidate.piece).placed.centre_mm
    margin = candidate.margin
    short = "" if margin is None or margin.sign != 0 else str(margin).replace("-", "−")
    past = phrase(", {margin} in front of the baseline", margin=short) if short else ""
    return LoupeSpot(spot, height, f"{at}  {target.label}", f"{candidate.gap.distance if candidate.gap else ''}{past}")
