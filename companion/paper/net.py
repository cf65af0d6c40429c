"""The net of a paper die: which faces hang together on the card, where they are scored, and how the halves close; and
the picture of a face: one drawing for screen, PNG, SVG and PDF.

Each half of the octahedron is a fan of four faces about one corner of the die; large dice have each half in two parts.
Faces that do not hang together meet by a tab and a slot with the same letter, and the letters are the order of closing.
The parts of a face are in `_painting` and `_marks`; they need no application and no fonts, for they are outlines only.

Piece frame: millimetres on the printed side, x right, **y down** (as printers count), the fan's corner at the origin.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_uppercase
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from companion.catalogue import Die, Face
from companion.geometry import VERTICES, is_face
from companion.paper import _marks
from companion.paper._painting import BAND_MM, CIRCUMRADIUS_MM, paint_landscape, triangle
from companion.paper.colours import TeamColours, team_colours

NetPoint = tuple[float, float]

#: The corners of the die about which the two halves lie.
APEXES: Final = ("c", "C")
#: Dice up to this edge have each half in one piece.
_WHOLE_HALF_MM: Final = 60.0


@dataclass(frozen=True, slots=True)
class PlacedFace:
    """A face on the card: where its corners 0, 1, 2 lie in the piece."""

    face: Face
    corners_mm: tuple[NetPoint, NetPoint, NetPoint]


@dataclass(frozen=True, slots=True)
class Flap:
    """A tab (goes in) or a slot strip (takes it) along one edge; outside is to the right of ``start`` to ``end``."""

    letter: str
    is_tab: bool
    vertices: tuple[str, str]
    start_mm: NetPoint
    end_mm: NetPoint


@dataclass(frozen=True, slots=True)
class NetPiece:
    """A connected part of the net. ``creases`` are scored lines, each between two neighbouring faces of ``faces``."""

    faces: tuple[PlacedFace, ...]
    creases: tuple[tuple[NetPoint, NetPoint], ...]
    flaps: tuple[Flap, ...]


def folding_net(die: Die) -> tuple[NetPiece, ...]:
    """The pieces of a die's net; the faces have to carry ``vertices`` (a die from a die file does)."""
    parts = []
    for apex in APEXES:
        rim = rim_of(apex)
        # A half in one part, or in two that share the middle of the rim.
        rims = [rim] if die.edge_mm <= _WHOLE_HALF_MM else [rim[:3], rim[2:]]
        parts += [(apex, part) for part in rims]
    # Edge of the die -> letter, for the edges that are no crease: the ribs of the halves first, then the seam.
    ribs = [frozenset({apex, end}) for apex, rim in parts for end in (rim[0], rim[-1])]
    seam = [frozenset(pair) for apex, rim in parts if apex == APEXES[0] for pair in pairwise(rim)]
    letters = dict(zip(dict.fromkeys([*ribs, *seam]), ascii_uppercase, strict=False))
    return tuple(_piece(die, apex, rim, letters) for apex, rim in parts)


def rim_of(apex: str) -> list[str]:
    """The four vertices about ``apex``, counter-clockwise seen from outside, the first one again at the end."""
    first = next(v for v in VERTICES if v.lower() != apex.lower())
    second = next(v for v in VERTICES if is_face(apex + first + v))
    return [first, second, first.swapcase(), second.swapcase(), first]


