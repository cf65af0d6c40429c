"""Which test reaches which line of the program, and how long it takes: measured once for each test file, and kept."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import pytest

from tests.mutation.forked import Chosen, run_in_fork
from tests.mutation.operators import Mutant
from tests.mutation.scratch_copy import ROOT, STATE

#: Test rooms whose tests are fast and decide something; the others open windows, paint sheets or start processes.
ROOMS = ("rules", "catalogue", "geometry", "journal", "session", "camera", "vision", "dice_faces")
#: What the names of files have in them whose tests hold much at once.
_GOLDEN = "golden"
_CPU_S = 900
_KEPT = STATE / "reached"


@dataclass(frozen=True)
class Reached:
    """Test -> (processor seconds, file -> lines)."""

    tests: dict[str, tuple[float, dict[str, frozenset[int]]]]

    def by(self, mutant: Mutant) -> list[str]:
        """The tests that reach a mutant: those first that hold much at once, for they notice most; then the fastest and
        most specific.

        A value of the module is computed before any test runs: then it is those that reach a line that uses it, in
        whatever file, and where none does those that reach the file at all.
        """
        at_import = _name_at(ROOT / mutant.file, mutant.line) is not None
        # The test that happens to import a module first "reaches" the values of the module, and tells nothing of them.
        reaching = self._users_of(mutant) if at_import else self.tests_at(mutant.file, {mutant.line})
        found = reaching or self.tests_at(mutant.file, None)
        return sorted(found, key=lambda name: (_GOLDEN not in name, self.cost(name) * self._breadth[name], name))

    def tests_at(self, file: str, lines: set[int] | None) -> set[str]:
        """The tests that reach some of these lines, or any line, of a file."""
        if lines is None:
            return {name for name, (_, files) in self.tests.items() if file in files}
        return {name for name, (_, files) in self.tests.items() if lines & files.get(file, frozenset())}

    def cost(self, name: str) -> float:
        """Processor seconds of a test, as it was measured (which itself costs about as much again)."""
        return self.tests[name][0] + 0.005

    @cached_property
    def _breadth(self) -> dict[str, int]:
        return {name: sum(map(len, files.values())) + 1 for name, (_, files) in self.tests.items()}

    def _users_of(self, mutant: Mutant) -> set[str]:
        assigned = _name_at(ROOT / mutant.file, mutant.line)
        if assigned is None:
            return set()
        files = {file for _, files in self.tests.values() for file in files}
        word = re.compile(rf"\b{re.escape(assigned)}\b")
        return {name for file in files for name in self.tests_at(file, _lines_with(ROOT / file, word))}


def measured(files: Iterable[str]) -> Reached:
    """What was measured of these test files; those not measured since the program or they changed are left out."""
    tests: dict[str, tuple[float, dict[str, frozenset[int]]]] = {}
    for file in files:
        kept = _kept(file)
        if kept.exists():
            for name, (cost, reached) in json.loads(kept.read_text()).items():
                tests[name] = cost, {path: frozenset(lines) for path, lines in reached.items()}
    return Reached(tests)


def files_in(rooms: Iterable[str]) -> list[str]:
    """The test files of some rooms."""
    found = [file for room in rooms for file in sorted((ROOT / "tests" / room).rglob("test_*.py"))]
    return [file.relative_to(ROOT).as_posix() for file in found]


def unmeasured(files: Iterable[str]) -> list[str]:
    """Test files to be measured, again or for the first time."""
    return [file for file in files if not _kept(file).exists()]


def measure(file: str, copy: Path) -> str:
    """Run a test file under coverage.py, each test in a context of its own, and keep what it reached."""
    _KEPT.mkdir(parents=True, exist_ok=True)
    kept = _kept(file)
    part = kept.with_suffix(".part")
    ran = run_in_fork(copy, Chosen((file,), None, _CPU_S, stop_at_first=False), partial(_Contexts, copy, part))
    if ran.ended != "done":
        return ran.ended
    for older in _KEPT.glob(f"{_slug(file)}.*"):
        if older != part:
            older.unlink()
    rows = json.loads(part.read_text())
    part.write_text(json.dumps({name: row for name, row in rows.items() if name not in ran.failed}))
    part.replace(kept)
    return f"{ran.count} tests" + (f", {len(ran.failed)} left out that fail without any mutant" if ran.failed else "")


class _Contexts:
    """A pytest plugin: starts coverage.py before the program is imported and tells it which test runs.

    A fixture that is made once for many tests has a context of its own, and counts for every one of them: coverage.py
    alone would count it for the first, and no mutant in it would ever meet the others.
    """

    def __init__(self, copy: Path, kept: Path) -> None:
        import coverage

        self.copy, self.kept = copy, kept
        self.seconds: dict[str, float] = {}
        self.shared: dict[str, set[str]] = {}
        self.measuring = coverage.Coverage(data_file=None, include=[f"{copy}/companion/*"], config_file=False)
        self.measuring.start()
        self.entered = ""

    def pytest_runtest_setup(self, item: Any) -> None:
        """A test begins, with its fixtures."""
        self._enter(item.nodeid)
        self.seconds[item.nodeid] = -time.process_time()
        fixtures = [each for defined in item._fixtureinfo.name2fixturedefs.values() for each in defined]
        self.shared[item.nodeid] = {_context(each) for each in fixtures if each.scope != "function"}

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Any:
        """A fixture is made."""
        if fixturedef.scope == "function":
            return (yield)
        before, name = self.entered, _context(fixturedef)
        self._enter(name)
        began = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.process_time() - began
            self._enter(before)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """A test has ended."""
        if nodeid in self.seconds:
            self.seconds[nodeid] += time.process_time()
        self._enter("")

    def _enter(self, context: str) -> None:
        self.entered = context
        self.measuring.switch_context(context)

    def pytest_sessionfinish(self) -> None:
        """Write down what was reached."""
        self.measuring.stop()
        lines = self._lines()
        found = {}
        for test, shared in self.shared.items():
            reached: dict[str, set[int]] = {}
            for context in (test, *sorted(shared)):
                for path, some in lines.get(context, {}).items():
                    reached.setdefault(path, set()).update(some)
            found[test] = self.seconds[test], {path: sorted(some) for path, some in reached.items()}
        self.kept.write_text(json.dumps(found))

    def _lines(self) -> dict[str, dict[str, list[int]]]:
        """Context -> file -> lines."""
        found: dict[str, dict[str, list[int]]] = {}
        data = self.measuring.get_data()
        for file in data.measured_files():
            path = Path(file).relative_to(self.copy).as_posix()
            for line, contexts in data.contexts_by_lineno(file).items():
                for context in contexts:
                    found.setdefault(context, {}).setdefault(path, []).append(line)
        return found


def _context(fixturedef: Any) -> str:
    return f"{fixturedef.baseid}::{fixturedef.argname} ({fixturedef.scope})"


def _kept(file: str) -> Path:
    return _KEPT / f"{_slug(file)}.{_state_of_program()[:10]}{_digest(ROOT / file)[:10]}.json"


def _slug(file: str) -> str:
    return file.removeprefix("tests/").removesuffix(".py").replace("/", "-")


_OF_PROGRAM: list[str] = []


def _state_of_program() -> str:
    if not _OF_PROGRAM:
        files = sorted((ROOT / "companion").rglob("*.py"))
        _OF_PROGRAM.append(hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest())
    return _OF_PROGRAM[0]


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _name_at(file: Path, line: int) -> str | None:
    """The name that the statement of the module at a line assigns."""
    import ast

    for node in ast.parse(file.read_bytes()).body:
        if node.lineno <= line <= (node.end_lineno or 0):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            return next((target.id for target in targets if isinstance(target, ast.Name)), None)
    return None


def _lines_with(file: Path, word: re.Pattern[str]) -> set[int]:
    return set(_numbered(file, word))


def _numbered(file: Path, word: re.Pattern[str]) -> Iterator[int]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if word.search(line):
            yield number
