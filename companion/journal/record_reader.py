"""How a match's file is read, and how one that cannot be is refused: left as it is, with a copy saved.

A match that cannot be opened is not lost: a copy of it, as it was found, is saved beside it.
"""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Never

from companion.atomic_write import atomic_path
from companion.errors import InputError, OperationError
from companion.file_access import read_bytes
from companion.journal import storage
from companion.journal.carving import carve
from companion.journal.locations import MOST_MATCH_BYTES, check_files, files_of, write_ahead_file
from companion.journal.lock import MatchLock
from companion.journal.storage import DamagedFileError, NewerFormatError, Record
from companion.text import gettext, pgettext


def read_record(path: Path) -> Record:
    """All that a match's file says, also while it is open in a window; nothing is locked or changed.

    Raises:
        OperationError: it was written by a newer program or is damaged; a copy is saved, and the message says where.
        InputError: there is no such file, or it never was a match; then it is left alone.
    """
    check_is_match(path)
    try:
        return _read_as_found(path)
    except (NewerFormatError, DamagedFileError) as refusal:
        refuse(path, refusal)


def tail_lost(path: Path) -> str:
    """A sentence where a match was copied without what lay beside it, so that its last entries may be missing; else
    ""."""
    try:
        if not storage.lost_its_tail(path):
            return ""
    except OSError:  # whoever reads it says what is wrong with it
        return ""
    return gettext(
        "{file} was copied while it was open, without {beside}: what was done last may be missing.",
        file=path.name,
        beside=write_ahead_file(path).name,
    )


def tail_unread(path: Path, record: Record) -> str:
    """A sentence where what an earlier program left beside a match holds more entries than SQLite reads of it; else
    "". A copy is saved, for what lies there is gone once the match goes on."""
    beside = write_ahead_file(path)
    found = carve(b"", read_bytes(beside, at_most=MOST_MATCH_BYTES)) if beside.exists() else ()
    last = max((int(one.fields[0]) for one in found if not one.is_opening), default=0)
    if last <= len(record.entries):
        return ""
    copy = quarantine_copy(path, "damaged")
    return gettext(
        "{beside} is damaged: what was done after entry {last} is missing here; `companion export --salvage "
        "{match} -o NEW.diceland` looks for it.",
        beside=beside.name,
        last=len(record.entries),
        match=(copy or path).name,
    )


def check_is_match(path: Path) -> None:
    """Refuse what never was a match, before anything is locked, opened or copied."""
    check_openable(path)
    try:
        ours = storage.looks_like_match(path) or write_ahead_file(path).exists()
    except FileNotFoundError:
        raise _no_match(path) from None
    except OSError as error:
        raise OperationError(
            gettext(
                "{file}: the file cannot be read ({why}). Check that you may read it.", file=path, why=error.strerror
            )
        ) from error
    if not ours:
        what = gettext("it is empty") if not path.stat().st_size else gettext("it is not a match of this program")
        raise InputError(
            gettext(
                "{file}: {what}; it was left alone. Name a file that `companion play` has written.",
                file=path,
                what=what,
            )
        )


def check_openable(path: Path) -> None:
    """Refuse what no match can be (a folder, a pipe, a file of gigabytes) before anything is opened. Raises InputError:
    saying what it is, or that there is nothing of that name."""
    try:
        check_files(path)
    except FileNotFoundError:
        raise _no_match(path) from None
    except OSError as error:
        raise InputError(
            gettext(
                "{file}: this is no match ({why}). Name a file that `companion play` has written.",
                file=error.filename,
                why=error.strerror,
            )
        ) from None


def _no_match(path: Path) -> InputError:
    return InputError(gettext("{file}: there is no match of that name.", file=path))


def refuse(path: Path, refusal: Exception) -> Never:
    """Keep a copy of a match that is newer or damaged, and say so: OperationError."""
    newer = isinstance(refusal, NewerFormatError)
    quarantined = quarantine_copy(path, "newer" if newer else "damaged")
    copy = (
        gettext("A copy is saved as {copy}", copy=quarantined.name)
        if quarantined
        else gettext("No copy could be made beside it: make one elsewhere")
    )
    if newer:
        stated = gettext(
            "{file}: the match was written by a newer version of this program ({refusal}). {copy}; {cure}."
        )
        cure = pgettext("journal", "open it with a newer version of this program")
    else:
        stated = gettext("{file}: the match is damaged and was left as it is ({refusal}). {copy}; {cure}.")
        salvage = "`companion export --salvage MATCH -o NEW.diceland` makes a new match of what can still be read"
        cure = pgettext("journal", salvage)
    raise OperationError(stated.format(file=path, refusal=refusal, copy=copy, cure=cure)) from refusal


def unreadable(path: Path, error: Exception) -> OperationError:
    """A match that cannot be read just now."""
    return OperationError(
        gettext(
            "{file}: the match cannot be read now ({why}). Check that no other program uses it, then try again.",
            file=path,
            why=getattr(error, "strerror", None) or error,
        )
    )


def _read_as_found(path: Path) -> Record:
    """The record of a match; where its writer was killed at a moment that only a writer can clear up, read as one does:
    here, or in a copy where nothing can be written."""

    def read(file: Path, *, writing: bool) -> Record:
        with closing(storage.connect(file, writing=writing)) as base:
            return storage.read_journal(base)

    with suppress(OSError, sqlite3.Error):
        return read(path, writing=False)
    with suppress(OSError, sqlite3.Error):
        lock = MatchLock.taken(path.resolve())
        if lock is None:
            raise OperationError(gettext("{file}: the match is being written just now. Try again.", file=path))
        try:
            return read(path, writing=True)
        finally:
            lock.release()
    try:
        with TemporaryDirectory() as folder:
            for file in files_of(path):
                shutil.copyfile(file, Path(folder, file.name))
            return read(Path(folder, path.name), writing=True)
    except (OSError, sqlite3.Error) as error:
        raise unreadable(path, error) from error


def quarantine_copy(match: Path, why: str) -> Path | None:
    """Copy a match with what SQLite keeps beside it; the copy, or None where it could not be made.

    The copy is named after ``why`` and its content, so that one that is refused again is not copied again.
    """
    try:
        digest = hashlib.sha256(b"".join(read_bytes(file) for file in files_of(match))).hexdigest()[:8]
        copy = match.with_name(f"{match.name}.{why}-{digest}")
        for file in files_of(match):
            other = copy.with_name(file.name.replace(match.name, copy.name, 1))
            with atomic_path(other) as draft:
                shutil.copyfile(file, draft)
    except OSError:
        return None
    return copy
