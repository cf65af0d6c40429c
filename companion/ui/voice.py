"""Rulings read aloud, where the user wants it and the system has a voice. Optional: without one nothing is said.

Owns the one voice of the process. What is said last counts: a new sentence cuts the one before short.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final, Protocol

from PySide6.QtCore import QLocale

from companion.text import N_, pgettext
from companion.ui.settings import load_settings

#: Qt's engine for tests is no voice.
_SILENT: Final = frozenset({"mock"})
#: How signs that stand in sentences are read.
_READ: Final = (
    ("±", N_("voice", " plus or minus ")),
    ("°", N_("voice", " degrees")),
    ("×", N_("voice", " times ")),
    (" mm", N_("voice", " millimetres")),
    ("−", N_("voice", "minus ")),
)


class Speech(Protocol):
    """What can speak, as Qt's QTextToSpeech does."""

    def say(self, text: str) -> object:
        """Begin to say it."""

    def stop(self) -> object:
        """Be silent."""


def system_speech() -> Speech | None:
    """The system's voice, speaking English as the rules do; ``None`` where there is none."""
    try:
        from PySide6.QtTextToSpeech import QTextToSpeech  # noqa: PLC0415  (not every system has what it needs)
    except ImportError:  # the system lacks a library that Qt's speech needs
        return None
    names = [name for name in QTextToSpeech.availableEngines() if name not in _SILENT]
    if not names:
        return None
    speech = QTextToSpeech(names[0])
    speech.setLocale(QLocale(QLocale.Language.English))
    return speech


class Voice:
    """Says sentences where that is wanted; the voice is looked for when it is first needed."""

    def __init__(self, find: Callable[[], Speech | None] = system_speech) -> None:
        self._find = find

    @property
    def there_is_one(self) -> bool:
        """Whether the system can speak."""
        return self._speech is not None

    def say(self, sentence: str) -> None:
        """Read a sentence aloud, where the settings say so and there is a voice."""
        if not load_settings().spoken or self._speech is None:
            return
        self._speech.stop()
        self._speech.say(read_aloud(sentence))

    @cached_property
    def _speech(self) -> Speech | None:
        return self._find()


def read_aloud(sentence: str) -> str:
    """The sentence with its signs in words."""
    for sign, words in _READ:
        sentence = sentence.replace(sign, pgettext("voice", words))
    return " ".join(sentence.split())


#: The voice of this process.
VOICE: Final = Voice()
