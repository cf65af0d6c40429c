"""What can be done on every page of the start window, as one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Protocol, TypeVar

from PySide6.QtWidgets import QApplication

from companion.text import SYSTEM, ask_for_language, known_languages, translate
from companion.ui.actions import ActionMenu, WindowAction
from companion.ui.application import dress_application
from companion.ui.settings import Settings, load_settings, save_settings
from companion.ui.voice import VOICE

_Choice = TypeVar("_Choice", bound=StrEnum)


class StartControls(Protocol):
    """What the start window can be asked to do, whatever its page."""

    @property
    def is_home(self) -> bool: ...
    def back(self) -> None: ...
    def dress(self) -> None: ...
    def tell(self, said: str) -> None: ...
    def toggle_keys(self) -> None: ...
    def toggle_full_screen(self) -> None: ...
    def close(self) -> object: ...


def start_window_actions(window: StartControls) -> tuple[WindowAction, ...]:
    """Every action, in the order of the page of keys."""
    view, app = ActionMenu(translate("start", "View")).action, ActionMenu(translate("start", "Help")).action

    def home() -> bool:
        return window.is_home

    def away() -> bool:
        return not window.is_home

    def wear(change: Callable[[Settings], Settings]) -> Callable[[], None]:
        return lambda: _wear(window, change)

    def speak() -> None:
        _speak(window)

    return (
        view("theme", translate("start", "Dark, light, high contrast"), "Ctrl+T", wear(_next_theme), home),
        view("type", translate("start", "Large type (on/off)"), "Ctrl+L", wear(_next_size), home),
        view("language", translate("start", "Another language"), "Ctrl+G", wear(_next_language), home),
        view("spoken", translate("start", "Read rulings aloud (on/off)"), "Ctrl+R", speak, home),
        view("full", translate("start", "Full screen"), "F11", window.toggle_full_screen),
        app("back", translate("start", "Back"), "Esc", window.back, away),
        app("keys", translate("start", "All keys"), "F1", window.toggle_keys),
        app("quit", translate("start", "Quit"), "Ctrl+Q", window.close),
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
    said = save_settings(after := change(before))
    if after.language != before.language:
        ask_for_language("")  # what was asked for at the start gives way to a choice
    application = QApplication.instance()
    if isinstance(application, QApplication):
        dress_application(application)
    window.dress()
    window.tell(said)


def _speak(window: StartControls) -> None:
    """Have rulings read aloud, or no longer; say so where people look."""
    settings = load_settings()
    unkept = save_settings(replace(settings, spoken=not settings.spoken))
    if settings.spoken:
        said = translate("start", "Rulings will not be read aloud.")
    elif VOICE.there_is_one:
        said = translate("start", "Rulings will be read aloud from now on.")
    else:
        said = translate("start", "Rulings will be read aloud once this system has a voice; it has none now.")
    window.tell(f"{said} {unkept}".rstrip())
    VOICE.say(said)
