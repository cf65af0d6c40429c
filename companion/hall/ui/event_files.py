"""The whole event written into files: CSV and JSON for programs, a PDF with the standings and every result sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.atomic_write import write_atomic
from companion.errors import InputError, OperationError
from companion.hall.session import (
    HallBoard,
    HallResult,
    PlayerRecord,
    event_json,
    rank_players,
    results_by_player_csv,
    standings_csv,
)
from companion.hall.ui.event_sheet import EventSheet, event_pages
from companion.paper import Page, Paper, write_pages
from companion.paper.results import result_pages
from companion.text import moment_words, phrase, translate
from companion.ui.results import sheet_of_document


def check_event_file(target: Path) -> None:
    """Raises InputError where files with that ending are not written."""
    if target.suffix.lower() not in _WRITERS:
        raise InputError(
            phrase("{target}: an event is written as .csv, .json or .pdf; give the file one of these.", target=target)
        )


def write_event(board: HallBoard, target: Path) -> list[Path]:
    """Write standings and results: .csv (and a second file beside it with the results), .json or .pdf; the files.

    Raises:
        InputError: another ending.
        OperationError: it cannot be written.
    """
    check_event_file(target)
    return _WRITERS[target.suffix.lower()](board, target)


def _write_csv(board: HallBoard, target: Path) -> list[Path]:
    results = target.with_name(f"{target.stem}-results{target.suffix}")
    _write(target, standings_csv(board))
    _write(results, results_by_player_csv(board))
    return [target, results]


def _write_json(board: HallBoard, target: Path) -> list[Path]:
    _write(target, event_json(board, datetime.now(UTC)))
    return [target]


def _write_pdf(board: HallBoard, target: Path) -> list[Path]:
    pages: list[Page] = event_pages(_event_sheet(board), Paper.A4)
    for one in board.results:
        pages += result_pages(sheet_of_document(one.result), Paper.A4)
    return write_pages(pages, target)


_WRITERS: Final[Mapping[str, Callable[[HallBoard, Path], list[Path]]]] = MappingProxyType(
    {".csv": _write_csv, ".json": _write_json, ".pdf": _write_pdf}
)


def _write(target: Path, text: str) -> None:
    try:
        write_atomic(target, text.encode())
    except OSError as error:
        raise OperationError(
            phrase("{target} cannot be written ({why}); choose another place.", target=target, why=error.strerror)
        ) from error


def _event_sheet(board: HallBoard) -> EventSheet:
    return EventSheet(
        title=translate("hall", "The event"),
        about=moment_words(datetime.now(UTC)),
        standings=tuple(_standing(place, record) for place, record in rank_players(board.results)),
        matches=tuple(_match(one) for one in board.results),
    )


def _standing(place: int, record: PlayerRecord) -> tuple[str, ...]:
    numbers = (record.played, record.won, record.undecided, record.points, record.hits, record.lost)
    return (str(place), record.name, *(f"{number:g}" for number in numbers))


def _match(one: HallResult) -> tuple[str, ...]:
    names = " – ".join(player.name for player in one.result.players)
    return one.table, names, one.result.ending
