"""The owners' shapes, painted."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPolygonF

from companion.session import BadgeShape, PlayerBadge
from companion.ui.themes import tint

#: Where a star is slim, as a share of where it is wide.
_STAR_WAIST: Final = 0.42


def paint_badge(painter: QPainter, badge: PlayerBadge, area: QRectF) -> None:
    """An owner's shape, filled with their colour."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(QColor(badge.colour)))
    _BADGES[badge.shape](painter, area)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def on_ground(badge: PlayerBadge) -> PlayerBadge:
    """An owner's badge as it reads on the ground of the theme in force; over pictures it keeps its own colour."""
    return replace(badge, colour=tint(badge.colour))


def _triangle(painter: QPainter, area: QRectF) -> None:
    painter.drawPolygon(QPolygonF([area.bottomLeft(), area.bottomRight(), QPointF(area.center().x(), area.top())]))


def _diamond(painter: QPainter, area: QRectF) -> None:
    middle = area.center()
    corners = [
        QPointF(middle.x(), area.top()),
        QPointF(area.right(), middle.y()),
        QPointF(middle.x(), area.bottom()),
        QPointF(area.left(), middle.y()),
    ]
    painter.drawPolygon(QPolygonF(corners))


def _star(painter: QPainter, area: QRectF) -> None:
    painter.drawPolygon(QPolygonF([_on_rim(area, tip, 1.0 if tip % 2 == 0 else _STAR_WAIST) for tip in range(10)]))


def _on_rim(area: QRectF, tip: int, share: float) -> QPointF:
    """The corners of a star, the first at the top, clockwise."""
    turn = math.pi * tip / 5
    reach = QPointF(math.sin(turn) * area.width(), -math.cos(turn) * area.height()) * (share / 2)
    return area.center() + reach


def _cross(painter: QPainter, area: QRectF) -> None:
    arm = area.width() / 3
    painter.drawRect(area.adjusted(arm, 0, -arm, 0))
    painter.drawRect(area.adjusted(0, arm, 0, -arm))


def _nobody(painter: QPainter, area: QRectF) -> None:
    painter.drawRect(QRectF(area.left(), area.center().y() - area.height() / 8, area.width(), area.height() / 4))


_BADGES: Final = {
    BadgeShape.TRIANGLE: _triangle,
    BadgeShape.SQUARE: lambda painter, area: painter.drawRect(area.adjusted(1, 1, -1, -1)),
    BadgeShape.CIRCLE: lambda painter, area: painter.drawEllipse(area),
    BadgeShape.DIAMOND: _diamond,
    BadgeShape.STAR: _star,
    BadgeShape.CROSS: _cross,
    BadgeShape.NOBODY: _nobody,
}
assert set(_BADGES) == set(BadgeShape)
