"""A ring of eight parts about a middle, one for each part of the picture: filled where the lens board has been."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from companion.session.table_measurement import WANTED_PICTURES, ZONES, LensCoverage
from companion.ui.start.ring import TICKS_PER_DEG, Ring
from companion.ui.start.style import fitted_font
from companion.ui.themes import ACCENT, GRAPHITE, OK, PAPER, PEBBLE, RULING_PT, tint

_SIDE_PX: Final = 200
_WIDTH_PX: Final = 26
_GAP_DEG: Final = 5.0
_EIGHTH_DEG: Final = 45.0
#: Where the first of the parts, the upper left one, has its middle, counter-clockwise from the right.
_FIRST_DEG: Final = 135.0


class CoverageRing(Ring):
    """How much of the picture is covered, and how many pictures were taken, as a number inside."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_SIDE_PX, _WIDTH_PX / 2 + 2, parent)
        self._coverage, self._taken = LensCoverage(), 0

    def show_coverage(self, coverage: LensCoverage, taken: int) -> None:
        """So much is covered by so many pictures."""
        self._coverage, self._taken = coverage, taken
        self.describe(f"{len(coverage.covered)} / {len(ZONES)}, {taken} / {WANTED_PICTURES}")

    def paint_ring(self, painter: QPainter, area: QRectF) -> None:
        """The eight parts of the rim clockwise from the upper left, then the middle with the number."""
        for number, zone in enumerate(ZONES[:-1]):
            colour = tint(OK if zone in self._coverage.covered else PEBBLE)
            painter.setPen(QPen(QColor(colour), _WIDTH_PX, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            begin = _FIRST_DEG - _EIGHTH_DEG * number - (_EIGHTH_DEG - _GAP_DEG) / 2
            painter.drawArc(area, round(begin * TICKS_PER_DEG), round((_EIGHTH_DEG - _GAP_DEG) * TICKS_PER_DEG))
        self._paint_middle(painter, area.center(), area.width() / 2 - _WIDTH_PX)

    def _paint_middle(self, painter: QPainter, middle: QPointF, radius: float) -> None:
        reported = f"{self._taken}/{WANTED_PICTURES}"
        covered = ZONES[-1] in self._coverage.covered
        painter.setPen(QPen(QColor(tint(OK if covered else PEBBLE)), 4))
        painter.setBrush(QColor(tint(GRAPHITE)))
        painter.drawEllipse(middle, radius, radius)
        painter.setFont(fitted_font(reported, 1.6 * radius, RULING_PT, bold=True))
        painter.setPen(QColor(tint(ACCENT if self._taken < WANTED_PICTURES else PAPER)))
        area = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, reported)
