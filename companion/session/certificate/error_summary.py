"""Errors summed up: mean, median, greatest, and how large the mean may really be with so few pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from companion.codec.certificate import ErrorSummaryDocument
from companion.session.certificate.sheet_errors import SheetError

#: 95 of 100 of a normal distribution lie below so many standard deviations.
_95_BELOW: Final = 1.6449


def summarize_errors(errors: Sequence[SheetError], freedom: int) -> ErrorSummaryDocument:
    """Of absolute errors, at least one, that rest on so many independent numbers."""
    off = np.abs([error.off for error in errors])
    mean = float(off.mean())
    return ErrorSummaryDocument(
        count=len(errors),
        mean=mean,
        median=float(np.median(off)),
        greatest=float(off.max()),
        mean_at_most=mean * at_most(freedom),
        as_laid_mean=float(np.mean([abs(error.as_laid) for error in errors])),
    )


def at_most(freedom: int) -> float:
    """How many times as large a scatter may really be as it was measured, to 95 %: sqrt(n / chi-square), by the
    approximation of Wilson and Hilferty (1931)."""
    spread = 2 / (9 * freedom)
    quantile = freedom * max(1e-3, 1 - spread - _95_BELOW * math.sqrt(spread)) ** 3
    return math.sqrt(freedom / quantile)
