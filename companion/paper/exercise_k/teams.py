"""How teams look on paper: a colour that reads on white, a shape beside it, and a dash for each player's number."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from companion.paper._colours import INK

#: Okabe-Ito colours (safe for the common kinds of colour blindness); a team that is not here is drawn in ink.
TEAM_INKS: Final[Mapping[str, QColor]] = MappingProxyType(
    {"Red": QColor("#c8500a"), "Blue": QColor("#0072b2"), "Green": QColor("#00875f"), "Black": QColor("#14171c")}
)
#: Dashes of players 1, 2, 3 in line widths; a team's own line is whole.
DASHES: Final = ((), (), (5.0, 2.0), (1.2, 1.8))


def team_ink(team: str) -> QColor:
    """A team's colour."""
    return TEAM_INKS.get(team, INK)


def pen_of(team: str, number: int, width_mm: float) -> QPen:
    """A team's pen; ``number`` 1 to 3 for a player of it, 0 for the team."""
    pen = QPen(team_ink(team), width_mm, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)
    if DASHES[number]:
        pen.setDashPattern(list(DASHES[number]))
    return pen


def draw_mark(painter: QPainter, team: str, at: QPointF, size_mm: float) -> None:
    """A team's shape in its colour; ``size_mm`` from side to side."""
    path = _MARKS.get(team, _circle)(size_mm / 2)
    painter.fillPath(path.translated(at), team_ink(team))


def _circle(radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(0, 0), radius, radius)
    return path


def _square(radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRect(QRectF(-0.88 * radius, -0.88 * radius, 1.76 * radius, 1.76 * radius))
    return path


def _corners(radius: float, first_deg: float, count: int) -> QPainterPath:
    path = QPainterPath()
    for number in range(count):
        angle = math.radians(first_deg + 360 / count * number)
        point = QPointF(1.12 * radius * math.cos(angle), 1.12 * radius * math.sin(angle))
        path.lineTo(point) if number else path.moveTo(point)
    path.closeSubpath()
    return path


_MARKS: Final[Mapping[str, Callable[[float], QPainterPath]]] = MappingProxyType(
    {
        "Red": _square,
        "Blue": lambda radius: _corners(radius, -90, 3),
        "Green": _circle,
        "Black": lambda radius: _corners(radius, -90, 4),
    }
)
assert set(_MARKS) == set(TEAM_INKS)
