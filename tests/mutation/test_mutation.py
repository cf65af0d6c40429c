"""The mutation tool itself: what it plants, where, and how it judges."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from companion.rules import ledger
from tests.mutation import forked, left_out, sampling
from tests.mutation.forked import SAW, Chosen, run_in_fork
from tests.mutation.operators import Mutant, mutants_of
from tests.mutation.reached import Reached
from tests.mutation.scratch_copy import ROOT


def planted(source: str) -> set[str]:
    """Every mutated text of a source."""
    text = dedent(source).encode()
    return {mutant.of(text).decode() for mutant in mutants_of("a.py", text)}


@pytest.mark.parametrize(
    ("line", "mutated"),
    [
        ("x = a >= b", "x = a > b"),
        ("x = a >= b", "x = a < b"),
        ("x = a not in b", "x = a in b"),
        ("x = a and b", "x = a or b"),
        ("x = a and b", "x = a"),
        ("x = a and b", "x = b"),
        ("x = a - b", "x = a + b"),
        ("x = 72", "x = 36"),
        ("x = 2.0", "x = 3.0"),
        ("x = {1: 'a', 2: 'b'}", "x = {1: 'a'}"),
        ("x = max(a, b)", "x = min(a, b)"),
        ("f(a)", "pass"),
        ("raise E", "pass"),
        ("if a: b = c", "if False: b = c"),
        ("x = [a for a in b if c]", "x = [a for a in b if True]"),
    ],
)
def test_operators_plant_the_faults_that_people_make(line: str, mutated: str) -> None:
    assert mutated in planted(line)


def test_nothing_is_planted_in_what_decides_nothing() -> None:
    source = '''
    """A docstring with 3 and 4."""
    from typing import TYPE_CHECKING
    if TYPE_CHECKING:
        import numpy
    __all__ = ["a", "b", "c"]
    Number = int | None
    @dataclass(frozen=True)
    class A:
        x: int | None
    y = f"{a + b}"
    '''
    assert planted(source) == set()


@pytest.mark.parametrize(
    ("file", "line", "planted_at_all"),
    [
        ("companion/vision/a.py", "x = a_mm < b", {">="}),
        ("companion/vision/a.py", "x = f_mm(a) > tuning.STILL_MM", {"<="}),
        ("companion/vision/a.py", "x = a_mm < 0", {">=", "<=", "1"}),
        ("companion/vision/a.py", "x = votes < wanted", {">=", "<="}),
        ("companion/vision/a.py", "x = votes >= tuning.VOTES_WANTED", {"<", ">"}),
        ("companion/rules/a.py", "x = a_mm < b", {">=", "<="}),
        ("companion/rules/a.py", "x = zip(a, b, strict=True)", set()),
        ("companion/rules/a.py", "x = f(strict=True)", {"False"}),
        ("companion/rules/a.py", "x = y / max(z, 1e-9)", {"*", "min"}),
        ("companion/rules/a.py", "x = a.reshape(-1)", {"(1)"}),
        ("companion/rules/a.py", "_PASSES: Final = 6", {"1"}),
        ("companion/rules/a.py", "_PASSED: Final = 6", {"7"}),
        ("companion/rules/a.py", "for _ in range(4): x = 5", {"1", "6"}),
        ("companion/rules/a.py", "for y in range(4): x = 5", {"5", "6"}),
    ],
)
def test_what_would_change_nothing_is_not_planted(file: str, line: str, planted_at_all: set[str]) -> None:
    """`equal.py` says why of each."""
    assert {mutant.new for mutant in mutants_of(file, line.encode())} == planted_at_all


def test_every_mutant_of_the_deciding_modules_differs_and_can_be_parsed() -> None:
    drawn = sampling.drawn(sampling.DECIDING, 60, seed=5)
    assert len(drawn) == 60
    for mutant in drawn:
        source = (ROOT / mutant.file).read_bytes()
        assert mutant.of(source) != source
        compile(mutant.of(source), mutant.file, "exec")


def test_the_same_seed_draws_the_same_sample() -> None:
    paths = ["companion/geometry"]
    assert sampling.drawn(paths, 20, seed=1) == sampling.drawn(paths, 20, seed=1)
    assert sampling.drawn(paths, 20, seed=1) != sampling.drawn(paths, 20, seed=2)


def test_a_fork_tells_what_failed_and_whether_a_test_saw_it(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    (copy / "tests").mkdir(parents=True)
    (copy / "tests" / "test_it.py").write_text(
        "def test_good():\n    pass\n\ndef test_bad():\n    assert 1 == 2\n\ndef test_broken():\n    int('x')\n"
    )
    every = run_in_fork(copy, Chosen(("tests/test_it.py",), None, 30, stop_at_first=False))
    assert (every.ended, every.count) == ("done", 3)
    assert every.failed["tests/test_it.py::test_bad"] == SAW
    assert "tests/test_it.py::test_good" not in every.failed
    one = run_in_fork(copy, Chosen(("tests/test_it.py",), ("tests/test_it.py::test_good",), 30))
    assert (one.count, dict(one.failed)) == (1, {})


class _OfThisProcess:
    """A ring that only the process that made it may free, as one with a network's threads in it."""

    def __init__(self) -> None:
        self.ring, self.process = self, os.getpid()

    def __del__(self) -> None:
        if os.getpid() != self.process:
            os._exit(9)


