"""What a feature adds to a window of the core: actions in its menus, a line in its head, what lies over it.

A line of a log as a row of a list: its number is kept with it, and what was undone is struck out.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QListWidgetItem, QWidget

from companion.features import offering
from companion.markup import coloured
from companion.ui.actions import WindowAction
from companion.ui.keyed_window import KeyedWindow
from companion.ui.plain_widgets import RichLabel, set_tip
from companion.ui.themes import AMBER, ASH, in_theme, tint

_NUMBER: Final = Qt.ItemDataRole.UserRole


class WindowPart(QObject):
    """One feature's part of one window. Who derives from it says what there is; by itself there is nothing."""

    def actions(self) -> tuple[WindowAction, ...]:
        """What can be done, in the order of the menus."""
        return ()

    def begin(self, wish: object) -> None:
        """Do what the command line asked for, which the feature's own option has read."""

    @property
    def lies_over(self) -> bool:
        """Whether something of it lies over the window now."""
        return False

    def put_away(self) -> bool:
        """Hide what lies over the window; whether there was anything."""
        return False

    def place(self) -> None:
        """The window has another size."""

    def refresh(self) -> None:
        """What the window shows has changed."""

    def close(self) -> None:
        """The window closes: nothing of it goes on."""


def parts_of(joining: str, window: KeyedWindow) -> dict[str, WindowPart]:
    """Feature -> its part of a window; joining: what features offer for it, such as ``join_match``."""
    return {feature: getattr(offers, joining)(window) for feature, offers in offering(joining).items()}


class HeadLine(RichLabel):
    """What a part has to say in the head of its window; name: what it is found by."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.hide()

    def show_words(self, words: str, colour: str = AMBER, tip: str = "") -> None:
        """Say something; with no words the line is not there."""
        self.setText(in_theme(coloured(colour, words)))
        set_tip(self, tip)
        self.setVisible(bool(words))


def log_item(words: str, number: int, *, undone: bool) -> QListWidgetItem:
    """The row of one line."""
    item = QListWidgetItem(words)
    item.setData(_NUMBER, number)
    if undone:
        font = item.font()
        font.setStrikeOut(True)
        item.setFont(font)
        item.setForeground(QColor(tint(ASH)))
    return item


def line_number(item: QListWidgetItem) -> int:
    """The number of the line that a row stands for."""
    return int(item.data(_NUMBER))
