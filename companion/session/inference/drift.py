"""Dice that lie a little off where the match has them, as hands leave them: taken as they are seen, without asking."""

from __future__ import annotations

import math

from companion.rules import Piece, Position
from companion.rules.actions import Observe
from companion.session.inference import tuning
from companion.session.inference.identity import unmoved_pieces
from companion.session.inference.observed_dice import Observation, SeenDie, apart_mm, seen_dice, turn_deg
from companion.session.inference.steps import observe_pieces
from companion.vision import DieState, without_part


def observe_drift(position: Position, seen: Observation) -> Observe | None:
    """An ``observe`` of the dice that lie a little off their place and show the side that they should; None where all
    lie where the match has them. After a roll by hand this brings the match to where the die really lies."""
    still = unmoved_pieces(position, seen_dice(seen))
    off = {name: die for name, die in still.items() if _is_off(position.piece(name), die)}
    return observe_pieces(position, off) if off else None


def _is_off(piece: Piece, die: SeenDie) -> bool:
    if die.state is not DieState.FLAT or die.name is None or piece.face is None or die.name.face != piece.face.key:
        return False
    by_mm, by_deg = die.by_calibration  # one camera saw both, and is off by the same
    apart_sigma_mm = math.hypot(*(without_part(sigma, by_mm) for sigma in (piece.sigma_mm, die.sigma_mm)))
    apart_sigma_deg = math.hypot(*(without_part(sigma, by_deg) for sigma in (piece.sigma_deg, die.sigma_deg)))
    least_mm = max(tuning.LEAST_DRIFT_MM, tuning.DRIFT_SIGMAS * apart_sigma_mm)
    least_deg = max(tuning.LEAST_DRIFT_DEG, tuning.DRIFT_SIGMAS * apart_sigma_deg)
    return apart_mm(piece.placed, die.pose) > least_mm or turn_deg(piece.placed, die.pose) > least_deg
