"""The picture of a face: one drawing for screen, PNG, SVG and PDF.

Owns the order in which the parts are laid on one another; the parts are in `_painting` and `_marks`. Needs no
application and no fonts: it draws outlines only.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from companion.catalogue import Die, Face
from companion.paper import _marks
from companion.paper._painting import BAND_MM, CIRCUMRADIUS_MM, paint_landscape, triangle
from companion.paper.colours import TeamColours, team_colours


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
