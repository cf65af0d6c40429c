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
from companion.limits import Count, Name, PointCost, Text
from companion.rules.corrections import CardCorrection, Correction, PieceCorrection, PostCorrection

_System = Annotated[str, Field(pattern="^(main|secondary|missile|ap|treads)$")]


class _Card(Document):
    piece: Name
    card: dict[_System, Count]


class _Correction(Document):
    text: Text = ""
    pieces: tuple[PieceCorrection, ...] = ()
    score: dict[Name, PointCost] = Field(default_factory=dict)
    ogres: tuple[_Card, ...] = ()
    command_posts: tuple[PostCorrection, ...] = ()
    to_move: Name | None = None

    def to_correction(self) -> Correction:
        """The correction as the rules see it."""
        cards = (
            CardCorrection(piece=one.piece, card=MappingProxyType({str(name): left for name, left in one.card.items()}))
            for one in self.ogres
        )
        return Correction(
            text=self.text,
            pieces=self.pieces,
            score=MappingProxyType(self.score),
            ogres=tuple(cards),
            command_posts=self.command_posts,
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
