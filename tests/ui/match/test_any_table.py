"""Whatever happens on the table before the camera, and whatever is answered: the keyboard goes on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.match.random_openings import KINDS
from tests.ui.match.random_tables import watch
from tests.ui.match.test_whole_matches import ALWAYS_THE_SAME


@pytest.mark.parametrize("kind", KINDS)
@ALWAYS_THE_SAME
@given(seed=st.integers(0, 10**4), looks=st.lists(st.integers(0, 10**6), min_size=4, max_size=8))
def test_every_answer_is_an_act_of_the_match_and_the_keyboard_goes_on(
    qapp: object, tmp_path_factory: pytest.TempPathFactory, kind: str, seed: int, looks: list[int]
) -> None:
    """Esc, undo and an act by hand work after any table, any question and any key."""
    assert watch(tmp_path_factory.mktemp("match"), kind, seed, looks).done
