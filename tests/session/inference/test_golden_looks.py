"""What was made of the looks at random matches is still made of them; `golden_looks.py` says how the files are made."""

from __future__ import annotations

import pytest

from companion.session.inference.descriptions import join_names
from tests.golden_lines import assert_as_golden
from tests.session.inference.golden_looks import GOLDEN, MATCHES, reported_of


def test_every_match_is_there_and_no_other() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(MATCHES)


@pytest.mark.parametrize("name", MATCHES)
def test_a_random_match_is_understood_as_it_was(name: str) -> None:
    assert_as_golden(reported_of(*MATCHES[name]), GOLDEN / f"{name}.txt")


@pytest.mark.parametrize(
    ("names", "joined"),
    [((), "nothing"), (("a",), "a"), (("a", "b"), "a and b"), (("a", "b", "c"), "a, b and c")],
)
def test_names_are_joined_as_people_say_them(names: tuple[str, ...], joined: str) -> None:
    assert join_names(names) == joined
