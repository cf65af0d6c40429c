"""What is seen against what was expected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.rules import Verdict
from companion.rules.actions import LeaningPose, ObservedPiece, RestingPose
from companion.rules.expectation import surprises

if TYPE_CHECKING:
    from tests.rules.conftest import Begin


@pytest.mark.parametrize(
    ("how", "words"),
    [
        (RestingPose("8", (604, 447), 3), None),
        (RestingPose("8", (604, 447), 357), None),
        (RestingPose("7", (600, 450), 0), "shows side 7 instead of 8"),
        (RestingPose("8", (630, 450), 0), "lies 30 mm off"),
        (RestingPose("8", (600, 450), 60), "turned by 60 degrees"),
        (LeaningPose("wall"), "leans on wall"),
    ],
)
def test_a_die_seen_otherwise_than_expected_is_a_question(game: Begin, how: Any, words: str | None) -> None:
    table = game()
    table.put("d", table.full_die("t/die"), "A", (600, 450))
    found = surprises(table.start(), [ObservedPiece("d", how)])
    assert [words in surprise.ruling.text for surprise in found if words] == ([True] if words else [])
    assert all(surprise.ruling.verdict is Verdict.ASK for surprise in found)


def test_a_die_from_hand_that_lies_on_the_table_is_a_question(game: Begin) -> None:
    table = game()
    table.plain("d", "A", "hand")
    (found,) = surprises(table.start(), [ObservedPiece("d", RestingPose("8", (600, 450), 0))])
    assert "was not in play" in found.ruling.text


def test_a_die_that_leans_is_neither_moved_nor_turned_by_a_number(game: Begin) -> None:
    table = game()
    table.put("d", table.full_die("t/die"), "A", (600, 450))
    (found,) = surprises(table.start(), [ObservedPiece("d", LeaningPose("wall"))])
    assert (found.side_differs, found.moved.value, found.turned_deg) == (True, 0.0, 0.0)
