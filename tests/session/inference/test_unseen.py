"""Dice that are not seen: where their places do not show the empty table, they may lie there, hidden or overlooked;
and dice that seem to lean, which may lie flat."""

from __future__ import annotations

import pytest

from companion.codec.notes import CalledLeaning
from companion.rules.actions import LeaningPose, ObservedPiece, RestingPose, Throw
from companion.session.inference import (
    QuestionKind,
    Remedy,
    find_called_leaning,
    find_discrepancies,
    find_proposals,
    steps_lying_flat,
)
from companion.vision import DieState
from tests.session.inference.conftest import Laid, die, seen_of

LYING = {
    "Heavy Tank": ("8", 600.0, 300.0, 96.0),
    "Light Tank b": ("8", 600.0, 600.0, 20.0),
    "Missile Tank": ("7", 400.0, 560.0, -90.0),
}
THROWN_FAR, THROWN_NEAR = die("gev", "5", 950, 250), die("gev", "5", 450, 560)


def test_a_throw_far_away_is_not_believed_to_have_knocked_off_a_die_that_may_be_hidden(laid: Laid) -> None:
    """In a film a die was overlooked, and the next throw was taken for what had knocked it off, beyond any doubt."""
    position = laid(LYING)
    seen = [*seen_of(position, Missile_Tank=None), THROWN_FAR]
    first, *others = find_proposals(position, seen, hidden={"Missile Tank"})
    assert first.after.piece("Missile Tank").in_play
    assert first.after.score == position.score
    assert any(not other.after.piece("Missile Tank").in_play for other in others)
    assert 0.5 < first.likeliness < 0.95


@pytest.mark.parametrize("thrown", [THROWN_FAR, THROWN_NEAR])
def test_of_a_die_that_may_be_hidden_it_is_asked_before_anything_is_scored(laid: Laid, thrown: object) -> None:
    position = laid(LYING)
    found = find_proposals(position, [*seen_of(position, Missile_Tank=None), thrown], hidden={"Missile Tank"})  # type: ignore[list-item]
    assert len(found) > 1
    for proposal in found:
        ask = next(ask for ask in proposal.asks if ask.kind is QuestionKind.MISSING)
        assert proposal.must_ask
        assert ask.text == "The place of Missile Tank cannot be seen: off the table, or still there?"
        for answer in range(1, len(ask.choices)):  # where it was shot, and not knocked off, there is but one
            other = proposal.answered(QuestionKind.MISSING, answer, position)
            assert other.after.piece("Missile Tank").in_play is not proposal.after.piece("Missile Tank").in_play
            assert not other.must_ask


def test_a_die_shot_and_taken_off_is_asked_about_where_its_place_is_hidden(laid: Laid) -> None:
    position = laid(LYING | {"Missile Tank": ("1", 400.0, 560.0, -90.0)})
    seen = seen_of(position, Missile_Tank=None)
    (sure, *_), (asked, *_) = find_proposals(position, seen), find_proposals(position, seen, hidden={"Missile Tank"})
    assert asked.steps == sure.steps
    assert not sure.must_ask
    assert [choice.text for ask in asked.asks if ask.must for choice in ask.choices] == ["Off the table: Missile Tank"]


def test_what_the_table_shows_bare_was_knocked_off_as_before(laid: Laid) -> None:
    position = laid(LYING)
    (first, *_) = find_proposals(position, [*seen_of(position, Missile_Tank=None), THROWN_NEAR])
    assert first.text == "Anna throws G.E.V. a and it lands on side 5; Missile Tank knocked off."
    assert not first.must_ask


def test_a_die_does_not_lie_hidden_where_another_one_lies_now(laid: Laid) -> None:
    position = laid(LYING)
    seen = [*seen_of(position, Missile_Tank=None), die("gev", "5", 420, 580)]
    (first, *_) = find_proposals(position, seen, hidden={"Missile Tank"})
    assert "Missile Tank knocked off" in first.text
    assert not first.must_ask


