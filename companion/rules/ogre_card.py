"""The Ogre's tracking card: printed layouts as data, and the state of one card as a frozen value.

OG-OGRE-02 to OG-OGRE-23, with the examples OG-OGRE-19 and OG-OGRE-21. Every face bears four weapons (OG-OGRE-07). One
card serves both marks, with the Mark V's own circles and Treads in its layout (OG-OGRE-04). This is the card of the
dice game, not the record sheet of Exercise K (CON-24, CON-26).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.catalogue import System, checks
from companion.catalogue.checks import Key, Notes, read_table
from companion.documents import read_toml
from companion.errors import InputError
from companion.resources import data_folder

#: Of the card files that this program reads.
_FORMAT: Final = 1

_MOST_LINES: Final = 9

#: Points by which an Attack on the Treads is lowered (OG-OGRE-20).
TREAD_ARMOUR: Final = 2


@dataclass(frozen=True, slots=True)
class Circles:
    """A weapon system as printed: how many circles, and the Block in them (OG-OGRE-16)."""

    circles: int
    block: float


@dataclass(frozen=True, slots=True)
class TreadLine:
    """A line of Treads as printed: the number in the green dots that it owns, and its Treads (OG-OGRE-22)."""

    dot: int
    treads: int


@dataclass(frozen=True, slots=True)
class CardLayout:
    """A printed tracking card; the Tread lines in the order in which they are scratched (AMB-12)."""

    systems: Mapping[System, Circles]
    lines: tuple[TreadLine, ...]

    @property
    def treads(self) -> int:
        """All Treads of the card."""
        return sum(line.treads for line in self.lines)


@dataclass(frozen=True, slots=True)
class OgreCard:
    """One Ogre's card: its layout, circles left in each weapon system, Treads left."""

    mark: str
    layout: CardLayout
    circles: Mapping[System, int]
    treads: int

    def works(self, system: System | None) -> bool:
        """Whether a weapon of that system still fires: at full strength while a circle is left (OG-OGRE-08, AMB-13)."""
        return system is None or self.circles[system] > 0

    def hit(self, system: System, attack: float) -> OgreCard:
        """The card after an Attack on a weapon system: one circle where Attack >= Block (OG-OGRE-17, OG-OGRE-18)."""
        return self.without_circle(system) if attack >= self.layout.systems[system].block else self

    def without_circle(self, system: System) -> OgreCard:
        """The card with one circle of a system less, none below 0 (OG-OGRE-09)."""
        left = max(0, self.circles[system] - 1)
        return replace(self, circles=MappingProxyType({**self.circles, system: left}))

    def without_treads(self, count: int) -> OgreCard:
        """The card with so many Treads less, none below 0 (AMB-17, AMB-21)."""
        return replace(self, treads=max(0, self.treads - count))

    @property
    def lines_left(self) -> tuple[int, ...]:
        """Treads left in each line: they are scratched in the printed order, one line after the other (AMB-12)."""
        lost = max(0, self.layout.treads - self.treads)
        left = []
        for line in self.layout.lines:
            gone = min(line.treads, lost)
            lost -= gone
            left.append(line.treads - gone)
        return tuple(left)

    @property
    def live_dots(self) -> tuple[int, ...]:
        """Numbers of the green dots that still work, in rising order (OG-OGRE-10, OG-OGRE-22)."""
        live = {line.dot for line, left in zip(self.layout.lines, self.lines_left, strict=True) if left > 0}
        return tuple(sorted(live))


def treads_lost(attack: float) -> int:
    """Treads that an Attack on them takes off: Attack - 2, never below 0 (OG-OGRE-20, AMB-21)."""
    return max(0, int(attack) - TREAD_ARMOUR)


def full_card(mark: str, layout: CardLayout) -> OgreCard:
    """A card without a scratch."""
    circles = {system: printed.circles for system, printed in layout.systems.items()}
    return OgreCard(mark, layout, MappingProxyType(circles), layout.treads)


def card_left(card: OgreCard, left: Mapping[str, int | None]) -> OgreCard:
    """The card with so many circles of a system (by its word) and ``treads`` left; what is None stays.

    Raises:
        ValueError: more is left than is printed.
    """
    printed = {system.value: row.circles for system, row in card.layout.systems.items()}
    printed["treads"] = card.layout.treads
    told = {name: count for name, count in left.items() if count is not None}
    for name, count in told.items():
        if count > printed[name]:
            raise ValueError(f"key {name!r}: the card has {printed[name]}, so {count} cannot be left")
    circles = {system: told.get(system.value, count) for system, count in card.circles.items()}
    return replace(card, circles=MappingProxyType(circles), treads=told.get("treads", card.treads))


def decode_card_layout(table: Mapping[str, Mapping[str, float]], lines: Iterable[Sequence[int]]) -> CardLayout:
    """A layout from the keys of a script or card file."""
    systems = {System(name): Circles(int(row["circles"]), row["block"]) for name, row in table.items()}
    return CardLayout(MappingProxyType(systems), tuple(TreadLine(dot, treads) for dot, treads in lines))


@cache
def bundled_layout(mark: str) -> CardLayout:
    """The bundled card of a mark, III or V: stand-in values until a user enters the printed ones (NG-08)."""
    return load_layout(_bundled_file(mark))


def known_layout(mark: str) -> CardLayout:
    """The card of a mark that this user plays with: their own file of the same name in their data folder, else ours.

    Raises:
        InputError: with every problem of their file.
    """
    own = own_card_file(mark)
    return load_layout(own) if own.is_file() else bundled_layout(mark)


def own_card_file(mark: str) -> Path:
    """Where a user's own card of that mark lies, or would lie."""
    return data_folder() / _bundled_file(mark).name


def load_layout(file: Path) -> CardLayout:
    """The layout of a card file.

    Raises:
        InputError: with every problem of the file, one a line, each naming the file and the key.
    """
    notes = Notes(str(file))
    layout = read_layout(read_toml(file), "", notes, beside=_FILE_KEYS)
    if layout is None:
        raise InputError(*notes.problems)
    return layout


def read_layout(
    table: object, place: str, notes: Notes, *, beside: Mapping[str, Key] = MappingProxyType({})
) -> CardLayout | None:
    """The layout that a table of keys tells; None, with every problem noted, where it tells none.

    ``beside``: what else may stand in the table.
    """
    before = len(notes.problems)
    keys = read_table(table, {**_LAYOUT, **beside}, place, notes)
    at = f"{place}: " if place else ""
    systems = {system.value: read_table(keys[system.value], _CIRCLES, f"{at}{system}", notes) for system in System}
    return decode_card_layout(systems, keys["lines"]) if len(notes.problems) == before else None


def _bundled_file(mark: str) -> Path:
    return Path(str(resources.files("companion.rules"))) / f"ogre-card-{mark}.toml"


def _format(value: object) -> int:
    if value != _FORMAT or isinstance(value, bool):
        raise ValueError(f"this program reads format {_FORMAT}")
    return _FORMAT


def _line(value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError("expected [number in the green dots, Treads]")
    return checks.printed(value[0]), checks.printed(value[1])


_CIRCLES: Final = {"circles": Key(checks.printed), "block": Key(checks.strength)}
_LAYOUT: Final = {system.value: Key(checks.anything) for system in System} | {
    "lines": Key(checks.list_of(_line, at_most=_MOST_LINES))
}
_FILE_KEYS: Final = {
    "format": Key(_format),
    "provenance": Key(checks.any_text, "stand-in"),
    "sources": Key(checks.texts, MappingProxyType({})),
}
