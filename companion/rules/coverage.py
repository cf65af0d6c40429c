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

_ID: Final = re.compile(r"\b(?:OG|DW|CY|AD|EK|GEO|CON|AMB)(?:-[A-Z]+)?-\d\d\b")


def modules_that_apply() -> Mapping[str, tuple[str, ...]]:
    """Rule -> the modules of the rooms that apply rules (rules, catalogue, geometry) whose source cites it."""
    package = Path(str(resources.files("companion")))
    files = [file for room in ("rules", "catalogue", "geometry") for file in sorted((package / room).rglob("*.py"))]
    return _citing(tuple(files), package.parent)


def files_that_test() -> Mapping[str, tuple[str, ...]]:
    """Rule -> the test files that name it; nothing where the program is installed without its tests."""
    root = Path(str(resources.files("companion"))).parent
    folder = root / "tests"
    if not folder.is_dir():
        return {}
    return _citing((*sorted(folder.rglob("test_*.py")), *sorted(folder.rglob("*.json"))), root)


def coverage_page(word: str = "") -> str:
    """The table as a page: a row for each rule that is more than a note, its modules, its tests."""
    modules, tests = modules_that_apply(), files_that_test()
    rows = [_row(rule, modules, tests) for rule in ledger().values() if word.casefold() in rule.id.casefold()]
    head = ["| rule | applied in | tested in |", "|---|---|---|"]
    return "\n".join(head + rows) + "\n"


def uncovered(documents: tuple[str, ...] = ("OG", "DW", "CY", "AD")) -> tuple[str, ...]:
    """The rules of some documents that are more than notes and that no module or no test names."""
    modules, tests = modules_that_apply(), files_that_test()
    ours = (rule for rule in ledger().values() if rule.id.split("-", maxsplit=1)[0] in documents and not rule.note)
    return tuple(rule.id for rule in ours if rule.id not in modules or rule.id not in tests)


def _row(rule: Rule, modules: Mapping[str, tuple[str, ...]], tests: Mapping[str, tuple[str, ...]]) -> str:
    note = "(a note: nothing to apply)" if rule.note else ""
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
