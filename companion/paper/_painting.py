"""The painting behind the numbers: a landscape that all faces of a die share, at eight hours of its day.

Ridges and colours come from the die's id, hour and weather from the face: the eight sides belong together, and a
person or a machine can still tell them apart when the number is hidden.

The triangle that all face art is drawn in, and the words for its places.

Face-art frame: origin at the centre of the face, x right, **y down** (as Qt draws), corner 0 straight up, millimetres
on a die of 50.8 mm edge; larger dice are the same drawing scaled. Corners 1 and 2 are lower left and lower right:
counter-clockwise seen from outside (docs/formats, Face frame).
"""

from __future__ import annotations

import colorsys
import math
import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from companion.catalogue import NORMAL_EDGE_MM, Die, Face
from companion.geometry import circumradius_mm
from companion.paper._outlines import figure_of

#: Distance from the centre to the corners, and half of it to the edges.
CIRCUMRADIUS_MM: Final = circumradius_mm(NORMAL_EDGE_MM)
INRADIUS_MM: Final = CIRCUMRADIUS_MM / 2
#: Width of the team's edge.
BAND_MM: Final = 3.0
#: Turn (degrees, clockwise as Qt counts) that brings "up" onto a corner, and the bottom edge onto the edge opposite it.
CORNER_TURN_DEG: Final = (0.0, -120.0, 120.0)

_WIDE: Final = CIRCUMRADIUS_MM
#: Hues of the house dice, spread so that no two look alike; any other die takes one from its id.
_HUES: Final = {
    "ogre/infantry": 0.10,
    "ogre/light-tank": 0.24,
    "ogre/heavy-tank": 0.36,
    "ogre/gev": 0.49,
    "ogre/mobile-howitzer": 0.60,
    "ogre/missile-tank": 0.73,
    "ogre/ogre": 0.85,
    "ogre/howitzer": 0.99,
}


@dataclass(frozen=True, slots=True)
class _Hour:
    """An hour of a landscape's day: turn of the hue, saturation, lightness of the sky above and at the horizon, and of
    the nearest and the farthest ridge, and of the figure."""

    turn: float
    saturation: float
    top: float
    horizon: float
    near: float
    far: float
    figure: float


_HOURS: Final = (
    _Hour(0.00, 0.60, 0.16, 0.40, 0.10, 0.26, 0.80),
    _Hour(0.96, 0.62, 0.36, 0.74, 0.34, 0.52, 0.10),
    _Hour(0.02, 0.34, 0.72, 0.90, 0.56, 0.70, 0.12),
    _Hour(0.07, 0.72, 0.52, 0.66, 0.22, 0.40, 0.88),
    _Hour(0.96, 0.52, 0.48, 0.92, 0.40, 0.22, 0.92),
    _Hour(0.06, 0.75, 0.22, 0.46, 0.52, 0.36, 0.10),
    _Hour(0.93, 0.26, 0.80, 0.56, 0.16, 0.30, 0.86),
    _Hour(0.01, 0.85, 0.48, 0.84, 0.62, 0.44, 0.14),
)


