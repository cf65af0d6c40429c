"""Sheets to cut, fold and close into dice without glue: the faces in the net's places, with tabs, slots and letters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from companion.catalogue import Die, Face
from companion.paper._marks import plain
from companion.paper._outlines import closed_path
from companion.paper._painting import triangle
from companion.paper.colours import INK, team_colours
from companion.paper.net import Flap, NetPiece, draw_face, folding_net
from companion.paper.pages import GREY, MARGIN_MM, Page, Paper, framed_page, write_line
from companion.text import N_, pgettext

#: Colour that runs past a cut, so that a careless cut shows no white.
_BLEED_MM: Final = 1.0
_HEAD_MM: Final = 25.0
_FOOT_MM: Final = 19.0
_GAP_MM: Final = 1.0
_LABEL_MM: Final = 4.0
#: Halves of a normal die side by side, and dice on a sheet.
_COLUMNS: Final = 2
_ROWS: Final = 2

# Flaps, in shares of the edge: half the tab's neck, its ears, depths, and the play of the slit.
_NECK: Final = 0.25
_EAR: Final = 0.028
_TAB_DEPTH: Final = 0.19
_STRIP_DEPTH: Final = 0.15
_PLAY: Final = 0.01
#: Where the slit in a slot strip's crease begins and ends.
SLIT: Final = (0.5 - _NECK - _PLAY, 0.5 + _NECK + _PLAY)
_SHOULDER: Final = 0.5 - _NECK
_HALF_TAB: Final = ((_SHOULDER, 0), (_SHOULDER, 0.03), (_SHOULDER - _EAR, 0.065), (0.5 - 0.72 * _NECK, _TAB_DEPTH))
_TAB: Final = (*_HALF_TAB, *((1 - x, y) for x, y in reversed(_HALF_TAB)))
_STRIP: Final = ((0.06, 0.0), (0.17, _STRIP_DEPTH), (0.83, _STRIP_DEPTH), (0.94, 0.0))

_STAND_IN: Final = "stand-in"
_CUT: Final = QPen(INK, 0.22)
_SLIT: Final = QPen(QColor("#c4122f"), 0.45)
_SCORE: Final = QPen(QColor("#7d8794"), 0.25, Qt.PenStyle.CustomDashLine)
_SCORE.setDashPattern([7, 5])

_HOW_TO: Final = N_(
    "paper",
    "Print on card of 160 to 250 g/m². Score the dashed lines, cut along the solid ones, open the red slits. Fold "
    "everything away from you. Close the tabs in the order of their letters: each goes through the slit with its "
    "letter and snaps in behind it. See companion print folding-guide.",
)


@dataclass(frozen=True, slots=True)
class _Laid:
    """A piece on its sheet: ``place`` maps the piece's frame onto the page."""

    die: Die
    piece: NetPiece
    place: QTransform


def dice_pages(dice: Sequence[Die], paper: Paper) -> list[Page]:
    """The folding sheets of some dice: two normal dice on a sheet, large ones each on sheets of their own."""
    sheets, how = _sheets(dice, paper), pgettext("paper", _HOW_TO)
    pages = []
    for n, sheet in enumerate(sheets, start=1):
        names = ", ".join(dict.fromkeys(laid.die.label for laid in sheet))
        number = pgettext("paper", "sheet {number} of {of}", number=n, of=len(sheets))
        pages.append(framed_page(paper, names, partial(_draw_sheet, sheet, paper), aside=number, how=how))
    return pages


def sheet_places(dice: Sequence[Die], paper: Paper) -> Iterator[tuple[int, Die, Face, tuple[tuple[float, float], ...]]]:
    """Where each face is printed: sheet (from 0), die, face, its corners 0, 1, 2 on the page in mm."""
    for number, sheet in enumerate(_sheets(dice, paper)):
        for laid in sheet:
            for placed in laid.piece.faces:
                corners = [laid.place.map(QPointF(*corner)) for corner in placed.corners_mm]
                yield number, laid.die, placed.face, tuple((p.x(), p.y()) for p in corners)


