"""Counters to cut out: owner marks, Command Flags and poison (ledger OG-SET-07, OG-CMD-05). Distinguished by shape."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from companion.paper._outlines import centred_text, closed_path, numeral
from companion.paper.colours import EFFECT_COLOURS, PAPER, letters_on
from companion.paper.pages import GREY, MARGIN_MM, Page, Paper, framed_page, write_line
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
_RADIUS_MM: Final = 8.4

_Drawing = Callable[[QPainter], None]


def counter_page(paper: Paper) -> Page:
    """One sheet: five owner marks for each of four players, twenty Command Flags, seven poison counters."""
    how = pgettext(
        "paper",
        "Paste on card, cut out. A counter that lies flat is part of the table: no obstacle, and dice may lie on it.",
    )
    across = pgettext("paper", "{size:g} mm across", size=COUNTER_MM)
    return framed_page(paper, pgettext("paper", "Counters"), partial(_draw, paper), aside=across, how=how)


def _draw(paper: Paper, painter: QPainter) -> None:
    groups: tuple[tuple[str, Sequence[_Drawing]], ...] = (
        (
            pgettext("paper", "Owners: lay one beside a die or stick a small one on it"),
            [partial(_owner, name) for name in _OWNERS for _ in range(_EACH)],
        ),
        (
            pgettext("paper", "Command Flags: in the order of the numbers, taken away as each die acts"),
            [partial(_flag, number) for number in range(1, FLAGS + 1)],
        ),
        (pgettext("paper", "Poison: one step of damage at the start of its creator's turn"), [_poison] * _POISON),
    )
    top, left, down = 24.0, (paper.size_mm[0] - _COLUMNS * _PITCH_MM) / 2, COUNTER_MM + 2.2
    for heading, drawings in groups:
        write_line(painter, heading, (MARGIN_MM, top + 2.5), 3.4, bold=True)
        for number, drawing in enumerate(drawings):
            row, column = divmod(number, _COLUMNS)
            painter.save()
            painter.translate(left + (column + 0.5) * _PITCH_MM, top + 5.0 + row * down + COUNTER_MM / 2)
            drawing(painter)
            painter.setPen(_CUT)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(0, 0), COUNTER_MM / 2, COUNTER_MM / 2)
            painter.restore()
        top += 6.5 + math.ceil(len(drawings) / _COLUMNS) * down


def _owner(name: str, painter: QPainter) -> None:
    colour, corners, turn_deg = _OWNERS[name]
    shape = QPainterPath()
    if corners:
        angles = [math.tau * k / corners + math.radians(turn_deg) for k in range(corners)]
        shape = closed_path([(_RADIUS_MM * 1.1 * math.sin(a), -_RADIUS_MM * 1.1 * math.cos(a)) for a in angles])
    else:
        shape.addEllipse(QPointF(0, 0), _RADIUS_MM, _RADIUS_MM)
    painter.fillPath(shape, colour)
    painter.fillPath(numeral(name, 5.0, 0, 0.6 if corners == 3 else 0), letters_on(colour))


def _flag(number: int, painter: QPainter) -> None:
    pole = QPainterPath()
    pole.addRoundedRect(QRectF(-6.2, -7.6, 1.1, 15.6), 0.5, 0.5)
    cloth = closed_path(((-5.2, -7.0), (7.6, -7.0), (5.2, -2.4), (7.6, 2.2), (-5.2, 2.2)))
    painter.fillPath(pole, QColor("#3a3f47"))
    painter.fillPath(cloth, EFFECT_COLOURS["blue"])
    painter.fillPath(numeral(number, 5.2, 0.2, -2.5, 8.5), PAPER)


def _poison(painter: QPainter) -> None:
    drop = QPainterPath(QPointF(0, -8.4))
    drop.cubicTo(2.0, -4.4, 6.2, -1.6, 6.2, 2.4)
    drop.cubicTo(6.2, 6.2, 3.4, 8.2, 0, 8.2)
    drop.cubicTo(-3.4, 8.2, -6.2, 6.2, -6.2, 2.4)
    drop.cubicTo(-6.2, -1.6, -2.0, -4.4, 0, -8.4)
    painter.fillPath(drop, EFFECT_COLOURS["green"])
    painter.fillPath(centred_text(pgettext("paper", "POISON"), 2.0, 0, 2.6, 10.0), PAPER)
