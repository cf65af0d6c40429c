"""Record sheets: what an Ogre Mark III carries and what is left of it (EK-TEAM-02, EK-TEAM-12, EK-SPEC-10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from companion.limits import Count, NonEmptyStr, PrintedCount
from companion.text import N_, pgettext


class SheetSystem(StrEnum):
    """The systems of an Ogre, as the sheet lists them."""

    MAIN = "main"
    SECONDARY = "secondary"
    MISSILE = "missile"
    AP = "ap"
    TREAD = "tread"


@dataclass(frozen=True, slots=True)
class SystemRow:
    """A printed row of the sheet: how many, and for a weapon its strengths; ``source`` says where the numbers are from.

    ``range_hexes`` is counted in hexes. Tread units have no strengths.
    """

    name: NonEmptyStr
    count: PrintedCount
    source: NonEmptyStr
    attack: Count | None = None
    range_hexes: Count | None = None
    defence: Count | None = None

    @property
    def shown(self) -> str:
        """Its name in the language in force."""
        return pgettext("rules", self.name)


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """A printed record sheet: its rows, and the Tread units in each step of movement."""

    name: str
    source: str
    rows: Mapping[SheetSystem, SystemRow]
    movement_steps: tuple[int, ...]

    @property
    def shown_source(self) -> str:
        """Where its numbers are from, in the language in force."""
        return pgettext("rules", self.source)


#: What the bundled sheet says; a user's own words stay what they are.
_BUNDLED: Final = (
    N_("rules", "Main Battery"),
    N_("rules", "Secondary Battery"),
    N_("rules", "Missile"),
    N_("rules", "AP Gun"),
    N_("rules", "Tread unit"),
    N_("rules", "outside the document: the published Mark III record of the Ogre board game"),
)


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """What is left of one Ogre, on a sheet of its layout. Missiles fired are gone as those destroyed are (AMB-53)."""

    left: Mapping[SheetSystem, int]
    layout: SheetLayout

    @property
    def destroyed(self) -> bool:
        """Whether every component is gone, the AP guns too (EK-SPEC-10)."""
        return not any(self.left.values())

    @property
    def mobile(self) -> bool:
        """Whether the Ogre can still move."""
        return self.movement > 0

    @property
    def movement(self) -> int:
        """Hexes that the Ogre may move: one for each step that has Tread units left."""
        steps = self.layout.movement_steps
        return sum(self.left[SheetSystem.TREAD] > sum(steps[:number]) for number in range(len(steps)))

    def less(self, system: SheetSystem, count: int) -> RecordSheet:
        """The sheet with so many crossed off; never below 0."""
        return replace(self, left=MappingProxyType({**self.left, system: max(0, self.left[system] - count)}))


def full_sheet(layout: SheetLayout, left: Mapping[SheetSystem, int] = MappingProxyType({})) -> RecordSheet:
    """A sheet with nothing crossed off, but for what is given."""
    full = {system: row.count for system, row in layout.rows.items()}
    return RecordSheet(MappingProxyType(full | dict(left)), layout)
