"""The Ogre's tracking card and the Command Post's card on paper (ledger OG-OGRE-02 to -23, OG-CP-01 to -15); and the
counters to cut out: owner marks, Command Flags and poison (OG-SET-07, OG-CMD-05), distinguished by shape.

What the cards say is handed in: this module knows no rule, only where circles and lines stand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from companion.paper._marks import framed, plain
from companion.paper._outlines import SILHOUETTES, centred_text, closed_path, numeral
from companion.paper.colours import EFFECT_COLOURS, GREEN_DOT, INK, PAPER, letters_on
from companion.paper.pages import GREY, MARGIN_MM, Page, Paper, framed_page, write_block, write_line
from companion.text import pgettext

_GRAY_DOT: Final = QColor("#c3c7cd")
_LINE: Final = QPen(INK, 0.35)
_CUT: Final = QPen(GREY, 0.2)
_SCRATCH: Final = QPen(INK, 0.9, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
COMMAND_POST_MM: Final = (120.0, 60.0)
_ARMOUR: Final = 60


@dataclass(frozen=True, slots=True)
class CardSystem:
    """A weapon system on the card: name, Block in its circles, circles of a Mark III and further ones of a Mark V.

    ``scratched``: how many of them are crossed out, from the left.
    """

    name: str
    block: float
    circles: int
    more_for_v: int
    scratched: int = 0


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of Treads: the number in the green dots that it owns, Treads of a Mark III and further ones of a V.

    ``scratched``: how many of them are crossed out, from the left.
    """

    dot: int
    treads: int
    more_for_v: int
    scratched: int = 0


def ogre_card_page(
    systems: Sequence[CardSystem],
    lines: Sequence[CardLine],
    paper: Paper,
    whose: str = "",
    *,
    mark: str | None = None,
    note: str = "",
) -> Page:
    """The tracking card for both marks: what is gray belongs to the Mark V alone (OG-OGRE-04).

    ``whose`` says in the title whose values they are (left out: stand-ins); ``mark`` (III or V) ticks the box of a card
    in play; ``note`` is written under the Treads.
    """
    owner = whose or pgettext("paper", "stand-in values")
    draw = partial(_draw_ogre_card, systems, lines, paper.size_mm[0], mark, note)
    return framed_page(paper, pgettext("paper", "Ogre tracking card"), draw, aside=owner)


def _ogre_rules() -> tuple[str, ...]:
    return (
        pgettext(
            "paper",
            "A hit rolls the Ogre over its red dot, and the attacker names one system. A Weapon loses one circle where "
            "the Attack reaches the number in it, however large the Attack. Treads lose the Attack less 2.",
        ),
        pgettext("paper", "A system without circles no longer fires. A Missile costs its circle as it is fired."),
        pgettext(
            "paper",
            "Treads are scratched line by line from the top. When a line is gone, so are the green dots with its "
            "number; without Treads the Ogre stands. Each die that it runs over costs one Tread.",
        ),
        pgettext(
            "paper",
            "Immune to purple, Backstab, Jump Ally, Hold and Freeze; Poison Counters do nothing to it. On Side 1 any "
            "damage kills.",
        ),
    )


def _draw_ogre_card(
    systems: Sequence[CardSystem],
    lines: Sequence[CardLine],
    width: float,
    mark: str | None,
    note: str,
    painter: QPainter,
) -> None:
    _draw_tick_boxes(painter, width, mark)
    y = 36.0
    for system in systems:
        _draw_system(painter, system, y)
        y += 22.0
    y += 4.0
    write_line(painter, pgettext("paper", "Treads"), (MARGIN_MM, y), 5.0, bold=True)
    write_line(painter, pgettext("paper", "scratch from the top line down"), (MARGIN_MM + 24, y), 3.2, colour=GREY)
    for line in lines:
        _draw_treads(painter, line, y + 5.0, width)
        y += 16.0
    write_line(painter, note, (MARGIN_MM, y + 8.0), 4.2, bold=True)
    _write_rules(painter, _ogre_rules(), y + 14.0, width)


def _write_rules(painter: QPainter, rules: Sequence[str], y: float, width: float) -> None:
    for rule in rules:
        y += write_block(painter, rule, QRectF(MARGIN_MM, y, width - 2 * MARGIN_MM, 20), 3.5) + 2.0


def _draw_tick_boxes(painter: QPainter, width: float, mark: str | None) -> None:
    boxes = (("III", "Mark III"), ("V", pgettext("paper", "Mark V: the gray ones too")))
    for x, (own, words) in zip((MARGIN_MM, MARGIN_MM + 34), boxes, strict=True):
        box = QRectF(x, 21.0, 5.0, 5.0)
        painter.setPen(_LINE)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        if mark == own:
            _cross_out(painter, box.adjusted(0.8, 0.8, -0.8, -0.8))
        write_line(painter, words, (x + 7, 25.2), 4.2, bold=True)
    painter.save()
    painter.translate(width - MARGIN_MM - 14, 41.0)
    painter.scale(0.85, 0.85)
    painter.fillPath(SILHOUETTES["ogre/ogre"], INK)
    painter.restore()


