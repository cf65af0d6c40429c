"""A line of a log as a row of a list: its number is kept with it, and what was undone is struck out."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QListWidgetItem

from companion.ui.theme import ASH
from companion.ui.themes import tint

_NUMBER: Final = Qt.ItemDataRole.UserRole


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
