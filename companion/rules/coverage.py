"""Which rules the engine applies where, which tests hold it to them, and which only name them.

Who names a rule is read from the source itself, so it cannot go stale. That a test holds a rule is proved by leaving
the rule out and seeing the test fail (`python -m tests.mutation rules`); the proofs lie beside the tests, and one goes
stale visibly: a test sees to it that what was left out is still in the source.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from textwrap import fill
from typing import Final

from companion.rules.ledger import Rule, ledger

#: Where rules are applied beside the rooms below, as patterns: in the rules of features, and where scripts are
#: answered, whose rulings cite rules too.
_FURTHER_ROOMS: Final = ("*/rules", "*/codec", "codec/script")
#: Facts about printed dice: they live in die files, and tests hold the bundled ones to them.
IN_DIE_FILES: Final = frozenset(
    {
        *("AD-UNIQ-02", "DW-COLOR-03", "DW-COLOR-05", "OG-ARMY-12", "OG-FACE-03", "OG-FACE-05", "OG-FACE-11"),
        *("OG-OGRE-07", "OG-RANGE-10", "OG-SET-01", "OG-SET-05", *(f"OG-UNIT-0{n}" for n in range(1, 9))),
    }
)
ROOMS: Final = ("rules", "catalogue", "geometry")
TEST_ROOMS: Final = (*ROOMS, "dice_faces", "exercise_k")
_HEAD: Final = """\
# Where each rule is applied and tested

Written by `companion rules --coverage > docs/rules-coverage.md`; a test compares the two. "Held by" are tests that fail
when the rule is left out of the program: `tests/rules/proofs.toml` has what was left out, and `python -m tests.mutation
rules` proves it again; "not proven" stands where nobody has seen a test fail, mostly since there is nothing to leave
out (`tests/mutation/by_hand.toml` says why). "Only named in" are files whose tests name the rule without such a proof.
Rules are named by their number in the ledger (`companion rules OG-SIGHT-05` restates one).

"""
_ID: Final = re.compile(r"\b(?:OG|DW|CY|AD|EK|GEO|CON|AMB)(?:-[A-Z]+)?-\d\d\b")


def modules_that_apply() -> Mapping[str, tuple[str, ...]]:
    """Rule -> the modules of the rooms that apply rules (rules, catalogue, geometry) and of scripts that cite it."""
    return _citing(tuple(files_that_apply()), Path(str(resources.files("companion"))).parent)


def files_that_apply() -> Sequence[Path]:
    """The modules in which rules are applied, those of features too."""
    package = Path(str(resources.files("companion")))
    rooms = [room for pattern in (*ROOMS, *_FURTHER_ROOMS) for room in sorted(package.glob(pattern))]
    return [file for room in rooms for file in sorted(room.rglob("*.py"))]


def files_that_test() -> Mapping[str, tuple[str, ...]]:
    """Rule -> the test files of these rooms that name it; nothing where the program is installed without its tests."""
    root = Path(str(resources.files("companion"))).parent
    rooms = [root / "tests" / room for room in TEST_ROOMS]
    files = [file for kind in ("test_*.py", "*.json") for room in rooms for file in sorted(room.rglob(kind))]
    return _citing(tuple(files), root)


def proven_tests() -> Mapping[str, tuple[str, ...]]:
    """Rule -> the tests (file::function) that were seen to fail without it; nothing where there are no tests."""
    return {rule: proof.tests for rule, proof in _proofs().items()}


def changes_that_prove() -> Mapping[str, tuple[str, str, str]]:
    """Rule -> the change by which it is left out: file, fragment, what stands in its place."""
    return {rule: proof.change for rule, proof in _proofs().items()}


def coverage_page(word: str = "") -> str:
    """The table as a page: a row for each rule whose number has the word, its modules, its tests."""
    rules = [rule for rule in ledger().values() if word.casefold() in rule.id.casefold()]
    head = ["| rule | applied in | held by | only named in |", "|---|---|---|---|"]
    return _HEAD + "\n".join([_sum(rules), "", *head, *map(_row, rules)]) + "\n"


def _sum(rules: Sequence[Rule]) -> str:
    to_apply = {rule.id for rule in rules if not rule.note and rule.id not in IN_DIE_FILES}
    changes = [change for rule, change in changes_that_prove().items() if rule in to_apply]
    alone = sum(changes.count(change) == 1 for change in changes)
    different = len(set(changes))
    return fill(
        f"Of {len(to_apply)} rules with something to apply, {len(changes)} are held by proven tests. They were left "
        f"out by {different} different changes to the program: {alone} of them leave out one rule each, the other "
        f"{different - alone} several at once, which say the same in several documents or hang on one another.",
        width=120,
    )


def _row(rule: Rule) -> str:
    note = "(a note: nothing to apply)" if rule.note else "the die files" if rule.id in IN_DIE_FILES else ""
    applied = modules_that_apply().get(rule.id, ())
    held = proven_tests().get(rule.id, ())
    by = {name.split("::")[0] for name in held}
    named = [file for file in files_that_test().get(rule.id, ()) if file not in by]
    without = "" if held or rule.note else "named by the die files' tests" if rule.id in IN_DIE_FILES else "not proven"
    return f"| {rule.id} | {', '.join(applied) or note} | {', '.join(held) or without} | {', '.join(named)} |"


@dataclass(frozen=True, slots=True)
class _Proof:
    change: tuple[str, str, str]
    tests: tuple[str, ...]


@cache
def _proofs() -> Mapping[str, _Proof]:
    file = Path(str(resources.files("companion"))).parent / "tests" / "rules" / "proofs.toml"
    rows = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {rule: _Proof((row["file"], row["old"], row["new"]), tuple(row["tests"])) for rule, row in rows.items()}


def rules_named_in(text: str) -> frozenset[str]:
    """The rules that a text names: by number, in the name of a test, or in a list such as ``OG-KILL-01, -02``."""
    return frozenset(_ID.findall(_with_ranges(text)))


@cache
def _citing(files: tuple[Path, ...], root: Path) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for file in files:
        for rule in sorted(rules_named_in(file.read_text(encoding="utf-8"))):
            found.setdefault(rule, []).append(file.relative_to(root).as_posix())
    return {rule: tuple(names) for rule, names in found.items()}


def _with_ranges(text: str) -> str:
    """The text with test names such as ``test_og_sight_05_07_...`` and lists such as ``OG-KILL-01, -02`` spelled
    out."""
    named = re.sub(
        r"(?<![a-z])(og|dw|cy|ad|ek|geo|con|amb)_(?:([a-z]+)_)?(\d\d)((?:_\d\d)*)(?!\d)",
        lambda m: f" {_stem(m)}{m[3]}{m[4].replace('_', ', -')} ",
        text,
    )
    return re.sub(r"((?:[A-Z]+-)+)(\d\d)((?:, -\d\d)+)", _spelled, named)


def _stem(match: re.Match[str]) -> str:
    return "".join(f"{part.upper()}-" for part in match.group(1, 2) if part)


def _spelled(match: re.Match[str]) -> str:
    stem, first, rest = match.groups()
    return " ".join(f"{stem}{number}" for number in (first, *re.findall(r"\d\d", rest)))
