"""What nobody foresaw: the details go to a file, people get one calm sentence."""

from __future__ import annotations

import datetime
import platform
import traceback
from collections.abc import Sequence
from pathlib import Path

from companion import __version__
from companion.resources import state_folder
from companion.text import phrase


def keep_details(failure: Exception, words: Sequence[str]) -> str:
    """Append the failure to the log in the user's state folder; the sentence to say instead of a traceback."""
    try:
        log = _append(_details(failure, words))
    except OSError as unwritable:
        return phrase("{what} The details could not be kept ({why}).", what=_what(failure), why=unwritable.strerror)
    return phrase(
        "{what} The details are in {log}; please send that file along when you report it.", what=_what(failure), log=log
    )


def _what(failure: Exception) -> str:
    said = " ".join([f"{type(failure).__name__}:", *str(failure).split()])[:160].rstrip(":")
    return phrase("companion: something went wrong that should not have ({said}).", said=said)


def _append(details: str) -> Path:
    log = state_folder() / "failures.log"
    with log.open("a", encoding="utf-8") as file:
        file.write(details)
    return log


def _details(failure: Exception, words: Sequence[str]) -> str:
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    where = f"companion {__version__}, Python {platform.python_version()}, {platform.platform()}"
    return f"{now} {where}: {list(words)!r}\n{''.join(traceback.format_exception(failure))}\n"
