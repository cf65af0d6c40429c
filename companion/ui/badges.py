"""The owners' shapes, painted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from companion.session import BadgeShape, PlayerBadge
from companion.ui.themes import tint

#: Where a star is slim, as a share of where it is wide.
_STAR_WAIST: Final = 0.42


def paint_badge(painter: QPainter, badge: PlayerBadge, area: QRectF) -> None:
    """An owner's shape, filled with their colour."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(badge.colour))
    _BADGES[badge.shape](painter, area)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def on_ground(badge: PlayerBadge) -> PlayerBadge:
    """An owner's badge as it reads on the ground of the theme in force; over pictures it keeps its own colour."""
    return replace(badge, colour=tint(badge.colour))


def _polygon(*corners: tuple[float, float]) -> Callable[[QPainter, QRectF], None]:
    """Paints an outline; its corners lie in an area from (0, 0) at the upper left to (1, 1)."""

    def paint(painter: QPainter, area: QRectF) -> None:
        spots = (QPointF(x * area.width(), y * area.height()) for x, y in corners)
        painter.drawPolygon(QPolygonF([area.topLeft() + spot for spot in spots]))

    return paint


def _star() -> Iterator[tuple[float, float]]:
    """The corners of a star, the first at the top, clockwise."""
    for tip in range(10):
        turn, reach = math.pi * tip / 5, (_STAR_WAIST if tip % 2 else 1.0) / 2
        yield 0.5 + math.sin(turn) * reach, 0.5 - math.cos(turn) * reach


def _cross(painter: QPainter, area: QRectF) -> None:
    arm = area.width() / 3
    painter.drawRect(area.adjusted(arm, 0, -arm, 0))
    painter.drawRect(area.adjusted(0, arm, 0, -arm))


def _nobody(painter: QPainter, area: QRectF) -> None:
    painter.drawRect(QRectF(area.left(), area.center().y() - area.height() / 8, area.width(), area.height() / 4))


_BADGES: Final = {
    BadgeShape.TRIANGLE: _polygon((0, 1), (1, 1), (0.5, 0)),
    BadgeShape.SQUARE: lambda painter, area: painter.drawRect(area.adjusted(1, 1, -1, -1)),
    BadgeShape.CIRCLE: lambda painter, area: painter.drawEllipse(area),
    BadgeShape.DIAMOND: _polygon((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)),
    BadgeShape.STAR: _polygon(*_star()),
    BadgeShape.CROSS: _cross,
    BadgeShape.NOBODY: _nobody,
}
assert set(_BADGES) == set(BadgeShape)
