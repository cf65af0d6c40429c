"""What the second window says in words: whose turn it is, and everybody's points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from companion.session import Layout, PlayerBadge
from companion.session.match import Holding
from companion.session.overlay import owner_badge
from companion.ui.badges import on_ground, paint_badge
from companion.ui.theme import ACCENT, ASH, GRAPHITE, PAPER, PROJECTOR_PT, SLATE
from companion.ui.themes import LEAST_PX, tint

#: Pixels to the point: the second window is looked at from afar, whatever the screen says of itself.
_PX_PER_PT: Final = 96 / 72
#: A page so high has type of full size; lower ones in proportion.
_FULL_HEIGHT_PX: Final = 900
#: Height of the smaller words and of a block, and the gap between blocks, as shares of the large type.
_SMALL: Final = 0.5
_BLOCK: Final = 2.5
_GAP: Final = 0.25
#: The share of a line above and below its letters.
_LEADING: Final = 0.2


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player as the second window shows them."""

    name: str
    badge: PlayerBadge
    points: float
    winning_score: float
    to_move: bool
    winner: bool


def scores_of(holdings: Sequence[Holding], layout: Layout) -> tuple[PlayerScore, ...]:
    """Everybody's score, in the order of the seats."""
    return tuple(
        PlayerScore(one.player, owner_badge(layout, one.player), one.points, one.winning_score, one.to_move, one.winner)
        for one in holdings
    )


def type_px(page_height: float) -> float:
    """Height of the large type on a page, px."""
    return PROJECTOR_PT * _PX_PER_PT * min(1.0, page_height / _FULL_HEIGHT_PX)


def font_of(size_px: float, *, bold: bool = True) -> QFont:
    """Type of that size."""
    font = QFont()
    font.setPixelSize(max(1, round(size_px)))
    font.setBold(bold)
    return font


def paint_scores(painter: QPainter, scores: Sequence[PlayerScore], area: QRectF, size_px: float) -> None:
    """A block for each player, one below the other, smaller where they would not fit."""
    fits = area.height() / max(1.0, len(scores) * (_BLOCK + _GAP))
    size = min(size_px, fits)
    top = area.top()
    for score in scores:
        block = QRectF(area.left(), top, area.width(), _BLOCK * size)
        _paint_score(painter, score, block, size)
        top = block.bottom() + _GAP * size


def _paint_score(painter: QPainter, score: PlayerScore, block: QRectF, size_px: float) -> None:
    painter.fillRect(block, QColor(tint(SLATE)))
    first = score.to_move or score.winner
    if first:
        painter.fillRect(QRectF(block.left(), block.top(), 0.12 * size_px, block.height()), QColor(tint(ACCENT)))
    inside = block.adjusted(0.4 * size_px, 0.15 * size_px, -0.3 * size_px, -0.15 * size_px)
    sign = QRectF(inside.left(), inside.top() + 0.1 * size_px, 0.75 * size_px, 0.75 * size_px)
    paint_badge(painter, on_ground(score.badge), sign)
    name = QRectF(sign.right() + 0.3 * size_px, inside.top(), inside.right() - sign.right() - 0.3 * size_px, size_px)
    painter.setPen(QColor(tint(ACCENT if first else PAPER)))
    write_fitting(painter, score.name, name, size_px, Qt.AlignmentFlag.AlignLeft)
    points = QRectF(inside.left(), inside.bottom() - 1.15 * size_px, inside.width(), 1.15 * size_px)
    _write_points(painter, score, points, size_px)


def _write_points(painter: QPainter, score: PlayerScore, area: QRectF, size_px: float) -> None:
    """``22 / 50``: the points large, what is needed small."""
    font = font_of(size_px)
    words = f"{score.points:g}"
    wide = QFontMetricsF(font).horizontalAdvance(words)
    baseline = area.bottom() - 0.15 * size_px
    painter.setFont(font)
    painter.setPen(QColor(tint(PAPER)))
    painter.drawText(QPointF(area.left(), baseline), words)
    painter.setFont(font_of(_SMALL * size_px, bold=False))
    painter.setPen(QColor(tint(ASH)))
    painter.drawText(QPointF(area.left() + wide + 0.2 * size_px, baseline), f"/ {score.winning_score:g}")


def paint_turn(painter: QPainter, words: str, badge: PlayerBadge, area: QRectF, size_px: float) -> None:
    """Whose turn it is, with their shape before it."""
    painter.fillRect(area, QColor(tint(GRAPHITE)))
    sign = QRectF(area.left(), area.center().y() - 0.4 * size_px, 0.8 * size_px, 0.8 * size_px)
    paint_badge(painter, on_ground(badge), sign)
    painter.setPen(QColor(tint(ACCENT)))
    write_fitting(painter, words, area.adjusted(1.1 * size_px, 0, 0, 0), size_px, Qt.AlignmentFlag.AlignLeft)


def write_fitting(painter: QPainter, words: str, area: QRectF, size_px: float, align: Qt.AlignmentFlag) -> None:
    """Words in the largest type in which they have room, in one line or more."""
    how = int(align | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)

    def fits(font: QFont) -> bool:
        metrics = QFontMetricsF(font)
        needed = metrics.boundingRect(area, how, words)
        return needed.width() <= area.width() and needed.height() <= area.height() + _LEADING * metrics.height()

    sizes = range(round(size_px), LEAST_PX, -1)
    painter.setFont(next(filter(fits, map(font_of, sizes)), font_of(LEAST_PX)))
    painter.drawText(area, how, words)
