"""Chips: the words of a tag set in type on a dark plate, with the owner's badge and a leader to what they name."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Self

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from companion.session.overlay import LabelBox, Stamp, Tag
from companion.ui.badges import paint_badge
from companion.ui.overlay.looks import TONES
from companion.ui.theme import ASH, GRAPHITE, LABEL_PT

_PAD_PT: Final = 5.0
_OPACITY: Final = 0.86
_LEADER_FROM_PT: Final = 9.0


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
        bold, plain = QFont(), QFont()
        bold.setBold(True)
        bold.setPixelSize(max(1, round(LABEL_PT * point_px)))
        plain.setPixelSize(max(1, round((LABEL_PT - 1) * point_px)))
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
        self._paint_plate(painter, box, rim)
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

    def _paint_plate(self, painter: QPainter, box: LabelBox, rim: str | None) -> None:
        plate = QColor(GRAPHITE)
        plate.setAlphaF(_OPACITY)
        painter.setBrush(plate)
        painter.setPen(QPen(QColor(rim), 1.1 * self.type.point_px) if rim else Qt.PenStyle.NoPen)
        radius = 4.0 * self.type.point_px
        painter.drawRoundedRect(QRectF(box.left, box.top, box.width, box.height), radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)

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
