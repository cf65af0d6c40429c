"""The figures by which reading is judged, from pictures with their truth, and what they have to reach.

Shares of a count with their 95 % intervals, and quantiles of errors.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from companion.text import N_, pgettext
from companion.vision.evaluation.comparison import (
    ClosestCall,
    DieComparison,
    PictureComparison,
    closest_calls,
    distance_errors_mm,
)
from companion.vision.reading import DieState, FaceName

_95_PERCENT: Final = 1.96
_TENTHS: Final = 10


#: 95 % of errors on a plane lie within so many standard deviations of one axis.
WITHIN_SIGMAS: Final = 2.45


@dataclass(frozen=True, slots=True)
class Proportion:
    """So many of so many."""

    good: int
    of: int

    @classmethod
    def holding(cls, facts: Iterable[bool]) -> Proportion:
        """Of all these facts, those that hold."""
        reported = [bool(fact) for fact in facts]
        return cls(sum(reported), len(reported))

    @property
    def value(self) -> float | None:
        """The share, 0..1; ``None`` where there was nothing to count."""
        return self.good / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies in 95 of 100 such counts (Wilson 1927); all is open where nothing was counted."""
        if not self.of:
            return 0.0, 1.0
        z, p = _95_PERCENT, self.good / self.of
        middle = (p + z * z / (2 * self.of)) / (1 + z * z / self.of)
        half = z / (1 + z * z / self.of) * math.sqrt(p * (1 - p) / self.of + z * z / (4 * self.of * self.of))
        return max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half))  # p: against rounding at the ends


@dataclass(frozen=True, slots=True)
class ErrorSample:
    """Many absolute errors of one kind."""

    values: tuple[float, ...]

    @classmethod
    def of(cls, values: Iterable[float]) -> ErrorSample:
        """Smallest first."""
        return cls(tuple(sorted(values)))

    @property
    def median(self) -> float | None:
        """Half of the errors are at most this; ``None`` where there is none."""
        return _quantile(self.values, 50)

    @property
    def p99(self) -> float | None:
        """All but one in a hundred are at most this; ``None`` where there is none."""
        return _quantile(self.values, 99)


@dataclass(frozen=True, slots=True)
class Reliability:
    """The stated probability of each of many things, 0..1, and whether it was so."""

    reported: tuple[tuple[float, bool], ...]

    def bins(self) -> list[tuple[float, Proportion]]:
        """For each tenth of sureness in which something was reported: its mean, and how often it was so."""
        tenths = [
            [one for one in self.reported if min(int(one[0] * _TENTHS), _TENTHS - 1) == n] for n in range(_TENTHS)
        ]
        return [
            (sum(sure for sure, _ in some) / len(some), Proportion.holding(so for _, so in some))
            for some in tenths
            if some
        ]

    @property
    def calibration_error(self) -> float | None:
        """How far sureness is from how often it was so, in the mean over all that was reported (expected calibration
        error, Naeini et al. 2015)."""
        if not self.reported:
            return None
        return sum(abs(sure - share.good / share.of) * share.of for sure, share in self.bins()) / len(self.reported)


