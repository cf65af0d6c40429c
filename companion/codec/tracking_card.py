"""A lone tracking card in its journal: how it began, and the marks on it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from companion.codec.card_layout import CardLayoutDocument
from companion.codec.document import Document
from companion.codec.fields import FormatNumber
from companion.limits import Count, NonEmptyStr


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
