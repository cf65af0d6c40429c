"""A chart of points over rounds: a curve for each account or team, its multiplier zones, names at the curves' ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from companion.paper.exercise_k.teams import draw_mark, pen_of, team_ink
from companion.paper.pages import GREY, write_line
from companion.text import translate

_GRID: Final = QColor("#d5d8dd")
_ZONES: Final = (QColor("#f3efe2"), QColor("#faf8f2"), QColor("#ffffff"))
_LABEL_MM: Final = 3.0
_NAMES_MM: Final = 26.0
_LEFT_MM: Final = 12.0
_LINES: Final = 5
_STEPS: Final = (1, 1.5, 2, 3, 4, 5, 6, 8, 10)


@dataclass(frozen=True, slots=True)
class RoundCurve:
    """A curve: its name, its team, 1 to 3 for a player of it (0: the team), points at the end of each round from 1."""

    name: str
    team: str
    number: int
    points: tuple[float, ...]


def draw_chart(
    painter: QPainter, box_mm: QRectF, curves: Sequence[RoundCurve], zones: Sequence[tuple[int, str]]
) -> None:
    """The chart in a box; ``zones``: the last round of each multiplier, and what is written there."""
    rounds = max((len(curve.points) for curve in curves), default=1)
    top = _top_of(max((max(curve.points, default=0) for curve in curves), default=0))
    area = box_mm.adjusted(_LEFT_MM, 5, -_NAMES_MM, -9)

    def place(number: float, points: float) -> QPointF:
        return QPointF(area.left() + number / rounds * area.width(), area.bottom() - points / top * area.height())

    _draw_zones(painter, area, rounds, zones)
    _draw_axes(painter, area, rounds, top)
    for curve in curves:
        _draw_curve(painter, curve, [place(0, 0), *(place(n, p) for n, p in enumerate(curve.points, 1))])
    _draw_names(painter, area, curves, [place(rounds, curve.points[-1] if curve.points else 0).y() for curve in curves])


def _top_of(most: float) -> float:
    """The end of the scale: a round number, a little above the most."""
    most = max(most, 10.0)
    ten = 10.0 ** math.floor(math.log10(most / _LINES))
    return next(ten * step * _LINES for step in _STEPS if ten * step * _LINES >= most)


def _draw_zones(painter: QPainter, area: QRectF, rounds: int, zones: Sequence[tuple[int, str]]) -> None:
    start = 0
    for (last, words), colour in zip(zones, _ZONES, strict=False):
        end = min(last, rounds)
        if end <= start:
            break
        left, right = (area.left() + number / rounds * area.width() for number in (start, end))
        painter.fillRect(QRectF(left, area.top(), right - left, area.height()), colour)
        write_line(painter, words, ((left + right) / 2, area.top() - 1.2), 3.0, align=_MIDDLE, colour=GREY)
        start = end


def _draw_axes(painter: QPainter, area: QRectF, rounds: int, top: float) -> None:
    for number in range(_LINES + 1):
        y = area.bottom() - number / _LINES * area.height()
        painter.setPen(QPen(_GRID, 0.2))
        painter.drawLine(QLineF(area.left(), y, area.right(), y))
        points = f"{number / _LINES * top:g}"
        write_line(painter, points, (area.left() - 1.5, y + 1), _LABEL_MM, align=_RIGHT, colour=GREY)
    for number in range(1, rounds + 1, max(1, rounds // 20)):
        x = area.left() + number / rounds * area.width()
        painter.setPen(QPen(_GRID, 0.2))
        painter.drawLine(QLineF(x, area.top(), x, area.bottom() + 1))
        write_line(painter, f"{number}", (x, area.bottom() + 4), _LABEL_MM, align=_MIDDLE, colour=GREY)
    middle = (area.center().x(), area.bottom() + 8)
    write_line(painter, translate("paper", "end of round"), middle, _LABEL_MM, align=_MIDDLE, colour=GREY)


def _draw_curve(painter: QPainter, curve: RoundCurve, points: Sequence[QPointF]) -> None:
    painter.setPen(pen_of(curve.team, curve.number, 0.5 if curve.number else 0.8))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(list(points)))
    painter.setPen(Qt.PenStyle.NoPen)
    for point in points[1:]:
        draw_mark(painter, curve.team, point, 1.6 if curve.number else 2.2)


def _draw_names(painter: QPainter, area: QRectF, curves: Sequence[RoundCurve], ends: Sequence[float]) -> None:
    """The names at the right, moved apart where curves end together; a thin line leads to each."""
    order = sorted(range(len(curves)), key=lambda k: ends[k])
    heights = _apart([ends[k] for k in order], 3.6, area.bottom() + 2)
    for k, y in zip(order, heights, strict=True):
        curve = curves[k]
        painter.setPen(QPen(team_ink(curve.team), 0.15))
        painter.drawLine(QLineF(area.right() + 0.8, ends[k], area.right() + 3.2, y))
        draw_mark(painter, curve.team, QPointF(area.right() + 4.8, y), 2.0)
        total = curve.points[-1] if curve.points else 0
        words, colour = f"{curve.name}  {total:g}", team_ink(curve.team)
        write_line(painter, words, (area.right() + 6.8, y + 1.1), 3.0, bold=not curve.number, colour=colour)


def _apart(heights: Sequence[float], gap: float, lowest: float) -> list[float]:
    """Ascending heights at least ``gap`` apart, none below ``lowest``."""
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + gap) if found else height)
    for k in reversed(range(len(found))):
        limit = lowest if k == len(found) - 1 else found[k + 1] - gap
        found[k] = min(found[k], limit)
    return found


_MIDDLE: Final = Qt.AlignmentFlag.AlignHCenter
_RIGHT: Final = Qt.AlignmentFlag.AlignRight
