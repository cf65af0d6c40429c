"""Timing figures: milliseconds of many runs, stage by stage, summed up as median and p90."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.text import translate

if TYPE_CHECKING:
    from companion.codec.benchmarks import SpreadDocument


@dataclass(frozen=True, slots=True)
class Spread:
    """What many runs of one thing took: half of them at most ``median_ms``, nine in ten at most ``p90_ms``."""

    median_ms: float
    p90_ms: float

    @classmethod
    def of(cls, runs_ms: Sequence[float]) -> Spread:
        """From the milliseconds of each run; at least one."""
        ordered = sorted(runs_ms)
        return cls(statistics.median(ordered), ordered[-(len(ordered) // 10) - 1])

    @property
    def document(self) -> SpreadDocument:
        """The same for programs."""
        from companion.codec.benchmarks import SpreadDocument

        return SpreadDocument(median_ms=self.median_ms, p90_ms=self.p90_ms)


def spreads(runs: Iterable[Mapping[str, float]]) -> dict[str, Spread]:
    """Stage -> spread over runs, each given as stage -> milliseconds; a run without a stage spent no time in it."""
    told = list(runs)
    stages = dict.fromkeys(stage for run in told for stage in run)
    return {stage: Spread.of([run.get(stage, 0.0) for run in told]) for stage in stages}


def as_table(rows: Mapping[str, Spread]) -> str:
    """Lines for people: a name, median and p90 in ms."""
    names = {name: translate("cli", name) for name in rows}
    stage, median = translate("cli", "stage"), translate("cli", "median")
    width = max(map(len, [*names.values(), stage]))
    lines = [f"{stage:<{width}}  {median:>7}      p90"]
    lines += [f"{names[name]:<{width}}  {row.median_ms:5.1f} ms {row.p90_ms:5.1f} ms" for name, row in rows.items()]
    return "\n".join(lines)
