"""A line of words that keeps its height: too long for its width, it is set smaller, then in more lines."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.ui.plain_widgets import set_tip
from companion.ui.themes import LEAST_PT, tint, type_pt

#: It is never set smaller than this share of its size, nor than the least type.
_SMALLEST: Final = 0.8
_ROOM: Final = 1.12
_ROUNDING: Final = 0.96
_ENDLESS_PX: Final = 9999.0
_WRAPPED: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter)


class OneLine(QWidget):
    """Plain text in one line; it takes the width that it gets, or, where it is ``snug``, what its words need."""

    def __init__(self, parent: QWidget, *, size_pt: int, colour: str, bold: bool = False, snug: bool = False) -> None:
        super().__init__(parent)
        self._text, self._colour, self._snug = "", colour, snug
        self._size_pt = type_pt(size_pt)
        self._font = QFont(self.font())
        self._font.setPointSize(self._size_pt)
        self._font.setBold(bold)
        self._shown, self._high = QFont(self._font), self._line_px
        across = QSizePolicy.Policy.Preferred if snug else QSizePolicy.Policy.Expanding
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)

    def set_scale(self, scale: float) -> None:
        """Smaller in a smaller window; 1 is its full size, which it does not exceed."""
        self._font.setPointSize(max(LEAST_PT, round(self._size_pt * min(1.0, scale))))
        self._fit()

    def text(self) -> str:
        """What it says."""
        return self._text

    def say(self, text: str, colour: str | None = None) -> None:
        """Say something else, in another of the dark theme's colours where one is given."""
        self._text, self._colour = text, colour or self._colour
        self.setAccessibleName(text)
        set_tip(self, text)
        self._fit()

    def sizeHint(self) -> QSize:
        wide = round(QFontMetricsF(self._font).horizontalAdvance(self._text)) + 2 if self._snug else 200
        return QSize(wide, self._high)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self.sizeHint().width() * _SMALLEST) if self._snug else 80, self._high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set the words anew."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Only now it is known how wide it is."""
        super().showEvent(event)
        self._fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The words."""
        painter = QPainter(self)
        painter.setFont(self._shown)
        painter.setPen(QColor(tint(self._colour)))
        painter.drawText(QRectF(self.rect()), _WRAPPED, self._text)
        painter.end()

    @property
    def _line_px(self) -> int:
        return round(QFontMetricsF(self._font).height() * _ROOM)

    def _fit(self) -> None:
        """Set the words smaller where they are too wide, and at last in as many lines as they need."""
        self._shown = QFont(self._font)
        wide = QFontMetricsF(self._shown).horizontalAdvance(self._text)
        self._high = self._line_px
        if wide > self.width() and self.isVisible():
            least = max(LEAST_PT, _SMALLEST * self._font.pointSizeF())
            fitting = self._font.pointSizeF() * self.width() / wide * _ROUNDING
            self._shown.setPointSizeF(min(self._font.pointSizeF(), max(least, fitting)))
            room = QRectF(0, 0, self.width(), _ENDLESS_PX)
            lines = QFontMetricsF(self._shown).boundingRect(room, _WRAPPED, self._text)
            self._high = max(self._line_px, math.ceil(lines.height()))
        self.updateGeometry()
        self.update()
