"""The drawn table: what stands where no camera looks on. The ground is one picture; the dice are drawn over it, each
with its printed face, in the screen's own resolution.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from companion.catalogue import Die, Face
from companion.geometry import Outline, Point
from companion.paper import face_picture, face_triangle, map_triangle
from companion.rules import Position
from companion.session import Layout, LayoutPiece
from companion.session.overlay import PlanView, View, body_px, owner_badge, plan_view
from companion.ui.painters import pixel_font, set_ink, smooth_painter, write
from companion.ui.themes import ASH, GRAPHITE, PEBBLE, tint

_WIDTH_PX: Final = 1800
#: The cloth of the drawn table, in every theme: light prints and dark lines both stand out on it.
_CLOTH: Final = "#3d4a45"
_LINES: Final = "#4a5852"
_WALL: Final = "#26302c"
_HILL: Final = "#56665f"
_CARD: Final = "#d8d2c2"
_LETTERS: Final = "#2b2f2d"
_GRID_MM: Final = 100
_FACE_PX: Final = 320


def drawn_ground(position: Position, layout: Layout) -> tuple[QImage, PlanView]:
    """The empty table with its terrain, Command Posts and flat counters, and the view that it is drawn in."""
    view = plan_view(position.table.outline_mm, width_px=_WIDTH_PX)
    image = QImage(*view.size_wh, QImage.Format.Format_RGB32)
    image.fill(QColor(tint(GRAPHITE)))
    painter = smooth_painter(image)
    _paint_cloth(painter, position.table.outline_mm, view)
    for terrain in position.table.terrain:
        area = _polygon(terrain.outline_mm, view)
        set_ink(painter, _LETTERS, 2, fill=_WALL if terrain.level is None else _HILL)
        painter.drawPolygon(area)
        # What rulings call it, and the level of dice that stand on it.
        name = terrain.id if terrain.level is None else f"{terrain.id} ▲{terrain.level}"
        around = area.boundingRect().adjusted(-200, -200, 200, 200)
        write(painter, around, name, _CARD, pixel_font(22 * view.px_per_mm))
    for post in position.posts.values():
        set_ink(painter, _LETTERS, 2, fill=_LINES if post.destroyed else _CARD)
        painter.drawPolygon(_polygon(post.outline, view))
    for spot in position.flat_counters_mm:
        painter.setBrush(QColor(_HILL))
        painter.drawEllipse(_point(spot, view), 12.7 * view.px_per_mm, 12.7 * view.px_per_mm)
    _paint_names(painter, layout, view)
    painter.end()
    return image, view


def _paint_cloth(painter: QPainter, outline_mm: Outline, view: PlanView) -> None:
    """The cloth with a fine line every ten centimetres."""
    cloth = QPainterPath()
    cloth.addPolygon(_polygon(outline_mm, view))
    painter.fillPath(cloth, QColor(_CLOTH))
    painter.save()
    painter.setClipPath(cloth)
    painter.setPen(QPen(QColor(_LINES), 1.4))
    xs, ys = zip(*outline_mm, strict=True)
    for x in range(_GRID_MM, int(max(xs)), _GRID_MM):
        painter.drawLine(_point((x, min(ys)), view), _point((x, max(ys)), view))
    for y in range(_GRID_MM, int(max(ys)), _GRID_MM):
        painter.drawLine(_point((min(xs), y), view), _point((max(xs), y), view))
    painter.restore()
    painter.setPen(QPen(QColor(tint(PEBBLE)), 3))
    painter.drawPath(cloth)


def _paint_names(painter: QPainter, layout: Layout, view: PlanView) -> None:
    """Whose edge it is, written outside the table."""
    painter.setFont(pixel_font(34 * view.px_per_mm, bold=True))
    xs, ys = zip(*layout.outline_mm, strict=True)
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    places: dict[str, tuple[Point, float]] = {
        "near": ((middle[0], min(ys) - 30), 0),
        "far": ((middle[0], max(ys) + 30), 0),
        "left": ((min(xs) - 30, middle[1]), -90),
        "right": ((max(xs) + 30, middle[1]), 90),
    }
    for seat in layout.seats:
        spot, turn = places[seat.edge.value]
        badge = owner_badge(layout, seat.player)
        painter.save()
        painter.translate(_point(spot, view))
        painter.rotate(turn)
        write(painter, QRectF(-600, -60, 1200, 120), f"{badge.shape.value} {seat.name}", badge.colour)
        painter.restore()


def _polygon(outline_mm: Sequence[Point], view: PlanView) -> QPolygonF:
    return QPolygonF([_point(corner, view) for corner in outline_mm])


def _point(point_mm: Point, view: PlanView) -> QPointF:
    x, y = view.project([[*point_mm, 0.0]])[0]
    return QPointF(x + 0.5, y + 0.5)


class FacePrints:
    """The printed faces as pictures, each drawn once."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[str, str], tuple[QPixmap, QColor]] = {}

    def paint(self, painter: QPainter, piece: LayoutPiece, die: Die, view: View) -> None:
        """A die as it lies: its body in the colour of its edges, its top face with the print."""
        face = die.face(piece.name.face) if piece.name else None
        body = QPolygonF([QPointF(x, y) for x, y in body_px(piece, view)])
        printed = None if face is None else self._print(die, face)
        painter.setPen(QPen(QColor(_LETTERS), 1))
        painter.setBrush(QColor(tint(ASH)) if printed is None else printed[1].darker(135))
        painter.drawPolygon(body)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if printed is not None:
            self._paint_top(painter, printed[0], piece, view)

    def sign(self, die: Die, face: Face, width_px: int) -> QPixmap:
        """A printed face by itself, corner 0 up, three quarters as high as wide."""
        shown = QPixmap(width_px, round(0.75 * width_px))
        shown.fill(Qt.GlobalColor.transparent)
        painter = smooth_painter(shown)
        painter.setClipPath(_closed(face_triangle(width_px)))
        printed = self._print(die, face)[0]  # reduced at once: a painter would leave out pixels
        painter.drawPixmap(0, 0, printed.scaledToWidth(width_px, Qt.TransformationMode.SmoothTransformation))
        painter.end()
        return shown

    def _print(self, die: Die, face: Face) -> tuple[QPixmap, QColor]:
        key = die.id, face.key
        if key not in self._drawn:
            image = face_picture(die, face, _FACE_PX)
            self._drawn[key] = QPixmap.fromImage(image), QColor(image.pixel(0, 0))
        return self._drawn[key]

    @staticmethod
    def _paint_top(painter: QPainter, printed: QPixmap, piece: LayoutPiece, view: View) -> None:
        height = np.full((3, 1), piece.pose.top_mm)
        corners = view.project(np.hstack([piece.pose.top_corners_mm(), height])) + 0.5
        seen = QPolygonF([QPointF(x, y) for x, y in corners])
        painter.save()
        painter.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing)
        painter.setClipPath(_closed(seen), Qt.ClipOperation.IntersectClip)
        painter.setTransform(map_triangle(face_triangle(_FACE_PX), seen), combine=True)
        painter.drawPixmap(0, 0, printed)
        painter.restore()


def _closed(corners: QPolygonF) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(corners)
    path.closeSubpath()
    return path
