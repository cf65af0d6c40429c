"""What an event has come to: everybody's matches, wins and points over all results; and its files: CSV with a line for
each player of each match and JSON of everything for programs, and a PDF: the standings, below them every match with its
table and its end, then every result sheet.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from companion.codec.document import encode_given, write_text
from companion.codec.result import ResultPlayerDocument
from companion.errors import InputError
from companion.hall.client import HallBoard
from companion.hall.documents import HallEventDocument, PlayedMatchDocument, PlayerRecordDocument, RunningMatchDocument
from companion.paper import write_pages
from companion.paper.pages import GREY, MARGIN_MM, Page, Paper, draw_title, write_line
from companion.text import N_, gettext, moment_words, pgettext
from companion.ui.results import result_pages

_ROW_MM, _HEAD_MM, _TYPE_MM = 6.4, 12.0, 3.6
_RULE: Final = QPen(GREY, 0.2)
#: Columns: their heading, and where they begin as a share of the page's inner width.
_STANDING_COLUMNS: Final = (
    ("", 0.0),
    (N_("paper", "Player"), 0.06),
    (N_("paper", "Played"), 0.46),
    (N_("paper", "Won"), 0.56),
    (N_("paper", "Undecided"), 0.64),
    (N_("paper", "Points"), 0.77),
    (N_("paper", "Hits"), 0.86),
    (N_("paper", "Dice lost"), 0.92),
)
_MATCH_COLUMNS: Final = ((N_("paper", "Table"), 0.0), (N_("paper", "Match"), 0.2), (N_("paper", "Ending"), 0.52))
#: Room for the words of a cell before the next column, mm.
_GAP_MM: Final = 2.0


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of a table; head: its columns' names are written above it."""

    columns: Sequence[tuple[str, float]]
    cells: tuple[str, ...]
    head: bool = False


def _event_pages(board: HallBoard, paper: Paper) -> list[Page]:
    """Standings and matches as pages, broken where one is full."""
    title, about = pgettext("hall", "The event"), moment_words(datetime.now(UTC))
    standings = [standing_cells(record) for record in rank_players(board.results)]
    matches = [
        (one.table, " – ".join(player.name for player in one.result.players), one.result.ending)
        for one in board.results
    ]
    rows = [
        _Line(columns, cells, head=number == 0)
        for columns, table in ((_STANDING_COLUMNS, standings), (_MATCH_COLUMNS, matches))
        for number, cells in enumerate(table)
    ]
    pages = _broken(rows, paper.size_mm[1] - 2 * MARGIN_MM - 2 * _HEAD_MM)
    return [Page(paper.size_mm, partial(_draw, title, about, lines, paper), title) for lines in pages or [[]]]


def _broken(rows: Sequence[_Line], room_mm: float) -> list[list[_Line]]:
    pages: list[list[_Line]] = []
    left_mm = 0.0
    for row in rows:
        tall_mm = _ROW_MM + _HEAD_MM * row.head
        if tall_mm > left_mm:
            pages.append([])
            left_mm = room_mm
        pages[-1].append(row)
        left_mm -= tall_mm
    return pages


def _draw(title: str, about: str, lines: Sequence[_Line], paper: Paper, painter: QPainter) -> None:
    draw_title(painter, paper.size_mm, title, about)
    inside_mm = paper.size_mm[0] - 2 * MARGIN_MM
    y = MARGIN_MM + _HEAD_MM
    for line in lines:
        if line.head:
            y += _HEAD_MM
            heads = tuple(pgettext("paper", name) if name else "" for name, _ in line.columns)
            _draw_cells(painter, line.columns, heads, y - _ROW_MM, inside_mm, quiet=True)
        painter.setPen(_RULE)
        painter.drawLine(QPointF(MARGIN_MM, y - 4.6), QPointF(MARGIN_MM + inside_mm, y - 4.6))
        _draw_cells(painter, line.columns, line.cells, y, inside_mm)
        y += _ROW_MM
    foot = (MARGIN_MM, paper.size_mm[1] - MARGIN_MM)
    write_line(painter, pgettext("paper", "Diceland table companion"), foot, 2.8, colour=GREY)


def _draw_cells(
    painter: QPainter,
    columns: Sequence[tuple[str, float]],
    cells: Sequence[str],
    y: float,
    inside_mm: float,
    *,
    quiet: bool = False,
) -> None:
    ends = [*(share for _, share in columns[1:]), 1.0]
    for (_, share), end, words in zip(columns, ends, cells, strict=True):
        most_mm = (end - share) * inside_mm - _GAP_MM
        at_mm = (MARGIN_MM + share * inside_mm, y)
        if quiet:
            write_line(painter, words, at_mm, 3.0, colour=GREY, most_mm=most_mm)
        else:
            write_line(painter, words, at_mm, _TYPE_MM, align=Qt.AlignmentFlag.AlignLeft, most_mm=most_mm)


