"""Timing figures: milliseconds of many runs, stage by stage, summed up as median and p90."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.stopwatch import Spread
from companion.text import pgettext


def spreads(runs: Iterable[Mapping[str, float]]) -> dict[str, Spread]:
    """Stage -> spread over runs, each given as stage -> milliseconds; a run without a stage spent no time in it."""
    reported = list(runs)
    stages = dict.fromkeys(stage for run in reported for stage in run)
    return {stage: Spread.of([run.get(stage, 0.0) for run in reported]) for stage in stages}


def as_table(rows: Mapping[str, Spread]) -> str:
    """Lines for people: a name, median and p90 in ms."""
    names = {name: pgettext("cli", name) for name in rows}
    stage, median = pgettext("cli", "stage"), pgettext("cli", "median")
    width = max(map(len, [*names.values(), stage]))
    lines = [f"{stage:<{width}}  {median:>7}      p90"]
    lines += [f"{names[name]:<{width}}  {row.median_ms:5.1f} ms {row.p90_ms:5.1f} ms" for name, row in rows.items()]
    return "\n".join(lines)
