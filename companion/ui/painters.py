"""What widgets that paint themselves begin with: a smooth painter, the theme's colours, and type that fits.

Colours are named as in the dark theme and worn in the one in force; type is given in points of the usual size.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPaintDevice, QPainter, QPen

from companion.ui.themes import LEAST_PT, tint, type_pt

_ENDLESS_PX: Final = 9999
#: Type is set no smaller than this share of its size, nor than the least type.
_SMALLEST: Final = 0.75


def smooth_painter(device: QPaintDevice) -> QPainter:
    """A painter with smooth edges, which also scales pictures smoothly."""
    painter = QPainter(device)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    return painter


def set_ink(painter: QPainter, line: str | None, width: float = 1.0, *, fill: str | None = None) -> None:
    """Draw lines in one colour from now on and fill areas with another; ``None``: no lines, no filling."""
    painter.setPen(Qt.PenStyle.NoPen if line is None else QPen(QColor(tint(line)), width))
    painter.setBrush(Qt.BrushStyle.NoBrush if fill is None else QColor(tint(fill)))


def write(
    painter: QPainter,
    area: QRectF,
    words: str,
    colour: str,
    font: QFont | None = None,
    flags: int = Qt.AlignmentFlag.AlignCenter,
) -> None:
    """Write words into an area, in the middle of it or as ``flags`` say; left out: the font that is set."""
    if font is not None:
        painter.setFont(font)
    painter.setPen(QColor(tint(colour)))
    painter.drawText(area, flags, words)


def text_font(size_pt: int, *, bold: bool = False) -> QFont:
    """The windows' face in a size of the theme."""
    font = QFont()
    font.setPointSize(type_pt(size_pt))
    font.setBold(bold)
    return font


def pixel_font(size_px: float, *, bold: bool = False) -> QFont:
    """The windows' face so high, px, whatever size of type is chosen."""
    font = QFont()
    font.setPixelSize(max(1, round(size_px)))
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
    font, area, wrapped = text_font(size_pt), QRectF(0, 0, room_px, _ENDLESS_PX), int(Qt.TextFlag.TextWordWrap)
    while (high := QFontMetricsF(font).boundingRect(area, wrapped, text).height()) > high_px and (
        font.pointSize() > _least(size_pt)
    ):
        font.setPointSize(font.pointSize() - 1)
    return font, high


def _least(size_pt: int) -> int:
    return max(LEAST_PT, round(_SMALLEST * type_pt(size_pt)))
