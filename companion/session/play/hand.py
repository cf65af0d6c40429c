"""The dice that may be thrown now, as people pick them: by number, by typing their names, by click."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from string import ascii_uppercase

from companion.catalogue import Die
from companion.rules import Position, placeable, throwable
from companion.session.play.choice import Choice
from companion.session.play.modes import Browsing, Mode, PickingDie, Throwing
from companion.session.play.placement import begin_throw
from companion.text import translate

_DIGITS = "123456789"


@dataclass(frozen=True, slots=True)
class HandDie:
    """Equal dice that may be thrown now. key: the number that picks one, "" where digits are something else or have run
    out; pieces: their ids; chosen: whether one of them is being thrown."""

    key: str
    die: Die
    pieces: tuple[str, ...]
    chosen: bool = False


def dice_in_hand(position: Position, mode: Mode) -> tuple[HandDie, ...]:
    """What may be thrown now, equal dice of one player together; nothing while people are in the middle of something
    else."""
    ready = placeable(position) or throwable(position)
    if not isinstance(mode, Browsing | PickingDie | Throwing) or not ready:
        return ()
    thrown = mode.piece if isinstance(mode, Throwing) else ""
    groups = _grouped(position, ready)
    numbered = isinstance(mode, PickingDie) or mode == Browsing()
    return tuple(
        HandDie(_DIGITS[place] if numbered and place < len(_DIGITS) else "", die, pieces, thrown in pieces)
        for place, (die, pieces) in enumerate(groups)
    )


def _grouped(position: Position, ready: tuple[str, ...]) -> list[tuple[Die, tuple[str, ...]]]:
    groups: dict[tuple[str, str], list[str]] = {}
    for name in ready:
        piece = position.piece(name)
        groups.setdefault((piece.owner, piece.die.id), []).append(name)
    return [(position.piece(names[0]).die, tuple(names)) for names in groups.values()]


def hand_choices(position: Position, mode: Browsing | PickingDie) -> Iterator[Choice]:
    """A digit for each kind of die that may be thrown."""
    for held in dice_in_hand(position, mode):
        if held.key:
            title = translate("match", "throw {piece}").format(piece=held.die.label)
            leads_to = begin_throw(position, held.pieces[0])
            yield Choice(f"hand.{held.key}", (held.key,), title, leads_to, piece=held.pieces[0], quiet=True)


def picking_choices(position: Position, mode: PickingDie) -> Iterator[Choice]:
    """By number, or letter by letter: as soon as what is typed begins only one name, that die is thrown."""
    for choice in hand_choices(position, mode):
        yield replace(choice, quiet=False)
    for letter in ascii_uppercase:
        meant = _named(position, mode, mode.typed + letter)
        if meant:
            typed = PickingDie(mode.typed + letter)
            leads_to = begin_throw(position, meant[0].pieces[0]) if len(meant) == 1 else typed
            yield Choice(f"letter.{letter}", (letter,), translate("match", "type its name"), leads_to, quiet=True)
    if mode.typed:
        shorter = PickingDie(mode.typed[:-1])
        yield Choice("shorter", ("Backspace",), translate("match", "delete the last letter"), shorter)


def _named(position: Position, mode: PickingDie, typed: str) -> list[HandDie]:
    """The dice a word of whose name begins with what is typed."""
    told = typed.casefold()
    return [
        held
        for held in dice_in_hand(position, mode)
        if any(_letters(word).startswith(told) for word in held.die.label.split())
        or _letters(held.die.label).startswith(told)
    ]


def _letters(words: str) -> str:
    return "".join(letter for letter in words.casefold() if letter.isalpha())
