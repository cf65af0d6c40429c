"""What can still be read of a damaged match, in a new one; the damaged one is left as it is."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from companion.errors import CannotDo
from companion.journal import storage
from companion.journal.places import pictures_folder
from companion.journal.storage import Damaged, Newer, Record
from companion.whole import draft_of


def mend(match: Path, into: Path) -> Record:
    """Write a new match of all that is still whole of a damaged one, up to the first entry that is not; what was
    written. Its pictures go along.

    Raises:
        CannotDo: nothing of it can be read, it is of a newer program, or the new one cannot be written or is there.
    """
    if into.exists():
        raise CannotDo(f"{into}: there is a file of that name already. Choose another name.")
    try:
        with closing(storage.opened(match, writing=False)) as base:
            record = storage.rescued(base)
    except (Newer, Damaged, sqlite3.Error) as error:
        raise CannotDo(f"{match}: nothing of this match can be rescued ({error}).") from error
    _write(into, record)
    with suppress(OSError):  # the match stands without them
        shutil.copytree(pictures_folder(match), pictures_folder(into), dirs_exist_ok=True)
    return record


def _write(into: Path, record: Record) -> None:
    try:
        with draft_of(into) as draft:
            seal = storage.create(draft, record.game, record.begun_at, record.opening, program=record.program)
            with closing(storage.opened(draft, writing=True)) as base:
                storage.write(base, record.entries, seal)
    except (OSError, sqlite3.Error) as error:
        raise CannotDo(f"{into}: cannot be written ({error}). Choose another place.") from error
