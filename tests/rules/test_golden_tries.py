"""What the rules said to whatever was tried they still say; `golden_tries.py` says how the files are made anew."""

from __future__ import annotations

import pytest

from tests.golden_lines import assert_as_golden
from tests.rules.golden_tries import GOLDEN, TABLES, tried


def test_every_table_is_there_and_no_other() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(TABLES)


@pytest.mark.parametrize("name", TABLES)
def test_whatever_is_tried_is_answered_as_it_was(name: str) -> None:
    assert_as_golden(tried(*TABLES[name]), GOLDEN / f"{name}.txt")
