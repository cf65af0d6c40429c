"""Outlines: closed polygons, letters that are the same on every machine, in every output and without a Qt application,
the three sight arrows (ledger OG-RANGE-01, 02, 07, 09), which cannot be taken for one another, colour or not, and small
silhouettes that tell a house die's kind at a glance, standing in its landscape. Our own drawings.

Every arrow points up, its tip at the origin, y down, in millimetres on a die of 50.8 mm edge. Each silhouette stands on
a field 14 mm wide (the Ogre fills the whole face): ground at 0, y down, so everything stands at negative y; it looks to
the right. Polygons are point lists, wheels are (x, y, radius) circles.
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

from companion.catalogue import Die

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


_Points = Sequence[tuple[float, float]]
_Wheel = tuple[float, float, float]


def _figure(*polygons: _Points, wheels: Sequence[_Wheel] = ()) -> QPainterPath:
    figure = QPainterPath()
    for points in polygons:
        figure = figure.united(closed_path(points))
    for x, y, radius in wheels:
        part = QPainterPath()
        part.addEllipse(QPointF(x, y), radius, radius)
        figure = figure.united(part)
    return figure


def _box(left: float, top: float, right: float, bottom: float) -> _Points:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _tracks(left: float, right: float, height: float) -> _Points:
    end = height * 0.55
    half = ((0, 0.0), (-end, -height * 0.6), (0, -height))
    return [*((left + end + x, y) for x, y in half), *((right - end - x, y) for x, y in reversed(half))]


def _infantry() -> QPainterPath:
    body = ((-0.9, -4.4), (0.9, -4.4), (0.8, -2.2), (1.3, 0), (0.4, 0), (0, -1.8), (-0.5, 0), (-1.4, 0), (-0.7, -2.2))
    rifle = ((-0.6, -3.3), (2.5, -4.4), (2.6, -4.0), (-0.4, -2.7))
    places = (-4.4, 0.0, 4.0)
    men = ([(x + place, y) for x, y in part] for place in places for part in (body, rifle))
    return _figure(*men, wheels=[(place, -5.2, 0.85) for place in places])


def _person(*gear: _Points, wheels: Sequence[_Wheel] = (), x: float = 0.0) -> QPainterPath:
    """A standing person with what is in hand, on the back or on the head."""
    body = ((-1.3, -6.4), (1.3, -6.4), (1.2, -3.2), (1.8, 0), (0.5, 0), (0, -2.6), (-0.7, 0), (-2.0, 0), (-1.1, -3.2))
    figure = _figure(body, *gear, wheels=[(0.0, -7.6, 1.25), *wheels])
    return figure.translated(x, 0)


_ROOM_MM: Final = 7.0

#: Class -> figure, for dice without one of their own.
_CLASSES: Final[dict[str, QPainterPath]] = {
    "Commander": _person(
        ((-1.9, -8.2), (-1.4, -9.4), (1.4, -9.4), (1.9, -8.2)),
        ((1.0, -5.8), (3.6, -7.6), (4.0, -7.0), (1.2, -4.8)),
        _box(3.5, -11.0, 4.0, -3.0),
        ((4.0, -11.0), (8.0, -9.8), (4.0, -8.4)),
    ),
    "Fighter": _person(
        ((0.8, -5.9), (4.4, -6.4), (4.5, -5.6), (1.0, -4.9)),
        ((4.0, -5.0), (4.4, -11.4), (5.0, -12.2), (5.4, -11.4), (5.0, -5.0)),
        _box(3.2, -5.6, 5.9, -5.0),
        ((-1.0, -6.0), (-4.0, -6.4), (-4.2, -2.6), (-2.8, -1.6), (-1.6, -2.8)),
    ),
    "Engineer": _person(
        ((0.9, -6.0), (4.2, -7.0), (4.4, -6.2), (1.1, -5.0)),
        ((3.6, -3.0), (4.4, -9.2), (3.6, -10.6), (4.6, -9.9), (5.6, -10.6), (5.2, -9.0), (4.6, -3.0)),
        _box(-5.6, -2.6, -2.4, 0.0),
        _box(-4.5, -3.3, -3.5, -2.5),
        _box(-1.5, -8.9, 1.5, -8.3),
    ),
    "Scout": _person(
        ((0.8, -6.0), (3.0, -8.0), (3.4, -7.4), (1.0, -5.0)),
        ((1.1, -8.2), (6.6, -9.6), (6.9, -8.2), (1.3, -7.2)),
        ((-1.0, -6.2), (-3.4, -5.0), (-4.4, -1.0), (-1.2, -2.8)),
    ),
    "Robot": _figure(
        _box(-3.0, -7.4, 3.0, -2.2),
        _box(-1.8, -10.4, 1.8, -7.8),
        _box(-0.25, -12.2, 0.25, -10.2),
        _box(-2.4, -2.4, -0.8, 0.0),
        _box(0.8, -2.4, 2.4, 0.0),
        ((-3.0, -7.0), (-5.6, -5.0), (-5.0, -2.4), (-4.2, -2.6), (-4.4, -4.6), (-3.0, -5.6)),
        ((3.0, -7.0), (5.6, -8.4), (6.8, -10.2), (6.0, -10.6), (5.0, -9.2), (3.0, -8.0)),
        wheels=[(0.0, -12.4, 0.6)],
    ),
    "Flyer": _person(
        ((-0.8, -6.2), (-7.4, -9.8), (-6.6, -7.6), (-7.0, -6.4), (-5.0, -5.6), (-1.0, -4.2)),
        ((0.8, -6.2), (7.4, -9.8), (6.6, -7.6), (7.0, -6.4), (5.0, -5.6), (1.0, -4.2)),
    ),
    "Shooter": _person(
        ((-0.6, -5.2), (7.2, -6.6), (7.3, -5.9), (2.4, -4.8), (2.2, -3.8), (1.2, -3.8), (1.0, -4.5), (-0.5, -4.1)),
        ((-2.6, -8.2), (-1.3, -9.2), (1.3, -9.2), (2.6, -8.2)),
    ),
    "Cloner": _person(x=-2.6).united(_person(x=2.6)).united(_figure(_box(-2.4, -5.2, 2.4, -4.4))),
    "Program": _figure(
        ((-5.6, -5.0), (-2.8, -8.6), (2.8, -8.6), (5.6, -5.0), (2.8, -1.4), (-2.8, -1.4)),
        _box(-7.4, -5.4, -5.2, -4.6),
        _box(5.2, -5.4, 7.4, -4.6),
        _box(-0.4, -11.2, 0.4, -8.4),
        _box(-0.4, -1.6, 0.4, 0.4),
    )
    .subtracted(_figure(wheels=[(0.0, -5.0, 2.2)]))
    .united(_figure(wheels=[(0.0, -5.0, 1.0)])),
}


def figure_of(die: Die) -> QPainterPath | None:
    """The figure that stands in a die's landscape: its own, or that of its first class that has one, made low enough to
    stand under the side number and the shield."""
    of_class = next((_CLASSES[name] for name in die.classes if name in _CLASSES), None)
    if die.id in SILHOUETTES or of_class is None:
        return SILHOUETTES.get(die.id)
    scale = min(1.0, _ROOM_MM / -of_class.boundingRect().top())
    return QTransform.fromScale(scale, scale).map(of_class)


#: Die id -> figure.
SILHOUETTES: Final[dict[str, QPainterPath]] = {
    "ogre/infantry": _infantry(),
    "ogre/gev": _figure(
        ((-6.6, -0.9), (-5.6, -2.4), (-1.5, -2.9), (3.4, -2.5), (6.8, -1.2), (6.0, 0), (-6.2, 0)),
        ((-1.8, -2.6), (-0.6, -4.2), (1.6, -4.0), (2.8, -2.4)),
        ((-6.4, -2.0), (-6.6, -5.0), (-5.4, -5.0), (-3.6, -2.4)),
        ((1.8, -3.7), (5.6, -3.9), (5.6, -3.4), (1.8, -3.1)),
    ),
    "ogre/light-tank": _figure(
        _tracks(-5.0, 5.0, 2.0),
        ((-4.2, -1.8), (-3.6, -3.0), (3.2, -3.0), (4.6, -1.8)),
        ((-2.0, -2.9), (-1.3, -4.4), (1.4, -4.4), (2.2, -2.9)),
        _box(1.2, -4.1, 5.8, -3.5),
    ),
    "ogre/missile-tank": _figure(
        _tracks(-5.6, 5.4, 2.1),
        ((-4.9, -1.9), (-4.3, -3.2), (3.6, -3.2), (5.0, -1.9)),
        _box(-1.2, -4.0, 0.6, -3.0),
        ((-4.4, -4.4), (3.6, -7.0), (4.2, -5.5), (-3.8, -3.2)),
        ((3.3, -6.9), (5.2, -6.9), (4.1, -5.4)),
    ),
    "ogre/heavy-tank": _figure(
        _tracks(-6.4, 6.2, 2.5),
        ((-5.8, -2.3), (-5.0, -3.8), (4.4, -3.8), (6.0, -2.3)),
        ((-3.4, -3.7), (-2.7, -5.8), (1.8, -5.8), (3.2, -3.7)),
        _box(1.6, -5.5, 7.4, -4.9),
        _box(1.6, -4.6, 7.4, -4.0),
        _box(-1.6, -6.5, 0.0, -5.7),
    ),
    "ogre/howitzer": _figure(
        ((-4.6, 0), (-3.4, -2.6), (2.6, -2.6), (4.2, 0)),
        ((-3.6, -2.2), (-2.6, -4.6), (0.6, -5.0), (1.6, -2.4)),
        ((-1.6, -4.9), (6.4, -8.4), (6.9, -7.4), (-0.4, -3.6)),
        ((6.0, -8.7), (7.2, -9.1), (7.7, -7.5), (6.6, -7.0)),
        ((-6.4, 0), (-3.2, -2.2), (-2.6, -1.4), (-5.0, 0)),
    ),
    "ogre/mobile-howitzer": _figure(
        _box(-6.2, -2.6, 5.6, -1.4),
        ((-3.2, -2.5), (-2.6, -4.4), (0.8, -4.6), (1.6, -2.5)),
        ((-2.0, -4.4), (5.6, -6.9), (6.0, -6.0), (-0.6, -3.3)),
        ((5.2, -7.1), (6.3, -7.4), (6.8, -6.1), (5.7, -5.7)),
        ((3.4, -2.5), (3.6, -4.0), (5.2, -4.0), (6.0, -2.5)),
        wheels=[(x, -1.0, 1.15) for x in (-4.9, -2.3, 1.6, 4.3)],
    ),
    "ogre/ogre": _figure(
        _tracks(-12.5, 12.0, 5.0),
        ((-12.0, -4.6), (-10.5, -8.4), (8.0, -8.4), (11.4, -4.6)),
        ((-8.6, -8.2), (-7.4, -12.0), (6.4, -12.0), (8.4, -8.2)),
        ((-3.4, -11.8), (-2.2, -19.0), (-1.4, -20.4), (1.4, -20.4), (2.2, -19.0), (3.4, -11.8)),
        _box(6.0, -11.4, 13.6, -10.0),
        _box(-2.9, -17.6, 2.9, -16.8),
        _box(-0.3, -23.0, 0.3, -20.0),
        ((-11.4, -8.2), (-11.0, -12.4), (-8.6, -12.4), (-8.0, -8.2)),
    ),
}
