"""Record sheets: what an Ogre Mark III carries and what is left of it (EK-TEAM-02, EK-TEAM-12, EK-SPEC-10).

The document gives the two AP guns alone; all other numbers are in ``mark_iii.toml``. A user may have a file of that
name in their data folder; a game that is begun by it carries its numbers along (``layout_keys``), so that it stays what
it is on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from companion.catalogue import checks
from companion.catalogue.checks import Key, Notes, read_table
from companion.documents import read_toml
from companion.errors import InputError
from companion.resources import data_folder

_FORMAT: Final = 1
_FILE: Final = "mark_iii.toml"
#: More of one system than this does not fit the printed sheet.
_MOST: Final = 99


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
    rows: Mapping[SheetSystem, SystemRow]
    movement_steps: tuple[int, ...]


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


def _format(value: object) -> int:
    if value != _FORMAT or isinstance(value, bool):
        raise ValueError(f"this program reads format {_FORMAT}")
    return _FORMAT


def _count(value: object) -> int:
    found = checks.count(value)
    if found > _MOST:
        raise ValueError(f"expected {_MOST} at most")
    return found


_SHEET: Final = {
    "format": Key(_format),
    "name": Key(checks.text),
    "source": Key(checks.text),
    "movement_steps": Key(checks.list_of(checks.count)),
    "system": Key(checks.anything, MappingProxyType({})),
}
_SYSTEMS: Final[Mapping[str, Key]] = {system: Key(checks.anything, MappingProxyType({})) for system in SheetSystem}
_ROW: Final = {
    "name": Key(checks.text),
    "count": Key(_count),
    "source": Key(checks.text, None),
    "attack": Key(checks.count, None),
    "range_hexes": Key(checks.count, None),
    "defence": Key(checks.count, None),
}


@cache
def mark_iii() -> SheetLayout:
    """The bundled Mark III sheet."""
    return load_sheet(bundled_sheet_file())


def own_sheet() -> SheetLayout | None:
    """The user's own sheet; None where they have none.

    Raises:
        InputError: with every problem of their file.
    """
    own = own_sheet_file()
    return load_sheet(own) if own.is_file() else None


def bundled_sheet_file() -> Path:
    """Where the sheet lies that comes with the program."""
    return Path(str(resources.files("companion.rules.exercise_k"))) / _FILE


def own_sheet_file() -> Path:
    """Where a user's own sheet lies, or would lie."""
    return data_folder() / _FILE


def load_sheet(file: Path) -> SheetLayout:
    """The sheet of a file.

    Raises:
        InputError: with every problem of the file, one a line, each naming the file and the key.
    """
    return decode_sheet_layout(read_toml(file), str(file))


def decode_sheet_layout(keys: Mapping[str, Any], source: str = _FILE) -> SheetLayout:
    """The sheet of a parsed file; ``source`` names it in messages.

    Raises:
        InputError: with every problem: another format, a missing system, a wrong number, steps that do not add up to
            the Tread units.
    """
    notes = Notes(source)
    found = read_table(keys, _SHEET, "", notes)
    systems = read_table(found["system"], _SYSTEMS, "system", notes)
    read = {system: read_table(systems[system], _ROW, f"system.{system}", notes) for system in SheetSystem}
    if notes.problems:
        raise InputError(*notes.problems)
    rows = {system: SystemRow(**row | {"source": row["source"] or found["source"]}) for system, row in read.items()}
    steps, treads = found["movement_steps"], rows[SheetSystem.TREAD].count
    if sum(steps) != treads:
        raise InputError(f"{source}: movement_steps have {sum(steps)} Tread units, [system.tread] has {treads}")
    return SheetLayout(found["name"], found["source"], MappingProxyType(rows), steps)


def layout_keys(layout: SheetLayout) -> dict[str, Any]:
    """The keys that `layout_from` reads a layout from."""
    rows = {
        system.value: {name: value for name, value in asdict(row).items() if value is not None}
        for system, row in layout.rows.items()
    }
    steps = list(layout.movement_steps)
    return {"format": _FORMAT, "name": layout.name, "source": layout.source, "movement_steps": steps, "system": rows}


def full_sheet(
    left: Mapping[SheetSystem, int] = MappingProxyType({}), layout: SheetLayout | None = None
) -> RecordSheet:
    """A sheet with nothing crossed off, but for what is told otherwise; ``layout`` left out: the bundled Mark III."""
    layout = layout or mark_iii()
    full = {system: row.count for system, row in layout.rows.items()}
    return RecordSheet(MappingProxyType(full | dict(left)), layout)
