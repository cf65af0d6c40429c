"""What the program remembers by itself between runs: where windows stood, which camera, which table.

What people choose on purpose is `companion.ui.settings`. Owns ``remembered.json`` in the user's state folder; it is
written at every change and never stands in the way: what cannot be understood counts as not remembered, and what
cannot be written is forgotten at the end.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field
from PySide6.QtWidgets import QWidget

from companion.atomic_write import write_atomic
from companion.codec.document import encode_preferences, read_preferences
from companion.resources import state_folder

#: The word that ``--source`` has for a table without a camera.
_NOWHERE: Final = "none"
_Side = Annotated[float, Field(gt=0)]


@dataclass(frozen=True, slots=True)
class Remembered:
    """All that is remembered, and what holds at first.

    source: where pictures came from last: a camera's name, or ``none``; empty: never chosen. table_size_mm: width and
    depth of the table that was measured last. windows: window -> where it stands, in Qt's words. camera: the words of
    the camera used last, whatever was played without one since.
    """

    source: str = ""
    table_size_mm: tuple[_Side, _Side] = (1000.0, 620.0)
    table_shape: Annotated[str, Field(pattern="^(rect|round)$")] = "rect"
    windows: Mapping[str, str] = field(default_factory=dict)
    camera: str = ""


def recall() -> Remembered:
    """What is remembered."""
    return read_preferences(Remembered(), _file())


def remember(values: Remembered) -> None:
    """Remember this from now on."""
    with suppress(OSError):  # a full disk must not end a match
        write_atomic(_file(), encode_preferences(values), private=True)  # an address may hold a password


def remember_source(words: str) -> None:
    """Pictures come from there from now on, or from nowhere."""
    before = recall()
    remember(replace(before, source=words, camera=before.camera if words == _NOWHERE else words))


def last_camera() -> str:
    """The words of the camera used last; empty where there was none."""
    known = recall()
    return known.camera or ("" if known.source == _NOWHERE else known.source)


def remember_window(name: str, window: QWidget) -> None:
    """Remember where a window stands; to be called as it closes."""
    before, place = recall(), b64encode(bytes(window.saveGeometry().data())).decode("ascii")
    remember(replace(before, windows={**before.windows, name: place}))


def place_window(name: str, window: QWidget) -> bool:
    """Put a window where it stood; whether that is known. Qt brings it back from a screen that is gone."""
    try:
        return bool(window.restoreGeometry(b64decode(recall().windows.get(name, ""), validate=True)))
    except ValueError:
        return False


def _file() -> Path:
    return state_folder() / "remembered.json"
