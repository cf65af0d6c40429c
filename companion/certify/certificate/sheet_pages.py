"""The certify sheet on paper: marks, outlines for dice, where its stand belongs; and the stand, to be folded.

Sheet frame and page frame differ in that y runs up the sheet and down the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from companion.certify.sheet import MARK_DICTIONARY, CertifySheet, SheetPlace, SheetStand
from companion.geometry import Point, Points
from companion.paper.markers import fill_rects, marker_rects
from companion.paper.pages import GREY, MARGIN_MM, Page, draw_ruler, draw_title, write_block, write_line
from companion.text import pgettext

#: A die hides its outline; what stands out beyond its corners is what the eye lays it by.
_OUTLINE: Final = QPen(QColor("#c4c8ce"), 0.2)
_CORNER: Final = QPen(QColor("#5b6068"), 0.25)
_FOLD: Final = QPen(GREY, 0.2, Qt.PenStyle.DashLine)
_CUT: Final = QPen(GREY, 0.2)
_BEYOND_MM: Final = 4.0
_BESIDE_MM: Final = 5.0
_TAB_MM: Final = 14.0
_TAB_SLANT_MM: Final = 3.0


def certify_pages(sheet: CertifySheet) -> list[Page]:
    """The sheet, and the page with its stand."""
    title = pgettext("paper", "Certify sheet")
    pages = [Page(sheet.size_mm, partial(_draw_sheet, sheet), title)]
    if sheet.stand is not None:
        wide = (max(sheet.size_mm), min(sheet.size_mm))
        pages.append(Page(wide, partial(_draw_stand_page, sheet, sheet.stand, wide), title))
    return pages


# --- the sheet ----------------------------------------------------------------------------------------------------


def _draw_sheet(sheet: CertifySheet, painter: QPainter) -> None:
    height = sheet.size_mm[1]
    for mark in sheet.marks:
        left, top = mark.corners_mm[0]
        fill_rects(painter, marker_rects(MARK_DICTIONARY, mark.id, left, height - top, mark.size_mm))
    for place in sheet.places:
        if not place.height_mm:
            _draw_place(painter, place, height)
    if sheet.stand is not None:
        _draw_footprint(painter, sheet.stand, height)
    _write_about(painter, sheet)
    draw_ruler(painter, sheet.size_mm)


def _draw_place(painter: QPainter, place: SheetPlace, height: float, origin_mm: Point = (0.0, 0.0)) -> None:
    """The triangle that the die stands on, its edges drawn out beyond the corners, and the place's number."""
    feet = place.pose.bottom_corners_mm() - origin_mm
    painter.setPen(_OUTLINE)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(QPolygonF([QPointF(float(x), height - float(y)) for x, y in feet]))
    painter.setPen(_CORNER)
    for line in _beyond_corners(feet):
        (x0, y0), (x1, y1) = line.tolist()
        painter.drawLine(QLineF(x0, height - y0, x1, height - y1))
    x, y = place.centre_mm[0] - origin_mm[0], height - place.centre_mm[1] + origin_mm[1]
    write_line(painter, str(place.number), (x, y + 2.5), 7.0, align=Qt.AlignmentFlag.AlignHCenter, colour=GREY)


def _beyond_corners(feet: Points) -> Iterator[Points]:
    """Both edges of a triangle go on beyond each of its corners, (2, 2) each."""
    for k in range(3):
        for other in (k - 1, k - 2):
            along = feet[k] - feet[other]
            yield np.array([feet[k], feet[k] + _BEYOND_MM * along / np.linalg.norm(along)])


def _draw_footprint(painter: QPainter, stand: SheetStand, height: float) -> None:
    """Where the stand belongs, its corners drawn out."""
    painter.setPen(_CUT)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(QPolygonF([QPointF(x, height - y) for x, y in stand.outline_mm]))
    (left, low), _, (right, high), _ = stand.outline_mm
    words = pgettext("paper", "Stand, {height:g} mm high (next page), or leave empty", height=stand.height_mm)
    middle = ((left + right) / 2, height - (low + high) / 2)
    write_line(painter, words, middle, 3.2, align=Qt.AlignmentFlag.AlignHCenter, colour=GREY, most_mm=right - left - 6)


