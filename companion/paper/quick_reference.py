"""One page to keep beside the table: what stands on a face, and what a turn is made of, in our own words."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from companion.catalogue import Colour, Die, Effect, EffectKind, Face, Range
from companion.paper._marks import framed
from companion.paper._outlines import SHAPES, centred_text, numeral
from companion.paper.colours import COLOUR_LETTERS, EFFECT_COLOURS, letters_on
from companion.paper.net import draw_face
from companion.paper.pages import GREY, MARGIN_MM, Page, Paper, framed_page, write_block, write_line
from companion.text import N_, pgettext

_FACE_SCALE: Final = 1.42
_LEADER: Final = QPen(QColor("#c05a00"), 0.35)

#: A face that shows everything there is to show.
_GUN: Final = Effect(EffectKind.WEAPON, "Gun", Colour.YELLOW, Range.LONG, (0,), attack=7)
_FACE: Final = Face(
    "5",
    5,
    "abc",
    block=6,
    shield=Colour.PURPLE,
    maneuver=(1,),
    entry=(0,),
    damage=(2,),
    effects=(_GUN, Effect(EffectKind.CALL, "Call Tank")),
)
_DIE: Final = Die("example/example", (_FACE,), name=N_("paper", "Name of the die"), set="example", team="Ogre")

#: What is said about a place of the face (in the face-art frame), at the left or right, and how far down (mm).
_LABELS: Final = (
    (
        N_("paper", "Sight arrow"),
        N_("paper", "sees all beyond the opposite edge; the number is the Attack"),
        (1.8, -17.0),
        1,
        -38.0,
    ),
    (N_("paper", "Entry point"), N_("paper", "a green dot only in the turn of entering"), (-2.0, -24.5), -1, -38.0),
    (N_("paper", "Side number"), N_("paper", "damage goes to the next lower one"), (-9.8, -4.0), -1, -22.0),
    (N_("paper", "Effect line"), N_("paper", "the special effect of this face"), (-13.4, -0.5), -1, -6.0),
    (N_("paper", "Green dot"), N_("paper", "press this corner to maneuver"), (-22.5, 12.5), -1, 10.0),
    (N_("paper", "Shield"), N_("paper", "Block; its colour is an immunity, white is none"), (9.5, -3.5), 1, -21.0),
    (N_("paper", "Weapon"), N_("paper", "its name has no meaning"), (13.4, 0.0), 1, -5.0),
    (N_("paper", "Red dot"), N_("paper", "rolls over this corner when damaged"), (22.5, 12.5), 1, 11.0),
)
_RANGES: Final = (
    (Range.SHORT, N_("paper", "Short range"), N_("paper", "hits only the closest enemy it sees")),
    (Range.LONG, N_("paper", "Long range"), N_("paper", "hits any one enemy it sees")),
    (Range.ALL, N_("paper", "All range"), N_("paper", "hits every enemy it sees, closest first")),
)
#: A colour, what it is called, and what wears it.
_COLOUR_WORDS: Final = (
    ("yellow", N_("paper", "yellow"), N_("paper", "physical, Hold")),
    ("red", N_("paper", "red"), N_("paper", "fire, laser, heat")),
    ("green", N_("paper", "green"), N_("paper", "poison")),
    ("ice", N_("paper", "ice blue"), N_("paper", "cold, Freeze")),
    ("blue", N_("paper", "dark blue"), N_("paper", "Command")),
    ("purple", N_("paper", "purple"), N_("paper", "magic, AP")),
    ("black", N_("paper", "black"), N_("paper", "no colour")),
)
_LEFT: Final = (
    (
        N_("paper", "Your turn"),
        N_(
            "paper",
            "One action: throw a die from your hand and activate it, or activate a die in play. To activate "
            "is to maneuver, to shoot, or to use the effect. Or pass; never a third pass in a row.",
        ),
    ),
    (
        N_("paper", "Throwing"),
        N_(
            "paper",
            "Release behind your edge, and a foot (305 mm) behind or above it. A die that does not lie flat "
            "with its three lower corners on the table is off it. Dice knocked off go back to their owners' "
            "hands; your opponent scores them.",
        ),
    ),
    (
        N_("paper", "Maneuvering"),
        N_(
            "paper",
            "Press a corner with a green dot: the die rolls one step and shows a new face. Brushing a die or "
            "the table's edge makes the move illegal.",
        ),
    ),
    (
        N_("paper", "Sight"),
        N_(
            "paper",
            "The baseline is the edge opposite the arrow, drawn out for ever. Seen is what lies even partly "
            "above it. Distance is between the closest points of top faces. Two arrows of a colour leave one "
            "blind spot of 60°.",
        ),
    ),
)
_RIGHT: Final = (
    (
        N_("paper", "Hit"),
        N_(
            "paper",
            "Attack at least as high as the Block: killed, its points are yours. Less: damaged, it rolls "
            "over its red dot to the next lower side, whatever the difference.",
        ),
    ),
    (N_("paper", "Side 1"), N_("paper", "No Block and no red dot: any damage kills.")),
    (
        N_("paper", "Pinned"),
        N_("paper", "A die whose damage step is blocked by a die or the edge is killed. Not so the Ogre: it crushes."),
    ),
    (
        N_("paper", "Killed dice"),
        N_("paper", "go to reserve for one round (one turn of each player), then back to the hand."),
    ),
    (
        N_("paper", "Effects"),
        N_(
            "paper",
            "Call: throw a die from your hand that fits. Jump: throw this die again. Dodge: an enemy arrow "
            "sees this die only when nothing is closer. Command: allies act, flag by flag. Shoot and Move: "
            "one Weapon, then a maneuver.",
        ),
    ),
    (N_("paper", "Winning"), N_("paper", "First to 50 points.")),
)


def quick_reference_page(paper: Paper) -> Page:
    """The page: a face with words about it, the three ranges, the colours, and the turn."""
    aside = pgettext("paper", "in our own words; the rules decide")
    return framed_page(paper, pgettext("paper", "Quick reference"), partial(_draw, paper), aside=aside)


def _draw(paper: Paper, painter: QPainter) -> None:
    width, height = paper.size_mm
    painter.save()
    painter.translate(width / 2, 68.0)
    _draw_face(painter, (width - 2 * MARGIN_MM) / 2)
    painter.restore()
    _draw_ranges(painter, width, 106.0)
    _draw_colours(painter, width, 128.0)
    column = (width - 2 * MARGIN_MM - 8) / 2
    for text, left in ((_LEFT, MARGIN_MM), (_RIGHT, MARGIN_MM + column + 8)):
        y = 144.0
        for heading, words in text:
            write_line(painter, pgettext("paper", heading), (left, y + 3.6), 4.1, bold=True)
            y += 4.9 + write_block(painter, pgettext("paper", words), QRectF(left, y + 4.9, column, height), 3.6) + 2.4


def _draw_face(painter: QPainter, half_width: float) -> None:
    painter.save()
    painter.scale(_FACE_SCALE, _FACE_SCALE)
    draw_face(painter, replace(_DIE, name=pgettext("paper", _DIE.name)), _FACE)
    painter.restore()
    for heading, words, (x, y), side, down in _LABELS:
        inner = QPointF(side * (half_width - 46), down + 1.5)
        painter.setPen(_LEADER)
        painter.drawLine(QLineF(QPointF(x, y) * _FACE_SCALE, inner))
        left = inner.x() + 1 if side > 0 else -half_width
        write_line(painter, pgettext("paper", heading), (left, down), 3.6, bold=True)
        write_block(painter, pgettext("paper", words), QRectF(left, down + 1.0, 44, 14), 3.0, colour=GREY)


def _draw_ranges(painter: QPainter, width: float, y: float) -> None:
    pitch = (width - 2 * MARGIN_MM) / len(_RANGES)
    for n, (reach, name, words) in enumerate(_RANGES):
        left = MARGIN_MM + n * pitch
        shape, place = SHAPES[reach], QTransform.fromTranslate(left + 6.5, y)
        framed(painter, place.map(shape.outline), EFFECT_COLOURS["yellow"], 0.3)
        painter.fillPath(numeral(4, shape.number_cap_mm, left + 6.5, y + shape.number_y_mm), Qt.GlobalColor.black)
        write_line(painter, pgettext("paper", name), (left + 15, y + 4.5), 3.8, bold=True)
        write_block(painter, pgettext("paper", words), QRectF(left + 15, y + 5.4, pitch - 18, 10), 3.0, colour=GREY)


def _draw_colours(painter: QPainter, width: float, y: float) -> None:
    write_line(painter, pgettext("paper", "Colours matter only for immunity:"), (MARGIN_MM, y), 3.4, bold=True)
    pitch = (width - 2 * MARGIN_MM) / len(_COLOUR_WORDS)
    for n, (name, called, words) in enumerate(_COLOUR_WORDS):
        left = MARGIN_MM + n * pitch
        painter.setPen(QPen(GREY, 0.2))
        painter.setBrush(EFFECT_COLOURS[name])
        painter.drawRoundedRect(QRectF(left, y + 2.4, 5, 5), 1, 1)
        write_line(painter, pgettext("paper", called), (left + 6.2, y + 4.8), 2.8, bold=True)
        letter = centred_text(COLOUR_LETTERS[name], 2.2, left + 2.5, y + 4.9)
        painter.fillPath(letter, letters_on(EFFECT_COLOURS[name]))
        write_line(painter, pgettext("paper", words), (left + 6.2, y + 8.0), 2.5, colour=GREY, most_mm=pitch - 7.0)
