"""``companion bench --live``: what the live table costs a frame: nothing stirs, nothing has changed, one die has moved;
and ``--soak``: the live path for as long as an evening, and whether its memory grows.

The live table is put together from the bundled pictures, which show one table: each die with the pixels around it, laid
into the picture of the empty one. The evening shows them in turn at ten frames a second to the threads that watch and
read a table.
"""

from __future__ import annotations

import math
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from companion.arrays import Image, Places
from companion.camera import Camera, Pinhole, read_picture
from companion.camera.sources import FilmShot, PictureSequence
from companion.cli._timing import ARUCO, ShowsProgress, aruco_detector, as_table, time_jobs, time_runs
from companion.codec.benchmarks import LiveRatiosDocument, LiveTimesDocument, SoakDocument
from companion.codec.fields import FORMAT
from companion.errors import OperationError
from companion.geometry import Pose, flat_corners_mm
from companion.opencv import cv2
from companion.session.live import FRAME_S, LiveTable, TableSnapshot, TableWatcher
from companion.stopwatch import Spread
from companion.text import N_, gettext, pgettext
from companion.vision import DieState, Reader, TableMemory

#: Dice on the table.
_DICE: Final = 20
#: So far apart their centres lie at least: no die shows in what is cut out with another.
_APART_MM: Final = 75.0
#: What is cut out around a die, for its shadow.
_AROUND_PX: Final = 20
#: Standard deviation of a frame's own noise, of 255.
_GRAIN: Final = 1.5
_QUIET, _SAME, _MOVED, _ANEW = (
    N_("cli", "nothing stirs"),
    N_("cli", "nothing has changed"),
    N_("cli", "one die has moved"),
    N_("cli", "all read anew"),
)


def describe_live_times(times: LiveTimesDocument) -> str:
    """Sentences on what was timed, and a table."""
    wide, tall = times.size_px
    about = gettext(
        "a live table: {wide} x {tall} px; dice on it: {dice}, runs: {runs}",
        wide=wide,
        tall=tall,
        dice=times.dice,
        runs=times.runs,
    )
    rows = {
        _QUIET: times.quiet_frame,
        _SAME: times.nothing_changed,
        _MOVED: times.one_moved,
        _ANEW: times.all,
        ARUCO: times.aruco,
    }
    means = gettext(
        "Reading it after one die has moved takes as long as {moved:.1f} ArUco detections; a frame in which "
        "nothing stirs, as {quiet:.2f}.",
        moved=times.ratios.one_moved,
        quiet=times.ratios.quiet_frame,
    )
    return f"{about}\n\n{as_table(rows)}\n\n{means}"


def measure_live(
    reader: Reader, scenes: Sequence[Path], *, runs: int, progress: ShowsProgress | None = None
) -> LiveTimesDocument:
    """Watch and read a table of the dice in these pictures, all by the reader's camera."""
    placed = _separate_dice(reader, scenes)
    dice = min(_DICE, len(placed) - 1)
    before, after = _table(reader.camera, placed[:dice]), _table(reader.camera, placed[1 : dice + 1])
    rng = np.random.default_rng(1)
    remembered, same, moved = (
        np.clip(picture + rng.normal(0, _GRAIN, picture.shape), 0, 255).astype(np.uint8)
        for picture in (before, before, after)
    )
    # What is timed, by frames of a table: one by which it is remembered, the same once more, and one die moved.
    reading, memory = reader.follow(remembered, TableMemory())
    memory, frames = memory.agreed(reading.dice, sure=True), _quiet_frames(reader, [remembered, same])
    jobs = {
        _QUIET: lambda: next(frames),
        _SAME: lambda: reader.follow(same, memory),
        _MOVED: lambda: reader.follow(moved, memory),
        _ANEW: lambda: reader.read(moved),
        ARUCO: lambda: aruco_detector().detectMarkers(moved),
    }
    rows = time_runs(lambda: time_jobs(jobs), runs, progress)
    arucos = {row: round(rows[row].median_ms / rows[ARUCO].median_ms, 3) for row in rows}
    return LiveTimesDocument(
        format=FORMAT,
        size_px=reader.camera.lens.size_wh,
        dice=dice,
        runs=runs,
        quiet_frame=rows[_QUIET],
        nothing_changed=rows[_SAME],
        one_moved=rows[_MOVED],
        all=rows[_ANEW],
        aruco=rows[ARUCO],
        ratios=LiveRatiosDocument(quiet_frame=arucos[_QUIET], nothing_changed=arucos[_SAME], one_moved=arucos[_MOVED]),
    )


def _quiet_frames(reader: Reader, frames: Sequence[Image]) -> Iterator[None]:
    """Look at one frame after the other, as they come, in turn; none is read."""
    watch, shown = LiveTable(reader.camera, reader.dice), 0
    while True:
        watch.see(frames[shown % len(frames)], shown * FRAME_S)
        shown += 1
        yield


