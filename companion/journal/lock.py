"""One writer for each match, where it can be written at all; one that cannot is opened for looking at.

The lock is the operating system's, and dies with the process that holds it.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.atomic_write import draft_beside
from companion.text import gettext

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

#: What the systems say of a lock that somebody holds, and of a disk that is full.
_HELD: Final = frozenset({errno.EACCES, errno.EAGAIN, errno.EDEADLK})
_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
#: A gesture takes less, with what SQLite writes beside it meanwhile.
_ROOM_BYTES: Final = 1 << 16


class MatchLock:
    """A lock on a match, held from `taken` to `release`. Its file beside the match means nothing by being there."""

    def __init__(self, path: Path, descriptor: int) -> None:
        """Keep what was opened and locked."""
        self._path = path
        self._descriptor: int | None = descriptor

    @classmethod
    def taken(cls, match: Path) -> MatchLock | None:
        """The lock on a match; None where another window, here or in another process, holds it. Raises OSError: the
        folder cannot be written, or knows no locks."""
        path = match.with_name(f".{match.name}.lock")
        while True:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
            try:
                if sys.platform == "win32":
                    msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
                else:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                with suppress(FileNotFoundError):
                    if os.path.samestat(path.stat(), os.fstat(descriptor)):
                        return cls(path, descriptor)
            except OSError as error:
                os.close(descriptor)
                if error.errno in _HELD:
                    return None
                raise
            os.close(descriptor)  # its last holder took the file away between our opening and our locking

    @property
    def held(self) -> bool:
        """Whether it has not been given up."""
        return self._descriptor is not None

    def release(self) -> None:
        """Give the lock up; again does nothing."""
        if self._descriptor is None:
            return
        if sys.platform == "win32":  # an open file cannot be taken away there
            os.close(self._descriptor)
            with suppress(OSError):
                self._path.unlink()
        else:
            self._path.unlink(missing_ok=True)
            os.close(self._descriptor)
        self._descriptor = None


class Unwritable(Exception):  # noqa: N818  (says what a place is, not what failed)
    """A match cannot be written; says why, and what to do about it."""


def check_writable(match: Path) -> None:
    """Try the file, its folder, and whether there is room for a gesture. Raises Unwritable: one of them cannot be
    written."""
    try:
        _try_room(match)
    except OSError as error:
        raise unwritable(match, error) from error
    if not os.access(match, os.W_OK):
        raise unwritable(match, PermissionError(errno.EACCES, gettext("the file is write-protected")))


def unwritable(match: Path, error: OSError) -> Unwritable:
    """The words for a match that cannot be written."""
    full = error.errno in _NO_ROOM
    cure = gettext("make room on its disk") if full else gettext("copy it to a folder that can be written")
    return Unwritable(
        gettext(
            "{match} is open read-only, for it cannot be written ({why}): {cure}, then open it again to go on.",
            match=match.name,
            why=error.strerror,
            cure=cure,
        )
    )


def _try_room(match: Path) -> None:
    probe = draft_beside(match)
    try:
        with probe.open("wb") as stream:
            stream.write(bytes(_ROOM_BYTES))
            stream.flush()
            os.fsync(stream.fileno())  # some disks find out only now
    finally:
        with suppress(OSError):
            probe.unlink(missing_ok=True)
