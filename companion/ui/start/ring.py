"""Rings: the frame of all of them, and one that fills with the lens pictures that have been taken."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.ui.start.style import text_font
from companion.ui.themes import ACCENT, OK, PAPER, PEBBLE, SMALL_PT, tint

_SIDE_PX: Final = 84
_WIDTH_PX: Final = 9
#: Qt counts angles in sixteenths of a degree.
TICKS_PER_DEG: Final = 16
_TURN: Final = 360 * TICKS_PER_DEG


class Ring(QWidget):
    """A square of a fixed size with a ring in it; what it means is said to those who do not see it, too."""

    def __init__(self, side_px: int, inset_px: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._side_px, self._inset_px = side_px, inset_px
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def describe(self, words: str) -> None:
        """It means something else now."""
        self.setAccessibleDescription(words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._side_px, self._side_px)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """What `paint_ring` draws."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inset = self._inset_px
        self.paint_ring(painter, QRectF(self.rect()).adjusted(inset, inset, -inset, -inset))

    @abstractmethod
    def paint_ring(self, painter: QPainter, area: QRectF) -> None:
        """Draw the ring; the middle of its line runs along the rim of the area."""


class ProgressRing(Ring):
    """``done`` of ``wanted``, with the numbers inside."""

    def __init__(self, wanted: int, parent: QWidget | None = None) -> None:
        super().__init__(_SIDE_PX, _WIDTH_PX, parent)
        self._done, self._wanted = 0, wanted

    def show_done(self, done: int) -> None:
        """So many are done."""
        self._done = done
        self.describe(f"{done} / {self._wanted}")

    def paint_ring(self, painter: QPainter, area: QRectF) -> None:
        """The ring from the top, clockwise."""
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