def _separate_dice(reader: Reader, scenes: Sequence[Path]) -> list[tuple[Pose, Image]]:
    """Dice of these pictures, each with its picture, that can lie on one table together."""
    placed: list[tuple[Pose, Image]] = []
    for scene in scenes:
        pixels = read_picture(scene).pixels
        for die in reader.read(pixels).dice:
            free = all(math.dist(die.pose.centre_mm, other.centre_mm) > _APART_MM for other, _ in placed)
            if free and die.name is not None and die.state is DieState.FLAT:
                placed.append((die.pose, pixels))
    return placed


def _table(camera: Camera, placed: Sequence[tuple[Pose, Image]]) -> Image:
    """The empty table with these dice laid on it."""
    assert camera.empty is not None
    picture = camera.empty.pixels.copy()
    for pose, pixels in placed:
        there = _shown(camera.lens, pose)
        picture[there] = pixels[there]
    return picture


def _shown(lens: Pinhole, pose: Pose) -> Places:
    """Where a picture shows a die and what lies around it."""
    corners_px = lens.project(flat_corners_mm([pose])[0])
    shown = np.zeros(lens.size_wh[::-1], np.uint8)
    cv2.fillConvexPoly(shown, cv2.convexHull(np.round(corners_px).astype(np.int32)), 1)
    return np.asarray(cv2.dilate(shown, np.ones((2 * _AROUND_PX + 1,) * 2, np.uint8)) > 0)


FPS: Final = 10.0
_EACH_FRAMES: Final = 120
_SAMPLE_S: Final = 1.0
#: The first part of a run fills caches and the allocator's pools; what comes after should not grow.
_WARM_UP: Final = 0.25
#: Memory that comes and goes with the allocator's habits: MB, or a share, whichever is more.
_SLACK_MB: Final = 12.0
_SLACK: Final = 0.03
#: A shorter run is still warming up.
_LEAST_MINUTES: Final = 5.0
_TIMED_FRAMES: Final = 60


def has_grown(minutes: float, start_mb: float, by_mb: float) -> bool | None:
    """Whether memory grew by more than comes and goes; ``None`` where the run was too short to tell."""
    return by_mb > max(_SLACK_MB, _SLACK * start_mb) if minutes >= _LEAST_MINUTES else None


def describe_soak(run: SoakDocument) -> str:
    """Sentences with the figures and what they mean."""
    return gettext(
        "{minutes:g} minutes at {rate:.1f} frames a second: {frames} frames watched, {readings} readings.\n"
        "Watching a frame takes {median_ms:.1f} ms (p90 {p90_ms:.1f} ms), readings left out.\n"
        "Memory {start_mb:.0f} MB at the start, {end_mb:.0f} MB at the end, {growth_mb:+.1f} MB after "
        "warming up: {verdict}.",
        minutes=run.minutes,
        rate=run.frames / (60 * run.minutes),
        frames=run.frames,
        readings=run.readings,
        median_ms=run.watching.median_ms,
        p90_ms=run.watching.p90_ms,
        start_mb=run.start_mb,
        end_mb=run.end_mb,
        growth_mb=run.growth_mb,
        verdict=pgettext("cli", _VERDICTS[run.grows], minutes=_LEAST_MINUTES),
    )


_VERDICTS: Final = {
    True: N_("cli", "it grows"),
    False: N_("cli", "it does not grow"),
    None: N_("cli", "too short a run to tell whether it grows ({minutes:g} minutes at least)"),
}


def soak(minutes: float, reader: Reader, scenes: Sequence[Path], *, progress: ShowsProgress) -> SoakDocument:
    """Watch and read for so many minutes; progress is reported in seconds. Memory is compared by the medians of the
    last third of the run and of the first after warming up."""
    watching = _time_watching(reader, scenes)
    for scene in scenes:  # all that reading loads or keeps ready is there before memory is looked at
        reader.read(read_picture(scene).pixels)
    counted = _Counted()
    with TableWatcher(_evening(scenes, minutes), reader, reported=counted) as watcher:
        # Until one table has been read live.
        while not (latest := _latest(watcher)) or not latest.votes:
            time.sleep(0.1)
        samples = _sampled(minutes * 60, watcher, progress)
    grown_mb = growth_mb(samples)
    return SoakDocument(
        format=FORMAT,
        minutes=minutes,
        frames=sum(counted.states.values()),
        readings=counted.readings,
        states=dict(counted.states),
        start_mb=samples[0],
        end_mb=samples[-1],
        growth_mb=grown_mb,
        watching=watching,
        grows=has_grown(minutes, samples[0], grown_mb),
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
    count = int((minutes + 1) * 60 * FPS / _EACH_FRAMES) + 1
    shots = [FilmShot(scenes[number % len(scenes)], _EACH_FRAMES) for number in range(count)]
    return PictureSequence(shots, name="the bundled pictures", fps=FPS, grain=_GRAIN, stays=True)


def _sampled(seconds: float, watcher: TableWatcher, progress: ShowsProgress) -> list[float]:
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
    reel = PictureSequence([FilmShot(scenes[0], _TIMED_FRAMES)], name="", fps=0.0, grain=_GRAIN)
    watch, runs_ms = LiveTable(reader.camera, reader.dice), []
    while (pixels := reel.read()) is not None:
        began = time.perf_counter()
        watch.see(pixels, reel.shown * FRAME_S)
        runs_ms.append((time.perf_counter() - began) * 1000)
    return Spread.of(runs_ms)
