"""How to fold a die, in four pictures with the die's own art: the paper turned in space, seen from above in front."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from companion.catalogue import Die, Face
from companion.geometry import DIRECTIONS
from companion.paper._painting import triangle
from companion.paper.folding_sheet import draw_piece, map_triangle, piece_box
from companion.paper.net import APEXES, draw_face, folding_net, rim_of
from companion.paper.pages import GREY, MARGIN_MM, Page, Paper, framed_page, write_block, write_line
from companion.text import N_, pgettext

Space = NDArray[np.float64]

#: What to do, and how, one picture each.
_STEPS: Final = (
    (
        N_("paper", "1  Cut"),
        N_(
            "paper",
            "Cut along the solid lines, round every tab. Open the red slits with a knife: they lie in the creases of "
            "the slot strips. Score the dashed lines with something blunt.",
        ),
    ),
    (
        N_("paper", "2  Fold"),
        N_(
            "paper",
            "Fold every dashed line away from you, faces, tabs and strips alike. The strips fold right in, so that "
            "their slits open.",
        ),
    ),
    (
        N_("paper", "3  Close the halves"),
        N_(
            "paper",
            "Push tab A through slit A until its ears snap in behind it, then tab B through slit B. You have two "
            "pyramids without a floor.",
        ),
    ),
    (
        N_("paper", "4  Join them"),
        N_(
            "paper",
            "Hold the pyramids base to base and close C, D, E and F in this order; bow the last tab a little to bring "
            "both its ears through. Press every crease flat.",
        ),
    ),
)
_SHADE: Final = 0.45
_EDGE: Final = QPen(QColor("#14171c"), 0.3)
_ARROW: Final = QPen(QColor("#c05a00"), 0.9)
#: Where the eye is (from the die's centre), and which way is up.
_EYE: Final = np.array([2.2, 1.25, 1.0])
_UP: Final = np.array([0.0, 0.0, 1.0])
#: The half-folded half: azimuth between its ribs (60 flat, 90 closed), and of the first one.
_STEP_DEG: Final = 78.0
_FIRST_RIB_DEG: Final = -30.0


def folding_guide_page(die: Die, paper: Paper) -> Page:
    """The page, shown on a die of normal size."""
    card = pgettext("paper", "no glue; card of 160 to 250 g/m²")
    return framed_page(paper, pgettext("paper", "How to fold a die"), partial(_draw, die, paper), aside=card)


def _draw(die: Die, paper: Paper, painter: QPainter) -> None:
    width, height = paper.size_mm
    across, down = (width - 2 * MARGIN_MM - 8) / 2, (height - 46) / 2
    pictures = (_flat, _half_open, _closed_half, _joined)
    for n, ((heading, words), picture) in enumerate(zip(_STEPS, pictures, strict=True)):
        left, top = MARGIN_MM + n % 2 * (across + 8), 24.0 + n // 2 * down
        write_line(painter, pgettext("paper", heading), (left, top + 4), 5.0, bold=True)
        write_block(painter, pgettext("paper", words), QRectF(left, top + 6, across, 20), 3.3, colour=GREY)
        painter.save()
        painter.translate(left + across / 2, top + 26 + (down - 30) / 2)
        picture(painter, die)
        painter.restore()


def _flat(painter: QPainter, die: Die) -> None:
    piece = folding_net(die)[0]
    centre = piece_box(piece).center()
    painter.scale(0.78, 0.78)
    painter.translate(-centre.x(), -centre.y())
    draw_piece(painter, die, piece)


def _closed_half(painter: QPainter, die: Die) -> None:
    painter.translate(0, 8)
    _draw_solid(painter, die, _half(die, APEXES[0]), 34.0)


def _joined(painter: QPainter, die: Die) -> None:
    for apex, shift in ((APEXES[1], 21.0), (APEXES[0], -14.0)):
        painter.save()
        painter.translate(0, shift)
        _draw_solid(painter, die, _half(die, apex), 27.0)
        painter.restore()
    for x in (-32.0, 32.0):
        # A double arrow between the halves: they come together.
        start, end = QPointF(x, -12), QPointF(x, 8)
        painter.setPen(_ARROW)
        painter.drawLine(start, end)
        for tip, way in ((start, 1), (end, -1)):
            painter.drawPolyline(QPolygonF([tip + QPointF(-1.8, 3.0 * way), tip, tip + QPointF(1.8, 3.0 * way)]))


#: A face in space: its corners 0, 1, 2 as rows, counter-clockwise seen from the printed side.
_Sheet = tuple[Face, Space]


def _half(die: Die, apex: str) -> list[_Sheet]:
    """A half as it lies on the finished die."""
    faces = [face for face in die.faces if apex in (face.vertices or "")]
    return [(face, np.array([DIRECTIONS[v] for v in face.vertices or ""], float)) for face in faces]


def _half_open(painter: QPainter, die: Die) -> None:
    """The first half on its way: its ribs on a cone that is wider than the finished one, a gap between first and last.

    Ribs are 60° apart; with azimuths ``step`` apart they make the angle ``lean`` with the axis, by the cosine rule.
    """
    apex, step = APEXES[0], np.radians(_STEP_DEG)
    lean = np.arcsin(np.sqrt(0.5 / (1 - np.cos(step))))
    turns = np.radians(_FIRST_RIB_DEG) + step * np.arange(5)
    ribs = np.column_stack([np.sin(lean) * np.cos(turns), np.sin(lean) * np.sin(turns), np.full(5, -np.cos(lean))])
    top = np.array([0.0, 0.0, 1.0])
    places = [top + np.sqrt(2) * rib for rib in ribs]
    sheets: list[_Sheet] = []
    for (first, second), (start, end) in zip(pairwise(rim_of(apex)), pairwise(places), strict=True):
        where = {apex: top, first: start, second: end}
        face = next(f for f in die.faces if set(f.vertices or "") == set(where))
        sheets.append((face, np.array([where[v] for v in face.vertices or ""])))
    _draw_solid(painter, die, sheets, 36.0)


def _draw_solid(painter: QPainter, die: Die, sheets: Sequence[_Sheet], size_mm: float) -> None:
    """Faces in space, those turned to the eye with their art, the others from behind as bare card; far ones first."""
    toward = _EYE / np.linalg.norm(_EYE)
    right = np.cross(_UP, toward)
    right /= np.linalg.norm(right)
    up = np.cross(toward, right)
    for face, corners in sorted(sheets, key=lambda sheet: float(sheet[1].mean(axis=0) @ toward)):
        flat = QPolygonF([QPointF(float(p @ right), -float(p @ up)) * size_mm for p in corners])
        outward = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        facing = float(outward @ toward / np.linalg.norm(outward))
        if facing > 0.02:
            painter.save()
            painter.setTransform(map_triangle(triangle(), flat), combine=True)
            draw_face(painter, die, face)
            painter.restore()
            fill = QColor(0, 0, 0, round(255 * _SHADE * (1 - facing)))
        else:
            fill = QColor("#d9d3c5")
        painter.setPen(_EDGE)
        painter.setBrush(fill)
        painter.drawPolygon(flat)
