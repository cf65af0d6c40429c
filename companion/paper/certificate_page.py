"""The page of a certificate: the grade, the figures beside their limits, the table's parts, what it cannot prove.

What it says is handed in: this room knows no camera and no grade.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from companion.paper.colours import INK
from companion.paper.pages import GREY, MARGIN_MM, Page, Paper, write_block, write_line
from companion.text import translate

_LINE: Final = QPen(GREY, 0.15)
_BOX: Final = QPen(QColor("#14171c"), 0.35)
_STAMP: Final = QColor("#14171c")
_MET: Final = QColor("#eef2f6")
_ROW_MM: Final = 4.7
_SMALL_MM: Final = 2.7
_TEXT_MM: Final = 3.0
_GAP_MM: Final = 5.0
#: Where the columns of the limits begin, from the margin; numbers end where the next column begins.
_COLUMNS_MM: Final = (66.0, 96.0, 122.0, 146.0, 170.0)
_LABEL_MM: Final = 27.0
_MAP_MM: Final = (88.0, 45.0)


@dataclass(frozen=True, slots=True)
class LimitRow:
    """A line of the verdict: what, as measured, the limits of the fit grades, and in which column of the grades the
    measured value belongs (the last: none of them)."""

    title: str
    measured: str
    limits: tuple[str, ...]
    column: int


@dataclass(frozen=True, slots=True)
class PartCell:
    """A part of the table: its column and row, the near left one first, and its lines; what is measured first."""

    across: int
    along: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CertificateSheet:
    """All words of the page. grades: the four, best first; grade: which of them it is; about and figures: labels with
    what belongs to them; parts: of the nine of the table those that were measured."""

    title: str
    grades: tuple[str, ...]
    grade: int
    about: tuple[tuple[str, str], ...]
    limits: tuple[LimitRow, ...]
    figures: tuple[tuple[str, str], ...]
    parts: tuple[PartCell, ...]
    remarks: tuple[str, ...]
    cannot_prove: tuple[str, ...]


def certificate_pages(sheet: CertificateSheet, paper: Paper) -> list[Page]:
    """The one page."""
    return [Page(paper.size_mm, partial(_draw, sheet, paper), sheet.title)]


def _draw(sheet: CertificateSheet, paper: Paper, painter: QPainter) -> None:
    inside = paper.size_mm[0] - 2 * MARGIN_MM
    y = _draw_head(painter, sheet, inside)
    y = _draw_pairs(painter, sheet.about, QRectF(MARGIN_MM, y, inside, 0)) + _GAP_MM - 2
    y = _draw_limits(painter, sheet, y, inside) + _GAP_MM
    y = _draw_findings(painter, sheet, y, inside) + _GAP_MM - 1
    if sheet.remarks:
        y = _draw_list(painter, translate("paper", "Worth a look"), sheet.remarks, y, inside) + 2.0
    _draw_list(painter, translate("paper", "What this cannot prove"), sheet.cannot_prove, y, inside)
    foot = (MARGIN_MM, paper.size_mm[1] - MARGIN_MM + 3.0)
    write_line(painter, translate("paper", "Diceland table companion"), foot, _SMALL_MM, colour=GREY)


def _draw_head(painter: QPainter, sheet: CertificateSheet, inside: float) -> float:
    """Title, and the four grades with the one that counts stamped."""
    write_line(painter, sheet.title, (MARGIN_MM, MARGIN_MM + 5.0), 5.6, bold=True)
    top, wide = MARGIN_MM + 9.0, inside / len(sheet.grades)
    for at, grade in enumerate(sheet.grades):
        box, stamped = QRectF(MARGIN_MM + at * wide, top, wide, 11.0), at == sheet.grade
        painter.setPen(_BOX)
        painter.setBrush(_STAMP if stamped else Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        colour = QColor("white") if stamped else GREY
        place, middle = (box.center().x(), box.center().y() + 1.9), Qt.AlignmentFlag.AlignHCenter
        words = f"✓ {grade}" if stamped else grade
        write_line(painter, words, place, 5.4 if stamped else 4.2, bold=stamped, align=middle, colour=colour,
                   most_mm=wide - 4)  # fmt: skip
    return top + 11.0 + 3.0


def _draw_pairs(painter: QPainter, pairs: Sequence[tuple[str, str]], box: QRectF) -> float:
    """Labels with their words; returns where the next may begin."""
    y = box.top()
    for label, words in pairs:
        write_line(painter, label, (box.left(), y + 2.9), _TEXT_MM, colour=GREY, most_mm=_LABEL_MM - 1)
        room = QRectF(box.left() + _LABEL_MM, y, box.width() - _LABEL_MM, 30)
        y += write_block(painter, words, room, _TEXT_MM) + 0.4
    return y


def _draw_limits(painter: QPainter, sheet: CertificateSheet, y: float, inside: float) -> float:
    """The table of limits; the cell that the measured value reaches is tinted and ticked."""
    _draw_limit_head(painter, sheet.grades, y)
    y += _ROW_MM + 0.8
    for row in sheet.limits:
        painter.setPen(_LINE)
        painter.drawLine(QPointF(MARGIN_MM, y), QPointF(MARGIN_MM + inside, y))
        _draw_limit(painter, row, y, inside)
        y += _ROW_MM
    painter.setPen(_LINE)
    painter.drawLine(QPointF(MARGIN_MM, y), QPointF(MARGIN_MM + inside, y))
    return y


def _draw_limit_head(painter: QPainter, grades: Sequence[str], y: float) -> None:
    write_line(painter, translate("paper", "Held against the limits"), (MARGIN_MM, y + 3.6), _TEXT_MM, bold=True)
    heads = (translate("paper", "measured"), *grades)
    for left, head in zip(_COLUMNS_MM, heads, strict=False):
        write_line(painter, head, (MARGIN_MM + left, y + 3.6), _TEXT_MM, colour=GREY, most_mm=22.0)


def _draw_limit(painter: QPainter, row: LimitRow, y: float, inside: float) -> None:
    left = _COLUMNS_MM[1 + row.column]
    right = _COLUMNS_MM[2 + row.column] if row.column + 2 < len(_COLUMNS_MM) else inside
    painter.fillRect(QRectF(MARGIN_MM + left - 2, y + 0.2, right - left, _ROW_MM - 0.4), _MET)
    base = y + 3.4
    write_line(painter, row.title, (MARGIN_MM, base), _TEXT_MM, most_mm=_COLUMNS_MM[0] - 2)
    write_line(painter, row.measured, (MARGIN_MM + _COLUMNS_MM[0], base), _TEXT_MM, bold=True)
    for at, limit in enumerate((*row.limits, "")):
        met = at == row.column
        words = f"✓ {limit}" if met and limit else limit or ("✗" if met else "")
        write_line(painter, words, (MARGIN_MM + _COLUMNS_MM[1 + at], base), _TEXT_MM, bold=met)


def _draw_findings(painter: QPainter, sheet: CertificateSheet, y: float, inside: float) -> float:
    """Figures at the left, the table's parts at the right."""
    wide, _ = _MAP_MM
    figures = QRectF(MARGIN_MM, y + _ROW_MM, inside - wide - _GAP_MM, 0)
    write_line(painter, translate("paper", "All figures"), (MARGIN_MM, y + 3.0), _TEXT_MM, bold=True)
    below = _draw_pairs(painter, sheet.figures, figures)
    left = MARGIN_MM + inside - wide
    write_line(painter, translate("paper", "Mean errors by part of the table"), (left, y + 3.0), _TEXT_MM, bold=True)
    return max(below, _draw_map(painter, sheet.parts, left, y + _ROW_MM))


