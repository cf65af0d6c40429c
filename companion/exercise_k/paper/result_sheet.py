"""The result sheet of a game: teams and players by points, charts of points over rounds, every award.

How teams look on paper: a colour that reads on white, a shape beside it, and a dash for each player's number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from companion.paper.colours import INK
from companion.paper.line_chart import ChartCurve, LineChart, draw_line_chart
from companion.paper.pages import GREY, MARGIN_MM, Page, Paper, draw_ruler, draw_title, write_block, write_line
from companion.paper.signs import draw_sign
from companion.text import pgettext

#: Shape and colour of each team (Okabe-Ito, safe for the common kinds of colour blindness); one that is not here is a
#: dot of ink.
_LOOKS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {"Red": ("■", "#c8500a"), "Blue": ("▲", "#0072b2"), "Green": ("●", "#00875f"), "Black": ("◆", "#14171c")}
)
_UNKNOWN: Final = ("●", INK.name())
#: Dashes of players 1, 2, 3 in line widths; a team's own line is whole.
_DASHES: Final = ((), (), (5.0, 2.0), (1.2, 1.8))


_RULE: Final = QPen(QColor("#c3c7cd"), 0.2)
_RIGHT: Final = Qt.AlignmentFlag.AlignRight
_ROW_MM: Final = 6.0
_AWARD_MM: Final = 4.4
_COLUMNS: Final = 2


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


@dataclass(frozen=True, slots=True)
class Rank:
    """A line of a ranking; ``place`` is 0 where it has none. ``aside``: what else is to be known, such as "out"."""

    place: int
    name: str
    team: str
    person: str
    points: float
    aside: str


@dataclass(frozen=True, slots=True)
class Award:
    """A line of the ledger: round (None: brought forward), account, its team, base points, factor, points, reason."""

    round: int | None
    account: str
    team: str
    base: float
    factor: float
    points: float
    why: str


@dataclass(frozen=True, slots=True)
class DeskResultSheet:
    """All that is printed of a game."""

    title: str
    state: str
    victors: tuple[str, ...]
    teams: tuple[Rank, ...]
    players: tuple[Rank, ...]
    third_ogres: tuple[Rank, ...]
    team_curves: tuple[RoundCurve, ...]
    player_curves: tuple[RoundCurve, ...]
    zones: tuple[tuple[int, str], ...]
    awards: tuple[Award, ...]
    notes: tuple[str, ...]


def result_sheet_pages(sheet: DeskResultSheet, paper: Paper) -> list[Page]:
    """Ranking, charts, ledger."""
    drawings: list[Callable[[QPainter], None]] = [
        partial(_draw_ranking, sheet, paper),
        partial(_draw_charts, sheet, paper),
    ]
    each = _COLUMNS * _awards_in_column(paper)
    parts = [sheet.awards[first : first + each] for first in range(0, len(sheet.awards), each)]
    drawings += [partial(_draw_awards, part, sheet, paper) for part in parts]
    framed = (
        partial(_draw_framed, drawing, sheet.title, f"{number} / {len(drawings)}", paper)
        for number, drawing in enumerate(drawings, 1)
    )
    return [Page(paper.size_mm, drawing, sheet.title) for drawing in framed]


def _draw_framed(drawing: Callable[[QPainter], None], title: str, aside: str, paper: Paper, painter: QPainter) -> None:
    draw_title(painter, paper.size_mm, title, aside)
    drawing(painter)
    draw_ruler(painter, paper.size_mm)


def _draw_ranking(sheet: DeskResultSheet, paper: Paper, painter: QPainter) -> None:
    width = paper.size_mm[0] - 2 * MARGIN_MM
    y = 22.0
    y += write_block(painter, sheet.state, QRectF(MARGIN_MM, y, width, 10), 4.2) + 2
    for victor in sheet.victors:
        y += write_block(painter, victor, QRectF(MARGIN_MM, y, width, 10), 5.0, bold=True) + 1
    y = _draw_ranks(painter, pgettext("paper", "Teams"), sheet.teams, y + 6, width, 5.0)
    y = _draw_ranks(painter, pgettext("paper", "Players"), sheet.players, y + 4, width, 4.0)
    if sheet.third_ogres:
        y = _draw_ranks(
            painter, pgettext("paper", "Third Ogres (for the team alone)"), sheet.third_ogres, y + 4, width, 4.0
        )
    y += 4
    for note in sheet.notes:
        y += write_block(painter, note, QRectF(MARGIN_MM, y, width, 10), 3.0, colour=GREY) + 1


def _draw_ranks(painter: QPainter, title: str, ranks: Sequence[Rank], y: float, width: float, size: float) -> float:
    write_line(painter, title, (MARGIN_MM, y), 4.2, bold=True)
    step = _ROW_MM * size / 4.0
    y += 1.5
    for rank in ranks:
        y += step
        base = y - step * 0.28
        painter.setPen(_RULE)
        painter.drawLine(QLineF(MARGIN_MM, y, MARGIN_MM + width, y))
        write_line(painter, f"{rank.place or ''}", (MARGIN_MM + 6, base), size, align=_RIGHT, colour=GREY)
        draw_mark(painter, rank.team, QPointF(MARGIN_MM + 12, base - size * 0.36), size * 0.9)
        first = rank.place == 1
        write_line(painter, rank.name, (MARGIN_MM + 17, base), size, bold=first)
        write_line(painter, rank.person, (MARGIN_MM + 52, base), size)
        write_line(painter, rank.aside, (MARGIN_MM + 122, base), size * 0.8, colour=GREY)
        write_line(painter, f"{rank.points:g}", (MARGIN_MM + width, base), size, bold=first, align=_RIGHT)
    return y + 4


def _draw_charts(sheet: DeskResultSheet, paper: Paper, painter: QPainter) -> None:
    width = paper.size_mm[0] - 2 * MARGIN_MM
    high = (paper.size_mm[1] - 90) / 2
    y = 26.0
    charts = (
        (pgettext("paper", "Teams: points over the rounds"), sheet.team_curves),
        (pgettext("paper", "Players"), sheet.player_curves),
    )
    for title, curves in charts:
        drawn = tuple(curve.drawn for curve in curves)
        chart = LineChart(title, pgettext("paper", "end of round"), drawn, zones=sheet.zones, stepped=False)
        draw_line_chart(painter, chart, QRectF(MARGIN_MM, y - 4, width, high + 8))
        y += high + 16
    words = pgettext(
        "paper",
        "Awards of the final scoring are added in the round that the game ended with. Players 1 are drawn whole, 2 "
        "dashed, 3 dotted.",
    )
    write_block(painter, words, QRectF(MARGIN_MM, y - 10, width, 8), 2.8, colour=GREY)


def _awards_in_column(paper: Paper) -> int:
    return int((paper.size_mm[1] - 30 - 2 * MARGIN_MM - 8) / _AWARD_MM)


def _draw_awards(awards: Sequence[Award], sheet: DeskResultSheet, paper: Paper, painter: QPainter) -> None:
    write_line(
        painter,
        pgettext("paper", "Every award: round, account, reason, base × factor"),
        (MARGIN_MM, 24),
        4.2,
        bold=True,
    )
    each = _awards_in_column(paper)
    wide = (paper.size_mm[0] - 2 * MARGIN_MM - 6) / _COLUMNS
    for number, award in enumerate(awards):
        column, row = divmod(number, each)
        _draw_award(painter, award, MARGIN_MM + column * (wide + 6), 30 + row * _AWARD_MM, wide)


def _draw_award(painter: QPainter, award: Award, left: float, y: float, width: float) -> None:
    painter.setPen(_RULE)
    painter.drawLine(QLineF(left, y + 1.2, left + width, y + 1.2))
    write_line(painter, "–" if award.round is None else f"{award.round}", (left + 5, y), 2.9, align=_RIGHT, colour=GREY)
    draw_mark(painter, award.team, QPointF(left + 8, y - 1), 2.2)
    write_line(painter, award.account, (left + 10.5, y), 2.9)
    write_line(painter, award.why, (left + 24.5, y), 2.9)
    sum_of = f"{award.base:g} × {award.factor:g}"
    write_line(painter, sum_of, (left + width - 11, y), 2.7, align=_RIGHT, colour=GREY)
    write_line(painter, f"{award.points:g}", (left + width, y), 2.9, bold=True, align=_RIGHT)
