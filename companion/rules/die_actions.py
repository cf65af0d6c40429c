"""What a die does with its action besides shooting: maneuver, call, jump, command, or nothing.

A landing die may act like any other (CON-01; OG-THROW-09, DW-THROW-08, DW-JUMP-02, CY-JUMP-02), a commanded die takes
one action of any kind (OG-CP-03, CY-TURN-03, CON-35).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.catalogue import EffectKind, Face
from companion.rules.actions import BaseAction, Call, Command, Jump, Maneuver, Skip
from companion.rules.activation import Use, check_can_act, drop_copy
from companion.rules.combat import roll
from companion.rules.command import command_order, commander_stands, only_effect
from companion.rules.events import Moved
from companion.rules.movement import check_can_move, describe_corner, maneuver_over
from companion.rules.position import Piece, Position, Zone
from companion.rules.ruling import Refused, Verdict, Why, cite, most_telling
from companion.rules.stack import push_frame, raise_flags, slot_of, take_slot
from companion.rules.targets import matches_restriction
from companion.rules.throws import check_may_enter
from companion.rules.transition import ActionRule, Transition, rule_of
from companion.rules.turn_state import Flags, MayAct, MustThrow, Pending
from companion.text import gettext


def maneuver(course: Transition, action: Maneuver) -> None:
    """Press down a green dot (OG-MOVE-01)."""
    position, piece = course.position, course.position.piece(action.piece)
    slot = check_can_act(position, piece, moving=True)
    if slot.landed and position.agreement.is_("CON-01", "2002"):
        rules = ("CON-01", "DW-THROW-07", "OG-TURN-09")
        raise Refused(
            Why.LANDING, rules, "{piece} has just landed: by the 2002 text it may not maneuver.", piece=piece.label
        )
    check_can_move(position, piece)
    answer = maneuver_over(position, piece, action.corner)
    settled = action.settled and answer.legal is None
    if answer.step is None or not (answer.legal or settled):
        raise Refused(answer.ruling.why or Why.ASK, answer.ruling.rules, answer.ruling.text, answer.ruling.verdict)
    take_slot(course, piece.id)
    course.decide(*answer.ruling.rules[:6], *(("CY-CLONE-05",) if piece.copied else ()))
    course.cite(*(("OG-TURN-09", "CON-01") if slot.landed else ()))
    message = gettext(", as the players say") if settled else ""
    course.say(
        "{piece} rolls over {corner} to side {face}{note}.",
        piece=piece.label,
        corner=describe_corner(piece.showing, action.corner),
        face=answer.step.face.key,
        note=message,
    )
    if piece.is_ogre:
        course.cite("OG-OGRE-05", "OG-SM-01")
    roll(course, piece, answer.step, Moved)


def call(course: Transition, action: Call) -> None:
    """Call a die from hand; its throw comes next (OG-CALL-01)."""
    position, piece = course.position, course.position.piece(action.by)
    check_can_act(position, piece)
    only_effect(position, piece, EffectKind.CALL)
    called = position.piece(action.piece)
    check_callable(position, piece, called)
    take_slot(course, piece.id)
    rules = position.agreement.by_document(("OG-CALL-01", "OG-CALL-02"), ("DW-CALL-01", "DW-CALL-02"), ("CY-CALL-01",))
    course.decide(*rules)
    course.say("{piece} calls {called}, which is thrown now.", piece=piece.label, called=called.label)
    push_frame(course, MustThrow(called.id))
    drop_copy(course, piece.id)


def check_callable(position: Position, piece: Piece, called: Piece) -> None:
    """Refuse to call a die that is another's, not in hand, in reserve, not of the class, or unique with a copy in
    play."""
    if called.owner != piece.owner:
        rules = ("OG-CALL-01", *cite(position.agreement.profile, "sides"))
        raise Refused(Why.ENEMY, rules, "{called} is not {owner}'s.", called=called.label, owner=piece.owner)
    if called.zone is Zone.RESERVE:
        rules = position.agreement.by_document(("OG-CALL-03",), ("DW-CALL-03", "DW-THROW-04"), ("CY-CALL-02",))
        raise Refused(Why.IN_RESERVE, rules, "{called} is in reserve and cannot be called.", called=called.label)
    if called.zone is not Zone.HAND:
        raise Refused(Why.NOT_IN_HAND, ("OG-CALL-01", "OG-ZONE-01"), _why_not_in_hand(position, called))
    restrictions = [effect.restriction for effect in piece.showing.effects if effect.kind is EffectKind.CALL]
    if not any(matches_restriction(called, restriction) for restriction in restrictions):
        named = " or ".join(str(restriction) for restriction in restrictions)
        if not called.die.classes:
            text = gettext(
                "Whether {called} counts as {named} is not known: its class is printed on its Side 1.",
                called=called.label,
                named=named,
            )
            raise Refused(Why.ASK, ("AMB-28", "OG-CALL-04"), text, Verdict.ASK)
        raise Refused(
            Why.RESTRICTION, ("OG-CALL-04", "AMB-28"), "{called} is not {named}.", called=called.label, named=named
        )
    check_may_enter(position, called)


def _why_not_in_hand(position: Position, called: Piece) -> str:
    """That a die is not in hand; where its owner has none there at all, that, for then no Call finds one."""
    if any(piece.owner == called.owner and piece.zone is Zone.HAND for piece in position.pieces.values()):
        return gettext("{called} is not in hand.", called=called.label)
    return gettext("{player} has no die in hand to call.", player=called.owner)


def jump(course: Transition, action: Jump) -> None:
    """Pick the die up; it is thrown next, without Poison Counter and flags (OG-JUMP-*, CY-JUMP-03)."""
    position, piece = course.position, course.position.piece(action.by)
    check_can_act(position, piece)
    only_effect(position, piece, EffectKind.JUMP)
    take_slot(course, piece.id)
    course.to_hand(piece)
    course.recheck()
    rules = position.agreement.by_document(
        ("OG-JUMP-01", "OG-JUMP-02", "OG-JUMP-03"),
        ("DW-JUMP-01", "DW-JUMP-03", "DW-JUMP-04"),
        ("CY-JUMP-01", "CY-JUMP-03"),
    )
    course.decide(*rules, "AMB-29")
    course.say("{piece} jumps; throw it again.", piece=piece.label)
    push_frame(course, MustThrow(piece.id, jump=True))


def command(course: Transition, action: Command) -> None:
    """Command: flags for all whom it reaches, in order (OG-CMD-05)."""
    position = course.position
    again = None
    if action.by in position.posts:
        order = command_order(position, action.by)
        slot_of(position, action.by)
        _check_double(position, action, double=False)
    else:
        piece = position.piece(action.by)
        check_can_act(position, piece)
        _check_double(position, action, double=only_effect(position, piece, EffectKind.COMMAND).double)
        again = (piece.id, piece.showing) if action.double else None
        order = command_order(position, action.by)
    if not order.order:
        raise Refused(Why.ILLEGAL_TARGET, most_telling(("AMB-65",), order.ruling.rules), order.ruling.text)
    if order.too_close and not action.settled:
        raise Refused(Why.TOO_CLOSE_TO_CALL, order.ruling.rules, order.ruling.text, Verdict.TOO_CLOSE)
    slot = take_slot(course, action.by)
    post = ("OG-TURN-07",) if action.by in position.posts else ()
    nested = ("CY-CMD-05", "DW-CMD-05") if slot.commanded or slot.landed else ()
    course.decide(*order.ruling.rules[:8], *post, *nested)
    course.say(order.ruling.text)
    raise_flags(course, order.order, again)
    if action.by in position.pieces:
        drop_copy(course, action.by)


def _check_double(position: Position, action: Command, *, double: bool) -> None:
    """Refuse to command twice where the Command is no Double Shot; a Command Post's never is."""
    if action.double and not double:
        by = position.target(action.by).label
        raise Refused(Why.NO_EFFECT, ("CY-DOUBLE-04",), "The Command of {piece} is not a Double Shot.", piece=by)


