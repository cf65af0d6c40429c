"""A line to search by: what is typed narrows a list, and the keys that move in the list work while it is typed."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget

from companion.ui.plain_widgets import set_tip

#: Key -> rows down.
_STEPS: Final[dict[int, int]] = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
_ENTER: Final[tuple[int, ...]] = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SearchLine(QLineEdit):
    """``entered``: Enter alone; ``emptied``: Backspace where nothing is typed."""

    entered = Signal()
    emptied = Signal()

    def __init__(self, hint: str, listed: QListWidget) -> None:
        super().__init__()
        self._list = listed
        listed.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setPlaceholderText(hint)
        set_tip(self, hint)
        self.setClearButtonEnabled(True)

    @property
    def typed(self) -> list[str]:
        """The words typed, whatever their case."""
        return self.text().casefold().split()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys for the list go there."""
        key: int = event.key()
        if key in _STEPS:
            last = self._list.count() - 1
            self._list.setCurrentRow(min(max(self._list.currentRow() + _STEPS[key], 0), last))
        elif key in _ENTER and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.entered.emit()
        elif key == Qt.Key.Key_Backspace and not self.text():
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                event.ignore()  # the window's, where there is no word to delete
            else:
                self.emptied.emit()
        else:
            super().keyPressEvent(event)
