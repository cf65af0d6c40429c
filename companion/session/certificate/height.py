"""How high top faces seem to lie: whether they slide along the line of sight as their height says.

A face that lies higher than the program thinks is seen farther from the camera, by the slope of the line of sight.
Hands shift dice as well, but with the sheet: turned between pictures, it carries their shifts round; the camera stays.
Both are found together by least squares, shifts of hands being about as large as hands are sure (``PLACING_MM``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.arrays import FloatArray
from companion.session.certificate.answers import SheetAnswers
from companion.session.certificate.sheet_picture import DieOnSheet
from companion.session.certificate.tuning import FLATTEST_SLOPE, PLACING_MM

#: Before anything is measured a height may be wrong by so much, mm; and places scatter by so much at least.
_OPEN_MM = 50.0
_LEAST_SCATTER_MM = 0.1


@dataclass(frozen=True, slots=True)
class HeightError:
    """How much higher the top faces on one plane seem to lie than they do, mm, with its standard deviation."""

    top_mm: float
    off_mm: float
    sigma_mm: float


def height_errors(answers: SheetAnswers, repeatability_mm: float) -> tuple[HeightError, ...]:
    """For each height on which dice stand, the lowest first; empty where the camera looks straight down."""
    dice = [die for picture in answers.answered for die in picture.values()]
    if not dice or _slope(dice) < FLATTEST_SLOPE:
        return ()
    heights = sorted({die.place.height_mm for die in dice})
    return tuple(
        _of_plane([die for die in dice if die.place.height_mm == height], repeatability_mm) for height in heights
    )


def _slope(dice: Sequence[DieOnSheet]) -> float:
    return math.sqrt(float(np.mean([die.slope[0] ** 2 + die.slope[1] ** 2 for die in dice])))


def _of_plane(dice: Sequence[DieOnSheet], repeatability_mm: float) -> HeightError:
    """Unknown are the height, a shift of all outlines of the plane, and one of each outline."""
    numbers = sorted({die.place.number for die in dice})
    matrix = np.concatenate([_rows(die, numbers) for die in dice])
    seen = np.concatenate([die.off_mm for die in dice])
    known = np.array([_OPEN_MM, *[PLACING_MM] * (2 + 2 * len(numbers))])
    scatter_mm = max(repeatability_mm, _LEAST_SCATTER_MM)
    covariance = np.linalg.inv(matrix.T @ matrix / scatter_mm**2 + np.diag(1 / known**2))
    off_mm = covariance @ matrix.T @ seen / scatter_mm**2
    return HeightError(dice[0].place.pose.top_mm, float(off_mm[0]), math.sqrt(float(covariance[0, 0])))


def _rows(die: DieOnSheet, numbers: Sequence[int]) -> FloatArray:
    """How the two coordinates of a die hang on the unknowns, (2, 3 + 2 n)."""
    own = np.zeros((2, 2 * len(numbers)))
    own[:, 2 * numbers.index(die.place.number) : 2 * numbers.index(die.place.number) + 2] = np.eye(2)
    return np.column_stack([die.slope, np.eye(2), own])
