"""``companion bench --soak``: the live path for as long as an evening, and whether its memory grows.

Shows the bundled pictures in turn at ten frames a second to the threads that watch and read a table.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.codec.benchmarks import SoakDocument
from companion.codec.fields import FORMAT
from companion.errors import OperationError
from companion.stopwatch import Spread
from companion.text import N_, gettext, pgettext

if TYPE_CHECKING:
    from companion.camera.sources import PictureSequence
    from companion.session.live import TableSnapshot, TableWatcher
    from companion.vision import Reader

FPS: Final = 10.0
_EACH_FRAMES: Final = 120
_GRAIN: Final = 1.5
_SAMPLE_S: Final = 1.0
#: The first part of a run fills caches and the allocator's pools; what comes after should not grow.
_WARM_UP: Final = 0.25
#: Memory that comes and goes with the allocator's habits: MB, or a share, whichever is more.
_SLACK_MB: Final = 12.0
_SLACK: Final = 0.03
#: A shorter run is still warming up.
_LEAST_MINUTES: Final = 5.0
_TIMED_FRAMES: Final = 60


@dataclass(frozen=True, slots=True)
class Soak:
    """What a long run came to. frames: watched; readings: tables read; memory in MB of this process.

    start_mb: when all was loaded and one table had been read; growth_mb: the last third of the run against the first
    after warming up, by their medians. watching: what looking at one frame takes, readings left out.
    """

    minutes: float
    frames: int
    readings: int
    states: dict[str, int]
    start_mb: float
    end_mb: float
    growth_mb: float
    watching: Spread

    @property
    def grows(self) -> bool | None:
        """Whether memory grew by more than comes and goes; ``None`` where the run was too short to tell."""
        if self.minutes < _LEAST_MINUTES:
            return None
        return self.growth_mb > max(_SLACK_MB, _SLACK * self.start_mb)

    def for_people(self) -> str:
        """Sentences with the figures and what they mean."""
        return gettext(
            "{minutes:g} minutes at {rate:.1f} frames a second: {frames} frames watched, {readings} readings.\n"
            "Watching a frame takes {median_ms:.1f} ms (p90 {p90_ms:.1f} ms), readings left out.\n"
            "Memory {start_mb:.0f} MB at the start, {end_mb:.0f} MB at the end, {growth_mb:+.1f} MB after "
            "warming up: {verdict}.",
            minutes=self.minutes,
            rate=self.frames / (60 * self.minutes),
            frames=self.frames,
            readings=self.readings,
            median_ms=self.watching.median_ms,
            p90_ms=self.watching.p90_ms,
            start_mb=self.start_mb,
            end_mb=self.end_mb,
            growth_mb=self.growth_mb,
            verdict=pgettext("cli", _VERDICTS[self.grows], minutes=_LEAST_MINUTES),
        )

    @property
    def document(self) -> SoakDocument:
        """The same for programs."""
        figures = {field.name: getattr(self, field.name) for field in fields(self)}
        return SoakDocument(format=FORMAT, grows=self.grows, **figures)


_VERDICTS: Final = {
    True: N_("cli", "it grows"),
    False: N_("cli", "it does not grow"),
    None: N_("cli", "too short a run to tell whether it grows ({minutes:g} minutes at least)"),
}


def soak(minutes: float, reader: Reader, scenes: Sequence[Path], *, progress: Callable[[int, int], None]) -> Soak:
    """Watch and read for so many minutes; progress is reported in seconds."""
    from companion.camera import read_picture
    from companion.session.live import TableWatcher

    watching = _time_watching(reader, scenes)
    for scene in scenes:  # all that reading loads or keeps ready is there before memory is looked at
        reader.read(read_picture(scene).pixels)
    counted = _Counted()
    with TableWatcher(_evening(scenes, minutes), reader, reported=counted) as watcher:
        # Until one table has been read live.
        while not (latest := _latest(watcher)) or not latest.votes:
            time.sleep(0.1)
        samples = _sampled(minutes * 60, watcher, progress)
    return Soak(
        minutes,
        sum(counted.states.values()),
        counted.readings,
        dict(counted.states),
        samples[0],
        samples[-1],
        growth_mb(samples),
        watching,
    )


def growth_mb(samples: Sequence[float]) -> float:
    """How much the last third of the samples lies above the first, the warming up left out."""
    steady = samples[int(len(samples) * _WARM_UP) :]
    third = max(1, len(steady) // 3)
    return statistics.median(steady[-third:]) - statistics.median(steady[:third])


def memory_mb() -> float:
    """What this process holds in memory now; ``OperationError`` where the system does not report it."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        raise OperationError(
            gettext("bench --soak: only Linux tells a program how much memory it holds; run it there.")
        ) from None
    import resource

    return pages * resource.getpagesize() / 1e6


class _Counted:
    """Counts the snapshots, by state, and the readings that they show."""

    def __init__(self) -> None:
        self.states: Counter[str] = Counter()
        self.readings = 0
        self._votes = (0, 0)

    def __call__(self, snapshot: TableSnapshot) -> None:
        self.states[str(snapshot.state)] += 1
        self.readings += snapshot.votes > 0 and (snapshot.rest, snapshot.votes) != self._votes
        self._votes = snapshot.rest, snapshot.votes


def _evening(scenes: Sequence[Path], minutes: float) -> PictureSequence:
    """The pictures in turn, for a minute longer than is watched."""
    from companion.camera.sources import FilmShot, PictureSequence

    count = int((minutes + 1) * 60 * FPS / _EACH_FRAMES) + 1
    shots = [FilmShot(scenes[number % len(scenes)], _EACH_FRAMES) for number in range(count)]
    return PictureSequence(shots, name="the bundled pictures", fps=FPS, grain=_GRAIN, stays=True)


def _sampled(seconds: float, watcher: TableWatcher, progress: Callable[[int, int], None]) -> list[float]:
    began, samples = time.monotonic(), [memory_mb()]
    while (passed := time.monotonic() - began) < seconds:
        time.sleep(min(_SAMPLE_S, seconds - passed))
        _latest(watcher)
        samples.append(memory_mb())
        progress(min(round(time.monotonic() - began), round(seconds)), round(seconds))
    return samples


def _latest(watcher: TableWatcher) -> TableSnapshot | None:
    """The last snapshot; ``OperationError`` where watching has stopped."""
    if watcher.failure is not None:
        raise OperationError(gettext("bench --soak: watching has stopped: {failure}", failure=watcher.failure))
    return watcher.latest


def _time_watching(reader: Reader, scenes: Sequence[Path]) -> Spread:
    """Frame after frame through the watch alone, as quickly as it goes."""
    from companion.camera.sources import FilmShot, PictureSequence
    from companion.session.live import FRAME_S, LiveTable

    reel = PictureSequence([FilmShot(scenes[0], _TIMED_FRAMES)], name="", fps=0.0, grain=_GRAIN)
    watch, runs_ms = LiveTable(reader.camera, reader.dice), []
    while (pixels := reel.read()) is not None:
        began = time.perf_counter()
        watch.see(pixels, reel.shown * FRAME_S)
        runs_ms.append((time.perf_counter() - began) * 1000)
    return Spread.of(runs_ms)