def _sheets(dice: Sequence[Die], paper: Paper) -> list[list[_Laid]]:
    small = [die for die in dice if len(folding_net(die)) == _COLUMNS]
    sheets = [_paired(small[n : n + _ROWS], paper) for n in range(0, len(small), _ROWS)]
    return sheets + [sheet for die in dice if die not in small for sheet in _stacked(die, paper)]


def _paired(dice: Sequence[Die], paper: Paper) -> list[_Laid]:
    """Up to two dice on a sheet, one a row, their halves lying on their sides."""
    turn, laid = QTransform().rotate(-90), []
    width, height = paper.size_mm
    row = (height - _HEAD_MM - _FOOT_MM) / _ROWS
    for n, die in enumerate(dice):
        boxes = [turn.mapRect(piece_box(piece)) for piece in folding_net(die)]
        gap = (width - sum(box.width() for box in boxes)) / (_COLUMNS + 1)
        left = gap
        for piece, box in zip(folding_net(die), boxes, strict=True):
            at = (left - box.left(), _HEAD_MM + (n + 0.5) * row + _LABEL_MM / 2 - box.center().y())
            laid.append(_Laid(die, piece, turn * QTransform.fromTranslate(*at)))
            left += box.width() + gap
    return laid


def _stacked(die: Die, paper: Paper) -> list[list[_Laid]]:
    """The parts of a large die from the top of a sheet down, on to the next sheet where one does not fit."""
    room = paper.size_mm[1] - _HEAD_MM - _FOOT_MM - _LABEL_MM
    sheets: list[list[tuple[NetPiece, QRectF]]] = [[]]
    for piece in folding_net(die):
        box = piece_box(piece)
        taken = sum(other.height() + _GAP_MM for _, other in sheets[-1])
        if sheets[-1] and taken + box.height() > room:
            sheets.append([])
        sheets[-1].append((piece, box))
    laid: list[list[_Laid]] = []
    for sheet in sheets:
        # The free height is shared out above, between and below them.
        gap = (room - sum(box.height() for _, box in sheet)) / (len(sheet) + 1)
        laid.append([])
        top = _HEAD_MM + _LABEL_MM
        for piece, box in sheet:
            top += gap
            shift = QTransform.fromTranslate(paper.size_mm[0] / 2 - box.center().x(), top - box.top())
            laid[-1].append(_Laid(die, piece, shift))
            top += box.height()
    return laid


def _draw_sheet(sheet: Sequence[_Laid], paper: Paper, painter: QPainter) -> None:
    row = (paper.size_mm[1] - _HEAD_MM - _FOOT_MM) / _ROWS
    for n, die in enumerate({laid.die.id: laid.die for laid in sheet}.values()):
        _write_label(painter, die, _HEAD_MM + n * row)
    for laid in sheet:
        painter.save()
        painter.setTransform(laid.place, combine=True)
        draw_piece(painter, laid.die, laid.piece)
        painter.restore()


def _write_label(painter: QPainter, die: Die, top_mm: float) -> None:
    if die.provenance == _STAND_IN:
        values = pgettext("paper", "values are stand-ins")
    elif _STAND_IN in die.sources.values():
        values = pgettext("paper", "values: {source}, some are stand-ins", source=die.provenance)
    else:
        values = pgettext("paper", "values: {source}", source=die.provenance)
    words = pgettext(
        "paper",
        "{label} · {id} · {points} points · team {team} · {values}",
        label=die.label,
        id=die.id,
        points=plain(die.points),
        team=die.team,
        values=values,
    )
    write_line(painter, words, (MARGIN_MM, top_mm + 3.0), 3.0, colour=GREY)


def piece_box(piece: NetPiece) -> QRectF:
    """What a piece takes up on the sheet, flaps and all, in its own frame."""
    outline = QPainterPath()
    for placed in piece.faces:
        outline.addPolygon(_polygon(placed.corners_mm))
    for flap in piece.flaps:
        outline.addPath(_flap_outline(flap))
    return outline.boundingRect()


