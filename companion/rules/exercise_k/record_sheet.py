"""Record sheets: what an Ogre Mark III carries and what is left of it (EK-TEAM-02, EK-TEAM-12, EK-SPEC-10)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final

from companion.errors import WrongInput

_FORMAT: Final = 1
_FILE: Final = "mark_iii.toml"


class System(StrEnum):
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

    name: str
    count: int
    source: str
    attack: int | None = None
    range_hexes: int | None = None
    defence: int | None = None


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """A printed record sheet: its rows, and the Tread units in each step of movement."""

    name: str
    source: str
    rows: Mapping[System, SystemRow]
    movement_steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is left of one Ogre. Missiles fired are gone as those destroyed are (AMB-53)."""

    left: Mapping[System, int]

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
        steps = mark_iii().movement_steps
        return sum(self.left[System.TREAD] > sum(steps[:number]) for number in range(len(steps)))

    def less(self, system: System, count: int) -> Sheet:
        """The sheet with so many crossed off; never below 0."""
        return replace(self, left=MappingProxyType({**self.left, system: max(0, self.left[system] - count)}))


@cache
def mark_iii() -> SheetLayout:
    """The bundled Mark III sheet."""
    text = resources.files("companion.rules.exercise_k").joinpath(_FILE).read_text(encoding="utf-8")
    return layout_from(tomllib.loads(text))


def layout_from(keys: Mapping[str, Any]) -> SheetLayout:
    """The sheet of a parsed file.

    Raises:
        WrongInput: another format, a missing system, or steps that do not add up to the Tread units.
    """
    if keys.get("format") != _FORMAT:
        raise WrongInput(f"{_FILE}: this program reads format {_FORMAT}")
    given = keys.get("system", {})
    missing = [system.value for system in System if system not in given]
    if missing:
        raise WrongInput(f"{_FILE}: [system.{missing[0]}] is missing")
    rows = {system: SystemRow(**{"source": keys["source"], **given[system]}) for system in System}
    steps = tuple(keys["movement_steps"])
    if sum(steps) != rows[System.TREAD].count:
        raise WrongInput(f"{_FILE}: movement_steps have {sum(steps)} Tread units, the sheet {rows[System.TREAD].count}")
    return SheetLayout(keys["name"], keys["source"], MappingProxyType(rows), steps)


def full_sheet(left: Mapping[System, int] = MappingProxyType({})) -> Sheet:
    """A sheet with nothing crossed off, but for what is told otherwise."""
    full = {system: row.count for system, row in mark_iii().rows.items()}
    return Sheet(MappingProxyType(full | dict(left)))
