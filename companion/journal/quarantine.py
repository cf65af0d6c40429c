"""A match that cannot be opened is not lost: a copy of it, as it was found, is kept beside it."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from companion.atomic_write import atomic_path
from companion.file_access import read_bytes
from companion.journal.locations import files_of


def quarantine_copy(match: Path, why: str) -> Path | None:
    """Copy a match with what SQLite keeps beside it; the copy, or None where it could not be made.

    The copy is named after ``why`` and its content, so that one that is refused again is not copied again.
    """
    try:
        digest = hashlib.sha256(b"".join(read_bytes(file) for file in files_of(match))).hexdigest()[:8]
        kept = match.with_name(f"{match.name}.{why}-{digest}")
        for file in files_of(match):
            copy = kept.with_name(file.name.replace(match.name, kept.name, 1))
            with atomic_path(copy) as draft:
                shutil.copyfile(file, draft)
    except OSError:
        return None
    return kept
