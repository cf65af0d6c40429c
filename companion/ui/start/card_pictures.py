"""The pictures of the three explaining cards, painted: a camera over a table, a roll over a corner, a measured line."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.catalogue import Die
from companion.ui.start.faces import face_sign
from companion.ui.theme import ACCENT, ASH, BADGES, GRAPHITE, PAPER, PEBBLE, SMALL_PT
from companion.ui.themes import points, tint

#: Everything is drawn on a sheet of this size and scaled to what there is.
_SHEET: Final = QSize(360, 220)
_TABLE: Final = QPolygonF([QPointF(40, 195), QPointF(320, 195), QPointF(275, 95), QPointF(85, 95)])
_MARKERS: Final = ((66, 184, 20), (294, 184, 20), (262, 103, 13), (98, 103, 13))
_DIE_PX: Final = 84


class CardPicture(QWidget):
    """A picture scaled to its widget."""

    def __init__(self, dice: tuple[Die, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumHeight(150)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._signs = tuple(face_sign(die, 2 * _DIE_PX) for die in dice)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Paint it as large as it goes, in the middle."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        scale = min(self.width() / _SHEET.width(), self.height() / _SHEET.height())
        painter.translate((self.width() - scale * _SHEET.width()) / 2, (self.height() - scale * _SHEET.height()) / 2)
        painter.scale(scale, scale)
        self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        raise NotImplementedError

    def _put(self, painter: QPainter, place: int, centre: QPointF, turn_deg: float = 0.0, *, width: int = 0) -> None:
        """A die's face about a point."""
        if place >= len(self._signs):
            return
        sign: QPixmap = self._signs[place]
        wide = width or _DIE_PX
        high = wide * sign.height() / sign.width()
        painter.save()
        painter.translate(centre)
        painter.rotate(turn_deg)
        painter.drawPixmap(QRectF(-wide / 2, -high * 0.6, wide, high), sign, QRectF(sign.rect()))
        painter.restore()


class CameraPicture(CardPicture):
    """A table with a marker in each corner, and a camera that looks at it."""

    def _paint(self, painter: QPainter) -> None:
        painter.setPen(QPen(QColor(tint(ASH)), 2))
        painter.setBrush(QColor(tint(PEBBLE)))
        painter.drawPolygon(_TABLE)
        for centre, size in (
            (QPointF(66, 184), 20),
            (QPointF(294, 184), 20),
            (QPointF(262, 103), 13),
            (QPointF(98, 103), 13),
        ):
            _marker(painter, centre, size)
        self._put(painter, 0, QPointF(135, 150), -14, width=52)
        self._put(painter, 1, QPointF(222, 143), 160, width=48)
        eye = QPointF(180, 32)
        painter.setPen(QPen(QColor(tint(ACCENT)), 2, Qt.PenStyle.DashLine))
        for corner in (_TABLE.at(0), _TABLE.at(1), _TABLE.at(2), _TABLE.at(3)):
            painter.drawLine(eye, corner)
        painter.setPen(QPen(QColor(tint(PAPER)), 2))
        painter.setBrush(QColor(tint(GRAPHITE)))
        painter.drawRoundedRect(QRectF(152, 8, 56, 34), 6, 6)
        painter.setBrush(QColor(tint(ACCENT)))
        painter.drawEllipse(QPointF(180, 27), 9, 9)


class RollPicture(CardPicture):
    """A die, and where it will lie when it has been rolled over its corner."""

    def _paint(self, painter: QPainter) -> None:
        self._put(painter, 0, QPointF(95, 130), 0, width=120)
        painter.setOpacity(0.45)
        self._put(painter, 0, QPointF(265, 100), 60, width=120)
        painter.setOpacity(1.0)
        painter.setPen(QPen(QColor(tint(ACCENT)), 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(152, 112), QPointF(206, 103))
        head = QPolygonF([QPointF(214, 101), QPointF(196, 92), QPointF(199, 116)])
        painter.setBrush(QColor(tint(ACCENT)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(head)
        painter.setPen(QColor(tint(ACCENT)))
        painter.setFont(_small())
        painter.drawText(QRectF(0, 180, 360, 34), Qt.AlignmentFlag.AlignCenter, self.tr("roll it over this corner"))


class LinePicture(CardPicture):
    """Two dice and the measured line between them."""

    def _paint(self, painter: QPainter) -> None:
        self._put(painter, 0, QPointF(60, 130), 20, width=100)
        self._put(painter, 1, QPointF(300, 130), -25, width=100)
        painter.setPen(QPen(QColor(tint(ACCENT)), 4))
        painter.drawLine(QPointF(106, 118), QPointF(256, 118))
        for at, badge in ((QPointF(30, 40), BADGES[0]), (QPointF(330, 40), BADGES[1])):
            painter.setPen(QColor(tint(badge.colour)))
            painter.setFont(_small())
            painter.drawText(QRectF(at.x() - 30, at.y() - 20, 60, 40), Qt.AlignmentFlag.AlignCenter, badge.shape.value)
        painter.setPen(QColor(tint(PAPER)))
        painter.setFont(_small())
        painter.drawText(QRectF(0, 180, 360, 34), Qt.AlignmentFlag.AlignCenter, "213.4 ± 0.6 mm")


def _marker(painter: QPainter, centre: QPointF, size: float) -> None:
    area = QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size)
    painter.fillRect(area.adjusted(-3, -3, 3, 3), QColor("#ffffff"))
    painter.fillRect(area, QColor("#000000"))
    painter.fillRect(QRectF(area.left() + size / 4, area.top() + size / 4, size / 4, size / 2), QColor("#ffffff"))


def _small() -> QFont:
    font = QFont()
    font.setPointSize(points(SMALL_PT))
    font.setBold(True)
    return font