def _piece(die: Die, apex: str, rim: list[str], letters: dict[frozenset[str], str]) -> NetPiece:
    # Points about the origin, 60° apart, counter-clockwise as seen, the middle of them straight up.
    count = len(rim)
    angles = [math.radians(90 + 60 * (k - (count - 1) / 2)) for k in range(count)]
    places = [(die.edge_mm * math.cos(a), -die.edge_mm * math.sin(a)) for a in angles]
    seam = list(zip(pairwise(rim), pairwise(places), strict=True))
    faces = [_placed(die, apex, pair, ends) for pair, ends in seam]
    outline = [((apex, rim[0]), ((0.0, 0.0), places[0])), *seam, ((rim[-1], apex), (places[-1], (0.0, 0.0)))]
    # The end of a fan has the tab, its beginning the slot; along the seam the second half has the tabs.
    flaps = [
        Flap(letters[frozenset(pair)], pair[1] == apex if apex in pair else apex == APEXES[1], pair, *ends)
        for pair, ends in outline
    ]
    creases = tuple(((0.0, 0.0), place) for place in places[1:-1])
    return NetPiece(tuple(faces), creases, tuple(flaps))


def _placed(die: Die, apex: str, pair: tuple[str, str], ends: tuple[NetPoint, NetPoint]) -> PlacedFace:
    where = {apex: (0.0, 0.0), pair[0]: ends[0], pair[1]: ends[1]}
    face = next(f for f in die.faces if f.vertices is not None and set(f.vertices) == set(where))
    first, second, third = (where[v] for v in face.vertices or "")
    return PlacedFace(face, (first, second, third))


def face_triangle(size_px: float) -> QPolygonF:
    """The corners 0, 1, 2 of the face in an image of ``face_image``, in pixels from the image's top-left edge."""
    scale = size_px / (2 * CIRCUMRADIUS_MM)
    return QTransform.fromTranslate(size_px / 2, size_px / 2).scale(scale, scale).map(triangle())


def draw_face(painter: QPainter, die: Die, face: Face) -> None:
    """Draw a face: centre at the painter's origin, corner 0 up (y runs down), in millimetres of a 50.8 mm edge.

    Larger dice take the same drawing under a scaled painter.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    team = team_colours(die.team)
    _draw_ground(painter, die, face, team)
    _marks.draw_ap(painter, face)
    _marks.draw_arrows(painter, face)
    _marks.draw_shield(painter, face)
    _marks.draw_icons(painter, face)
    _marks.draw_points(painter, die, face)
    _marks.draw_side_number(painter, die, face)
    _marks.draw_dots(painter, face)
    _marks.draw_edge_text(painter, die, face, team)
    painter.restore()


def face_image(die: Die, face: Face, size_px: int) -> NDArray[np.uint8]:
    """A face as an RGB picture, shape (size_px, size_px, 3); see `face_picture`."""
    image = face_picture(die, face, size_px)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(size_px, image.bytesPerLine())
    return rows[:, : 3 * size_px].reshape(size_px, size_px, 3).copy()


def face_picture(die: Die, face: Face, size_px: int) -> QImage:
    """A face as Qt's picture, red, green, blue, ``size_px`` wide and high.

    The triangle's centre is the picture's centre, corner 0 straight up, its circumradius half the picture's side;
    outside the triangle the edge's colour goes on.
    """
    image = QImage(size_px, size_px, QImage.Format.Format_RGB888)
    image.fill(team_colours(die.team).edge)
    painter = QPainter(image)
    painter.translate(size_px / 2, size_px / 2)
    painter.scale(size_px / (2 * CIRCUMRADIUS_MM), size_px / (2 * CIRCUMRADIUS_MM))
    draw_face(painter, die, face)
    painter.end()
    return image


def _draw_ground(painter: QPainter, die: Die, face: Face, team: TeamColours) -> None:
    """The painting inside the team's edge, and the team's dashed line between the two."""
    edge, inside = QPainterPath(), QPainterPath()
    edge.addPolygon(triangle())
    inside.addPolygon(triangle(BAND_MM))
    inside.closeSubpath()
    painter.fillPath(edge, team.edge)
    painter.save()
    painter.setClipPath(inside, Qt.ClipOperation.IntersectClip)
    paint_landscape(painter, die, face)
    painter.restore()
    pen = QPen(team.letters, 0.5)
    if team.dash:
        pen.setDashPattern(list(team.dash))
    painter.strokePath(inside, pen)
