"""The action stack: whose action it is within a turn, what it takes off and puts on (OG-TURN-03, OG-CMD-06)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.catalogue import Face
from companion.rules.events import Change, FlagChanged
from companion.rules.position import Position
from companion.rules.ruling import Refused, Why
from companion.rules.transition import Transition
from companion.rules.turn_state import Flag, Flags, FoulPending, MayAct, MustThrow
from companion.text import gettext


@dataclass(frozen=True, slots=True)
class Slot:
    """The right by which a piece acts now: just landed, commanded, or only to move after its shot."""

    landed: bool = False
    commanded: bool = False
    only_move: bool = False
    primary: bool = False


def slot_of(position: Position, name: str) -> Slot:
    """By what right a piece or Command Post acts now.

    Raises:
        Refused: it is not its action (`turn-spent`).
    """
    label = position.target(name).label
    if not position.pending:
        if position.turn.spent:
            raise _spent(position, gettext("{piece} may not act: the turn's one action is spent.", piece=label))
        return Slot(primary=True)
    top = position.pending[-1]
    if isinstance(top, MayAct) and top.piece == name:
        return Slot(top.landed, top.commanded, top.only_move)
    if isinstance(top, Flags) and top.flags and top.flags[0].piece == name:
        return Slot(commanded=True)
    first = label_of_next(position)
    raise _spent(position, gettext("{piece} may not act: {next_to_act} acts first.", piece=label, next_to_act=first))


def next_to_act(position: Position) -> str | None:
    """The piece whose action, or throw, is pending; None where the turn is open or spent."""
    if not position.pending:
        return None
    top = position.pending[-1]
    return top.flags[0].piece if isinstance(top, Flags) else top.piece


def label_of_next(position: Position) -> str:
    """The same as people read it; "" where nothing is pending."""
    waiting = next_to_act(position)
    return "" if waiting is None else position.target(waiting).label


def take_slot(course: Transition, name: str) -> Slot:
    """Use up a piece's right to act: the flag or activation goes, or the turn's primary action is spent."""
    slot = slot_of(course.position, name)
    position = course.position
    if slot.primary:
        turn = replace(position.turn, spent=True, acted=True)
        course.position = replace(position, turn=turn)
        return slot
    top = position.pending[-1]
    if isinstance(top, Flags):
        flag, rest = top.flags[0], replace(top, flags=top.flags[1:])
        course.position = replace(position, pending=(*position.pending[:-1], rest))
        course.emit(FlagChanged(piece=flag.piece, number=flag.number, change=Change.REMOVED))
        course.cite(*command_rules(position))
    else:
        course.position = replace(position, pending=position.pending[:-1])
    return slot


def push_frame(course: Transition, frame: MayAct | MustThrow | Flags | FoulPending) -> None:
    """Put something on the stack: it comes before all that is already there."""
    course.position = replace(course.position, pending=(*course.position.pending, frame))


def clear_pending(course: Transition) -> None:
    """Give up all that is pending, flags included (OG-THROW-07)."""
    for frame in reversed(course.position.pending):
        for flag in frame.flags if isinstance(frame, Flags) else ():
            course.emit(FlagChanged(piece=flag.piece, number=flag.number, change=Change.REMOVED))
    course.position = replace(course.position, pending=())


def raise_flags(course: Transition, order: tuple[str, ...], again: tuple[str, Face] | None) -> None:
    """Put numbered Command Flags on dice, in order (OG-CMD-05); the list is closed with that (OG-CMD-07)."""
    flags = tuple(Flag(name, number) for number, name in enumerate(order, start=1))
    push_frame(course, Flags(flags, again))
    for flag in flags:
        course.emit(FlagChanged(piece=flag.piece, number=flag.number, change=Change.ADDED))


def foul_pending(position: Position) -> FoulPending | None:
    """The foul that waits for an opponent's choice."""
    top = position.pending[-1] if position.pending else None
    return top if isinstance(top, FoulPending) else None


def _spent(position: Position, text: str) -> Refused:
    rules = position.agreement.by_document(
        ("OG-TURN-01", "OG-TURN-02", "OG-TURN-03"), ("DW-TURN-01", "OG-TURN-01"), ("CY-TURN-01", "CY-TURN-02")
    )
    return Refused(Why.TURN_SPENT, rules, text)


def command_rules(position: Position) -> tuple[str, ...]:
    """The rules by which a commanded die takes its action (OG-CMD-05, DW-CMD-04, CY-CMD-04)."""
    return position.agreement.by_document(
        ("OG-CMD-05", "OG-CMD-01"), ("DW-CMD-01", "DW-CMD-04"), ("CY-CMD-01", "CY-CMD-04")
    )
