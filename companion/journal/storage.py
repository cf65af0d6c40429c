"""A journal on disk: one SQLite file, rows that are only ever added, each chained to the one before by its hash.

The chain hash of a row is the SHA-256 of its fields and of the chain hash before it, so that a row that was changed,
lost or moved is noticed; SQLite alone notices that of its pages, not of what is written on them. Beside the rows that
are read lies a mirror: for each row the very text whose SHA-256 is its chain hash. It is only ever read to salvage what
is left of a torn file: there each text proves itself, wherever it is found, and lies in another page than the row.

A match at a glance: enough to offer it for going on, without opening it or reading it whole.
"""

from __future__ import annotations

import hashlib
import json
import numbers
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion import __version__
from companion.documents import JsonTable, parse_json
from companion.file_access import read_beginning
from companion.journal.entry import EntryKind, Game, JournalEntry
from companion.journal.locations import check_files, known_matches, last_played_s, write_ahead_file
from companion.text import gettext

#: Of the files that this program writes and reads; SQLite keeps it as the file's user version.
FORMAT: Final = 1
#: "DLND": what distinguishes a match from any other SQLite file.
_APPLICATION: Final = 0x444C4E44
#: How an SQLite file begins, where the application's number stands in it, and how much of it says whose it is.
_MAGIC: Final = b"SQLite format 3\0"
_NUMBER_AT, _MARKED_BYTES = 68, 1 << 16
#: Where an SQLite file says how it is written, and what it says there in WAL mode.
_TAILED_AT: Final = 18
_TAILED: Final = b"\2\2"

_SCHEMA: Final = f"""
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {FORMAT};
CREATE TABLE match (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    game TEXT NOT NULL, begun_at TEXT NOT NULL, program TEXT NOT NULL, opening TEXT NOT NULL, seal TEXT NOT NULL
) STRICT;
CREATE TABLE entry (
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL, kind TEXT NOT NULL, content TEXT NOT NULL, source TEXT NOT NULL, picture TEXT NOT NULL,
    came_of TEXT NOT NULL, joined INTEGER NOT NULL, seal TEXT NOT NULL
) STRICT;
"""
_MIRROR: Final = "CREATE TABLE mirror (seal TEXT NOT NULL, line TEXT NOT NULL) STRICT"
_REFLECT: Final = "INSERT INTO mirror VALUES (?, ?)"
#: So often the opening is put into the mirror again, for no entry means anything without it.
_OPENING_EVERY: Final = 32
#: What stands in the first pages of every match: of its tables, and what SQLite says to whom would change a row.
_A_COLUMN: Final = b"came_of TEXT NOT NULL"
_ONLY_ADDED: Final = "a journal is only ever added to"
_NEVER: Final = """
CREATE TRIGGER {table}_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, '{words}'); END;
"""
_INSERT: Final = "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
#: What SQLite says where it is not the file's fault; its codes say more in their further bytes.
_NOT_NOW: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
    }
)
#: What reading torn pages or rows may end in.
_UNREADABLE: Final = (sqlite3.Error, ValueError, TypeError, KeyError)
_FIRST_BYTE: Final = 0xFF
#: Years that have a day before and after them, in whatever zone they are shown.
_FIRST_YEAR, _LAST_YEAR = 2, 9999
#: How long somebody who reads the file at the same moment is waited for.
_PATIENCE_S: Final = 2.0
#: A row as it is hashed: without its chain hash.
Fields = tuple[str | int, ...]


class NewerFormatError(Exception):
    """A file of a later program."""


class DamagedFileError(Exception):
    """A file that is no match, or one no more; says what is wrong with it."""


def looks_like_match(file: Path) -> bool:
    """Whether a file bears the marks of a match, however damaged: the number that this program gives its files, or the
    words that it writes into each. Nothing is opened or changed. Raises OSError: it cannot be read."""
    first = read_beginning(file, _MARKED_BYTES)
    numbered = first.startswith(_MAGIC) and first[_NUMBER_AT : _NUMBER_AT + 4] == _APPLICATION.to_bytes(4, "big")
    return numbered or any(words in first for words in (_ONLY_ADDED.encode(), _A_COLUMN))


def lost_its_tail(file: Path) -> bool:
    """Whether a match says that its last entries lie in the file beside it, which is not there. A program before
    2026-11 had it so while a match was open, and where it was killed. Raises OSError where it cannot be read."""
    beginning = read_beginning(file, _TAILED_AT + len(_TAILED))
    return beginning[_TAILED_AT:] == _TAILED and not write_ahead_file(file).exists()


