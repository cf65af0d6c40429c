"""The generator of legal actions. Membership is what `apply` allows, so the generator is the checker."""

from __future__ import annotations

from collections.abc import Iterator

from companion.catalogue import CORNERS, Kind
from companion.rules import actions as act
from companion.rules.arrows import WEAPONS
from companion.rules.engine import apply, check_may_begin
from companion.rules.position import Piece, Position, Zone
from companion.rules.ruling import Refused
from companion.rules.stack import foul_pending
from companion.rules.targets import targets_of
from companion.rules.throwing import check_may_throw

#: What a die does itself, in the contract's order.
OF_A_PIECE = ("throw", "maneuver", "shoot", "call", "jump", "command", "repair", "confuse", "clone")


def legal_actions(position: Position, piece: str | None = None) -> Iterator[act.Action]:
    """Every action but throws, placements and observations (what they bring comes from outside) that is open now.

    With ``piece`` only those that the piece does itself. Each is tried, so nothing is listed that would be refused.
    """
    names = [piece] if piece is not None else [*position.pieces, *position.posts]
    candidates = [action for name in names for action in _candidates(position, name)]
    if piece is None:
        foul = foul_pending(position)
        if foul is not None:
            candidates += [act.FoulChoice(by=foul.player, choice=word) for word in ("allow", "prohibit", "remove")]
        candidates += [act.Skip(), act.Pass(), act.EndTurn()]
    return (action for action in candidates if apply(position, action).ok)


def throwable(position: Position) -> tuple[str, ...]:
    """The pieces that may be thrown now."""
    return tuple(piece.id for piece in position.pieces.values() if _may_throw(position, piece))


def placeable(position: Position) -> tuple[str, ...]:
    """The pieces that may be placed in the centre now (OG-START-06)."""
    due = position.turn.first_placement and not position.turn.placed
    return tuple(p.id for p in position.pieces.values() if due and p.zone is Zone.HAND and p.owner == position.to_move)


def open_actions(position: Position, piece: str | None = None) -> tuple[str, ...]:
    """Names of the actions open now, in the script's words; with ``piece`` only those that it does itself."""
    found = {NAMES[type(action)] for action in legal_actions(position, piece)}
    thrown = throwable(position)
    if thrown if piece is None else piece in thrown:
        found.add("throw")
    if piece is None and placeable(position):
        found.add("place")
    return tuple(name for name in NAMES.values() if name in found)


def has_options(position: Position) -> bool:
    """Whether the player to move could do anything but pass (OG-TURN-05)."""
    own = [name for name in (*position.pieces, *position.posts) if position.target(name).owner == position.to_move]
    return bool(throwable(position)) or any(
        apply(position, action).ok for name in own for action in _candidates(position, name)
    )


def _may_throw(position: Position, piece: Piece) -> bool:
    try:
        check_may_begin(position, act.Throw(piece=piece.id, lands=act.Off()))
        check_may_throw(position, piece)
    except Refused:
        return False
    return True


def _candidates(position: Position, name: str) -> Iterator[act.Action]:
    yield act.Command(by=name)
    if name not in position.pieces or not position.pieces[name].in_play:
        return
    piece = position.pieces[name]
    for corner in CORNERS:
        yield act.Maneuver(piece=name, corner=corner)
    if piece.showing.has(Kind.JUMP):
        yield act.Jump(by=name)
    if piece.showing.has(Kind.CALL):
        yield from (act.Call(by=name, piece=other.id) for other in position.pieces.values() if other.zone is Zone.HAND)
    for index, effect in enumerate(piece.showing.effects):
        if effect.kind in WEAPONS:
            yield act.Shoot(by=name, effect=index)
        if effect.kind in WEAPONS or effect.kind in _AIMED:
            yield from _aimed(position, piece, index)


_AIMED = frozenset({Kind.REPAIR, Kind.CONFUSE, Kind.CLONE})


def _aimed(position: Position, piece: Piece, index: int) -> Iterator[act.Action]:
    effect = piece.showing.effects[index]
    legal = targets_of(position, piece, effect).legal if effect.corners or effect.kind in _AIMED else ()
    for target in legal:
        if effect.kind in WEAPONS:
            yield act.Shoot(by=piece.id, effect=index, target=target)
        elif effect.kind is Kind.CLONE:
            yield act.Clone(by=piece.id, target=target)
        elif effect.kind is Kind.REPAIR:
            yield from (act.Repair(by=piece.id, target=target, corner=corner) for corner in (None, *CORNERS))
        else:
            yield from (act.Confuse(by=piece.id, target=target, corner=corner) for corner in CORNERS)


NAMES = {
    act.Place: "place",
    act.Throw: "throw",
    act.Maneuver: "maneuver",
    act.Shoot: "shoot",
    act.Call: "call",
    act.Jump: "jump",
    act.Command: "command",
    act.Repair: "repair",
    act.Confuse: "confuse",
    act.Clone: "clone",
    act.Skip: "skip",
    act.FoulChoice: "foul-choice",
    act.Pass: "pass",
    act.EndTurn: "end-turn",
    act.Observe: "observe",
}