def _draw_system(painter: QPainter, system: CardSystem, y: float) -> None:
    write_line(painter, system.name, (MARGIN_MM, y), 5.0, bold=True, most_mm=48.0)
    words = pgettext("paper", "Attack of {block} or more: scratch one", block=plain(system.block))
    write_line(painter, words, (MARGIN_MM + 50, y), 3.2, colour=GREY)
    pitch = min(14.0, 182.0 / (system.circles + system.more_for_v))
    for n in range(system.circles + system.more_for_v):
        centre = QPointF(MARGIN_MM + 6.5 + n * pitch, y + 9.0)
        painter.setPen(QPen(INK, 0.5))
        painter.setBrush(_GRAY_DOT if n >= system.circles else PAPER)
        painter.drawEllipse(centre, 5.6, 5.6)
        painter.fillPath(numeral(plain(system.block), 4.2, centre.x(), centre.y()), INK)
        if n < system.scratched:
            _cross_out(painter, QRectF(centre.x() - 5.0, centre.y() - 5.0, 10.0, 10.0))


def _draw_treads(painter: QPainter, line: CardLine, y: float, width: float) -> None:
    painter.setPen(QPen(INK, 0.4))
    painter.setBrush(GREEN_DOT)
    painter.drawEllipse(QPointF(MARGIN_MM + 5.0, y + 4.5), 4.6, 4.6)
    painter.fillPath(numeral(line.dot, 4.6, MARGIN_MM + 5.0, y + 4.5), PAPER)
    count = line.treads + line.more_for_v
    pitch = min(8.4, (width - 2 * MARGIN_MM - 16) / (count + (count - 1) // 5 * 0.4))
    for n in range(count):
        painter.setPen(QPen(INK, 0.4))
        painter.setBrush(_GRAY_DOT if n >= line.treads else PAPER)
        box = QRectF(MARGIN_MM + 14 + n * pitch + n // 5 * 0.4 * pitch, y, pitch - 1.4, 9.0)
        painter.drawRoundedRect(box, 1.2, 1.2)
        if n < line.scratched:
            _cross_out(painter, box)


def _cross_out(painter: QPainter, box: QRectF) -> None:
    painter.setPen(_SCRATCH)
    painter.drawLine(box.topLeft(), box.bottomRight())
    painter.drawLine(box.bottomLeft(), box.topRight())


# --- Command Post -------------------------------------------------------------------------------------------------


def command_post_page(paper: Paper) -> Page:
    """Two Command Posts to cut out, each with its sixty Armor points, and what they do."""
    across, down = COMMAND_POST_MM
    size = pgettext("paper", "{across:g} × {down:g} mm, {armour} Armor", across=across, down=down, armour=_ARMOUR)
    draw = partial(_draw_command_posts, paper.size_mm[0])
    return framed_page(paper, pgettext("paper", "Command Post"), draw, aside=size)


def _post_rules() -> tuple[str, ...]:
    return (
        pgettext(
            "paper",
            "Command All: as your action every one of your units gets a flag, from your edge of the table forward; "
            "each in turn moves, shoots or uses its ability.",
        ),
        pgettext(
            "paper",
            "It counts as the most distant target wherever it lies. An Attack takes its full value off the Armor; the "
            "last point destroys it for good, and so does an enemy Ogre that rolls into it. Other dice pass over it.",
        ),
        pgettext(
            "paper",
            "Immune to dark blue, Confuse, Remove, Hold and Freeze; Protection does nothing. Repair gives back 10 "
            "Armor and removes Poison Counters; a Poison Counter takes one point each turn. Destroying it scores "
            "nothing.",
        ),
        pgettext("paper", "The size of the printed card is in no document: 120 × 60 mm is ours."),
    )


def _draw_command_posts(width: float, painter: QPainter) -> None:
    across, down = COMMAND_POST_MM
    for row in range(2):
        painter.save()
        painter.translate((width - across) / 2, 26.0 + row * (down + 8))
        _draw_command_post(painter)
        painter.restore()
    _write_rules(painter, _post_rules(), 26.0 + 2 * (down + 8) + 4, width)


def _draw_command_post(painter: QPainter) -> None:
    across, down = COMMAND_POST_MM
    painter.fillRect(QRectF(0, 0, across, down), QColor("#232a34"))
    painter.fillRect(QRectF(2.5, 2.5, across - 5, down - 5), QColor("#e9e4d8"))
    painter.setPen(_CUT)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(0, 0, across, down))
    # a bunker with mast and dish, and its slit
    dish = QPainterPath(QPointF(14, 9))
    dish.quadTo(22, 20, 32, 11)
    dish.quadTo(23, 15, 14, 9)
    painter.fillRect(QRectF(22.2, 8, 1.2, 16), INK)
    painter.fillPath(dish, INK)
    framed(painter, closed_path(((6, 38), (11, 24), (35, 24), (46, 38))), EFFECT_COLOURS["blue"], 0.3)
    painter.fillRect(QRectF(15, 28.5, 18, 2.4), PAPER)
    write_line(painter, pgettext("paper", "COMMAND POST"), (6, 45), 5.0, bold=True, most_mm=46.0)
    write_line(painter, pgettext("paper", "Command All"), (6, 51.5), 4.0, colour=EFFECT_COLOURS["blue"], bold=True)
    for n in range(_ARMOUR):
        row, column = divmod(n, 10)
        box = QRectF(54.5 + column * 6.1 - 0.2, 7.5 + row * 8.0, 5.2, 6.8)
        painter.setPen(QPen(INK, 0.3))
        painter.setBrush(PAPER)
        painter.drawRect(box)
        painter.fillPath(numeral(str(_ARMOUR - n), 1.9, box.center().x(), box.center().y()), GREY)


COUNTER_MM: Final = 22.0
FLAGS: Final = 20
_PITCH_MM: Final = 25.5
_COLUMNS: Final = 7
_POISON: Final = 7

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
