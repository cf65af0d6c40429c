"""The pages of a result sheet: the first with the numbers and plots, the others with the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, cycle
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from companion.paper.line_chart import ChartCurve, LineChart, draw_line_chart
from companion.paper.pages import GREY, MARGIN_MM, Page, Paper, draw_title, typeface, write_block, write_line
from companion.paper.signs import DASHES, INKS, draw_sign
from companion.text import N_, pgettext

_LOG_MM: Final = 3.1
_LINE_MM: Final = QPen(GREY, 0.2)
#: Left ends of the columns of the table, and of the log's, from the margin.
_COLUMNS: Final = (
    (N_("paper", "Player"), 0.0),
    (N_("paper", "Points"), 62.0),
    (N_("paper", "Hits"), 84.0),
    (N_("paper", "Dice lost"), 100.0),
    (N_("paper", "Army"), 122.0),
)
_TURN_MM, _WHO_MM, _RULES_MM = 0.0, 12.0, 42.0
_TYPE_PX: Final = 100
#: Room for a name in the table.
_NAME_MM: Final = 52.0
_MOST_RULES: Final = 4


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """A player on the sheet: shape and colour's word of the badge; per turn, the points at its end, and the hits made
    and dice lost in it."""

    name: str
    shape: str
    colour: str
    won: bool
    army: str
    points: tuple[float, ...]
    hits: tuple[int, ...]
    lost: tuple[int, ...]

    @property
    def ink(self) -> str:
        """Its colour on white."""
        return INKS.get(self.colour, "#14171c")


@dataclass(frozen=True, slots=True)
class LogRow:
    """A line of the log."""

    turn: int
    who: str
    text: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultSheet:
    """Everything on the sheet. ``about``: what was played, and when; ``ending``: how it ended, in a sentence;
    ``corrections``: which points were set by hand, "" for none."""

    title: str
    about: str
    ending: str
    players: tuple[SheetPlayer, ...]
    winning_score: float
    log: tuple[LogRow, ...] = ()
    corrections: str = ""

    @property
    def charts(self) -> tuple[LineChart, LineChart, LineChart]:
        """Points, hits and dice lost over the turns; hits and dice lost add up."""
        turn = pgettext("paper", "turn")
        goal = (self.winning_score, pgettext("paper", "{points:g} points win", points=self.winning_score))
        return (
            LineChart(pgettext("paper", "Points"), turn, self._curves(lambda one: one.points), goal),
            LineChart(pgettext("paper", "Hits made so far"), turn, self._curves(lambda one: accumulate(one.hits))),
            LineChart(pgettext("paper", "Dice lost so far"), turn, self._curves(lambda one: accumulate(one.lost))),
        )

    def _curves(self, values: Callable[[SheetPlayer], Iterable[float]]) -> tuple[ChartCurve, ...]:
        return tuple(
            ChartCurve(player.name, player.shape, player.ink, tuple(values(player)), dash)
            for player, dash in zip(self.players, cycle(DASHES))
        )


def result_pages(sheet: ResultSheet, paper: Paper) -> list[Page]:
    """The sheet as pages, the log broken where a page is full."""
    # The rows that fit on each page.
    room = paper.size_mm[1] - 2 * MARGIN_MM - 20.0
    pages: list[list[LogRow]] = []
    left = 0.0
    for row in sheet.log:
        tall = _height(row, paper)
        if tall > left:
            pages.append([])
            left = room
        pages[-1].append(row)
        left -= tall
    logs = pages
    many = 1 + len(logs)
    first = Page(paper.size_mm, partial(_draw_first, sheet, paper, many), sheet.title)
    return [first, *(Page(paper.size_mm, partial(_draw_log, sheet, rows, paper, number, many), sheet.title)
                     for number, rows in enumerate(logs, start=2))]  # fmt: skip


# --- the first page -----------------------------------------------------------------------------------------------


def _draw_first(sheet: ResultSheet, paper: Paper, pages: int, painter: QPainter) -> None:
    width, height = paper.size_mm
    draw_title(painter, paper.size_mm, sheet.title, sheet.about)
    inside = width - 2 * MARGIN_MM
    y = 24.0 + write_block(painter, sheet.ending, QRectF(MARGIN_MM, 24.0, inside, 20), 6.0, bold=True) + 4.0
    y = _draw_table(painter, sheet.players, y, inside) + 6.0
    if sheet.corrections:
        y += write_block(painter, sheet.corrections, QRectF(MARGIN_MM, y - 3.0, inside, 20), 3.6)
    points, hits, lost = sheet.charts
    room = height - MARGIN_MM - 8.0 - y
    tall = min(0.56 * room, 110.0)
    draw_line_chart(painter, points, QRectF(MARGIN_MM, y, inside, tall))
    y += tall + 4.0
    low, half = min(room - tall - 4.0, 80.0), (inside - 6.0) / 2
    draw_line_chart(painter, hits, QRectF(MARGIN_MM, y, half, low))
    draw_line_chart(painter, lost, QRectF(MARGIN_MM + half + 6.0, y, half, low))
    _draw_foot(painter, paper, 1, pages)


def _draw_table(painter: QPainter, players: Sequence[SheetPlayer], y: float, inside: float) -> float:
    for words, left in _COLUMNS:
        write_line(painter, pgettext("paper", words), (MARGIN_MM + left, y + 4.0), 3.2, colour=GREY)
    y += 6.0
    for player in players:
        painter.setPen(_LINE_MM)
        painter.drawLine(QPointF(MARGIN_MM, y), QPointF(MARGIN_MM + inside, y))
        y += _draw_player(painter, player, y, inside) + 1.5
    return y


def _draw_player(painter: QPainter, player: SheetPlayer, y: float, inside: float) -> float:
    """A row of the table; returns its height."""
    draw_sign(painter, player.shape, player.ink, QPointF(MARGIN_MM + 2.4, y + 4.4), 2.2)
    size = min(4.4, 4.4 * _NAME_MM / max(_width(player.name, 4.4), 1.0))
    write_line(painter, player.name, (MARGIN_MM + 7.0, y + 6.0), size, bold=True, colour=QColor(player.ink))
    if player.won:
        write_line(painter, pgettext("paper", "winner"), (MARGIN_MM + 7.0, y + 10.2), 3.2, bold=True)
    numbers = (player.points[-1] if player.points else 0, sum(player.hits), sum(player.lost))
    for (_, left), number in zip(_COLUMNS[1:], numbers, strict=False):
        write_line(painter, f"{number:g}", (MARGIN_MM + left, y + 6.0), 4.4, bold=True)
    left = _COLUMNS[-1][1]
    army = write_block(painter, player.army, QRectF(MARGIN_MM + left, y + 2.2, inside - left, 20), 3.2)
    return max(army + 2.2, 11.5 if player.won else 8.0)


def _width(words: str, size_mm: float) -> float:
    """How wide a bold line is, mm."""
    return QFontMetricsF(typeface(_TYPE_PX, bold=True)).horizontalAdvance(words) * size_mm / _TYPE_PX


def _draw_foot(painter: QPainter, paper: Paper, number: int, pages: int) -> None:
    width, height = paper.size_mm
    words = pgettext("paper", "page {number} of {of}", number=number, of=pages)
    place = (width - MARGIN_MM, height - MARGIN_MM)
    write_line(painter, words, place, 2.8, align=Qt.AlignmentFlag.AlignRight, colour=GREY)
    write_line(
        painter, pgettext("paper", "Diceland table companion"), (MARGIN_MM, height - MARGIN_MM), 2.8, colour=GREY
    )


# --- the log ------------------------------------------------------------------------------------------------------


def _height(row: LogRow, paper: Paper) -> float:
    """What a row takes, mm: measured as `write_block` sets it."""
    metrics = QFontMetricsF(typeface(_TYPE_PX, bold=False))
    scale = _LOG_MM / _TYPE_PX
    wide = metrics.horizontalAdvance(_words(row)) * scale
    room = paper.size_mm[0] - 2 * MARGIN_MM - _RULES_MM
    lines = 1 + int(wide / (0.9 * room))  # words do not fill a line to its end
    return lines * metrics.lineSpacing() * scale + 1.2


def _words(row: LogRow) -> str:
    """The text with the rules that decided; further ones are in the match."""
    return f"{row.text}  [{', '.join(row.rules[:_MOST_RULES])}]" if row.rules else row.text


def _draw_log(
    sheet: ResultSheet, rows: Sequence[LogRow], paper: Paper, number: int, pages: int, painter: QPainter
) -> None:
    draw_title(painter, paper.size_mm, pgettext("paper", "{title}: the log", title=sheet.title), sheet.about)
    y, inks = MARGIN_MM + 12.0, {player.name: player.ink for player in sheet.players}
    before: LogRow | None = None
    for row in rows:
        baseline = y + _LOG_MM * 0.93
        if before is None or (before.turn, before.who) != (row.turn, row.who):
            write_line(painter, str(row.turn or ""), (MARGIN_MM + _TURN_MM, baseline), _LOG_MM, colour=GREY)
            ink = QColor(inks.get(row.who, "#14171c"))
            write_line(painter, row.who[:16], (MARGIN_MM + _WHO_MM, baseline), _LOG_MM, bold=True, colour=ink)
        room = QRectF(MARGIN_MM + _RULES_MM, y, paper.size_mm[0] - 2 * MARGIN_MM - _RULES_MM, 50)
        y += write_block(painter, _words(row), room, _LOG_MM) + 1.2
        before = row
    _draw_foot(painter, paper, number, pages)