def paint_landscape(painter: QPainter, die: Die, face: Face) -> None:
    """Paint the whole triangle and a little beyond it, in the face-art frame."""
    seed = zlib.crc32(die.id.encode())
    side = die.faces.index(face)
    shift = 0 if die.id in _HUES else seed  # other dice begin their day, and their weather, elsewhere
    hour, weather = (side + shift) % len(_HOURS), (side + shift // 8) % len(_MOTIFS)
    day = _HOURS[hour]
    hue = _HUES.get(die.id, seed % 997 / 997) + day.turn
    painter.setPen(Qt.PenStyle.NoPen)
    sky = QLinearGradient(0, -_WIDE, 0, INRADIUS_MM)
    sky.setColorAt(0.0, _shade(hue, day.saturation, day.top))
    sky.setColorAt(0.75, _shade(hue + 0.05, day.saturation, day.horizon))
    painter.setBrush(sky)
    painter.drawRect(QRectF(-_WIDE, -_WIDE, 2 * _WIDE, 2 * _WIDE))
    _MOTIFS[weather](painter, _shade(hue, 0.5, 0.96 if day.top < 0.6 else 0.30, 95), random.Random(seed + hour))
    # The sun goes its way over the eight sides: from the lower left over the top to the lower right.
    angle = math.radians(205 - hour * 230 / 7)
    centre = QPointF(13.5 * math.cos(angle), -11.0 * math.sin(angle) + 1.0)
    for radius, alpha in ((8.2, 60), (6.3, 110), (4.4, 255)):
        painter.setBrush(_shade(hue + 0.12, 0.9, 0.88 if hour % 2 else 0.70, alpha))
        painter.drawEllipse(centre, radius, radius)
    chance = random.Random(seed)
    for k, base in enumerate((0.5, 4.5, 8.5)):
        lightness = day.far + (day.near - day.far) * k / 2
        painter.setBrush(_shade(hue - 0.05 * k + 0.45 * (k == 2), 0.42, lightness))
        painter.drawPolygon(_ridge(base, 3.4 - 0.6 * k, chance))
    _figure(painter, die, hue, day)


def _shade(hue: float, saturation: float, lightness: float, alpha: int = 255) -> QColor:
    red, green, blue = colorsys.hls_to_rgb(hue % 1.0, lightness, saturation)
    return QColor(round(255 * red), round(255 * green), round(255 * blue), alpha)


def _figure(painter: QPainter, die: Die, hue: float, day: _Hour) -> None:
    figure = figure_of(die)
    if figure is None:
        return
    place = QTransform.fromTranslate(0, 11.0).scale(1.08, 1.08)
    painter.strokePath(place.map(figure), QPen(_shade(hue, 0.5, 0.92 if day.figure < 0.5 else 0.08, 170), 0.8))
    painter.fillPath(place.map(figure), _shade(hue + 0.03, 0.35, day.figure))


def _ridge(base_mm: float, rise_mm: float, chance: random.Random) -> QPolygonF:
    waves = [(chance.uniform(0.10, 0.24) * (1 + n), chance.uniform(0, 6.3), rise_mm / (1 + n)) for n in range(3)]
    xs = [-_WIDE + 0.75 * n for n in range(int(2 * _WIDE / 0.75) + 2)]
    tops = [QPointF(x, base_mm - sum(a * math.sin(f * x + p) for f, p, a in waves)) for x in xs]
    return QPolygonF([*tops, QPointF(_WIDE, _WIDE), QPointF(-_WIDE, _WIDE)])


def _stroke(painter: QPainter, path: QPainterPath, colour: QColor, width_mm: float) -> None:
    painter.strokePath(path, QPen(colour, width_mm, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))


def _rings(painter: QPainter, colour: QColor, chance: random.Random) -> None:
    path, centre = QPainterPath(), QPointF(chance.uniform(-4, 4), -6)
    for n in range(1, 8):
        path.addEllipse(centre, 3.4 * n, 3.4 * n)
    _stroke(painter, path, colour, 1.3)


def _rays(painter: QPainter, colour: QColor, chance: random.Random) -> None:
    start, centre = chance.uniform(0, 30), QPointF(0, 2)
    painter.setBrush(colour)
    for n in range(12):
        a, b = (math.radians(start + 30 * n + spread) for spread in (0, 13))
        far = [QPointF(40 * math.cos(t), 40 * math.sin(t)) for t in (a, b)]
        painter.drawPolygon(QPolygonF([centre, *far]))


def _bands(painter: QPainter, colour: QColor, chance: random.Random) -> None:
    painter.setBrush(colour)
    for n in range(7):
        painter.drawRoundedRect(QRectF(-30 + chance.uniform(-8, 8), -26 + 4.8 * n, chance.uniform(26, 56), 2.1), 1, 1)


def _waves(painter: QPainter, colour: QColor, chance: random.Random) -> None:
    path, phase = QPainterPath(), chance.uniform(0, 6.3)
    for n in range(9):
        path.moveTo(-_WIDE, -27 + 4.2 * n)
        for step in range(1, 60):
            x = -_WIDE + step
            path.lineTo(x, -27 + 4.2 * n + 1.5 * math.sin(0.55 * x + phase))
    _stroke(painter, path, colour, 1.2)


def _stars(painter: QPainter, colour: QColor, chance: random.Random) -> None:
    painter.setBrush(QColor(colour.red(), colour.green(), colour.blue(), 190))
    for _ in range(70):
        radius = chance.choice((0.35, 0.5, 0.8))
        painter.drawEllipse(QPointF(chance.uniform(-26, 26), chance.uniform(-29, 12)), radius, radius)


def _rain(painter: QPainter, colour: QColor, chance: random.Random) -> None:
    path, lean = QPainterPath(), chance.choice((-0.6, 0.6))
    for n in range(-18, 19):
        path.moveTo(2.7 * n, -30)
        path.lineTo(2.7 * n + 50 * lean, 20)
    _stroke(painter, path, colour, 0.9)


def _checks(painter: QPainter, colour: QColor, chance: random.Random) -> None:
    painter.setBrush(colour)
    shift = chance.uniform(0, 4)
    for row in range(11):
        for column in range(-6, 7):
            centre = QPointF(5.4 * column + 2.7 * (row % 2) + shift - 2, -28 + 3.4 * row)
            painter.drawPolygon(QPolygonF([centre + QPointF(*p) for p in ((0, -1.7), (2.3, 0), (0, 1.7), (-2.3, 0))]))


def _chevrons(painter: QPainter, colour: QColor, chance: random.Random) -> None:
    path, lift = QPainterPath(), chance.uniform(0, 4)
    for n in range(10):
        y = -30 + 5.0 * n + lift
        path.moveTo(-26, y + 15)
        path.lineTo(0, y)
        path.lineTo(26, y + 15)
    _stroke(painter, path, colour, 1.7)


#: One kind of weather for each side, in the order of the die's faces.
_MOTIFS: Final[tuple[Callable[[QPainter, QColor, random.Random], None], ...]] = (
    _rings,
    _rain,
    _bands,
    _rays,
    _waves,
    _stars,
    _checks,
    _chevrons,
)
assert len(_MOTIFS) == len(_HOURS)


def triangle(inset_mm: float = 0.0) -> QPolygonF:
    """The face, or the triangle that lies ``inset_mm`` inside its edges; corners in the order 0, 1, 2."""
    radius = CIRCUMRADIUS_MM - 2 * inset_mm
    angles = (math.radians(90 + 120 * k) for k in range(3))
    return QPolygonF([QPointF(radius * math.cos(a), -radius * math.sin(a)) for a in angles])


def corner_frame(corner: int) -> QTransform:
    """Maps a drawing made for corner 0 (tip at the top) onto another corner."""
    return QTransform().rotate(CORNER_TURN_DEG[corner])


def on_axis(corner: int, from_tip_mm: float, aside_mm: float = 0.0) -> QPointF:
    """A point ``from_tip_mm`` from a corner on the line to the centre, moved ``aside_mm`` to that line's right."""
    return corner_frame(corner).map(QPointF(aside_mm, from_tip_mm - CIRCUMRADIUS_MM))
