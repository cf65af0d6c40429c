"""What people must do with their hands after a ruling, and whether it is seen to be done.

The program rolls no dice: it says which die goes over which corner, which comes off the table, and ticks it off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, assert_never

from companion.catalogue import CORNERS
from companion.geometry import Pose, rolled_pose
from companion.rules import Event, Piece, Position, Zone
from companion.rules.events import (
    ArmourChanged,
    Change,
    CircleLost,
    CounterChanged,
    Crushed,
    Damaged,
    Entered,
    FlagChanged,
    FoulCalled,
    Killed,
    Moved,
    Removed,
    Restored,
    Returned,
    Scored,
    TreadsLost,
    TurnBegan,
    Unharmed,
    Won,
)
from companion.session.inference import tuning
from companion.session.inference.descriptions import piece_label
from companion.session.inference.observed_dice import Observation, SeenDie, apart_mm, seen_dice, turn_deg
from companion.text import gettext
from companion.vision import DieState, FaceName


class HandTask(StrEnum):
    """What is done by hand."""

    ROLL = "roll"
    TAKE_OFF = "take off the table"
    COUNTER_ON = "put a counter down"
    COUNTER_OFF = "take a counter away"
    FLAG_ON = "put a flag up"
    FLAG_OFF = "take a flag away"
    BACK_IN_HAND = "take back in hand"


#: What leaves no trace that the camera could read: ticked off with a key, or not at all.
UNSEEN: Final = frozenset(
    {HandTask.COUNTER_ON, HandTask.COUNTER_OFF, HandTask.FLAG_ON, HandTask.FLAG_OFF, HandTask.BACK_IN_HAND}
)


@dataclass(frozen=True, slots=True)
class Instruction:
    """One thing to do by hand, in one sentence.

    start: how the piece lies before (None: not on the table); end: how it lies after a roll, with ``face`` up;
    corners: those to be pressed down, in order (the arrow goes from ``start`` to ``end``); zone: where a die goes that
    leaves the table; number: of a flag; label, dots: of a roll, how people call the die and each corner.
    """

    hand: HandTask
    piece: str
    die: str
    text: str
    start: Pose | None = None
    end: Pose | None = None
    corners: tuple[int, ...] = ()
    face: str | None = None
    zone: Zone | None = None
    number: int | None = None
    label: str = ""
    dots: tuple[str, ...] = ()

    @property
    def visible(self) -> bool:
        """Whether the camera can tell that it is done."""
        return self.hand not in UNSEEN

    def done(self, seen: Observation) -> bool:
        """Whether the table is seen as it is when this is done; never where the camera cannot tell."""
        dice = seen_dice(seen)
        if self.end is not None:  # of a roll
            return any(self._rolled(die, self.end) for die in dice)
        return self.hand is HandTask.TAKE_OFF and not any(self.concerns(die) for die in dice)

    def concerns(self, die: SeenDie) -> bool:
        """Whether a die that is seen is the one that still has to be rolled or taken off: it lies where it lay; a die
        that never lay on the table is the one that leans, or stands over the edge."""
        if not die.may_be(self.die):
            return False
        if self.start is None:
            return self.hand is HandTask.TAKE_OFF and die.state is not DieState.FLAT
        return apart_mm(die.pose, self.start) < tuning.STILL_THERE_MM

    def astray(self, seen: Observation) -> str | None:
        """What is wrong where the die was rolled, but not as instructed; None where it was not touched, or is done."""
        dice = seen_dice(seen)
        if self.end is None or self.start is None or self.done(dice) or any(self.concerns(die) for die in dice):
            return None
        near = [die for die in dice if die.may_be(self.die) and apart_mm(die.pose, self.end) < tuning.ABOUT_THERE_MM]
        if not near:
            return None
        end = self.end
        die = min(near, key=lambda one: apart_mm(one.pose, end))
        key = die.face_of(self.die)
        if key is not None and key != self.face:
            return gettext(
                "{piece} shows side {key} instead of {face}: roll it until it lies as it is drawn.",
                piece=self.label or self.piece,
                key=key,
                face=self.face,
            )
        apart = apart_mm(die.pose, self.end)
        return gettext(
            "{piece} lies {apart:.0f} mm off: put it where it is drawn.", piece=self.label or self.piece, apart=apart
        )

    def _rolled(self, die: SeenDie, end: Pose) -> bool:
        if not die.may_be(self.die):
            return False
        key = die.face_of(self.die)
        if key is None:
            return apart_mm(die.pose, end) < tuning.UNREAD_ROLL_MM
        near = apart_mm(die.pose, end) < tuning.HAND_ROLL_MM and turn_deg(die.pose, end) < tuning.HAND_ROLL_DEG
        return near and die.name is not None and die.name.face == self.face


def instructions(before: Position, events: Iterable[Event]) -> tuple[Instruction, ...]:
    """What hands must do for the events of an act, done from a position; one instruction for each piece and thing.

    Dice that were thrown, bumped or seen to lie otherwise already lie there: only rolls that the rules demand are
    listed.
    """
    reported: dict[tuple[str, HandTask], Instruction] = {}
    lying = {piece.id: piece for piece in before.in_play}
    for happened in events:
        for instruction in _instructed(before, lying, happened):
            _add(reported, instruction)
    return tuple(reported.values())


def still_to_do(reported: Iterable[Instruction], seen: Observation) -> tuple[Instruction, ...]:
    """Those that are not seen to be done; what the camera cannot tell stays."""
    dice = seen_dice(seen)
    return tuple(instruction for instruction in reported if not instruction.done(dice))


def assume_done(seen: Observation, reported: Iterable[Instruction]) -> tuple[SeenDie, ...]:
    """The table as it will be seen when hands have done what they still must: what is compared with the match while
    people are at it."""
    dice = list(seen_dice(seen))
    for instruction in still_to_do(reported, dice):
        number = next((n for n, die in enumerate(dice) if instruction.visible and instruction.concerns(die)), None)
        if number is None:
            continue
        die = dice.pop(number)
        if instruction.end is not None and instruction.face is not None:  # of a roll
            rolled = replace(
                die, name=FaceName(instruction.die, instruction.face), pose=instruction.end, measured_top=None
            )
            dice.append(replace(rolled, state=DieState.FLAT, alternatives=()))
    return tuple(dice)


Lying = dict[str, Piece]


def _instructed(before: Position, lying: Lying, event: Event) -> Iterator[Instruction]:  # noqa: C901  (one case a kind)
    """What one event asks of hands; ``lying`` follows it."""
    match event:
        case Damaged():
            yield from _rolled(lying, event, red=True)
        case Moved():
            yield from _rolled(lying, event, red=False)
        case Entered():
            _enter(before, lying, event)
        case Killed() | Crushed():
            yield from _taken_off(lying, event.piece, Zone.RESERVE)
        case Removed(zone=Zone() as zone):
            if event.piece in lying:
                yield from _taken_off(lying, event.piece, zone)
            else:
                yield from _never_landed(before.piece(event.piece), zone)
        case CounterChanged():
            yield _counter(before, lying, event)
        case FlagChanged():
            yield _flag(before, lying, event)
        case Returned():
            yield _returned(before.piece(event.piece))
        case (
            ArmourChanged()
            | CircleLost()
            | FoulCalled()
            | Removed()
            | Restored()
            | Scored()
            | TreadsLost()
            | TurnBegan()
            | Unharmed()
            | Won()
        ):
            pass  # nothing is done by hand
        case _:
            assert_never(event)


def _add(reported: dict[tuple[str, HandTask], Instruction], new: Instruction) -> None:
    """A second roll of a die joins the first; a die that leaves the table is rolled no more."""
    key = (new.piece, new.hand)
    if new.hand is HandTask.TAKE_OFF:
        rolled = reported.pop((new.piece, HandTask.ROLL), None)
        new = replace(new, start=rolled.start) if rolled else new
    earlier = reported.get(key)
    if new.hand is HandTask.ROLL and earlier is not None:
        dots = (*earlier.dots, *new.dots)
        text = _roll_text(new.label, dots, new.face or "")
        new = replace(new, start=earlier.start, corners=(*earlier.corners, *new.corners), dots=dots, text=text)
    reported[key] = new


def _rolled(lying: Lying, event: Damaged | Moved, *, red: bool) -> Iterator[Instruction]:
    piece = lying.get(event.piece)
    face = piece.die.face(event.face) if piece else None
    if piece is None or face is None:
        return
    end = Pose(*event.centre_mm, event.heading_deg, piece.die.edge_mm)
    lying[piece.id] = replace(piece, face=face, pose=end, measured_top=None, copied=None)
    corner = _corner(piece, face.key, end)
    if corner is not None:
        dots = (_dot(piece, corner, red=red),)
        yield Instruction(
            HandTask.ROLL,
            piece.id,
            piece.die.id,
            _roll_text(piece.label, dots, face.key),
            piece.placed,
            end,
            (corner,),
            face.key,
            label=piece.label,
            dots=dots,
        )


def _roll_text(label: str, dots: Iterable[str], face: str) -> str:
    over = gettext(", then over ").join(dots)
    return gettext("Roll {piece} over {over} to side {face}.", piece=label, over=over, face=face)


def _corner(piece: Piece, key: str, end: Pose) -> int | None:
    """The corner over which a piece rolls to lie so; None where it got there otherwise."""
    before, after = piece.face, piece.die.face(key)
    if before is None or after is None or not before.vertices or not after.vertices:
        return None
    for corner in CORNERS:
        if piece.die.face_over(before, corner) is after:
            there = rolled_pose(piece.placed, before.vertices, corner, after.vertices)
            return corner if apart_mm(there, end) < 1.0 and turn_deg(there, end) < 1.0 else None
    return None


def _dot(piece: Piece, corner: int, *, red: bool) -> str:
    """The corner as people find it on the die."""
    shown = piece.showing
    if red and shown.damage == (corner,):
        return gettext("its red dot")
    if not red and corner in shown.maneuver:
        return gettext("its green dot") if len(shown.maneuver) == 1 else gettext("the marked green dot")
    return gettext("the marked corner")


def _enter(before: Position, lying: Lying, event: Entered) -> None:
    """A die that comes onto the table lies there already; later events of the same act may roll it."""
    piece = before.piece(event.piece)
    pose = Pose(*event.centre_mm, event.heading_deg, piece.die.edge_mm)
    face = piece.die.face(event.face)
    lying[piece.id] = replace(piece, zone=Zone.PLAY, face=face, pose=pose, measured_top=None)


def _never_landed(piece: Piece, zone: Zone) -> Iterator[Instruction]:
    """A thrown die that went off the table, or leans: it may still have to be taken off."""
    text = (
        gettext("{piece} goes back into {owner}'s reserve.", piece=piece.label, owner=piece.owner)
        if zone is Zone.RESERVE
        else gettext("{piece} goes back into {owner}'s hand.", piece=piece.label, owner=piece.owner)
    )
    yield Instruction(HandTask.TAKE_OFF, piece.id, piece.die.id, text, zone=zone)


def _taken_off(lying: Lying, name: str, zone: Zone) -> Iterator[Instruction]:
    piece = lying.pop(name, None)
    if piece is not None:
        where = (
            gettext("into {owner}'s reserve", owner=piece.owner)
            if zone is Zone.RESERVE
            else gettext("back into {owner}'s hand", owner=piece.owner)
        )
        text = gettext("Take {piece} off the table, {where}.", piece=piece.label, where=where)
        yield Instruction(HandTask.TAKE_OFF, piece.id, piece.die.id, text, piece.placed, zone=zone)


def _counter(before: Position, lying: Lying, event: CounterChanged) -> Instruction:
    name, added = event.piece, event.change is Change.ADDED
    words = gettext("Put a Poison Counter beside {name}.", name=piece_label(before, name)) if added else ""
    words = words or gettext("Take the Poison Counter of {name} away.", name=piece_label(before, name))
    return _thing(lying, name, HandTask.COUNTER_ON if added else HandTask.COUNTER_OFF, words)


def _flag(before: Position, lying: Lying, event: FlagChanged) -> Instruction:
    name, number, added = event.piece, event.number, event.change is Change.ADDED
    words = (
        gettext("{name} has flag {number}.", name=piece_label(before, name), number=number)
        if added
        else gettext("Flag {number} of {name} is gone.", number=number, name=piece_label(before, name))
    )
    return replace(_thing(lying, name, HandTask.FLAG_ON if added else HandTask.FLAG_OFF, words), number=number)


def _returned(piece: Piece) -> Instruction:
    text = gettext("{owner} has {piece} back in hand.", owner=piece.owner, piece=piece.label)
    return Instruction(HandTask.BACK_IN_HAND, piece.id, piece.die.id, text, zone=Zone.HAND)


def _thing(lying: Lying, name: str, hand: HandTask, text: str) -> Instruction:
    piece = lying.get(name)
    return Instruction(hand, name, piece.die.id if piece else "", text, piece.placed if piece else None)
