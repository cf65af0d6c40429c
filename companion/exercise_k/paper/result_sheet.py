"""The result sheet of a game: teams and players by points, charts of points over rounds, every award.

How teams look on paper: a colour that reads on white, a shape beside it, and a dash for each player's number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from companion.exercise_k.codec.documents import RankingDocument
from companion.exercise_k.rules.points import PointsEntry, multiplier
from companion.exercise_k.rules.roster import team_label, team_of
from companion.exercise_k.session.results import Results
from companion.paper.colours import INK
from companion.paper.line_chart import ChartCurve, LineChart, draw_line_chart, draw_sign
from companion.paper.pages import GREY, MARGIN_MM, Page, Paper, draw_ruler, draw_title, write_block, write_line
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
#: The last round of points that count once.
_LAST: Final = 999


def team_ink(team: str) -> QColor:
    """A team's colour."""
    return QColor(_LOOKS.get(team, _UNKNOWN)[1])


def draw_mark(painter: QPainter, team: str, at: QPointF, size_mm: float) -> None:
    """A team's shape in its colour; ``size_mm`` from side to side."""
    shape, ink = _LOOKS.get(team, _UNKNOWN)
    draw_sign(painter, shape, ink, at, 0.56 * size_mm)


def desk_result_pages(results: Results, paper: Paper = Paper.A4) -> list[Page]:
    """Ranking, charts, ledger."""
    drawings: list[Callable[[QPainter], None]] = [
        partial(_draw_ranking, results, paper),
        partial(_draw_charts, results, paper),
    ]
    each, entries = _COLUMNS * _awards_in_column(paper), results.position.entries
    parts = [entries[first : first + each] for first in range(0, len(entries), each)]
    drawings += [partial(_draw_awards, part, paper) for part in parts]
    framed = (
        partial(_draw_framed, drawing, results.name, f"{number} / {len(drawings)}", paper)
        for number, drawing in enumerate(drawings, 1)
    )
    return [Page(paper.size_mm, drawing, results.name) for drawing in framed]


def _draw_framed(drawing: Callable[[QPainter], None], title: str, aside: str, paper: Paper, painter: QPainter) -> None:
    draw_title(painter, paper.size_mm, title, aside)
    drawing(painter)
    draw_ruler(painter, paper.size_mm)


def _draw_ranking(results: Results, paper: Paper, painter: QPainter) -> None:
    width = paper.size_mm[0] - 2 * MARGIN_MM
    y = 22.0
    y += write_block(painter, results.state, QRectF(MARGIN_MM, y, width, 10), 4.2) + 2
    for victor in results.victors:
        y += write_block(painter, victor, QRectF(MARGIN_MM, y, width, 10), 5.0, bold=True) + 1
    destroyed = pgettext("exercise_k", "destroyed")
    rankings = (
        (pgettext("paper", "Teams"), results.teams, pgettext("exercise_k", "out"), 5.0),
        (pgettext("paper", "Players"), results.players, destroyed, 4.0),
        (pgettext("paper", "Third Ogres (for the team alone)"), results.third_ogres, destroyed, 4.0),
    )
    y += 2
    for title, ranks, out, size in rankings:
        if ranks:
            y = _draw_ranks(painter, title, ranks, out, y + 4, width, size)
    y += 4
    for note in _notes(results):
        y += write_block(painter, note, QRectF(MARGIN_MM, y, width, 10), 3.0, colour=GREY) + 1


def _notes(results: Results) -> Iterator[str]:
    """What was lost, what was agreed on, and who waited."""
    if lost := sorted(map(team_label, results.position.lost)):
        yield pgettext("exercise_k", "Buildings lost: {buildings}.", buildings=", ".join(lost))
    yield from (f"{row.id}: {row.text}" for row in results.position.agreement.in_force() if row.agreed)
    if names := ", ".join(results.talk.waiting):
        yield pgettext("exercise_k", "On the waiting list: {names}.", names=names)


