"""The players' signs on paper: their shape in a colour that reads on white."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPolygonF

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

SHAPES: Final[Mapping[str, _Corners]] = MappingProxyType(
    {
        "▲": _regular(3),
        "■": _regular(4, first_deg=-45.0),
        "●": _regular(40),
        "◆": _regular(4),
        "★": _regular(10, waist=0.42),
        "✚": _PLUS,
    }
)

#: The colour's word -> how it is printed: dark enough for thin lines on white.
INKS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "blue": "#0a6aa8",
        "orange": "#b04a00",
        "green": "#007a5c",
        "purple": "#9c4378",
        "yellow": "#7d6500",
        "white": "#4d5058",
    }
)

#: Dashes of the players' lines in their order, in widths of the line: colour never alone.
DASHES: Final[tuple[tuple[float, ...], ...]] = ((), (6, 2), (2, 2), (8, 2, 2, 2), (1, 1.5), (10, 3))


def draw_sign(painter: QPainter, shape: str, ink: str, at_mm: QPointF, radius_mm: float) -> None:
    """A player's shape about a point."""
    corners = [at_mm + QPointF(x, y) * radius_mm for x, y in SHAPES[shape]]
    painter.save()
    painter.setPen(QColor(ink))
    painter.setBrush(QColor(ink))
    pen = painter.pen()
    pen.setWidthF(0.1)
    painter.setPen(pen)
    painter.drawPolygon(QPolygonF(corners))
    painter.restore()
