"""What a table has to publish, on disk until the broker has it and for a while after: an SQLite file for each broker
and name of a table.

A line of the stream is in it before it is sent, so that neither a broken line nor a killed program loses one. Of
a match it knows which lines of the log were published: what the journal has beyond them is published when the match
goes on.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from threading import RLock
from typing import Final

from companion.errors import OperationError
from companion.hall.broker import BrokerAddress
from companion.hall.documents import StreamPlaceDocument
from companion.journal import Closeable
from companion.resources import state_folder
from companion.text import gettext

#: So many streams are kept to be sent again: today's and those of the days before.
_KEPT_STREAMS: Final = 20
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS publisher (one INTEGER PRIMARY KEY CHECK (one = 1), name TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS line (
    number INTEGER PRIMARY KEY AUTOINCREMENT, stream TEXT NOT NULL, seq INTEGER NOT NULL, payload BLOB NOT NULL,
    acknowledged INTEGER NOT NULL DEFAULT 0, UNIQUE (stream, seq)
) STRICT;
CREATE INDEX IF NOT EXISTS waiting ON line (number) WHERE acknowledged = 0;
CREATE TABLE IF NOT EXISTS retained (topic TEXT PRIMARY KEY, payload BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS told (match TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (match, number)) STRICT;
CREATE TABLE IF NOT EXISTS published (match TEXT PRIMARY KEY) STRICT;
"""


@dataclass(frozen=True, slots=True)
class OutgoingLine:
    """A line of a stream that waits; number: its place in the outbox."""

    number: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class ReportedLines:
    """What a line says of the log of a match: numbers that count from now on, and that no longer do."""

    match: str
    now: tuple[int, ...] = ()
    no_longer: tuple[int, ...] = ()


