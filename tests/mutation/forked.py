"""Tests run in a fork of this process: other people's libraries are there already, the program is imported anew."""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.mutation.live import put_in, read_ahead
from tests.mutation.operators import Mutant
from tests.mutation.scratch_copy import ROOT

#: A run that waits without working is ended after so many times its limit of processor seconds.
_WALL_PER_CPU = 12
_SLEEP_S = 0.02
#: What pytest ends with where it breaks before any test, as by a conftest.py that cannot be imported any more.
_NOT_EVEN_BEGUN = (3, 4)
#: A test failed by what it looks at, not by a program that breaks under it.
SAW = "saw it"
#: What pytest is asked for whatever pyproject says: no workers of its own, nothing kept between runs.
_PYTEST = (
    "-q",
    "-o",
    "addopts=--import-mode=importlib",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:warnings",
    "-m",
    "not slow",
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Tests to run: files, the ids among them (all where None) in the order to run them, and processor seconds."""

    files: tuple[str, ...]
    ids: tuple[str, ...] | None
    cpu_s: float
    stop_at_first: bool = True


@dataclass(frozen=True, slots=True)
class Ran:
    """How a run ended: tests that failed with the name of what they raised; ``ended`` is done, broken, timed out (it
    worked too long) or stalled (it waited too long, which a busy machine may do too)."""

    ended: str
    failed: Mapping[str, str] = field(default_factory=dict)
    count: int = 0


def warm_up() -> None:
    """Import what every child needs and no mutant touches."""
    for name in ("pytest", "_pytest.assertion.rewrite", "hypothesis", "numpy", "shapely", "pytestqt.plugin"):
        __import__(name)


def run_in_fork(copy: Path, chosen: Chosen, around: Callable[[], Any] | None = None) -> Ran:
    """Run tests in a child at home in ``copy``; ``around`` makes one more pytest plugin in the child."""
    answer = copy.with_suffix(".json")
    answer.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        _be_the_child(copy, chosen, answer, around)
    status = _await(child, _WALL_PER_CPU * chosen.cpu_s)
    if answer.exists():
        message = json.loads(answer.read_text())
        return Ran("done", message["failed"], message["count"])
    if status is None:
        return Ran("stalled")
    over = os.WIFSIGNALED(status) and os.WTERMSIG(status) in {signal.SIGXCPU, signal.SIGKILL}
    return Ran("timed out" if over else "broken")


def try_live(mutant: Mutant, items: list[Any], cpu_s: float) -> dict[str, str]:
    """The tests among some already collected that fail in a child into whose program the mutant was put."""
    read_ahead(mutant)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _be_the_live_child(mutant, items, writing, cpu_s)
    os.close(writing)
    _await(child, _WALL_PER_CPU * cpu_s)
    with os.fdopen(reading) as message:
        text = message.read()
    return dict(json.loads(text)) if text else {}


def _be_the_live_child(mutant: Mutant, items: list[Any], writing: int, cpu_s: float) -> None:
    try:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        gc.freeze()  # as in the other child
        resource.setrlimit(resource.RLIMIT_CPU, (round(cpu_s), round(cpu_s) + 2))
        failed: dict[str, str] = {}
        if put_in(mutant):
            watcher = _Watcher(None)
            items[0].config.pluginmanager.register(watcher)
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            for name, how in watcher.failed.items():
                failed.setdefault(name.split("[", maxsplit=1)[0], how)
        os.write(writing, json.dumps(failed).encode())
    finally:
        os._exit(0)


class Collected:
    """A pytest plugin that hands the collected tests to ``then`` instead of running them."""

    def __init__(self, then: Callable[[list[Any]], None]) -> None:
        """Keep what is to be done with them."""
        self.then = then

    def pytest_runtestloop(self, session: Any) -> bool:
        """In place of running them one after the other."""
        self.then(session.items)
        return True


def collect(paths: list[str], then: Callable[[list[Any]], None]) -> None:
    """Collect tests of the working tree and hand them to ``then``."""
    import pytest

    pytest.main([*_PYTEST, "-s", *paths], plugins=[Collected(then)])


def _await(child: int, wall_s: float) -> int | None:
    """The status a child ends with, or None where it had to be ended."""
    until = time.monotonic() + wall_s
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            _end_group(child)
            return status
        time.sleep(_SLEEP_S)
    _end_group(child)
    os.waitpid(child, 0)
    return None


def _end_group(child: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)


def _be_the_child(copy: Path, chosen: Chosen, answer: Path, around: Callable[[], Any] | None) -> None:
    code = 1
    try:
        os.setsid()
        limit = max(1, round(chosen.cpu_s))
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 2))
        log = os.open(copy.with_suffix(".log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(log, 1)
        os.dup2(log, 2)
        gc.freeze()  # What was there before is never freed: a network's threads, for which it would wait, are not here.
        _left = _move_house(copy)
        watcher = _Watcher(chosen.ids)
        if _run(chosen, [watcher, *([around()] if around else [])]) in _NOT_EVEN_BEGUN:
            return
        partial = answer.with_suffix(".part")
        partial.write_text(json.dumps({"failed": watcher.failed, "count": watcher.count}))
        partial.replace(answer)
        code = 0
    finally:
        os._exit(code)


def _move_house(copy: Path) -> list[ModuleType]:
    """Import the program from ``copy`` from now on; returns the modules left behind, which are to be kept."""
    os.chdir(copy)
    os.environ["PYTHONPATH"] = str(copy)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    sys.path[:] = [str(copy), *(path for path in sys.path if Path(path or ".").resolve() != ROOT)]
    return [sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] in {"companion", "tests"}]


def _run(chosen: Chosen, plugins: list[Any]) -> int:
    import pytest

    stop = ["-x"] if chosen.stop_at_first else []
    return int(pytest.main([*_PYTEST, *stop, *chosen.files], plugins=plugins))


class _Watcher:
    """A pytest plugin: runs the chosen tests in the order given and notes those that fail, with what they raised."""

    def __init__(self, ids: tuple[str, ...] | None) -> None:
        self.rank = None if ids is None else {name: number for number, name in enumerate(ids)}
        self.failed: dict[str, str] = {}
        self.count = 0

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Keep the chosen ones."""
        if self.rank is not None:
            rank = self.rank
            items[:] = sorted((item for item in items if item.nodeid in rank), key=lambda item: rank[item.nodeid])

    def pytest_collectreport(self, report: Any) -> None:
        """A file that cannot be imported any more counts as failed."""
        if report.failed:
            self.failed[report.nodeid] = "cannot be collected"

    def pytest_exception_interact(self, node: Any, call: Any) -> None:
        """A test raised: in itself, which means that it saw a difference, or in the program, which then broke."""
        last = str(call.excinfo.traceback[-1].path)
        saw = "/tests/" in last or call.excinfo.typename in {"AssertionError", "Failed"}
        self.failed[node.nodeid] = SAW if saw else call.excinfo.typename

    def pytest_runtest_logreport(self, report: Any) -> None:
        """A test ended."""
        if report.when == "call":
            self.count += 1
        if report.failed:
            self.failed.setdefault(report.nodeid, "failed")
