"""Events as scripts, journals and streams have them: ``{"event": "killed", "piece": ...}`` (docs/formats, Events)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import Enum
from functools import cache
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from companion.rules.events import EVENT_CLASSES, Event

_NAMES: Final = {kind: name for name, kind in EVENT_CLASSES.items()}


def encode_event(event: Event) -> dict[str, Any]:
    """The keys of an event; those that are None are left out, numbers are rounded to a thousandth."""
    keys = {field.name: getattr(event, field.name) for field in fields(event)}
    return {"event": _NAMES[type(event)]} | {key: _plain(value) for key, value in keys.items() if value is not None}


def decode_events(rows: Iterable[Mapping[str, Any]]) -> tuple[Event, ...]:
    """The events that were written down. What this program does not know, as from a newer one, is passed over."""
    return tuple(event for row in rows if (event := _decoded(row)) is not None)


def _decoded(row: Mapping[str, Any]) -> Event | None:
    try:
        kind = EVENT_CLASSES[row["event"]]
        return _reader(kind).validate_python({key: value for key, value in row.items() if key != "event"})
    except (KeyError, TypeError, ValidationError):
        return None


@cache
def _reader(kind: type[Event]) -> TypeAdapter[Event]:
    return TypeAdapter(kind)


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Enum):
        return value.value
    return round(value, 3) + 0.0 if isinstance(value, float) and not value.is_integer() else value
