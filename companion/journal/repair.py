"""What is whole of a damaged match, in a new one; the damaged one is left as it is."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from companion.atomic_write import atomic_path
from companion.errors import OperationError
from companion.file_access import read_bytes
from companion.journal import storage
from companion.journal.locations import pictures_folder, rollback_file, write_ahead_file
from companion.journal.pictures import PictureStore
from companion.journal.record_reader import check_openable
from companion.journal.salvage import Salvage, salvage
from companion.journal.storage import DamagedFileError, NewerFormatError, Record
from companion.text import phrase


def salvage_match(match: Path, into: Path) -> Salvage:
    """Write a new match of every entry that is whole in a damaged one, whatever is broken before or after it; what was
    saved. Its pictures go along.

    Raises:
        OperationError: nothing of it can be read, it is of a newer program, or the new one cannot be written or is
            there.
        InputError: there is no such file.
    """
    if into.exists():
        raise OperationError(phrase("{into}: there is already a file of that name. Choose another name.", into=into))
    check_openable(match)
    try:
        saved = _saved(match)
    except (OSError, NewerFormatError, DamagedFileError) as error:
        why = getattr(error, "strerror", None) or error
        raise OperationError(
            phrase("{match}: nothing of this match can be saved ({why}).", match=match, why=why)
        ) from error
    _write(into, saved.record)
    with suppress(OperationError):  # the match stands without them
        _copy_pictures(match, into)
    return saved


def _copy_pictures(match: Path, into: Path) -> None:
    """Those that are what they were: whatever else lies there, or a link leads to, stays."""
    before, after = PictureStore(pictures_folder(match)), PictureStore(pictures_folder(into))
    for file in pictures_folder(match).glob("*.jpg"):
        if jpeg := before.find(file.stem):
            after.keep(jpeg)


def _saved(match: Path) -> Salvage:
    """What SQLite reads, where it reads the file whole and no more is found in its bytes; else what is found there."""
    read = _read_whole(match)
    try:
        found = salvage(*(_bytes(file) for file in (match, write_ahead_file(match), rollback_file(match))))
    except DamagedFileError:
        if read is None:
            raise
        return read
    return found if read is None or found.saved > read.saved else read


def _read_whole(match: Path) -> Salvage | None:
    with suppress(OSError, DamagedFileError, sqlite3.Error), closing(storage.connect(match, writing=False)) as base:
        return Salvage(storage.read_journal(base))
    return None


def _bytes(file: Path) -> bytes:
    return read_bytes(file) if file.exists() else b""


def _write(into: Path, record: Record) -> None:
    try:
        with atomic_path(into) as draft:
            chain_hash = storage.create(draft, record.game, record.begun_at, record.opening, program=record.program)
            with closing(storage.connect(draft, writing=True)) as base:
                storage.append_rows(base, record.entries, chain_hash)
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or error
        raise OperationError(
            phrase("{into}: cannot be written ({why}). Choose another place.", into=into, why=why)
        ) from error
