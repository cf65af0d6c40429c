"""Where the program and its tests name rules: which mutants may leave a rule out, which tests may notice."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.rules.coverage import TEST_ROOMS, files_that_apply, rules_named_in
from companion.rules.ruling import CITED
from tests.mutation.operators import Mutant, mutants_of
from tests.mutation.scratch_copy import ROOT

#: What says or cites, but decides nothing: leaving it out leaves no rule out.
_SAYS = ("course.cite", "course.decide", "course.say", "course.emit", "line.", "rules.append", "cited.")
#: Files that name rules without applying them.
_NO_RULING = {"coverage.py", "citations.py", "__init__.py"}
_TELLING = {
    "condition": 0,
    "refusal left out": 0,
    "comparison": 1,
    "entry left out": 1,
    "term left out": 1,
    "number": 2,
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A mutant that may leave a rule out, by how near it stands to where the rule is named: lower is nearer."""

    mutant: Mutant
    tier: int
    away: int

    @property
    def order(self) -> tuple[int, int, int]:
        """The nearest and most telling first."""
        return self.tier, _TELLING.get(self.mutant.kind, 3), self.away


def candidates(rule: str) -> list[Candidate]:
    """Mutants near the places that name the rule: in the same function (tier 0), class (1) or file (2)."""
    best: dict[Mutant, Candidate] = {}
    for file in _program_files():
        for line in (*_lines_naming(file).get(rule, ()), *_lines_citing(file, rule)):
            for candidate in _around(file, line):
                known = best.get(candidate.mutant)
                if known is None or candidate.order < known.order:
                    best[candidate.mutant] = candidate
    return sorted(best.values(), key=lambda candidate: candidate.order)


@cache
def tests_naming() -> dict[str, tuple[str, ...]]:
    """Rule -> the test functions (file::name) that name it."""
    found: dict[str, list[str]] = {}
    files = [file for room in TEST_ROOMS for file in sorted((ROOT / "tests" / room).rglob("test_*.py"))]
    for file in files:
        for name, text in _tests_in(file):
            for rule in rules_named_in(text):
                found.setdefault(rule, []).append(f"{file.relative_to(ROOT).as_posix()}::{name}")
    return {rule: tuple(dict.fromkeys(names)) for rule, names in found.items()}


def function_of(node_id: str) -> str:
    """A test's id without its parameters."""
    return node_id.split("[", maxsplit=1)[0]


@cache
def _program_files() -> tuple[str, ...]:
    return tuple(file.relative_to(ROOT).as_posix() for file in files_that_apply() if file.name not in _NO_RULING)


@cache
def _lines_naming(file: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, text in enumerate(_logical_texts((ROOT / file).read_text(encoding="utf-8")), start=1):
        for rule in rules_named_in(text):
            found.setdefault(rule, []).append(number)
    return found


def _lines_citing(file: str, rule: str) -> list[int]:
    """The lines that cite a rule by the matter under which ``citations.CITED`` has it."""
    matters = [f'"{matter}"' for matter, rows in CITED.items() if any(rule in ids for ids in rows.values())]
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return [number for number, line in enumerate(lines, start=1) if any(matter in line for matter in matters)]


def _logical_texts(source: str) -> list[str]:
    """The lines, each with the next one's beginning where a list of numbers runs over the end of the line."""
    lines = source.splitlines()
    return [f"{line} {following.strip()}" if line.rstrip().endswith(",") and following.strip()[:1] == "-" else line
            for line, following in zip(lines, [*lines[1:], ""], strict=True)]  # fmt: skip


@cache
def _mutants(file: str) -> tuple[Mutant, ...]:
    source = (ROOT / file).read_bytes()
    return tuple(mutant for mutant in mutants_of(file, source) if not _only_says(source, mutant))


def _only_says(source: bytes, mutant: Mutant) -> bool:
    text = source[mutant.start : mutant.end].decode()
    line = source.splitlines()[mutant.line - 1].decode().strip()
    return bool(rules_named_in(text)) or line.startswith(_SAYS)


@cache
def _spans(file: str) -> tuple[tuple[int, int, int], ...]:
    """(first line, last line, tier) of functions, statements of the module and classes, with comments above them."""
    source = (ROOT / file).read_text(encoding="utf-8")
    spans: list[tuple[int, int, int]] = []
    module = ast.parse(source)
    comments = _comment_lines(ROOT / file)
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) or node in module.body:
            assert isinstance(node, ast.stmt)
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
            while first - 1 in comments:
                first -= 1
            spans.append((first, node.end_lineno or node.lineno, 1 if isinstance(node, ast.ClassDef) else 0))
    return tuple(spans)


def _comment_lines(file: Path) -> set[int]:
    with file.open("rb") as opened:
        tokens = list(tokenize.tokenize(opened.readline))
    return {token.start[0] for token in tokens if token.type == tokenize.COMMENT and token.line.strip()[0] == "#"}


def _around(file: str, line: int) -> Iterator[Candidate]:
    here = [span for span in _spans(file) if span[0] <= line <= span[1]]
    for mutant in _mutants(file):
        tiers = [tier for first, last, tier in here if first <= mutant.line <= last]
        yield Candidate(mutant, min(tiers, default=2), abs(mutant.line - line))


def _tests_in(file: Path) -> Iterator[tuple[str, str]]:
    """The test functions of a file, each with its text and that of the tables of the file that it uses."""
    source = file.read_text(encoding="utf-8")
    module = ast.parse(source)
    tables: dict[str, str] = {}
    for node in module.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            text = ast.get_source_segment(source, node) or ""
            tables |= {target.id: text for target in targets if isinstance(target, ast.Name)}
    for prefix, holder in [("", module), *((f"{c.name}::", c) for c in module.body if isinstance(c, ast.ClassDef))]:
        for node in holder.body:  # type: ignore[attr-defined]
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                names = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
                used = [text for name, text in tables.items() if name in names]
                decorators = [ast.get_source_segment(source, d) or "" for d in node.decorator_list]
                text = ast.get_source_segment(source, node) or ""
                yield prefix + node.name, "\n".join([text, *decorators, *used])