_ENDINGS: Final = (".csv", ".json", ".pdf")


def check_event_file(target: Path) -> None:
    """Raises InputError where files with that ending are not written."""
    if target.suffix.lower() not in _ENDINGS:
        raise InputError(
            gettext("{target}: an event is written as .csv, .json or .pdf; give the file one of these.", target=target)
        )


def write_event(board: HallBoard, target: Path) -> list[Path]:
    """Write standings and results: .csv (and a second file beside it with the results), .json or .pdf; the files.

    Raises:
        InputError: another ending.
        OperationError: it cannot be written.
    """
    check_event_file(target)
    if target.suffix.lower() == ".pdf":
        pages = _event_pages(board, Paper.A4)
        for one in board.results:
            pages += result_pages(one.result, Paper.A4)
        return write_pages(pages, target)
    if target.suffix.lower() == ".json":
        files = {target: event_json(board, datetime.now(UTC))}
    else:
        results = target.with_name(f"{target.stem}-results{target.suffix}")
        files = {target: standings_csv(board), results: results_by_player_csv(board)}
    for file, text in files.items():
        write_text(file, text, gettext("choose another place"))
    return list(files)


def rank_players(results: Iterable[PlayedMatchDocument]) -> tuple[PlayerRecordDocument, ...]:
    """Everybody over the whole event: by wins, then by points; who has the same of both shares a place.

    Matches that were left without an end are undecided and count for nothing but their points. No document of the game
    has rules for an event, so this is a stand-in: whoever runs one by other rules takes the exported results.
    """
    records: dict[str, PlayerRecordDocument] = {}
    for one in results:
        for player in one.result.players:
            name = player.name.strip() or player.name
            record = records.get(name.casefold()) or PlayerRecordDocument(
                place=0, name=name, played=0, won=0, undecided=0, points=0.0, hits=0, lost=0
            )
            decided = one.result.winner is not None
            more = {
                "played": record.played + decided,
                "won": record.won + player.won,
                "undecided": record.undecided + (not decided),
                "points": record.points + player.points,
                "hits": record.hits + player.hits,
                "lost": record.lost + player.lost,
            }
            records[name.casefold()] = record.model_copy(update=more)
    ranked = sorted(records.values(), key=lambda record: (*_rank(record), record.name.casefold()))
    ranks = [_rank(record) for record in ranked]
    return tuple(record.model_copy(update={"place": 1 + ranks.index(_rank(record))}) for record in ranked)


def _rank(record: PlayerRecordDocument) -> tuple[float, float]:
    return -record.won, -record.points


def event_document(board: HallBoard, at: datetime) -> HallEventDocument:
    """The whole event, for programs."""
    return HallEventDocument(
        format=1,
        at=at,
        standings=rank_players(board.results),
        results=board.results,
        running=tuple(
            RunningMatchDocument(table=table.name, match=table.match)
            for table in board.tables.values()
            if table.match is not None and table.match.winner is None
        ),
    )


_RESULTS: Final = (
    "table", "match", "name", "begun_at", "ended_at", "turns", "player", "points", "won", "hits", "lost",
)  # fmt: skip
#: A spreadsheet takes a cell that begins so for a formula, and a player may be called anything.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def event_json(board: HallBoard, at: datetime) -> str:
    """The event as JSON text (docs/formats, Hall)."""
    return json.dumps(encode_given(event_document(board, at)), ensure_ascii=False, indent=1) + "\n"


def standings_csv(board: HallBoard) -> str:
    """The standings, a line for each player."""
    return _csv(tuple(PlayerRecordDocument.model_fields), map(standing_cells, rank_players(board.results)))


def standing_cells(record: PlayerRecordDocument) -> tuple[str, ...]:
    """What stands in a player's row of the standings."""
    cells = record.model_dump().values()
    return tuple(f"{value:g}" if isinstance(value, float) else str(value) for value in cells)


def results_by_player_csv(board: HallBoard) -> str:
    """The results, a line for each player of each match."""
    return _csv(_RESULTS, (_row(one, player) for one in board.results for player in one.result.players))


def _row(one: PlayedMatchDocument, player: ResultPlayerDocument) -> tuple[object, ...]:
    result = one.result
    times = (result.begun_at.isoformat(timespec="seconds"), result.ended_at.isoformat(timespec="seconds"))
    figures = (player.name, f"{player.points:g}", int(player.won), player.hits, player.lost)
    return (one.table, one.match, result.name, *times, len(result.turns), *figures)


def _csv(columns: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_no_formula(cell) for cell in row] for row in rows)
    return text.getvalue()


def _no_formula(cell: object) -> object:
    if isinstance(cell, str) and cell.startswith(_FORMULA):
        try:
            float(cell)
        except ValueError:
            return f"'{cell}"
    return cell
