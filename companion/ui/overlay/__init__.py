"""The overlay painted: a scene over any view of the table, with or without a window."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QPolygonF

from companion.session.overlay import (
    Clutter,
    LabelBox,
    LabelRequest,
    MarkKind,
    Px,
    Scene,
    Stamp,
    Tag,
    Tone,
    place_labels,
)
from companion.ui.badges import paint_badge
from companion.ui.painters import pixel_font
from companion.ui.themes import ACCENT, AMBER, ASH, GRAPHITE, LABEL_PT, PAPER

#: What labels keep off, besides each other.
_LINES: Final = frozenset({MarkKind.BASELINE, MarkKind.REFUSED_SPAN, MarkKind.CLOSEST_SPAN, MarkKind.UNSURE_SPAN})


@dataclass(frozen=True, slots=True)
class MarkStyle:
    """How one part of the overlay is drawn; widths in points of the screen, opacities from 0 to 1.

    ``casing`` is the width of the dark rim that keeps a light line legible on a light table.
    """

    stroke: str | None = None
    width: float = 0.0
    dashed: bool = False
    casing: float = 0.0
    fill: str | None = None
    opacity: float = 1.0
    hatched: bool = False
    arrow: bool = False
    dots: bool = False


_PAD_PT: Final = 5.0
_OPACITY: Final = 0.86
_LEADER_FROM_PT: Final = 9.0

LOOKS: Final = {
    MarkKind.SHADE: MarkStyle(fill=GRAPHITE, opacity=0.42, hatched=True),
    MarkKind.FADED: MarkStyle(fill=GRAPHITE, opacity=0.4),
    MarkKind.GHOST: MarkStyle(stroke=PAPER, width=2.0, casing=4.0, dashed=True),
    MarkKind.REFUSED_GHOST: MarkStyle(stroke=ASH, width=1.4, casing=3.0, dashed=True, opacity=0.75),
    MarkKind.CHOSEN_GHOST: MarkStyle(stroke=ACCENT, width=3.2, casing=5.4, dashed=True),
    MarkKind.BASELINE: MarkStyle(stroke=ACCENT, width=1.6, casing=3.4),
    MarkKind.LEGAL_RING: MarkStyle(stroke=ACCENT, width=2.6, casing=5.0),
    MarkKind.UNSURE_RING: MarkStyle(stroke=AMBER, width=2.6, casing=5.0, dashed=True),
    MarkKind.SPAN: MarkStyle(stroke=PAPER, width=1.0, casing=2.4, opacity=0.75),
    MarkKind.REFUSED_SPAN: MarkStyle(stroke=ASH, width=1.6, casing=3.6, dots=True, dashed=True),
    MarkKind.CLOSEST_SPAN: MarkStyle(stroke=ACCENT, width=2.0, casing=4.2, dots=True),
    MarkKind.UNSURE_SPAN: MarkStyle(stroke=AMBER, width=2.0, casing=4.2, dots=True, dashed=True),
    MarkKind.POST: MarkStyle(stroke=PAPER, width=2.0, casing=4.0),
    MarkKind.OUTLINE: MarkStyle(stroke=PAPER, width=2.0, casing=4.0),
    MarkKind.UNSETTLED_OUTLINE: MarkStyle(stroke=AMBER, width=2.0, casing=4.0, dashed=True),
    MarkKind.UNREAD_OUTLINE: MarkStyle(stroke=ASH, width=2.0, casing=4.0, dashed=True),
    MarkKind.UNKNOWN_OUTLINE: MarkStyle(stroke=AMBER, width=1.4, casing=3.0),
    MarkKind.CHOSEN_OUTLINE: MarkStyle(stroke=ACCENT, width=3.2, casing=5.6),
    MarkKind.DIFFERS: MarkStyle(stroke=AMBER, width=3.2, casing=5.6, dashed=True),
    MarkKind.ASKED_RING: MarkStyle(stroke=AMBER, width=3.2, casing=5.6),
    MarkKind.HEADING: MarkStyle(stroke=PAPER, width=2.0, casing=4.0, arrow=True),
    MarkKind.GHOST_HEADING: MarkStyle(stroke=PAPER, width=1.4, casing=3.0, arrow=True),
    MarkKind.WAY: MarkStyle(stroke=ACCENT, width=2.6, casing=4.8, arrow=True),
}


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
        style = LOOKS[mark.part]
        path = _path(mark.points_px, closed=mark.closed)
        if style.fill is not None:
            _fill(painter, path, style, point_px)
        stroke = mark.colour or style.stroke
        if stroke is not None:
            painter.setOpacity(style.opacity)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for pen in _pens(stroke, style, point_px):
                painter.setPen(pen)
                painter.drawPath(path)
            _ends(painter, mark.points_px, stroke, style, point_px)
            painter.setOpacity(1.0)
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


def _fill(painter: QPainter, path: QPainterPath, style: MarkStyle, point_px: float) -> None:
    painter.setOpacity(style.opacity)
    painter.fillPath(path, QColor(style.fill or GRAPHITE))
    if style.hatched:
        painter.setOpacity(0.10)
        painter.save()
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        painter.setPen(QPen(QColor(PAPER), 0.8 * point_px))
        # Lines at 45 degrees over an area, at places that do not depend on it, so that they stand still when it moves.
        area = path.boundingRect()
        step_px = 7.0 * point_px
        first = int((area.left() + area.top()) // step_px)
        last = int((area.right() + area.bottom()) // step_px) + 1
        for number in range(first, last + 1):
            along = number * step_px
            painter.drawLine(QPointF(along - area.top(), area.top()), QPointF(along - area.bottom(), area.bottom()))
        painter.restore()
    painter.setOpacity(1.0)


def _pens(stroke: str, style: MarkStyle, point_px: float) -> list[QPen]:
    """The dark casing below, the line itself above."""
    line = QPen(QColor(stroke), style.width * point_px)
    if style.dashed:
        line.setDashPattern([2.6, 2.2])
    line.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    line.setCapStyle(Qt.PenCapStyle.FlatCap if style.dashed else Qt.PenCapStyle.RoundCap)
    if not style.casing:
        return [line]
    rim = QColor(GRAPHITE)
    rim.setAlphaF(0.75)
    casing = QPen(rim, style.casing * point_px)
    casing.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return [casing, line]


def _ends(painter: QPainter, points_px: Sequence[Px], stroke: str, style: MarkStyle, point_px: float) -> None:
    painter.setPen(QPen(QColor(GRAPHITE), 0.6 * point_px))
    painter.setBrush(QColor(stroke))
    if style.dots:
        for point in (points_px[0], points_px[-1]):
            painter.drawEllipse(QPointF(*point), 1.4 * style.width * point_px, 1.4 * style.width * point_px)
    if style.arrow:
        length_px = 3.2 * style.width * point_px
        start, end = QPointF(*points_px[0]), QPointF(*points_px[-1])
        along = end - start
        size = max((along.x() ** 2 + along.y() ** 2) ** 0.5, 1e-6)
        back = along * (length_px / size)
        side = QPointF(-back.y(), back.x()) * 0.5
        painter.drawPolygon(QPolygonF([end, end - back + side, end - back - side]))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _path(points_px: Sequence[Px], *, closed: bool) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(*point) for point in points_px]))
    if closed:
        path.closeSubpath()
    return path


@dataclass(frozen=True, slots=True)
class Type:
    """Bold and plain type at one size, with how wide and high its lines are."""

    point_px: float
    bold: QFont
    plain: QFont
    bold_size: QFontMetricsF
    plain_size: QFontMetricsF

    @classmethod
    def of_size(cls, point_px: float) -> Self:
        """The theme's label type where a point has that many pixels."""
        bold, plain = pixel_font(LABEL_PT * point_px, bold=True), pixel_font((LABEL_PT - 1) * point_px)
        return cls(point_px, bold, plain, QFontMetricsF(bold), QFontMetricsF(plain))


