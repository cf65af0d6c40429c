"""The match's clock and the turn's timer as values."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from companion.session.play import LimitState, MatchClock, TimeLimits, played_s
from companion.session.play.clock_and_cues import ClockTime, format_clock
from companion.session.play.tuning import AWAY_S


@pytest.mark.parametrize(("seconds", "shown"), [(0, "0:00"), (65.9, "1:05"), (3599, "59:59"), (4025, "1:07:05")])
def test_a_time_is_read_at_a_glance(seconds: float, shown: str) -> None:
    assert format_clock(seconds) == shown


@pytest.mark.parametrize(
    ("time", "state", "shown"),
    [
        (ClockTime(70), LimitState.FREE, "1:10"),
        (ClockTime(70, 180), LimitState.LEFT, "1:50"),
        (ClockTime(180, 180), LimitState.UP, "+0:00"),
        (ClockTime(200, 180), LimitState.UP, "+0:20"),
    ],
)
def test_a_limit_is_counted_down_and_then_beyond(time: ClockTime, state: LimitState, shown: str) -> None:
    assert (time.limit_state, time.shown) == (state, shown)


def test_another_turn_begins_from_nothing_and_the_match_runs_on() -> None:
    clock = MatchClock(TimeLimits(60, 2)).begun(100.0).in_next_turn(190.0)
    assert clock.match_at(200.0).spent_s == 100.0
    assert clock.turn_at(200.0).spent_s == 10.0


def test_while_it_stands_no_time_passes() -> None:
    clock = MatchClock().begun(100.0).paused(130.0)
    assert not clock.runs
    assert clock.match_at(500.0).spent_s == 30.0
    assert clock.begun(500.0).match_at(507.0).spent_s == 37.0
    assert not clock.in_next_turn(500.0).runs


def test_from_nothing_it_runs_on_where_it_ran() -> None:
    assert MatchClock().begun(0.0).from_nothing(50.0).match_at(53.0).spent_s == 3.0
    assert not MatchClock(match_s=9.0).from_nothing(50.0).runs


def test_time_away_from_the_table_is_not_played() -> None:
    begun = datetime(2026, 3, 1, 20, tzinfo=UTC)
    times = [begun, begun + timedelta(seconds=90), begun + timedelta(seconds=100 + AWAY_S)]
    assert played_s(times) == 90.0
    assert played_s([begun]) == 0.0
