"""Record sheets to be printed, four to a page: blank to be crossed off by pen, or as they stand in a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from companion.exercise_k.paper.result_sheet import draw_mark, team_ink
from companion.paper.colours import INK, PAPER
from companion.paper.pages import GREY, MARGIN_MM, Page, Paper, draw_ruler, write_block, write_line
from companion.text import N_, pgettext

_ACROSS, _DOWN = 2, 2
_GONE: Final = QColor("#d4d7dc")
_PAD_MM: Final = 4.0
_FOOT_MM: Final = 12.0
_IN_LINE: Final = 15
#: Rounds in a line of the tally, and the last round of each multiplier (EK-VP-15, EK-VP-16).
_TALLY: Final = 8
_FACTORS: Final = ((8, "× 2"), (12, "× 1.5"), (99, ""))
_RIGHT: Final = Qt.AlignmentFlag.AlignRight
_RULES: Final = N_(
    "paper",
    "The shot that finishes an Ogre: 20 VP; a Command Post 60, a radar 20. Rounds 1 to 8 count double, 9 to 12 one and "
    "a half times. Destroyed is an Ogre without anything on this sheet. A missile fired is crossed off, for nobody's "
    "VP.",
)


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A weapon system: its name, how many, how many are left (None: blank), its strengths in words, VP for each."""

    name: str
    full: int
    left: int | None
    strengths: str
    points: int


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """One sheet. ``ogre`` (as people read it), ``team`` and ``person`` are "" on a blank one; ``steps``: Tread units
    (full, left) for each step of movement, left None on a blank one; ``source`` says where the numbers are from."""

    ogre: str
    team: str
    person: str
    weapons: tuple[PaperRow, ...]
    steps: tuple[tuple[int, int | None], ...]
    source: str
    destroyed: bool = False


def record_sheet_pages(sheets: Sequence[PaperSheet], paper: Paper) -> list[Page]:
    """The sheets, four to a page, with lines to cut along."""
    each = _ACROSS * _DOWN
    pages = [sheets[first : first + each] for first in range(0, len(sheets), each)]
    return [
        Page(paper.size_mm, partial(_draw_page, part, paper), pgettext("paper", "Exercise K: record sheets"))
        for part in pages
    ]


def _draw_page(sheets: Sequence[PaperSheet], paper: Paper, painter: QPainter) -> None:
    width, height = paper.size_mm
    wide, high = (width - 2 * MARGIN_MM) / _ACROSS, (height - MARGIN_MM - _FOOT_MM - 8) / _DOWN
    painter.setPen(QPen(GREY, 0.15, Qt.PenStyle.DashLine))
    painter.drawLine(QLineF(width / 2, MARGIN_MM, width / 2, MARGIN_MM + _DOWN * high))
    painter.drawLine(QLineF(MARGIN_MM, MARGIN_MM + high, width - MARGIN_MM, MARGIN_MM + high))
    for number, sheet in enumerate(sheets):
        row, column = divmod(number, _ACROSS)
        painter.save()
        painter.translate(MARGIN_MM + column * wide + _PAD_MM, MARGIN_MM + row * high + _PAD_MM)
        _draw_sheet(painter, sheet, wide - 2 * _PAD_MM)
        painter.restore()
    draw_ruler(painter, paper.size_mm)


def _draw_sheet(painter: QPainter, sheet: PaperSheet, width: float) -> None:
    y = _draw_head(painter, sheet, width)
    for row in sheet.weapons:
        write_line(painter, row.name, (0, y + 4.2), 3.7, bold=True)
        several = row.full > 1
        worth = (
            pgettext("paper", "{points} VP each", points=row.points)
            if several
            else pgettext("paper", "{points} VP", points=row.points)
        )
        write_line(painter, f"{row.strengths} · {worth}", (0, y + 8.2), 2.6, colour=GREY)
        pitch = min(8.4, (width - 51) / max(row.full, 1))
        for number in range(row.full):
            gone = row.left is not None and number >= row.left
            centre = QPointF(51 + (number + 0.5) * pitch, y + 4.6)
            _draw_box(painter, centre, min(3.3, pitch * 0.42), gone=gone, circle=True)
        y = y + 9.6
    y = _draw_treads(painter, sheet, y + 1, width)
    if sheet.destroyed:
        _draw_destroyed(painter, width, y)
    if not sheet.ogre:
        y = _draw_tally(painter, y + 1.5, width)
    y += write_block(painter, pgettext("paper", _RULES), QRectF(0, y + 1.5, width, 30), 2.5, colour=GREY) + 2.2
    words = pgettext("paper", "Numbers: {source}; that there are two AP Guns is the scenario's.", source=sheet.source)
    write_block(painter, words, QRectF(0, y, width, 10), 2.3, colour=GREY)


