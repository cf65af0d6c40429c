"""A match at a glance: enough to offer it for going on, without opening it or reading it whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.documents import JsonTable
from companion.journal import storage
from companion.journal.entry import Game
from companion.journal.locations import check_files, known_matches, last_played_s


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """What a list of matches shows: the file, the game, when it began and was played last (UTC), its opening, how
    many entries it has."""

    path: Path
    game: Game
    begun_at: datetime
    played_at: datetime
    opening: JsonTable
    entries: int


def summarize_match(path: Path) -> MatchSummary | None:
    """A match at a glance; None where it cannot be read (`Journal.resume` says why)."""
    try:
        check_files(path)
        with closing(storage.connect(path, writing=False)) as base:
            game, begun_at, opening, entries = storage.read_header(base)
        return MatchSummary(path, game, begun_at, datetime.fromtimestamp(last_played_s(path), UTC), opening, entries)
    except (OSError, sqlite3.Error, storage.NewerFormatError, storage.DamagedFileError):
        return None


def summarize_matches(folder: Path | None = None, *, game: Game | None = None) -> Iterator[MatchSummary]:
    """The matches of a folder (default: the user's own) that can be read, of one game where it is named, the one
    played last first."""
    found = (summarize_match(path) for path in known_matches(folder))
    return (one for one in found if one is not None and game in {None, one.game})


def newest_match(folder: Path | None = None, *, game: Game | None = None) -> Path | None:
    """The match of a folder (default: the user's own) that was played last, of one game where it is named; None where
    there is none. Without a game it may be one that cannot be read, for `Journal.resume` to say so."""
    if game is None:
        return next(iter(known_matches(folder)), None)
    return next((one.path for one in summarize_matches(folder, game=game)), None)
