"""How long the named stages of some work take; knows nothing of the work."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass


class Stopwatch:
    """Milliseconds spent in named stages; a stage that runs several times counts with the sum.

    >>> watch = Stopwatch()
    >>> with watch.stage("find"):
    ...     pass
    >>> list(watch.ms)
    ['find']
    """

    __slots__ = ("_ms",)

    def __init__(self) -> None:
        self._ms: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the time of the ``with`` block to the stage; also where the block raises."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self._ms[name] = self._ms.get(name, 0.0) + (time.perf_counter() - start) * 1000

    @property
    def ms(self) -> Mapping[str, float]:
        """Stage -> milliseconds so far, in the order in which the stages first ended."""
        return dict(self._ms)


@dataclass(frozen=True, slots=True)
class Spread:
    """Milliseconds: half of the runs took at most the median, nine in ten at most p90."""

    median_ms: float
    p90_ms: float

    @classmethod
    def of(cls, runs_ms: Sequence[float]) -> Spread:
        """From the milliseconds of each run; at least one."""
        ordered = sorted(runs_ms)
        return cls(statistics.median(ordered), ordered[-(len(ordered) // 10) - 1])
