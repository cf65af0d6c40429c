"""Where table and match disagree it is said what differs, and the likely explanations come first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.geometry import rolled_pose
from companion.rules import Position, Zone
from companion.rules.corrections import apply_correction
from companion.session.inference import Discrepancy, DiscrepancyKind, HandTask, Remedy, find_discrepancies, play_actions
from companion.vision import DieState, FaceGuess, FaceName
from tests.session.inference.conftest import Laid, die, seen_of

PAIR = {"Light Tank a": ("8", 500.0, 300.0, 30.0), "Missile Tank": ("7", 700.0, 500.0, -90.0)}


def reported(difference: Discrepancy, remedy: Remedy) -> int:
    """The place of the first explanation with that remedy."""
    return [explanation.remedy for explanation in difference.explanations].index(remedy)


def repaired(position: Position, difference: Discrepancy, remedy: Remedy) -> Position:
    """The match after choosing the first explanation of that kind."""
    chosen = difference.explanations[reported(difference, remedy)]
    if chosen.correction is not None:
        return apply_correction(position, chosen.correction)[0]
    return play_actions(position, chosen.steps).position


def test_a_table_as_the_match_has_it_differs_in_nothing(laid: Laid) -> None:
    position = laid(PAIR)
    assert find_discrepancies(position, seen_of(position, Light_Tank_a=("8", 506, 297, 35))) == ()


def test_og_hit_02_a_die_bumped_over_a_corner_is_bumped_first_picked_up_or_misread_after(laid: Laid) -> None:
    position = laid(PAIR)
    tank = position.piece("Light Tank a")
    after = tank.die.face("5") or tank.die.faces[3]
    corner = next(k for k in range(3) if tank.die.face_over(tank.showing, k) not in {None, tank.face})
    after = tank.die.face_over(tank.showing, corner) or after
    assert tank.showing.vertices is not None
    assert after.vertices is not None
    end = rolled_pose(tank.placed, tank.showing.vertices, corner, after.vertices)
    seen = seen_of(position, Light_Tank_a=(after.key, end.x_mm + 4, end.y_mm, end.heading_deg + 5))
    (difference,) = find_discrepancies(position, seen)
    assert difference.differs is DiscrepancyKind.SIDE
    assert difference.text == f"Light Tank a shows side {after.key} instead of 8"
    assert difference.explanations[0].text == f"Light Tank a was bumped to side {after.key}."
    assert [e.remedy for e in difference.explanations].count(Remedy.READ_AGAIN) == 1
    mended = repaired(position, difference, Remedy.ACTS)
    assert find_discrepancies(mended, seen) == ()
    (difference,) = find_discrepancies(
        position, seen_of(position, Light_Tank_a=(after.key, end.x_mm + 24, end.y_mm, end.heading_deg))
    )
    assert difference.explanations[0].text == f"It was picked up and put down with side {after.key} up."


def test_another_side_in_the_same_place_is_most_likely_misread(laid: Laid) -> None:
    position = laid(PAIR)
    seen = seen_of(position, Light_Tank_a=("5", 501, 300, 150))
    (difference,) = find_discrepancies(position, seen)
    assert difference.explanations[0].remedy is Remedy.READ_AGAIN
    assert difference.explanations[0].text == "It still shows side 8; I misread it."
    assert difference.explanations[1].text.startswith("It was picked up")
    runner_up = (FaceGuess(FaceName("ogre/light-tank", "8"), 0.3),)
    surer = [replace(one, alternatives=runner_up) if one.pose.x_mm == 501 else one for one in seen]
    assert find_discrepancies(position, surer)[0].explanations[0].likeliness > difference.explanations[0].likeliness


def test_a_die_that_was_pushed_is_taken_as_it_lies_or_put_back(laid: Laid) -> None:
    position = laid(PAIR)
    seen = seen_of(position, Missile_Tank=("7", 730, 520, -60))
    (difference,) = find_discrepancies(position, seen)
    assert difference.differs is DiscrepancyKind.PLACE
    assert difference.text == "Missile Tank lies 36 mm off and turned by 30 degrees"
    assert repaired(position, difference, Remedy.ACTS).piece("Missile Tank").placed.centre_mm == (730, 520)
    put_back = difference.explanations[reported(difference, Remedy.BY_HAND)].instruction
    assert put_back is not None
    assert not put_back.done(seen)
    assert put_back.done(seen_of(position))


def test_og_off_03_a_die_that_is_gone_is_hidden_picked_up_or_fell_off_and_near_the_rim_rather_fell(laid: Laid) -> None:
    position = laid(PAIR)
    seen = seen_of(position, Light_Tank_a=None)
    (difference,) = find_discrepancies(position, seen)
    assert difference.differs is DiscrepancyKind.GONE
    assert difference.explanations[0].remedy is Remedy.READ_AGAIN
    fallen = repaired(position, difference, Remedy.ACTS)
    assert fallen.piece("Light Tank a").zone is Zone.HAND
    assert repaired(position, difference, Remedy.CORRECTION).piece("Light Tank a").zone is Zone.RESERVE
    rim = laid({"Light Tank a": ("8", 40.0, 300.0, 30.0)})
    (near,) = find_discrepancies(rim, [])
    fell = "Light Tank a fell off the table and is back in hand."
    assert [e.likeliness for e in near.explanations if e.text == fell] > [
        e.likeliness for e in difference.explanations if e.text == fell
    ]


def test_a_die_that_leans_or_stands_over_the_edge_is_off_if_the_players_agree(laid: Laid) -> None:
    position = laid(PAIR)
    for state, differs in (
        (DieState.LEANING, DiscrepancyKind.LEANS),
        (DieState.OVERHANGING, DiscrepancyKind.OVERHANGS),
    ):
        place = ("8", 500.0, 300.0, 30.0) if state is DieState.LEANING else ("8", 500.0, -4.0, 30.0)
        seen = seen_of(position, Light_Tank_a=place)
        seen = [replace(one, state=state) if one.pose.x_mm == 500 else one for one in seen]
        (difference,) = find_discrepancies(position, seen)
        assert difference.differs is differs
        assert difference.explanations[0].remedy is Remedy.ACTS
        assert not repaired(position, difference, Remedy.ACTS).piece("Light Tank a").in_play


def test_a_die_away_from_its_place_that_cannot_be_read_is_read_again(laid: Laid) -> None:
    position = laid(PAIR)
    seen = [
        replace(one, name=None) if one.pose.x_mm == 512 else one
        for one in seen_of(position, Light_Tank_a=("8", 512.0, 300.0, 30.0))
    ]
    (difference,) = find_discrepancies(position, seen)
    assert difference.differs is DiscrepancyKind.UNREAD
    assert difference.explanations[0].remedy is Remedy.READ_AGAIN


def test_a_die_in_its_place_that_cannot_be_read_speaks_against_nothing(laid: Laid) -> None:
    position = laid(PAIR)
    seen = [replace(one, name=None) if one.pose.x_mm == 500 else one for one in seen_of(position)]
    assert find_discrepancies(position, seen) == ()


def test_another_die_where_a_piece_is_missing_is_that_piece_misread(laid: Laid) -> None:
    position = laid(PAIR)
    seen = [*seen_of(position, Light_Tank_a=None), die("howitzer", "8", 501, 301, 30)]
    (difference,) = find_discrepancies(position, seen)
    assert difference.differs is DiscrepancyKind.OTHER_DIE
    assert difference.text == "Light Tank a is read as Howitzer 8"
    assert difference.explanations[0].remedy is Remedy.READ_AGAIN
    assert difference.explanations[0].text == "Read as Howitzer 8, probably Light Tank a with side 8, as it lay."


def test_a_die_that_is_not_in_play_may_belong_there_or_be_taken_off(laid: Laid) -> None:
    position = laid(PAIR)
    position = replace(position, turn=replace(position.turn, spent=True, acted=True), to_move="Ben")
    seen = [*seen_of(position), die("howitzer", "6", 900, 200)]
    (difference,) = find_discrepancies(position, seen)
    assert difference.differs is DiscrepancyKind.STRANGER
    assert difference.text == "Howitzer is seen, but it is not in play"
    mended = repaired(position, difference, Remedy.CORRECTION)
    assert mended.piece("Howitzer").in_play
    assert find_discrepancies(mended, seen) == ()
    away = difference.explanations[reported(difference, Remedy.BY_HAND)].instruction
    assert away is not None
    assert away.hand is HandTask.TAKE_OFF
    assert not away.done(seen)
    assert away.done(seen_of(position))


def test_explanations_are_ranked_shares(laid: Laid) -> None:
    position = laid(PAIR)
    seen = [*seen_of(position, Light_Tank_a=None, Missile_Tank=("3", 730, 520, -60)), die("gev", "5", 900, 200)]
    differences = find_discrepancies(position, seen)
    assert len(differences) == 3
    for difference in differences:
        shares = [explanation.likeliness for explanation in difference.explanations]
        assert shares == sorted(shares, reverse=True)
        assert sum(shares) == pytest.approx(1)
        assert all(explanation.text.endswith(".") for explanation in difference.explanations)
