"""The journal of a match: begun, resumed, added to; on disk before anybody hears of it.

What holds a file: it is let go by ``close``, or where a ``with`` block ends.
"""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Final, Self

from companion.atomic_write import atomic_path
from companion.documents import JsonTable
from companion.errors import OperationError
from companion.journal import storage
from companion.journal.entry import EntryDraft, EntryKind, Game, GestureDraft, JournalEntry
from companion.journal.locations import PictureStore, pictures_folder
from companion.journal.lock import MatchLock, Unwritable, check_writable, unwritable
from companion.journal.record_reader import check_is_match, read_record, refuse, tail_lost, tail_unread, unreadable
from companion.journal.storage import DamagedFileError, NewerFormatError, Record
from companion.text import gettext

Clock = Callable[[], datetime]
_NOTHING: Final[JsonTable] = MappingProxyType({})


class Closeable(ABC):
    """A context manager that closes itself."""

    @abstractmethod
    def close(self) -> None:
        """Let the file go; again does nothing."""

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()


def utc_now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class _Writer:
    """The hold on a match's file: its connection and its lock."""

    base: sqlite3.Connection
    lock: MatchLock


class Journal(Closeable):
    """A match's file, open and locked for this window alone; or open for looking at only, where it cannot be written.
    A context manager; made by `begin` and `resume`.

    ``caution`` is a sentence to be shown at once, where something is wrong with the file as it was found; else "".
    """

    def __init__(self, path: Path, record: Record, clock: Clock, writer: _Writer | None, caution: str = "") -> None:
        """What was read, and the hold on the file; without one, what would be written is refused with ``caution``."""
        self.path = path
        self.caution = caution
        self._record = record
        self._clock = clock
        self._writer = writer
        self._pictures = PictureStore(pictures_folder(path))

    @classmethod
    def begin(cls, path: Path, *, game: Game, opening: JsonTable, clock: Clock = utc_now) -> Self:
        """A new journal with its opening. Raises OperationError: there is a file of that name already, or it cannot be
        written."""
        try:
            lock = _locked(path)
        except OSError as error:
            raise OperationError(
                gettext(
                    "{parent}: a match cannot be saved there ({why}). Choose another place with --match FILE.",
                    parent=path.parent,
                    why=error.strerror,
                )
            ) from error
        with ExitStack() as on_failure:
            on_failure.callback(lock.release)
            if path.exists():
                raise OperationError(
                    gettext(
                        "{file}: there is already a match of that name. Resume it, or choose another name.", file=path
                    )
                )
            _created(path, game, opening, clock())
            journal = cls._written(path, lock, clock)
            on_failure.pop_all()
        return journal

    @classmethod
    def resume(cls, path: Path, *, clock: Clock = utc_now) -> Self:
        """The journal of a match that was begun before, with nothing lost, however it ended. Where it cannot be written
        (the disk is full, the file or its folder is read-only) it is open for looking at, and ``caution`` says so.

        Raises:
            OperationError: it is open in another window, or was written by a newer program, or is damaged; in the last
                two cases a copy is saved, and the message says where.
            InputError: there is no such file, or it never was a match; then it is left alone.
        """
        check_is_match(path)
        caution = tail_lost(path)
        try:
            check_writable(path.resolve())
            lock = _locked(path)
        except (OSError, Unwritable) as why_not:
            why = why_not if isinstance(why_not, Unwritable) else unwritable(path, why_not)
            return cls(path, read_record(path), clock, None, f"{why} {caution}".rstrip())
        try:
            with ExitStack() as on_failure:
                on_failure.callback(lock.release)
                journal = cls._written(path, lock, clock, caution)
                on_failure.pop_all()
            return journal
        except (NewerFormatError, DamagedFileError) as refusal:
            refuse(path, refusal)
        except sqlite3.Error as error:
            raise unreadable(path, error) from error

    @classmethod
    def _written(cls, path: Path, lock: MatchLock, clock: Clock, caution: str = "") -> Self:
        """A file that is to be written, whose lock is held."""
        base = storage.connect(path, writing=True)
        with ExitStack() as on_failure:
            on_failure.callback(base.close)
            record = storage.read_journal(base)
            caution = caution or tail_unread(path, record)
            storage.use_rollback_journal(base)
            on_failure.pop_all()
        return cls(path, record, clock, _Writer(base, lock), caution)

    @property
    def game(self) -> Game:
        """What is played."""
        return self._record.game

    @property
    def opening(self) -> JsonTable:
        """How the match began, as JSON keys."""
        return self._record.opening

    @property
    def begun_at(self) -> datetime:
        """When the match began, UTC."""
        return self._record.begun_at

    @property
    def entries(self) -> tuple[JournalEntry, ...]:
        """Everything written down since, in order."""
        return self._record.entries

    def append(
        self,
        kind: EntryKind,
        content: JsonTable = _NOTHING,
        *,
        source: str,
        picture: str | None = None,
        recorded_outcome: JsonTable = _NOTHING,
    ) -> JournalEntry:
        """Write one entry down. It is on disk when this returns. Raises OperationError: it could not be written; the
        journal is as it was."""
        return self.append_gestures([GestureDraft((EntryDraft(kind, content, recorded_outcome),), source, picture)])[0]

    def append_gestures(self, gestures: Sequence[GestureDraft]) -> tuple[JournalEntry, ...]:
        """Write gestures down in one transaction: all are on disk when this returns, or none. Raises as `append`."""
        at, numbers = self._clock(), count(len(self.entries) + 1)
        written = tuple(
            JournalEntry(
                next(numbers),
                at,
                draft.kind,
                _as_saved(draft.content),
                gesture.source,
                gesture.picture,
                _as_saved(draft.recorded_outcome),
                joined=place > 0,
            )
            for gesture in gestures
            for place, draft in enumerate(gesture.entries)
        )
        try:
            chain_hash = storage.append_rows(self._check_held().base, written, self._record.chain_hash)
        except sqlite3.Error as error:
            raise OperationError(
                gettext(
                    "{file}: the match could not be written ({why}); what was done last does not count. Check that "
                    "there is room on the disk, then do it again.",
                    file=self.path,
                    why=error,
                )
            ) from error
        self._record = replace(self._record, entries=(*self.entries, *written), chain_hash=chain_hash)
        return written

    def save_picture(self, jpeg: bytes) -> str:
        """Save a small JPEG beside the match; its SHA-256, for an entry's ``picture``. Raises OperationError: it is no
        JPEG, is larger than `PICTURE_MOST_BYTES`, or cannot be written."""
        self._check_held()
        return self._pictures.save(jpeg)

    def picture(self, name: str) -> bytes | None:
        """A picture's JPEG by its SHA-256; None where it is gone or is not what it was."""
        return self._pictures.find(name)

    def close(self) -> None:
        """Bring everything into the one file and let others open it; again does nothing."""
        if self._writer is not None and self._writer.lock.held:
            with suppress(sqlite3.Error):  # somebody reads it just now: the next who opens it brings it together
                self._writer.base.execute("PRAGMA journal_mode = DELETE")
            self._writer.base.close()
            self._writer.lock.release()

    def _check_held(self) -> _Writer:
        """The hold on the file. Raises OperationError where it is open for looking at only."""
        if self._writer is None:
            raise OperationError(self.caution)
        return self._writer


