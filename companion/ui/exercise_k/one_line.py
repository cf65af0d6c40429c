"""A line of words that keeps its height: too long for its width, it is set smaller, and cut short at last."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.ui.plain_widgets import set_tip
from companion.ui.themes import tint, type_pt

#: It is never set smaller than this share of its size.
_SMALLEST: Final = 0.6
_ROOM: Final = 1.12
#: No window is so small that type is set smaller than this, unless the words are too long.
_LEAST_PT: Final = 8


class OneLine(QWidget):
    """Plain text in one line; it takes the width that it gets, or, where it is ``snug``, what its words need."""

    def __init__(self, parent: QWidget, *, size_pt: int, colour: str, bold: bool = False, snug: bool = False) -> None:
        super().__init__(parent)
        self._text, self._colour, self._snug = "", colour, snug
        self._size_pt = type_pt(size_pt)
        self._font = QFont(self.font())
        self._font.setPointSize(self._size_pt)
        self._font.setBold(bold)
        across = QSizePolicy.Policy.Preferred if snug else QSizePolicy.Policy.Expanding
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)

    def set_scale(self, scale: float) -> None:
        """Smaller in a smaller window; 1 is its full size, which it does not exceed."""
        self._font.setPointSize(max(_LEAST_PT, round(self._size_pt * min(1.0, scale))))
        self.updateGeometry()
        self.update()

    def text(self) -> str:
        """What it says."""
        return self._text

    def say(self, text: str, colour: str | None = None) -> None:
        """Say something else, in another of the dark theme's colours where that is told."""
        self._text, self._colour = text, colour or self._colour
        self.setAccessibleName(text)
        set_tip(self, text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self._font)
        wide = round(metrics.horizontalAdvance(self._text)) + 2 if self._snug else 200
        return QSize(wide, round(metrics.height() * _ROOM))

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return QSize(round(hint.width() * _SMALLEST) if self._snug else 80, hint.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The words."""
        painter = QPainter(self)
        font = QFont(self._font)
        wide = QFontMetricsF(font).horizontalAdvance(self._text)
        if wide > self.width():
            font.setPointSizeF(font.pointSizeF() * max(_SMALLEST, self.width() / wide * 0.96))
        painter.setFont(font)
        painter.setPen(QColor(tint(self._colour)))
        shown = QFontMetricsF(font).elidedText(self._text, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignVCenter, shown)
        painter.end()