def _draw_ranks(
    painter: QPainter, title: str, ranks: Sequence[RankingDocument], out: str, y: float, width: float, size: float
) -> float:
    write_line(painter, title, (MARGIN_MM, y), 4.2, bold=True)
    step = _ROW_MM * size / 4.0
    y += 1.5
    for rank in ranks:
        y += step
        base = y - step * 0.28
        painter.setPen(_RULE)
        painter.drawLine(QLineF(MARGIN_MM, y, MARGIN_MM + width, y))
        write_line(painter, f"{rank.place or ''}", (MARGIN_MM + 6, base), size, align=_RIGHT, colour=GREY)
        draw_mark(painter, team_of(rank.name), QPointF(MARGIN_MM + 12, base - size * 0.36), size * 0.9)
        first = rank.place == 1
        write_line(painter, team_label(rank.name), (MARGIN_MM + 17, base), size, bold=first)
        write_line(painter, rank.player or "", (MARGIN_MM + 52, base), size)
        write_line(painter, out if rank.out else "", (MARGIN_MM + 122, base), size * 0.8, colour=GREY)
        write_line(painter, f"{rank.points:g}", (MARGIN_MM + width, base), size, bold=first, align=_RIGHT)
    return y + 4


def _draw_charts(results: Results, paper: Paper, painter: QPainter) -> None:
    width = paper.size_mm[0] - 2 * MARGIN_MM
    high = (paper.size_mm[1] - 90) / 2
    y = 26.0
    factors = {number: multiplier(number)[0] for number in range(1, 20)}
    last = {factor: max(number for number in factors if factors[number] == factor) for factor in factors.values()}
    zones = tuple((_LAST if factor == 1 else number, f"× {factor:g}") for factor, number in last.items())
    charts = (
        (pgettext("paper", "Teams: points over the rounds"), results.team_rounds),
        (pgettext("paper", "Players"), results.rounds),
    )
    for title, rounds in charts:
        curves = tuple(_curve(name, points) for name, points in rounds.items())
        chart = LineChart(title, pgettext("paper", "end of round"), curves, zones=zones, stepped=False)
        draw_line_chart(painter, chart, QRectF(MARGIN_MM, y - 4, width, high + 8))
        y += high + 16
    words = pgettext(
        "paper",
        "Awards of the final scoring are added in the round that the game ended with. Players 1 are drawn whole, 2 "
        "dashed, 3 dotted.",
    )
    write_block(painter, words, QRectF(MARGIN_MM, y - 10, width, 8), 2.8, colour=GREY)


def _curve(name: str, points: tuple[float, ...]) -> ChartCurve:
    """Of a team, or of a player by his number."""
    team, _, number = name.partition(" ")
    shape, ink = _LOOKS.get(team, _UNKNOWN)
    return ChartCurve(team_label(name), shape, ink, points, _DASHES[int(number or 0)], 0.5 if number else 0.8)


def _awards_in_column(paper: Paper) -> int:
    return int((paper.size_mm[1] - 30 - 2 * MARGIN_MM - 8) / _AWARD_MM)


def _draw_awards(entries: Sequence[PointsEntry], paper: Paper, painter: QPainter) -> None:
    title = pgettext("paper", "Every award: round, account, reason, base × factor")
    write_line(painter, title, (MARGIN_MM, 24), 4.2, bold=True)
    each = _awards_in_column(paper)
    wide = (paper.size_mm[0] - 2 * MARGIN_MM - 6) / _COLUMNS
    for number, entry in enumerate(entries):
        column, row = divmod(number, each)
        _draw_award(painter, entry, MARGIN_MM + column * (wide + 6), 30 + row * _AWARD_MM, wide)


def _draw_award(painter: QPainter, award: PointsEntry, left: float, y: float, width: float) -> None:
    painter.setPen(_RULE)
    painter.drawLine(QLineF(left, y + 1.2, left + width, y + 1.2))
    write_line(painter, "–" if award.round is None else f"{award.round}", (left + 5, y), 2.9, align=_RIGHT, colour=GREY)
    draw_mark(painter, team_of(award.account), QPointF(left + 8, y - 1), 2.2)
    write_line(painter, team_label(award.account), (left + 10.5, y), 2.9)
    write_line(painter, award.shown, (left + 24.5, y), 2.9)
    sum_of = f"{award.base:g} × {award.factor:g}"
    write_line(painter, sum_of, (left + width - 11, y), 2.7, align=_RIGHT, colour=GREY)
    write_line(painter, f"{award.points:g}", (left + width, y), 2.9, bold=True, align=_RIGHT)
