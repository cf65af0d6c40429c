"""What became of random games of Exercise K still becomes of them; `golden_desk.py` says how the files are made."""

from __future__ import annotations

import pytest

from tests.golden_lines import assert_as_golden
from tests.rules.exercise_k.golden_desk import GAMES, GOLDEN, kept


def test_every_game_is_there_and_no_other() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_keyed_in_leads_to_what_it_led_to(name: str) -> None:
    assert_as_golden(kept(*GAMES[name]), GOLDEN / f"{name}.txt")