@dataclass(frozen=True, slots=True)
class Record:
    """All that a journal's file says. ``program`` is the version that began it."""

    game: Game
    begun_at: datetime
    program: str
    opening: JsonTable
    entries: tuple[JournalEntry, ...]
    chain_hash: str


def create(file: Path, game: Game, begun_at: datetime, opening: JsonTable, *, program: str = __version__) -> str:
    """Write a new journal with nothing but its opening; its chain hash. Raises sqlite3.Error: it cannot be written."""
    fields: Fields = (game.value, begun_at.isoformat(), program, encode_content(opening))
    line = chained_line("", fields)
    chain_hash = chain_hash_of(line)
    forbidden = product(("match", "entry"), ("UPDATE", "DELETE"))
    never = "".join(_NEVER.format(table=table, verb=verb, words=_ONLY_ADDED) for table, verb in forbidden)
    with closing(sqlite3.connect(file, isolation_level=None)) as base:
        base.execute("PRAGMA synchronous = FULL")
        base.executescript(f"BEGIN; {_SCHEMA} {_MIRROR}; {never} COMMIT;")
        base.execute("INSERT INTO match VALUES (1, ?, ?, ?, ?, ?)", (*fields, chain_hash))
        base.execute(_REFLECT, (chain_hash, line))
    return chain_hash


def connect(file: Path, *, writing: bool) -> sqlite3.Connection:
    """A connection to a file that is there; it changes nothing yet but to finish what a killed process had begun."""
    mode = "rw" if writing else "ro"
    if not writing and lost_its_tail(file):  # SQLite would make an empty one
        mode += "&immutable=1"
    return sqlite3.connect(
        f"{file.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=_PATIENCE_S
    )


def use_rollback_journal(base: sqlite3.Connection) -> None:
    """Have every transaction on disk, in the match's own file, when it has ended: a copy of that file alone has all.

    Files of earlier programs had their last entries in one beside them (SQLite's WAL); it is brought in now, or where
    that cannot be (somebody reads it, the disk is full), when the match is closed.
    """
    with suppress(sqlite3.OperationalError):
        base.execute("PRAGMA journal_mode = TRUNCATE")
    base.execute("PRAGMA synchronous = FULL")
    base.execute("PRAGMA fullfsync = ON")  # a Mac's disk takes its time otherwise; nothing to others


