"""Rings: one that fills with the lens pictures taken, and one that shows where in the picture the lens board was."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.session.table_measurement import WANTED_PICTURES, ZONES, LensCoverage
from companion.ui.painters import fitted_font, set_ink, smooth_painter, text_font, write
from companion.ui.themes import ACCENT, GRAPHITE, OK, PAPER, PEBBLE, RULING_PT, SMALL_PT, tint

_SMALL_PX, _SMALL_WIDTH_PX = 84, 9
_LARGE_PX, _LARGE_WIDTH_PX = 200, 26
_GAP_DEG: Final = 5.0
_EIGHTH_DEG: Final = 45.0
#: Where the first of the parts, the upper left one, has its middle, counter-clockwise from the right.
_FIRST_DEG: Final = 135.0
#: Qt counts angles in sixteenths of a degree.
_TICKS_PER_DEG: Final = 16
_TURN: Final = 360 * _TICKS_PER_DEG


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
        inset = self._inset_px
        self.paint_ring(smooth_painter(self), QRectF(self.rect()).adjusted(inset, inset, -inset, -inset))

    @abstractmethod
    def paint_ring(self, painter: QPainter, area: QRectF) -> None:
        """Draw the ring; the middle of its line runs along the rim of the area."""


class ProgressRing(Ring):
    """How many of how many are done, with the numbers inside."""

    def __init__(self, total: int, parent: QWidget | None = None) -> None:
        super().__init__(_SMALL_PX, _SMALL_WIDTH_PX, parent)
        self._done, self._total = 0, total

    def show_done(self, done: int) -> None:
        """So many are done."""
        self._done = done
        self.describe(f"{done} / {self._total}")

    def paint_ring(self, painter: QPainter, area: QRectF) -> None:
        """The ring from the top, clockwise."""
        set_ink(painter, PEBBLE, _SMALL_WIDTH_PX)
        painter.drawEllipse(area)
        share = min(1.0, self._done / self._total)
        colour = QColor(tint(OK if share == 1 else ACCENT))
        painter.setPen(QPen(colour, _SMALL_WIDTH_PX, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        if share:
            painter.drawArc(area, _TURN // 4, -round(share * _TURN))
        write(painter, area, f"{self._done}/{self._total}", PAPER, text_font(SMALL_PT))


class CoverageRing(Ring):
    """Eight parts about a middle, one for each part of the picture: filled where the lens board has been; in the middle
    how many pictures were taken."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_LARGE_PX, _LARGE_WIDTH_PX / 2 + 2, parent)
        self._coverage, self._taken = LensCoverage(), 0

    def show_coverage(self, coverage: LensCoverage, taken: int) -> None:
        """So much is covered by so many pictures."""
        self._coverage, self._taken = coverage, taken
        self.describe(f"{len(coverage.covered)} / {len(ZONES)}, {taken} / {WANTED_PICTURES}")

    def paint_ring(self, painter: QPainter, area: QRectF) -> None:
        """The eight parts of the rim clockwise from the upper left, then the middle with the number."""
        *rim, centre = (OK if zone in self._coverage.covered else PEBBLE for zone in ZONES)
        for number, colour in enumerate(rim):
            painter.setPen(QPen(QColor(tint(colour)), _LARGE_WIDTH_PX, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            begin = _FIRST_DEG - _EIGHTH_DEG * number - (_EIGHTH_DEG - _GAP_DEG) / 2
            painter.drawArc(area, round(begin * _TICKS_PER_DEG), round((_EIGHTH_DEG - _GAP_DEG) * _TICKS_PER_DEG))
        set_ink(painter, centre, 4, fill=GRAPHITE)
        radius = area.width() / 2 - _LARGE_WIDTH_PX
        painter.drawEllipse(area.center(), radius, radius)
        words, taken = f"{self._taken}/{WANTED_PICTURES}", self._taken
        font = fitted_font(words, 1.6 * radius, RULING_PT, bold=True)
        write(painter, area, words, ACCENT if taken < WANTED_PICTURES else PAPER, font)
