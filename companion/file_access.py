"""The door to files that people name: regular files of a bounded size, read whole, and names that stay in their folder.

A pipe, a device or a socket would hold the program up for ever or fill its memory; a name that comes out of a file
could lead anywhere. Whatever cannot be opened is an ``OSError`` with the reason in ``strerror``, as of any other file.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path, PureWindowsPath
from typing import Final

from companion.errors import InputError
from companion.plain_text import shown
from companion.text import N_, gettext, pgettext

#: More than any picture, script or gallery needs; a file of more is a mistake.
MOST_BYTES: Final = 512 * 1024 * 1024
#: Opening a pipe that nobody writes to would wait for ever. (Windows has neither such pipes nor the flag.)
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_KINDS: Final = {
    stat.S_IFDIR: N_("files", "it is a folder"),
    stat.S_IFIFO: N_("files", "it is a pipe, not a file"),
    stat.S_IFSOCK: N_("files", "it is a socket, not a file"),
    stat.S_IFCHR: N_("files", "it is a device, not a file"),
    stat.S_IFBLK: N_("files", "it is a device, not a file"),
}


def read_bytes(path: Path, *, at_most: int = MOST_BYTES) -> bytes:
    """All bytes of a regular file.

    Raises:
        OSError: there is none, it cannot be read, is something else than a file, or holds more than ``at_most``.
    """
    check_regular(path, at_most=at_most)
    content = read_beginning(path, at_most + 1)
    if len(content) > at_most:
        raise _too_large(path, at_most)
    return content


def read_beginning(path: Path, length: int) -> bytes:
    """The first bytes of a regular file, fewer where it has no more.

    Raises:
        OSError: as `read_bytes`, whatever its size.
    """
    check_regular(path)  # opening some devices is itself an act
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | _AT_ONCE), "rb") as file:
            _check_status(path, os.fstat(file.fileno()), None)  # it may have become another one meanwhile
            content: bytes | None = file.read(length)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None  # a disk that fails does not say where
    if content is None:  # the kernel's own log and its like
        raise OSError(errno.EAGAIN, gettext("nothing can be read from it now"), str(path))
    return content


def check_regular(path: Path, *, at_most: int | None = None) -> None:
    """Refuse what is no regular file, before anything opens it; one that holds more than ``at_most``, too.

    Raises:
        OSError: there is none, it is something else, or it is too large.
    """
    check_name(path)
    _check_status(path, path.stat(), at_most)


def check_name(path: Path) -> None:
    """Refuse a name that no file can have, such as one too long.

    Raises:
        OSError: it is too long, or holds what no name can hold.
    """
    try:
        path.lstat()
    except ValueError:  # a NUL, or half of a surrogate pair
        raise OSError(errno.EINVAL, gettext("no file can have such a name"), str(path)) from None
    except OSError as failure:
        if failure.errno == errno.ENAMETOOLONG:
            raise OSError(errno.ENAMETOOLONG, gettext("the name is too long"), str(path)) from None


def resolve_inside(folder: Path, name: str) -> Path:
    """The file that a name out of a file means: in the folder or in one below it, never elsewhere.

    Raises:
        InputError: the name leads out of the folder, or names nothing.
    """
    parts = PureWindowsPath(name)  # which knows both kinds of slash, drives too
    if parts.anchor or ".." in parts.parts or not parts.name:
        raise InputError(gettext("{name} leads out of the folder; name a file in it.", name=shown(name)))
    try:
        check_name(folder / name)
    except OSError as error:
        raise InputError(
            gettext("{name}: {why}; name a file in the folder.", name=shown(name), why=error.strerror)
        ) from None
    return folder / name


def _check_status(path: Path, status: os.stat_result, at_most: int | None) -> None:
    if not stat.S_ISREG(status.st_mode):
        what = pgettext("files", _KINDS.get(stat.S_IFMT(status.st_mode), N_("files", "it is not a file")))
        raise OSError(errno.EINVAL, what, str(path))
    if at_most is not None and status.st_size > at_most:
        raise _too_large(path, at_most)


def _too_large(path: Path, at_most: int) -> OSError:
    mega = at_most / 1024**2
    size_in_words = f"{mega:.0f} MB" if mega >= 1 else f"{at_most / 1024:.0f} KB"
    return OSError(errno.EFBIG, gettext("it holds more than {size}", size=size_in_words), str(path))
