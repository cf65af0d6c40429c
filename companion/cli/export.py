"""``companion export``: a match as a referee script with its log, or its result sheet, for judges and friends."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from companion.atomic_write import write_atomic
from companion.cli._reading_files import add_match, match_named
from companion.errors import OperationError
from companion.terminal import say
from companion.text import N_, gettext, ngettext, pgettext

if TYPE_CHECKING:
    from companion.journal import Salvage

_EPILOG = N_(
    "cli",
    """\
examples:
  companion export -o last.json                       the last match played
  companion export club-night.diceland -o night.json
  companion referee night.json                        replays it
  companion export club-night.diceland -o night.pdf   the result sheet: points, plots, the log
  companion export --result -o result.json            the result alone, for programs
  companion export --salvage torn.diceland -o whole.diceland

The file is a referee script of what counts, corrections by hand among it ("do": "correct"); its "log" has every
gesture, undone ones too, with its time, source, ruling and numbers. Where the rules of today lead elsewhere than the
match went, the file is written, and the exit status is 1. --salvage makes a new match, ready to be continued, from
every intact entry of a damaged one, wherever the damage is, and says which entries are lost.""",
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put the command among the others."""
    parser = commands.add_parser(
        "export",
        help=gettext("write a match as a referee script with its log, or its result sheet"),
        description=gettext("Write a match as a referee script with its log, or its result sheet."),
        epilog=pgettext("cli", _EPILOG),
    )
    add_match(parser)
    add = parser.add_argument
    add(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help=gettext("the file to write: .json for the script; .pdf, .svg or .png for the result sheet"),
    )
    add("--result", action="store_true", help=gettext("write the result, even if the file is .json"))
    words = gettext("make a match of what is intact in a damaged one")
    add("--salvage", action="store_true", help=words)


def run(options: argparse.Namespace) -> int:
    """Write the file whole, and say what is in it."""
    match = match_named(options.match)
    if options.salvage:
        return _mended(match, options.output)
    if options.result or options.output.suffix.lower() in _SHEETS:
        from companion.session.result import summarize_result
        from companion.ui.results import write_result

        result = summarize_result(match)
        say(f"{', '.join(map(str, write_result(result, options.output)))}: {result.ending}")
        return 0
    return _exported(match, options.output)


#: Endings of files that hold no script.
_SHEETS = frozenset({".pdf", ".svg", ".png"})


def _mended(match: Path, into: Path) -> int:
    from companion.journal import salvage_match

    saved, names = _what_was_saved(salvage_match(match, into)), {"name": into.name, "match": match.name}
    say(gettext("{file}: {saved} Go on with {name} instead of {match}.", file=into, saved=saved, **names))
    return 0


def _what_was_saved(saved: Salvage) -> str:
    """What came back of a damaged match, what did not, and what that means for it."""
    sentences = [
        ngettext(
            "{count} entry is saved; nothing was found after entry {last}.",
            "{count} entries are saved; nothing was found after entry {last}.",
            saved.saved,
            last=len(saved.record.entries),
        )
    ]
    if saved.opening_lost:
        sentences.append(gettext("The opening is lost: the log shows what was done, on an empty table."))
    if saved.lost:
        gaps = ", ".join(f"{gap[0]}" if len(gap) == 1 else f"{gap[0]}-{gap[-1]}" for gap in saved.lost)
        sentences.append(
            gettext(
                "Lost: {gaps}. What came later is kept; `companion replay` marks what is not valid without them.",
                gaps=gaps,
            )
        )
    if saved.unproved:
        sentences.append(
            ngettext(
                "{count} entry looks whole but cannot be proved ({entries}).",
                "{count} entries look whole but cannot be proved ({entries}).",
                len(saved.unproved),
                entries=", ".join(map(str, saved.unproved)),
            )
        )
    return " ".join(sentences)


def _exported(match: Path, output: Path) -> int:
    from companion.session.match import narrate_match

    narration = narrate_match(match)
    text = json.dumps(narration.as_json(), ensure_ascii=False, indent=1)
    try:
        write_atomic(output, f"{text}\n".encode())
    except OSError as error:
        raise OperationError(
            gettext("{output}: cannot be written ({why}).", output=output, why=error.strerror)
        ) from error
    steps = ngettext("{count} step", "{count} steps", narration.steps)
    lines = ngettext("{count} line of the log", "{count} lines of the log", len(narration.lines))
    say(gettext("{file}: {steps}, {lines}.", file=output, steps=steps, lines=lines))
    if why := narration.replay_problem:
        problem = gettext(
            "{file} was written, but `companion referee` does not replay it as the match went: {why} The log in it "
            "tells what was ruled then.",
            file=output,
            why=why,
        )
        raise OperationError(problem)
    return 0
