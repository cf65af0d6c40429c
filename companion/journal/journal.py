"""The journal of a match: begun, resumed, added to; on disk before anybody is told."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Final, Never, Self

from companion.errors import CannotDo, WrongInput
from companion.journal import storage
from companion.journal.entry import Entry, Game, Jotting, Kind
from companion.journal.keeping import copy_kept
from companion.journal.lock import Lock
from companion.journal.pictures import Pictures
from companion.journal.places import pictures_folder, write_ahead_file
from companion.journal.storage import Damaged, Newer, Record
from companion.whole import LetGoOnFailure, draft_of

Clock = Callable[[], datetime]
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


class Journal:
    """A match's file, open and locked for this window alone. A context manager; made by `begin` and `resume`."""

    def __init__(self, path: Path, lock: Lock, clock: Clock) -> None:
        """Read a file whose lock is held."""
        self.path = path
        self._lock = lock
        self._clock = clock
        self._base = storage.opened(path, writing=True)
        with LetGoOnFailure(self._base.close):
            self._record = storage.read(self._base)
            storage.make_safe(self._base)
        self._pictures = Pictures(pictures_folder(path))

    @classmethod
    def begin(cls, path: Path, *, game: Game, opening: Mapping[str, Any], clock: Clock = now) -> Self:
        """A new journal with its opening.

        Raises:
            CannotDo: there is a file of that name already, or it cannot be written.
        """
        lock = _locked(path)
        with LetGoOnFailure(lock.release):
            if path.exists():
                raise CannotDo(f"{path}: there is a match of that name already. Resume it, or choose another name.")
            _created(path, game, opening, clock())
            return cls(path, lock, clock)

    @classmethod
    def resume(cls, path: Path, *, clock: Clock = now) -> Self:
        """The journal of a match that was begun before, with nothing lost, however it ended.

        Raises:
            CannotDo: it is open in another window, or was written by a newer program, or is damaged; in the last two
                cases a copy is kept, and the message says where.
            WrongInput: there is no such file, or it never was a match; then it is left alone.
        """
        _check_is_match(path)
        lock = _locked(path)
        try:
            with LetGoOnFailure(lock.release):
                return cls(path, lock, clock)
        except (Newer, Damaged) as refusal:
            _refuse(path, refusal)
        except sqlite3.Error as error:
            raise _unreadable(path, error) from error

    @property
    def game(self) -> Game:
        """What is played."""
        return self._record.game

    @property
    def opening(self) -> Mapping[str, Any]:
        """How the match began, as JSON keys."""
        return self._record.opening

    @property
    def begun_at(self) -> datetime:
        """When the match began, UTC."""
        return self._record.begun_at

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything written down since, in order."""
        return self._record.entries

    def append(
        self,
        kind: Kind,
        content: Mapping[str, Any] = _NOTHING,
        *,
        source: str,
        picture: str | None = None,
        came_of: Mapping[str, Any] = _NOTHING,
    ) -> Entry:
        """Write one entry down. It is on disk when this returns.

        Raises:
            CannotDo: it could not be written; the journal is as it was.
        """
        return self.append_gesture([Jotting(kind, content, came_of)], source=source, picture=picture)[0]

    def append_gesture(
        self, jottings: Sequence[Jotting], *, source: str, picture: str | None = None
    ) -> tuple[Entry, ...]:
        """Write several entries down as one gesture: all are on disk when this returns, or none. Raises as `append`."""
        at, first = self._clock(), len(self.entries) + 1
        written = tuple(
            Entry(
                number,
                at,
                jotting.kind,
                _as_kept(jotting.content),
                source,
                picture,
                _as_kept(jotting.came_of),
                joined=number > first,
            )
            for number, jotting in enumerate(jottings, start=first)
        )
        try:
            seal = storage.write(self._base, written, self._record.seal)
        except sqlite3.Error as error:
            raise CannotDo(
                f"{self.path}: the match could not be written ({error}); what was done last does not count. "
                "See that there is room on the disk, then do it again."
            ) from error
        self._record = replace(self._record, entries=(*self.entries, *written), seal=seal)
        return written

    def keep_picture(self, jpeg: bytes) -> str:
        """Keep a small JPEG beside the match; its SHA-256, for an entry's ``picture``.

        Raises:
            CannotDo: it is no JPEG, is larger than `PICTURE_MOST_BYTES`, or cannot be written.
        """
        return self._pictures.keep(jpeg)

    def picture(self, name: str) -> bytes | None:
        """A picture's JPEG by its SHA-256; None where it is gone or is not what it was."""
        return self._pictures.find(name)

    def close(self) -> None:
        """Bring everything into the one file and let others open it; again does nothing."""
        if self._lock.held:
            try:
                storage.put_to_rest(self._base)
            except sqlite3.Error:  # somebody reads it just now: the next who opens it brings it together
                self._base.close()
            self._lock.release()

    def __enter__(self) -> Self:
        """The journal itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()


def read_record(path: Path) -> Record:
    """All that a match's file says, also while it is open in a window; nothing is locked or changed.

    Raises:
        CannotDo: it was written by a newer program or is damaged; a copy is kept, and the message says where.
        WrongInput: there is no such file, or it never was a match; then it is left alone.
    """
    _check_is_match(path)
    try:
        return _read(path, writing=False)
    except sqlite3.Error:
        return _mended(path)
    except (Newer, Damaged) as refusal:
        _refuse(path, refusal)


def picture_of(path: Path, name: str) -> bytes | None:
    """A picture of a match by its SHA-256, without opening the match; None where it is gone."""
    return Pictures(pictures_folder(path)).find(name)


def _read(path: Path, *, writing: bool) -> Record:
    with closing(storage.opened(path, writing=writing)) as base:
        return storage.read(base)


def _mended(path: Path) -> Record:
    """The record of a file whose writer was killed at a moment that only a writer can clear up."""
    lock = _locked(path)
    try:
        return _read(path, writing=True)
    except sqlite3.Error as error:
        raise _unreadable(path, error) from error
    finally:
        lock.release()


def _unreadable(path: Path, error: sqlite3.Error) -> CannotDo:
    return CannotDo(f"{path}: the match cannot be read now ({error}). See that nothing else uses the file; try again.")


def _as_kept(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """A content as it will be read again: what is told now is what is told after a crash."""
    return storage.from_text(storage.as_text(content))


def _locked(path: Path) -> Lock:
    try:
        lock = Lock.taken(path.resolve())
    except OSError as error:
        raise CannotDo(
            f"{path.parent}: a match cannot be kept there ({error.strerror}). Choose another place with --match FILE."
        ) from error
    if lock is None:
        raise CannotDo(f"{path}: this match is open in another window. Go on there, or close that window first.")
    return lock


def _created(path: Path, game: Game, opening: Mapping[str, Any], at: datetime) -> None:
    try:
        with draft_of(path) as draft:
            storage.create(draft, game, at, opening)
    except (OSError, sqlite3.Error) as error:
        raise CannotDo(f"{path}: the match could not be written ({error}). Choose another place.") from error


def _check_is_match(path: Path) -> None:
    """Refuse what never was a match, before anything is locked, opened or copied."""
    if not path.is_file():
        raise WrongInput(f"{path}: there is no match of that name.")
    try:
        ours = storage.was_ever_a_match(path) or write_ahead_file(path).exists()
    except OSError as error:
        raise CannotDo(f"{path}: the file cannot be read ({error.strerror}). See that you may read it.") from error
    if not ours:
        what = "is empty" if not path.stat().st_size else "is no match of this program"
        raise WrongInput(f"{path}: this file {what}; it was left alone. Name a file that `companion play` has written.")


def _refuse(path: Path, refusal: Exception) -> Never:
    newer = isinstance(refusal, Newer)
    kept = copy_kept(path, "newer" if newer else "damaged")
    told = f"A copy is kept as {kept.name}" if kept else "No copy could be made beside it: make one elsewhere"
    what = "was written by a newer version of this program" if newer else "is damaged and was left as it is"
    raise CannotDo(f"{path}: the match {what} ({refusal}). {told}; {_CURES[newer]}.") from refusal


#: What to do about a newer match (True) or a damaged one (False).
_CURES: Final = MappingProxyType(
    {
        True: "open it with a newer version of this program",
        False: "`companion export --mend MATCH -o NEW.diceland` makes a new match of what can still be read",
    }
)
