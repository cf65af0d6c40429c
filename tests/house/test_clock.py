"""No test depends on the clock: they run on machines that are busy with other things."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from hypothesis import HealthCheck, settings
from pytestqt.qtbot import QtBot

from tests.patience import PATIENCE_MS

TESTS = Path(__file__).parents[1]
#: A time that is measured and then held against a number, and waits that are too short to be mere patience.
BOUND_TO_THE_CLOCK = {
    "a deadline": r"\bdeadline=(?!None)",
    "a time held against a number": r"(perf_counter|monotonic|time\.time)\(\)\s*-\s*\w+\s*<",
    "a window that is waited for a set time": r"qtbot\.wait\w*\(.*\btimeout=\d",
}
#: Where such a thing is said once for all tests, or is searched for.
ALLOWED = {TESTS / "conftest.py", TESTS / "patience.py", Path(__file__)}


def _hits() -> Iterator[str]:
    for path in sorted(set(TESTS.rglob("*.py")) - ALLOWED):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield from (
                f"{path.relative_to(TESTS)}:{number}: {what}"
                for what, pattern in BOUND_TO_THE_CLOCK.items()
                if re.search(pattern, line)
            )


def test_no_test_is_bound_to_the_clock() -> None:
    assert list(_hits()) == []


def test_examples_drawn_by_hypothesis_may_take_any_time() -> None:
    assert settings().deadline is None
    assert HealthCheck.too_slow in settings().suppress_health_check


def test_waiting_for_a_window_ends_late(qtbot: QtBot) -> None:
    assert type(qtbot).waitUntil.__kwdefaults__ == {"timeout": PATIENCE_MS}