def _quantile(values: Sequence[float], percent: float) -> float | None:
    return float(np.percentile(values, percent)) if values else None


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of some pictures. Errors are those of dice that were read rightly and had to be.

    sigmas_mm: what the reading claimed for each of those centres, with its error beside it. confidence: of all that was
    listed, how sure, and whether it was so: the right die and face, or a die at all where none was named.
    """

    pictures: int
    required: int
    found: Proportion
    read: Proportion
    perfect: Proportion
    extra: int
    lies_right: Proportion
    leaning: Proportion
    overhanging: Proportion
    out_of_gallery: Proportion
    centre_mm: ErrorSample
    heading_deg: ErrorSample
    distance_mm: ErrorSample
    sigmas_mm: tuple[tuple[float, float], ...]
    calls: tuple[ClosestCall, ...]
    confidence: Reliability

    @property
    def wrong_calls(self) -> tuple[ClosestCall, ...]:
        """Calls of a closest target that were sure, and wrong."""
        return tuple(call for call in self.calls if call.wrong)

    @property
    def within(self) -> Proportion:
        """Centres whose error is within 2.45 of the stated sigmas."""
        return Proportion.holding(error < WITHIN_SIGMAS * sigma for sigma, error in self.sigmas_mm if sigma > 0)


def figures(seen: Sequence[PictureComparison]) -> Figures:
    """The figures of these pictures together."""
    everything = [s for one in seen for s in one.sightings]
    required = [s for s in everything if s.required]
    found = [s for s in required if s.seen is not None]
    read = [s for s in found if s.read]
    return Figures(
        pictures=len(seen),
        required=len(required),
        found=Proportion(len(found), len(required)),
        read=Proportion(len(read), len(required)),
        perfect=Proportion.holding(one.perfect for one in seen),
        extra=sum(len(one.extra) for one in seen),
        lies_right=Proportion.holding(_lies_right(s) for s in found),
        leaning=Proportion.holding(s.seen is None or _lies_right(s) for s in _lying(everything, DieState.LEANING)),
        overhanging=Proportion.holding(_lies_right(s) for s in _lying(found, DieState.OVERHANGING)),
        out_of_gallery=_out_of_gallery_named(everything),
        centre_mm=ErrorSample.of(s.off_mm for s in read if s.off_mm is not None),
        heading_deg=ErrorSample.of(s.turned_deg for s in read if s.turned_deg is not None),
        distance_mm=ErrorSample.of(error for one in seen for error in distance_errors_mm(one)),
        sigmas_mm=tuple((s.seen.sigma_mm, s.off_mm) for s in read if s.seen and s.off_mm is not None),
        calls=tuple(call for one in seen for call in closest_calls(one)),
        confidence=Reliability(tuple((s.seen.confidence, _is_so(s)) for one in seen for s in one.everything if s.seen)),
    )


def _lying(sightings: Sequence[DieComparison], state: DieState) -> list[DieComparison]:
    return [s for s in sightings if s.truth is not None and s.truth.state is state]


def _lies_right(sighting: DieComparison) -> bool:
    return bool(sighting.truth and sighting.seen and sighting.truth.state is sighting.seen.state)


def _is_so(sighting: DieComparison) -> bool:
    """Whether what was listed is there: by its name, or, unread, as a die."""
    unread = sighting.seen is not None and sighting.seen.name is None
    return sighting.truth is not None and (unread or sighting.right_face)


def _out_of_gallery_named(sightings: Sequence[DieComparison]) -> Proportion:
    seen = [s for s in sightings if s.out_of_gallery and s.truth and s.truth.state is not DieState.LEANING]
    return Proportion.holding(s.seen.name is not None for s in seen if s.seen is not None)


def confusions(seen: Sequence[PictureComparison]) -> list[tuple[FaceName, FaceName | None, int]]:
    """What was read as what (``None``: an unknown side), commonest first: dice that had to be read, and dice out of the
    gallery."""
    pairs = Counter(
        (s.truth.name, s.seen.name)
        for one in seen
        for s in one.sightings
        if s.truth and s.seen and not s.right_face and (s.required or (s.out_of_gallery and s.seen.name is not None))
    )
    return [(true, reported, count) for (true, reported), count in pairs.most_common()]


class Better(StrEnum):
    """On which side of a target a figure has to lie."""

    MORE = "at least"
    LESS = "at most"
    BETWEEN = "between"


@dataclass(frozen=True, slots=True)
class MetricTarget:
    """One figure: what it is called, how it is had, and what it must reach; ``stretch`` would make us proud.

    A value is ``None`` where a rig has nothing to tell it by. Targets of ``BETWEEN`` are two ends, others one number.
    """

    key: str
    title: str
    unit: str
    value: Callable[[Figures], float | None]
    better: Better
    reach: tuple[float, ...]
    stretch: tuple[float, ...]
    share: Callable[[Figures], Proportion] | None = None

    @property
    def shown(self) -> str:
        """The title in the language in force."""
        return pgettext("report", self.title, sigmas=WITHIN_SIGMAS)

    def reached(self, value: float) -> bool:
        """Whether a value is good enough."""
        return _good(self.better, value, self.reach)

    def stretched(self, value: float) -> bool:
        """Whether it is as good as can be wished."""
        return _good(self.better, value, self.stretch)


def _good(better: Better, value: float, ends: tuple[float, ...]) -> bool:
    return (better is Better.LESS or value >= ends[0]) and (better is Better.MORE or value <= ends[-1])


def _of_share(
    key: str,
    title: str,
    share: Callable[[Figures], Proportion],
    reach: float,
    stretch: float,
    better: Better = Better.MORE,
) -> MetricTarget:
    return MetricTarget(key, title, "", lambda f: share(f).value, better, (reach,), (stretch,), share)


def _of_errors(
    key: str, title: str, unit: str, value: Callable[[Figures], float | None], reach: float, stretch: float
) -> MetricTarget:
    return MetricTarget(key, title, unit, value, Better.LESS, (reach,), (stretch,))


def _extra_a_picture(reported: Figures) -> float | None:
    return reported.extra / reported.pictures if reported.pictures else None


#: Every figure that is judged, in the order in which it is listed.
TARGETS: Final = (
    _of_share("found", N_("report", "dice found"), lambda f: f.found, 0.995, 0.999),
    _of_share("read", N_("report", "dice read: right die, face and turn"), lambda f: f.read, 0.99, 0.998),
    _of_share("perfect", N_("report", "pictures in which everything is right"), lambda f: f.perfect, 0.92, 0.98),
    _of_errors("extra_a_picture", N_("report", "listed, but no dice, per picture"), "", _extra_a_picture, 1 / 30, 0.0),
    _of_share("leaning", N_("report", "leaning dice called leaning"), lambda f: f.leaning, 0.95, 0.99),
    _of_share("overhanging", N_("report", "overhanging dice called overhanging"), lambda f: f.overhanging, 0.95, 0.99),
    _of_errors("centre_median_mm", N_("report", "centre, median error"), "mm", lambda f: f.centre_mm.median, 0.35, 0.2),
    _of_errors(
        "centre_p99_mm", N_("report", "centre, 99 % of errors within"), "mm", lambda f: f.centre_mm.p99, 1.2, 0.8
    ),
    _of_errors(
        "heading_median_deg", N_("report", "heading, median error"), "°", lambda f: f.heading_deg.median, 0.25, 0.15
    ),
    _of_errors(
        "heading_p99_deg", N_("report", "heading, 99 % of errors within"), "°", lambda f: f.heading_deg.p99, 1.0, 0.6
    ),
    _of_errors(
        "distance_median_mm",
        N_("report", "top faces apart, median error"),
        "mm",
        lambda f: f.distance_mm.median,
        0.4,
        0.25,
    ),
    _of_errors(
        "distance_p99_mm", N_("report", "top faces apart, 99 % within"), "mm", lambda f: f.distance_mm.p99, 1.5, 1.0
    ),
    MetricTarget(
        "within",
        N_("report", "centres within {sigmas} sigma"),
        "",
        lambda f: f.within.value,
        Better.BETWEEN,
        (0.93, 0.97),
        (0.93, 0.97),
        lambda f: f.within,
    ),
    _of_errors(
        "calibration_error",
        N_("report", "confidence: expected calibration error"),
        "",
        lambda f: f.confidence.calibration_error,
        0.02,
        0.01,
    ),
    _of_errors(
        "wrong_calls",
        N_("report", "closest-target calls wrong though sure"),
        "",
        lambda f: len(f.wrong_calls),
        0.0,
        0.0,
    ),
    _of_share(
        "strangers_named",
        N_("report", "never enrolled, yet named"),
        lambda f: f.out_of_gallery,
        0.02,
        0.005,
        Better.LESS,
    ),
)

#: Under another camera and light than the dice were enrolled in, less is asked of the reading.
READ_ELSEWHERE: Final = _of_share(
    "read", N_("report", "dice read: right die, face and turn"), lambda f: f.read, 0.97, 0.99
)


def metric_targets(*, enrolled_elsewhere: bool) -> tuple[MetricTarget, ...]:
    """The targets for a rig that was enrolled on its own pictures, or on those of another."""
    return tuple(READ_ELSEWHERE if enrolled_elsewhere and t.key == READ_ELSEWHERE.key else t for t in TARGETS)
