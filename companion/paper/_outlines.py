"""Outlines: closed polygons, and the three sight arrows (ledger OG-RANGE-01, 02, 07, 09), shapes that cannot be taken
for one another, colour or not.

Every arrow points up, its tip at the origin, y down, in millimetres on a die of 50.8 mm edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath


def closed_path(points: Sequence[tuple[float, float]]) -> QPainterPath:
    """A polygon."""
    path = QPainterPath(QPointF(*points[0]))
    for x, y in points[1:]:
        path.lineTo(x, y)
    path.closeSubpath()
    return path


@dataclass(frozen=True, slots=True)
class ArrowShape:
    """An outline and the place and height of the number in it."""

    outline: QPainterPath
    length_mm: float
    number_y_mm: float
    number_cap_mm: float
    number_width_mm: float


def _short() -> QPainterPath:
    """The smallest: a plain triangle with a concave base."""
    path = QPainterPath()
    path.lineTo(4.7, 8.5)
    path.quadTo(0, 5.9, -4.7, 8.5)
    path.closeSubpath()
    return path


def _long() -> QPainterPath:
    """A bit larger: two pieces, the head with its bottom edge pinched in the middle and a chevron under it."""
    path = QPainterPath()
    path.lineTo(4.9, 8.3)
    path.cubicTo(2.4, 8.5, 0.9, 8.1, 0, 6.9)
    path.cubicTo(-0.9, 8.1, -2.4, 8.5, -4.9, 8.3)
    path.closeSubpath()
    path.moveTo(0, 8.7)
    path.cubicTo(1.0, 9.9, 2.6, 10.2, 5.6, 9.9)
    path.lineTo(6.4, 11.4)
    path.cubicTo(3.0, 11.9, 1.1, 11.6, 0, 10.8)
    path.cubicTo(-1.1, 11.6, -3.0, 11.9, -6.4, 11.4)
    path.lineTo(-5.6, 9.9)
    path.cubicTo(-2.6, 10.2, -1.0, 9.9, 0, 8.7)
    path.closeSubpath()
    return path


def _all() -> QPainterPath:
    """The largest: a head that narrows to a waist and flares into a long forked fish-tail."""
    path = QPainterPath()
    path.lineTo(5.0, 7.4)
    path.cubicTo(4.2, 8.5, 1.6, 8.3, 1.4, 9.3)
    path.cubicTo(1.5, 10.6, 2.6, 12.2, 4.4, 13.6)
    path.cubicTo(2.8, 13.4, 1.0, 12.6, 0, 11.3)
    path.cubicTo(-1.0, 12.6, -2.8, 13.4, -4.4, 13.6)
    path.cubicTo(-2.6, 12.2, -1.5, 10.6, -1.4, 9.3)
    path.cubicTo(-1.6, 8.3, -4.2, 8.5, -5.0, 7.4)
    path.closeSubpath()
    return path


SHAPES: Final[dict[str, ArrowShape]] = {
    "short": ArrowShape(_short(), 8.5, 4.8, 3.1, 4.4),
    "long": ArrowShape(_long(), 11.8, 4.9, 3.1, 4.5),
    "all": ArrowShape(_all(), 13.6, 5.2, 3.2, 4.9),
}
