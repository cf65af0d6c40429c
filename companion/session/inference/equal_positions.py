"""Whether two positions are the same for all that can happen from now on, however they came about.

Two ways to explain one table often differ in nothing that lasts: whether somebody passed in between, which of two equal
dice was thrown, by a hair how a die lies. Their stories need not be followed side by side.
"""

from __future__ import annotations

from dataclasses import replace

from companion.rules import Piece, Position
from companion.session.inference import tuning
from companion.session.inference.observed_dice import apart_mm, turn_deg


def go_on_alike(one: Position, other: Position) -> bool:
    """Whether everything that may happen from one position may happen from the other: score, turn, what is pending and
    every die are the same, but for the number of the turn, how exactly a die was measured, and which of a player's
    equal dice is which where nothing calls one by its name."""
    if one is other:
        return True
    if _state(one) != _state(other):
        return False
    if not (_names_count(one) or _names_count(other)):
        return _pair_up(one, other)
    return one.pieces.keys() == other.pieces.keys() and all(
        _same_piece(one, piece, other, other.pieces[name]) for name, piece in one.pieces.items()
    )


def _state(position: Position) -> tuple[object, ...]:
    """All but the pieces and how many turns there were; the first turn is its own."""
    begins = position.turn.number == 1
    turn = replace(position.turn, number=1)
    return (
        position.to_move,
        begins,
        turn,
        dict(position.score),
        position.pending,
        position.influences,
        position.counters,
        position.just_checked,
        position.winner,
        dict(position.posts),
        dict(position.cards),
    )


def _names_count(position: Position) -> bool:
    """Whether a piece is called by its name by anything that is still to come."""
    return bool(position.pending or position.influences or position.counters or position.turn.gone or position.cards)


def _pair_up(one: Position, other: Position) -> bool:
    """Whether each piece of the one has its like in the other."""
    left = list(other.pieces.values())
    for piece in one.pieces.values():
        like = next((at for at, its in enumerate(left) if _same_piece(one, piece, other, its)), None)
        if like is None:
            return False
        del left[like]
    return not left


def _same_piece(one: Position, piece: Piece, other: Position, its: Piece) -> bool:
    if (piece.die.id, piece.owner, piece.zone) != (its.die.id, its.owner, its.zone):
        return False
    if _turns_of(one, piece) != _turns_of(other, its):
        return False
    if not piece.in_play:
        return True
    same_side = (piece.face, piece.copied, piece.level) == (its.face, its.copied, its.level)
    if not same_side or piece.pose is None or its.pose is None:
        return same_side and piece.pose is its.pose
    near = apart_mm(piece.pose, its.pose) < tuning.SAME_POSE_MM
    return near and turn_deg(piece.pose, its.pose) < tuning.SAME_POSE_DEG


def _turns_of(position: Position, piece: Piece) -> tuple[bool, bool, int]:
    """Whether it was thrown and has cloned in this turn, and in how many it comes back."""
    now = position.turn.number
    back = 0 if piece.back_turn is None else max(0, piece.back_turn - now)
    return piece.entered_turn == now, piece.cloned_turn == now, back
