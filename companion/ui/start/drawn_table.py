"""The table as it will be drawn where there is no camera: to scale, with its size and who sits where."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from companion.session.match_setup import MatchPlan, Surface
from companion.ui.start.ground import DrawnGround
from companion.ui.start.lettering import text_font
from companion.ui.theme import ASH, BASE_PT, GRAPHITE, PAPER, PEBBLE, SMALL_PT
from companion.ui.themes import tint

_OUT_PX: Final = 34.0


def paint_drawn_table(painter: QPainter, area: QRectF, surface: Surface, plan: MatchPlan | None) -> None:
    """Paint it as large as it goes; without a plan nobody sits there."""
    if surface.problem is not None:
        return
    width_mm, depth_mm = surface.size_mm
    ground = DrawnGround.within(area, surface)
    painter.setPen(QPen(QColor(tint(ASH)), 3))
    painter.setBrush(QColor(tint(GRAPHITE)))
    painter.drawPolygon(QPolygonF([ground.screen(corner) for corner in surface.outline]))
    painter.setPen(QColor(tint(PEBBLE)))
    painter.setFont(text_font(BASE_PT))
    middle = QRectF(ground.screen((0.0, depth_mm)), ground.screen((width_mm, 0.0)))
    painter.drawText(middle, Qt.AlignmentFlag.AlignCenter, f"{width_mm:g} × {depth_mm:g} mm")
    if plan is None:
        return
    places = plan.on(surface).places
    for entrant in plan.entrants:
        inward, badge = places[entrant.name].inward, entrant.badge
        out = QPointF(-inward[0] * _OUT_PX, inward[1] * _OUT_PX)
        _paint_seat(
            painter, ground.screen(places[entrant.name].middle_mm) + out, f"{badge.shape} {entrant.name}", badge.colour
        )


def _paint_seat(painter: QPainter, centre: QPointF, text: str, colour: str) -> None:
    painter.setFont(text_font(SMALL_PT, bold=True))
    wide, high = painter.fontMetrics().horizontalAdvance(text) + 24.0, painter.fontMetrics().height() + 12.0
    plate = QRectF(centre.x() - wide / 2, centre.y() - high / 2, wide, high)
    painter.setPen(QPen(QColor(tint(colour)), 3))
    painter.setBrush(QColor(tint(GRAPHITE)))
    painter.drawRoundedRect(plate, 8, 8)
    painter.setPen(QColor(tint(PAPER)))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)
