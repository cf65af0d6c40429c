"""``companion replay``: a match told again, line by line, with what the rules would say otherwise today."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli._matches import add_match, match_named
from companion.cli._terminal import say

if TYPE_CHECKING:
    from companion.journal import Divergence
    from companion.session.match import LogLine, MatchNarration

_EPILOG = """\
examples:
  companion replay                             the last match played
  companion replay club-night.diceland         one readable line for each gesture that counts
  companion replay --all club-night.diceland   including what was undone
  companion replay --json club-night.diceland  one JSON line for the match, then one for each gesture

A match that is open in a window can be replayed too; nothing is changed. Every ruling is compared with what the rules
say now: one that differs is listed below its line, with the ruling of today."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put the command among the others."""
    parser = commands.add_parser(
        "replay",
        help="print a match line by line",
        description=__doc__,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_match(parser)
    parser.add_argument("--json", action="store_true", help="one JSON line for the match, then one for each gesture")
    parser.add_argument("--all", action="store_true", help="include what was undone")
    parser.add_argument("--explain", action="store_true", help="show the arithmetic and the rules behind each ruling")


def run(options: argparse.Namespace) -> int:
    """Tell the match."""
    from companion.session.match import narrate_match

    path = match_named(options.match)
    telling = narrate_match(path)
    lines = [line for line in telling.lines if options.all or not line.undone]
    if options.json:
        say(json.dumps(_heading(path, telling)))
        for line in lines:
            say(json.dumps(line.as_json()))
        return 0
    say(_title(path, telling), *_readable(lines, explain=options.explain), "", _sum(telling))
    return 0


def _heading(path: Path, telling: MatchNarration) -> dict[str, Any]:
    record = telling.record
    return {
        "format": 1,
        "match": path.name,
        "game": record.game.value,
        "begun_at": record.begun_at.isoformat(),
        "program": record.program,
        "lines": len(telling.lines),
        "differ": [one.number for one in telling.divergences],
    }


def _title(path: Path, telling: MatchNarration) -> str:
    began = telling.record.begun_at.astimezone()
    name = telling.record.opening.get("name") or path.stem
    return f"{name}, begun on {began:%Y-%m-%d at %H:%M}"


def _readable(lines: list[LogLine], *, explain: bool) -> Iterator[str]:
    turn: tuple[int, str] | None = None
    for line in lines:
        if line.turn and (line.turn, line.player) != turn:
            turn = line.turn, line.player
            yield from ("", f"Turn {line.turn}, {line.player}")
        yield _one(line)
        if line.diverges is not None:
            yield f"        today: {_today(line.diverges)}"
        if explain:
            yield from _explained(line)


def _one(line: LogLine) -> str:
    rules = f" [{', '.join(line.rules)}]" if line.rules else ""
    undone = "undone: " if line.undone else ""
    return f"  {line.number:>4}  {line.at.astimezone():%H:%M:%S}  {undone}{line.story}{rules}"


def _today(divergence: Divergence) -> str:
    said = f"{divergence.now.text} [{', '.join(divergence.now.rules)}]"
    return (
        f"{'refused. ' if divergence.differs.value == 'refused' else ''}{said} ({_DIFFERS[divergence.differs.value]})"
    )


_DIFFERS = {
    "refused": "it was allowed then",
    "events": "something else happens",
    "rules": "by other rules",
    "words": "in other words",
}


def _explained(line: LogLine) -> Iterator[str]:
    from companion.rules import ledger

    yield from (
        f"        {name.replace('_', ' ')}: {value.value:g} ± {value.sigma:g}" for name, value in line.numbers.items()
    )
    yield from (f"        {term.label}: {term.value:+g} ({term.rule})" for term in line.terms)
    yield from (f"        {name}: {ledger()[name].text}" for name in line.rules if name in ledger())


def _sum(telling: MatchNarration) -> str:
    counting = sum(not line.undone for line in telling.lines)
    undone = len(telling.lines) - counting
    told = f"{_many(counting, 'entry', 'entries')}, {undone} undone."
    if telling.weighty:
        many = _many(len(telling.weighty), "is", "are")
        return f'{told} {many} ruled differently today, line {telling.weighty[0].number} first: see "today" below it.'
    words = f", {len(telling.divergences)} of them in other words" if telling.divergences else ""
    return f"{told} All rulings still hold{words}."


def _many(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"
