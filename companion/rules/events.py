"""What happened, in order: one value for each thing that a table notices (docs/formats, Events)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.rules.position import Piece


@dataclass(frozen=True, slots=True)
class Event:
    """An event by its name with what belongs to it."""

    name: str
    keys: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The event's keys as an output line has them."""
        return {"event": self.name, **{key: _plain(value) for key, value in self.keys.items()}}


def event(name: str, **keys: Any) -> Event:
    """An event of that name; keys that are None are left out."""
    return Event(name, MappingProxyType({key: value for key, value in keys.items() if value is not None}))


def piece_event(name: str, piece: Piece) -> Event:
    """`entered`, `moved` or `damaged`: how the piece lies now."""
    pose = piece.placed
    face = piece.face.key if piece.face else ""
    return event(name, piece=piece.id, face=face, centre_mm=pose.centre_mm, heading_deg=pose.heading_deg)


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return round(value, 3) + 0.0 if isinstance(value, float) and not value.is_integer() else value
