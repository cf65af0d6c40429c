"""Timing figures: milliseconds of many runs, stage by stage, summed up as median and p90; and the yardstick, what
OpenCV's marker detector takes for the same picture, which anybody can measure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

from companion.stopwatch import Spread, Stopwatch
from companion.text import N_, pgettext

if TYPE_CHECKING:
    from companion.opencv import cv2

#: The row of the yardstick.
ARUCO: Final = N_("cli", "ArUco detection")
_WARM_UP: Final = 3
#: Called with what is done, and of how much.
ShowsProgress = Callable[[int, int], None]


@cache
def aruco_detector() -> cv2.aruco.ArucoDetector:
    """OpenCV's detector with its default settings."""
    from companion.opencv import cv2

    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))


def time_runs(
    one_run: Callable[[], Mapping[str, float]], runs: int, progress: ShowsProgress | None = None
) -> dict[str, Spread]:
    """Stage -> spread over so many runs, each of which gives stage -> milliseconds; a few more before do not count."""
    measured = []
    for turn in range(_WARM_UP + runs):
        measured.append(one_run())
        if progress:
            progress(turn + 1, _WARM_UP + runs)
    return spreads(measured[_WARM_UP:])


def time_jobs(jobs: Mapping[str, Callable[[], object]]) -> Mapping[str, float]:
    """Name -> milliseconds of each job, done once in order."""
    watch = Stopwatch()
    for name, job in jobs.items():
        with watch.stage(name):
            job()
    return watch.ms


def spreads(runs: Iterable[Mapping[str, float]]) -> dict[str, Spread]:
    """Stage -> spread over runs, each given as stage -> milliseconds; a run without a stage spent no time in it."""
    measured = list(runs)
    stages = dict.fromkeys(stage for run in measured for stage in run)
    return {stage: Spread.of([run.get(stage, 0.0) for run in measured]) for stage in stages}


def as_table(rows: Mapping[str, Spread]) -> str:
    """Lines for people: a name, median and p90 in ms."""
    names = {name: pgettext("cli", name) for name in rows}
    stage, median = pgettext("cli", "stage"), pgettext("cli", "median")
    width = max(map(len, [*names.values(), stage]))
    lines = [f"{stage:<{width}}  {median:>7}      p90"]
    lines += [f"{names[name]:<{width}}  {row.median_ms:5.1f} ms {row.p90_ms:5.1f} ms" for name, row in rows.items()]
    return "\n".join(lines)
