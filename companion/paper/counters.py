"""Counters to cut out: owner marks, Command Flags and poison (ledger OG-SET-07, OG-CMD-05). Distinguished by shape."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from companion.paper._lettering import centred_text, numeral
from companion.paper.colours import EFFECT_COLOURS, PAPER, letters_on
from companion.paper.pages import GREY, MARGIN_MM, Page, Paper, draw_ruler, draw_title, write_block, write_line
from companion.text import pgettext

COUNTER_MM: Final = 22.0
FLAGS: Final = 20
_PITCH_MM: Final = 25.5
_COLUMNS: Final = 7
_POISON: Final = 7
_CUT: Final = QPen(GREY, 0.2)

#: Owner -> colour (Okabe and Ito's palette), corners of its shape (0 is a disc), and how far that is turned: triangle,
#: square, disc and diamond, as on the screen.
_OWNERS: Final = {
    "A": (QColor("#0072b2"), 3, 0),
    "B": (QColor("#d55e00"), 4, 45),
    "C": (QColor("#009e73"), 0, 0),
    "D": (QColor("#cc79a7"), 4, 0),
}
_EACH: Final = 5

_Drawing = Callable[[QPainter], None]


def counter_page(paper: Paper) -> Page:
    """One sheet: five owner marks for each of four players, twenty Command Flags, seven poison counters."""
    return Page(paper.size_mm, partial(_draw, paper), pgettext("paper", "Counters"))


def _draw(paper: Paper, painter: QPainter) -> None:
    across = pgettext("paper", "{size:g} mm across", size=COUNTER_MM)
    draw_title(painter, paper.size_mm, pgettext("paper", "Counters"), across)
    how = pgettext(
        "paper",
        "Paste on card, cut out. A counter that lies flat is part of the table: no obstacle, and dice may lie on it.",
    )
    room = QRectF(MARGIN_MM, MARGIN_MM + 7, paper.size_mm[0] - 2 * MARGIN_MM, 8)
    write_block(painter, how, room, 2.9, colour=GREY)
    top = 24.0
    for heading, drawings in _groups():
        write_line(painter, heading, (MARGIN_MM, top + 2.5), 3.4, bold=True)
        top = _draw_group(painter, list(drawings), paper, top + 5.0) + 1.5
    draw_ruler(painter, paper.size_mm)


def _groups() -> Iterator[tuple[str, Iterator[_Drawing]]]:
    owners = (partial(_owner, name) for name in _OWNERS for _ in range(_EACH))
    yield pgettext("paper", "Owners: lay one beside a die or stick a small one on it"), owners
    yield (
        pgettext("paper", "Command Flags: in the order of the numbers, taken away as each die acts"),
        (partial(_flag, number) for number in range(1, FLAGS + 1)),
    )
    yield (
        pgettext("paper", "Poison: one step of damage at the start of its creator's turn"),
        (_poison for _ in range(_POISON)),
    )


def _draw_group(painter: QPainter, drawings: list[_Drawing], paper: Paper, top: float) -> float:
    """Draw counters row by row; returns where the next group may begin."""
    left = (paper.size_mm[0] - _COLUMNS * _PITCH_MM) / 2
    for number, drawing in enumerate(drawings):
        row, column = divmod(number, _COLUMNS)
        painter.save()
        painter.translate(left + (column + 0.5) * _PITCH_MM, top + row * (COUNTER_MM + 2.2) + COUNTER_MM / 2)
        drawing(painter)
        painter.setPen(_CUT)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(0, 0), COUNTER_MM / 2, COUNTER_MM / 2)
        painter.restore()
    return top + math.ceil(len(drawings) / _COLUMNS) * (COUNTER_MM + 2.2)


def _owner(name: str, painter: QPainter) -> None:
    colour, corners, turn_deg = _OWNERS[name]
    painter.fillPath(_shape(corners, turn_deg, 8.4), colour)
    painter.fillPath(numeral(name, 5.0, 0, 0.6 if corners == 3 else 0), letters_on(colour))


def _shape(corners: int, turn_deg: int, radius: float) -> QPainterPath:
    path = QPainterPath()
    if not corners:
        path.addEllipse(QPointF(0, 0), radius, radius)
        return path
    for k in range(corners):
        angle = math.tau * k / corners + math.radians(turn_deg)
        point = QPointF(radius * 1.1 * math.sin(angle), -radius * 1.1 * math.cos(angle))
        path.lineTo(point) if k else path.moveTo(point)
    path.closeSubpath()
    return path


def _flag(number: int, painter: QPainter) -> None:
    colour = EFFECT_COLOURS["blue"]
    pole, cloth = QPainterPath(), QPainterPath(QPointF(-5.2, -7.0))
    pole.addRoundedRect(QRectF(-6.2, -7.6, 1.1, 15.6), 0.5, 0.5)
    for x, y in ((7.6, -7.0), (5.2, -2.4), (7.6, 2.2), (-5.2, 2.2)):
        cloth.lineTo(x, y)
    cloth.closeSubpath()
    painter.fillPath(pole, QColor("#3a3f47"))
    painter.fillPath(cloth, colour)
    painter.fillPath(numeral(number, 5.2, 0.2, -2.5, 8.5), PAPER)


def _poison(painter: QPainter) -> None:
    colour = EFFECT_COLOURS["green"]
    drop = QPainterPath(QPointF(0, -8.4))
    drop.cubicTo(2.0, -4.4, 6.2, -1.6, 6.2, 2.4)
    drop.cubicTo(6.2, 6.2, 3.4, 8.2, 0, 8.2)
    drop.cubicTo(-3.4, 8.2, -6.2, 6.2, -6.2, 2.4)
    drop.cubicTo(-6.2, -1.6, -2.0, -4.4, 0, -8.4)
    painter.fillPath(drop, colour)
    painter.fillPath(centred_text(pgettext("paper", "POISON"), 2.0, 0, 2.6, 10.0), PAPER)
