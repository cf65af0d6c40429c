"""Shares in per cent: what is not all is never shown as 100 %, what is not nothing never as 0 %."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion
from companion.text import percent


@pytest.mark.parametrize(
    ("share", "places", "shown"),
    [
        (1.0, 0, "100%"),
        (1.0, 1, "100.0%"),
        (0.0, 0, "0%"),
        (0.98, 0, "98%"),
        (0.9234, 1, "92.3%"),
        (0.996, 0, "99.6%"),
        (0.9996, 0, "over 99.9%"),
        (0.9996, 1, "over 99.9%"),
        (0.004, 0, "0.4%"),
        (0.0004, 0, "under 0.1%"),
        (1.2, 0, "120%"),
    ],
)
def test_a_share_is_not_rounded_to_all_or_nothing(share: float, places: int, shown: str) -> None:
    assert percent(share, places) == shown


def test_no_share_is_shown_but_by_that_one_formatter() -> None:
    """No format of Python's own, ``{share:.0%}``, anywhere else."""
    own = re.compile(r":(?:\.\d+)?%\}")
    files = list(Path(companion.__file__).parent.rglob("*.py"))
    assert len(files) > 100
    assert [file for file in files if own.search(file.read_text("utf-8"))] == []
