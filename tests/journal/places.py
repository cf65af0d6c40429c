"""Places where a match lies and cannot be written: a full disk, a medium or a folder that is read-only."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

import pytest

from companion.journal import lock
from companion.journal.lock import MatchLock
from tests.small_disk import fill, small_disk


@contextmanager
def full_disk(match: Path, _patch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A disk of its own, filled to the last byte."""
    with _disk_of_its_own(match, size="512k") as there:
        fill(there.parent)
        yield there


@contextmanager
def read_only_medium(match: Path, _patch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A disk of its own that takes nothing."""
    with _disk_of_its_own(match, size="512k") as there:
        subprocess.run(["mount", "-o", "remount,ro", str(there.parent)], check=True)
        yield there


@contextmanager
def read_only_folder(match: Path, _patch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that may be read and nothing else."""
    there = _moved(match, match.parent / "shelf")
    there.parent.chmod(0o555)
    try:
        if os.access(there.parent, os.W_OK):
            pytest.skip("an administrator may write anywhere")
        yield there
    finally:
        there.parent.chmod(0o755)


@contextmanager
def write_protected_file(match: Path, patch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file that may be read and nothing else (to an administrator it is one by word only)."""
    match.chmod(0o444)
    can = os.access
    patch.setattr(os, "access", lambda file, mode: not (mode & os.W_OK and file == match) and can(file, mode))
    yield match


@contextmanager
def disk_that_says_it_is_full(match: Path, patch: pytest.MonkeyPatch) -> Iterator[Path]:
    """As a full disk, where no disk of its own can be had."""
    patch.setattr(lock, "_try_room", _refused(errno.ENOSPC))
    yield match


@contextmanager
def folder_without_locks(match: Path, patch: pytest.MonkeyPatch) -> Iterator[Path]:
    """As some network folders are."""
    patch.setattr(MatchLock, "taken", _refused(errno.ENOLCK))
    yield match


Place = Callable[[Path, pytest.MonkeyPatch], AbstractContextManager[Path]]
#: Each place with what is said of it.
PLACES: Final[tuple[tuple[Place, str], ...]] = (
    (full_disk, "No space left"),
    (read_only_medium, "Read-only file system"),
    (read_only_folder, "Permission denied"),
    (write_protected_file, "write-protected"),
    (disk_that_says_it_is_full, "No space left"),
    (folder_without_locks, "No locks available"),
)


@contextmanager
def _disk_of_its_own(match: Path, *, size: str) -> Iterator[Path]:
    with small_disk(match.parent / "disk", size=size) as mounted:
        if not mounted:
            pytest.skip("no disk can be mounted here")
        yield _moved(match, match.parent / "disk")


def _moved(match: Path, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    for file in match.parent.glob(f"{match.name}*"):
        shutil.move(file, folder / file.name)
    return folder / match.name


def _refused(number: int) -> Callable[..., None]:
    def refuse(*_anything: object) -> None:
        raise OSError(number, os.strerror(number))

    return refuse
