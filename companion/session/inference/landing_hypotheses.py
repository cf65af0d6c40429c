"""Guesses made of what is seen: a die placed, a die thrown with what it did to others, dice that were only bumped.

What a guess costs is minus the logarithm of how often such a thing happens at a table, as far as people can tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from companion.rules import Piece, Position, placeable, throwable
from companion.rules.actions import EndTurn, LeaningPose, OffTable, Place
from companion.session.inference import tuning
from companion.session.inference.hypothesis import ActHypothesis, HypothesisBase, Thrown
from companion.session.inference.identity import assign_moves, following_cost, side_cost
from companion.session.inference.observed_dice import SeenDie, apart_mm
from companion.session.inference.residuals import lies_in_place
from companion.session.inference.steps import Landing, can_touch, how_it_lies, observe_pieces, seen_pose, seen_throw
from companion.session.inference.table_delta import TableDelta
from companion.vision import DieState


def placement_hypotheses(changes: TableDelta, stand: HypothesisBase) -> Iterator[ActHypothesis]:
    """The first placement of the match (OG-START-06)."""
    for piece in one_of_a_kind(stand.position, placeable(stand.position)):
        for die in changes.loose:
            face = die.face_of(piece.die.id)
            if face is not None:
                placed = Place(piece=piece.id, how=seen_pose(die, face))
                yield from stand.guessed(placed, tuning.ACT_COST, (piece.id, die))


def throw_hypotheses(changes: TableDelta, stand: HypothesisBase) -> Iterator[ActHypothesis]:
    """Every die that may be thrown, landing as every loose die, or gone off the table with what it took along."""
    off_too = bool(changes.gone) and not any(isinstance(step, EndTurn) for step in stand.steps)
    for piece in one_of_a_kind(stand.position, throwable(stand.position)):
        for die in changes.loose:
            if die.may_be(piece.die.id):
                yield from _landed(changes, stand, piece, die)
        if off_too:
            yield from _struck(
                changes, stand, piece, OffTable(), changes.loose, tuning.ACT_COST + tuning.THROWN_OFF_COST, None
            )


def bump_hypotheses(changes: TableDelta, stand: HypothesisBase) -> Iterator[ActHypothesis]:
    """Nothing was done: dice were only moved, by an elbow or to make room (OG-HIT-02)."""
    pieces = [stand.position.piece(name) for name in changes.gone]
    moved = assign_moves(pieces, changes.loose, changes.followed)
    if moved and not stand.steps:
        cost = tuning.ONLY_BUMPED_COST + sum(_bump(stand.position.piece(name), die) for name, die in moved.items())
        yield from stand.guessed(observe_pieces(stand.position, moved), cost, None, moved)


def one_of_a_kind(position: Position, names: Iterable[str]) -> Iterator[Piece]:
    """One piece of each kind and owner: equal dice in one hand cannot be told apart, and need not be."""
    kinds: dict[tuple[str, str], Piece] = {}
    for name in names:
        piece = position.piece(name)
        kinds.setdefault((piece.owner, piece.die.id), piece)
    yield from kinds.values()


def _landed(changes: TableDelta, stand: HypothesisBase, piece: Piece, die: SeenDie) -> Iterator[ActHypothesis]:
    """The die landed as it is seen: alone, and with all that has changed laid to it."""
    key = die.face_of(piece.die.id)
    cost = (
        tuning.ACT_COST
        + max(0.0, following_cost(piece.id, die, changes.followed))
        + (tuning.UNREAD_SIDE_COST if key is None else 0.0)
    )
    rest = [one for one in changes.loose if one is not die]
    for lands, rare in _landings(stand.position, piece, die, key or piece.die.faces[0].key):
        if changes.gone:
            alone = seen_throw(stand.position, piece.id, lands, {})
            yield from stand.guessed(alone, cost + rare, (piece.id, die), {piece.id: die})
        yield from _struck(changes, stand, piece, lands, rest, cost + rare, (piece.id, die))


def _landings(position: Position, piece: Piece, die: SeenDie, face: str) -> Iterator[tuple[Landing, float]]:
    """How a die may have landed, and how rare that is: one that seems to lean may lie flat, folded askew."""
    lies = how_it_lies(position, piece.id, die, face)
    told_so = die.tilt_deg is None and die.name is not None  # by people, or by a script
    if told_so or not isinstance(lies, LeaningPose):
        yield lies, 0.0
        return
    beside = any(can_touch(other.placed, die.pose) for other in position.in_play if other.id != piece.id)
    yield lies, tuning.LEANS_COST if beside else tuning.LEANS_ALONE_COST
    yield how_it_lies(position, piece.id, replace(die, state=DieState.FLAT), face), 0.0


def _struck(
    changes: TableDelta,
    stand: HypothesisBase,
    piece: Piece,
    lands: Landing,
    rest: Sequence[SeenDie],
    cost: float,
    die: Thrown | None,
) -> Iterator[ActHypothesis]:
    """The throw moved every die that does not lie as it lay, and knocked off those that are not seen."""
    plain = stand.tried(seen_throw(stand.position, piece.id, lands, {}))
    if plain is None:
        return
    struck = [p for p in plain.position.in_play if p.id in changes.gone and p.id != piece.id]
    pushed = assign_moves(struck, rest, changes.followed)
    cost += sum(_bump(stand.position.piece(name), seen) for name, seen in pushed.items())
    unseen = [p.id for p in struck if p.id not in pushed]
    seen_off = [name for name in unseen if name not in changes.hidden]
    for off in [unseen] if len(seen_off) == len(unseen) else [unseen, seen_off]:
        knocks = sum(_knock(stand.position.piece(name), die) for name in off)
        step = seen_throw(stand.position, piece.id, lands, pushed, off)
        yield from stand.guessed(step, cost + knocks, die, pushed | ({die[0]: die[1]} if die else {}))


def _bump(piece: Piece, die: SeenDie) -> float:
    """How rare it is that a piece in play was pushed to where a die lies."""
    push = min(tuning.MAX_BUMP_COST, apart_mm(piece.placed, die.pose) / tuning.BUMP_MM_PER_POINT)
    side = side_cost(piece, die) if die.state is not DieState.LEANING else 0.0
    return tuning.BUMPED_COST + push + side + (tuning.IN_PLACE_COST if side and lies_in_place(piece, die) else 0.0)


def _knock(piece: Piece, die: Thrown | None) -> float:
    """How rare it is that a thrown die knocked a piece off the table."""
    if die is None:
        return tuning.KNOCKED_OFF_COST + tuning.KNOCKED_UNSEEN_COST
    if lies_in_place(piece, die[1]):
        return tuning.IN_PLACE_COST
    return tuning.KNOCKED_OFF_COST + min(
        tuning.MAX_KNOCK_COST, apart_mm(piece.placed, die[1].pose) / tuning.KNOCK_MM_PER_POINT
    )
