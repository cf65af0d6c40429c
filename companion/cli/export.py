"""``companion export``: a match as a referee script with its log, for judges, friends and tests."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.cli._matches import add_match, match_named
from companion.errors import CannotDo

_EPILOG = """\
examples:
  companion export -o last.json                       the match that was played last
  companion export club-night.diceland -o night.json
  companion referee night.json                        replays it

The file is a referee script of the acts that count, and holds under "log" every gesture with its time, source, ruling
and numbers, undone ones too. After a correction by hand, which no script can tell, it starts from the situation that
the last one left."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put the command among the others."""
    parser = commands.add_parser(
        "export",
        help="write a match as a referee script with its log",
        description=__doc__,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_match(parser)
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the JSON file to write")


def run(options: argparse.Namespace) -> int:
    """Write the file whole, and say what is in it."""
    from companion.table.match import told
    from companion.whole import write_whole

    telling = told(match_named(options.match))
    text = json.dumps(telling.as_json(), ensure_ascii=False, indent=1)
    try:
        write_whole(options.output, f"{text}\n".encode())
    except OSError as error:
        raise CannotDo(f"{options.output}: cannot be written ({error.strerror}).") from error
    print(f"{options.output}: {len(telling.script['steps'])} steps, {len(telling.lines)} lines of the log.")
    return 0
