"""Reading a table of keys: every wrong key and value is noted with its place, none stops the reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeVar

from companion.plain_text import shown

Check = Callable[[object], Any]
_E = TypeVar("_E", bound=StrEnum)
_REQUIRED: Final = object()
#: Beyond this no number of a die or table makes sense; "not a number" is beyond it too.
_LARGEST: Final = 1e9


@dataclass(frozen=True, slots=True)
class Key:
    """What a key may hold (the check raises ValueError with what it expects) and what it is where left out."""

    check: Check
    default: object = _REQUIRED


class Notes:
    """The problems found so far, each with its place."""

    def __init__(self, source: str) -> None:
        """``source`` names the file or script; every problem begins with it."""
        self.source = source
        self.problems: list[str] = []

    def add(self, place: str, text: str) -> None:
        """Note one problem."""
        self.problems.append(": ".join(part for part in (self.source, place, text) if part))


def read_table(table: object, keys: Mapping[str, Key], place: str, notes: Notes) -> dict[str, Any]:
    """Key -> value for every key of the table below; wrong or missing ones are noted and get their default or None."""
    if not isinstance(table, Mapping):
        notes.add(place, f"expected a table of keys, got {shown(table)}")
        table = {}
    for name in table:
        if name not in keys:
            notes.add(place, f"unknown key {shown(name)}")
    return {name: _value(table, name, key, place, notes) for name, key in keys.items()}


def _value(table: Mapping[str, object], name: str, key: Key, place: str, notes: Notes) -> object:
    if name not in table:
        if key.default is _REQUIRED:
            notes.add(place, f"key {name!r} is missing")
        return None if key.default is _REQUIRED else key.default
    try:
        return key.check(table[name])
    except ValueError as error:
        notes.add(place, f"key {name!r}: {error}, got {shown(table[name])}")
        return None if key.default is _REQUIRED else key.default


def text(value: object) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value:
        raise ValueError("expected a text")
    return value


def any_text(value: object) -> str:
    """A text, perhaps empty."""
    if not isinstance(value, str):
        raise ValueError("expected a text")
    return value


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError("expected true or false")
    return value


def number(value: object) -> float:
    """A finite number; whole numbers stay whole."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _LARGEST:
        raise ValueError("expected a number")
    return value


def from_zero(value: object) -> float:
    """A number from 0."""
    if (found := number(value)) < 0:
        raise ValueError("expected a number from 0")
    return found


def number_in(least: float, most: float) -> Check:
    """A number within limits."""

    def check(value: object) -> float:
        if not least <= (found := number(value)) <= most:
            raise ValueError(f"expected a number from {least:g} to {most:g}")
        return found

    return check


def count(value: object) -> int:
    """A whole number from 0."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _LARGEST:
        raise ValueError("expected a whole number from 0")
    return value


def count_in(least: int, most: int) -> Check:
    """A whole number within limits."""

    def check(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"expected a whole number from {least} to {most}")
        return value

    return check


#: Points of a die or a player: no rule takes any away, and no table agrees to play for more.
points: Final = number_in(0, 999_999)
#: Attack, Block, Armor and the like.
strength: Final = number_in(0, 9_999)
#: Circles of a system, Treads of a line, numbers in green dots: what fits on a printed card.
printed: Final = count_in(0, 99)
#: Levels of terrain.
level: Final = count_in(0, 99)


def length(value: object) -> float:
    """A length above 0, in millimetres."""
    if (found := number(value)) <= 0:
        raise ValueError("expected a length above 0 mm")
    return found


def one_of(values: type[_E], without: Iterable[str] = ()) -> Check:
    """One of the words of an enum, but for those left out."""
    allowed = {member.value: member for member in values if member.value not in set(without)}

    def check(value: object) -> _E:
        if not isinstance(value, str) or value not in allowed:
            raise ValueError(f"expected one of {', '.join(allowed)}")
        return allowed[value]

    return check


def list_of(check: Check, *, distinct: bool = False, at_most: int | None = None) -> Check:
    """A list whose items all satisfy a check."""

    def check_all(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise ValueError("expected a list")
        found = tuple(check(item) for item in value)
        if distinct and len(set(found)) != len(found):
            raise ValueError("expected no item twice")
        if at_most is not None and len(found) > at_most:
            raise ValueError(f"expected at most {at_most} items")
        return found

    return check_all


def corner(value: object) -> int:
    """A corner of a face."""
    if isinstance(value, bool) or value not in (0, 1, 2) or not isinstance(value, int):
        raise ValueError("expected a corner: 0, 1 or 2")
    return value


def texts(value: object) -> Mapping[str, str]:
    """A table of texts."""
    if not isinstance(value, Mapping) or not all(isinstance(v, str) for v in value.values()):
        raise ValueError("expected a table of texts")
    return value


def anything(value: object) -> object:
    """No check here; read further by others."""
    return value
