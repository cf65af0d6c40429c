"""What the rules said of random beginnings they still say; `golden_beginnings.py` says how the files are made anew."""

from __future__ import annotations

import pytest

from tests.golden_lines import assert_as_golden
from tests.rules.golden_beginnings import FILES, GOLDEN


def test_every_file_is_there_and_no_other() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_a_beginning_is_judged_as_it_was(name: str) -> None:
    lines, seed = FILES[name]
    assert_as_golden(lines(seed), GOLDEN / f"{name}.txt")
