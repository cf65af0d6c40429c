"""Short sounds for what is worth one, made here note by note, off by one key; and rulings read aloud, where the user
wants it. Both are optional: without a loudspeaker, or a voice of the system, nothing is heard.

Owns the one loudspeaker and the one voice of the process. What sounds or is said last counts: it cuts the one before
short.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Final, Protocol

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QLocale

from companion.arrays import FloatArray
from companion.session.play import Cue
from companion.text import N_, pgettext
from companion.ui.settings import load_settings, save_settings

_RATE_HZ: Final = 22050
#: How loud, of what 16 bits can hold; and how fast a note dies away.
_LOUD: Final = 0.35
_DYING_S: Final = 0.09
#: A note begins softly for so long, so that it does not click.
_ATTACK_S: Final = 0.006

#: Each cue's notes: how high (Hz) and how long (s). Up: somebody's turn; twice the same: a question; down: the camera;
#: three times: time is up.
_TUNES: Final[Mapping[Cue, tuple[tuple[float, float], ...]]] = {
    Cue.TURN: ((659.3, 0.11), (880.0, 0.22)),
    Cue.TOO_CLOSE: ((740.0, 0.13), (740.0, 0.22)),
    Cue.CAMERA_MOVED: ((523.3, 0.14), (349.2, 0.28)),
    Cue.TIME_UP: ((987.8, 0.11), (987.8, 0.11), (987.8, 0.25)),
}
assert set(_TUNES) == set(Cue)


class Loudspeaker(Protocol):
    """What can be heard."""

    def play(self, samples: bytes) -> object:
        """Play 16-bit samples of one channel, as `tune` makes them; what is still playing ends."""


class QtLoudspeaker:
    """The system's own, by Qt."""

    def __init__(self) -> None:
        from PySide6.QtMultimedia import QAudioFormat, QAudioSink  # noqa: PLC0415  (see `system_loudspeaker`)

        wanted = QAudioFormat()
        wanted.setSampleRate(_RATE_HZ)
        wanted.setChannelCount(1)
        wanted.setSampleFormat(QAudioFormat.SampleFormat.Int16)
        self._sink, self._buffer = QAudioSink(wanted), QBuffer()

    def play(self, samples: bytes) -> None:
        """Play them."""
        self._sink.stop()
        self._buffer.close()
        self._buffer.setData(QByteArray(samples))
        self._buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        self._sink.start(self._buffer)


def system_loudspeaker() -> Loudspeaker | None:
    """The system's loudspeaker; ``None`` where there is none."""
    try:
        from PySide6.QtMultimedia import QMediaDevices  # noqa: PLC0415  (needs libraries that a small system lacks)
    except ImportError:
        return None
    return None if QMediaDevices.defaultAudioOutput().isNull() else QtLoudspeaker()


class Sounds:
    """Plays cues where that is wanted; the loudspeaker is looked for when it is first needed."""

    def __init__(self, find: Callable[[], Loudspeaker | None] = system_loudspeaker) -> None:
        self._find = find

    @cached_property
    def _loudspeaker(self) -> Loudspeaker | None:
        return self._find()

    def play(self, cue: Cue) -> None:
        """Let a cue be heard, where the settings say so and there is a loudspeaker."""
        if load_settings().sounds and self._loudspeaker is not None:
            self._loudspeaker.play(tune(cue))


def tune(cue: Cue) -> bytes:
    """A cue's sound: 16-bit samples of one channel, 22,050 a second."""
    samples = np.concatenate([_note(hz, long_s) for hz, long_s in _TUNES[cue]])
    return np.round(samples * _LOUD * np.iinfo(np.int16).max).astype("<i2").tobytes()


def _note(hz: float, long_s: float) -> FloatArray:
    """A sine with a little of its octave, as of a small bell."""
    at_s = np.arange(round(long_s * _RATE_HZ)) / _RATE_HZ
    wave = 0.8 * np.sin(2 * np.pi * hz * at_s) + 0.2 * np.sin(4 * np.pi * hz * at_s)
    end = np.minimum(1.0, (long_s - at_s) / _ATTACK_S)
    return wave * np.exp(-at_s / _DYING_S) * np.minimum(1.0, at_s / _ATTACK_S) * end


def toggle_sounds() -> str:
    """Sounds on, or off; what to say of it."""
    settings = load_settings()
    save_failure = save_settings(replace(settings, sounds=not settings.sounds))
    message = pgettext("match", "Sounds are off.") if settings.sounds else pgettext("match", "Sounds are on.")
    return f"{message} {save_failure}".rstrip()


#: The sounds of this process.
SOUNDS: Final = Sounds()


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
