"""Record sheets to be printed, four to a page: blank to be crossed off by pen, or as they stand in a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from companion.exercise_k.codec.documents import mark_iii, own_sheet
from companion.exercise_k.paper.result_sheet import draw_mark, team_ink
from companion.exercise_k.rules.points import COMPONENT
from companion.exercise_k.rules.record_sheet import SheetLayout, SheetSystem, SystemRow
from companion.exercise_k.rules.roster import team_label, team_of
from companion.exercise_k.session.cards import SheetCard, sheet_cards
from companion.exercise_k.session.results import Results
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


#: The printed sheet, and what is left on it; ``None``: all blank.
_Sheet = tuple[SheetLayout, SheetCard | None]


def blank_sheet_pages(paper: Paper = Paper.A4) -> list[Page]:
    """A page of blank record sheets, to be crossed off by pen; print it three times for twelve players."""
    layout = own_sheet() or mark_iii()
    return _pages([(layout, None)] * _ACROSS * _DOWN, paper)


def sheet_pages(results: Results, paper: Paper = Paper.A4) -> list[Page]:
    """The record sheets of a game as they stand, team by team."""
    cards = sorted(sheet_cards(results.position, results.talk), key=lambda card: card.ogre)
    return _pages([(card.sheet.layout, card) for card in cards], paper)


def _pages(sheets: Sequence[_Sheet], paper: Paper) -> list[Page]:
    """Four to a page, with lines to cut along."""
    each = _ACROSS * _DOWN
    pages = [sheets[first : first + each] for first in range(0, len(sheets), each)]
    title = pgettext("paper", "Exercise K: record sheets")
    return [Page(paper.size_mm, partial(_draw_page, part, paper), title) for part in pages]


def _draw_page(sheets: Sequence[_Sheet], paper: Paper, painter: QPainter) -> None:
    width, height = paper.size_mm
    wide, high = (width - 2 * MARGIN_MM) / _ACROSS, (height - MARGIN_MM - _FOOT_MM - 8) / _DOWN
    painter.setPen(QPen(GREY, 0.15, Qt.PenStyle.DashLine))
    painter.drawLine(QLineF(width / 2, MARGIN_MM, width / 2, MARGIN_MM + _DOWN * high))
    painter.drawLine(QLineF(MARGIN_MM, MARGIN_MM + high, width - MARGIN_MM, MARGIN_MM + high))
    for number, (layout, card) in enumerate(sheets):
        row, column = divmod(number, _ACROSS)
        painter.save()
        painter.translate(MARGIN_MM + column * wide + _PAD_MM, MARGIN_MM + row * high + _PAD_MM)
        _draw_sheet(painter, layout, card, wide - 2 * _PAD_MM)
        painter.restore()
    draw_ruler(painter, paper.size_mm)


def _draw_sheet(painter: QPainter, layout: SheetLayout, card: SheetCard | None, width: float) -> None:
    y = _draw_head(painter, card, width)
    left = card.sheet.left if card else {}
    for system, row in layout.rows.items():
        if system is SheetSystem.TREAD:
            continue
        write_line(painter, row.shown, (0, y + 4.2), 3.7, bold=True)
        points = COMPONENT[system][0]
        worth = (
            pgettext("paper", "{points} VP each", points=points)
            if row.count > 1
            else pgettext("paper", "{points} VP", points=points)
        )
        write_line(painter, f"{_strengths(row)} · {worth}", (0, y + 8.2), 2.6, colour=GREY)
        pitch = min(8.4, (width - 51) / max(row.count, 1))
        for number in range(row.count):
            centre = QPointF(51 + (number + 0.5) * pitch, y + 4.6)
            gone = number >= left.get(system, row.count)
            _draw_box(painter, centre, min(3.3, pitch * 0.42), gone=gone, circle=True)
        y = y + 9.6
    y = _draw_treads(painter, card.steps if card else [(full, full) for full in layout.movement_steps], y + 1, width)
    if card is None:
        y = _draw_tally(painter, y + 1.5, width)
    elif card.sheet.destroyed:
        _draw_destroyed(painter, width, y)
    y += write_block(painter, pgettext("paper", _RULES), QRectF(0, y + 1.5, width, 30), 2.5, colour=GREY) + 2.2
    source = layout.shown_source
    words = pgettext("paper", "Numbers: {source}; that there are two AP Guns is the scenario's.", source=source)
    write_block(painter, words, QRectF(0, y, width, 10), 2.3, colour=GREY)


def _strengths(row: SystemRow) -> str:
    values = (
        (N_("exercise_k", "attack {value}"), row.attack),
        (N_("exercise_k", "range {value}"), row.range_hexes),
        (N_("exercise_k", "defence {value}"), row.defence),
    )
    return ", ".join(pgettext("exercise_k", words, value=value) for words, value in values if value is not None)


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


def _draw_head(painter: QPainter, card: SheetCard | None, width: float) -> float:
    write_line(painter, "Ogre Mark III", (0, 5), 5.2, bold=True)
    if card is not None:
        draw_mark(painter, team_of(card.ogre), QPointF(46, 3.2), 4.4)
        write_line(painter, team_label(card.ogre), (50, 5), 5.2, bold=True, colour=team_ink(team_of(card.ogre)))
        write_line(painter, card.person, (0, 11.5), 4.0)
        return 15.0
    write_line(painter, pgettext("paper", "team and number"), (width, 2.6), 2.3, align=_RIGHT, colour=GREY)
    write_line(painter, pgettext("paper", "player"), (0, 13.4), 2.3, colour=GREY)
    painter.setPen(QPen(GREY, 0.2))
    painter.drawLine(QLineF(46, 6, width, 6))
    painter.drawLine(QLineF(9, 13.4, width, 13.4))
    return 15.0


def _draw_treads(painter: QPainter, steps: Sequence[tuple[int, int]], y: float, width: float) -> float:
    """The step that is crossed off first on top: with it gone the Ogre is a hex slower."""
    write_line(painter, pgettext("paper", "Tread units"), (0, y + 4), 3.7, bold=True)
    words = pgettext("paper", "cross off from the top; 1 VP each")
    write_line(painter, words, (width, y + 4), 2.3, align=_RIGHT, colour=GREY)
    y += 5.6
    pitch = (width - 16) / _IN_LINE
    for speed, (full, left) in reversed(list(enumerate(steps, 1))):
        write_line(painter, pgettext("paper", "moves {hexes}", hexes=speed), (0, y + 3.6), 3.0)
        for number in range(full):
            line, column = divmod(number, _IN_LINE)
            centre = QPointF(16 + (column + 0.5) * pitch, y + 2.6 + line * pitch)
            _draw_box(painter, centre, pitch * 0.42, gone=number >= left, circle=False)
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
    words, middle, red = pgettext("paper", "DESTROYED"), Qt.AlignmentFlag.AlignHCenter, QColor(200, 60, 40, 150)
    write_line(painter, words, (0, 4), 13.0, bold=True, align=middle, colour=red)
    painter.restore()
