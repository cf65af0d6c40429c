"""The errors of distances, headings and heights on the sheet, whose they are, and how well places repeat.

A die is laid into its outline by hand, a few tenths of a millimetre beside it, and lies there in every picture: what
is the same in all pictures is put down to the hand that laid it, to its folding and to its print; what changes from
picture to picture, while the sheet lies elsewhere and turned, is the camera's. One error of a camera is the same
everywhere too, a scale that is wrong; that one the printed marks tell, which no hand has laid, and it is counted as the
camera's. Taking out a mean of n pictures hides a share of the scatter; each error is made larger by sqrt(n / (n - 1)).

A face that lies higher than the program thinks is seen farther from the camera, by the slope of the line of sight.
Hands shift dice as well, but with the sheet: turned between pictures, it carries their shifts round; the camera stays.
Both are found together by least squares, shifts of hands being about as large as hands are sure (``PLACING_MM``).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from companion.arrays import FloatArray
from companion.certify.certificate.sheet_picture import DieOnSheet, SheetAnswers
from companion.certify.certificate.tuning import FLATTEST_SLOPE, PLACING_MM
from companion.certify.documents import HeightErrorDocument
from companion.geometry import Point, fit_plan, wrap_deg

#: The mean places change by nothing after so many rounds; a move and a turn are found by two points.
_ROUNDS, _FEWEST = 3, 2
#: Before anything is measured a height may be wrong by so much, mm; and places scatter by so much at least.
_OPEN_MM, _LEAST_SCATTER_MM = 50.0, 0.1

_Places = Mapping[int, Point]


@dataclass(frozen=True, slots=True)
class SheetError:
    """One error that the camera is answerable for, mm or degrees, its sign kept. as_laid: the same with all that hands
    did; sigma: what the program stated; at_mm: where on the table."""

    off: float
    as_laid: float
    sigma: float
    at_mm: Point

    @property
    def within_two_sigmas(self) -> bool:
        """Whether the program stated an error as large as this."""
        return abs(self.off) <= 2 * self.sigma


def distance_errors(answers: SheetAnswers, scale: float) -> tuple[SheetError, ...]:
    """Of every distance between two dice, mm, in every picture; scale: how many times too large the marks are seen."""
    pairs = combinations(answers.filled, 2)
    return tuple(error for pair in pairs for error in _of_pair(answers, *pair, scale))


def _of_pair(answers: SheetAnswers, one: int, other: int, scale: float) -> Iterator[SheetError]:
    both = [(dice[one], dice[other]) for dice in answers.answered if one in dice and other in dice]
    if len(both) < 2:
        return
    true_mm = math.dist(both[0][0].place.centre_mm, both[0][1].place.centre_mm)
    off_mm = np.array([math.dist(first.at_mm, second.at_mm) - true_mm for first, second in both])
    camera_mm = (off_mm - off_mm.mean()) * _unhidden(len(both)) + (scale - 1) * true_mm
    for (first, second), by_camera, as_laid in zip(both, camera_mm, off_mm, strict=True):
        sigma_mm = math.hypot(first.sigma_mm, second.sigma_mm)
        midway = (first.at_mm[0] + second.at_mm[0]) / 2, (first.at_mm[1] + second.at_mm[1]) / 2
        yield SheetError(float(by_camera), float(as_laid), sigma_mm, midway)


def heading_errors(answers: SheetAnswers) -> tuple[SheetError, ...]:
    """Of every heading against the sheet's own turn, degrees, in every picture."""
    return tuple(error for number in answers.filled for error in _of_heading(answers, number))


def _of_heading(answers: SheetAnswers, number: int) -> Iterator[SheetError]:
    dice = [picture[number] for picture in answers.answered if number in picture]
    if len(dice) < 2:
        return
    off_deg = np.array([die.turned_deg for die in dice])
    camera_deg = (off_deg - off_deg.mean()) * _unhidden(len(dice))
    for die, by_camera, as_laid in zip(dice, camera_deg, off_deg, strict=True):
        yield SheetError(float(by_camera), wrap_deg(float(as_laid)), die.sigma_deg, die.at_mm)


def _unhidden(count: int) -> float:
    return math.sqrt(count / (count - 1))


def freedom(answers: SheetAnswers) -> int:
    """How many independent numbers the places hold, once each outline's own place and each picture's move and turn of
    the sheet are taken out of them."""
    times = [sum(number in dice for dice in answers.answered) for number in answers.filled]
    seen = sum(count for count in times if count > 1)
    outlines, pictures = sum(count > 1 for count in times), len(answers.answered)
    return max(1, 2 * (seen - outlines) - 3 * (pictures - 1))


def heading_freedom(answers: SheetAnswers) -> int:
    """The same of the headings, whose frame is the marks'."""
    times = [sum(number in dice for dice in answers.answered) for number in answers.filled]
    return max(1, sum(count - 1 for count in times if count > 1))


@dataclass(frozen=True, slots=True)
class Scatter:
    """Standard deviations: of places, along one axis, and of headings, over the pictures; and of what is the same in
    all of them (hands, folding and print together; ``None`` where too few dice tell)."""

    repeatability_mm: float
    repeatability_deg: float
    placing_mm: float | None
    placing_deg: float | None