def settle(course: Transition) -> None:
    """Clear what is done from the top of the stack; a Double Shot Command issues its second set (CY-DOUBLE-04), but
    none once the match is won."""
    while course.position.pending and _done(course.position, course.position.pending[-1]):
        top = course.position.pending[-1]
        course.position = replace(course.position, pending=course.position.pending[:-1])
        if isinstance(top, Flags) and top.again is not None and not course.over:
            _second_set(course, top.again)


def _done(position: Position, top: Pending) -> bool:
    """Whether nothing is left to be done of it: its die is off the table, or no longer to be thrown, or its last flag
    has gone."""
    if isinstance(top, MayAct):
        return not position.piece(top.piece).in_play
    if isinstance(top, MustThrow):
        return position.piece(top.piece).zone is not Zone.HAND
    return isinstance(top, Flags) and not top.flags


def _second_set(course: Transition, again: tuple[str, Face]) -> None:
    course.decide("CY-DOUBLE-04")
    if not commander_stands(course.position, again):
        course.decide("CY-DOUBLE-03")
        course.say("The second Command is not issued: the Commander's face has changed.")
        return
    order = command_order(course.position, again[0])
    course.say(order.ruling.text)
    if order.order:
        raise_flags(course, order.order, None)


def skip(course: Transition, action: Skip) -> None:
    """Give up the current activation (AMB-67); that is no action, so a Clone's copy stays (CY-CLONE-07)."""
    pending = course.position.pending
    if not pending or isinstance(pending[-1], MustThrow):
        text = gettext("There is no activation to give up.") if not pending else gettext("The die is thrown first.")
        raise Refused(Why.TURN_SPENT, ("OG-TURN-01", "AMB-67"), text)
    top = pending[-1]
    name = top.flags[0].piece if isinstance(top, Flags) else top.piece
    take_slot(course, name)
    rules = course.position.agreement.by_document(
        ("OG-CMD-02", "OG-CMD-05"), ("DW-CMD-01", "DW-CMD-04"), ("CY-CMD-01", "CY-CMD-04")
    )
    course.decide("AMB-67")
    course.cite(*rules)
    course.say("{piece} does nothing.", piece=course.position.piece(name).label)


USES: Final[Mapping[EffectKind, Use]] = {
    EffectKind.COMMAND: Use(Command, once=lambda _, piece: (Command(by=piece.id),)),
    EffectKind.JUMP: Use(Jump, once=lambda _, piece: (Jump(by=piece.id),)),
    EffectKind.CALL: Use(
        Call,
        once=lambda position, piece: (
            Call(by=piece.id, piece=other.id) for other in position.pieces.values() if other.zone is Zone.HAND
        ),
    ),
}
RULES: Final[Mapping[type[BaseAction], ActionRule]] = {
    Maneuver: rule_of(Maneuver, maneuver),
    Call: rule_of(Call, call),
    Jump: rule_of(Jump, jump),
    Command: rule_of(Command, command),
    Skip: rule_of(Skip, skip),
}
