"""The three sight arrows (ledger OG-RANGE-01, 02, 07, 09): shapes that cannot be taken for one another, colour or not.

Every shape points up, its tip at the origin, y down, in millimetres on a die of 50.8 mm edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QPainterPath


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
    path.moveTo(0, 0)
    path.lineTo(4.9, 8.9)
    path.quadTo(0, 6.1, -4.9, 8.9)
    path.closeSubpath()
    return path


def _long() -> QPainterPath:
    """A bit larger: two pieces, the head with its bottom edge pinched in the middle and a chevron under it."""
    path = QPainterPath()
    path.moveTo(0, 0)
    path.lineTo(5.3, 9.0)
    path.cubicTo(2.2, 9.0, 0.9, 8.6, 0, 7.2)
    path.cubicTo(-0.9, 8.6, -2.2, 9.0, -5.3, 9.0)
    path.closeSubpath()
    path.moveTo(0, 8.9)
    path.cubicTo(0.9, 10.2, 2.4, 10.6, 5.9, 10.5)
    path.lineTo(6.6, 12.3)
    path.cubicTo(2.6, 12.6, 1.0, 12.0, 0, 11.2)
    path.cubicTo(-1.0, 12.0, -2.6, 12.6, -6.6, 12.3)
    path.lineTo(-5.9, 10.5)
    path.cubicTo(-2.4, 10.6, -0.9, 10.2, 0, 8.9)
    path.closeSubpath()
    return path


def _all() -> QPainterPath:
    """The largest: a head that narrows to a waist and flares into a long forked fish-tail."""
    path = QPainterPath()
    path.moveTo(0, 0)
    path.lineTo(5.4, 8.3)
    path.cubicTo(4.6, 9.6, 2.0, 9.6, 1.8, 11.0)
    path.cubicTo(1.9, 12.6, 3.2, 14.4, 5.4, 16.2)
    path.cubicTo(3.4, 15.9, 1.4, 15.0, 0, 13.6)
    path.cubicTo(-1.4, 15.0, -3.4, 15.9, -5.4, 16.2)
    path.cubicTo(-3.2, 14.4, -1.9, 12.6, -1.8, 11.0)
    path.cubicTo(-2.0, 9.6, -4.6, 9.6, -5.4, 8.3)
    path.closeSubpath()
    return path


SHAPES: Final[dict[str, ArrowShape]] = {
    "short": ArrowShape(_short(), 8.9, 5.0, 3.1, 4.6),
    "long": ArrowShape(_long(), 12.5, 5.2, 3.2, 4.9),
    "all": ArrowShape(_all(), 16.2, 5.9, 3.4, 5.4),
}
