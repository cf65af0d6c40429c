"""What the program remembers by itself between runs: where windows stood, which camera, which table.

What people choose on purpose is `companion.ui.settings`. Owns ``remembered.json`` in the user's state folder; it is
written at every change and never stands in the way: what cannot be understood counts as not remembered, and what
cannot be written is forgotten at the end.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from PySide6.QtWidgets import QWidget

from companion.atomic_write import write_atomic
from companion.documents import has_format, read_json
from companion.errors import InputError
from companion.resources import state_folder

_FORMAT: Final = 1
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Memory(Generic[_Value]):
    """One thing remembered: its name in the file, its value at first, and what a value from the file must be."""

    name: str
    at_first: _Value
    fits: Callable[[object], bool]


def _is_word(value: object) -> bool:
    return isinstance(value, str)


def _is_size(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(n, int | float) and n > 0 for n in value)


def _is_places(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(place, str) for place in value.values())


#: Where pictures came from last: a camera's name, or ``none``; empty: never chosen.
SOURCE: Final = Memory("source", "", _is_word)
#: The table that was measured last: width and depth in mm, and whether it is ``rect`` or ``round``.
TABLE_SIZE_MM: Final[Memory[list[float]]] = Memory("table_size_mm", [1000.0, 620.0], _is_size)
TABLE_SHAPE: Final = Memory("table_shape", "rect", lambda value: value in ("rect", "round"))
_WINDOWS: Final[Memory[dict[str, str]]] = Memory("windows", {}, _is_places)


def recall(memory: Memory[_Value]) -> _Value:
    """What is remembered, or what holds at first."""
    kept = _kept().get(memory.name, memory.at_first)
    return kept if memory.fits(kept) else memory.at_first


def remember(memory: Memory[_Value], value: _Value) -> None:
    """Remember a value from now on."""
    kept = {name: old for name, old in _kept().items() if name != memory.name}
    if value != memory.at_first:
        kept[memory.name] = value
    try:
        write_atomic(state_folder() / "remembered.json", (json.dumps({"format": _FORMAT} | kept, indent=1)).encode())
    except OSError:
        return  # a full disk must not end a match


def remember_window(name: str, window: QWidget) -> None:
    """Remember where a window stands; to be called as it closes."""
    remember(_WINDOWS, recall(_WINDOWS) | {name: b64encode(bytes(window.saveGeometry().data())).decode("ascii")})


def place_window(name: str, window: QWidget) -> bool:
    """Put a window where it stood; whether that is known. Qt brings it back from a screen that is gone."""
    try:
        return bool(window.restoreGeometry(b64decode(recall(_WINDOWS).get(name, ""), validate=True)))
    except ValueError:
        return False


def _kept() -> dict[str, Any]:
    try:
        kept = read_json(state_folder() / "remembered.json")
    except InputError:
        return {}
    return {name: value for name, value in kept.items() if name != "format"} if has_format(kept, _FORMAT) else {}
