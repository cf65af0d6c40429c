"""Colours of what is printed: effects, teams, dots. A shape or a word always stands beside them."""

from __future__ import annotations

import colorsys
import zlib
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QColor

INK: Final = QColor("#14171c")
PAPER: Final = QColor("#fbf8f1")
GREEN_DOT: Final = QColor("#00955a")
RED_DOT: Final = QColor("#d21f2b")

#: Colours of effects and shields (ledger DW-COLOR-03), each with the letter that stands beside it for those who cannot
#: see it; the two commonest go without.
_EFFECTS: Final = {
    "yellow": ("#ffd21f", ""),
    "red": ("#d8262c", "R"),
    "green": ("#3fae49", "G"),
    "ice": ("#9fe0f5", "I"),
    "blue": ("#1f4fa8", "B"),
    "purple": ("#8b2fa0", "P"),
    "black": ("#1b1d22", "K"),
    "white": ("#ffffff", ""),
}
EFFECT_COLOURS: Final = {name: QColor(colour) for name, (colour, _) in _EFFECTS.items()}
COLOUR_LETTERS: Final = {name: letter for name, (_, letter) in _EFFECTS.items()}


@dataclass(frozen=True, slots=True)
class TeamColours:
    """The edge of a team's dice, the letters on it, and the dash of the line inside it (lengths in line widths)."""

    edge: QColor
    letters: QColor
    dash: tuple[float, ...] = ()


#: Team name in lower case -> colours (ledger DW-FACE-08, DW-FACE-09: a team is known by its border).
TEAMS: Final[dict[str, TeamColours]] = {
    "ogre": TeamColours(QColor("#232a34"), PAPER),
    "white": TeamColours(QColor("#f2efe6"), INK, (6, 2)),
    "green": TeamColours(QColor("#17653c"), PAPER, (1, 2)),
    "orange": TeamColours(QColor("#d9731a"), INK, (4, 2, 1, 2)),
    "blue": TeamColours(QColor("#1d4c8f"), PAPER, (2, 2)),
    "burgundy": TeamColours(QColor("#6d1730"), PAPER, (8, 2, 1, 2, 1, 2)),
    "cycops": TeamColours(QColor("#0f7c8c"), PAPER, (3, 1)),
    "hardcell": TeamColours(QColor("#8a4b16"), PAPER, (1, 1)),
}


def team_colours(team: str) -> TeamColours:
    """The colours of a team; one that the program does not know gets a dark hue of its own from its name."""
    known = TEAMS.get(team.lower())
    if known:
        return known
    hue = zlib.crc32(team.lower().encode()) % 360 / 360
    return TeamColours(QColor.fromRgbF(*colorsys.hsv_to_rgb(hue, 0.65, 0.42)), PAPER, (5, 1))


def letters_on(colour: QColor) -> QColor:
    """Dark or light letters, whichever reads better on a colour."""
    light = 0.299 * colour.red() + 0.587 * colour.green() + 0.114 * colour.blue()
    return INK if light > 140 else QColor("#ffffff")
