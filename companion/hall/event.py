"""What an event has come to: everybody's matches, wins and points over all results; as text for other programs, JSON of
everything, and CSV with a line for each player of each match.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from companion.codec.document import encode_given
from companion.codec.result import ResultPlayerDocument
from companion.hall.client import HallBoard
from companion.hall.documents import HallEventDocument, PlayedMatchDocument, PlayerRecordDocument, RunningMatchDocument


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
    reported = record.model_dump().values()
    return tuple(f"{value:g}" if isinstance(value, float) else str(value) for value in reported)


def results_by_player_csv(board: HallBoard) -> str:
    """The results, a line for each player of each match."""
    return _csv(_RESULTS, (_row(one, player) for one in board.results for player in one.result.players))


def _row(one: PlayedMatchDocument, player: ResultPlayerDocument) -> tuple[object, ...]:
    result = one.result
    times = (result.begun_at.isoformat(timespec="seconds"), result.ended_at.isoformat(timespec="seconds"))
    reported = (player.name, f"{player.points:g}", int(player.won), player.hits, player.lost)
    return (one.table, one.match, result.name, *times, len(result.turns), *reported)


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
