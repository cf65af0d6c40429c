"""Labels, tips and questions that show words letter by letter.

Qt guesses from a text whether it is HTML: a player called ``<img src=…>`` would be a picture. What is meant to be HTML
is a ``RichLabel``, filled with what `companion.markup` makes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Protocol

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStatusBar,
    QTextEdit,
    QWidget,
)

from companion.markup import markup

_SHOWN_AS_ON_BUTTONS: Final = int(Qt.TextFlag.TextShowMnemonic)


class PlainLabel(QLabel):
    """A label of plain words."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


class RichLabel(QLabel):
    """A label of HTML."""

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


class ElidedLabel(PlainLabel):
    """A line of words that takes the width it gets: cut short with an ellipsis where that is less, whole in its tip."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._words = words
        set_tip(self, words)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut them for another width."""
        super().resizeEvent(event)
        self.setText(self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, self.width()))


class SentenceBar(QStatusBar):
    """A status bar that is there while it says something, and as high as its sentence is in lines."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self._words = plain_label(name="status", wrap=True, parent=self)
        self._words.setMargin(4)
        self.messageChanged.connect(self._show_message)
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the sentence anew."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Its words are on a label: Qt's own would be cut off at the rim."""

    def _show_message(self, sentence: str) -> None:
        self._words.setText(sentence)
        self._fit()
        self.setVisible(bool(sentence))

    def _fit(self) -> None:
        high = max(0, self._words.heightForWidth(self.window().width()))
        self._words.setGeometry(0, 0, self.window().width(), high)
        self.setFixedHeight(high)


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


def button_of(
    words: str,
    run: Callable[[], object] | None = None,
    name: str = "",
    *,
    checkable: bool = False,
    focus: Qt.FocusPolicy = Qt.FocusPolicy.StrongFocus,
    parent: QWidget | None = None,
) -> QPushButton:
    """A button; run: what a click does; ``name`` is how the style sheet knows it; focus: how it takes the keyboard."""
    button = QPushButton(words, parent)
    button.setObjectName(name)
    button.setCheckable(checkable)
    button.setFocusPolicy(focus)
    if run is not None:
        button.clicked.connect(lambda _checked=False: run())
    return button


def set_words(button: QPushButton, words: str, room_px: int) -> None:
    """Words on a button in as many lines as they need in a width: Qt breaks none there."""
    button.ensurePolished()
    button.setText(words)
    metrics = button.fontMetrics()
    around_px = button.sizeHint().width() - metrics.size(_SHOWN_AS_ON_BUTTONS, words).width()
    shown = ""
    for word in re.split(r"(?=[ \n])", words):
        last = f"{shown}{word}".rpartition("\n")[2]
        breaks = shown and metrics.size(_SHOWN_AS_ON_BUTTONS, last).width() > room_px - around_px
        shown += f"\n{word.strip()}" if breaks else word
    button.setText(shown)


def set_mood(part: QWidget, mood: str) -> None:
    """Colour words as ``ok``, ``amber`` or ``stop``, or not at all; the words themselves must say it too."""
    set_style_property(part, "mood", mood)


def set_style_property(part: QWidget, name: str, value: object) -> None:
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
    return markup("<span style='white-space:pre-wrap'>{}</span>", text)