class Outbox(Closeable):
    """Lines in order, and the newest of what is retained. Any thread may ask; each call is whole or not at all.

    publisher: distinguishes this installation from others that publish under the same name.
    """

    def __init__(self, path: Path) -> None:
        """Open an outbox, or begin one; one that is damaged is set aside.

        Raises:
            OperationError: another window publishes under this name, or the place cannot be written.
        """
        self._lock = RLock()
        try:
            self._base = _opened(path)
        except sqlite3.OperationalError as error:
            raise OperationError(_why_not(path, error)) from error
        except sqlite3.DatabaseError:
            path.replace(path.with_suffix(".damaged"))
            self._base = _opened(path)
        with self._lock, self._base:
            self._base.execute(
                "DELETE FROM line WHERE acknowledged = 1 AND stream NOT IN "
                "(SELECT stream FROM line GROUP BY stream ORDER BY max(number) DESC LIMIT ?)",
                (_KEPT_STREAMS,),
            )
            self._base.execute("INSERT OR IGNORE INTO publisher VALUES (1, ?)", (token_hex(8),))
            self.publisher: str = self._base.execute("SELECT name FROM publisher").fetchone()[0]

    @classmethod
    def of_table(cls, address: BrokerAddress, table: str) -> Outbox:
        """The outbox of a table at a broker, among what the program keeps for itself. Raises as `Outbox`."""
        name = hashlib.sha256(f"{address.host}:{address.port}/{table}".encode()).hexdigest()[:16]
        folder = state_folder() / "outbox"
        with suppress(OSError):  # SQLite says why it cannot be written
            folder.mkdir(exist_ok=True)
        return cls(folder / f"{name}.sqlite")

    # Lines

    def append(self, stream: str, seq: int, payload: bytes, reported: ReportedLines | None = None) -> None:
        """Keep a line until it is acknowledged. Raises sqlite3.Error where it cannot be written."""
        with self._lock, self._base:
            self._base.execute("INSERT INTO line (stream, seq, payload) VALUES (?, ?, ?)", (stream, seq, payload))
            if reported is not None:
                self._note(reported)

    def waiting(self, after: int, most: int) -> tuple[OutgoingLine, ...]:
        """The first lines that are not acknowledged, behind a number."""
        with self._lock:
            rows = self._base.execute(
                "SELECT number, payload FROM line WHERE acknowledged = 0 AND number > ? ORDER BY number LIMIT ?",
                (after, most),
            )
            return tuple(OutgoingLine(*row) for row in rows)

    def count_waiting(self) -> int:
        """How many lines are not acknowledged."""
        with self._lock:
            count: int = self._base.execute("SELECT count(*) FROM line WHERE acknowledged = 0").fetchone()[0]
            return count

    def last_line(self) -> StreamPlaceDocument | None:
        """The last line that was published, whether the broker has it or not; ``None``: none was."""
        return self._last("")

    def last_acknowledged(self) -> StreamPlaceDocument | None:
        """The last line that the broker has; ``None``: it has none."""
        return self._last("WHERE acknowledged = 1")

    def _last(self, which: str) -> StreamPlaceDocument | None:
        with self._lock:
            row = self._base.execute(f"SELECT stream, seq FROM line {which} ORDER BY number DESC LIMIT 1").fetchone()
            return StreamPlaceDocument(stream=row[0], seq=row[1]) if row else None

    def acknowledge(self, numbers: Iterable[int]) -> None:
        """The broker has these."""
        with self._lock, self._base:
            self._base.executemany("UPDATE line SET acknowledged = 1 WHERE number = ?", ((one,) for one in numbers))

    def lines(self, stream: str, first: int, last: int, most: int) -> tuple[bytes, ...]:
        """Lines of a stream once more, by their numbers in it."""
        with self._lock:
            rows = self._base.execute(
                "SELECT payload FROM line WHERE stream = ? AND seq BETWEEN ? AND ? ORDER BY seq LIMIT ?",
                (stream, first, last, most),
            )
            return tuple(payload for (payload,) in rows)

    # What was published of a match

    def reported_of(self, match: str) -> frozenset[int] | None:
        """The lines of a match's log that counted when it was published last; ``None`` where it never was."""
        with self._lock:
            if self._base.execute("SELECT 1 FROM published WHERE match = ?", (match,)).fetchone() is None:
                return None
            rows = self._base.execute("SELECT number FROM told WHERE match = ?", (match,))
            return frozenset(number for (number,) in rows)

    def begin_match(self, match: str, counting: Collection[int]) -> None:
        """Begin to publish a match of which these lines count already."""
        with self._lock, self._base:
            self._note(ReportedLines(match, tuple(counting)))

    def _note(self, reported: ReportedLines) -> None:
        self._base.execute("INSERT OR IGNORE INTO published VALUES (?)", (reported.match,))
        gone = ((reported.match, number) for number in reported.no_longer)
        self._base.executemany("DELETE FROM told WHERE match = ? AND number = ?", gone)
        come = ((reported.match, number) for number in reported.now)
        self._base.executemany("INSERT OR IGNORE INTO told VALUES (?, ?)", come)

    # What is retained

    def retain(self, topic: str, payload: bytes) -> None:
        """Keep the newest of a topic; an empty one clears it at the broker. Raises sqlite3.Error."""
        with self._lock, self._base:
            self._base.execute("INSERT OR REPLACE INTO retained VALUES (?, ?)", (topic, payload))

    def retained(self, topic: str | None = None) -> dict[str, bytes]:
        """The newest of every topic, or of one."""
        with self._lock:
            rows = self._base.execute("SELECT topic, payload FROM retained WHERE ?1 IS NULL OR topic = ?1", (topic,))
            return dict(rows.fetchall())

    def close(self) -> None:
        with self._lock:
            self._base.close()


def _opened(path: Path) -> sqlite3.Connection:
    """The file, locked for this process alone. A line is safe from a killed program at once, from a power cut a moment
    later; what a power cut takes the journal still has."""
    base = sqlite3.connect(path, timeout=0, check_same_thread=False)
    try:
        base.execute("PRAGMA locking_mode = EXCLUSIVE")
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = NORMAL")
        base.executescript(_SCHEMA)
        base.execute("BEGIN EXCLUSIVE")
        base.commit()
    except sqlite3.Error:
        base.close()
        raise
    return base


def _why_not(path: Path, error: sqlite3.OperationalError) -> str:
    if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return gettext(
            "Another window on this computer already publishes under this table's name; close it, or choose another "
            "name."
        )
    return gettext("{file}: what is to be published cannot be saved ({why}).", file=path, why=error)
