"""Corner markers and the lens board on paper, and where they lie on a table.

The mat always has four markers: 0 near-left, 1 near-right, 2 far-right, 3 far-left, upright as seen from the near edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Final

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from companion.errors import InputError
from companion.opencv import cv2
from companion.paper.pages import GREY, MARGIN_MM, Page, Paper, draw_ruler, framed_page, write_line
from companion.text import N_, gettext, pgettext

MARKER_DICTIONARY: Final = "DICT_4X4_50"
BOARD_DICTIONARY: Final = "DICT_5X5_100"
MARKER_MM: Final = 80.0
#: White paper about a marker, which finding it needs, and how far it lies from the table's edge.
WHITE_MM: Final = 10.0
PLACES: Final = (
    N_("paper", "near-left corner"),
    N_("paper", "near-right corner"),
    N_("paper", "far-right corner"),
    N_("paper", "far-left corner"),
)
_PER_SHEET: Final = 2
#: What title and words take of a marker sheet, they and the ruler, and at least what lies between two markers.
_HEAD_MM: Final = 26.0
_HEAD_AND_FOOT_MM: Final = 45.0
_BESIDE_MM: Final = 8.0
_CUT: Final = QPen(GREY, 0.15)


class MatShape(StrEnum):
    """The shapes for which markers can be laid out without measuring."""

    RECT = "rect"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class LensBoard:
    """The chess board with markers for lens pictures."""

    columns: int
    rows: int
    square_mm: float
    marker_mm: float


#: The largest board that a sheet takes sideways with a printer's margins.
BOARDS: Final = {Paper.A4: LensBoard(9, 6, 30.0, 22.0), Paper.LETTER: LensBoard(9, 6, 28.0, 20.5)}
assert set(BOARDS) == set(Paper)


@dataclass(frozen=True, slots=True)
class CornerMarker:
    """One of the four markers: its number, its side in mm, its corners (as in a mat) in the table frame."""

    id: int
    size_mm: float
    corners_mm: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class CornerMarkers:
    """What is printed for a table (of a round one ``size_mm`` is its bounding square), and the lens board with it."""

    shape: MatShape
    size_mm: tuple[float, float]
    markers: tuple[CornerMarker, ...]
    board: LensBoard


def corner_markers(
    shape: MatShape, size_mm: tuple[float, float], paper: Paper, marker_mm: float = MARKER_MM
) -> CornerMarkers:
    """The four markers in the corners of a table.

    Raises InputError where they do not fit on it.
    """
    inset = WHITE_MM + marker_mm / 2
    if shape is MatShape.ROUND:  # in the corners of a square, the white's outer corner just inside the rim
        inset += math.ceil(size_mm[0] / 2 * (1 - math.sqrt(0.5)))
    right, far = size_mm[0] - inset, size_mm[1] - inset
    if min(right, far) - inset < marker_mm + 2 * WHITE_MM:
        size = " x ".join(f"{mm:g}" for mm in size_mm)
        raise InputError(
            gettext(
                "four markers of {marker_mm:g} mm do not fit on a table of {size} mm; take smaller ones",
                marker_mm=marker_mm,
                size=size,
            )
        )
    centres = [(inset, inset), (right, inset), (right, far), (inset, far)]
    around = [(across * marker_mm / 2, up * marker_mm / 2) for across, up in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
    markers = tuple(
        CornerMarker(n, marker_mm, tuple((x + across, y + up) for across, up in around))
        for n, (x, y) in enumerate(centres)
    )
    return CornerMarkers(shape, size_mm, markers, BOARDS[paper])


# --- sheets -------------------------------------------------------------------------------------------------------


def marker_pages(markers: Sequence[CornerMarker], paper: Paper) -> list[Page]:
    """The four markers, two on a sheet where they fit, each with its white and the words where it belongs."""
    outer = markers[0].size_mm + 2 * WHITE_MM
    if outer > paper.size_mm[0] - 2 * MARGIN_MM:
        marker_mm = outer - 2 * WHITE_MM
        raise InputError(
            gettext("markers of {marker_mm:g} mm are wider than the paper; take smaller ones", marker_mm=marker_mm)
        )
    per_sheet = _PER_SHEET if _PER_SHEET * (outer + _BESIDE_MM) < paper.size_mm[1] - _HEAD_AND_FOOT_MM else 1
    title = pgettext("paper", "Corner markers")
    wide = pgettext("paper", "{size:g} mm wide, for any table", size=markers[0].size_mm)
    how = pgettext(
        "paper",
        "Cut along the thin lines; the white belongs to the marker. Lay each one into its corner of the table, its "
        "words toward the near edge, the paper's edges along the table's edges, and stick it down. On a round table "
        "the outer corner of each paper meets the rim.",
    )
    groups = (markers[n : n + per_sheet] for n in range(0, len(PLACES), per_sheet))
    draws = (partial(_draw_markers, group, paper.size_mm) for group in groups)
    return [framed_page(paper, title, draw, aside=wide, how=how) for draw in draws]


def _draw_markers(markers: Sequence[CornerMarker], page_mm: tuple[float, float], painter: QPainter) -> None:
    size = markers[0].size_mm
    outer = size + 2 * WHITE_MM
    gap = (page_mm[1] - _HEAD_AND_FOOT_MM - len(markers) * outer) / (len(markers) + 1)
    left, top = (page_mm[0] - outer) / 2, _HEAD_MM + gap
    for number in (marker.id for marker in markers):
        painter.setPen(_CUT)
        painter.drawRect(QRectF(left, top, outer, outer))
        fill_rects(painter, marker_rects(MARKER_DICTIONARY, number, left + WHITE_MM, top + WHITE_MM, size))
        corner = pgettext("paper", PLACES[number])
        words = pgettext("paper", "{number} · {corner} · this side toward the near edge", number=number, corner=corner)
        middle = (left + outer / 2, top + outer - WHITE_MM / 2 + 1)
        write_line(painter, words, middle, 3.2, align=Qt.AlignmentFlag.AlignHCenter, colour=GREY)
        top += outer + gap


def board_page(paper: Paper) -> Page:
    """The lens board, sideways."""
    size = (paper.size_mm[1], paper.size_mm[0])
    return Page(size, partial(_draw_board, BOARDS[paper], size), pgettext("paper", "Lens board"))


def _draw_board(board: LensBoard, size: tuple[float, float], painter: QPainter) -> None:
    left, top = (size[0] - board.columns * board.square_mm) / 2, 6.0
    fill_rects(painter, board_rects(board, left, top))
    y = top + board.rows * board.square_mm
    words = pgettext(
        "paper",
        "Lens board, squares of {square_mm:g} mm. Glue it on something flat; take 8 to 12 pictures, tilted to all "
        "sides.",
        square_mm=board.square_mm,
    )
    write_line(painter, words, (left, y + 7.0), 3.2, colour=GREY)
    draw_ruler(painter, (size[0], size[1] + 3.0))


def board_rects(board: LensBoard, left_mm: float, top_mm: float) -> Iterator[QRectF]:
    """The black parts of the board: OpenCV's pattern since 4.6, its top-left square black."""
    number, inset = 0, (board.square_mm - board.marker_mm) / 2
    for row in range(board.rows):
        for column in range(board.columns):
            x, y = left_mm + column * board.square_mm, top_mm + row * board.square_mm
            if (row + column) % 2 == 0:
                yield QRectF(x, y, board.square_mm, board.square_mm)
            else:
                yield from marker_rects(BOARD_DICTIONARY, number, x + inset, y + inset, board.marker_mm)
                number += 1


def marker_rects(dictionary: str, number: int, left_mm: float, top_mm: float, size_mm: float) -> Iterator[QRectF]:
    """The black parts of a marker, cell by cell."""
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    cells = book.markerSize + 2
    black = np.asarray(cv2.aruco.generateImageMarker(book, number, cells)) < 128
    cell = size_mm / cells
    for row, column in np.argwhere(black):
        yield QRectF(left_mm + cell * float(column), top_mm + cell * float(row), cell, cell)


def fill_rects(painter: QPainter, rects: Iterator[QRectF]) -> None:
    """Fill rectangles as one shape, so that no hairline shows between neighbours."""
    shape = QPainterPath()
    shape.setFillRule(Qt.FillRule.WindingFill)
    for rect in rects:
        shape.addRect(rect)
    painter.fillPath(shape.simplified(), Qt.GlobalColor.black)