def test_a_fork_frees_nothing_that_was_there_before(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    (copy / "test_it.py").write_text("import gc\n\n\ndef test_good():\n    gc.collect()\n")
    gc.disable()
    try:
        _OfThisProcess()
        assert run_in_fork(copy, Chosen(("test_it.py",), None, 30)).ended == "done"
    finally:
        gc.enable()


def test_one_that_breaks_the_import_of_a_conftest_is_caught(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    (copy / "conftest.py").write_text("1 / 0\n")
    (copy / "test_it.py").write_text("def test_good():\n    pass\n")
    assert run_in_fork(copy, Chosen(("test_it.py",), None, 30)).ended == "broken"


def test_a_mutant_that_hangs_is_ended_by_the_work_it_does(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    (copy / "test_it.py").write_text("def test_hangs():\n    while True:\n        pass\n")
    assert run_in_fork(copy, Chosen(("test_it.py",), None, 2)).ended == "timed out"


def test_one_that_waits_too_long_is_not_taken_for_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forked, "_WALL_PER_CPU", 0.01)
    copy = tmp_path / "copy"
    copy.mkdir()
    (copy / "test_it.py").write_text("import threading\n\n\ndef test_it():\n    threading.Event().wait()\n")
    ended = run_in_fork(copy, Chosen(("test_it.py",), None, 1)).ended
    assert ended == "stalled"
    assert not sampling.Fate(Mutant("a.py", 0, 1, "x", "number", 1), ended, "", 1).caught


def test_the_tests_of_a_mutant_are_those_that_reach_it_golden_ones_fast_ones_and_specific_ones_first() -> None:
    one, two = frozenset({3}), frozenset(range(1, 50))
    reached = Reached(
        {
            "slow": (2.0, {"companion/geometry/distance.py": one}),
            "broad": (0.1, {"companion/geometry/distance.py": two}),
            "test_golden_shapes.py": (9.0, {"companion/geometry/distance.py": two}),
            "fast": (0.1, {"companion/geometry/distance.py": one}),
            "elsewhere": (0.1, {"companion/geometry/rigid_pose.py": one}),
        }
    )
    assert reached.by(Mutant("companion/geometry/distance.py", 0, 1, "x", "number", 3)) == [
        "test_golden_shapes.py",
        "fast",
        "slow",
        "broad",
    ]


def test_a_report_counts_the_fates_and_shows_what_survived() -> None:
    killed, alive = sampling.drawn(["companion/geometry"], 2, seed=3)
    text = sampling.report([sampling.Fate(killed, "killed", "t", 4), sampling.Fate(alive, "survived", "", 4)])
    assert "1 of 2 caught (50 %)" in text
    assert f"survived, 4 tests: {alive.file}:{alive.line}" in text
    assert "```diff" in text


PUT_IN = """
from companion.rules import transition, combat
from tests.mutation.live import put_in
from tests.mutation.operators import mutants_of
from tests.mutation.scratch_copy import ROOT
file = "companion/geometry/octahedron.py"
import companion.geometry.octahedron as octahedron
before = octahedron.inradius_mm(50.8)
source = (ROOT / file).read_bytes()
tried = [m for m in mutants_of(file, source) if "(2 * math.sqrt(3))" in source.decode().splitlines()[m.line - 1]]
assert any(put_in(mutant) and octahedron.inradius_mm(50.8) != before for mutant in tried), tried
"""


def test_a_fault_put_into_the_running_program_changes_what_it_does() -> None:
    subprocess.run([sys.executable, "-c", PUT_IN], cwd=ROOT, check=True)


def test_what_is_left_out_by_hand_is_still_in_the_source_exactly_once() -> None:
    rows = left_out.rows_by_hand()
    assert [row["old"] for row in rows if not left_out.is_there_once(row)] == [], "anchor it anew in by_hand.toml"
    assert {rule for row in rows for rule in row["rules"]} <= set(ledger())


def test_warming_up_imports_nothing_of_the_program() -> None:
    asked = "from tests.mutation.forked import warm_up; warm_up(); import sys; assert 'companion' not in sys.modules"
    subprocess.run([sys.executable, "-c", asked], cwd=ROOT, check=True)
    assert forked.SAW