def _draw_map(painter: QPainter, parts: Sequence[PartCell], left: float, top: float) -> float:
    """The nine parts as seen from the near edge, which is at the foot."""
    wide, tall = _MAP_MM[0] / 3, _MAP_MM[1] / 3
    painter.setPen(_LINE)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for n in range(9):
        painter.drawRect(QRectF(left + n % 3 * wide, top + n // 3 * tall, wide, tall))
    for part in parts:
        x, y = left + part.across * wide + 1.5, top + (2 - part.along) * tall + 3.6
        for n, line in enumerate(part.lines):
            write_line(painter, line, (x, y + 3.4 * n), _SMALL_MM, most_mm=wide - 3, colour=INK if n else GREY)
    near = (left + _MAP_MM[0] / 2, top + _MAP_MM[1] + 3.2)
    words = translate("paper", "near edge")
    write_line(painter, words, near, _SMALL_MM, align=Qt.AlignmentFlag.AlignHCenter, colour=GREY)
    return top + _MAP_MM[1] + 4.0


def _draw_list(painter: QPainter, title: str, sentences: Sequence[str], y: float, inside: float) -> float:
    write_line(painter, title, (MARGIN_MM, y + 3.0), _TEXT_MM, bold=True)
    y += _ROW_MM - 0.4
    for sentence in sentences:
        write_line(painter, "–", (MARGIN_MM, y + 2.5), _SMALL_MM)
        y += write_block(painter, sentence, QRectF(MARGIN_MM + 3, y, inside - 3, 30), _SMALL_MM) + 0.3
    return y
