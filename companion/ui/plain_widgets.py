"""Labels, tips and questions that show words letter by letter.

Qt guesses from a text whether it is HTML: a player called ``<img src=…>`` would be a picture. What is meant to be HTML
is a ``RichLabel``, and whoever fills it escapes what comes out of files.
"""

from __future__ import annotations

from html import escape
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import QAbstractItemView, QFrame, QLabel, QSizePolicy, QTextEdit, QWidget

__all__ = [
    "PlainLabel",
    "RichLabel",
    "SelectableText",
    "as_plain",
    "leave_letters",
    "plain_label",
    "set_look",
    "set_mood",
    "set_tip",
]


class PlainLabel(QLabel):
    """A label of plain words."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


class RichLabel(QLabel):
    """A label of HTML; names in it have to be escaped."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)


class SelectableText(QTextEdit):
    """Plain words that can be selected and are always shown whole: a path without a blank is broken anywhere."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("background: transparent; border: none")
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.textChanged.connect(self._fit)
        self.setPlainText(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As high as its words need in another width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(round(self.document().size().height()) + 1)


def plain_label(
    text: str = "", name: str = "", *, wrap: bool = False, yields: bool = False, parent: QWidget | None = None
) -> QLabel:
    """Plain words; ``name`` is how the style sheet knows them. yields: broken into lines, in whatever width is left."""
    label = PlainLabel(text, parent)
    label.setObjectName(name)
    if wrap or yields:
        label.setWordWrap(True)
        across = QSizePolicy.Policy.Ignored if yields else QSizePolicy.Policy.Expanding
        label.setSizePolicy(across, QSizePolicy.Policy.Minimum)
    return label


def set_mood(part: QWidget, mood: str) -> None:
    """Colour words as ``ok``, ``amber`` or ``stop``, or not at all; the words themselves must say it too."""
    set_look(part, "mood", mood)


def set_look(part: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet asks for, and have it asked again."""
    if part.property(name) != value:
        part.setProperty(name, value)
        part.style().unpolish(part)
        part.style().polish(part)


def leave_letters(view: QAbstractItemView) -> None:
    """Let letters and digits through to the window, whose keys they are: Qt's lists look them up and keep them."""
    view.installEventFilter(_LettersThrough(view))


class _LettersThrough(QObject):
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Keep a letter from the list; as it is ignored, Qt offers it to the window."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        letter = event.text().isprintable() and not event.text().isspace() and bool(event.text())
        if letter:
            event.ignore()
        return letter


class _Tipped(Protocol):
    def setToolTip(self, text: str, /) -> None: ...


def set_tip(part: _Tipped, text: str) -> None:
    """Give a widget or an item of a list a tip of plain words."""
    part.setToolTip(as_plain(text))


def as_plain(text: str) -> str:
    """A text so that Qt, where it guesses, shows it letter by letter."""
    if "<" not in text and "&lt;" not in text:  # without either Qt never takes it for HTML
        return text
    return f"<span style='white-space:pre-wrap'>{escape(text)}</span>"
