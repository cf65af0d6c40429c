"""Paint: a scene over a picture, with Qt, and without a window.

Owns how marks and tags are drawn; what is drawn is said by the scene, how it looks by ``looks.py`` and the
theme.
Widths and type sizes are in points; ``point_px`` says how many pixels a point has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from companion.session.overlay import Clutter, LabelBox, LabelRequest, Mark, MarkKind, Px, Scene, place_labels
from companion.ui.overlay.chips import Chip, Type, paint_stamp, stamp_size_wh
from companion.ui.overlay.looks import LOOKS
from companion.ui.theme import GRAPHITE, PAPER, MarkStyle

#: What labels keep off, besides each other.
_LINES: Final = frozenset({MarkKind.BASELINE, MarkKind.REFUSED_SPAN, MarkKind.CLOSEST_SPAN, MarkKind.UNSURE_SPAN})


def paint_image(picture: QImage, scene: Scene, *, point_px: float) -> QImage:
    """A copy of the picture with the scene over it; the scene's pixels are the picture's.

    Needs a ``QGuiApplication`` (for type), but no screen.
    """
    result = picture.convertToFormat(QImage.Format.Format_RGB32)
    painter = QPainter(result)
    paint_scene(painter, scene, point_px=point_px)
    painter.end()
    return result


def paint_scene(painter: QPainter, scene: Scene, *, point_px: float) -> None:
    """Paint a scene with a painter whose unit is the scene's pixel."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.save()
    painter.translate(0.5, 0.5)  # a scene counts pixels from their centres, Qt from their corners
    for mark in scene.marks:
        _paint_mark(painter, mark, LOOKS[mark.part], point_px)
    size, chips = Type.of_size(point_px), set_chips(scene, point_px=point_px)
    for chip, box in chips:
        chip.paint_leader(painter, box)
    for chip, box in chips:
        chip.paint(painter, box)
    for stamp in scene.stamps:
        paint_stamp(painter, stamp, size)
    painter.restore()


def set_chips(scene: Scene, *, point_px: float) -> list[tuple[Chip, LabelBox]]:
    """The tags of a scene as chips, each with its place; one for which there is no room is left out."""
    size = Type.of_size(point_px)
    chips = [Chip(tag, size) for tag in scene.tags_to_show]
    return [(chip, box) for chip, box in zip(chips, _places(scene, chips, size), strict=True) if box is not None]


def _places(scene: Scene, chips: Sequence[Chip], size: Type) -> tuple[LabelBox | None, ...]:
    wishes = [LabelRequest(chip.size_wh, chip.tag.from_px, chip.tag.to_px, chip.tag.clear_px) for chip in chips]
    discs = tuple((*tag.from_px, tag.clear_px * 0.8) for tag in scene.tags if not tag.along)
    stamps = tuple((*stamp.at_px, max(stamp_size_wh(stamp, size)) / 2) for stamp in scene.stamps)
    lines = tuple((*mark.points_px[0], *mark.points_px[-1]) for mark in scene.marks if mark.part in _LINES)
    return place_labels(wishes, Clutter(discs + stamps, lines), scene.size_wh)


def _paint_mark(painter: QPainter, mark: Mark, look: MarkStyle, point_px: float) -> None:
    path = _path(mark.points_px, closed=mark.closed)
    if look.fill is not None:
        _fill(painter, path, look, point_px)
    stroke = mark.colour or look.stroke
    if stroke is not None:
        painter.setOpacity(look.opacity)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in _pens(stroke, look, point_px):
            painter.setPen(pen)
            painter.drawPath(path)
        _ends(painter, mark.points_px, stroke, look, point_px)
        painter.setOpacity(1.0)


def _fill(painter: QPainter, path: QPainterPath, look: MarkStyle, point_px: float) -> None:
    painter.setOpacity(look.opacity)
    painter.fillPath(path, QColor(look.fill or GRAPHITE))
    if look.hatched:
        painter.setOpacity(0.10)
        painter.save()
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        painter.setPen(QPen(QColor(PAPER), 0.8 * point_px))
        _hatch(painter, path.boundingRect(), 7.0 * point_px)
        painter.restore()
    painter.setOpacity(1.0)


def _hatch(painter: QPainter, area: QRectF, step_px: float) -> None:
    """Lines at 45 degrees over an area, at places that do not depend on it, so that they stand still when it moves."""
    first = int((area.left() + area.top()) // step_px)
    last = int((area.right() + area.bottom()) // step_px) + 1
    for number in range(first, last + 1):
        along = number * step_px
        painter.drawLine(QPointF(along - area.top(), area.top()), QPointF(along - area.bottom(), area.bottom()))


def _pens(stroke: str, look: MarkStyle, point_px: float) -> list[QPen]:
    """The dark casing below, the line itself above."""
    line = QPen(QColor(stroke), look.width * point_px)
    if look.dashed:
        line.setDashPattern([2.6, 2.2])
    line.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    line.setCapStyle(Qt.PenCapStyle.FlatCap if look.dashed else Qt.PenCapStyle.RoundCap)
    if not look.casing:
        return [line]
    rim = QColor(GRAPHITE)
    rim.setAlphaF(0.75)
    casing = QPen(rim, look.casing * point_px)
    casing.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return [casing, line]


def _ends(painter: QPainter, points_px: Sequence[Px], stroke: str, look: MarkStyle, point_px: float) -> None:
    painter.setPen(QPen(QColor(GRAPHITE), 0.6 * point_px))
    painter.setBrush(QColor(stroke))
    if look.dots:
        for point in (points_px[0], points_px[-1]):
            painter.drawEllipse(QPointF(*point), 1.4 * look.width * point_px, 1.4 * look.width * point_px)
    if look.arrow:
        painter.drawPolygon(_arrow_head(points_px[0], points_px[-1], 3.2 * look.width * point_px))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _arrow_head(tail: Px, tip: Px, length_px: float) -> QPolygonF:
    start, end = QPointF(*tail), QPointF(*tip)
    along = end - start
    size = max((along.x() ** 2 + along.y() ** 2) ** 0.5, 1e-6)
    back = along * (length_px / size)
    side = QPointF(-back.y(), back.x()) * 0.5
    return QPolygonF([end, end - back + side, end - back - side])


def _path(points_px: Sequence[Px], *, closed: bool) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(*point) for point in points_px]))
    if closed:
        path.closeSubpath()
    return path
