"""A ring that fills: how many lens pictures have been taken of how many."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.ui.start.lettering import text_font
from companion.ui.theme import ACCENT, OK, PAPER, PEBBLE, SMALL_PT
from companion.ui.themes import tint

_SIDE_PX: Final = 84
_WIDTH_PX: Final = 9
_TURN: Final = 360 * 16


class ProgressRing(QWidget):
    """``done`` of ``wanted``, with the numbers inside."""

    def __init__(self, wanted: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._done, self._wanted = 0, wanted
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_done(self, done: int) -> None:
        """So many are done."""
        self._done = done
        self.setAccessibleDescription(f"{done} / {self._wanted}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_SIDE_PX, _SIDE_PX)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The ring from the top, clockwise."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(_WIDTH_PX, _WIDTH_PX, -_WIDTH_PX, -_WIDTH_PX)
        painter.setPen(QPen(QColor(tint(PEBBLE)), _WIDTH_PX))
        painter.drawEllipse(area)
        share = min(1.0, self._done / self._wanted)
        painter.setPen(
            QPen(QColor(tint(OK if share == 1 else ACCENT)), _WIDTH_PX, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        )
        if share:
            painter.drawArc(area, _TURN // 4, -round(share * _TURN))
        painter.setFont(text_font(SMALL_PT))
        painter.setPen(QColor(tint(PAPER)))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, f"{self._done}/{self._wanted}")
