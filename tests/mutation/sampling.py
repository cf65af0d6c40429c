"""A sample of mutants, each tried with the tests that reach it; what was found is kept as it is found."""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.mutation.forked import Chosen, run_in_fork
from tests.mutation.operators import Mutant, mutants_of
from tests.mutation.reached import Reached
from tests.mutation.scratch_copy import ROOT, STATE, fresh_copy, heal, plant

#: What decides: the modules a sample is drawn from unless others are named.
DECIDING = (
    "companion/rules",
    "companion/geometry",
    "companion/journal",
    "companion/session/live",
    "companion/session/inference",
    "companion/vision/whole_dice",
    "companion/vision/top_faces",
    "companion/vision/gallery.py",
    "companion/vision/enrolment",
)
#: Tests are run in helpings, each in a fork of its own, so that most mutants meet a few fast tests only.
_HELPINGS = (3, 12, 60, 300)
#: A mutant hangs when it takes so many times the work of its tests, and these seconds for starting.
_TIMES, _START_S = 6, 15
_FATES = ("killed", "timed out", "stalled", "survived", "no test")
#: Tests beyond these processor seconds are not run any more for one mutant.
_ENOUGH_S = 120


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: killed, timed out, stalled, survived or no test; which test killed it, how many ran.

    One that works too long is caught, for its work is counted and not its time; one that waits too long is not, for a
    busy machine may do so without any fault.
    """

    mutant: Mutant
    fate: str
    by: str
    tests: int

    @property
    def caught(self) -> bool:
        """Whether the tests noticed."""
        return self.fate in {"killed", "timed out"}


def drawn(paths: Iterable[str], count: int, seed: int) -> list[Mutant]:
    """A sample of the mutants of some modules, each mutant as likely as any other."""
    every = [mutant for file in _files(paths) for mutant in mutants_of(file, (ROOT / file).read_bytes())]
    return random.Random(seed).sample(every, min(count, len(every)))


def try_all(mutants: list[Mutant], reached: Reached, name: str, *, copies: int, again: bool = False) -> list[Fate]:
    """The fates of mutants, by some processes side by side.

    Those known from an interrupted run are not tried again; with ``again`` those are that were not caught, for
    after tests were written for them.
    """
    known = {key: fate for key, fate in _known(name).items() if fate.caught or not again}
    waiting = [mutant for mutant in mutants if _key(mutant) not in known]

    def work(number: int, copy: Path) -> None:
        for mutant in waiting[number::copies]:
            fate = tried(mutant, reached, copy)
            with (STATE / f"{name}-{number}.jsonl").open("a") as kept:
                kept.write(json.dumps({"key": _key(mutant), **asdict(fate)}) + "\n")
            print(f"{fate.fate:9} {mutant.file}:{mutant.line} {mutant.kind} {fate.by}", flush=True)

    in_processes(work, copies)
    known = _known(name)
    return [known[_key(mutant)] for mutant in mutants if _key(mutant) in known]


def tried(mutant: Mutant, reached: Reached, copy: Path) -> Fate:
    """Run the tests that reach a mutant until one fails."""
    tests = _affordable(reached, reached.by(mutant))
    if not tests:
        return Fate(mutant, "no test", "", 0)
    plant(copy, mutant)
    try:
        for helping in _helpings(tests):
            files = tuple(dict.fromkeys(name.split("::")[0] for name in helping))
            limit = _START_S + _TIMES * sum(map(reached.cost, helping))
            ran = run_in_fork(copy, Chosen(files, tuple(helping), limit))
            if ran.ended != "done" or ran.failed:
                fate = {"done": "killed", "broken": "killed"}.get(ran.ended, ran.ended)
                return Fate(mutant, fate, next(iter(ran.failed), "the whole run ended"), len(tests))
    finally:
        heal(copy, mutant.file)
    return Fate(mutant, "survived", "", len(tests))


def in_processes(work: Callable[[int, Path], None], copies: int) -> None:
    """Do some work in so many processes, each with a scratch copy of its own, and wait for all of them."""
    children = []
    for number in range(copies):
        copy = fresh_copy(number)
        child = os.fork()
        if child == 0:
            try:
                work(number, copy)
            finally:
                os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


def report(fates: list[Fate]) -> str:
    """How many of the sample the tests kill, by module, and what survived."""
    rows = [f"| module | {' | '.join(_FATES)} |", "|---" * (len(_FATES) + 1) + "|"]
    rooms = sorted({_room(fate.mutant.file) for fate in fates})
    for room in [*rooms, "all"]:
        counts = Counter(fate.fate for fate in fates if room in ("all", _room(fate.mutant.file)))
        cells = [str(counts[word]) for word in _FATES]
        rows.append(f"| {room} | {' | '.join(cells)} |")
    caught = sum(fate.caught for fate in fates)
    rows.append(f"\n{caught} of {len(fates)} caught ({100 * caught / max(1, len(fates)):.0f} %).")
    alive = [fate for fate in fates if not fate.caught]
    return "\n".join([*rows, *(f"\n{_reported(fate)}" for fate in alive)]) + "\n"


def _reported(fate: Fate) -> str:
    mutant = fate.mutant
    source = (ROOT / mutant.file).read_bytes()
    before, after = (text.decode().splitlines(keepends=True) for text in (source, mutant.of(source)))
    diff = "".join(difflib.unified_diff(before, after, mutant.file, mutant.file, n=2))
    head = f"### {fate.fate}, {fate.tests} tests: {mutant.file}:{mutant.line} ({mutant.kind})"
    return f"{head}\n\n```diff\n{diff}```"


def _room(file: str) -> str:
    return next((path for path in DECIDING if file.startswith(path)), file)


def _files(paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        where = ROOT / path
        for file in sorted(where.rglob("*.py")) if where.is_dir() else [where]:
            yield file.relative_to(ROOT).as_posix()


def _affordable(reached: Reached, tests: list[str]) -> list[str]:
    spent = 0.0
    some: list[str] = []
    for name in tests:
        spent += reached.cost(name)
        if spent > _ENOUGH_S and some:
            break
        some.append(name)
    return some


def _helpings(tests: list[str]) -> Iterator[list[str]]:
    start = 0
    for size in (*_HELPINGS, len(tests)):
        if tests[start : start + size]:
            yield tests[start : start + size]
        start += size


def _known(name: str) -> dict[str, Fate]:
    rows = [json.loads(line) for kept in STATE.glob(f"{name}-*.jsonl") for line in kept.read_text().splitlines()]
    fates = [(row["key"], Fate(Mutant(**row["mutant"]), row["fate"], row["by"], row["tests"])) for row in rows]
    return dict(sorted(fates, key=lambda each: each[1].caught))  # what was caught once, at last, is caught


def _key(mutant: Mutant) -> str:
    digest = hashlib.sha256((ROOT / mutant.file).read_bytes()).hexdigest()[:12]
    return f"{mutant.file}:{digest}:{mutant.start}-{mutant.end}:{mutant.new}"
