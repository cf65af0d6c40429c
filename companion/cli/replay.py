"""``companion replay``: a match narrated from its file, line by line, with what the rules would say otherwise today."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli._reading_files import add_match, match_named
from companion.terminal import say
from companion.text import N_, gettext, moment_words, ngettext, pgettext

if TYPE_CHECKING:
    from companion.session.match import LogLine, MatchNarration

_EPILOG = N_(
    "cli",
    """\
examples:
  companion replay                             the last match played
  companion replay club-night.diceland         one readable line for each gesture that counts
  companion replay --all club-night.diceland   including what was undone
  companion replay --doubts                    only what was in doubt, asked, corrected or undone
  companion replay --json club-night.diceland  one JSON line for the match, then one for each gesture

A match that is open in a window can be replayed too; nothing is changed. Every ruling is compared with what the rules
say now: one that differs is listed below its line, with the ruling of today.""",
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put the command among the others."""
    parser = commands.add_parser(
        "replay",
        help=gettext("print a match line by line"),
        description=gettext("A match replayed line by line, with what the rules would decide differently today."),
        epilog=pgettext("cli", _EPILOG),
    )
    add_match(parser)
    add = parser.add_argument
    add("--json", action="store_true", help=gettext("one JSON line for the match, then one for each gesture"))
    add("--all", action="store_true", help=gettext("include what was undone"))
    add("--doubts", action="store_true", help=gettext("only what was in doubt, asked, corrected or undone, and why"))
    add("--explain", action="store_true", help=gettext("show the arithmetic and the rules behind each ruling"))


def run(options: argparse.Namespace) -> int:
    """Print the match, line by line."""
    from companion.session.match import narrate_match

    path = match_named(options.match)
    narration = narrate_match(path)
    lines = [line for line in narration.lines if options.all or not line.undone]
    if options.doubts:
        lines = [line for line in narration.lines if line.why_doubted]
    if options.json:
        say(_heading(path, narration))
        for line in lines:
            say(json.dumps(line.as_json()))
        return 0
    began = narration.record.begun_at.astimezone()
    name = narration.name or path.stem
    title = gettext("{name}, begun on {moment}", name=name, moment=moment_words(began))
    counting = sum(not line.undone for line in narration.lines)
    reported = ngettext(
        "{count} entry, {undone} undone.",
        "{count} entries, {undone} undone.",
        counting,
        undone=len(narration.lines) - counting,
    )
    say(
        title,
        *_readable(lines, narration.player_label, explain=options.explain, doubts=path if options.doubts else None),
        "",
        f"{reported} {_verdict(narration)}",
    )
    return 0


def _heading(path: Path, narration: MatchNarration) -> str:
    from companion.codec.document import encode_given
    from companion.codec.fields import FORMAT
    from companion.codec.outcomes import ReplayHeadingDocument

    record = narration.record
    reported = ReplayHeadingDocument(
        format=FORMAT,
        match=path.name,
        game=record.game.value,
        begun_at=record.begun_at.isoformat(),
        program=record.program,
        lines=len(narration.lines),
        differ=tuple(one.number for one in narration.divergences),
    )
    return json.dumps(encode_given(reported))


def _readable(
    lines: list[LogLine], label: Callable[[str], str], *, explain: bool, doubts: Path | None
) -> Iterator[str]:
    """The lines, turn by turn. doubts: the match whose doubts these are; each is said why, with its picture."""
    from companion.journal import saved_picture_file

    turn: tuple[int, str] | None = None
    for line in lines:
        if line.turn and (line.turn, line.player) != turn:
            turn = line.turn, line.player
            yield from ("", gettext("Turn {turn}, {player}", turn=line.turn, player=label(line.player)))
        yield _one(line)
        if line.diverges is not None:
            today = line.diverges.now
            refused = gettext("refused. ") if line.diverges.differs.value == "refused" else ""
            differs = pgettext("cli", _DIFFERS[line.diverges.differs.value])
            ruling = f"{refused}{today.text} [{', '.join(today.rules)}] ({differs})"
            yield f"        {gettext('today: {ruling}', ruling=ruling)}"
        if doubts is not None:
            yield f"        ▲ {line.why_doubted}"
            if line.picture is not None:
                yield f"        {saved_picture_file(doubts, line.picture)}"
        if explain:
            yield from _explained(line)


def _one(line: LogLine) -> str:
    rules = f" [{', '.join(line.rules)}]" if line.rules else ""
    undone = gettext("undone: ") if line.undone else ""
    return f"  {line.number:>4}  {line.at.astimezone():%H:%M:%S}  {undone}{line.story}{rules}"


_DIFFERS = {
    "refused": N_("cli", "it was allowed then"),
    "events": N_("cli", "something else happens"),
    "rules": N_("cli", "by other rules"),
    "words": N_("cli", "in other words"),
}


def _explained(line: LogLine) -> Iterator[str]:
    from companion.rules import ledger

    yield from (
        f"        {name.replace('_', ' ')}: {value.value:g} ± {value.sigma:g}" for name, value in line.numbers.items()
    )
    yield from (f"        {term.label}: {term.value:+g} ({term.rule})" for term in line.terms)
    yield from (f"        {name}: {ledger()[name].shown.text}" for name in line.rules if name in ledger())


def _verdict(narration: MatchNarration) -> str:
    if narration.weighty:
        return ngettext(
            '{count} is ruled differently today, line {line} first: see "today" below it.',
            '{count} are ruled differently today, line {line} first: see "today" below it.',
            len(narration.weighty),
            line=narration.weighty[0].number,
        )
    if narration.divergences:
        return gettext("All rulings still hold, {count} of them in other words.", count=len(narration.divergences))
    return gettext("All rulings still hold.")
