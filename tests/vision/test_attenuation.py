"""What another camera takes from the likeness of all known dice, told by a picture's own dice and given back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.geometry import Pose, RigidPose
from companion.vision import FaceName
from companion.vision.top_faces import FaceMatch, RefinedPose
from companion.vision.whole_dice import Attenuation, CalibratedScore, DieExplanation, KnownSight, Sighting, Usual
from companion.vision.whole_dice.pose_hypothesis import PoseHypothesis

POSE = Pose(400, 300, 0, 50.8)
PLACED = RefinedPose(POSE, 0.3, 0.4, die=0.98, leaning=0.1, visible=1.0, presence=0.8)
NOBODY = FaceMatch(None, 0, 0.9, 0.9, ())
#: A known die seen by another camera than the one that enrolled it, and as it looks to that one.
DIM = KnownSight(1.0, similarity=1.35, top=0.72, sides=0.5, sides_seen=1.2)
CLEAR = KnownSight(1.0, similarity=1.85, top=0.93, sides=0.88, sides_seen=1.2)


def explained(
    seen: KnownSight, name: str = "t/tank", *, lead: float = 0.2, fully_enrolled: bool = True
) -> DieExplanation:
    fit = (seen.top + 1.2 * seen.sides) / 2.2
    die = PoseHypothesis(
        RigidPose.flat(POSE, "abc"), FaceName(name, "8"), "abc", 0.0, seen.top, seen.sides, fit, seen.sides_seen,
        seen.sides, seen.sides, 0.6, np.eye(3), fully_enrolled=fully_enrolled,
    )  # fmt: skip
    return DieExplanation(die, seen.similarity, lead, seen.similarity)


#: What else was tried there.
RIVAL = explained(KnownSight(0.0, similarity=1.15, top=0.5, sides=0.4, sides_seen=1.2), "t/jeep", lead=-0.2)


def test_a_picture_of_usual_dice_takes_nothing() -> None:
    assert Attenuation.of([CLEAR] * 5).plain == Attenuation()
    assert Attenuation.of([]) == Attenuation()


def test_known_dice_tell_what_is_taken_and_strangers_do_not() -> None:
    strangers = [replace(DIM, probability=0.0, similarity=0.8, top=0.2, sides=0.1)] * 9
    known = Attenuation.of([DIM] * 4)
    assert Attenuation.of([*[DIM] * 4, *strangers]) == known
    assert Attenuation.of(strangers) == Attenuation()
    assert (known.similarity, known.top, known.sides) == pytest.approx((0.8, 0.85, 0.7), abs=0.01)


def test_one_die_counts_less_than_many_and_less_than_what_was_measured_before() -> None:
    assert Attenuation.of([DIM]).similarity > Attenuation.of([DIM] * 8).similarity
    before = Attenuation(0.78, 0.84, 0.75)
    assert Attenuation.of([], before) == before
    assert Attenuation.of([CLEAR], before).similarity < 0.82


def test_a_known_die_is_named_again_once_its_picture_tells_what_is_taken() -> None:
    score, taken = CalibratedScore.load(), Attenuation.of([DIM] * 6)
    dim, among_dim = explained(DIM), Usual(0.6, 1.35, taken)
    unread = score.weigh(
        Sighting(PLACED, NOBODY, 4.0, 0.8, replace(among_dim, attenuation=Attenuation())), [dim, RIVAL]
    )
    named = score.weigh(Sighting(PLACED, NOBODY, 4.0, 0.8, among_dim), [dim, RIVAL])
    assert unread.best is None
    assert named.best == 0


def test_a_stranger_stays_one_and_so_does_a_die_of_which_not_all_sides_are_enrolled() -> None:
    score, among_dim = CalibratedScore.load(), Usual(0.6, 1.35, Attenuation.of([DIM] * 6))
    stranger = explained(replace(DIM, similarity=0.95, top=0.5, sides=0.2), lead=0.0)
    in_part = explained(DIM, fully_enrolled=False)
    for die in (stranger, in_part):
        assert score.weigh(Sighting(PLACED, NOBODY, 4.0, 0.8, among_dim), [die, RIVAL]).best is None
    assert in_part.restored(among_dim.attenuation) is in_part


def test_a_name_that_is_owed_to_what_is_given_back_must_be_likelier() -> None:
    score, plain = CalibratedScore.load(), Usual(0.6, 1.35)
    among_dim = replace(plain, attenuation=Attenuation.of([DIM] * 6))
    named, between = [], 0
    for lead in np.linspace(-0.4, 0.3, 60).tolist():
        seen, given_back = (
            score.weigh(Sighting(PLACED, NOBODY, 4.0, 0.9, usual), [explained(DIM, lead=lead), RIVAL])
            for usual in (plain, among_dim)
        )
        likely = given_back.faces[0].confidence
        assert (given_back.best is not None) == (likely >= (0.6 if seen.best is not None else 0.72))
        named.append(given_back.best is not None)
        between += seen.best is None and 0.6 <= likely < 0.72
    assert any(named)
    assert between
