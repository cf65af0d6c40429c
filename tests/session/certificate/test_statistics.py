"""What a certificate says of errors that are known: those of hands apart from the camera's, with few pictures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
import pytest

from companion.certify.certificate.certificate import CertifiedSetup, at_most, certify
from companion.certify.certificate.grades import CRITERIA, Criterion, GradedFigures, verdict
from companion.certify.certificate.sheet_picture import SheetPicture
from companion.certify.documents import CertificateDocument
from companion.codec.camera import Grade
from companion.errors import OperationError
from companion.vision import FaceName
from tests.session.certificate.invented_sheets import SHOTS, Errors, camera, invent_pictures, read_as, without

Shots = tuple[tuple[float, float, float], ...]
SETUP = CertifiedSetup(camera(), "invented", {}, datetime(2026, 11, 22, tzinfo=UTC))
#: All pictures with the sheet in one place.
STILL = (SHOTS[0],) * 5


def _certified(pictures: Sequence[SheetPicture]) -> CertificateDocument:
    return certify(pictures, (), SETUP)


def _many(errors: Errors, times: int = 40, shots: Shots = SHOTS) -> list[CertificateDocument]:
    return [_certified(invent_pictures(np.random.default_rng(seed), errors, shots)) for seed in range(times)]


def test_errors_of_hands_are_not_the_cameras() -> None:
    """A camera without any error stays without, though every die lies 0.3 mm and half a degree beside its outline."""
    made = _many(Errors(hands_mm=0.3, hands_deg=0.5), times=20)
    assert max(one.distance_mm.greatest for one in made) < 1e-6
    assert max(one.heading_deg.greatest for one in made) < 1e-6
    assert np.mean([one.placing_mm for one in made]) == pytest.approx(0.3, rel=0.1)
    assert np.mean([one.placing_deg for one in made]) == pytest.approx(0.5, rel=0.15)
    assert np.mean([one.distance_mm.as_laid_mean for one in made]) > 0.25
    assert {one.verdict for one in made} == {Grade.TOURNAMENT}


@pytest.mark.parametrize("count", [3, 5])
def test_the_cameras_scatter_is_reported_as_large_as_it_is_with_few_pictures_too(count: int) -> None:
    errors = Errors(hands_mm=0.3, hands_deg=0.5, camera_mm=0.25, camera_deg=0.4, given_mm=0.25, given_deg=0.4)
    made = _many(errors, shots=SHOTS[:count])
    assert np.mean([one.repeatability_mm**2 for one in made]) ** 0.5 == pytest.approx(0.25, rel=0.05)
    assert np.mean([one.repeatability_deg**2 for one in made]) ** 0.5 == pytest.approx(0.4, rel=0.05)
    assert np.mean([one.placing_mm for one in made]) == pytest.approx(0.3, rel=0.15)
    # a difference of two normal errors has the mean of sqrt(2) * 0.25 mm * sqrt(2 / pi)
    assert np.mean([one.distance_mm.mean for one in made]) == pytest.approx(0.282, rel=0.06)
    assert np.mean([one.within_two_sigmas for one in made]) == pytest.approx(0.954, abs=0.02)


def test_the_upper_end_of_the_mean_holds_in_nineteen_of_twenty_runs() -> None:
    made = _many(Errors(hands_mm=0.3, camera_mm=0.25), times=100, shots=SHOTS[:3])
    holds = sum(one.distance_mm.mean_at_most >= 0.282 for one in made)
    assert 90 <= holds <= 100


def test_a_wrong_scale_is_the_cameras_even_where_the_sheet_never_moved() -> None:
    made = _certified(invent_pictures(np.random.default_rng(1), Errors(hands_mm=0.3, scale=1.01), STILL))
    assert made.marks.scale == pytest.approx(1.01)
    assert made.distance_mm.mean > 0.5
    assert made.distance_mm.greatest == pytest.approx(0.01 * 225, rel=0.05)  # the longest way between two outlines
    assert made.placing_mm == pytest.approx(0.3, rel=0.5)
    assert any("ruler" in remark for remark in made.remarks)


def test_a_sheet_that_never_moved_earns_no_more_than_casual_and_says_why() -> None:
    made = _certified(invent_pictures(np.random.default_rng(2), Errors(camera_mm=0.1), STILL))
    assert made.verdict is Grade.CASUAL
    assert [line.key for line in made.criteria if line.grade is Grade.CASUAL] == ["moved"]
    assert sum("sheet was" in remark for remark in made.remarks) == 2


@pytest.mark.parametrize("higher_mm", [-2.0, 0.0, 3.0])
def test_wrong_heights_are_separated_from_errors_of_hands_by_turning_the_sheet(higher_mm: float) -> None:
    made = _many(Errors(hands_mm=0.3, camera_mm=0.1, higher_mm=higher_mm), times=20)
    for plane in range(2):
        off = np.array([one.heights[plane].off_mm - higher_mm for one in made])
        sigma = np.array([one.heights[plane].sigma_mm for one in made])
        assert sigma.max() < 0.3
        assert np.sqrt(np.mean((off / sigma) ** 2)) < 1.6
    assert made[0].height_error_mm == made[0].heights[-1].off_mm


def test_heights_are_hardly_known_where_the_sheet_is_not_turned() -> None:
    turned = _certified(invent_pictures(np.random.default_rng(3), Errors(hands_mm=0.3, camera_mm=0.1)))
    still = _certified(invent_pictures(np.random.default_rng(3), Errors(hands_mm=0.3, camera_mm=0.1), STILL))
    assert still.heights[0].sigma_mm > 3 * turned.heights[0].sigma_mm


def test_what_is_not_read_or_read_differently_is_counted() -> None:
    pictures = invent_pictures(np.random.default_rng(4), Errors(camera_mm=0.1))
    pictures[0] = without(pictures[0], 1)
    pictures[1] = read_as(pictures[1], 2, None)
    pictures[2] = read_as(pictures[2], 3, FaceName("t/another", "1"))
    pictures = [without(picture, 4) for picture in pictures]
    made = _certified(pictures)
    assert (made.dice, made.read.good, made.read.of, made.wrong) == (7, 32, 35, 1)
    assert made.share_read == pytest.approx(32 / 35)
    assert [shot.dice for shot in made.shots] == [6, 6, 6, 7, 7]
    assert made.verdict is Grade.CASUAL
    assert any(remark.startswith("Outline 4 ") for remark in made.remarks)


def test_without_dice_on_the_stand_nothing_better_than_club_is_given() -> None:
    pictures = invent_pictures(np.random.default_rng(5), Errors(camera_mm=0.1))
    pictures = [without(without(picture, 7), 8) for picture in pictures]
    made = _certified(pictures)
    assert made.verdict is Grade.CLUB
    assert [line.key for line in made.criteria if line.value is None] == ["height"]


def test_the_errors_are_listed_by_part_of_the_table() -> None:
    made = _certified(invent_pictures(np.random.default_rng(6), Errors(camera_mm=0.2, camera_deg=0.2)))
    assert sum(part.dice for part in made.parts) == made.read.good
    assert len(made.parts) > 3
    assert all(part.distance_mm for part in made.parts if part.dice)


def test_too_few_pictures_and_too_few_dice_prove_nothing() -> None:
    pictures = invent_pictures(np.random.default_rng(7), Errors())
    with pytest.raises(OperationError, match="Only 2 of 3 pictures"):
        certify(pictures[:2], [("dark.jpg", "too dark")], SETUP)
    alone = pictures[0].dice[0].place.number
    one_die = [without_all_but(picture, alone) for picture in pictures]
    with pytest.raises(OperationError, match="No two dice"):
        _certified(one_die)


def without_all_but(picture: SheetPicture, number: int) -> SheetPicture:
    for other in [die.place.number for die in picture.dice if die.place.number != number]:
        picture = without(picture, other)
    return picture


# --- the grades ---------------------------------------------------------------------------------------------------

PERFECT: GradedFigures = {
    **dict.fromkeys((one.key for one in CRITERIA), 0),
    "pictures": 10,
    "moved": 500,
    "read": 1,
    "within_two_sigmas": 1,
}


@pytest.mark.parametrize("criterion", CRITERIA, ids=lambda one: one.key)
def test_every_line_can_cost_every_grade(criterion: Criterion) -> None:
    assert verdict(PERFECT) is Grade.TOURNAMENT
    step = -1e-6 if criterion.at_least else 1e-6
    at_limits = [criterion.grade(_with(criterion, limit)) for limit in criterion.limits]
    assert at_limits == [FIT[criterion.limits.index(limit)] for limit in criterion.limits]
    worse = [verdict(_with(criterion, limit + step)) for limit in criterion.limits]
    assert worse[0] is not Grade.TOURNAMENT
    assert worse[-1] is Grade.NOT_FIT


FIT = [Grade.TOURNAMENT, Grade.CLUB, Grade.CASUAL]


def _with(criterion: Criterion, value: float) -> GradedFigures:
    """Perfect figures but for one."""
    return {**PERFECT, criterion.key: value}


@pytest.mark.parametrize(("freedom", "quantile"), [(5, 1.145), (10, 3.940), (30, 18.493), (60, 43.188)])
def test_the_upper_end_of_a_scatter_follows_the_chi_square_tables(freedom: int, quantile: float) -> None:
    assert at_most(freedom) == pytest.approx((freedom / quantile) ** 0.5, rel=0.02)
