"""Corrections: what people corrected by hand, over the rules' head, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.geometry import Point
from companion.rules.position import Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceCorrection:
    """How a piece really is; what is None stays as it was."""

    id: str
    owner: str | None = None
    zone: Zone | None = None
    face: str | None = None
    centre_mm: Point | None = None
    heading_deg: float | None = None
    level: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCorrection:
    """What an Ogre's tracking card has left: weapon system or "treads" -> circles or Treads."""

    piece: str
    card: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PostCorrection:
    """The Armor that a Command Post has left."""

    id: str
    armour: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What is set right, and why (``text``); ``score``: player -> points; ``to_move``: whose turn begins now."""

    text: str = ""
    pieces: tuple[PieceCorrection, ...] = ()
    score: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    ogres: tuple[CardCorrection, ...] = ()
    command_posts: tuple[PostCorrection, ...] = ()
    to_move: str | None = None
