"""A kind of die in an army as a card: its face, its name, how many, what they cost."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.catalogue import Die
from companion.text import translate
from companion.ui.plain_widgets import set_tip
from companion.ui.start.faces import face_sign
from companion.ui.start.lettering import fitted_font, text_font
from companion.ui.theme import ACCENT, ASH, GRAPHITE, PAPER, PEBBLE, SMALL_PT
from companion.ui.themes import tint

_HIGH_PX: Final = 56
_SIGN_PX: Final = 46
_LESS_PX: Final = 34
_LEAST_PX: Final = 150
#: Before and behind the sign, and behind the name.
_BESIDE_PX: Final = 20


class DieCard(QWidget):
    """``more`` and ``less``: one die of this kind more or less. Keys: plus and minus."""

    more = Signal()
    less = Signal()

    def __init__(self, die: Die, count: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.die, self._sign = die, face_sign(die, 2 * _SIGN_PX)
        name = QFontMetricsF(fitted_font(die.label, 0.0, SMALL_PT, bold=True)).horizontalAdvance(die.label)
        self.setMinimumWidth(max(_LEAST_PX, math.ceil(name) + _SIGN_PX + _BESIDE_PX))
        self.show_count(count)

    def show_count(self, count: int) -> None:
        """So many of them now."""
        self.count = count
        self.setAccessibleName(f"{count} × {self.die.label}, {self._cost()}")
        how = translate("DieCard", "Click: one more. Click −: one less.")
        set_tip(self, f"{self.die.label}\n{how}")
        self.update()

    def sizeHint(self) -> QSize:
        lines = QFontMetricsF(text_font(SMALL_PT, bold=True)).height() + QFontMetricsF(text_font(SMALL_PT)).height()
        return QSize(200, max(_HIGH_PX, round(lines) + 8))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Plus and minus."""
        signal = {
            Qt.Key.Key_Plus: self.more,
            Qt.Key.Key_Equal: self.more,
            Qt.Key.Key_Minus: self.less,
            Qt.Key.Key_Delete: self.less,
        }.get(Qt.Key(event.key()))
        if signal is None:
            super().keyPressEvent(event)
        else:
            signal.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """More; at its right end, or with the other button: less."""
        other = event.button() != Qt.MouseButton.LeftButton
        (self.less if other or event.position().x() > self.width() - _LESS_PX else self.more).emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Ground, face, words, minus."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        edge = QPen(QColor(tint(ACCENT if self.hasFocus() else PEBBLE)), 2 if self.hasFocus() else 1)
        painter.setPen(edge)
        painter.setBrush(QColor(tint(GRAPHITE)))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)
        high = _SIGN_PX * self._sign.height() / self._sign.width()
        sign = QRectF(4, (self.height() - high) / 2, _SIGN_PX, high)
        painter.drawPixmap(sign, self._sign, QRectF(self._sign.rect()))
        self._paint_words(painter, sign.right() + 5)
        painter.setPen(QColor(tint(ASH)))
        painter.setFont(text_font(SMALL_PT, bold=True))
        less = QRectF(self.width() - _LESS_PX, self.height() / 2, _LESS_PX, self.height() / 2 - 4)
        painter.drawText(less, Qt.AlignmentFlag.AlignCenter, "−")

    def _paint_words(self, painter: QPainter, left: float) -> None:
        room, half = self.width() - left - 8, self.height() / 2
        painter.setFont(fitted_font(self.die.label, room, SMALL_PT, bold=True))
        painter.setPen(QColor(tint(PAPER)))
        shown = painter.fontMetrics().elidedText(self.die.label, Qt.TextElideMode.ElideRight, round(room) - 2)
        painter.drawText(QRectF(left, 4, room, half - 2), Qt.AlignmentFlag.AlignVCenter, shown)
        told = f"{self.count} × {self.die.points:g}"
        painter.setFont(fitted_font(told, room - _LESS_PX, SMALL_PT))
        painter.setPen(QColor(tint(ASH if self.count == 1 else ACCENT)))
        painter.drawText(QRectF(left, half, room - _LESS_PX, half - 4), Qt.AlignmentFlag.AlignVCenter, told)

    def _cost(self) -> str:
        return translate("DieCard", "{0:g} points").format(self.count * self.die.points)
