"""``companion shadow``: what people decided in matches beside what the program would have ruled (docs/formats)."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.errors import OperationError
from companion.terminal import say
from companion.text import N_, gettext, pgettext

_EPILOG = N_(
    "cli",
    """examples:
  companion shadow                                       all matches so far
  companion shadow 20261122-201530.shadow.json -o page.html

In a match F8 (or `companion play --shadow`) lets people rule as they always did: they key what they decided, and the
program says nothing. What it would have said is written down beside it, and how long both took. The page shows where
they differ, with picture, numbers and rules.""",
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "shadow",
        help=gettext("compare what people decided with what the program would have ruled"),
        description=gettext("Show where people and program agreed in matches that people ruled, and where not."),
        epilog=pgettext("cli", _EPILOG),
    )
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help=gettext("what F8 in a match wrote (default: all of them)")
    )
    parser.add_argument(
        "-o", "--output", type=Path, metavar="PAGE", help=gettext("where to write the page (default: none)")
    )


def run(options: argparse.Namespace) -> int:
    """Say the totals, and write the page."""
    from companion.certify.documents import SHADOW_ENDING, read_shadow_record
    from companion.certify.shadow.page import describe_totals, shadow_page
    from companion.certify.shadow.recorder import shadow_folder
    from companion.codec.document import write_text

    files = options.files or sorted(shadow_folder().glob(f"*{SHADOW_ENDING}"))
    if not files:
        raise OperationError(gettext("shadow: no match was ruled by people yet; F8 in a match begins it."))
    records = [read_shadow_record(file) for file in files]
    say(describe_totals(records))
    if options.output is not None:
        write_text(options.output, shadow_page(records), gettext("choose another place with -o"))
        say(gettext("The page is {place}.", place=options.output))
    return 0
