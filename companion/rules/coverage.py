"""Which rules the engine applies where, and which tests name them: read from the source itself, so it cannot go
stale."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from companion.rules.ledger import Rule, ledger

#: Facts about printed dice: they live in die files, and tests hold the bundled ones to them.
IN_DIE_FILES: Final = frozenset({"OG-SET-01", "OG-SET-05", "OG-FACE-11", *(f"OG-UNIT-0{n}" for n in range(1, 9))})
_ROOMS: Final = ("rules", "catalogue", "geometry")
_TEST_ROOMS: Final = (*_ROOMS, "dice_faces", "exercise_k")
_HEAD: Final = """\
# Where each rule is applied and tested

Written by `companion rules --coverage > docs/rules-coverage.md`; a test compares the two. Listed are the modules of
the rooms that apply rules and the tests of these rooms; rules are named by their number in the ledger
(`companion rules OG-SIGHT-05` restates one).

"""
_ID: Final = re.compile(r"\b(?:OG|DW|CY|AD|EK|GEO|CON|AMB)(?:-[A-Z]+)?-\d\d\b")


def modules_that_apply() -> Mapping[str, tuple[str, ...]]:
    """Rule -> the modules of the rooms that apply rules (rules, catalogue, geometry) whose source cites it."""
    package = Path(str(resources.files("companion")))
    files = [file for room in _ROOMS for file in sorted((package / room).rglob("*.py"))]
    return _citing(tuple(files), package.parent)


def files_that_test() -> Mapping[str, tuple[str, ...]]:
    """Rule -> the test files of these rooms that name it; nothing where the program is installed without its tests."""
    root = Path(str(resources.files("companion"))).parent
    rooms = [root / "tests" / room for room in _TEST_ROOMS]
    files = [file for kind in ("test_*.py", "*.json") for room in rooms for file in sorted(room.rglob(kind))]
    return _citing(tuple(files), root)


def coverage_page(word: str = "") -> str:
    """The table as a page: a row for each rule whose number has the word, its modules, its tests."""
    modules, tests = modules_that_apply(), files_that_test()
    rows = [_row(rule, modules, tests) for rule in ledger().values() if word.casefold() in rule.id.casefold()]
    head = ["| rule | applied in | tested in |", "|---|---|---|"]
    return _HEAD + "\n".join(head + rows) + "\n"


def _row(rule: Rule, modules: Mapping[str, tuple[str, ...]], tests: Mapping[str, tuple[str, ...]]) -> str:
    note = "(a note: nothing to apply)" if rule.note else "the die files" if rule.id in IN_DIE_FILES else ""
    return f"| {rule.id} | {', '.join(modules.get(rule.id, ())) or note} | {', '.join(tests.get(rule.id, ()))} |"


@cache
def _citing(files: tuple[Path, ...], root: Path) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for file in files:
        for rule in sorted(set(_ID.findall(_with_ranges(file.read_text(encoding="utf-8"))))):
            found.setdefault(rule, []).append(file.relative_to(root).as_posix())
    return {rule: tuple(names) for rule, names in found.items()}


def _with_ranges(text: str) -> str:
    """The text with test names such as ``test_og_sight_05_...`` and lists such as ``OG-KILL-01, -02`` spelled out."""
    named = re.sub(
        r"(?<![a-z])(og|dw|cy|ad|ek|geo|con|amb)_(?:([a-z]+)_)?(\d\d)(?!\d)",
        lambda m: " " + "-".join(part.upper() for part in m.groups() if part) + " ",
        text,
    )
    return re.sub(r"((?:[A-Z]+-)+)(\d\d)((?:, -\d\d)+)", _spelled, named)


def _spelled(match: re.Match[str]) -> str:
    stem, first, rest = match.groups()
    return " ".join(f"{stem}{number}" for number in (first, *re.findall(r"\d\d", rest)))
