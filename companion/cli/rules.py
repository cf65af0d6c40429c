"""``companion rules``: a rule by its number, restated; where the engine applies it and which tests hold it to it; and
``companion referee``: situations and questions run through the rules, or rulings by a phone's pictures.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli import _options
from companion.errors import InputError
from companion.features import offering
from companion.terminal import say, warn
from companion.text import N_, gettext, pgettext

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from companion.codec.script import ScriptLine
    from companion.rules import Rule


_RULES_EPILOG = N_(
    "cli",
    """\
examples:
  companion rules OG-SIGHT-05       one rule
  companion rules dodge             every rule whose text has the word
  companion rules --settings ogre   how a match by the Ogre rules settles what the documents leave open
  companion rules --coverage        rule, the modules that apply it, the tests that fail without it
""",
)


def add_rules(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put the command among the others."""
    parser = commands.add_parser(
        "rules",
        help=gettext("show a rule by its number"),
        description=gettext("Show a rule by its number, the rules that have a word, or all of them."),
        epilog=pgettext("cli", _RULES_EPILOG),
    )
    add = parser.add_argument
    add("id", nargs="?", metavar="ID", help=gettext("a number of the ledger such as OG-SIGHT-05, or a word"))
    add("--settings", metavar="PROFILE", help=gettext("how a profile settles every conflict and ambiguity"))
    add("--coverage", action="store_true", help=gettext("the table of rules, modules and tests"))


def run_rules(options: argparse.Namespace) -> int:
    """Print one rule, the rules with a word, all of them, or the table of coverage."""
    from companion.rules import coverage_page, ledger

    if options.settings:
        say(*"\n\n".join(_settings(options.settings)).split("\n"))
        return 0
    if options.coverage:
        say(*coverage_page(options.id or "").splitlines())
        return 0
    rules = ledger()
    wanted = (options.id or "").casefold()
    found = [rule for rule in rules.values() if rule.id.casefold() == wanted] or [
        rule for rule in rules.values() if wanted in f"{rule.id} {rule.text} {rule.shown.text}".casefold()
    ]
    if not found:
        raise InputError(
            gettext("no rule has the number or the word {word!r}; `companion rules` lists them all", word=options.id)
        )
    say(*"\n\n".join(_shown(rule.shown) for rule in found).split("\n"))
    return 0


def _settings(profile: str) -> list[str]:
    from companion.rules import SETTINGS, Agreement, Profile

    if profile not in set(Profile):
        problem = gettext(
            "no profile is called {profile!r}; profiles are {profiles}", profile=profile, profiles=", ".join(Profile)
        )
        raise InputError(problem)
    lines = []
    for row in Agreement(Profile(profile)).in_force():
        others = [value for value in SETTINGS[row.id].values if value != row.value] if row.id in SETTINGS else []
        choice = gettext(" (or {others})", others=", ".join(others)) if others else ""
        lines.append(f"{row.id}  {row.question}\n    {row.value}{choice}: {row.text}")
    return lines


def _shown(rule: Rule) -> str:
    from companion.rules import SETTINGS

    lines = [f"{rule.id}  {rule.text}", f"    {rule.document}: {rule.where}"]
    lines += [f"    {profile or gettext('settled')}: {text}" for profile, text in rule.settled.items()]
    lines += [f"    {gettext('default: {text}', text=rule.default)}"] if rule.default else []
    lines += [f"    {gettext('option: {text}', text=rule.option)}"] if rule.option else []
    if rule.id in SETTINGS:
        values = SETTINGS[rule.id].meanings
        lines += [
            f"    {gettext('setting {value!r}: {text}', value=value, text=text)}" for value, text in values.items()
        ]
        least = SETTINGS[rule.id].least
        lines += [] if least is None else [f"    {gettext('setting: any whole number from {least}', least=least)}"]
    return "\n".join(lines)


_REFEREE_EPILOG = N_(
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


def add_referee(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put the command among the others."""
    parser = commands.add_parser(
        "referee",
        help=gettext("rule on a position described in a script"),
        description=gettext("Rule on positions that scripts describe, step by step."),
        epilog=pgettext("cli", _REFEREE_EPILOG),
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
    _options.add_reading_folders(parser)
    _options.add_feature_options("referee", parser)


def run_referee(options: argparse.Namespace) -> int:
    """Answer every script; one that is malformed says so in a line on standard error and makes the exit status 2."""
    from companion.codec.script import read_script, run_script

    wishes = _options.feature_wishes("referee", options)
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
    if options.scripts:
        problem = gettext(
            "referee: {script} is ruled on without pictures; leave --share and --camera out.", script=options.scripts[0]
        )
        raise InputError(problem)
    _options.check_pictures_come(wishes)
    phone = _options.named_phone(options.camera, is_wanted=True)
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
