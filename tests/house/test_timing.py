"""The figures of the benchmark are what their names say."""

from __future__ import annotations

import pytest

from companion.cli._timing import as_table, spreads
from companion.stopwatch import Spread


@pytest.mark.parametrize(
    ("runs_ms", "median_ms", "p90_ms"),
    [
        ([5.0], 5.0, 5.0),
        ([3.0, 1.0, 2.0], 2.0, 3.0),
        ([*map(float, range(1, 11))], 5.5, 9.0),
        ([1.0] * 19 + [99.0], 1.0, 1.0),
    ],
)
def test_half_of_the_runs_are_within_the_median_and_nine_in_ten_within_p90(
    runs_ms: list[float], median_ms: float, p90_ms: float
) -> None:
    assert Spread.of(runs_ms) == Spread(median_ms, p90_ms)
    assert sum(run <= p90_ms for run in runs_ms) >= 0.9 * len(runs_ms)


def test_a_stage_that_a_run_left_out_took_no_time_in_it() -> None:
    reported = spreads([{"find": 4.0}, {"find": 6.0, "read": 2.0}, {"find": 5.0, "read": 2.0}])
    assert reported == {"find": Spread(5.0, 6.0), "read": Spread(2.0, 2.0)}


def test_the_table_has_a_line_for_each_stage() -> None:
    assert as_table({"find": Spread(1.25, 12.5)}).splitlines() == [
        "stage   median      p90",
        "find     1.2 ms  12.5 ms",
    ]
