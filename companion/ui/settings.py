"""What a person has chosen of the windows, ``settings.json``, and what the program remembers by itself between runs,
``remembered.json``: where windows stood, which camera, which table. Both lie in the user's state folder.

One declared table each; a file holds only what differs from it, and is written at every change. None stands in the way:
what cannot be understood counts as not said, and what cannot be written holds until the program ends.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field
from PySide6.QtWidgets import QWidget

from companion.atomic_write import write_atomic
from companion.codec.document import encode_preferences, read_preferences
from companion.resources import state_folder
from companion.text import N_, pgettext
from companion.ui.themes import Theme, TypeSize

_NOT_SAVED: Final = N_("settings", "{file} cannot be written ({why}); your choices last until you quit.")


class FarSide(StrEnum):
    """How the second window is turned for those who look at it from another side, or in a mirror."""

    UPRIGHT = "upright"
    RIGHT = "right"
    OVER = "over"
    LEFT = "left"
    MIRRORED = "mirrored"


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default.

    language: ``system``, or a language's two letters; spoken: whether rulings are read aloud where the system has a
    voice; far_side: how the second window stands; explained: whether the first start's cards have been seen; learning:
    whether a match learns from the dice that people confirm; sounds: whether whose turn it is, and what else is worth
    it, can be heard; clock: whether a match shows its clock; match_min, turn_min: how long a match and a turn may take,
    minutes, 0 for no limit.
    """

    theme: Theme = Theme.DARK
    type_size: TypeSize = TypeSize.USUAL
    language: str = "system"
    spoken: bool = False
    far_side: FarSide = FarSide.UPRIGHT
    explained: bool = False
    learning: bool = True
    sounds: bool = True
    clock: bool = False
    match_min: int = 0
    turn_min: int = 0


def settings_file() -> Path:
    """Where they are saved."""
    return state_folder() / "settings.json"


#: File -> what was chosen in this run and could not be written into it.
_unsaved: Final[dict[Path, Settings]] = {}


def load_settings() -> Settings:
    """What was chosen; the default for what was not, or cannot be understood."""
    return _unsaved.get(settings_file()) or read_preferences(Settings(), settings_file())


def save_settings(settings: Settings) -> str:
    """Keep what differs from the defaults; the sentence to show where that cannot be done, the first time. The choice
    holds all the same, until the program ends."""
    file = settings_file()
    try:
        write_atomic(file, encode_preferences(settings))
    except OSError as error:
        known, _unsaved[file] = file in _unsaved, settings
        return "" if known else pgettext("settings", _NOT_SAVED, file=file, why=error.strerror)
    _unsaved.pop(file, None)
    return ""


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
