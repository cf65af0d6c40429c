"""The result of a match: on the screen with one key to have it as a file; as JSON for programs; or as a sheet on paper:
the first page with the ending, the numbers and plots over the turns, the others with the log.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate, cycle
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPen, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from companion.codec.document import write_text
from companion.codec.result import MatchResultDocument, ResultLogDocument, ResultPlayerDocument
from companion.errors import OperationError
from companion.paper import Page, Paper, page_image, write_pages
from companion.paper.line_chart import DASHES, INKS, ChartCurve, LineChart, draw_line_chart, draw_sign
from companion.paper.pages import GREY, MARGIN_MM, draw_title, typeface, write_block, write_line
from companion.session import BADGES, NO_BADGE
from companion.session.match_setup import DOCUMENT_CARDS, SCENARIO_CARDS
from companion.text import N_, gettext, moment_words, ngettext, pgettext
from companion.ui.actions import ActionMenu
from companion.ui.keyed_window import KeyedWindow, open_file
from companion.ui.layouts import column_of, resize_to_screen, row_of, scrolled
from companion.ui.plain_widgets import PlainLabel, SelectableText
from companion.ui.stylesheet import stylesheet

_LOG_MM: Final = 3.1
_RULE: Final = QPen(GREY, 0.2)
#: Left ends of the columns of the table, and of the log's, from the margin.
_COLUMNS: Final = (
    (N_("paper", "Player"), 0.0),
    (N_("paper", "Points"), 62.0),
    (N_("paper", "Hits"), 84.0),
    (N_("paper", "Dice lost"), 100.0),
    (N_("paper", "Army"), 122.0),
)
_WHO_MM, _TEXT_MM = 12.0, 42.0
_TYPE_PX: Final = 100
#: Room for a name in the table.
_NAME_MM: Final = 52.0
_MOST_RULES: Final = 4
#: So many points set by hand are listed on the first page; the log has them all.
_MOST_CORRECTIONS: Final = 6
_INK: Final = "#14171c"


def write_result(result: MatchResultDocument, target: Path, paper: Paper = Paper.A4) -> list[Path]:
    """Write a result sheet: .json for programs; .pdf, or .svg and .png with a file for each page; the files written.

    Raises:
        InputError: another ending.
        OperationError: it cannot be written.
    """
    if target.suffix.lower() != ".json":
        return write_pages(result_pages(result, paper), target)
    text = json.dumps(result.as_json(), ensure_ascii=False, indent=1) + "\n"
    write_text(target, text, gettext("choose another place with -o"))
    return [target]


def result_pages(result: MatchResultDocument, paper: Paper) -> list[Page]:
    """The sheet as pages, the log broken where a page is full."""
    title, room = result.name or pgettext("results", "A match"), paper.size_mm[1] - 2 * MARGIN_MM - 20.0
    logs: list[list[ResultLogDocument]] = []
    left = 0.0
    for line in result.log:
        tall = _height(line, paper)
        if tall > left:
            logs.append([])
            left = room
        logs[-1].append(line)
        left -= tall
    of = 1 + len(logs)
    draws = [partial(_draw_first, result, title, paper, of)]
    draws += [partial(_draw_log, result, title, lines, paper, number, of) for number, lines in enumerate(logs, start=2)]
    return [Page(paper.size_mm, draw, title) for draw in draws]


# --- the first page -----------------------------------------------------------------------------------------------


def about_match(result: MatchResultDocument) -> str:
    """What was played, when, and what the camera was certified for."""
    documents = [card.name for profile, card in DOCUMENT_CARDS.items() if profile == result.profile]
    scenarios = [card.name for scenario, card in SCENARIO_CARDS.items() if scenario == result.scenario]
    begun, ended = moment_words(result.begun_at), result.ended_at.astimezone()
    parts = [pgettext("session", name) for name in documents + scenarios]
    parts.append(pgettext("results", "{begun} to {ended:%H:%M}", begun=begun, ended=ended))
    if result.camera_grade is not None:
        parts.append(pgettext("results", "camera: {grade}", grade=pgettext("certificate", result.camera_grade)))
    return ", ".join(parts)


def corrections_in_words(result: MatchResultDocument) -> str:
    """Which points people set by hand, the last few: ``Points set by hand: turn 3, Anna 12; turn 5, Ben 40.``;
    "" for none."""
    last, corrected = result.score_corrections[-_MOST_CORRECTIONS:], pgettext("results", "turn {turn}, {points}")
    if not last:
        return ""
    reported = [
        corrected.format(turn=one.turn, points=", ".join(f"{name} {points:g}" for name, points in one.points.items()))
        for one in last
    ]
    left_out = len(result.score_corrections) - len(last)
    reported += [ngettext("{count} before", "{count} before", left_out)] if left_out else []
    return pgettext("results", "Points set by hand: {corrections}.").format(corrections="; ".join(reported))


def _series(result: MatchResultDocument, player: ResultPlayerDocument) -> tuple[list[float], list[int], list[int]]:
    """Turn by turn: the points at its end, the hits made and the dice lost in it."""
    name, turns = player.name, result.turns
    return (
        [turn.points.get(name, 0) for turn in turns],
        [turn.hits.get(name, 0) for turn in turns],
        [turn.lost.get(name, 0) for turn in turns],
    )


def _sign(player: ResultPlayerDocument) -> tuple[str, str]:
    """A player's shape, and their colour on white."""
    badge = next((badge for badge in BADGES if badge.word == player.badge), NO_BADGE)
    return badge.shape, INKS.get(badge.word, _INK)


