"""The table as it will be drawn where there is no camera: to scale, with its size and who sits where."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from companion.geometry import Point
from companion.table.opening import Plan, Surface
from companion.ui.start.lettering import type_of
from companion.ui.theme import ASH, BASE_PT, GRAPHITE, PAPER, PEBBLE, SMALL_PT
from companion.ui.themes import tint

#: Kept free around the table for the names, px.
_MARGIN_PX: Final = 80.0
_OUT_PX: Final = 34.0


def paint_drawn_table(painter: QPainter, area: QRectF, surface: Surface, plan: Plan | None) -> None:
    """Paint it as large as it goes; without a plan nobody sits there."""
    if surface.problem is not None:
        return
    width_mm, depth_mm = surface.size_mm
    room = area.adjusted(_MARGIN_PX, _MARGIN_PX, -_MARGIN_PX, -_MARGIN_PX)
    scale = min(room.width() / width_mm, room.height() / depth_mm)
    left, low = room.center().x() - scale * width_mm / 2, room.center().y() + scale * depth_mm / 2

    def px(point_mm: Point) -> QPointF:
        return QPointF(left + scale * point_mm[0], low - scale * point_mm[1])

    painter.setPen(QPen(QColor(tint(ASH)), 3))
    painter.setBrush(QColor(tint(GRAPHITE)))
    painter.drawPolygon(QPolygonF([px(corner) for corner in surface.outline]))
    painter.setPen(QColor(tint(PEBBLE)))
    painter.setFont(type_of(BASE_PT))
    middle = QRectF(left, low - scale * depth_mm, scale * width_mm, scale * depth_mm)
    painter.drawText(middle, Qt.AlignmentFlag.AlignCenter, f"{width_mm:g} × {depth_mm:g} mm")
    if plan is None:
        return
    places = plan.on(surface).places
    for entrant in plan.entrants:
        inward, badge = places[entrant.name].inward, entrant.badge
        out = QPointF(-inward[0] * _OUT_PX, inward[1] * _OUT_PX)
        _paint_seat(painter, px(places[entrant.name].middle_mm) + out, f"{badge.shape} {entrant.name}", badge.colour)


def _paint_seat(painter: QPainter, centre: QPointF, text: str, colour: str) -> None:
    painter.setFont(type_of(SMALL_PT, bold=True))
    wide, high = painter.fontMetrics().horizontalAdvance(text) + 24.0, painter.fontMetrics().height() + 12.0
    plate = QRectF(centre.x() - wide / 2, centre.y() - high / 2, wide, high)
    painter.setPen(QPen(QColor(tint(colour)), 3))
    painter.setBrush(QColor(tint(GRAPHITE)))
    painter.drawRoundedRect(plate, 8, 8)
    painter.setPen(QColor(tint(PAPER)))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)
