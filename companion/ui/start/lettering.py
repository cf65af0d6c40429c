"""Type for what is painted by hand: in the size in force, made smaller where the words would not fit."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from companion.ui.themes import LEAST_PT, type_pt

_ENDLESS_PX = 9999
#: Type is set no smaller than this share of its size, nor than the least type.
_SMALLEST = 0.75


def text_font(size_pt: int, *, bold: bool = False) -> QFont:
    """The windows' face in a size of the theme."""
    font = QFont()
    font.setPointSize(type_pt(size_pt))
    font.setBold(bold)
    return font


def fitted_font(text: str, room_px: float, size_pt: int, *, bold: bool = False) -> QFont:
    """The largest type up to a size in which the words fit; the smallest where none does."""
    font = text_font(size_pt, bold=bold)
    while QFontMetricsF(font).horizontalAdvance(text) > room_px and font.pointSize() > _least(size_pt):
        font.setPointSize(font.pointSize() - 1)
    return font


def wrapped_font(text: str, room_px: float, high_px: float, size_pt: int) -> tuple[QFont, float]:
    """The largest type up to a size in which the words, in lines, fit, or the least; and how high they are then."""
    font = text_font(size_pt)
    while (high := _height(text, room_px, font)) > high_px and font.pointSize() > _least(size_pt):
        font.setPointSize(font.pointSize() - 1)
    return font, high


def _least(size_pt: int) -> int:
    return max(LEAST_PT, round(_SMALLEST * type_pt(size_pt)))


def _height(text: str, room_px: float, font: QFont) -> float:
    area = QRectF(0, 0, room_px, _ENDLESS_PX)
    return QFontMetricsF(font).boundingRect(area, int(Qt.TextFlag.TextWordWrap), text).height()