def _write_about(painter: QPainter, sheet: CertifySheet) -> None:
    """What the sheet is and how to use it, between the flat dice and the stand."""
    # What the two columns of marks leave free, left and right.
    middle = sheet.size_mm[0] / 2
    inner = [x for mark in sheet.marks for x, _ in mark.corners_mm]
    left, right = max(x for x in inner if x < middle) + _BESIDE_MM, min(x for x in inner if x > middle) - _BESIDE_MM
    # The upper rim of the free band above the flat dice.
    top = MARGIN_MM
    if sheet.stand is not None:
        top = sheet.size_mm[1] - min(y for _, y in sheet.stand.outline_mm) + 0.5
    write_line(painter, pgettext("paper", "Certify sheet"), (left, top + 5.0), 4.6, bold=True)
    how = pgettext(
        "paper",
        "Glue it on card. Lay a die into each outline you like, any side up, held by a dot of putty. Take five to ten "
        "pictures; between them move and turn the sheet, and leave the dice on it as they lie.",
    )
    write_block(painter, how, QRectF(left, top + 6.2, right - left, 12.0), 2.4, colour=GREY)


# --- the stand ----------------------------------------------------------------------------------------------------


def _draw_stand_page(sheet: CertifySheet, stand: SheetStand, page_mm: tuple[float, float], painter: QPainter) -> None:
    title = pgettext("paper", "Stand for the certify sheet")
    draw_title(painter, page_mm, title, pgettext("paper", "{height:g} mm high", height=stand.height_mm))
    how = pgettext(
        "paper",
        "Cut along the whole lines, score and fold the dashed ones down, glue the four tabs inside, and stand it on "
        "the rectangle of the sheet. Check its height with a ruler.",
    )
    inside = page_mm[0] - 2 * MARGIN_MM
    write_block(painter, how, QRectF(MARGIN_MM, MARGIN_MM + 7.0, inside, 12.0), 2.9, colour=GREY)
    low, high = stand.outline_mm[0], stand.outline_mm[2]
    wide, deep = high[0] - low[0], high[1] - low[1]
    left, top = (page_mm[0] - wide) / 2, (page_mm[1] - deep) / 2
    _draw_net(painter, QRectF(left, top, wide, deep), stand.height_mm)
    for place in sheet.places:
        if place.height_mm:
            _draw_place(painter, place, top + deep, (low[0] - left, low[1]))
    draw_ruler(painter, page_mm)


def _draw_net(painter: QPainter, top: QRectF, high: float) -> None:
    """The top, a wall on each side, and a tab at each end of the long walls."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_FOLD)
    painter.drawRect(top)
    for outward in (-1.0, 1.0):
        painter.setPen(_CUT)
        side = top.left() if outward < 0 else top.right()
        far = side + outward * high
        painter.drawPolyline(_points((side, top.top()), (far, top.top()), (far, top.bottom()), (side, top.bottom())))
        edge = top.top() if outward < 0 else top.bottom()
        rim = edge + outward * high
        painter.drawLine(QPointF(top.left(), rim), QPointF(top.right(), rim))
        for x, away in ((top.left(), -1.0), (top.right(), 1.0)):
            # A tab along the end of a wall: folded inward, glued to the next wall.
            start = (x, edge)
            end = (x, rim)
            slant = _TAB_SLANT_MM if end[1] > start[1] else -_TAB_SLANT_MM
            out = start[0] + away * _TAB_MM
            painter.setPen(_CUT)
            painter.drawPolyline(_points(start, (out, start[1] + slant), (out, end[1] - slant), end))
            painter.setPen(_FOLD)
            painter.drawLine(QPointF(*start), QPointF(*end))


def _points(*places: Point) -> QPolygonF:
    return QPolygonF([QPointF(*place) for place in places])
