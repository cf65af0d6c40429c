"""What a person has chosen of the windows: one declared table; the file keeps only what differs from it.

Owns the file ``settings.json`` in the user's state folder. A file that cannot be understood is no reason to fail at the
table: what it says wrongly counts as not said. Where it cannot be written, choices hold until the program ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

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
