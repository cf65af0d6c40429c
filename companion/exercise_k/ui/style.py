"""How the desk looks: badges of the teams, words as its cards paint them, the style sheet's own parts; and a line of
words that keeps its height: too long for its width, it is set smaller, then in more lines.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.exercise_k.rules.roster import COLOURS
from companion.session import BADGES, BadgeShape, PlayerBadge
from companion.ui.plain_widgets import set_tip
from companion.ui.stylesheet import stylesheet
from companion.ui.themes import (
    ACCENT,
    AMBER,
    ASH,
    BASE_PT,
    GRAPHITE,
    LEAST_PT,
    OK,
    PAPER,
    PEBBLE,
    RULING_PT,
    SLATE,
    SMALL_PT,
    STOP,
    in_theme,
    tint,
    type_pt,
)

#: Team -> its shape and the nearest colour that nobody mistakes for another; the name always stands beside it.
TEAM_BADGES: Final[Mapping[str, PlayerBadge]] = MappingProxyType(
    {
        "Red": PlayerBadge(BadgeShape.SQUARE, BADGES[1].colour, "red"),
        "Blue": PlayerBadge(BadgeShape.TRIANGLE, BADGES[0].colour, "blue"),
        "Green": PlayerBadge(BadgeShape.CIRCLE, BADGES[2].colour, "green"),
        "Black": PlayerBadge(BadgeShape.DIAMOND, ASH, "black"),
    }
)
assert set(TEAM_BADGES) == set(COLOURS)

_SHEET: Final = f"""
    #turn_bar, #turn_bar QLabel {{ background: {SLATE}; }}
    #round {{ font-size: 30pt; font-weight: bold; color: {ACCENT}; }}
    #final {{ font-size: {SMALL_PT}pt; color: {ASH}; }}
    #final[last="true"] {{ font-size: {BASE_PT}pt; font-weight: bold; color: {AMBER}; }}
    #clock {{ font-size: {RULING_PT}pt; }}
    #clock[alarm="call"], #clock[alarm="over"] {{ color: {STOP}; font-weight: bold; }}
    #clock[alarm="soon"] {{ color: {AMBER}; font-weight: bold; }}
    #alarm {{ font-size: {SMALL_PT}pt; color: {ASH}; }}
    #alarm[alarm="call"], #alarm[alarm="over"] {{ color: {STOP}; font-weight: bold; }}
    #alarm[alarm="soon"] {{ color: {AMBER}; }}
    #side, #side QLabel, #side QListWidget {{ background: {SLATE}; }}
    #lines {{ border: none; border-radius: 0; font-size: 12pt; padding: 0; }}
    #lines::item {{ padding: 2px 4px 2px 0; }}
    #lines::item:selected {{ background: {PEBBLE}; color: {PAPER}; }}
    #key_line, #key_line QLabel {{ background: {SLATE}; }}
    #key_line {{ border-top: 2px solid {PEBBLE}; }}
    #sheet_pane {{ background: {GRAPHITE}; }}
    #final_panel {{ background: {SLATE}; border: 2px solid {ACCENT}; border-radius: 10px; }}
    #final_panel QLabel {{ background: {SLATE}; }}
    #page_title {{ font-size: {RULING_PT}pt; font-weight: bold; }}
    #quiet {{ color: {ASH}; font-size: {SMALL_PT}pt; }}
    #small, #small QLabel {{ font-size: {SMALL_PT}pt; }}
    #verdict {{ color: {ASH}; font-size: {SMALL_PT}pt; padding-bottom: 8px; }}
    #verdict[mood="ok"] {{ color: {OK}; }}
    #verdict[mood="amber"] {{ color: {AMBER}; }}
    #problem {{ color: {AMBER}; font-size: {BASE_PT}pt; }}
    #step {{ color: {ASH}; font-size: {SMALL_PT}pt; padding: 4px 14px; border-bottom: 3px solid {GRAPHITE}; }}
    #step[here="true"] {{ color: {ACCENT}; font-weight: bold; border-bottom: 3px solid {ACCENT}; }}
    QLineEdit, QComboBox, QSpinBox, QListWidget {{
        background: {SLATE}; border: 1px solid {PEBBLE}; border-radius: 6px; padding: 6px 10px;
    }}
    QLineEdit:focus, QComboBox:focus, QSpinBox:focus, QListWidget:focus {{ border: 2px solid {ACCENT}; }}
    QSpinBox QLineEdit {{ border: none; }}
    QComboBox QAbstractItemView {{ background: {SLATE}; selection-background-color: {PEBBLE}; }}
    QListWidget::item:selected {{ background: {PEBBLE}; color: {ACCENT}; }}
    QScrollArea {{ border: none; }}
"""


def desk_stylesheet() -> str:
    """The application's style sheet with the desk's own parts, in the theme in force."""
    return stylesheet() + in_theme(_SHEET)


def paint_words(
    painter: QPainter,
    words: str,
    at: QPointF,
    size_px: int,
    colour: str,
    *,
    bold: bool = False,
    right: bool = False,
    most: float | None = None,
) -> float:
    """Words with their baseline's left (or right) end at a place, cut short to ``most`` pixels; returns where
    their other end is."""
    font = QFont(painter.font())
    font.setPixelSize(size_px)
    font.setBold(bold)
    metrics = QFontMetricsF(font)
    if most is not None:
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, most)
    left = at.x() - (metrics.horizontalAdvance(words) if right else 0)
    painter.setFont(font)
    painter.setPen(QColor(tint(colour)))
    painter.drawText(QPointF(left, at.y()), words)
    return left if right else left + metrics.horizontalAdvance(words)


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
