"""What can be done on the first page of the start window besides taking a tile, as one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Protocol, TypeVar

from PySide6.QtWidgets import QApplication

from companion.text import SYSTEM, ask_for_language, known_languages, pgettext
from companion.ui.actions import ActionMenu, WindowAction
from companion.ui.application import dress_application
from companion.ui.settings import Settings, load_settings, save_settings
from companion.ui.voice import VOICE

_Choice = TypeVar("_Choice", bound=StrEnum)


class StartControls(Protocol):
    """What the start window can be asked to do."""

    def dress(self) -> None: ...
    def say(self, sentence: str) -> None: ...


def settings_actions(window: StartControls) -> tuple[WindowAction, ...]:
    """How the windows look and speak, which is settled on the first page."""
    view = ActionMenu(pgettext("start", "View")).action

    def wear(change: Callable[[Settings], Settings]) -> Callable[[], None]:
        return lambda: _wear(window, change)

    def speak() -> None:
        _speak(window)

    return (
        view("theme", pgettext("start", "Dark, light, high contrast"), "Ctrl+T", wear(_next_theme)),
        view("type", pgettext("start", "Large type (on/off)"), "Ctrl+L", wear(_next_size)),
        view("language", pgettext("start", "Another language"), "Ctrl+G", wear(_next_language)),
        view("spoken", pgettext("start", "Read rulings aloud (on/off)"), "Ctrl+R", speak),
    )


def _next(choice: _Choice) -> _Choice:
    known = list(type(choice))
    return known[(known.index(choice) + 1) % len(known)]


def _next_theme(settings: Settings) -> Settings:
    return replace(settings, theme=_next(settings.theme))


def _next_size(settings: Settings) -> Settings:
    return replace(settings, type_size=_next(settings.type_size))


def _next_language(settings: Settings) -> Settings:
    known = [SYSTEM, *(language.code for language in known_languages())]
    at = known.index(settings.language) if settings.language in known else 0
    return replace(settings, language=known[(at + 1) % len(known)])


def _wear(window: StartControls, change: Callable[[Settings], Settings]) -> None:
    before = load_settings()
    message = save_settings(after := change(before))
    if after.language != before.language:
        ask_for_language("")  # what was asked for at the start gives way to a choice
    application = QApplication.instance()
    if isinstance(application, QApplication):
        dress_application(application)
    window.dress()
    window.say(message)


def _speak(window: StartControls) -> None:
    """Have rulings read aloud, or no longer; say so where people look."""
    settings = load_settings()
    save_failure = save_settings(replace(settings, spoken=not settings.spoken))
    if settings.spoken:
        message = pgettext("start", "Rulings will not be read aloud.")
    elif VOICE.there_is_one:
        message = pgettext("start", "Rulings will be read aloud from now on.")
    else:
        message = pgettext("start", "Rulings will be read aloud once this system has a voice; it has none now.")
    window.say(f"{message} {save_failure}".rstrip())
    VOICE.say(message)
