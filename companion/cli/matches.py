"""``companion matches``: what was played on this computer, and in which files."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from companion.terminal import say
from companion.text import N_, gettext, moment_words, ngettext, pgettext

if TYPE_CHECKING:
    from companion.journal import MatchSummary

_EPILOG = N_(
    "cli",
    """\
examples:
  companion matches                    every match, the one played last first, and where its file lies
  companion matches --json             one line of JSON for each
  companion matches club-night         those of another folder

`companion play --match FILE` goes on with one, `companion replay FILE` prints it.""",
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put the command among the others."""
    parser = commands.add_parser(
        "matches",
        help=gettext("list the matches played here, and where they lie"),
        description=gettext("List the matches played on this computer, and the files in which they lie."),
        epilog=pgettext("cli", _EPILOG),
    )
    parser.add_argument(
        "folder", nargs="?", type=Path, metavar="FOLDER", help=gettext("where to look (default: your own folder)")
    )
    parser.add_argument("--json", action="store_true", help=gettext("one line of JSON for each match"))


def run(options: argparse.Namespace) -> int:
    """List every match."""
    from companion.journal import known_matches, matches_folder, summarize_match

    files = known_matches(options.folder)
    if options.json:
        say(*(json.dumps(_row(match)) for file in files if (match := summarize_match(file)) is not None))
        return 0
    folder = options.folder or matches_folder()
    if not files:
        say(gettext("No match has been played yet; they will lie in {folder}.", folder=folder))
        return 0
    for file in files:
        say(*_lines(file, summarize_match(file)))
    say(
        "",
        ngettext(
            "{count} match; new ones lie in {folder}.",
            "{count} matches; new ones lie in {folder}.",
            len(files),
            folder=folder,
        ),
    )
    return 0


def _row(match: MatchSummary) -> dict[str, object]:
    return {
        "format": 1,
        "match": str(match.path.absolute()),
        "game": match.game.value,
        "name": _title(match),
        "begun_at": match.begun_at.isoformat(),
        "played_at": match.played_at.isoformat(),
        "entries": match.entries,
    }


def _lines(file: Path, match: MatchSummary | None) -> tuple[str, str]:
    if match is None:
        return f"{file.stem}  ({gettext('cannot be read: `companion replay` says why')})", f"    {file.absolute()}"
    played = gettext(
        "{game}, played {moment}, {entries} entries",
        game=pgettext("cli", _GAMES[match.game.value]),
        moment=moment_words(match.played_at),
        entries=match.entries,
    )
    return f"{_title(match)}  ({played})", f"    {file.absolute()}"


def _title(match: MatchSummary) -> str:
    name = match.opening.get("name")
    return name if isinstance(name, str) and name else match.path.stem


_GAMES = {
    "dice": N_("cli", "dice game"),
    "exercise-k": N_("cli", "Exercise K"),
    "ogre-card": N_("cli", "tracking card"),
}
