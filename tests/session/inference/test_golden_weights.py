"""What was weighed of tables seen badly weighs the same still; `golden_weights.py` says how the files are made anew."""

from __future__ import annotations

import pytest

from tests.golden_lines import assert_as_golden
from tests.session.inference.golden_weights import FILES, GOLDEN, weighed


def test_every_file_is_there_and_no_other() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_what_is_seen_weighs_what_it_did(name: str) -> None:
    assert_as_golden(weighed(*FILES[name]), GOLDEN / f"{name}.txt")