def test_what_is_answered_about_a_hidden_die_stays_when_a_foul_is_entered(laid: Laid) -> None:
    position = laid(LYING)
    seen = [*seen_of(position, Missile_Tank=None), THROWN_NEAR]
    found = find_proposals(position, seen, hidden={"Missile Tank"})
    off = next(one for one in found if not one.after.piece("Missile Tank").in_play)
    there = off.answered(QuestionKind.MISSING, 1, position).answered(QuestionKind.FOUL, 1, position)
    throw = there.steps[-1]
    assert isinstance(throw, Throw)
    assert (throw.foul, throw.knocked_off) == (True, ())


@pytest.mark.parametrize(("hidden", "likeliest"), [({"Missile Tank"}, Remedy.READ_AGAIN), (set(), Remedy.BY_HAND)])
def test_what_probably_happened_to_a_die_that_is_not_seen_hangs_on_what_its_place_shows(
    laid: Laid, hidden: set[str], likeliest: Remedy
) -> None:
    position = laid(LYING)
    (gone,) = find_discrepancies(position, seen_of(position, Missile_Tank=None), hidden=hidden)
    assert gone.explanations[0].remedy is likeliest


@pytest.mark.parametrize(("tilt_deg", "lies_flat"), [(5.5, True), (7.0, True), (12.0, False), (20.0, False)])
def test_a_die_thrown_beside_another_that_seems_to_lean_a_little_lies_flat_rather(
    laid: Laid, tilt_deg: float, lies_flat: bool
) -> None:
    position = laid(LYING)
    thrown = die("gev", "5", 553, 590, state=DieState.LEANING, tilt_deg=tilt_deg)
    found = find_proposals(position, [*seen_of(position), thrown])
    assert found[0].after.piece("G.E.V. a").in_play is lies_flat
    assert (len({one.after.piece("G.E.V. a").in_play for one in found}) == 2) is (tilt_deg < 15)


def test_a_die_with_nothing_beside_it_to_lean_on_lies_flat_though_it_seems_to_lean(laid: Laid) -> None:
    position = laid(LYING)
    thrown = die("gev", "5", 900, 200, state=DieState.LEANING, tilt_deg=9.0)
    (first, *_) = find_proposals(position, [*seen_of(position), thrown])
    assert first.text == "Anna throws G.E.V. a and it lands on side 5."


def test_an_unread_die_that_seems_to_lean_by_its_outline_alone_may_lie_flat(laid: Laid) -> None:
    position = laid(LYING)
    thrown = die("gev", None, 553, 590, state=DieState.LEANING)
    found = find_proposals(position, [*seen_of(position), thrown])
    landed = {any(piece.in_play and piece.id not in LYING for piece in one.after.pieces.values()) for one in found}
    assert landed == {True, False}


def test_only_a_die_of_its_kind_that_seems_to_lean_is_where_one_was_called_leaning(laid: Laid) -> None:
    position = laid(LYING)
    leaning = die("gev", "5", 570, 290, state=DieState.LEANING)
    another = die("infantry", "1a", 200, 200, state=DieState.LEANING)
    throw = Throw(piece="G.E.V. a", lands=LeaningPose("Heavy Tank"))
    (called,) = find_called_leaning(position, 7, [throw], [another, leaning])
    assert (called.piece, called.entry, called.places) == ("G.E.V. a", 7, (leaning.pose,))


def test_of_two_dice_that_were_called_leaning_the_one_seen_flat_is_put_right(laid: Laid) -> None:
    position = laid(LYING)
    thrown, bumped = "G.E.V. a", "Missile Tank"
    leans = ObservedPiece(bumped, LeaningPose("Light Tank b"))
    throw = Throw(piece=thrown, lands=LeaningPose("Heavy Tank"), disturbed=(leans,))
    flat = {thrown: die("gev", "5", 570, 290), bumped: die("missile-tank", "7", 560, 580)}
    for name, seen in flat.items():
        (mended,) = steps_lying_flat(position, CalledLeaning(name, 7, (seen.pose,)), [throw], seen)
        assert isinstance(mended, Throw)
        (beside,) = mended.disturbed
        assert [isinstance(how, RestingPose) for how in (mended.lands, beside.how)] == [name == thrown, name == bumped]
