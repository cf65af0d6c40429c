"""A later table speaks for another story than the one that was taken: "Rather: …", taken or left with one key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.codec.notes import MendNote
from companion.rules.actions import EndTurn, Throw
from companion.session.match import Match
from companion.session.play import MatchPresenter
from companion.session.play.modes import Browsing, Proposed
from companion.session.play.state_reconciler import infer
from tests.equal_dice import EITHERS, FAR, NEAR, begun, rest_with, rolled
from tests.session.inference.conftest import seen_of
from tests.session.play.test_resumed import look

BENS, ANNAS = "G.E.V. b", "G.E.V. a"
RATHER = "Rather: Anna ends the turn. Ben passes. Anna throws G.E.V. a and it lands on side 8."


@pytest.fixture
def wrong(tmp_path: Path) -> Iterator[MatchPresenter]:
    """The die that both own was thrown, and people took it for Ben's."""
    with begun(tmp_path / "equal.diceland") as match:
        presenter = MatchPresenter(match)
        before = seen_of(match.position)
        look(presenter, rest_with(1, before))
        look(presenter, rest_with(2, [*before, EITHERS]))
        assert presenter.press("Return")
        assert match.position.piece(BENS).in_play
        look(presenter, rest_with(2, [*before, EITHERS]))
        yield presenter


@pytest.fixture
def doubted(wrong: MatchPresenter) -> MatchPresenter:
    """Anna's hand rolled it, as only its owner's does."""
    look(wrong, rest_with(3, rolled(wrong.position, BENS), NEAR))
    return wrong


def deeds(match: Match) -> list[str]:
    return [line.deed for line in match.log if not line.undone and line.deed]


def test_what_is_likelier_is_said_with_its_share(doubted: MatchPresenter) -> None:
    assert doubted.prompt.sentence == f"{RATHER} G.E.V. a maneuvers to side 7. (70%)"
    titles = {choice.keys[0]: choice.title for choice in doubted.choices}
    assert titles["Return"] == "take this instead"
    assert titles["X"] == "leave it as it was taken"


def test_enter_puts_it_right_and_undo_brings_back_what_was_taken(doubted: MatchPresenter) -> None:
    match, before = doubted.match, doubted.position
    gestures = deeds(match)
    assert doubted.press("Return")
    assert match.position.piece(ANNAS).in_play
    assert not match.position.piece(BENS).in_play
    note = match.notes[-1][1]
    assert isinstance(note, MendNote)
    assert note.likelihood == pytest.approx(0.70, abs=0.01)
    assert doubted.acts.undo()
    assert match.position == before
    assert deeds(match) == gestures
    assert doubted.acts.undo()
    assert match.position.in_play == match.position_after(1).in_play, "each gesture is undone by itself again"


def test_what_was_brought_back_is_not_doubted_again(doubted: MatchPresenter) -> None:
    doubted.press("Return")
    doubted.acts.undo()
    look(doubted, rest_with(4, rolled(doubted.position, BENS), NEAR))
    assert isinstance(doubted.mode, Proposed)
    assert doubted.mode.now.text == "G.E.V. b maneuvers to side 7."


@pytest.mark.parametrize("key", ["X", "Esc"])
def test_what_is_left_as_it_was_taken_does_not_come_back(doubted: MatchPresenter, key: str) -> None:
    before, now = doubted.position, rolled(doubted.position, BENS)
    assert doubted.press(key)
    assert doubted.position is before, "what has happened since is asked"
    assert doubted.prompt.sentence.startswith("G.E.V. b maneuvers to side 7.")
    look(doubted, rest_with(3, now, NEAR))
    assert doubted.press("Return")
    for rest in (4, 5):
        look(doubted, rest_with(rest, now, FAR))
        assert isinstance(doubted.mode, Browsing), doubted.prompt.sentence


def test_a_table_that_was_asked_about_before_people_spoke_is_asked_about_anew(doubted: MatchPresenter) -> None:
    later = rest_with(4, rolled(doubted.position, BENS), NEAR)
    asked = doubted.questions.on_snapshot(later)
    assert asked is not None
    doubted.press("X")
    doubted.questions.on_inference(infer(asked))
    assert not doubted.prompt.sentence.startswith("Rather:")
    assert doubted.questions.on_snapshot(later) is not None


def test_a_story_may_begin_in_the_midst_of_what_was_taken_at_once(wrong: MatchPresenter) -> None:
    match = wrong.match
    thrown = next(line for line in match.log if isinstance(line.act, Throw))
    ends = next(line.act for line in match.log if isinstance(line.act, EndTurn))
    start = match.position_before(thrown.number)
    assert start != match.start
    kept = [line.deed for line in match.log if line.number < thrown.number]
    assert match.retake(start, [(ends,)], source="camera"), "the throw came after the end of a turn, in one gesture"
    assert deeds(match)[: len(kept)] == [deed for deed in kept if deed]
    assert not match.position.piece(BENS).in_play
    assert not match.retake(replace(start, score={"Anna": 99}), [(ends,)], source="camera"), "it never stood there"


def test_what_the_match_does_not_take_leaves_it_as_it_was_and_is_not_offered_again(doubted: MatchPresenter) -> None:
    before, mode = doubted.position, doubted.mode
    assert isinstance(mode, Proposed)
    elsewhere = replace(mode.now, base=replace(before, score={"Anna": 99}))
    doubted.go(replace(mode, proposals=(elsewhere,)))
    doubted.press("Return")
    assert doubted.position == before
    assert "cannot be put right like that" in doubted.prompt.sentence
