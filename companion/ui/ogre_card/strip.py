"""The card in a few lines, for the side panel of a match: every circle and Tread, nothing to press but the whole."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.catalogue import System
from companion.rules import OgreCard
from companion.ui.theme import ASH, OK, PAPER, SMALL_PT
from companion.ui.themes import points, tint

_MARGIN_PX: Final = 12
_BAR_PX: Final = 14


class CardStrip(QWidget):
    """Shows an Ogre's card small. ``clicked``: its owner wants it large."""

    clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cardStrip")
        self._card: OgreCard | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_card(self, card: OgreCard | None) -> None:
        """Show a card, or none."""
        if card != self._card:
            self._card = card
            self.setAccessibleName("; ".join(self._words()))
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """A line for each system, one for the Treads, one for the dots."""
        lines = len(System) + 2 if self._card else 0
        return QSize(260, round(lines * self._line_px()))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """As the hint: a line less would hide a system."""
        return self.sizeHint()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        """A click anywhere on it."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Names at the left, what is left at the right."""
        if self._card is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(_font())
        height = self._line_px()
        names = self._names()
        left = _MARGIN_PX + max(QFontMetricsF(_font()).horizontalAdvance(name) for name in names.values()) + 14
        for place, system in enumerate(System):
            area = QRectF(0, place * height, self.width(), height)
            self._say(painter, names[system], area)
            self._circles(painter, system, area.adjusted(left, 0, -_MARGIN_PX, 0))
        treads, dots = (QRectF(0, (len(System) + n) * height, self.width(), height) for n in (0, 1))
        self._say(painter, names[None], treads)
        self._treads(painter, treads.adjusted(left, 0, -_MARGIN_PX, 0))
        self._say(painter, self._dots_in_words(), dots)
        painter.end()

    def _say(self, painter: QPainter, words: str, area: QRectF) -> None:
        painter.setPen(QColor(tint(ASH)))
        inside = area.adjusted(_MARGIN_PX, 0, -_MARGIN_PX, 0)
        painter.drawText(inside, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)

    def _circles(self, painter: QPainter, system: System, area: QRectF) -> None:
        """Filled where they are left, empty and crossed where they are gone: as printed, from the left."""
        assert self._card is not None
        full = self._card.layout.systems[system].circles
        pitch = min(area.height() * 0.82, area.width() / max(full, 1))
        for place in range(full):
            gone = place < full - self._card.circles[system]
            middle = QPointF(area.left() + (place + 0.5) * pitch, area.center().y())
            _paint_circle(painter, middle, pitch * 0.36, gone=gone)

    def _treads(self, painter: QPainter, area: QRectF) -> None:
        """A bar with a part for each line, as full as it is, and the count."""
        assert self._card is not None
        words = f"{self._card.treads} / {self._card.layout.treads}"
        room = area.width() - QFontMetricsF(_font()).horizontalAdvance(words) - 12
        left = area.left()
        for line, kept in zip(self._card.layout.lines, self._card.lines_left, strict=True):
            width = room * line.treads / max(self._card.layout.treads, 1) - 3
            bar = QRectF(left, area.center().y() - _BAR_PX / 2, width, _BAR_PX)
            painter.setPen(QPen(QColor(tint(ASH)), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(bar)
            share = width * (1 - kept / max(line.treads, 1))
            painter.fillRect(bar.adjusted(share, 0, 0, 0), QColor(tint(OK)))
            left += width + 3
        painter.setPen(QColor(tint(PAPER)))
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)

    def _dots_in_words(self) -> str:
        live = self._card.live_dots if self._card else ()
        if not live:
            return self.tr("no green dot works")
        return self.tr("green dots %1 work").replace("%1", " ".join(map(str, live)))

    def _words(self) -> list[str]:
        """The whole card in words."""
        if self._card is None:
            return []
        names, counts = self._names(), self._card.circles
        said = [f"{names[s]} {counts[s]} / {self._card.layout.systems[s].circles}" for s in System]
        return [*said, f"{names[None]} {self._card.treads} / {self._card.layout.treads}", self._dots_in_words()]

    def _names(self) -> dict[System | None, str]:
        return {
            System.MAIN: self.tr("main"),
            System.SECONDARY: self.tr("secondary"),
            System.MISSILE: self.tr("missiles"),
            System.AP: self.tr("AP"),
            None: self.tr("Treads"),
        }

    def _line_px(self) -> float:
        return QFontMetricsF(_font()).height() * 1.25


def _font() -> QFont:
    font = QFont()
    font.setPointSize(points(SMALL_PT))
    return font


def _paint_circle(painter: QPainter, middle: QPointF, radius: float, *, gone: bool) -> None:
    painter.setPen(QPen(QColor(tint(ASH if gone else PAPER)), 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush if gone else QColor(tint(PAPER)))
    painter.drawEllipse(middle, radius, radius)
    if gone:
        reach = radius * 0.7
        painter.drawLine(middle - QPointF(reach, reach), middle + QPointF(reach, reach))
        painter.drawLine(middle - QPointF(reach, -reach), middle + QPointF(reach, -reach))
