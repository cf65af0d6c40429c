"""What a person has chosen of the windows: one declared table; the file keeps only what differs from it.

Owns the file ``settings.json`` in the user's state folder. A file that cannot be understood is no reason to fail at the
table: what it says wrongly counts as not said.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from companion.documents import has_format, read_json
from companion.errors import CannotDo, WrongInput
from companion.resources import state_folder
from companion.ui.themes import Theme, TypeSize
from companion.whole import write_whole

_FORMAT: Final = 1


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
    voice; far_side: how the second window stands; explained: whether the first start's cards have been seen.
    """

    theme: Theme = Theme.DARK
    type_size: TypeSize = TypeSize.USUAL
    language: str = "system"
    spoken: bool = False
    far_side: FarSide = FarSide.UPRIGHT
    explained: bool = False


def settings_file() -> Path:
    """Where they are kept."""
    return state_folder() / "settings.json"


def load_settings() -> Settings:
    """What was chosen; the default for what was not, or cannot be understood."""
    settings = Settings()
    for key, value in _kept().items():
        settings = _with(settings, key, value)
    return settings


def save_settings(settings: Settings) -> None:
    """Keep what differs from the defaults.

    Raises:
        CannotDo: the file cannot be written.
    """
    usual = asdict(Settings())
    chosen = {key: value for key, value in asdict(settings).items() if value != usual[key]}
    try:
        write_whole(settings_file(), (json.dumps({"format": _FORMAT} | chosen, indent=1) + "\n").encode())
    except OSError as error:
        raise CannotDo(
            f"{settings_file()} cannot be written ({error.strerror}); the choice holds until the end."
        ) from None


def _kept() -> dict[str, Any]:
    try:
        kept = read_json(settings_file())
    except WrongInput:
        return {}
    return kept if has_format(kept, _FORMAT) else {}


def _with(settings: Settings, key: str, value: object) -> Settings:
    """With one value from the file, where there is such a setting and it may be that."""
    known = {field.name: type(getattr(settings, field.name)) for field in fields(settings)}
    kind = known.get(key)
    if kind is None or not isinstance(value, bool if kind is bool else str):
        return settings
    try:
        return replace(settings, **{key: kind(value)})
    except ValueError:  # no member of the enumeration
        return settings
