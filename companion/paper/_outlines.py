"""Outlines: closed polygons, letters that are the same on every machine, in every output and without a Qt application,
and the three sight arrows (ledger OG-RANGE-01, 02, 07, 09), which cannot be taken for one another, colour or not.

Every arrow points up, its tip at the origin, y down, in millimetres on a die of 50.8 mm edge.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QTransform

#: Height of capitals and digits in em (DejaVu Sans Condensed Bold).
CAP_EM: Final = 0.729
_STEP: Final = re.compile(r"([MLC])?\s*(-?\d+) (-?\d+)")
#: A six or a nine alone gets a bar under it, as on other dice: the table is seen from every side.
_TURNABLE: Final = frozenset({"6", "9"})


def closed_path(points: Sequence[tuple[float, float]]) -> QPainterPath:
    """A polygon."""
    path = QPainterPath(QPointF(*points[0]))
    for x, y in points[1:]:
        path.lineTo(x, y)
    path.closeSubpath()
    return path


# --- letters -------------------------------------------------------------------------------------------------------


@cache
def _glyphs() -> dict[str, tuple[int, QPainterPath]]:
    text = resources.files(__package__).joinpath("glyphs.json").read_text("utf-8")
    return {letter: (advance, _outline(path)) for letter, (advance, path) in json.loads(text)["glyphs"].items()}


def _outline(words: str) -> QPainterPath:
    path = QPainterPath()
    bends: list[tuple[int, int]] = []
    path.setFillRule(Qt.FillRule.WindingFill)
    for verb, x, y in _STEP.findall(words):
        bends = [*bends, (int(x), int(y))] if verb in ("C", "") else []
        if verb == "M":
            path.moveTo(int(x), int(y))
        elif verb == "L":
            path.lineTo(int(x), int(y))
        elif len(bends) == 3:
            path.cubicTo(*bends[0], *bends[1], *bends[2])
            bends = []
    return path


def centred_text(
    text: str, cap_mm: float, x_mm: float = 0.0, y_mm: float = 0.0, width_mm: float | None = None
) -> QPainterPath:
    """A line of text with capitals ``cap_mm`` high, centred on a point and made narrower where it would be wider than
    ``width_mm``; letters that there are none of show as ``?``."""
    line, at, glyphs = QPainterPath(), 0.0, _glyphs()
    for letter in text:
        advance, outline = glyphs.get(letter, glyphs["?"])
        line.addPath(outline.translated(at, 0.0))
        at += advance
    line.setFillRule(Qt.FillRule.WindingFill)
    scale = cap_mm / (CAP_EM * 1000)
    line = QTransform.fromScale(scale, scale).map(line)
    box = line.boundingRect()
    squeeze = min(1.0, width_mm / box.width()) if width_mm and box.width() else 1.0
    place = QTransform.fromTranslate(x_mm, y_mm + cap_mm / 2).scale(squeeze, 1.0).translate(-box.center().x(), 0.0)
    return place.map(line)


def numeral(value: int | str, cap_mm: float, x_mm: float, y_mm: float, width_mm: float | None = None) -> QPainterPath:
    """A number centred on a point; a lone 6 or 9 gets a bar under it."""
    path = centred_text(str(value), cap_mm, x_mm, y_mm, width_mm)
    if str(value) in _TURNABLE:
        box = path.boundingRect()
        path.addRect(QRectF(box.left(), y_mm + cap_mm * 0.60, box.width(), cap_mm * 0.11))
    return path


# --- arrows --------------------------------------------------------------------------------------------------------


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
