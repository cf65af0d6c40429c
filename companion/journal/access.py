"""Whether a match can be written where it lies; one that cannot is opened for looking at."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.atomic_write import draft_beside
from companion.text import gettext

#: A gesture takes less, with what SQLite writes beside it meanwhile.
_ROOM_BYTES: Final = 1 << 16
_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class Unwritable(Exception):  # noqa: N818  (says what a place is, not what failed)
    """A match cannot be written; says why, and what to do about it."""


def check_writable(match: Path) -> None:
    """Try the file, its folder, and whether there is room for a gesture.

    Raises:
        Unwritable: one of them cannot be written.
    """
    try:
        _try_room(match)
    except OSError as error:
        raise unwritable(match, error) from error
    if not os.access(match, os.W_OK):
        raise unwritable(match, PermissionError(errno.EACCES, gettext("the file is write-protected")))


def unwritable(match: Path, error: OSError) -> Unwritable:
    """The words for a match that cannot be written."""
    cure = (
        gettext("make room on its disk")
        if error.errno in _NO_ROOM
        else gettext("copy it to a folder that can be written")
    )
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