def draw_piece(painter: QPainter, die: Die, piece: NetPiece) -> None:
    """A piece in its own frame: bleed, art, flaps, then the lines to cut and to score."""
    edge = team_colours(die.team).edge
    bleed = QPen(edge, 2 * _BLEED_MM)
    bleed.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    for placed in piece.faces:
        painter.strokePath(closed_path(placed.corners_mm), bleed)
    for flap in piece.flaps:
        # White paper over the bleed, and the edge's colour run a little round the bend.
        outline, run_in = _flap_outline(flap), QPainterPath()
        painter.fillPath(outline, Qt.GlobalColor.white)
        bend = QRectF(0, 0, 1, _BLEED_MM / math.dist(flap.start_mm, flap.end_mm))
        run_in.addPolygon(_flap_frame(flap).map(QPolygonF(bend)))
        painter.fillPath(outline.intersected(run_in), edge)
    for placed in piece.faces:
        # The art turned and scaled so that its corners 0, 1, 2 fall on the net's.
        painter.save()
        painter.setTransform(map_triangle(triangle(), _polygon(placed.corners_mm)), combine=True)
        draw_face(painter, die, placed.face)
        painter.restore()
    for flap in piece.flaps:
        _draw_flap_lines(painter, flap)
    painter.setPen(_SCORE)
    for start, end in piece.creases:
        painter.drawLine(QLineF(*start, *end))


def _polygon(points: Sequence[tuple[float, float]]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])


def map_triangle(source: QPolygonF, target: QPolygonF) -> QTransform:
    """The affine map of one triangle onto another."""

    def from_unit(corners: QPolygonF) -> QTransform:
        origin = corners.at(0)
        x, y = corners.at(1) - origin, corners.at(2) - origin
        return QTransform(x.x(), x.y(), y.x(), y.y(), origin.x(), origin.y())

    return from_unit(source).inverted()[0] * from_unit(target)


# --- flaps --------------------------------------------------------------------------------------------------------


def _flap_frame(flap: Flap) -> QTransform:
    """Maps shares of the edge (x along it from ``start``, y outward) into the piece."""
    (x0, y0), (x1, y1) = flap.start_mm, flap.end_mm
    along = QPointF(x1 - x0, y1 - y0)
    return QTransform(along.x(), along.y(), -along.y(), along.x(), x0, y0)


def _flap_outline(flap: Flap) -> QPainterPath:
    """From one end of its edge to the other."""
    path = QPainterPath()
    path.addPolygon(_polygon(flap_outline_mm(flap)))
    return path


def flap_outline_mm(flap: Flap) -> list[tuple[float, float]]:
    """The corners of a flap in its piece, from one end of its edge to the other."""
    frame = _flap_frame(flap)
    points = [frame.map(QPointF(*point)) for point in (_TAB if flap.is_tab else _STRIP)]
    return [(point.x(), point.y()) for point in points]


def _draw_flap_lines(painter: QPainter, flap: Flap) -> None:
    frame, (start, end) = _flap_frame(flap), (_STRIP[0][0], _STRIP[-1][0])
    painter.strokePath(_flap_outline(flap), _CUT)
    if flap.is_tab:
        left, right = 0.5 - _NECK, 0.5 + _NECK
        lines = [(_CUT, 0, left), (_CUT, right, 1), (_SCORE, left, right)]
    else:
        left, right = SLIT
        lines = [(_CUT, 0, start), (_CUT, end, 1), (_SCORE, start, left), (_SCORE, right, end), (_SLIT, left, right)]
    for pen, first, last in lines:
        painter.setPen(pen)
        painter.drawLine(frame.map(QLineF(first, 0, last, 0)))
    (x0, y0), (x1, y1) = flap.start_mm, flap.end_mm
    painter.save()
    painter.translate(frame.map(QPointF(0.5, (_TAB_DEPTH if flap.is_tab else _STRIP_DEPTH) * 0.55)))
    painter.rotate(math.degrees(math.atan2(y1 - y0, x1 - x0)) + 180)
    words = pgettext("paper", "tab {letter}") if flap.is_tab else pgettext("paper", "slot {letter}")
    name = words.format(letter=flap.letter)
    write_line(painter, name, (0, 1.3), 3.6, bold=True, align=Qt.AlignmentFlag.AlignHCenter)
    painter.restore()
