"""The picture of a die in hand as a button that can be clicked, or dragged onto the table."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QToolButton


class HandButton(QToolButton):
    """``dropped``: let go elsewhere, at this place of the screen. The picture hangs from the mouse meanwhile."""

    dropped = Signal(QPoint)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Outside of the button its picture is carried."""
        if self.isDown() or self.rect().contains(event.position().toPoint()):
            self.unsetCursor()
        else:
            self.setCursor(QCursor(self.icon().pixmap(self.iconSize())))
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click, or the end of a drag."""
        self.unsetCursor()
        super().mouseReleaseEvent(event)
        if not self.rect().contains(event.position().toPoint()):
            self.dropped.emit(event.globalPosition().toPoint())
