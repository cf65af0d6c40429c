"""An event as text for other programs: JSON of everything, and CSV with a line for each player of each match."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from companion.codec.document import encode_told
from companion.codec.result import ResultPlayerDocument
from companion.hall.session.hall_board import HallBoard, HallResult
from companion.hall.session.standings import event_document, rank_players

_STANDINGS: Final = ("place", "name", "played", "won", "undecided", "points", "hits", "lost")
_RESULTS: Final = (
    "table", "match", "name", "begun_at", "ended_at", "turns", "player", "points", "won", "hits", "lost",
)  # fmt: skip
#: A spreadsheet takes a cell that begins so for a formula, and a player may be called anything.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def event_json(board: HallBoard, at: datetime) -> str:
    """The event as JSON text (docs/formats, Hall)."""
    return json.dumps(encode_told(event_document(board, at)), ensure_ascii=False, indent=1) + "\n"


def standings_csv(board: HallBoard) -> str:
    """The standings, a line for each player."""
    return _csv(
        _STANDINGS,
        (
            (place, one.name, one.played, one.won, one.undecided, f"{one.points:g}", one.hits, one.lost)
            for place, one in rank_players(board.results)
        ),
    )


def results_by_player_csv(board: HallBoard) -> str:
    """The results, a line for each player of each match."""
    return _csv(_RESULTS, (_row(one, player) for one in board.results for player in one.result.players))


def _row(one: HallResult, player: ResultPlayerDocument) -> tuple[object, ...]:
    result = one.result
    times = (result.begun_at.isoformat(timespec="seconds"), result.ended_at.isoformat(timespec="seconds"))
    told = (player.name, f"{player.points:g}", int(player.won), player.hits, player.lost)
    return (one.table, one.match, result.name, *times, len(result.turns), *told)


def _csv(columns: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_no_formula(cell) for cell in row] for row in rows)
    return text.getvalue()


def _no_formula(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) and not _is_number(cell) else cell


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
