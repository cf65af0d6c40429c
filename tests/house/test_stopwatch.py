"""Stages are timed one by one and summed."""

from __future__ import annotations

import time

import pytest

from companion.stopwatch import Stopwatch


def test_a_stage_that_runs_twice_counts_with_the_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.010, 1.0, 1.001, 2.0, 2.005])
    monkeypatch.setattr(time, "perf_counter", lambda: next(clock))
    watch = Stopwatch()
    for name in ("find", "read", "find"):
        with watch.stage(name):
            pass
    assert dict(watch.ms) == pytest.approx({"find": 15.0, "read": 1.0})
    assert list(watch.ms) == ["find", "read"]


def test_a_stage_that_fails_is_timed_all_the_same() -> None:
    watch = Stopwatch()
    with pytest.raises(ZeroDivisionError), watch.stage("find"):
        raise ZeroDivisionError
    assert watch.ms["find"] >= 0