def read_journal(base: sqlite3.Connection) -> Record:
    """The whole journal, every chain hash verified.

    Raises:
        NewerFormatError: the file has a later format.
        DamagedFileError: it cannot be read whole.
        sqlite3.Error: it cannot be read just now.
    """
    try:
        _check_kind(base)
        wrong = base.execute("PRAGMA quick_check(1)").fetchone()[0]
        if wrong != "ok":
            raise DamagedFileError(gettext("its pages are torn"))
        tables = {name for (name,) in base.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        if not {"match", "entry"} <= tables:
            raise DamagedFileError(gettext("a table is missing"))
        record = _opening(base)
        read_so_far = tuple(_chained_entries(base, record.chain_hash))
        chain_hash = read_so_far[-1][1] if read_so_far else record.chain_hash
        return replace(record, entries=tuple(entry for entry, _ in read_so_far), chain_hash=chain_hash)
    except _UNREADABLE as error:
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & _FIRST_BYTE in _NOT_NOW:
            raise
        raise DamagedFileError(gettext("what is written in it cannot be read")) from error


def append_rows(base: sqlite3.Connection, entries: tuple[JournalEntry, ...], chain_hash: str) -> str:
    """Add entries in one transaction; the chain hash of the last. Raises sqlite3.Error: nothing was written."""
    rows, lines = [], []
    for entry in entries:
        fields = _fields(entry)
        line = chained_line(chain_hash, fields)
        chain_hash = chain_hash_of(line)
        rows.append((*fields, chain_hash))
        lines.append((chain_hash, line))
    base.execute("BEGIN IMMEDIATE")
    with ExitStack() as on_failure:
        on_failure.callback(base.rollback)
        _have_mirror(base)
        base.executemany(_INSERT, rows)
        base.executemany(_REFLECT, lines)
        if any(entry.number % _OPENING_EVERY == 0 for entry in entries):
            base.execute(_REFLECT, _mirrored_opening(base))
        base.execute("COMMIT")
        on_failure.pop_all()
    return chain_hash


def _have_mirror(base: sqlite3.Connection) -> None:
    """Give a file of an earlier program its mirror."""
    if base.execute("SELECT 1 FROM sqlite_schema WHERE name = 'mirror'").fetchone() is None:
        chain_hash, line = _mirrored_opening(base)
        base.execute(_MIRROR)
        base.execute(_REFLECT, (chain_hash, line))
        for *fields, own in base.execute("SELECT * FROM entry ORDER BY number").fetchall():
            base.execute(_REFLECT, (own, chained_line(chain_hash, tuple(fields))))
            chain_hash = own


def _mirrored_opening(base: sqlite3.Connection) -> tuple[str, str]:
    *fields, chain_hash = base.execute("SELECT game, begun_at, program, opening, seal FROM match").fetchone()
    return chain_hash, chained_line("", tuple(fields))


def encode_content(content: JsonTable) -> str:
    """A content as it is saved: JSON."""
    return json.dumps(dict(content), ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain)


def _plain(value: object) -> object:
    """Read-only tables and the numbers of numerical libraries, as JSON knows them."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value)
    raise TypeError(gettext("{value!r} cannot be saved in a journal", value=value))


def decode_content(text: str) -> JsonTable:
    """A content from how it is saved."""
    found = parse_json(text)
    if not isinstance(found, dict):
        raise ValueError(gettext("a row holds no table of keys"))
    return MappingProxyType(found)


def _check_kind(base: sqlite3.Connection) -> None:
    if base.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
        raise DamagedFileError(gettext("it is not the file of a match"))
    found = base.execute("PRAGMA user_version").fetchone()[0]
    if found > FORMAT:
        raise NewerFormatError(
            gettext("it has format {found}, this program reads up to {format}", found=found, format=FORMAT)
        )


def _opening(base: sqlite3.Connection) -> Record:
    """The record as it was before its first entry."""
    row = base.execute("SELECT game, begun_at, program, opening, seal FROM match").fetchone()
    if row is None:
        raise DamagedFileError(gettext("its opening is missing"))
    *fields, chain_hash = row
    if chain_hash != chain_hash_of(chained_line("", tuple(fields))):
        raise DamagedFileError(gettext("its opening was changed"))
    return opening_from(tuple(fields), chain_hash)


def opening_from(fields: Fields, chain_hash: str) -> Record:
    """A record with nothing but its opening, from the fields of its row. Raises ValueError where they are none."""
    game, begun_at, program, opening = map(str, fields)
    return Record(Game(game), _moment(begun_at), program, decode_content(opening), (), chain_hash)


def _chained_entries(base: sqlite3.Connection, chain_hash: str) -> Iterator[tuple[JournalEntry, str]]:
    """Entry after entry with its chain hash, until one is not what it was."""
    rows = base.execute("SELECT * FROM entry ORDER BY number")
    for number, (*fields, written) in enumerate(rows, start=1):
        chain_hash = chain_hash_of(chained_line(chain_hash, tuple(fields)))
        if chain_hash != written or fields[0] != number:
            raise DamagedFileError(gettext("entry {number} is missing or was changed", number=number))
        yield entry_from(tuple(fields)), chain_hash


def _fields(entry: JournalEntry) -> Fields:
    return (
        entry.number,
        entry.at.isoformat(),
        entry.kind.value,
        encode_content(entry.content),
        entry.source,
        entry.picture or "",
        encode_content(entry.recorded_outcome),
        int(entry.joined),
    )


def entry_from(fields: Fields) -> JournalEntry:
    """An entry from the fields of its row. Raises ValueError where they are none."""
    number, joined = int(fields[0]), bool(fields[7])
    at, kind, content, source, picture, recorded_outcome = map(str, fields[1:7])
    return JournalEntry(
        number,
        _moment(at),
        EntryKind(kind),
        decode_content(content),
        source,
        picture or None,
        decode_content(recorded_outcome),
        joined,
    )


def _moment(text: str) -> datetime:
    """A time as it is written down, with its offset. Raises ValueError where it is none that a clock here can show."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None or not _FIRST_YEAR <= at.year < _LAST_YEAR:
        raise ValueError(gettext("a row holds no time"))
    return at


def chained_line(before: str, fields: Fields) -> str:
    """The text of a row that its chain hash stands for: its fields and the chain hash of the row before it, in
    ASCII."""
    return json.dumps([before, *fields], ensure_ascii=True)


def chain_hash_of(line: str) -> str:
    """The chain hash of a row's text."""
    return hashlib.sha256(line.encode()).hexdigest()


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
        with closing(connect(path, writing=False)) as base:
            _check_kind(base)
            game, begun_at, opening = base.execute("SELECT game, begun_at, opening FROM match").fetchone()
            (count,) = base.execute("SELECT count(*) FROM entry").fetchone()
        played_at = datetime.fromtimestamp(last_played_s(path), UTC)
        return MatchSummary(path, Game(game), _moment(begun_at), played_at, decode_content(opening), count)
    except (OSError, NewerFormatError, DamagedFileError, *_UNREADABLE):
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
