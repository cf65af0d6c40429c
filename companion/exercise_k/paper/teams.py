"""How teams look on paper: a colour that reads on white, a shape beside it, and a dash for each player's number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter

from companion.paper.colours import INK
from companion.paper.line_chart import ChartCurve
from companion.paper.signs import draw_sign

#: Shape and colour of each team (Okabe-Ito, safe for the common kinds of colour blindness); one that is not here is a
#: dot of ink.
_LOOKS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {"Red": ("■", "#c8500a"), "Blue": ("▲", "#0072b2"), "Green": ("●", "#00875f"), "Black": ("◆", "#14171c")}
)
_UNKNOWN: Final = ("●", INK.name())
#: Dashes of players 1, 2, 3 in line widths; a team's own line is whole.
_DASHES: Final = ((), (), (5.0, 2.0), (1.2, 1.8))


@dataclass(frozen=True, slots=True)
class RoundCurve:
    """A curve: its name, its team, 1 to 3 for a player of it (0: the team), points at the end of each round from 1."""

    name: str
    team: str
    number: int
    points: tuple[float, ...]

    @property
    def drawn(self) -> ChartCurve:
        """As it is charted."""
        shape, ink = _LOOKS.get(self.team, _UNKNOWN)
        width_mm = 0.5 if self.number else 0.8
        return ChartCurve(self.name, shape, ink, self.points, _DASHES[self.number], width_mm)


def team_ink(team: str) -> QColor:
    """A team's colour."""
    return QColor(_LOOKS.get(team, _UNKNOWN)[1])


def draw_mark(painter: QPainter, team: str, at: QPointF, size_mm: float) -> None:
    """A team's shape in its colour; ``size_mm`` from side to side."""
    shape, ink = _LOOKS.get(team, _UNKNOWN)
    draw_sign(painter, shape, ink, at, 0.56 * size_mm)