@dataclass(frozen=True, slots=True)
class Chip:
    """A tag set in type: how large it is, and its painting."""

    tag: Tag
    type: Type

    @property
    def size_wh(self) -> tuple[float, float]:
        """Width and height, px."""
        aside = self._space_px + self.type.plain_size.horizontalAdvance(self.tag.aside) if self.tag.aside else 0.0
        title = self._badge_px + self.type.bold_size.horizontalAdvance(self.tag.title) + aside
        widths = [title, *(self.type.plain_size.horizontalAdvance(line) for line in self.tag.details)]
        height = self.type.bold_size.height() + len(self.tag.details) * self.type.plain_size.lineSpacing()
        return max(widths) + 2 * self._pad_px, height + 1.2 * self._pad_px

    def paint(self, painter: QPainter, box: LabelBox) -> None:
        """The chip with its words."""
        title, details, rim = TONES[self.tag.tone]
        plate = QColor(GRAPHITE)
        plate.setAlphaF(_OPACITY)
        painter.setBrush(plate)
        painter.setPen(QPen(QColor(rim), 1.1 * self.type.point_px) if rim else Qt.PenStyle.NoPen)
        radius = 4.0 * self.type.point_px
        painter.drawRoundedRect(QRectF(box.left, box.top, box.width, box.height), radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        line = QPointF(box.left + self._pad_px, box.top + 0.6 * self._pad_px + self.type.bold_size.ascent())
        if self.tag.badge is not None:
            size = 0.72 * self.type.bold_size.ascent()
            paint_badge(painter, self.tag.badge, QRectF(line.x(), line.y() - size, size, size))
        start = line + QPointF(self._badge_px, 0)
        self._write(painter, start, self.tag.title, self.type.bold, title)
        after = self.type.bold_size.horizontalAdvance(self.tag.title) + self._space_px
        self._write(painter, start + QPointF(after, 0), self.tag.aside, self.type.plain, ASH)
        for number, words in enumerate(self.tag.details, start=1):
            down = QPointF(0, number * self.type.plain_size.lineSpacing())
            self._write(painter, line + down, words, self.type.plain, details)

    def paint_leader(self, painter: QPainter, box: LabelBox) -> None:
        """A line from the chip's nearest point to the rim of what it names, where the two stand apart."""
        x, y = self.tag.from_px
        near_x = min(max(x, box.left), box.left + box.width)
        near_y = min(max(y, box.top), box.top + box.height)
        length, rim = math.hypot(near_x - x, near_y - y), self.tag.clear_px * 0.78
        if self.tag.along or length - rim < _LEADER_FROM_PT * self.type.point_px:
            return
        end = QPointF(x + (near_x - x) * rim / length, y + (near_y - y) * rim / length)
        for colour, width in ((GRAPHITE, 2.6), (TONES[self.tag.tone][2] or ASH, 1.0)):
            painter.setPen(QPen(QColor(colour), width * self.type.point_px))
            painter.drawLine(QPointF(near_x, near_y), end)

    @property
    def _pad_px(self) -> float:
        return _PAD_PT * self.type.point_px

    @property
    def _badge_px(self) -> float:
        return 1.05 * self.type.bold_size.ascent() if self.tag.badge is not None else 0.0

    @property
    def _space_px(self) -> float:
        return 0.45 * self.type.bold_size.ascent()

    @staticmethod
    def _write(painter: QPainter, at: QPointF, words: str, font: QFont, colour: str) -> None:
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(at, words)


def stamp_size_wh(stamp: Stamp, size: Type) -> tuple[float, float]:
    """Width and height of a stamp, px."""
    high = 1.5 * size.bold_size.height()
    return max(high, size.bold_size.horizontalAdvance(stamp.word) + 0.7 * high), high


def paint_stamp(painter: QPainter, stamp: Stamp, size: Type) -> None:
    """A word in a round plate, its middle exactly at its place."""
    title, _, rim = TONES[stamp.tone]
    wide, high = stamp_size_wh(stamp, size)
    plate = QRectF(stamp.at_px[0] - wide / 2, stamp.at_px[1] - high / 2, wide, high)
    painter.setBrush(QColor(GRAPHITE))
    painter.setPen(QPen(QColor(rim or ASH), 1.6 * size.point_px))
    painter.drawRoundedRect(plate, high / 2, high / 2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setFont(size.bold)
    painter.setPen(QColor(title))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, stamp.word)


assert set(LOOKS) == set(MarkKind)

#: Tone -> colour of the title, colour of the details, colour of the rim (``None``: no rim).
TONES: Final[dict[Tone, tuple[str, str, str | None]]] = {
    Tone.CHOSEN: (ACCENT, PAPER, ACCENT),
    Tone.LEGAL: (PAPER, ACCENT, ACCENT),
    Tone.UNSURE: (PAPER, AMBER, AMBER),
    Tone.PLAIN: (PAPER, ASH, None),
    Tone.FADED: (ASH, ASH, None),
    Tone.MEASURE: (ACCENT, PAPER, None),
    Tone.REFUSED: (PAPER, ASH, ASH),
}
assert set(TONES) == set(Tone)
