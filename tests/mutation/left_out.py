"""Leave each rule out and see which of the tests that name it fail: the proof that `companion rules --coverage` counts.

Mutants near the places that name a rule are tried, nearest and most telling first, until one makes a test that names
the rule fail by what the test looks at (a program that merely breaks proves nothing). What was left out, and the tests
that noticed, go to ``tests/rules/proofs.toml``; what no generated mutant shows is written by hand into ``by_hand.toml``
beside this file and proved in the same way.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.rules.coverage import IN_DIE_FILES
from tests.mutation.forked import SAW, try_live
from tests.mutation.operators import Mutant
from tests.mutation.rule_places import Candidate, candidates, function_of, tests_naming
from tests.mutation.scratch_copy import ROOT, STATE

BY_HAND = Path(__file__).with_name("by_hand.toml")
PROOFS = ROOT / "tests" / "rules" / "proofs.toml"
_CPU_S = 8
#: A mutant that fails at most this share of the tests that ran leaves out little else than the rule.
_SPECIFIC = 0.3
#: So many proofs that are less than telling are enough to choose from.
_ENOUGH = 4
#: How many tests that do not name the rule are run beside those that do.
_BESIDE = 10


@dataclass(frozen=True, slots=True)
class Proof:
    """A rule left out: ``old`` in ``file`` becomes ``new``, and these tests fail; ``share`` of all that ran did."""

    rule: str
    mutant: Mutant
    tests: tuple[str, ...]
    tier: int
    share: float

    @property
    def order(self) -> tuple[bool, bool, int, float]:
        """The more telling first: what people wrote, what does not merely force a way, what leaves little else out."""
        return self.mutant.kind != "by hand", self.mutant.new == "True", self.tier, self.share

    @property
    def telling(self) -> bool:
        """Whether no better one need be sought."""
        return self.mutant.kind == "by hand" or (self.mutant.new != "True" and self.tier == 0)

    @property
    def broad(self) -> bool:
        """Whether so many other tests fail too that more than the rule was left out: no proof of this rule then."""
        return self.share > _SPECIFIC and self.mutant.kind != "by hand"


class Trials:
    """What each mutant did to the tests, remembered in a file so that a later run goes on from there."""

    def __init__(self, number: int, items: Iterable[Any]) -> None:
        """Open the record of seeker ``number``, which has collected these tests, and read those of the others."""
        self.items: dict[str, list[Any]] = {}
        for item in items:
            self.items.setdefault(function_of(item.nodeid), []).append(item)
        STATE.mkdir(parents=True, exist_ok=True)
        self.kept = STATE / f"left-out-{number}.jsonl"
        self.known: dict[str, dict[str, str]] = {}
        for record in sorted(STATE.glob("left-out-*.jsonl")):
            for line in record.read_text().splitlines():
                row = json.loads(line)
                self.known[row["key"]] = row["failed"]

    def failed(self, mutant: Mutant, tests: tuple[str, ...]) -> Mapping[str, str]:
        """Those of the test functions that fail under a mutant, with how."""
        where = f"{mutant.file}:{_digest(mutant.file)}:{mutant.start}-{mutant.end}:{mutant.new}"
        key = f"{where}|{' '.join(tests)}|{' '.join(sorted({_digest(name.split('::')[0]) for name in tests}))}"
        if key not in self.known:
            self.known[key] = try_live(mutant, [item for name in tests for item in self.items.get(name, ())], _CPU_S)
            with self.kept.open("a") as kept:
                kept.write(json.dumps({"key": key, "failed": self.known[key]}) + "\n")
        return self.known[key]


def prove(rule: str, trials: Trials, most: int) -> Proof | None:
    """The most telling proof that some test would fail without the rule, after ``most`` tries; None where none does."""
    if rule in counted_out():
        return None
    found: list[Proof] = []
    for candidate in [*by_hand(rule), *candidates(rule)[:most]]:
        proof = _tried(rule, candidate, trials)
        if proof is not None and not proof.broad:
            found.append(proof)
            if proof.telling or len(found) >= _ENOUGH:
                break
    return min(found, key=lambda proof: proof.order, default=None)


def _tried(rule: str, candidate: Candidate, trials: Trials) -> Proof | None:
    naming = tests_naming().get(rule, ())
    failed = trials.failed(candidate.mutant, naming)
    tests = tuple(name for name in naming if failed.get(name) == SAW)
    if not tests:
        return None
    beside = _beside(naming, tuple(trials.items))
    share = len(trials.failed(candidate.mutant, beside)) / max(1, len(beside)) if beside else 0.0
    return Proof(rule, candidate.mutant, tests, candidate.tier, share)


def _beside(naming: tuple[str, ...], every: tuple[str, ...]) -> tuple[str, ...]:
    """Some tests of the same files that do not name the rule."""
    files = {name.split("::")[0] for name in naming}
    others = [name for name in every if name.split("::")[0] in files and name not in naming]
    return tuple(others[:: max(1, len(others) // _BESIDE)][:_BESIDE])


def by_hand(rule: str) -> list[Candidate]:
    """The mutants that people wrote for a rule, but for those whose fragment has gone."""
    rows = [row for row in rows_by_hand() if rule in row["rules"] and is_there_once(row)]
    return [Candidate(_mutant_of(row), 0, 0) for row in rows]


def rows_by_hand() -> list[dict[str, Any]]:
    """What people wrote: file, the fragment to leave out, what stands in its place, the rules that go with it."""
    rows: list[dict[str, Any]] = _by_hand_file()["left_out"]
    return rows


def counted_out() -> dict[str, str]:
    """The rules of which nothing can be left out of the program, and why."""
    reasons: dict[str, str] = _by_hand_file()["counted_out"]
    return reasons


@cache
def _by_hand_file() -> dict[str, Any]:
    return tomllib.loads(BY_HAND.read_text(encoding="utf-8"))


def is_there_once(row: Mapping[str, Any]) -> bool:
    """Whether the fragment of a row stands in its file exactly once."""
    found: int = (ROOT / row["file"]).read_text(encoding="utf-8").count(row["old"])
    return found == 1


def _mutant_of(row: Mapping[str, Any]) -> Mutant:
    source = (ROOT / row["file"]).read_bytes()
    old = row["old"].encode()
    start = source.index(old)
    return Mutant(row["file"], start, start + len(old), row["new"], "by hand", source.count(b"\n", 0, start) + 1)


@cache
def _digest(file: str) -> str:
    import hashlib

    return hashlib.sha256((ROOT / file).read_bytes()).hexdigest()[:12]


# --- the record ---------------------------------------------------------------------------------------------------


def write_proofs(proofs: Iterable[Proof]) -> None:
    """Add proofs to the record, which keeps the others; rules in their order by name."""
    rows = {rule: row for rule, row in read_proofs().items() if rule not in IN_DIE_FILES | counted_out().keys()}
    for proof in proofs:
        old, new = _fragments(proof.mutant)
        rows[proof.rule] = {"file": proof.mutant.file, "old": old, "new": new, "tests": list(proof.tests)}
    PROOFS.write_text(_HEAD + "\n".join(_as_toml(rule, rows[rule]) for rule in sorted(rows)), encoding="utf-8")


def read_proofs() -> dict[str, dict[str, Any]]:
    """The record: rule -> file, old, new, tests."""
    return tomllib.loads(PROOFS.read_text(encoding="utf-8")) if PROOFS.exists() else {}


def no_longer_true(items: Iterable[Any]) -> list[str]:
    """The rules whose recorded tests do not all fail any more when the recorded fragment is left out."""
    trials = Trials(0, items)
    rows = read_proofs()
    return [rule for rule, row in rows.items() if stale(row) or not _all_see(row, trials)]


def _all_see(row: Mapping[str, Any], trials: Trials) -> bool:
    tests = tuple(row["tests"])
    failed = trials.failed(_mutant_of(row), tests)
    return all(failed.get(name) == SAW for name in tests)


def stale(row: Mapping[str, Any]) -> bool:
    """Whether the fragment is no longer there exactly once, or a test is gone."""
    return not is_there_once(row) or not all(_is_test(name) for name in row["tests"])


def _is_test(name: str) -> bool:
    file, function = name.split("::", maxsplit=1)[0], name.rsplit("::", maxsplit=1)[-1]
    path = ROOT / file
    return path.exists() and f"def {function}(" in path.read_text(encoding="utf-8")


def _fragments(mutant: Mutant) -> tuple[str, str]:
    """The whole lines around a mutant, as few as are there once only, and the same lines mutated."""
    source = (ROOT / mutant.file).read_bytes()
    first = source.rfind(b"\n", 0, mutant.start) + 1
    last = source.find(b"\n", mutant.end) + 1 or len(source)
    while source.count(source[first:last]) != 1:
        first = source.rfind(b"\n", 0, first - 1) + 1
    new = source[first : mutant.start] + mutant.new.encode() + source[mutant.end : last]
    return source[first:last].decode(), new.decode()


_HEAD = """\
# Rules left out, one at a time: with `new` in the place of the fragment `old` these tests, which name the rule, fail.
# Written by `python -m tests.mutation rules`; a test sees to it that each fragment is there once, and each test too.

