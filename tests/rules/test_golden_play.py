"""What the rules said of whole random matches they still say; `golden_play.py` says how the files are made anew."""

from __future__ import annotations

import pytest

from tests.golden_lines import assert_as_golden
from tests.rules.golden_play import GOLDEN, MATCHES, played


def test_every_match_is_there_and_no_other() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(MATCHES)


@pytest.mark.parametrize("name", MATCHES)
def test_a_random_match_is_ruled_as_it_was(name: str) -> None:
    assert_as_golden(played(*MATCHES[name]), GOLDEN / f"{name}.txt")
