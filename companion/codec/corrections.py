"""Corrections as journals have them, ``{"text": ..., "pieces": [...], "score": {...}}`` (docs/formats, Match), and as
steps of a referee script, ``{"do": "correct", ...}``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from companion.codec.document import Document, decode
from companion.limits import Count, Name, Number, PointMm, Text
from companion.rules import Zone
from companion.rules.corrections import CardCorrection, Correction, PieceCorrection, PostCorrection

_Points = Annotated[int | float, Field(ge=0, le=999_999)]
_Armour = Annotated[int | float, Field(ge=0, le=9_999)]
_System = Annotated[str, Field(pattern="^(main|secondary|missile|ap|treads)$")]
_Level = Annotated[int, Field(ge=0, le=99)]


class _Piece(Document):
    id: Name
    owner: Name | None = None
    zone: Zone | None = None
    face: Name | None = None
    centre_mm: PointMm | None = None
    heading_deg: Number | None = None
    level: _Level | None = None


class _Card(Document):
    piece: Name
    card: dict[_System, Count]


class _Post(Document):
    id: Name
    armour: _Armour


class _Correction(Document):
    text: Text = ""
    pieces: tuple[_Piece, ...] = ()
    score: dict[Name, _Points] = Field(default_factory=dict)
    ogres: tuple[_Card, ...] = ()
    command_posts: tuple[_Post, ...] = ()
    to_move: Name | None = None

    def to_correction(self) -> Correction:
        """The correction as the rules see it."""
        cards = (
            CardCorrection(piece=one.piece, card=MappingProxyType({str(name): left for name, left in one.card.items()}))
            for one in self.ogres
        )
        return Correction(
            text=self.text,
            pieces=tuple(PieceCorrection(**dict(piece)) for piece in self.pieces),
            score=MappingProxyType(self.score),
            ogres=tuple(cards),
            command_posts=tuple(PostCorrection(**dict(post)) for post in self.command_posts),
            to_move=self.to_move,
        )


class CorrectDocument(_Correction):
    """What people correct by hand, over the rules' head."""

    do: Literal["correct"]


def decode_correction(row: Mapping[str, Any]) -> Correction:
    """The correction of a row.

    Raises:
        InputError: with every problem of it.
    """
    return decode(_Correction, dict(row), "correction").to_correction()


def encode_correction(correction: Correction) -> dict[str, Any]:
    """The row of a correction; what is not set right is left out."""
    return {key: _plain(value) for key, value in _reported(correction).items()}


_Part = Correction | PieceCorrection | CardCorrection | PostCorrection
_PARTS: Final = (PieceCorrection, CardCorrection, PostCorrection)


def _reported(part: _Part) -> dict[str, Any]:
    values = {field.name: getattr(part, field.name) for field in fields(part)}
    return {name: value for name, value in values.items() if value is not None and value not in ("", (), {})}


def _plain(value: object) -> object:
    if isinstance(value, _PARTS):
        return {key: _plain(item) for key, item in _reported(value).items()}
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value.value if isinstance(value, Enum) else value