"""


def _as_toml(rule: str, row: Mapping[str, Any]) -> str:
    listed = "".join(f'  "{name}",\n' for name in row["tests"])
    old, new = (_quoted(str(row[key])) for key in ("old", "new"))
    return f'[{rule}]\nfile = "{row["file"]}"\nold = {old}\nnew = {new}\ntests = [\n{listed}]\n'


def _quoted(text: str) -> str:
    assert "'''" not in text
    return f"'''\n{text}'''"


# --- all of them --------------------------------------------------------------------------------------------------


def prove_all(rules: list[str], items: list[Any], copies: int, most: int) -> list[Proof]:
    """Proofs for as many rules as can be had, sought by some processes side by side."""
    STATE.mkdir(parents=True, exist_ok=True)
    children = [_seeker(number, rules[number::copies], items, most) for number in range(copies)]
    for child in children:
        os.waitpid(child, 0)
    found = [STATE / f"proofs-{number}.json" for number in range(copies)]
    rows = [row for file in found if file.exists() for row in json.loads(file.read_text())]
    return [Proof(r, Mutant(**m), tuple(t), tier, share) for r, m, t, tier, share in rows]


def _seeker(number: int, rules: list[str], items: list[Any], most: int) -> int:
    kept = STATE / f"proofs-{number}.json"
    kept.unlink(missing_ok=True)
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        trials = Trials(number, items)
        found: list[object] = []
        for done, rule in enumerate(rules, start=1):
            proof = prove(rule, trials, most)
            if proof is not None:
                fields = {name: getattr(proof.mutant, name) for name in Mutant.__slots__}
                found.append([proof.rule, fields, proof.tests, proof.tier, proof.share])
                kept.write_text(json.dumps(found))
            where = f"{proof.mutant.file}:{proof.mutant.line}" if proof else "-"
            print(f"{number}: {done}/{len(rules)} {rule} {where}", flush=True)
        code = 0
    finally:
        os._exit(code)
