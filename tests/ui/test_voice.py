"""Spoken rulings: only where they are wanted and the system has a voice, and never more than one sentence at a time."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from companion.rules import Ruling, Verdict
from companion.text import choose_language
from companion.ui import ruling_line
from companion.ui.ruling_line import RulingLine
from companion.ui.settings import load_settings, save_settings
from companion.ui.sounds import Voice, read_aloud, system_speech
from companion.ui.start import LaunchOptions, StartWindow
from companion.ui.start.home import settings_actions


class Speaker:
    """Remembers what it is given."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def say(self, text: str) -> None:
        self.heard.append(text)

    def stop(self) -> None:
        self.heard.append("-")


def _want() -> None:
    save_settings(replace(load_settings(), spoken=True))


def test_nothing_is_spoken_unless_it_is_switched_on() -> None:
    speaker = Speaker()
    voice = Voice(lambda: speaker)
    voice.say("Tank may hit the Ogre.")
    assert speaker.heard == []
    _want()
    voice.say("Tank may hit the Ogre.")
    assert speaker.heard == ["-", "Tank may hit the Ogre."]


def test_without_a_voice_nothing_happens() -> None:
    _want()
    voice = Voice(lambda: None)
    voice.say("Tank may hit the Ogre.")
    assert not voice.there_is_one


def test_a_system_without_the_library_has_no_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PySide6.QtTextToSpeech", None)
    assert system_speech() is None


def test_signs_are_read_as_words() -> None:
    assert read_aloud("213.4 ±0.6 mm, −3°") == "213.4 plus or minus 0.6 millimetres, minus 3 degrees"


def test_signs_are_read_in_the_language_of_the_sentence() -> None:
    choose_language("de")
    assert read_aloud("213,4 ±0,6 mm, −3°") == "213,4 plus oder minus 0,6 Millimeter, minus 3 Grad"


def test_the_start_page_turns_it_on_and_off_and_says_so(qtbot: QtBot) -> None:
    window = StartWindow(LaunchOptions(), lambda: (), {})
    qtbot.addWidget(window)
    actions = {action.id: action for action in settings_actions(window, window.dress)}
    actions["spoken"].run()
    assert load_settings().spoken
    assert window.statusBar().currentMessage().startswith("Rulings will be read aloud")
    actions["spoken"].run()
    assert not load_settings().spoken
    assert window.statusBar().currentMessage() == "Rulings will not be read aloud."


def test_a_ruling_is_spoken_once_and_other_words_are_not(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    _want()
    speaker = Speaker()
    monkeypatch.setattr(ruling_line, "VOICE", Voice(lambda: speaker))
    line = RulingLine(QWidget())
    qtbot.addWidget(line)
    ruling = Ruling(Verdict.YES, rules=("OG-SIGHT-05",), text="It sees it.")
    line.say("Choose a die.")
    for _ in range(2):
        line.show_ruling("It sees it.", ruling, "")
    assert speaker.heard == ["-", "It sees it."]
