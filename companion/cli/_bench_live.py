"""``companion bench --live``: what the live table costs a frame: nothing stirs, nothing has changed, one die has moved.

The table is put together from the bundled pictures, which show one table: each die with the pixels around it, laid into
the picture of the empty one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from companion.cli._timing import ARUCO, aruco_detector, as_table, time_jobs, time_runs
from companion.codec.benchmarks import LiveRatiosDocument, LiveTimesDocument
from companion.codec.fields import FORMAT
from companion.text import N_, gettext

if TYPE_CHECKING:
    from companion.arrays import Image, Places
    from companion.camera import Camera, Pinhole
    from companion.geometry import Pose
    from companion.vision import Reader

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
    reader: Reader, scenes: Sequence[Path], *, runs: int, progress: Callable[[int, int], None] | None = None
) -> LiveTimesDocument:
    """Watch and read a table of the dice in these pictures, all by the reader's camera."""
    from companion.vision import TableMemory

    placed = _separate_dice(reader, scenes)
    dice = min(_DICE, len(placed) - 1)
    before, after = _table(reader.camera, placed[:dice]), _table(reader.camera, placed[1 : dice + 1])
    rng = np.random.default_rng(1)
    remembered, same, moved = (_grained(picture, rng) for picture in (before, before, after))
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
    from companion.session.live import FRAME_S, LiveTable

    watch, shown = LiveTable(reader.camera, reader.dice), 0
    while True:
        watch.see(frames[shown % len(frames)], shown * FRAME_S)
        shown += 1
        yield


def _separate_dice(reader: Reader, scenes: Sequence[Path]) -> list[tuple[Pose, Image]]:
    """Dice of these pictures, each with its picture, that can lie on one table together."""
    from companion.camera import read_picture
    from companion.vision import DieState

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
    from companion.geometry import flat_corners_mm
    from companion.opencv import cv2

    corners_px = lens.project(flat_corners_mm([pose])[0])
    shown = np.zeros(lens.size_wh[::-1], np.uint8)
    cv2.fillConvexPoly(shown, cv2.convexHull(np.round(corners_px).astype(np.int32)), 1)
    return np.asarray(cv2.dilate(shown, np.ones((2 * _AROUND_PX + 1,) * 2, np.uint8)) > 0)


def _grained(picture: Image, rng: np.random.Generator) -> Image:
    return np.clip(picture + rng.normal(0, _GRAIN, picture.shape), 0, 255).astype(np.uint8)
