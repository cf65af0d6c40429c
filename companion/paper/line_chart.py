"""A chart over turns or rounds: a line for each player or team, with their sign and name at its end; and these signs,
shapes in colours that read on white.

Units: mm on the page.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from companion.paper.colours import INK
from companion.paper.pages import GREY, write_line

_AXIS: Final = QPen(QColor("#5b6068"), 0.25)
_GRID: Final = QPen(QColor("#d5d8dc"), 0.15)
_ZONES: Final = (QColor("#f3efe2"), QColor("#faf8f2"), QColor("#ffffff"))
_SMALL_MM: Final = 2.8
#: Room for the numbers at the left, the names at the right, the turns below, the title above.
_LEFT, _RIGHT, _BELOW, _ABOVE = 8.0, 26.0, 6.0, 9.0
#: About so many lines across, at steps that are easy to read.
_LINES: Final = 5
_STEPS: Final = (1.0, 2.0, 5.0)
_SIGN_MM: Final = 1.4
_POINT_MM: Final = 0.9
#: A longer name at the end of a line is cut off.
_MOST_LETTERS: Final = 12


@dataclass(frozen=True, slots=True)
class ChartCurve:
    """Numbers at the end of each turn or round, the first first. shape and ink: of the sign; dash: in widths of the
    line, none for a whole one."""

    name: str
    shape: str
    ink: str
    values: tuple[float, ...]
    dash: tuple[float, ...] = ()
    width_mm: float = 0.7


@dataclass(frozen=True, slots=True)
class LineChart:
    """What is charted over what (``counted``: turns, rounds).

    goal: a line across with its words, such as the points that win; zones: grounds, each by the last turn of it and
    its words; stepped: lines stay level through a turn and step where it ends; else they run straight, from nothing,
    with the sign at every point.
    """

    title: str
    counted: str
    curves: tuple[ChartCurve, ...]
    goal: tuple[float, str] | None = None
    zones: tuple[tuple[int, str], ...] = ()
    stepped: bool = True

    @property
    def turns(self) -> int:
        """How many turns there are."""
        return max((len(curve.values) for curve in self.curves), default=0)

    @property
    def top(self) -> float:
        """The largest number of the upright axis: a whole number of steps."""
        most = max([1.0, self.goal[0] if self.goal else 0.0, *(v for curve in self.curves for v in curve.values)])
        return math.ceil(most / step_for(most)) * step_for(most)

    @property
    def bottom(self) -> float:
        """The smallest: 0, or less where somebody fell below it."""
        least = min([0.0, *(v for curve in self.curves for v in curve.values)])
        return math.floor(least / step_for(self.top)) * step_for(self.top)


def step_for(most: float) -> float:
    """The distance of the lines across a chart that reaches so high: 1, 2 or 5 times a power of ten, at least 1."""
    rough = max(most / _LINES, 1.0)
    power = 10.0 ** math.floor(math.log10(rough))
    return next((power * step for step in _STEPS if power * step >= rough), power * 10)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where the numbers of a chart lie on the page."""

    area: QRectF
    chart: LineChart

    def at(self, turn: float, value: float) -> QPointF:
        """The place of a value at the end of a turn; turn 0 is the beginning."""
        x = self.area.left() + self.area.width() * turn / max(self.chart.turns, 1)
        span = self.chart.top - self.chart.bottom
        return QPointF(x, self.area.bottom() - self.area.height() * (value - self.chart.bottom) / span)


def draw_line_chart(painter: QPainter, chart: LineChart, box_mm: QRectF) -> None:
    """Draw a chart into a box, with its title above it."""
    write_line(painter, chart.title, (box_mm.left(), box_mm.top() + 4.0), 3.8, bold=True)
    frame = _Frame(box_mm.adjusted(_LEFT, _ABOVE, -_RIGHT, -_BELOW), chart)
    _draw_zones(painter, frame)
    _draw_axes(painter, frame)
    if chart.goal is not None:
        value, words = chart.goal
        left = frame.at(0, value)
        painter.setPen(QPen(INK, 0.25, Qt.PenStyle.DashLine))
        painter.drawLine(left, frame.at(chart.turns, value))
        write_line(painter, words, (left.x() + 1.5, left.y() + 3.4), _SMALL_MM, colour=GREY)
    for curve in chart.curves:
        _draw_curve(painter, frame, curve)
    _draw_ends(painter, frame)


def _draw_zones(painter: QPainter, frame: _Frame) -> None:
    start = 0
    for (last, words), colour in zip(frame.chart.zones, _ZONES, strict=False):
        end = min(last, frame.chart.turns)
        if end > start:
            left, right = frame.at(start, 0).x(), frame.at(end, 0).x()
            painter.fillRect(QRectF(left, frame.area.top(), right - left, frame.area.height()), colour)
            place = ((left + right) / 2, frame.area.top() - 1.2)
            write_line(painter, words, place, _SMALL_MM, align=Qt.AlignmentFlag.AlignHCenter, colour=GREY)
        start = max(start, end)