def _charts(result: MatchResultDocument) -> tuple[LineChart, LineChart, LineChart]:
    """Points, hits and dice lost over the turns; hits and dice lost add up."""
    curves: tuple[list[ChartCurve], ...] = ([], [], [])
    for player, dash in zip(result.players, cycle(DASHES)):
        points, hits, lost = _series(result, player)
        for drawn, values in zip(curves, (points, accumulate(hits), accumulate(lost)), strict=True):
            drawn.append(ChartCurve(player.name, *_sign(player), tuple(values), dash))
    points_of, hits_of, lost_of = map(tuple, curves)
    turn, winning = pgettext("paper", "turn"), result.winning_score
    goal = (winning, pgettext("paper", "{points:g} points win", points=winning))
    return (
        LineChart(pgettext("paper", "Points"), turn, points_of, goal),
        LineChart(pgettext("paper", "Hits made so far"), turn, hits_of),
        LineChart(pgettext("paper", "Dice lost so far"), turn, lost_of),
    )


def _draw_first(result: MatchResultDocument, title: str, paper: Paper, of: int, painter: QPainter) -> None:
    width, height = paper.size_mm
    draw_title(painter, paper.size_mm, title, about_match(result))
    inside = width - 2 * MARGIN_MM
    y = 24.0 + write_block(painter, result.ending, QRectF(MARGIN_MM, 24.0, inside, 20), 6.0, bold=True) + 4.0
    y = _draw_table(painter, result, y, inside) + 6.0
    if corrections := corrections_in_words(result):
        y += write_block(painter, corrections, QRectF(MARGIN_MM, y - 3.0, inside, 20), 3.6)
    points, hits, lost = _charts(result)
    room = height - MARGIN_MM - 8.0 - y
    tall = min(0.56 * room, 110.0)
    draw_line_chart(painter, points, QRectF(MARGIN_MM, y, inside, tall))
    y += tall + 4.0
    low, half = min(room - tall - 4.0, 80.0), (inside - 6.0) / 2
    draw_line_chart(painter, hits, QRectF(MARGIN_MM, y, half, low))
    draw_line_chart(painter, lost, QRectF(MARGIN_MM + half + 6.0, y, half, low))
    _draw_foot(painter, paper, 1, of)


def _draw_table(painter: QPainter, result: MatchResultDocument, y: float, inside: float) -> float:
    """A row for each player; returns where the table ends."""
    for words, left in _COLUMNS:
        write_line(painter, pgettext("paper", words), (MARGIN_MM + left, y + 4.0), 3.2, colour=GREY)
    y += 6.0
    for player in result.players:
        painter.setPen(_RULE)
        painter.drawLine(QPointF(MARGIN_MM, y), QPointF(MARGIN_MM + inside, y))
        shape, ink = _sign(player)
        draw_sign(painter, shape, ink, QPointF(MARGIN_MM + 2.4, y + 4.4), 2.2)
        place = (MARGIN_MM + 7.0, y + 6.0)
        write_line(painter, player.name, place, 4.4, bold=True, colour=QColor(ink), most_mm=_NAME_MM)
        if player.won:
            write_line(painter, pgettext("paper", "winner"), (MARGIN_MM + 7.0, y + 10.2), 3.2, bold=True)
        points, hits, lost = _series(result, player)
        for (_, left), number in zip(_COLUMNS[1:], (points[-1] if points else 0, sum(hits), sum(lost)), strict=False):
            write_line(painter, f"{number:g}", (MARGIN_MM + left, y + 6.0), 4.4, bold=True)
        dice = ", ".join(f"{one.count} × {one.die}" if one.count > 1 else one.die for one in player.army)
        left = _COLUMNS[-1][1]
        army = write_block(painter, dice, QRectF(MARGIN_MM + left, y + 2.2, inside - left, 20), 3.2)
        y += max(army + 2.2, 11.5 if player.won else 8.0) + 1.5
    return y


def _draw_foot(painter: QPainter, paper: Paper, number: int, of: int) -> None:
    right, y = paper.size_mm[0] - MARGIN_MM, paper.size_mm[1] - MARGIN_MM
    words = pgettext("paper", "page {number} of {of}", number=number, of=of)
    write_line(painter, words, (right, y), 2.8, align=Qt.AlignmentFlag.AlignRight, colour=GREY)
    write_line(painter, pgettext("paper", "Diceland table companion"), (MARGIN_MM, y), 2.8, colour=GREY)


