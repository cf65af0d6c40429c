"""What is marked on a tracking card and on the Command Post's card beside it: a frozen value, and what a tap does.

A mark says how much is left of a row; it knows no attack and no turn. What the marks mean is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from companion.catalogue import System
from companion.rules import CardLayout, OgreCard, full_card

#: Armour points of a Command Post (OG-CP-07).
FULL_ARMOUR: Final = 60


class Row(StrEnum):
    """What can be marked."""

    MAIN = "main"
    SECONDARY = "secondary"
    MISSILE = "missile"
    AP = "ap"
    TREADS = "treads"
    ARMOUR = "armour"

    @property
    def system(self) -> System | None:
        """The weapon system whose circles these are; None for Treads and armour."""
        return _SYSTEMS.get(self)


_SYSTEMS: Final[Mapping[Row, System]] = MappingProxyType({Row(system.value): system for system in System})


@dataclass(frozen=True, slots=True)
class Marks:
    """An Ogre's card, and the armour left of the Command Post beside it; None where there is none."""

    card: OgreCard
    armour: int | None = None

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows that there are, in the order of the printed card."""
        return tuple(row for row in Row if row is not Row.ARMOUR or self.armour is not None)

    def full(self, row: Row) -> int:
        """How much a row has without a scratch."""
        if row is Row.ARMOUR:
            return FULL_ARMOUR
        return self.card.layout.treads if row.system is None else self.card.layout.systems[row.system].circles

    def left(self, row: Row) -> int:
        """How much is left of a row."""
        if row is Row.ARMOUR:
            return self.armour or 0
        return self.card.treads if row.system is None else self.card.circles[row.system]

    def marked(self, row: Row, left: int) -> Marks:
        """The card with so much left in a row, between nothing and what is printed."""
        kept = min(max(left, 0), self.full(row))
        if row is Row.ARMOUR:
            return replace(self, armour=None if self.armour is None else kept)
        if row.system is None:
            return replace(self, card=replace(self.card, treads=kept))
        circles = MappingProxyType({**self.card.circles, row.system: kept})
        return replace(self, card=replace(self.card, circles=circles))


def unmarked_card(mark: str, layout: CardLayout, *, post: bool = False) -> Marks:
    """A card without a scratch, with or without a Command Post beside it."""
    return Marks(full_card(mark, layout), FULL_ARMOUR if post else None)


def left_after_tap(marks: Marks, row: Row, place: int) -> int:
    """What is left of a row after a tap on one of its places, which are scratched from place 0 on (AMB-12).

    Circles go and come one by one (OG-OGRE-17). Treads and armour go by several: a tap on what is left scratches up to
    there, a tap on what is scratched gives back from there on.
    """
    full, left = marks.full(row), marks.left(row)
    lost = full - left
    if row.system is not None:
        return left + (1 if place < lost else -1)
    return full - (place + 1 if place >= lost else place)
