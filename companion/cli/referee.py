"""`companion referee`: situations and questions run through the rules; or rulings by a phone's pictures."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli._feature_options import add_feature_options, check_pictures_come, feature_wishes
from companion.cli._reading_files import add_reading_folders
from companion.errors import InputError
from companion.features import offering
from companion.terminal import say, warn
from companion.text import N_, gettext, pgettext

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from companion.codec.script import ScriptLine

_EPILOG = N_(
    "cli",
    """\
example:
  companion referee hill.json                  one readable line for each step
  companion referee --explain hill.json        with the arithmetic and the rules in full
  companion referee --json hill.json           one JSON line for each step
  companion referee --share --camera phone.json   called to a table: a phone takes a picture and shows the rulings

less common steps:
  {"do": "name-target", "by": "f", "effect": 0, "target": "x"}   whom a Long-Range continuous effect acts on (AMB-09),
                                               named by its owner when it is checked, in anybody's turn
  {"do": "pass", "settled": true}              with the players' decision on what is too close to call; every action
                                               that depends on one takes it, so does the end of a turn before Poison
""",
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put the command among the others."""
    parser = commands.add_parser(
        "referee",
        help=gettext("rule on a position described in a script"),
        description=gettext("Rule on positions that scripts describe, step by step."),
        epilog=pgettext("cli", _EPILOG),
    )
    add = parser.add_argument
    add("scripts", nargs="*", type=Path, metavar="SCRIPT", help=gettext("a referee script (JSON)"))
    add("--json", action="store_true", help=gettext("one JSON line for each step"))
    add("--explain", action="store_true", help=gettext("show the arithmetic and the rules behind each ruling"))
    add(
        "--camera",
        type=Path,
        metavar="PHONE",
        help=gettext("phone.json made by calibrate --handheld (default: the one used last), for rulings by pictures"),
    )
    add_reading_folders(parser)
    add_feature_options("referee", parser)


def run(options: argparse.Namespace) -> int:
    """Answer every script; one that is malformed says so in a line on standard error and makes the exit status 2."""
    from companion.codec.script import read_script, run_script

    wishes = feature_wishes("referee", options)
    if wishes or options.camera is not None:
        return _rule_by_pictures(options, wishes)
    if not options.scripts:
        raise InputError(
            gettext("referee: name a script, or rule by a phone's pictures with --share and --camera phone.json.")
        )
    status = 0
    for path in options.scripts:
        try:
            lines = list(run_script(read_script(path)))
        except InputError as error:
            warn(f"companion referee: {' '.join(error.listed)}")
            status = error.exit_status
            continue
        for line in lines:
            say(*([json.dumps(line.as_json())] if options.json else _readable(line, explain=options.explain)))
    return status


def _rule_by_pictures(options: argparse.Namespace, wishes: Mapping[str, object]) -> int:
    """One ruling after the other by the pictures of a phone in the hand, until the window is closed."""
    from companion.cli._reading_files import named_phone

    if options.scripts:
        problem = gettext(
            "referee: {script} is ruled on without pictures; leave --share and --camera out.", script=options.scripts[0]
        )
        raise InputError(problem)
    check_pictures_come(wishes)
    phone = named_phone(options.camera, is_wanted=True)
    assert phone is not None

    from companion.session.launch import LaunchOptions, open_photograph_desk
    from companion.ui import for_windows, run_until_closed

    desk = open_photograph_desk(phone, LaunchOptions(dice=options.dice, gallery=options.gallery))
    feature = next(name for name in offering("TAKES_PICTURES") if name in wishes)

    def open_window() -> QMainWindow:
        window: QMainWindow = offering("TAKES_PICTURES")[feature].open_ruling(wishes[feature], desk)
        window.show()
        return window

    return run_until_closed(for_windows(), open_window)


def _readable(line: ScriptLine, *, explain: bool) -> list[str]:
    verdict = gettext("yes") if line.ok else gettext("no ({why})", why=line.ruling.why)
    step = gettext("{script} step {step}: {verdict}.", script=line.script, step=line.step, verdict=verdict)
    text = f"{step} {line.ruling.text} [{', '.join(line.ruling.rules)}]"
    return [text, *(_explained(line) if explain else [])]


def _explained(line: ScriptLine) -> list[str]:
    from companion.codec.outcomes import encode_event
    from companion.rules import ledger

    numbers = [f"    {name}: {value}" for name, value in line.ruling.numbers.items()]
    terms = [f"    {term.label}: {term.value:+g} ({term.rule})" for term in line.ruling.terms]
    events = []
    for event in line.events:
        (_, name), *keys = encode_event(event).items()
        rest = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in keys)
        events.append(f"    {name}: {rest}")
    cited = [ledger()[name].shown for name in line.ruling.rules]
    rules = [
        f"    {rule.id}: {rule.text}" + (gettext(" Default: {text}", text=rule.default) if rule.default else "")
        for rule in cited
    ]
    return numbers + terms + events + rules