# --- the log ------------------------------------------------------------------------------------------------------


def _height(line: ResultLogDocument, paper: Paper) -> float:
    """What a line takes, mm: measured as `write_block` sets it."""
    metrics = QFontMetricsF(typeface(_TYPE_PX, bold=False))
    scale = _LOG_MM / _TYPE_PX
    room = paper.size_mm[0] - 2 * MARGIN_MM - _TEXT_MM
    rows = 1 + int(metrics.horizontalAdvance(_words(line)) * scale / (0.9 * room))  # words do not fill a row to its end
    return rows * metrics.lineSpacing() * scale + 1.2


def _words(line: ResultLogDocument) -> str:
    """The text with the rules that decided; further ones are in the match."""
    return f"{line.text}  [{', '.join(line.rules[:_MOST_RULES])}]" if line.rules else line.text


def _draw_log(
    result: MatchResultDocument,
    title: str,
    lines: Sequence[ResultLogDocument],
    paper: Paper,
    number: int,
    of: int,
    painter: QPainter,
) -> None:
    draw_title(painter, paper.size_mm, pgettext("paper", "{title}: the log", title=title), about_match(result))
    y, inks = MARGIN_MM + 12.0, {player.name: _sign(player)[1] for player in result.players}
    before: ResultLogDocument | None = None
    for line in lines:
        baseline = y + _LOG_MM * 0.93
        if before is None or (before.turn, before.player) != (line.turn, line.player):
            write_line(painter, str(line.turn or ""), (MARGIN_MM, baseline), _LOG_MM, colour=GREY)
            ink = QColor(inks.get(line.player, _INK))
            write_line(painter, line.player[:16], (MARGIN_MM + _WHO_MM, baseline), _LOG_MM, bold=True, colour=ink)
        room = QRectF(MARGIN_MM + _TEXT_MM, y, paper.size_mm[0] - 2 * MARGIN_MM - _TEXT_MM, 50)
        y += write_block(painter, _words(line), room, _LOG_MM) + 1.2
        before = line
    _draw_foot(painter, paper, number, of)


#: Fine enough for a page as wide as a large screen is high.
_DPI = 130
_GAP_PX = 14
#: On a screen with room for it.
_SIZE: Final = QSize(1000, 800)


class ResultWindow(KeyedWindow):
    """Shows the pages of a result; ``target``: the PDF that it writes."""

    def __init__(
        self,
        result: MatchResultDocument,
        target: Path,
        parent: QWidget | None = None,
        *,
        show_file: Callable[[Path], object] = open_file,
    ) -> None:
        super().__init__(pgettext("results", "Result sheet"), stylesheet(), parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._result, self._target = result, target
        self._show_file = show_file
        self._pages: list[tuple[QLabel, QImage]] = []
        self._message = SelectableText(result.ending)
        self._message.setObjectName("resultSaid")
        act = ActionMenu(pgettext("results", "Result sheet")).action
        scroll = pgettext("results", "Scroll")
        self.install_actions(
            (
                act("save", pgettext("results", "Save and print"), "Ctrl+P", self.save),
                act("scroll.1", scroll, "PgUp", lambda: self._scroll_by(-1)),
                act("scroll.2", scroll, "PgDown", lambda: self._scroll_by(1)),
            ),
            menus=False,
        )
        self._arrange()
        resize_to_screen(self, _SIZE)

    @property
    def message(self) -> str:
        """The sentence below the pages."""
        return self._message.toPlainText()

    def save(self) -> None:
        """Write the sheet beside the match, and open it."""
        try:
            (file,) = write_result(self._result, self._target)
        except OperationError as failure:
            self._message.setPlainText(str(failure))
            return
        self._message.setPlainText(pgettext("results", "PDF written: {file}").format(file=file))
        self._show_file(file)

    def say(self, sentence: str) -> None:
        """Say something below the pages."""
        self._message.setPlainText(sentence)

    def _scroll_by(self, pages: int) -> None:
        bar = self._scroll.verticalScrollBar()
        bar.setValue(bar.value() + pages * bar.pageStep())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Pages as wide as there is room."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Only now it is known how much room there is."""
        super().showEvent(event)
        self._fit()

    def _arrange(self) -> None:
        sheets = QWidget()
        for page in result_pages(self._result, Paper.A4):
            label = PlainLabel()
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setAccessibleName(page.title)
            self._pages.append((label, page_image(page, _DPI)))
        column_of(*(label for label, _ in self._pages), on=sheets, spacing=_GAP_PX)
        self._scroll = scrolled(sheets)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # so that keys turn the pages
        foot = row_of((self._message, 1), self.action_button("save"))
        ground = QWidget()
        column_of((self._scroll, 1), foot, on=ground)
        self.setCentralWidget(ground)

    def _fit(self) -> None:
        width = max(320, min(self._scroll.viewport().width() - 3 * _GAP_PX, self._pages[0][1].width()))
        for label, image in self._pages:
            shown = image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
            label.setPixmap(QPixmap.fromImage(shown))
