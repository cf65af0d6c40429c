"""The loupe: the places that a close call hangs on, enlarged, each with its line and its number."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from companion.session.overlay import Scene, View, Zoomed
from companion.session.play import LoupeSpot
from companion.ui.overlay import paint_scene
from companion.ui.theme import AMBER, GRAPHITE, PAPER
from companion.ui.themes import tint, type_pt

#: Paints the dice that a picture lacks, in a view.
Painting = Callable[[QPainter, View], None]

#: A glass is so wide at most, and takes no more than a share of what it lies over; all glasses that share across.
_MOST_PX: Final = 420
_SHARE: Final = 0.42
#: It enlarges at least so many times what is seen on the table beside it.
_LEAST_ZOOM: Final = 2.0
_WORDS_PX: Final = 64
_GAP_PX: Final = 10
_TITLE_PT: Final = 13
_NUMBER_PT: Final = 11


def _type_of(size_pt: int) -> QFont:
    font = QFont()
    font.setPointSize(type_pt(size_pt))
    font.setBold(True)
    return font


def _nothing(_painter: QPainter, _view: View) -> None:
    """A picture that was taken shows its dice."""


class Loupe(QWidget):
    """Stands over the corner of the table; nothing is clicked in it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("loupe")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.places: tuple[LoupeSpot, ...] = ()
        self._picture: QPixmap | None = None
        self._view: View | None = None
        self._scene: Scene | None = None
        self._paint_dice: Painting = _nothing
        self._side = self._across = _MOST_PX
        self._table_scale = 0.0
        self.hide()

    def show_places(
        self,
        places: Sequence[LoupeSpot],
        picture: QPixmap,
        view: View,
        scene: Scene,
        paint_dice: Callable[[QPainter, View], None],
        *,
        table_scale: float,
    ) -> None:
        """Enlarge places of a picture; the scene's pixels are the picture's; ``paint_dice`` paints what it lacks;
        table_scale: how many times larger than its pixels the picture is seen on the table beside it."""
        self._paint_dice, self._table_scale = paint_dice, table_scale
        self.places, self._picture, self._view = tuple(places), picture, view
        self._scene = Scene(scene.size_wh, scene.marks, (), scene.stamps)
        self.setVisible(bool(places))
        self.raise_()
        self.update()

    def fit(self, room: QSize) -> None:
        """As large as there is room for, where it may lie."""
        count = len(self.places)
        high = min(_SHARE * room.height(), room.height() - _WORDS_PX - 2 * _GAP_PX)
        self._side = max(1, round(min(_MOST_PX, high, _SHARE * room.width() / max(1, count))))
        words = [(place.title, _TITLE_PT) for place in self.places] + [
            (place.number, _NUMBER_PT) for place in self.places
        ]
        wide = (QFontMetricsF(_type_of(size_pt)).horizontalAdvance(text) for text, size_pt in words)
        self._across = max(self._side, *(math.ceil(one) for one in wide)) if words else self._side
        self.resize(count * self._across + (count + 1) * _GAP_PX, self._side + _WORDS_PX + 2 * _GAP_PX)

    def scale_of(self, place: LoupeSpot) -> float:
        """How many times larger than its pixels a place of the picture is shown."""
        if self._view is None:
            return 0.0
        x, y = place.at_mm
        around = np.array([[x, y, place.height_mm], [x + place.across_mm / 2, y, place.height_mm]])
        centre, rim = self._view.project(around)
        return max(self._side / 2 / max(float(np.hypot(*(rim - centre))), 1e-6), _LEAST_ZOOM * self._table_scale)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Every place in a round glass of its own."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plate = QColor(tint(GRAPHITE))
        plate.setAlphaF(0.92)
        painter.setBrush(plate)
        painter.setPen(QPen(QColor(tint(AMBER)), 2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 10, 10)
        for number, place in enumerate(self.places):
            left = _GAP_PX + number * (self._across + _GAP_PX)
            glass = QRectF(left + (self._across - self._side) / 2, _GAP_PX, self._side, self._side)
            self._paint_glass(painter, place, glass)
            self._write(painter, place, QRectF(left, _GAP_PX + self._side, self._across, _WORDS_PX + _GAP_PX / 2))
        painter.end()

    def _paint_glass(self, painter: QPainter, place: LoupeSpot, area: QRectF) -> None:
        if self._view is None or self._picture is None or self._scene is None:
            return
        scale = self.scale_of(place)
        centre = self._view.project([[*place.at_mm, place.height_mm]])[0]
        offset = (area.center().x() - scale * (centre[0] + 0.5), area.center().y() - scale * (centre[1] + 0.5))
        glass = QPainterPath()
        glass.addEllipse(area)
        painter.save()
        painter.setClipPath(glass)
        painter.fillRect(area, QColor(tint(GRAPHITE)))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(QPointF(*offset))
        painter.scale(scale, scale)
        painter.drawPixmap(0, 0, self._picture)
        painter.restore()
        size = self.width(), self.height()
        self._paint_dice(painter, Zoomed(self._view, scale, offset, size))
        paint_scene(painter, self._scene.zoomed(scale, offset, size), point_px=1.2)
        painter.restore()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(tint(PAPER)), 2))
        painter.drawEllipse(area)

    def _write(self, painter: QPainter, place: LoupeSpot, area: QRectF) -> None:
        painter.setFont(_type_of(_TITLE_PT))
        painter.setPen(QColor(tint(PAPER)))
        upper = QRectF(area.left(), area.top(), area.width(), area.height() / 2)
        painter.drawText(upper, Qt.AlignmentFlag.AlignCenter, place.title)
        painter.setPen(QColor(tint(AMBER)))
        painter.setFont(_type_of(_NUMBER_PT))
        painter.drawText(upper.translated(0, area.height() / 2), Qt.AlignmentFlag.AlignCenter, place.number)
