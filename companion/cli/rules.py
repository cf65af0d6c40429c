"""`companion rules`: a rule by its number, restated; where the engine applies it and which tests hold it to it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from companion.errors import InputError
from companion.terminal import say
from companion.text import N_, gettext, pgettext

if TYPE_CHECKING:
    from companion.rules import Rule

_EPILOG = N_(
    "cli",
    """\
examples:
  companion rules OG-SIGHT-05       one rule
  companion rules dodge             every rule whose text has the word
  companion rules --settings ogre   how a match by the Ogre rules settles what the documents leave open
  companion rules --coverage        rule, the modules that apply it, the tests that fail without it
""",
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put the command among the others."""
    parser = commands.add_parser(
        "rules",
        help=gettext("show a rule by its number"),
        description=gettext("Show a rule by its number, the rules that have a word, or all of them."),
        epilog=pgettext("cli", _EPILOG),
    )
    add = parser.add_argument
    add("id", nargs="?", metavar="ID", help=gettext("a number of the ledger such as OG-SIGHT-05, or a word"))
    add("--settings", metavar="PROFILE", help=gettext("how a profile settles every conflict and ambiguity"))
    add("--coverage", action="store_true", help=gettext("the table of rules, modules and tests"))


def run(options: argparse.Namespace) -> int:
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
