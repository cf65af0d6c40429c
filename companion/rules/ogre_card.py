"""The Ogre's tracking card: its printed layout, and the state of one card, as frozen values.

OG-OGRE-02 to OG-OGRE-23, with the examples OG-OGRE-19 and OG-OGRE-21. Every face bears four weapons (OG-OGRE-07). One
card serves both marks, with the Mark V's own circles and Treads in its layout (OG-OGRE-04). This is the card of the
dice game, not the record sheet of Exercise K (CON-24, CON-26).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated, Final

from companion.catalogue import System
from companion.limits import Means, PrintedCount, Strength
from companion.text import N_, gettext, pgettext

#: The system of an Ogre that is not a weapon (OG-OGRE-15).
TREADS: Final = "treads"
#: What people call the systems of an Ogre.
_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        System.MAIN.value: N_("rules", "Main Battery"),
        System.SECONDARY.value: N_("rules", "Secondary Battery"),
        System.MISSILE.value: N_("rules", "Missiles"),
        System.AP.value: "AP",
        TREADS: N_("rules", "Treads"),
    }
)
assert set(_NAMES) == {*System, TREADS}

#: Points by which an Attack on the Treads is lowered (OG-OGRE-20).
TREAD_ARMOUR: Final = 2


@dataclass(frozen=True, slots=True)
class Circles:
    """A weapon system as printed (OG-OGRE-16)."""

    circles: PrintedCount
    block: Annotated[Strength, Means("The Block in its circles.")]


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


def system_name(system: str) -> str:
    """What people call a system of an Ogre: one of its weapons, or its Treads."""
    return pgettext("rules", _NAMES[system])


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
    reported = {name: count for name, count in left.items() if count is not None}
    for name, count in reported.items():
        if count > printed[name]:
            raise ValueError(
                gettext(
                    "{name}: the card has {printed}, so {count} cannot be left",
                    name=name,
                    printed=printed[name],
                    count=count,
                )
            )
    circles = {system: reported.get(system.value, count) for system, count in card.circles.items()}
    return replace(card, circles=MappingProxyType(circles), treads=reported.get("treads", card.treads))
