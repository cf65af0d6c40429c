"""The one score: probabilities that add up, evidence that counts, and weights that are whole."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.errors import OperationError
from companion.geometry import Pose, RigidPose
from companion.resources import Bundled, bundled
from companion.vision import FaceName
from companion.vision.top_faces import FaceMatch, FaceSimilarity, RefinedPose
from companion.vision.whole_dice import SCORE_FILE, CalibratedScore, DieExplanation, SightedPlace, Sighting, Usual
from companion.vision.whole_dice.pose_hypothesis import PoseHypothesis
from companion.vision.whole_dice.score import PlaceVerdict

TANK, JEEP = FaceName("t/tank", "8"), FaceName("t/jeep", "3")
POSE = Pose(400, 300, 0, 50.8)
PLACED = RefinedPose(POSE, 0.3, 0.4, die=0.98, leaning=0.1, visible=1.0, presence=0.8)
STRANGER = FaceMatch(None, 0, 0.9, 0.9, ())


@pytest.fixture(scope="module")
def score() -> CalibratedScore:
    return CalibratedScore.load()


def explained(name: FaceName, top: float, sides: float, *, similarity: float, lead: float) -> DieExplanation:
    die = PoseHypothesis(
        RigidPose.flat(POSE, "abc"),
        name,
        "abc",
        0.0,
        top,
        sides,
        (top + sides) / 2,
        1.2,
        sides,
        min(top, sides),
        1.0,
        np.eye(3),
    )
    return DieExplanation(die, similarity, lead, similarity)


GOOD = explained(TANK, 0.92, 0.9, similarity=1.85, lead=0.5)
POOR = explained(JEEP, 0.3, 0.1, similarity=0.9, lead=-0.5)


def test_what_may_be_there_adds_up_to_one(score: CalibratedScore) -> None:
    verdict = score.weigh(Sighting(PLACED, STRANGER, 4.0, 0.8, Usual()), [GOOD, POOR])
    assert verdict.nothing + verdict.unread + sum(verdict.explained) == pytest.approx(1)
    assert verdict.best == 0
    assert verdict.explained[0] > 0.9


def test_a_die_that_no_face_explains_is_unread_and_never_named(score: CalibratedScore) -> None:
    verdict = score.weigh(Sighting(PLACED, STRANGER, 4.0, 0.8, Usual()), [POOR])
    assert verdict.best is None
    assert verdict.unread > 0.5


def test_what_is_no_die_by_all_that_is_seen_is_not_there(score: CalibratedScore) -> None:
    verdict = score.weigh(Sighting(replace(PLACED, die=0.02, presence=0.05), STRANGER, 0.0, -0.8, Usual()), [])
    assert verdict.die < 0.2


def test_a_face_beside_which_the_table_is_seen_is_a_picture_of_it(score: CalibratedScore) -> None:
    printed = explained(TANK, 0.95, 0.0, similarity=1.9, lead=0.5)
    flat, upright = (
        score.weigh(Sighting(PLACED, STRANGER, 1.5, standing, Usual()), [printed]) for standing in (-1.0, 0.9)
    )
    assert flat.nothing > 0.5
    assert upright.die > 0.9


def test_where_the_empty_table_is_not_known_a_die_is_recognised_by_all_the_rest(score: CalibratedScore) -> None:
    blank = replace(STRANGER, similarity=-2.0)  # nothing is enrolled
    unknown, unreported = (
        score.weigh(Sighting(replace(PLACED, presence=0.65), blank, 4.5, standing, Usual()), [])
        for standing in (None, 0.0)
    )
    assert unknown.unread > 0.6 > unreported.unread


def test_a_face_leads_over_those_of_other_names_only() -> None:
    ranked = (FaceSimilarity(TANK, 0, 1.6, 1.6), FaceSimilarity(JEEP, 1, 1.1, 1.1))
    named = FaceMatch(TANK, 0, 0.9, 1.6, (), ranked)
    assert DieExplanation.by(GOOD.hypothesis, named).lead == pytest.approx(0.5)
    assert DieExplanation.by(POOR.hypothesis, named).lead == pytest.approx(-0.5)


@pytest.mark.parametrize(
    ("broken", "reported"),
    [
        (lambda text: text.replace("format = 1", "format = 2"), "this program reads format 1"),
        (lambda text: text.replace("lead = ", "leads = "), r"\[face\] does not weigh constant, top"),
        (lambda text: text.replace("lead = ", 'lead = "0" # '), r"\[face\] holds something else than numbers"),
        (lambda text: text.replace("[die]", "[dice]"), r"\[die\] does not weigh constant, die"),
        (lambda _: "", "format None"),
    ],
)
def test_damaged_weights_are_refused_with_the_cure(tmp_path: Path, broken: Callable[[str], str], reported: str) -> None:
    text = bundled(Bundled.MODELS, SCORE_FILE).read_text(encoding="utf-8")
    (tmp_path / SCORE_FILE).write_text(broken(text), encoding="utf-8")
    with pytest.raises(OperationError, match=reported):
        CalibratedScore.load(tmp_path)
    (tmp_path / SCORE_FILE).unlink()
    with pytest.raises(OperationError, match="Install the program again"):
        CalibratedScore.load(tmp_path)


def test_what_is_usual_is_judged_by_the_better_dice_of_a_picture() -> None:
    assert Usual.of([0.5] * 3, [1.0] * 3) == Usual()
    reported = Usual.of([0.4, 0.7, 0.7, 0.7], [1.0, 1.4, 1.4, 1.4])
    assert reported.fit == pytest.approx(0.7)
    assert reported.similarity == pytest.approx(1.4)


def test_a_dim_picture_asks_less_of_a_face_than_a_clear_one(score: CalibratedScore) -> None:
    dim = explained(TANK, 0.7, 0.65, similarity=1.5, lead=0.3)
    among_dim, among_clear = (Sighting(PLACED, STRANGER, 4.0, 0.8, one) for one in (Usual(0.68, 1.5), Usual(0.93, 1.9)))
    assert score.weigh(among_dim, [dim]).confidence > score.weigh(among_clear, [dim]).confidence


@pytest.mark.parametrize(("sigma_mm", "standing", "listed"), [(0.3, None, True), (1.5, None, False), (1.5, 0.5, True)])
def test_beside_no_known_table_an_unread_die_is_one_that_is_plainly_placed(
    score: CalibratedScore, sigma_mm: float, standing: float | None, listed: bool
) -> None:
    """Toys and signs look a little like a die, but their corners fit none."""
    sighting = Sighting(replace(PLACED, sigma_mm=sigma_mm), STRANGER, 5.0, standing, Usual())
    place = SightedPlace(sighting, (), score.weigh(sighting, ()))
    assert place.verdict.die > 0.6
    assert place.is_likely is listed


@pytest.mark.parametrize(
    ("die", "listed"), [(explained(TANK, 0.75, 0.7, similarity=0.5, lead=-0.9), True), (POOR, False)]
)
def test_beside_no_known_table_a_die_that_is_roughly_placed_counts_where_one_fits(
    score: CalibratedScore, die: DieExplanation, listed: bool
) -> None:
    sighting = Sighting(replace(PLACED, sigma_mm=1.5), STRANGER, 5.0, None, Usual())
    place = SightedPlace(sighting, (die,), score.weigh(sighting, (die,)))
    assert place.best is None
    assert place.is_likely is listed


def half_recognised(share: float) -> SightedPlace:
    """A place that shows a die, with this probability the tank and else one that cannot be read."""
    odds = [math.log((0.99 - share) / 0.01), math.log(share / 0.01)]
    return SightedPlace(Sighting(PLACED, STRANGER, 4.0, 0.8, Usual()), (GOOD,), PlaceVerdict.of(odds, [TANK]))


def test_a_die_that_is_half_recognised_is_named_where_its_colour_fits() -> None:
    place = half_recognised(0.55)
    assert place.best is None
    named = place.by_colour(5.0)
    assert named.best is GOOD
    assert named.verdict.confidence == pytest.approx(0.55 * math.e / (0.55 * math.e + 0.45))
    for speaks in (0.0, -3.0):
        assert place.by_colour(speaks) is place
    assert half_recognised(0.4).by_colour(5.0).best is None, "colour alone names nobody"
    stranger = half_recognised(0.1)
    assert stranger.by_colour(5.0) is stranger


def test_a_name_is_dropped_where_colour_speaks_against_it_and_no_surer_where_it_fits() -> None:
    place = half_recognised(0.9)
    assert place.best is GOOD
    assert place.by_colour(5.0) is place
    assert place.by_colour(-4.0).best is None
