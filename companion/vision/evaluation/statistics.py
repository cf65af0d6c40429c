"""Shares of a count with their 95 % intervals, and quantiles of errors."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

_95_PERCENT: Final = 1.96
_TENTHS: Final = 10


@dataclass(frozen=True, slots=True)
class Proportion:
    """So many of so many."""

    good: int
    of: int

    @classmethod
    def holding(cls, facts: Iterable[bool]) -> Proportion:
        """Of all these facts, those that hold."""
        told = [bool(fact) for fact in facts]
        return cls(sum(told), len(told))

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
    """How sure it was told of each of many things, 0..1, and whether it was so."""

    told: tuple[tuple[float, bool], ...]

    def bins(self) -> list[tuple[float, Proportion]]:
        """For each tenth of sureness in which something was told: its mean, and how often it was so."""
        tenths = [[one for one in self.told if min(int(one[0] * _TENTHS), _TENTHS - 1) == n] for n in range(_TENTHS)]
        return [
            (sum(sure for sure, _ in some) / len(some), Proportion.holding(so for _, so in some))
            for some in tenths
            if some
        ]

    @property
    def calibration_error(self) -> float | None:
        """How far sureness is from how often it was so, in the mean over all that was told (expected calibration
        error, Naeini et al. 2015)."""
        if not self.told:
            return None
        return sum(abs(sure - share.good / share.of) * share.of for sure, share in self.bins()) / len(self.told)


def _quantile(values: Sequence[float], percent: float) -> float | None:
    return float(np.percentile(values, percent)) if values else None
