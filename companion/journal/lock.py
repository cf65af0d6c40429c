"""One writer for each match: a lock of the operating system, which dies with the process that holds it."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

#: What the systems say of a lock that somebody holds.
_HELD = frozenset({errno.EACCES, errno.EAGAIN, errno.EDEADLK})


class MatchLock:
    """A lock on a match, held from `taken` to `release`. Its file beside the match means nothing by being there."""

    def __init__(self, path: Path, descriptor: int) -> None:
        """Keep what was opened and locked."""
        self._path = path
        self._descriptor: int | None = descriptor

    @classmethod
    def taken(cls, match: Path) -> MatchLock | None:
        """The lock on a match; None where another window, here or in another process, holds it.

        Raises:
            OSError: the folder cannot be written, or knows no locks.
        """
        path = match.with_name(f".{match.name}.lock")
        while True:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
            try:
                _lock(descriptor)
                if _is_still(path, descriptor):
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


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_still(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
