"""The generator of legal actions, and on which rules actions are open or barred now.

Membership is what `apply` allows, so the generator is the checker. What a question for them cites (OG-TURN-02,
OG-TURN-03): the engine's own refusals say what bars; where nothing does, what allows is the right by which a die acts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final, get_args

from companion.rules import actions as act
from companion.rules import throws
from companion.rules.activation import check_can_act
from companion.rules.effects import Condition, conditions
from companion.rules.engine import apply, candidates, check_may_begin, check_pass, may_throw
from companion.rules.position import Piece, Position, Zone
from companion.rules.ruling import Refused, Verdict, most_telling
from companion.rules.stack import Slot, command_rules, foul_pending, slot_of
from companion.rules.transition import Outcome
from companion.rules.turn_state import Flags, MayAct, MustThrow

Ids = tuple[str, ...]

#: What a turn is made of, for every profile (OG-TURN-01); its own wording goes before.
_ACTIVATION: Final[Ids] = ("OG-TURN-02", "OG-TURN-01")
_BARRED: Final[Mapping[Condition, Ids]] = MappingProxyType(
    {Condition.HELD: ("DW-HOLD-01",), Condition.FROZEN: ("DW-FREEZE-01", "CON-02")}
)


def legal_actions(
    position: Position, piece: str | None = None, *, settled: bool = False, about: frozenset[str] | None = None
) -> Iterator[act.Action]:
    """Every action but throws, placements and observations (what they bring comes from outside) that is open now; a
    target named for a continuous effect is none (AMB-09). A shot or Command that may be fired twice is listed once, as
    fired once, and a shot at an Ogre without the system that it is aimed at.

    With ``piece`` only those that the piece does itself; with ``about`` only those that may move one of these
    pieces or take it off the table; with ``settled`` those too that hang on something too close to call, as decided by
    the players (AMB-02). Each is tried, so nothing is listed that would be refused.
    """
    return (action for action, _ in legal_outcomes(position, piece, settled=settled, about=about))


def legal_outcomes(
    position: Position, piece: str | None = None, *, settled: bool = False, about: frozenset[str] | None = None
) -> Iterator[tuple[act.Action, Outcome]]:
    """The actions of `legal_actions`, each with what it leads to; those that the players have settled come last."""
    names = [piece] if piece is not None else [*position.pieces, *position.posts]
    tried = [action for name in names for action in candidates(position, name)]
    if about is not None:
        tried = [action for action in tried if action.may_move(about)]
    if piece is None:
        foul = foul_pending(position)
        if foul is not None:
            tried += [act.FoulChoice(by=foul.player, choice=word) for word in get_args(act.FoulWord)]
        tried += [act.Skip(), act.Pass(), act.EndTurn()]
    open_questions: list[act.Action] = []
    for action in tried:
        outcome = apply(position, action)
        if outcome.ok:
            yield action, outcome
        elif outcome.ruling.verdict is not Verdict.NO:
            open_questions.append(replace(action, settled=True))
    for action in open_questions if settled else ():
        outcome = apply(position, action)
        if outcome.ok:
            yield action, outcome


def throwable(position: Position) -> tuple[str, ...]:
    """The pieces that may be thrown now."""
    return tuple(piece.id for piece in position.pieces.values() if may_throw(position, piece))


def placeable(position: Position) -> tuple[str, ...]:
    """The pieces that may be placed in the centre now (OG-START-06)."""
    due = position.turn.first_placement and not position.turn.placed
    return tuple(p.id for p in position.pieces.values() if due and p.zone is Zone.HAND and p.owner == position.to_move)


def open_actions(position: Position, piece: str | None = None) -> tuple[str, ...]:
    """Names of the actions open now, in the script's words; with ``piece`` only those that it does itself."""
    found = {action.do for action in legal_actions(position, piece)}
    thrown = throwable(position)
    if thrown if piece is None else piece in thrown:
        found.add("throw")
    if piece is None and placeable(position):
        found.add("place")
    return tuple(name for name in act.ACTION_NAMES.values() if name in found)


def grounds(position: Position, name: str | None = None) -> Ids:
    """The rules by which a piece or Command Post, or else the player to move, may act now or may not; the deciding ones
    first."""
    found = _of_turn(position) if name is None else _of_one(position, name)
    own = position.agreement.by_document((), ("DW-TURN-01",), ("CY-TURN-02", "CY-TURN-01"))
    return most_telling(found, own, _ACTIVATION)


def _of_turn(position: Position) -> Ids:
    if barred := _refusal(lambda: check_may_begin(position, act.Pass())):
        return barred
    top = position.pending[-1] if position.pending else None
    match top:
        case MustThrow(jump=jump):
            return ("OG-JUMP-01",) if jump else ("OG-CALL-01",)
        case Flags():
            return _of_one(position, top.flags[0].piece)
        case MayAct():
            return _of_one(position, top.piece)
    if position.turn.spent:
        return _refusal(lambda: slot_of(position, position.to_move))
    return _refusal(lambda: check_pass(position)) or _ACTIVATION


def _of_one(position: Position, name: str) -> Ids:
    """Of what a piece or Command Post does itself; its being another's, and the like, is judged for any action."""
    if barred := _refusal(lambda: check_may_begin(position, act.Command(by=name))):
        return barred
    if name in position.posts:
        return _refusal(lambda: slot_of(position, name)) or ("OG-TURN-07", "OG-CP-02")
    piece = position.piece(name)
    if piece.in_play:
        found = _in_play(position, piece)
    else:
        allowed = ("OG-TURN-01", "OG-THROW-01") if piece.zone is Zone.HAND else ()
        found = _refusal(lambda: throws.check_may_throw(position, piece)) or allowed
    return most_telling(found, ("OG-OGRE-08", "OG-OGRE-10") if name in position.cards else ())


def _in_play(position: Position, piece: Piece) -> Ids:
    try:
        slot = check_can_act(position, piece, moving=True)
    except Refused as refusal:
        return refusal.ruling.rules
    barred = tuple(rule for condition in conditions(position, piece) for rule in _BARRED[condition])
    return most_telling(barred, _of_slot(position, slot))


def _of_slot(position: Position, slot: Slot) -> Ids:
    """The right by which a die acts: where it landed (CON-01), commanded, or to move after its shot."""
    if slot.only_move:
        return "OG-SM-01", "OG-OGRE-05"
    if slot.commanded:
        return command_rules(position)
    if not slot.landed:
        return ()
    landing = position.agreement.by_document(("OG-THROW-08",), ("DW-THROW-07",), ("CY-TURN-01",))
    if position.agreement.is_("CON-01", "2002"):
        return "CON-01", "DW-THROW-07", "OG-TURN-09", *landing
    return "OG-TURN-09", "CON-01", *landing


def _refusal(check: Callable[[], object]) -> Ids:
    """The rules by which a check refuses; none where it passes."""
    try:
        check()
    except Refused as refusal:
        return refusal.ruling.rules
    return ()
