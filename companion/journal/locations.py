"""Where matches lie by default, and what their files are called."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.atomic_write import write_atomic
from companion.file_access import check_name, check_regular, read_bytes
from companion.resources import data_folder, free_place, made_folder

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