def read_saved_picture(path: Path, name: str) -> bytes | None:
    """A picture of a match by its SHA-256, without opening the match; None where it is gone."""
    return PictureStore(pictures_folder(path)).find(name)


def saved_picture_file(path: Path, name: str) -> Path | None:
    """The file of that picture; None where it is gone."""
    return None if read_saved_picture(path, name) is None else pictures_folder(path) / f"{name}.jpg"


def _as_saved(content: JsonTable) -> JsonTable:
    """A content as it will be read again: what is reported now is what is reported after a crash."""
    return storage.decode_content(storage.encode_content(content))


def _locked(path: Path) -> MatchLock:
    """The lock on a match. Raises OperationError where another window holds it, OSError where it cannot be had
    there."""
    lock = MatchLock.taken(path.resolve())
    if lock is None:
        raise OperationError(
            gettext("{file}: this match is open in another window. Go on there, or close that window first.", file=path)
        )
    return lock


def _created(path: Path, game: Game, opening: JsonTable, at: datetime) -> None:
    try:
        with atomic_path(path) as draft:
            storage.create(draft, game, at, opening)
    except (OSError, sqlite3.Error) as error:
        raise OperationError(
            gettext("{file}: the match could not be written ({why}). Choose another place.", file=path, why=error)
        ) from error
