"""``companion bench --soak``: what it counts as growth, and that a short run goes through."""

from __future__ import annotations

import json

import numpy as np
import pytest

from companion.cli import main
from companion.cli._bench_live import describe_soak, growth_mb, has_grown
from companion.codec.benchmarks import SoakDocument
from companion.stopwatch import Spread


def _soak(growth: float, minutes: float = 60) -> SoakDocument:
    return SoakDocument(
        format=1,
        minutes=minutes,
        frames=36000,
        readings=500,
        states={"settled": 36000},
        start_mb=400,
        end_mb=400 + growth,
        growth_mb=growth,
        watching=Spread(8.0, 9.0),
        grows=has_grown(minutes, 400, growth),
    )


def test_a_steady_run_has_not_grown_however_it_began() -> None:
    samples = [300.0, 360.0, 395.0, *(400 + np.random.default_rng(1).normal(0, 2, 200)).tolist()]
    assert abs(growth_mb(samples)) < 1


def test_a_leak_shows_as_what_it_took() -> None:
    assert growth_mb(np.linspace(400, 500, 400).tolist()) == pytest.approx(50, abs=2)


@pytest.mark.parametrize(("growth", "grows"), [(-3.0, False), (11.0, False), (12.5, True), (300.0, True)])
def test_growth_beyond_what_comes_and_goes_is_reported(growth: float, *, grows: bool) -> None:
    assert _soak(growth).grows is grows
    assert ("it grows" in describe_soak(_soak(growth))) is grows


def test_a_short_run_is_not_judged() -> None:
    assert _soak(50.0, minutes=1).grows is None
    assert "too short" in describe_soak(_soak(50.0, minutes=1))


def test_minutes_of_nothing_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--soak", "0"]) == 2
    assert "more than 0 minutes" in capsys.readouterr().err


@pytest.mark.slow
def test_a_few_seconds_of_soaking_are_reported_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--soak", "0.05", "--json"]) == 0
    reported = json.loads(capsys.readouterr().out)
    assert reported["format"] == 1
    assert reported["frames"] > 10
    assert reported["grows"] is None
    assert set(reported["states"]) <= {"moving", "settled"}
