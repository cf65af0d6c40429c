"""What the windows remember between runs: one declared table; the user's file keeps only what differs from it.

The file is ``settings.json`` among the user's own things (see ``companion.resources``). It never stands in the way: one
that cannot be read is put aside as ``settings.json.damaged``, a value that does not fit is taken for its default, and
one that cannot be written is left as it was.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from PySide6.QtWidgets import QWidget

from companion.resources import data_folder
from companion.whole import write_whole

_FORMAT: Final = 1
_Value = TypeVar("_Value")


def _is_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _is_size(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(n, int | float) and n > 0 for n in value)


@dataclass(frozen=True, slots=True)
class Setting(Generic[_Value]):
    """One thing remembered: its name in the file, its value where nothing is, whether a value fits, what it means."""

    name: str
    default: _Value
    fits: Callable[[object], bool]
    meaning: str


def _word(name: str, meaning: str) -> Setting[str]:
    return Setting(name, "", lambda value: isinstance(value, str), meaning)


def _switch(name: str, meaning: str) -> Setting[bool]:
    return Setting(name, False, lambda value: isinstance(value, bool), meaning)


WELCOMED: Final = _switch("welcomed", "whether the explaining cards were seen")
LAST_MATCH: Final = _word("last_match", "the file of the match played last")
SOURCE: Final = _word("source", "where pictures come from: a camera's name, a file, or none")
CAMERA_FILE: Final = _word("camera_file", "the camera.json measured last")
TABLE_SIZE_MM: Final[Setting[list[float]]] = Setting(
    "table_size_mm", [1000.0, 620.0], _is_size, "width and depth of the table"
)
TABLE_SHAPE: Final[Setting[str]] = Setting(
    "table_shape", "rect", lambda value: value in ("rect", "round"), "the table seen from above"
)
NAMES: Final[Setting[list[str]]] = Setting("names", [], _is_words, "the players of the last match, in their order")
LAST_PLAN: Final[Setting[dict[str, Any]]] = Setting("last_plan", {}, _is_table, "what the last new match was made of")
THEME: Final = _word("theme", "colours of the windows; empty = as the system has them")
LANGUAGE: Final = _word("language", "the language of the windows; empty = the system's")
LARGE_TYPE: Final = _switch("large_type", "whether everything is written larger")
WINDOWS: Final[Setting[dict[str, str]]] = Setting("windows", {}, _is_table, "where each window stood, as Qt writes it")

SETTINGS: Final[Mapping[str, Setting[Any]]] = {
    setting.name: setting
    for setting in (
        WELCOMED,
        LAST_MATCH,
        SOURCE,
        CAMERA_FILE,
        TABLE_SIZE_MM,
        TABLE_SHAPE,
        NAMES,
        LAST_PLAN,
        THEME,
        LANGUAGE,
        LARGE_TYPE,
        WINDOWS,
    )
}


class Settings:
    """The settings in a file; left out: the user's own. ``settings[NAMES]`` reads, ``keep`` writes at once."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or data_folder() / "settings.json"
        self._kept = _read(self._file)

    def __getitem__(self, setting: Setting[_Value]) -> _Value:
        """The value kept, or the default."""
        kept = self._kept.get(setting.name, setting.default)
        return kept if setting.fits(kept) else setting.default

    def keep(self, setting: Setting[_Value], value: _Value) -> None:
        """Remember a value; what equals the default is not written."""
        changed = {name: old for name, old in self._kept.items() if name != setting.name}
        if value != setting.default:
            changed[setting.name] = value
        if changed != self._kept:
            self._kept = changed
            self._write()

    def keep_window(self, name: str, window: QWidget) -> None:
        """Remember where a window stands; to be called as it closes."""
        place = b64encode(bytes(window.saveGeometry().data())).decode("ascii")
        self.keep(WINDOWS, self[WINDOWS] | {name: place})

    def place_window(self, name: str, window: QWidget) -> bool:
        """Put a window where it stood; whether that is known. Qt brings it back from a screen that is gone."""
        try:
            return bool(window.restoreGeometry(b64decode(str(self[WINDOWS].get(name, "")), validate=True)))
        except (NotBase64, ValueError):
            return False

    def _write(self) -> None:
        words = json.dumps({"format": _FORMAT, **self._kept}, indent=1, sort_keys=True)
        try:
            write_whole(self._file, words.encode())
        except OSError:
            return  # a full disk must not end a match; what is remembered counts until the program ends


def _read(file: Path) -> dict[str, Any]:
    try:
        kept = json.loads(file.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        kept = None
    if not isinstance(kept, dict) or kept.get("format") != _FORMAT:
        _put_aside(file)
        return {}
    return {name: value for name, value in kept.items() if name != "format"}


def _put_aside(file: Path) -> None:
    try:
        file.replace(file.with_name(f"{file.name}.damaged"))
    except OSError:
        return  # it stays where it is, and is written over
