"""``companion report``: tables that were read wrongly, shown as pages and read again (docs/formats, Misread tables)."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli._reading_files import add_reading_folders
from companion.errors import OperationError
from companion.terminal import say
from companion.text import N_, gettext, pgettext

_EPILOG = N_(
    "cli",
    """examples:
  companion report 20261122-201530.misread.json
  companion report 20261122-201530.misread.json -o page.html

F9 in a match keeps the table at rest, what was read of it and what you put right, the camera and the versions in one
file, without names of people; nothing is sent anywhere. The page shows each die that was wrong, then and by today's
program. A whole folder of such files is measured by `companion evaluate FOLDER -o REPORT_DIR`.""",
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "report",
        help=gettext("show a table that was read wrongly, and read it again"),
        description=gettext("Make a page of a table that was read wrongly in a match, and read it by today's program."),
        epilog=pgettext("cli", _EPILOG),
    )
    parser.add_argument("file", type=Path, metavar="FILE", help=gettext("what F9 saved in a match"))
    add_reading_folders(parser)
    parser.add_argument(
        "-o", "--output", type=Path, metavar="PAGE", help=gettext("where to write the page (default: beside the file)")
    )


def run(options: argparse.Namespace) -> int:
    """Read the table again, write the page, and say what was wrong then and now."""
    from companion.certify.misread.page import describe_reread, misread_page, reread
    from companion.codec.document import write_text
    from companion.codec.misread_table import read_misread_table
    from companion.codec.reader import open_reader

    table = read_misread_table(options.file)
    reported = reread(table, options.file, open_reader(table.camera, options.dice, options.gallery))
    page = options.output or options.file.with_suffix(".html")
    if page.resolve() == options.file.resolve():
        raise OperationError(
            gettext("{file} would take the place of what it shows; choose another with -o.", file=page)
        )
    write_text(page, misread_page(options.file.name, reported), gettext("choose another place with -o"))
    say(describe_reread(reported), gettext("The page is {place}.", place=page))
    return 0
