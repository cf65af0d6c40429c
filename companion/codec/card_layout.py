"""Printed tracking cards of Ogres: ``ogre-card-III.toml`` and ``-V.toml``, and the ``layout`` of a script (OG-OGRE-02);
a lone tracking card in its journal: how it began, and the marks on it.

A user may have a card file of the same name in their data folder, with the numbers of the card that they play with.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal, Self

from pydantic import Field

from companion.catalogue import System
from companion.codec.document import AsRow, Document, read_toml_document
from companion.codec.fields import FormatNumber
from companion.limits import Count, NonEmptyStr, PrintedCount
from companion.resources import data_folder
from companion.rules import CardLayout, Circles, TreadLine


class CardLayoutDocument(Document):
    """A printed tracking card."""

    main: Circles
    secondary: Circles
    missile: Circles
    ap: Circles
    lines: Annotated[tuple[Annotated[TreadLine, AsRow(PrintedCount, PrintedCount)], ...], Field(max_length=9)] = Field(
        description="Lines of Treads as they are scratched: [number in its green dots, Treads]."
    )

    def to_layout(self) -> CardLayout:
        """The layout as the rules see it."""
        return CardLayout(MappingProxyType({system: getattr(self, system.value) for system in System}), self.lines)

    @classmethod
    def of(cls, layout: CardLayout) -> Self:
        """The document of a layout."""
        return cls(lines=layout.lines, **{system.value: printed for system, printed in layout.systems.items()})


class CardFileDocument(CardLayoutDocument):
    """A card file: ``ogre-card-III.toml``, the printed tracking card of one mark of Ogre."""

    format: FormatNumber
    provenance: str = Field(
        default="stand-in", description="Where its values are from: printed, rules, stand-in or user."
    )
    sources: dict[str, str] = Field(default_factory=dict, description="Value -> where it is from, where that differs.")


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
    return read_toml_document(CardFileDocument, file).to_layout()


def _bundled_file(mark: str) -> Path:
    return Path(str(resources.files("companion.rules"))) / f"ogre-card-{mark}.toml"


class CardOpeningDocument(Document):
    """The opening of a tracking card: the card as printed, whose values stay with it."""

    format: FormatNumber
    mark: NonEmptyStr
    layout: CardLayoutDocument
    armour: Count | None = Field(default=None, description="Of the Command Post beside it; left out, there is none.")


class CardMarkDocument(Document):
    """A mark: what is left of a row."""

    do: Literal["mark"] = "mark"
    row: Literal["main", "secondary", "missile", "ap", "treads", "armour"]
    left: Count
