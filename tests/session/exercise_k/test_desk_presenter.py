"""The desk's foot without a window: what was keyed in and not taken is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.exercise_k.codec.documents import decode_desk_opening
from companion.exercise_k.session.desk_game import DeskGame
from companion.exercise_k.session.desk_presenter import DeskPresenter


@pytest.fixture
def presenter(tmp_path: Path) -> Iterator[DeskPresenter]:
    """A game of twelve that begins with Black 1."""
    order = ["Black", "Blue", "Red", "Green"]
    opening = {"format": 1, "profile": "exercise-k", "name": "Test", "players": 12, "order": order}
    with DeskGame.begin(tmp_path / "game.diceland", decode_desk_opening(opening)) as desk:
        yield DeskPresenter(desk, lambda: None, lambda: None)


def key(presenter: DeskPresenter, keys: str) -> str:
    """What stands at the foot after some keys."""
    for one in keys:
        presenter.key_in(one)
    return presenter.lines.typed


@pytest.mark.parametrize(
    ("keys", "taken", "message"),
    [
        ("R1T50", "R1T5", "0 was not taken: 45 at most."),
        ("R1M2", "R1M", "2 was not taken: 1 at most."),
        ("Q", "", "Q was not taken."),
        ("R1X", "R1", "X was not taken."),
    ],
)
def test_a_key_that_was_not_taken_is_reported(presenter: DeskPresenter, keys: str, taken: str, message: str) -> None:
    assert key(presenter, keys).endswith(message)
    assert presenter.keys == taken


def test_that_a_key_was_not_taken_is_shown_until_the_next_one(presenter: DeskPresenter) -> None:
    assert "not taken" in key(presenter, "R1T50")
    presenter.key_back()
    assert "not taken" not in presenter.lines.typed
    assert "not taken" not in key(presenter, "4")
    assert "not taken" in key(presenter, "9")
    presenter.put_down()
    assert "not taken" not in presenter.lines.typed


def test_the_letters_that_go_on_with_what_is_keyed_in_are_known(presenter: DeskPresenter) -> None:
    assert presenter.next_keys == frozenset()
    key(presenter, "CB2")
    assert {"P", "N"} <= presenter.next_keys