def measure_scatter(answers: SheetAnswers, headings: Sequence[SheetError], scale: float) -> Scatter:
    """Over all pictures, wherever the sheet lies in each; scale: how many times too large the marks are seen."""
    pictures = [{number: die.seen_mm for number, die in dice.items()} for dice in answers.answered]
    mean = _mean_places([places for places in pictures if len(places) >= _FEWEST])
    laid = [_onto(places, mean) for places in pictures if len(places) >= _FEWEST]
    square_mm = sum(math.dist(places[n], mean[n]) ** 2 for places in laid for n in places)
    repeats_mm = math.sqrt(square_mm / freedom(answers))
    repeats_deg = _rms([error.off for error in headings])
    laid_mm, laid_deg = _laid_mm(answers, mean, scale), _laid_deg(answers)
    times = len(pictures)
    return Scatter(
        repeats_mm, repeats_deg, _without(laid_mm, repeats_mm, times), _without(laid_deg, repeats_deg, times)
    )


def _mean_places(pictures: Sequence[_Places]) -> _Places:
    """The mean place of each die over all pictures, moved and turned onto one another."""
    mean: _Places = max(pictures, key=len, default={})
    for _ in range(_ROUNDS):
        laid = [_onto(places, mean) for places in pictures]
        numbers = sorted({number for places in laid for number in places})
        sums = {n: np.mean([places[n] for places in laid if n in places], axis=0) for n in numbers}
        mean = {number: (float(x), float(y)) for number, (x, y) in sums.items()}
    return mean


def _onto(places: _Places, mean: _Places) -> _Places:
    """The places of a picture, laid onto the mean ones by those that both have."""
    both = sorted(places.keys() & mean.keys())
    if len(both) < _FEWEST:
        return {}
    fit = fit_plan(_array(places, both), _array(mean, both))
    laid = fit.apply(_array(places, list(places)))
    return {number: (float(x), float(y)) for number, (x, y) in zip(places, laid, strict=True)}


def _laid_mm(answers: SheetAnswers, mean: _Places, scale: float) -> float | None:
    """How far the mean places are from their outlines along one axis, whatever the scale."""
    numbers = sorted(mean)
    if len(numbers) <= _FEWEST:
        return None
    printed = {die.place.number: die.place.centre_mm for dice in answers.answered for die in dice.values()}
    measured, outlines = _array(mean, numbers) / scale, _array(printed, numbers)
    off = fit_plan(measured, outlines).apply(measured) - outlines
    return math.sqrt(float(np.sum(off**2)) / (2 * len(numbers) - 3))


def _laid_deg(answers: SheetAnswers) -> float | None:
    turned = {n: [dice[n].turned_deg for dice in answers.answered if n in dice] for n in answers.filled}
    means = [float(np.mean(some)) for some in turned.values() if some]
    return float(np.std(means, ddof=1)) if len(means) > 1 else None


def _without(whole: float | None, part: float, times: int) -> float | None:
    """A standard deviation freed of what the mean of so many pictures has left of the scatter."""
    return None if whole is None else math.sqrt(max(0.0, whole**2 - part**2 / times))


def _rms(values: Sequence[float]) -> float:
    return math.sqrt(float(np.mean(np.square(values)))) if values else 0.0


def _array(places: _Places, numbers: Sequence[int]) -> FloatArray:
    return np.array([places[number] for number in numbers], np.float64)


def height_errors(answers: SheetAnswers, repeatability_mm: float) -> tuple[HeightErrorDocument, ...]:
    """For each height on which dice stand, the lowest first; empty where the camera looks straight down."""
    dice = [die for picture in answers.answered for die in picture.values()]
    if not dice or _rms([math.hypot(*die.slope) for die in dice]) < FLATTEST_SLOPE:
        return ()
    heights = sorted({die.place.height_mm for die in dice})
    return tuple(
        _of_plane([die for die in dice if die.place.height_mm == height], repeatability_mm) for height in heights
    )


def _of_plane(dice: Sequence[DieOnSheet], repeatability_mm: float) -> HeightErrorDocument:
    """Unknown are the height, a shift of all outlines of the plane, and one of each outline."""
    numbers = sorted({die.place.number for die in dice})
    matrix = np.concatenate([_rows(die, numbers) for die in dice])
    seen = np.concatenate([die.off_mm for die in dice])
    known = np.array([_OPEN_MM, *[PLACING_MM] * (2 + 2 * len(numbers))])
    scatter_mm = max(repeatability_mm, _LEAST_SCATTER_MM)
    covariance = np.linalg.inv(matrix.T @ matrix / scatter_mm**2 + np.diag(1 / known**2))
    off_mm = covariance @ matrix.T @ seen / scatter_mm**2
    return HeightErrorDocument(
        top_mm=dice[0].place.pose.top_mm, off_mm=float(off_mm[0]), sigma_mm=math.sqrt(float(covariance[0, 0]))
    )


def _rows(die: DieOnSheet, numbers: Sequence[int]) -> FloatArray:
    """How the two coordinates of a die hang on the unknowns, (2, 3 + 2 n)."""
    own = np.zeros((2, 2 * len(numbers)))
    own[:, 2 * numbers.index(die.place.number) : 2 * numbers.index(die.place.number) + 2] = np.eye(2)
    return np.column_stack([die.slope, np.eye(2), own])
