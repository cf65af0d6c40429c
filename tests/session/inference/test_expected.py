"""What the match expects of a picture weighs what the picture leaves open, and never a clear one, nor a place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.geometry import Pose
from companion.session.inference import Prior, seen_tracks
from companion.session.live import Track
from companion.vision import DieReading, DieState, FaceGuess, FaceName
from tests.session.inference.conftest import Laid

PAIR = {"Light Tank a": ("8", 500.0, 300.0, 30.0), "Missile Tank": ("7", 700.0, 500.0, -90.0)}


def read(face: str, confidence: float, *others: tuple[str, str, float], die: str = "ogre/light-tank") -> DieReading:
    """A reading where the light tank lies."""
    guesses = tuple(FaceGuess(FaceName(kind, key), share) for kind, key, share in others)
    return DieReading(Pose(502, 301, 30, 50.8), 0.2, 0.2, DieState.FLAT, FaceName(die, face), confidence, guesses)


def test_the_side_that_lay_there_weighs_most_then_those_one_roll_away_then_any_of_the_match(laid: Laid) -> None:
    position = laid(PAIR)
    prior = Prior.of(position)
    tank = position.piece("Light Tank a")
    corner = tank.showing.damage[0]
    lower = tank.die.face_over(tank.showing, corner)
    assert lower is not None
    there, rolled = (500.0, 300.0), tank.placed.rolled_over(corner)
    stays = prior.weight(FaceName("ogre/light-tank", "8"), there)
    falls = prior.weight(FaceName("ogre/light-tank", lower.key), rolled)
    anywhere = prior.weight(FaceName("ogre/light-tank", lower.key), (900.0, 100.0))
    assert stays > falls > anywhere > prior.weight(FaceName("cyburg/eddie", "8"), there) > 0


def test_what_a_picture_leaves_open_is_decided_by_the_side_that_lay_there(laid: Laid) -> None:
    decided = Prior.of(laid(PAIR)).decide(read("5", 0.55, ("ogre/light-tank", "8", 0.4)))
    assert decided == FaceName("ogre/light-tank", "8")


def test_the_side_that_lay_there_stays_as_it_was_read_whatever_else_it_may_be(laid: Laid) -> None:
    assert Prior.of(laid(PAIR)).decide(read("8", 0.55, ("ogre/light-tank", "5", 0.4))) is None


def test_an_unread_die_is_the_one_that_lay_there_and_keeps_its_place(laid: Laid) -> None:
    prior, reading = Prior.of(laid(PAIR)), read("8", 0.6, ("ogre/light-tank", "8", 0.3))
    (die,) = seen_tracks([Track(1, replace(reading, name=None), 2)], prior)
    assert (die.name, die.read_as) == (FaceName("ogre/light-tank", "8"), None)
    assert die.pose == reading.pose
    assert not die.heading_sure
    elsewhere = replace(reading, name=None, pose=replace(reading.pose, x_mm=900.0))
    assert seen_tracks([Track(1, elsewhere, 2)], prior)[0].pose == elsewhere.pose


def test_a_clear_stranger_is_not_made_a_piece_by_what_is_expected(laid: Laid) -> None:
    stranger = replace(read("8", 0.95, ("ogre/light-tank", "8", 0.04)), name=None)
    assert Prior.of(laid(PAIR)).decide(stranger) is None


def test_a_clear_reading_stands_against_what_was_expected(laid: Laid) -> None:
    prior = Prior.of(laid(PAIR))
    clear = read("5", 0.9999, ("ogre/light-tank", "8", 0.00001))
    assert prior.decide(clear) is None
    assert prior.decide(replace(clear, confidence=0.9)) is None
    assert prior.weighed(clear)[0].name == FaceName("ogre/light-tank", "5")


def test_a_die_of_another_box_is_doubted_but_its_reading_is_left_as_it_is(laid: Laid) -> None:
    prior = Prior.of(laid(PAIR))
    reading = read("8", 0.7, ("ogre/light-tank", "8", 0.25), die="cyburg/eddie")
    assert prior.decide(reading) == FaceName("ogre/light-tank", "8")
    assert reading.name == FaceName("cyburg/eddie", "8")
    assert sum(guess.confidence for guess in prior.weighed(reading)) == pytest.approx(1)


def test_a_die_that_was_not_read_at_all_stays_unread(laid: Laid) -> None:
    blank = DieReading(Pose(502, 301, 30, 50.8), 0.2, 0.2, DieState.FLAT, None, 0.0)
    assert Prior.of(laid(PAIR)).decide(blank) is None
