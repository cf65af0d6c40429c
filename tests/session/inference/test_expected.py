"""What the match expects of a picture is offered to the reader, and never forced on it."""

from __future__ import annotations

import pytest

from companion.geometry import Pose
from companion.session.inference import Prior
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


def test_a_doubtful_reading_is_offered_the_side_that_lay_there(laid: Laid) -> None:
    offer = Prior.of(laid(PAIR)).offer(read("5", 0.55, ("ogre/light-tank", "8", 0.4)))
    assert offer is not None
    assert offer.name == FaceName("ogre/light-tank", "8")


def test_a_clear_reading_stands_against_what_was_expected(laid: Laid) -> None:
    prior = Prior.of(laid(PAIR))
    clear = read("5", 0.9999, ("ogre/light-tank", "8", 0.00001))
    assert prior.offer(clear) is None
    assert prior.weighed(clear)[0].name == FaceName("ogre/light-tank", "5")


def test_a_die_of_another_box_is_doubted_but_its_reading_is_left_as_it_is(laid: Laid) -> None:
    prior = Prior.of(laid(PAIR))
    reading = read("8", 0.7, ("ogre/light-tank", "8", 0.25), die="cyburg/eddie")
    offer = prior.offer(reading)
    assert offer is not None
    assert offer.name.die == "ogre/light-tank"
    assert reading.name == FaceName("cyburg/eddie", "8")
    assert sum(guess.confidence for guess in prior.weighed(reading)) == pytest.approx(1)


def test_a_die_that_was_not_read_at_all_is_offered_nothing(laid: Laid) -> None:
    blank = DieReading(Pose(502, 301, 30, 50.8), 0.2, 0.2, DieState.FLAT, None, 0.0)
    assert Prior.of(laid(PAIR)).offer(blank) is None


def test_more_dice_of_a_kind_than_the_match_has_are_told(laid: Laid) -> None:
    prior = Prior.of(laid(PAIR))
    assert prior.dice["ogre/infantry"] == 4
    readings = tuple(read("8", 0.9) for _ in range(3))
    assert prior.too_many(readings) == {"ogre/light-tank": 1}
    assert prior.too_many(readings[:2]) == {}
