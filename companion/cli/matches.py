"""``companion matches``: what was played on this computer; ``companion replay``: a match narrated from its file, line
by line, with what the rules would say otherwise today; and ``companion export``: a match as a referee script with its
log, or its result sheet, for judges and friends.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli._options import add_match, match_named
from companion.errors import OperationError
from companion.terminal import say
from companion.text import N_, gettext, moment_words, ngettext, pgettext

if TYPE_CHECKING:
    from companion.journal import MatchSummary, Salvage
    from companion.session.match import LogLine, MatchNarration


_MATCHES_EPILOG = N_(
    "cli",
    """\
examples:
  companion matches                    every match, the one played last first, and where its file lies
  companion matches --json             one line of JSON for each
  companion matches club-night         those of another folder

`companion play --match FILE` goes on with one, `companion replay FILE` prints it.""",
)


def add_matches(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put the command among the others."""
    parser = commands.add_parser(
        "matches",
        help=gettext("list the matches played here, and where they lie"),
        description=gettext("List the matches played on this computer, and the files in which they lie."),
        epilog=pgettext("cli", _MATCHES_EPILOG),
    )
    parser.add_argument(
        "folder", nargs="?", type=Path, metavar="FOLDER", help=gettext("where to look (default: your own folder)")
    )
    parser.add_argument("--json", action="store_true", help=gettext("one line of JSON for each match"))


def run_matches(options: argparse.Namespace) -> int:
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


_REPLAY_EPILOG = N_(
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


def add_replay(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put the command among the others."""
    parser = commands.add_parser(
        "replay",
        help=gettext("print a match line by line"),
        description=gettext("A match replayed line by line, with what the rules would decide differently today."),
        epilog=pgettext("cli", _REPLAY_EPILOG),
    )
    add_match(parser)
    add = parser.add_argument
    add("--json", action="store_true", help=gettext("one JSON line for the match, then one for each gesture"))
    add("--all", action="store_true", help=gettext("include what was undone"))
    add("--doubts", action="store_true", help=gettext("only what was in doubt, asked, corrected or undone, and why"))
    add("--explain", action="store_true", help=gettext("show the arithmetic and the rules behind each ruling"))


def run_replay(options: argparse.Namespace) -> int:
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
    counts = ngettext(
        "{count} entry, {undone} undone.",
        "{count} entries, {undone} undone.",
        counting,
        undone=len(narration.lines) - counting,
    )
    say(
        title,
        *_readable(lines, narration.player_label, explain=options.explain, doubts=path if options.doubts else None),
        "",
        f"{counts} {_verdict(narration)}",
    )
    return 0


def _heading(path: Path, narration: MatchNarration) -> str:
    from companion.codec.document import encode_given
    from companion.codec.fields import FORMAT
    from companion.codec.outcomes import ReplayHeadingDocument

    record = narration.record
    heading = ReplayHeadingDocument(
        format=FORMAT,
        match=path.name,
        game=record.game.value,
        begun_at=record.begun_at.isoformat(),
        program=record.program,
        lines=len(narration.lines),
        differ=tuple(one.number for one in narration.divergences),
    )
    return json.dumps(encode_given(heading))


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
        rules = f" [{', '.join(line.rules)}]" if line.rules else ""
        undone = gettext("undone: ") if line.undone else ""
        yield f"  {line.number:>4}  {line.at.astimezone():%H:%M:%S}  {undone}{line.story}{rules}"
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


_EXPORT_EPILOG = N_(
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


def add_export(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put the command among the others."""
    parser = commands.add_parser(
        "export",
        help=gettext("write a match as a referee script with its log, or its result sheet"),
        description=gettext("Write a match as a referee script with its log, or its result sheet."),
        epilog=pgettext("cli", _EXPORT_EPILOG),
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


def run_export(options: argparse.Namespace) -> int:
    """Write the file whole, and say what is in it."""
    match = match_named(options.match)
    if options.salvage:
        from companion.journal import salvage_match

        saved = _what_was_saved(salvage_match(match, options.output))
        names = {"file": options.output, "name": options.output.name, "match": match.name}
        say(gettext("{file}: {saved} Go on with {name} instead of {match}.", saved=saved, **names))
        return 0
    if options.result or options.output.suffix.lower() in _SHEETS:
        from companion.session.result import summarize_result
        from companion.ui.results import write_result

        result = summarize_result(match)
        say(f"{', '.join(map(str, write_result(result, options.output)))}: {result.ending}")
        return 0
    return _exported(match, options.output)


#: Endings of files that hold no script.
_SHEETS = frozenset({".pdf", ".svg", ".png"})


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
    from companion.codec.document import write_text
    from companion.session.match import narrate_match

    narration = narrate_match(match)
    text = json.dumps(narration.as_json(), ensure_ascii=False, indent=1)
    write_text(output, f"{text}\n", gettext("choose another place with -o"))
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
