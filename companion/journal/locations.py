"""Where matches lie by default, and what their files are called; and the pictures of settled tables beside a match:
plain JPEG files, each named by the SHA-256 of its bytes.

They are small and may be gone; the match stands without them.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.atomic_write import write_atomic
from companion.errors import OperationError
from companion.file_access import check_name, check_regular, read_bytes
from companion.resources import data_folder, free_place, made_folder
from companion.text import gettext

#: A match's file ends so; its pictures lie in a folder of the same name beside it.
ENDING: Final = ".diceland"
_PICTURES: Final = ".pictures"
#: Ten times what a match of ten thousand gestures takes.
MOST_MATCH_BYTES: Final = 256 * 2**20
#: Of what a match is called: a file's name holds 255, and date, ending and what SQLite adds want their share.
_MOST_BYTES: Final = 180
#: Thousands of matches begun elsewhere.
_LONGEST_LIST: Final = 4 * 2**20


def matches_folder() -> Path:
    """The user's own folder of matches; made when it is not there and can be."""
    return made_folder(data_folder() / "matches")


def known_matches(folder: Path | None = None) -> tuple[Path, ...]:
    """The matches of a folder, of whatever game, the one played last first; left out: of the user's own folder, and
    those that were begun elsewhere."""
    named = [*(folder or matches_folder()).glob(f"[!.]*{ENDING}"), *([] if folder else _elsewhere())]
    found = {match.resolve(): match for match in named if match.is_file()}  # no folder, no pipe, no link to nowhere
    return tuple(sorted(found.values(), key=last_played_s, reverse=True))


def note_match(match: Path) -> None:
    """Note a match that was begun outside the user's own folder, so that it is among those known."""
    place = match.resolve()
    if place.parent == matches_folder().resolve() or place in _elsewhere():
        return
    lines = "".join(f"{path}\n" for path in (*_elsewhere(), place))
    with suppress(OSError):  # its players know where it lies; nothing has to wait for it
        write_atomic(_elsewhere_file(), lines.encode(errors="surrogateescape"))


def _elsewhere() -> tuple[Path, ...]:
    found = []
    with suppress(OSError):
        content = read_bytes(_elsewhere_file(), at_most=_LONGEST_LIST)
        for line in filter(None, content.decode(errors="surrogateescape").splitlines()):
            with suppress(OSError):  # too long, as the lines of a file that something else has written may be
                check_name(Path(line))
                found.append(Path(line))
    return tuple(found)


def _elsewhere_file() -> Path:
    return data_folder() / "matches-elsewhere.txt"


def new_match_file(name: str = "match", folder: Path | None = None) -> Path:
    """A name for a new match, after today and the words given, no blank: ``2026-05-01-Ogre-Mark-III.diceland``."""
    words = "-".join(re.sub(r"[^\w+-]+", " ", name).split())[:60].encode()[:_MOST_BYTES].decode(errors="ignore")
    stem = f"{datetime.now().astimezone():%Y-%m-%d}-{words.strip('-') or 'match'}"
    return free_place(folder or matches_folder(), stem, ENDING)


def pictures_folder(match: Path) -> Path:
    """Where the pictures of a match lie."""
    return match.with_suffix(_PICTURES)


def write_ahead_file(match: Path) -> Path:
    """Where SQLite kept, in matches of earlier programs, what was not in the match's file yet."""
    return match.with_name(f"{match.name}-wal")


def rollback_file(match: Path) -> Path:
    """Where SQLite keeps, while it writes, what the match's file held before."""
    return match.with_name(f"{match.name}-journal")


def files_of(match: Path) -> tuple[Path, ...]:
    """A match's file with those that SQLite may keep beside it, as far as they are there."""
    return tuple(file for file in (match, write_ahead_file(match), rollback_file(match)) if file.exists())


def check_files(match: Path) -> None:
    """Refuse a match that is no file, or whose size no match has, before anything opens it or what lies beside it.
    Raises OSError: saying what it is instead."""
    for file in files_of(match) or (match,):
        check_regular(file, at_most=MOST_MATCH_BYTES)


def last_played_s(match: Path) -> float:
    """When a match was last written in, seconds since 1970."""
    return max((file.stat().st_mtime for file in (match, write_ahead_file(match)) if file.exists()), default=0.0)


#: The most bytes of one picture, and of all pictures of a match: then the oldest go.
PICTURE_MOST_BYTES: Final = 512 * 1024
PICTURES_MOST_BYTES: Final = 512 * 1024 * 1024
_NAME: Final = re.compile(r"[0-9a-f]{64}")
_BEGINS: Final = b"\xff\xd8"


class PictureStore:
    """The pictures of one match."""

    def __init__(self, folder: Path, most_bytes: int = PICTURES_MOST_BYTES) -> None:
        """Keep them in a folder, which is made with the first one."""
        self._folder = folder
        self._most_bytes = most_bytes

    def save(self, jpeg: bytes) -> str:
        """Save a picture; its name. One that is there already is not saved twice. Raises OperationError: it is no JPEG,
        is too large, or cannot be written."""
        if not jpeg.startswith(_BEGINS) or len(jpeg) > PICTURE_MOST_BYTES:
            most = f"{PICTURE_MOST_BYTES // 1024} KB"
            raise OperationError(
                gettext(
                    "A picture beside a match is a JPEG of at most {most}; got {size} KB.",
                    most=most,
                    size=len(jpeg) // 1024,
                )
            )
        name = hashlib.sha256(jpeg).hexdigest()
        file = self._file(name)
        if not file.exists():
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._make_room(len(jpeg))
                write_atomic(file, jpeg)
            except OSError as error:
                raise OperationError(
                    gettext("{parent}: the picture could not be saved ({why}).", parent=file.parent, why=error.strerror)
                ) from error
        return name

    def find(self, name: str) -> bytes | None:
        """A picture by its name; None where it is gone or is not what it was."""
        if not _NAME.fullmatch(name):
            return None
        try:
            jpeg = read_bytes(self._file(name), at_most=PICTURE_MOST_BYTES)
        except OSError:
            return None
        return jpeg if hashlib.sha256(jpeg).hexdigest() == name else None

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.jpg"

    def _make_room(self, size: int) -> None:
        stored = [(file, file.stat()) for file in self._folder.glob("[!.]*.jpg")]
        room = self._most_bytes - size - sum(stat.st_size for _, stat in stored)
        for file, stat in sorted(stored, key=lambda one: one[1].st_mtime):
            if room >= 0:
                return
            file.unlink(missing_ok=True)
            room += stat.st_size