def _draw_tally(painter: QPainter, y: float, width: float) -> float:
    """Boxes to write down the VP of each round, with what they are multiplied by."""
    each = width / _TALLY
    for number in range(2 * _TALLY):
        row, column = divmod(number, _TALLY)
        box = QRectF(column * each, y + row * 7.5, each, 7.5)
        painter.setPen(QPen(GREY, 0.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        write_line(painter, f"{number + 1}", (box.left() + 0.8, box.top() + 2.6), 2.2, colour=GREY)
        factor = next(words for last, words in _FACTORS if number < last)
        write_line(painter, factor, (box.right() - 0.8, box.top() + 2.6), 2.0, align=_RIGHT, colour=GREY)
    return y + 15.0


def _draw_head(painter: QPainter, sheet: PaperSheet, width: float) -> float:
    write_line(painter, "Ogre Mark III", (0, 5), 5.2, bold=True)
    if sheet.ogre:
        draw_mark(painter, sheet.team, QPointF(46, 3.2), 4.4)
        write_line(painter, sheet.ogre, (50, 5), 5.2, bold=True, colour=team_ink(sheet.team))
        write_line(painter, sheet.person, (0, 11.5), 4.0)
        return 15.0
    write_line(painter, pgettext("paper", "team and number"), (width, 2.6), 2.3, align=_RIGHT, colour=GREY)
    write_line(painter, pgettext("paper", "player"), (0, 13.4), 2.3, colour=GREY)
    painter.setPen(QPen(GREY, 0.2))
    painter.drawLine(QLineF(46, 6, width, 6))
    painter.drawLine(QLineF(9, 13.4, width, 13.4))
    return 15.0


def _draw_treads(painter: QPainter, sheet: PaperSheet, y: float, width: float) -> float:
    """The step that is crossed off first on top: with it gone the Ogre is a hex slower."""
    write_line(painter, pgettext("paper", "Tread units"), (0, y + 4), 3.7, bold=True)
    words = pgettext("paper", "cross off from the top; 1 VP each")
    write_line(painter, words, (width, y + 4), 2.3, align=_RIGHT, colour=GREY)
    y += 5.6
    pitch = (width - 16) / _IN_LINE
    for speed in range(len(sheet.steps), 0, -1):
        full, left = sheet.steps[speed - 1]
        write_line(painter, pgettext("paper", "moves {hexes}", hexes=speed), (0, y + 3.6), 3.0)
        for number in range(full):
            line, column = divmod(number, _IN_LINE)
            gone = left is not None and number >= left
            centre = QPointF(16 + (column + 0.5) * pitch, y + 2.6 + line * pitch)
            _draw_box(painter, centre, pitch * 0.42, gone=gone, circle=False)
        y += max(1, -(-full // _IN_LINE)) * pitch + 2.2
    write_line(painter, pgettext("paper", "none left: it cannot move"), (16, y + 1.4), 2.6, colour=GREY)
    return y + 1.8


def _draw_box(painter: QPainter, centre: QPointF, radius: float, *, gone: bool, circle: bool) -> None:
    painter.setPen(QPen(INK, 0.3))
    painter.setBrush(_GONE if gone else PAPER)
    box = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
    painter.drawEllipse(box) if circle else painter.drawRect(box)
    if gone:
        inner = box.adjusted(radius * 0.3, radius * 0.3, -radius * 0.3, -radius * 0.3)
        painter.setPen(QPen(INK, 0.4))
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())


def _draw_destroyed(painter: QPainter, width: float, height: float) -> None:
    painter.save()
    painter.translate(width / 2, height / 2)
    painter.rotate(-24)
    middle = Qt.AlignmentFlag.AlignHCenter
    write_line(
        painter, pgettext("paper", "DESTROYED"), (0, 4), 13.0, bold=True, align=middle, colour=QColor(200, 60, 40, 150)
    )
    painter.restore()
