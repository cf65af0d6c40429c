"""The page of keys, made from the actions; it lies over the table and blocks nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from companion.text import mark, translate
from companion.ui.actions import WindowAction, keys_in_words
from companion.ui.plain_widgets import PlainLabel
from companion.ui.theme import ACCENT, SMALL_PT
from companion.ui.themes import in_theme

#: What the mouse does over a table.
MOUSE_WORDS: Final = (
    (mark("keys", "Click"), mark("keys", "Choose a die")),
    (mark("keys", "Point"), mark("keys", "Look at a target")),
    (mark("keys", "Wheel, drag"), mark("keys", "Zoom and pan the picture")),
)
#: Smaller type than this cannot be read.
_LEAST_PT: Final = 8


class KeysPage(QFrame):
    """All keys."""

    def __init__(
        self, actions: Sequence[WindowAction], parent: QWidget, *, mouse: Sequence[tuple[str, str]] = MOUSE_WORDS
    ) -> None:
        super().__init__(parent)
        self.setObjectName("keys")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._wear(SMALL_PT)
        grid = QGridLayout(self)
        grid.setContentsMargins(28, 20, 28, 20)
        grid.setHorizontalSpacing(24)
        rows = [*_rows(actions), *((translate("keys", how), translate("keys", what)) for how, what in mouse)]
        half = (len(rows) + 1) // 2
        for place, (words, title) in enumerate(rows):
            column, row = divmod(place, half)
            keys = PlainLabel(words, self)
            keys.setStyleSheet(in_theme(f"color: {ACCENT}; font-weight: bold"))
            grid.addWidget(keys, row, 2 * column)
            grid.addWidget(PlainLabel(title, self), row, 2 * column + 1)
        self.hide()

    def _wear(self, size_pt: int) -> None:
        self.setStyleSheet(in_theme(f"QLabel {{ font-size: {size_pt}pt }}"))

    def toggle(self) -> None:
        """Show it in the middle, or put it away."""
        self.setVisible(not self.isVisible())
        self.centre()

    def centre(self) -> None:
        """Into the middle of what it lies on, in type so small that all keys fit."""
        under = self.parentWidget()
        for size_pt in range(SMALL_PT, _LEAST_PT - 1, -1):
            self._wear(size_pt)
            self.adjustSize()
            if under is None or (self.width() <= under.width() and self.height() <= under.height()):
                break
        if under is not None:
            self.move((under.width() - self.width()) // 2, max(0, (under.height() - self.height()) // 2))
        self.raise_()


def _rows(actions: Sequence[WindowAction]) -> list[tuple[str, str]]:
    """Keys and what they do; actions of one family (``weapon.1`` to ``weapon.9``) in one row."""
    families: dict[str, list[WindowAction]] = {}
    for action in actions:
        stem, _, number = action.id.rpartition(".")
        families.setdefault(stem if number.isdigit() else action.id, []).append(action)
    return [_row(family) for family in families.values() if family[0].keys]


def _row(family: Sequence[WindowAction]) -> tuple[str, str]:
    first, last = family[0], family[-1]
    if first is last:
        return keys_in_words(first), first.title
    keys = f"{keys_in_words(first)} … {keys_in_words(last)}"
    return keys, first.title if first.title == last.title else f"{first.title} … {keys_in_words(last)}"