def _draw_axes(painter: QPainter, frame: _Frame) -> None:
    chart, step = frame.chart, step_for(frame.chart.top)
    for count in range(round((chart.top - chart.bottom) / step) + 1):
        value = chart.bottom + count * step
        left, right = frame.at(0, value), frame.at(chart.turns, value)
        painter.setPen(_AXIS if value == 0 else _GRID)
        painter.drawLine(left, right)
        place = (left.x() - 1.5, left.y() + 1.0)
        write_line(painter, f"{value:g}", place, _SMALL_MM, align=Qt.AlignmentFlag.AlignRight, colour=GREY)
    painter.setPen(_AXIS)
    painter.drawLine(frame.area.topLeft(), frame.area.bottomLeft())
    every, middle = round(step_for(chart.turns * 0.6)), Qt.AlignmentFlag.AlignHCenter
    for turn in range(every, chart.turns + 1, every):
        spot = QPointF(frame.at(turn, 0).x(), frame.area.bottom())
        painter.setPen(_AXIS)
        painter.drawLine(spot, spot + QPointF(0, 1.0))
        write_line(painter, str(turn), (spot.x(), spot.y() + 4.0), _SMALL_MM, align=middle, colour=GREY)
    at = (frame.area.right() + 3.0, frame.area.bottom() + 4.0)
    write_line(painter, chart.counted, at, _SMALL_MM, colour=GREY)


def _draw_curve(painter: QPainter, frame: _Frame, curve: ChartCurve) -> None:
    if not curve.values:
        return
    stepped = frame.chart.stepped
    path = QPainterPath(frame.at(0, curve.values[0] if stepped else 0.0))
    for turn, value in enumerate(curve.values, start=1):
        if stepped:
            path.lineTo(frame.at(turn - 1, value))
        path.lineTo(frame.at(turn, value))
    pen = QPen(QColor(curve.ink), curve.width_mm, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    if curve.dash:
        pen.setDashPattern(list(curve.dash))
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    for turn, value in () if stepped else enumerate(curve.values, start=1):
        draw_sign(painter, curve.shape, curve.ink, frame.at(turn, value), _POINT_MM)


def _draw_ends(painter: QPainter, frame: _Frame) -> None:
    """Signs and names at the ends of the lines, one below the other where lines end together; a thin line leads to
    each."""
    ended = sorted((curve for curve in frame.chart.curves if curve.values), key=lambda curve: -curve.values[-1])
    wanted = [frame.at(frame.chart.turns, curve.values[-1]).y() for curve in ended]
    right = frame.area.right()
    for curve, end, y in zip(ended, wanted, spread(wanted, 1.25 * _SMALL_MM, frame.area.bottom()), strict=True):
        painter.setPen(QPen(QColor(curve.ink), 0.15))
        painter.drawLine(QPointF(right + 0.3, end), QPointF(right + 1.4, y))
        draw_sign(painter, curve.shape, curve.ink, QPointF(right + 3.0, y), _SIGN_MM)
        words = f"{curve.values[-1]:g}  {curve.name}"
        words = words if len(words) <= _MOST_LETTERS else f"{words[: _MOST_LETTERS - 1]}…"
        write_line(painter, words, (right + 5.6, y + 1.0), _SMALL_MM, colour=QColor(curve.ink))


def spread(wanted: Sequence[float], apart: float, last: float) -> list[float]:
    """Places as near as can be to those wanted, in their order, so far apart and none past the last."""
    places: list[float] = []
    for place in wanted:
        places.append(max(place, places[-1] + apart) if places else place)
    for at in range(len(places) - 1, -1, -1):
        places[at] = min(places[at], last - apart * (len(places) - 1 - at))
    return places


# --- signs ---------------------------------------------------------------------------------------------------------

#: Corners of each shape in a circle of radius 1, y down; a circle has as many as it takes to look round.
_Corners = Sequence[tuple[float, float]]


def _regular(corners: int, *, first_deg: float = -90.0, waist: float = 1.0) -> _Corners:
    """Corners at equal angles; with a waist every second one lies nearer to the middle."""
    turns = (math.radians(first_deg + 360 * place / corners) for place in range(corners))
    reach = (waist if place % 2 else 1.0 for place in range(corners))
    return [(share * math.cos(turn), share * math.sin(turn)) for turn, share in zip(turns, reach, strict=True)]


_ARM: Final = 0.33
_PLUS: Final = [
    (-_ARM, -1.0), (_ARM, -1.0), (_ARM, -_ARM), (1.0, -_ARM), (1.0, _ARM), (_ARM, _ARM),
    (_ARM, 1.0), (-_ARM, 1.0), (-_ARM, _ARM), (-1.0, _ARM), (-1.0, -_ARM), (-_ARM, -_ARM),
]  # fmt: skip

SHAPES: Final[Mapping[str, _Corners]] = {
    "▲": _regular(3),
    "■": _regular(4, first_deg=-45.0),
    "●": _regular(40),
    "◆": _regular(4),
    "★": _regular(10, waist=0.42),
    "✚": _PLUS,
}

#: The colour's word -> how it is printed: dark enough for thin lines on white.
INKS: Final[Mapping[str, str]] = {
    "blue": "#0a6aa8",
    "orange": "#b04a00",
    "green": "#007a5c",
    "purple": "#9c4378",
    "yellow": "#7d6500",
    "white": "#4d5058",
}

#: Dashes of the players' lines in their order, in widths of the line: colour never alone.
DASHES: Final[tuple[tuple[float, ...], ...]] = ((), (6, 2), (2, 2), (8, 2, 2, 2), (1, 1.5), (10, 3))


def draw_sign(painter: QPainter, shape: str, ink: str, at_mm: QPointF, radius_mm: float) -> None:
    """A player's shape about a point."""
    painter.save()
    painter.setPen(QPen(QColor(ink), 0.1))
    painter.setBrush(QColor(ink))
    painter.drawPolygon(QPolygonF([at_mm + QPointF(x, y) * radius_mm for x, y in SHAPES[shape]]))
    painter.restore()
