"""Where matches lie by default, and what their files are called."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.resources import data_folder

#: A match's file ends so; its pictures lie in a folder of the same name beside it.
ENDING: Final = ".diceland"
_PICTURES: Final = ".pictures"
#: Of what a match is called: a file's name holds 255, and date, ending and what SQLite adds want their share.
_MOST_BYTES: Final = 180


def matches_folder() -> Path:
    """The user's own folder of matches; made when it is not there and can be."""
    folder = data_folder() / "matches"
    with suppress(OSError):  # where it cannot be made, there are no matches, and whoever writes one is told why
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def known_matches(folder: Path | None = None) -> tuple[Path, ...]:
    """The matches of a folder (default: the user's own), of whatever game, the one played last first."""
    named = (folder or matches_folder()).glob(f"[!.]*{ENDING}")
    found = [match for match in named if match.is_file()]  # no folder, no pipe, no link that leads nowhere
    return tuple(sorted(found, key=last_played_s, reverse=True))


def new_match_file(name: str = "match", folder: Path | None = None) -> Path:
    """A name for a new match, after today and the words given: ``2026-05-01 Ogre Mark III.diceland``."""
    words = " ".join(re.sub(r"[^\w +-]+", " ", name).split())[:60].encode()[:_MOST_BYTES].decode(errors="ignore")
    stem = f"{datetime.now().astimezone():%Y-%m-%d} {words.strip() or 'match'}"
    beside = folder or matches_folder()
    names = [stem, *(f"{stem} {count}" for count in range(2, 1000))]
    return next(path for name in names if not (path := beside / f"{name}{ENDING}").exists())


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


def last_played_s(match: Path) -> float:
    """When a match was last written in, seconds since 1970."""
    return max((file.stat().st_mtime for file in (match, write_ahead_file(match)) if file.exists()), default=0.0)
