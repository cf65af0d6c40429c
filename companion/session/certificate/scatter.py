"""How well places repeat from picture to picture, and how far hands laid the dice beside their outlines."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.arrays import FloatArray
from companion.geometry import Point, fit_plan
from companion.session.certificate.answers import SheetAnswers
from companion.session.certificate.sheet_errors import SheetError, freedom

#: The mean places change by nothing after so many rounds.
_ROUNDS = 3
#: A move and a turn are found by two points.
_FEWEST = 2

_Places = Mapping[int, Point]


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
    square_mm = sum(_squared_off(places, mean) for places in pictures if len(places) >= _FEWEST)
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


def _squared_off(places: _Places, mean: _Places) -> float:
    laid = _onto(places, mean)
    return sum((laid[n][0] - mean[n][0]) ** 2 + (laid[n][1] - mean[n][1]) ** 2 for n in laid)


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
