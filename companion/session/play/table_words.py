"""What is said of the table beside the match: how it is, what keeps it from being read, what hands are to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.camera import accuracy_in_words, poor_calibration_notice
from companion.codec.camera_grade import Grade
from companion.session.inference import Instruction
from companion.session.live import TableSnapshot, TableState
from companion.text import mark, translate


class TableMood(Enum):
    """How the table is, by the shape that stands for it."""

    STEADY = "●"
    WAITING = "◐"
    STOPPED = "■"
    BY_HAND = "✎"


@dataclass(frozen=True, slots=True)
class TableStateWords:
    """How the table is, in words; ``detail``: the number behind it."""

    mood: TableMood
    words: str
    detail: str = ""


_STATES: Final = {
    TableState.SETTLED: (TableMood.STEADY, mark("match", "settled")),
    TableState.MOVING: (TableMood.WAITING, mark("match", "moving")),
    TableState.HAND: (TableMood.WAITING, mark("match", "hand")),
    TableState.CAMERA_MOVED: (TableMood.STOPPED, mark("match", "camera moved")),
    TableState.MARKERS_HIDDEN: (TableMood.STOPPED, mark("match", "markers hidden")),
    TableState.TOO_DARK: (TableMood.STOPPED, mark("match", "too dark")),
    TableState.NO_PICTURE: (TableMood.STOPPED, mark("match", "no picture")),
}
assert set(_STATES) == set(TableState)


def table_without_camera() -> TableStateWords:
    """Played by hand."""
    return TableStateWords(TableMood.BY_HAND, translate("match", "by hand"))


def table_state_of(snapshot: TableSnapshot | None, grade: Grade | None = None) -> TableStateWords:
    """The table's state, with the camera's quality, and what it was certified for, where it can be read; ``None``:
    before its first picture."""
    if snapshot is None:
        return TableStateWords(TableMood.WAITING, translate("match", "waiting for the camera"))
    mood, marked = _STATES[snapshot.state]
    words = translate("match", marked)
    if mood is TableMood.STOPPED:
        return TableStateWords(mood, words)
    if snapshot.state is TableState.SETTLED and not snapshot.sure:
        return TableStateWords(mood, words, translate("match", "is being read …"))
    quality = snapshot.camera.quality
    off = accuracy_in_words(max(quality.rms_mm, quality.bow_mm))
    camera = translate("match", "camera {accuracy} {verdict}")
    detail = camera.format(accuracy=off, verdict=translate("camera", quality.verdict))
    certified = "" if grade is None else f" · {translate('certificate', grade)}"
    return TableStateWords(mood, words, detail + certified)


def table_trouble(snapshot: TableSnapshot) -> str:
    """What to do where nothing can be read, or only by a poor camera; nothing where all is well."""
    if _STATES[snapshot.state][0] is TableMood.STOPPED:
        return snapshot.sentence
    return poor_calibration_notice(snapshot.camera)


def hands_in_words(told: Sequence[Instruction], todo: Sequence[Instruction], astray: Sequence[str] = ()) -> str:
    """``☐`` before what is to be done, ``☑`` before what is seen to be done; what no camera sees has neither. ``▲``
    before what was done otherwise than told."""
    signs = {True: "☐", False: "☑"}
    steps = [f"{signs[one in todo] if one.visible else '·'} {one.text}" for one in told if one.text]
    return "   ".join([*steps, *(f"▲ {sentence}" for sentence in astray)])
