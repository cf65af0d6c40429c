"""The errors of distances and headings on the sheet, and whose they are.

A die is laid into its outline by hand, a few tenths of a millimetre beside it, and lies there in every picture: what
is the same in all pictures is put down to the hand that laid it, to its folding and to its print; what changes from
picture to picture, while the sheet lies elsewhere and turned, is the camera's. One error of a camera is the same
everywhere too, a scale that is wrong; that one the printed marks tell, which no hand has laid, and it is counted as the
camera's. Taking out a mean of n pictures hides a share of the scatter; each error is made larger by sqrt(n / (n - 1)).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from companion.geometry import Point, wrap_deg
from companion.session.certificate.answers import SheetAnswers
from companion.session.certificate.sheet_picture import DieOnSheet


@dataclass(frozen=True, slots=True)
class SheetError:
    """One error that the camera is answerable for, mm or degrees, its sign kept. as_laid: the same with all that hands
    did; sigma: what the program told it to be; at_mm: where on the table."""

    off: float
    as_laid: float
    sigma: float
    at_mm: Point

    @property
    def within_two_sigmas(self) -> bool:
        """Whether the program told an error as large as this."""
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
    off_mm = np.array([_apart_mm(first, second) - true_mm for first, second in both])
    camera_mm = (off_mm - off_mm.mean()) * _unhidden(len(both)) + (scale - 1) * true_mm
    for (first, second), by_camera, as_laid in zip(both, camera_mm, off_mm, strict=True):
        sigma_mm = math.hypot(first.sigma_mm, second.sigma_mm)
        yield SheetError(float(by_camera), float(as_laid), sigma_mm, _midway(first.at_mm, second.at_mm))


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


def _apart_mm(first: DieOnSheet, second: DieOnSheet) -> float:
    return math.dist(first.at_mm, second.at_mm)


def _midway(first: Point, second: Point) -> Point:
    return (first[0] + second[0]) / 2, (first[1] + second[1]) / 2


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
