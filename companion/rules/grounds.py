"""On which rules actions are open or barred now: what a question for them cites (OG-TURN-02, OG-TURN-03).

The engine's own refusals say what bars; where nothing does, the right by which a die acts says what allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from companion.rules import actions as act
from companion.rules import throws
from companion.rules.activation import check_can_act
from companion.rules.agreements import Profile
from companion.rules.effects import Condition, conditions
from companion.rules.engine import check_may_begin, check_pass
from companion.rules.position import Piece, Position, Zone
from companion.rules.ruling import Refused, most_telling
from companion.rules.stack import Slot, command_rules, slot_of
from companion.rules.turn_state import Flags, MayAct, MustThrow

Ids = tuple[str, ...]

#: What a turn is made of, for every profile (OG-TURN-01); its own wording goes before.
_ACTIVATION: Final[Ids] = ("OG-TURN-02", "OG-TURN-01")
_OWN_ACTIVATION: Final[Mapping[Profile, Ids]] = MappingProxyType(
    {Profile.OGRE: (), Profile.DEEP_WHITE_SEA: ("DW-TURN-01",), Profile.CYBURG: ("CY-TURN-02", "CY-TURN-01")}
)
_LANDING: Final[Mapping[Profile, Ids]] = MappingProxyType(
    {Profile.OGRE: ("OG-THROW-08",), Profile.DEEP_WHITE_SEA: ("DW-THROW-07",), Profile.CYBURG: ("CY-TURN-01",)}
)
_BARRED: Final[Mapping[Condition, Ids]] = MappingProxyType(
    {Condition.HELD: ("DW-HOLD-01",), Condition.FROZEN: ("DW-FREEZE-01", "CON-02")}
)


def grounds(position: Position, name: str | None = None) -> Ids:
    """The rules by which a piece or Command Post, or else the player to move, may act now or may not; the deciding ones
    first."""
    found = _of_turn(position) if name is None else _of_one(position, name)
    return most_telling(found, _OWN_ACTIVATION[position.agreement.profile], _ACTIVATION)


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
    cards = ("OG-OGRE-08", "OG-OGRE-10") if name in position.cards else ()
    found = _in_play(position, piece) if piece.in_play else _off_table(position, piece)
    return most_telling(found, cards)


def _off_table(position: Position, piece: Piece) -> Ids:
    allowed = ("OG-TURN-01", "OG-THROW-01") if piece.zone is Zone.HAND else ()
    return _refusal(lambda: throws.check_may_throw(position, piece)) or allowed


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
    landing = _LANDING[position.agreement.profile]
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
