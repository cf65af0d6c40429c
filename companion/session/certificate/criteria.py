"""The four grades: what is held against limits, and the limits.

All limits are a stand-in: no document grades a camera. They were set from what a dispute at the table turns on. Two
people with a ruler differ by about a millimetre: a tournament asks for half of that in the mean, a club for as much as
a ruler gives, and casual play for what still settles most disputes, with the rest left open. A mean is held against its
limit by the upper end of where it may lie (95 %), so that few pictures earn no grade that more might take away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from companion.codec.certificate import CriterionDocument, Grade
from companion.text import mark, translate

_FIT: Final = (Grade.TOURNAMENT, Grade.CLUB, Grade.CASUAL)


@dataclass(frozen=True, slots=True)
class GradedFigures:
    """All that the grades ask for; ``None`` where nothing tells it."""

    pictures: int
    moved_mm: float
    share_read: float
    share_wrong: float
    distance_mean_mm: float
    distance_greatest_mm: float
    heading_mean_deg: float
    heading_greatest_deg: float
    repeatability_mm: float
    within_two_sigmas: float
    marks_mean_mm: float
    height_mm: float | None


@dataclass(frozen=True, slots=True)
class Criterion:
    """One line of the verdict. limits: for tournament, club and casual; unit: "%" for a share; least_without: the best
    grade where nothing tells the value."""

    key: str
    title: str
    unit: str
    value: Callable[[GradedFigures], float | None]
    limits: tuple[float, float, float]
    at_least: bool = False
    best_without: Grade = Grade.CLUB

    @property
    def shown(self) -> str:
        """The title in the language in force."""
        return translate("certificate", self.title)

    def grade(self, figures: GradedFigures) -> Grade:
        """The best grade that this line allows."""
        value = self.value(figures)
        if value is None:
            return self.best_without
        met = (grade for grade, limit in self.by_grade.items() if (value >= limit if self.at_least else value <= limit))
        return next(met, Grade.NOT_FIT)

    @property
    def by_grade(self) -> Mapping[Grade, float]:
        """The limits by grade, the strictest first."""
        return dict(zip(_FIT, self.limits, strict=True))

    def document(self, figures: GradedFigures) -> CriterionDocument:
        """The line as a certificate has it."""
        return CriterionDocument(
            key=self.key,
            value=self.value(figures),
            better="at least" if self.at_least else "at most",
            limits=dict(self.by_grade),
            grade=self.grade(figures),
        )


CRITERIA: Final = (
    Criterion("pictures", mark("certificate", "pictures"), "", lambda f: f.pictures, (5, 3, 3), at_least=True),
    Criterion("moved", mark("certificate", "sheet moved"), "mm", lambda f: f.moved_mm, (150, 80, 0), at_least=True),
    Criterion("read", mark("certificate", "dice read"), "%", lambda f: f.share_read, (0.97, 0.92, 0.8), at_least=True),
    Criterion("wrong", mark("certificate", "read differently"), "%", lambda f: f.share_wrong, (0, 0.01, 0.03)),
    Criterion(
        "distance_mean",
        mark("certificate", "distances, mean error at most"),
        "mm",
        lambda f: f.distance_mean_mm,
        (0.5, 1, 2),
    ),
    Criterion(
        "distance_greatest",
        mark("certificate", "distances, greatest error"),
        "mm",
        lambda f: f.distance_greatest_mm,
        (2, 4, 8),
    ),
    Criterion(
        "heading_mean",
        mark("certificate", "headings, mean error at most"),
        "°",
        lambda f: f.heading_mean_deg,
        (0.5, 1, 2),
    ),
    Criterion(
        "heading_greatest",
        mark("certificate", "headings, greatest error"),
        "°",
        lambda f: f.heading_greatest_deg,
        (2, 4, 8),
    ),
    Criterion(
        "repeatability",
        mark("certificate", "repeatability at most"),
        "mm",
        lambda f: f.repeatability_mm,
        (0.4, 0.8, 1.6),
    ),
    Criterion(
        "within_two_sigmas",
        mark("certificate", "errors within two sigma, as told"),
        "%",
        lambda f: f.within_two_sigmas,
        (0.9, 0.8, 0.6),
        at_least=True,
    ),
    Criterion(
        "marks",
        mark("certificate", "printed marks, mean error"),
        "mm",
        lambda f: f.marks_mean_mm,
        (0.3, 0.6, 1.2),
    ),
    Criterion("height", mark("certificate", "height"), "mm", lambda f: f.height_mm, (1, 2, 4)),
)


def verdict(figures: GradedFigures) -> Grade:
    """The best grade that every line allows."""
    grades = list(Grade)
    return max((criterion.grade(figures) for criterion in CRITERIA), key=grades.index)
