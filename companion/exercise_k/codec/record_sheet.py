"""Record sheets of Exercise K: ``mark_iii.toml``, and the ``mark_iii`` that a game carries along (EK-TEAM-02).

The rules give the two AP guns alone; all other numbers are stand-ins. A user may have a file of that name in their data
folder; a game that is begun by it carries its numbers along, so that it stays what it is on any machine.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Self

from pydantic import Field, model_validator

from companion.codec.document import Document, ValueDocument, read_toml_document
from companion.codec.fields import FORMAT, FormatNumber
from companion.exercise_k.rules.record_sheet import SheetLayout, SheetSystem, SystemRow
from companion.limits import Count, NonEmptyStr
from companion.resources import data_folder
from companion.text import gettext

_FILE = "mark_iii.toml"


class SheetRowDocument(ValueDocument[SystemRow]):
    """A printed row of the sheet; Tread units have no strengths."""

    source: NonEmptyStr | None = Field(
        default=None, description="Where its numbers are from; left out, as the sheet says."
    )

    def to_row(self, source: str) -> SystemRow:
        """The row as the rules see it; ``source``: of the whole sheet."""
        return SystemRow(**dict(self) | {"source": self.source or source})


class SheetRowsDocument(Document):
    """The rows of a sheet."""

    main: SheetRowDocument
    secondary: SheetRowDocument
    missile: SheetRowDocument
    ap: SheetRowDocument
    tread: SheetRowDocument


class SheetDocument(Document):
    """A sheet file: ``mark_iii.toml``, the record sheet of an Ogre Mark III."""

    format: FormatNumber
    name: NonEmptyStr
    source: NonEmptyStr = Field(description="Where its numbers are from.")
    movement_steps: tuple[Count, ...] = Field(description="Tread units in each step of movement.")
    system: SheetRowsDocument

    @model_validator(mode="after")
    def _steps_add_up(self) -> Self:
        steps, treads = sum(self.movement_steps), self.system.tread.to_row(self.source).count
        if steps != treads:
            problem = gettext(
                "movement_steps have {steps} Tread units, [system.tread] has {treads}", steps=steps, treads=treads
            )
            raise ValueError(problem)
        return self

    def to_layout(self) -> SheetLayout:
        """The sheet as the rules see it."""
        rows = {SheetSystem(name): row.to_row(self.source) for name, row in self.system}
        return SheetLayout(self.name, self.source, MappingProxyType(rows), self.movement_steps)

    @classmethod
    def of(cls, layout: SheetLayout) -> Self:
        """The document of a sheet."""
        rows = {system.value: SheetRowDocument.of(row) for system, row in layout.rows.items()}
        return cls(
            format=FORMAT,
            name=layout.name,
            source=layout.source,
            movement_steps=layout.movement_steps,
            system=SheetRowsDocument(**rows),
        )


assert set(SheetRowsDocument.model_fields) == set(SheetSystem)


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
    return Path(str(resources.files("companion.exercise_k.rules"))) / _FILE


def own_sheet_file() -> Path:
    """Where a user's own sheet lies, or would lie."""
    return data_folder() / _FILE


def load_sheet(file: Path) -> SheetLayout:
    """The sheet of a file.

    Raises:
        InputError: with every problem of the file, one a line, each naming the file and the key.
    """
    return read_toml_document(SheetDocument, file).to_layout()
