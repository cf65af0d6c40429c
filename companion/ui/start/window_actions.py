"""What can be done on the first page of the start window besides taking a tile, as one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtWidgets import QApplication

from companion.text import SYSTEM, ask_for_language, known_languages, pgettext
from companion.ui.actions import ActionMenu, WindowAction, next_in_turn
from companion.ui.application import dress_application
from companion.ui.keyed_window import KeyedWindow
from companion.ui.settings import Settings, load_settings, save_settings
from companion.ui.themes import Theme, TypeSize
from companion.ui.voice import VOICE


def settings_actions(window: KeyedWindow, dress: Callable[[], None]) -> tuple[WindowAction, ...]:
    """How the windows look and speak, which is settled on the first page. dress: shows it in its colours and language
    anew."""
    act, languages = ActionMenu(pgettext("start", "View")).action, [SYSTEM, *(one.code for one in known_languages())]

    def wear(change: Callable[[Settings], Settings]) -> Callable[[], None]:
        def run() -> None:
            before = load_settings()
            message = save_settings(after := change(before))
            if after.language != before.language:
                ask_for_language("")  # what was asked for at the start gives way to a choice
            application = QApplication.instance()
            if isinstance(application, QApplication):
                dress_application(application)
            dress()
            window.say(message)

        return run

    def speak() -> None:
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

    theme = wear(lambda now: replace(now, theme=next_in_turn(list(Theme), now.theme)))
    size = wear(lambda now: replace(now, type_size=next_in_turn(list(TypeSize), now.type_size)))
    language = wear(lambda now: replace(now, language=next_in_turn(languages, now.language)))
    return (
        act("theme", pgettext("start", "Dark, light, high contrast"), "Ctrl+T", theme),
        act("type", pgettext("start", "Large type (on/off)"), "Ctrl+L", size),
        act("language", pgettext("start", "Another language"), "Ctrl+G", language),
        act("spoken", pgettext("start", "Read rulings aloud (on/off)"), "Ctrl+R", speak),
    )
