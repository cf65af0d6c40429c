"""Words of the desk that come from below it, where nothing is translated: corners, and what keys mean."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication

from companion.session.exercise_k import Corner
from companion.ui.languages import QT_TRANSLATE_NOOP

_CORNERS: Final = {
    Corner.TOP_LEFT: QT_TRANSLATE_NOOP("exercise_k", "top left"),
    Corner.TOP_RIGHT: QT_TRANSLATE_NOOP("exercise_k", "top right"),
    Corner.BOTTOM_LEFT: QT_TRANSLATE_NOOP("exercise_k", "bottom left"),
    Corner.BOTTOM_RIGHT: QT_TRANSLATE_NOOP("exercise_k", "bottom right"),
}
assert set(_CORNERS) == set(Corner)
#: What keys mean (see `companion.session.exercise_k.keyed`); names of teams, Ogres and systems stay what they are.
_KEYED: Final = (
    QT_TRANSLATE_NOOP("exercise_k", "by ramming"),
    QT_TRANSLATE_NOOP("exercise_k", "own loss by its ram"),
    QT_TRANSLATE_NOOP("exercise_k", "fires a missile"),
    QT_TRANSLATE_NOOP("exercise_k", "set right by hand"),
    QT_TRANSLATE_NOOP("exercise_k", "with another Ogre"),
    QT_TRANSLATE_NOOP("exercise_k", "Command Post"),
    QT_TRANSLATE_NOOP("exercise_k", "radar"),
    QT_TRANSLATE_NOOP("exercise_k", "a D result: no effect"),
    QT_TRANSLATE_NOOP("exercise_k", "more points"),
    QT_TRANSLATE_NOOP("exercise_k", "fewer points"),
)


def corner_words(corner: Corner) -> str:
    """A corner in the language in force."""
    return QCoreApplication.translate("exercise_k", _CORNERS[corner])


def key_words(words: str) -> str:
    """What a key means in the language in force; a name is what it is."""
    return QCoreApplication.translate("exercise_k", words) if words in _KEYED else words
