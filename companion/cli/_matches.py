"""The match that a command is about: named, or the one played last."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.errors import OperationError
from companion.terminal import warn
from companion.text import gettext


def add_match(parser: argparse.ArgumentParser) -> None:
    """Let a command name a match."""
    parser.add_argument(
        "match", nargs="?", type=Path, metavar="MATCH", help=gettext("a match (default: the last one played)")
    )


def match_named(path: Path | None) -> Path:
    """The match named, or the one of the user's own folder that was played last. Where its end may be missing, that is
    said on standard error.

    Raises:
        OperationError: none is named and none was played.
    """
    from companion.journal import matches_folder, newest_match, tail_lost

    found = path or newest_match()
    if found is None:
        raise OperationError(
            gettext(
                "No match has been played yet in {folder}. Name its file, or begin one in `companion play`.",
                folder=matches_folder(),
            )
        )
    if found.is_file() and (caution := tail_lost(found)):
        warn(f"companion: {caution}")
    return found
