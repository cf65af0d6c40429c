"""``companion bench``: how long a reading takes here, stage by stage, beside a yardstick on the same picture."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from companion.cli._options import add_reading_folders, demo_calibration, demo_scenes, hard_scene
from companion.cli._timing import ARUCO, ShowsProgress, aruco_detector, as_table, time_jobs, time_runs
from companion.errors import InputError, OperationError
from companion.plain_text import escape_controls
from companion.stopwatch import Stopwatch
from companion.terminal import say, say_progress
from companion.text import N_, gettext, pgettext

if TYPE_CHECKING:
    from companion.arrays import Image
    from companion.camera import Camera
    from companion.codec.benchmarks import ReadingTimesDocument
    from companion.codec.document import Document
    from companion.vision import Reader, Reading, Stages

_EPILOG: Final = N_(
    "cli",
    """examples:
  companion bench                      two bundled pictures: an easy one, 12 dice in plain sight, and a hard one,
                                       seen at 45 degrees, with glare, strangers, and dice that lean on others
  companion bench --runs 100 --json
  companion bench --camera camera.json picture.jpg
  companion bench --rules              the rules instead: legal targets among 40 dice, 60 turns of a match replayed
  companion bench --live               the live table instead: 20 dice of which one has moved, and a frame at rest
  companion bench --soak 60            the live path for an hour at 10 frames a second: does its memory grow?

Median: half of the runs were at most this long; p90: nine in ten were. ArUco detection (OpenCV's own, default
settings) runs in turn with the readings, on the same picture and the same threads: the yardstick of how fast this
machine is today.""",
)

#: What the reader calls the stages of a reading.
_STAGES: Final = (
    N_("cli", "camera"),
    N_("cli", "find"),
    N_("cli", "place"),
    N_("cli", "name"),
    N_("cli", "judge"),
    N_("cli", "explain"),
)
_ALL: Final = N_("cli", "in all")


_Figures = TypeVar("_Figures", bound="Document")


#: Reads one picture, its stages timed.
_Reads = Callable[["Stages"], "Reading"]


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "bench",
        help=gettext("measure how long a reading takes here"),
        description=gettext("Time the reading of one picture, stage by stage, beside a yardstick on the same picture."),
        epilog=pgettext("cli", _EPILOG),
    )
    add = parser.add_argument
    add("image", nargs="?", type=Path, metavar="IMG", help=gettext("picture to read (default: two bundled ones)"))
    add("--camera", type=Path, metavar="CAMERA", help=gettext("the camera.json that goes with IMG"))
    add_reading_folders(parser)
    add("--runs", type=int, default=30, metavar="N", help=gettext("how often to read it (default: 30)"))
    add("--rules", action="store_true", help=gettext("time the rules engine instead of a reading"))
    add("--live", action="store_true", help=gettext("time a table of 20 dice that is watched"))
    add(
        "--soak",
        type=float,
        metavar="MINUTES",
        help=gettext("watch the bundled pictures live for so long; does memory grow?"),
    )
    add("--json", action="store_true", help=gettext("print the figures as one line of JSON"))


def run(options: argparse.Namespace) -> int:
    """Time the readings and print the figures."""
    if options.runs < 1:
        raise InputError(gettext("--runs must be at least 1, not {runs}.", runs=options.runs))
    if (options.image is None) != (options.camera is None):
        raise InputError(gettext("bench: IMG and --camera go together; leave both out to time the bundled pictures."))
    if options.image is not None and (options.rules or options.live or options.soak is not None):
        raise InputError(gettext("bench: --rules, --live and --soak read no picture of yours; leave IMG out."))
    if options.rules:
        from companion.cli._bench_rules import describe_rules_times, measure_rules

        _print(options, measure_rules(options.runs), describe_rules_times)
    elif options.live:
        from companion.cli._bench_live import describe_live_times, measure_live

        times = measure_live(_bundled_reader(options), demo_scenes(), runs=options.runs, progress=_show_progress)
        _print(options, times, describe_live_times)
    elif options.soak is not None:
        _soak(options)
    else:
        for name, pixels, read in _subjects(options):
            _print(options, measure(name, pixels, read, runs=options.runs, progress=_show_progress), describe_times)
            if not options.json:
                say("")
    return 0


def _print(options: argparse.Namespace, figures: _Figures, describe: Callable[[_Figures], str]) -> None:
    say(*([figures.model_dump_json(by_alias=True)] if options.json else describe(figures).split("\n")))


def _bundled_reader(options: argparse.Namespace) -> Reader:
    from companion.codec.reader import open_reader

    return open_reader(demo_calibration().camera, options.dice, options.gallery)


def _soak(options: argparse.Namespace) -> None:
    from companion.cli._bench_live import describe_soak, soak

    if not options.soak > 0:
        raise InputError(gettext("bench: --soak needs more than 0 minutes."))
    report = soak(options.soak, _bundled_reader(options), demo_scenes(), progress=_show_seconds)
    _print(options, report, describe_soak)
    if report.grows:
        problem = gettext(
            "bench: memory grew by {growth_mb:.0f} MB in {soak:g} minutes; please report it.",
            growth_mb=report.growth_mb,
            soak=options.soak,
        )
        raise OperationError(problem)


def measure(
    image: str, pixels: Image, read: _Reads, *, runs: int, progress: ShowsProgress | None = None
) -> ReadingTimesDocument:
    """Read a picture so many times, with the yardstick on it in turn. read: takes what times its stages."""
    from companion.codec.benchmarks import ReadingTimesDocument, YardstickRatiosDocument
    from companion.codec.fields import FORMAT

    def one_run() -> Mapping[str, float]:
        """Stage -> ms of one reading, of all of it, and of one run of the yardstick."""
        stages = Stopwatch()
        whole = time_jobs({_ALL: partial(read, stages.stage), ARUCO: lambda: aruco_detector().detectMarkers(pixels)})
        return {**stages.ms, **whole}

    rows = time_runs(one_run, runs, progress)
    whole, aruco = rows.pop(_ALL), rows.pop(ARUCO)
    return ReadingTimesDocument(
        format=FORMAT,
        image=image,
        size_px=(pixels.shape[1], pixels.shape[0]),
        dice=len(read(nullcontext).dice),
        runs=runs,
        stages=rows,
        all=whole,
        aruco=aruco,
        ratios=YardstickRatiosDocument(aruco=round(whole.median_ms / aruco.median_ms, 3)),
    )


def describe_times(times: ReadingTimesDocument) -> str:
    """A sentence on what was timed, and a table."""
    wide, tall = times.size_px
    about = gettext(
        "{image}: {wide} x {tall} px; dice read: {dice}, runs: {runs}",
        image=escape_controls(times.image),
        wide=wide,
        tall=tall,
        dice=times.dice,
        runs=times.runs,
    )
    means = gettext("One reading takes as long as {arucos:.1f} ArUco detections.", arucos=times.ratios.aruco)
    return f"{about}\n\n{as_table({**times.stages, _ALL: times.all, ARUCO: times.aruco})}\n\n{means}"


def _subjects(options: argparse.Namespace) -> Iterator[tuple[str, Image, _Reads]]:
    """Names and pixels of the pictures to read, each with what reads it."""
    from companion.camera import read_picture, read_sensor_picture
    from companion.codec.reader import open_any_reader, open_reader
    from companion.vision import HandheldReader

    if options.image is not None:
        named = open_any_reader(options.camera, options.dice, options.gallery)
        if isinstance(named, HandheldReader):
            taken = read_sensor_picture(options.image)
            yield taken.name, taken.pixels, lambda stages: named.read_located(taken, stages=stages)[0]
        else:
            picture = read_picture(options.image)
            yield picture.name, picture.pixels, _reading(named, picture.pixels)
        return
    easy: tuple[Path, Camera | Path] = demo_scenes()[0], demo_calibration().camera
    for path, camera in (easy, hard_scene()):
        reader = open_reader(camera, options.dice, options.gallery)
        pixels = read_picture(path).pixels
        yield "/".join(path.parts[-2:]), pixels, _reading(reader, pixels)


def _reading(reader: Reader, pixels: Image) -> _Reads:
    return lambda stages: reader.read(pixels, stages=stages)


def _show_progress(done: int, of: int) -> None:
    say_progress(gettext("{done} of {of}", done=done, of=of), ends=done == of)


def _show_seconds(done: int, of: int) -> None:
    say_progress(gettext("{done} of {of} s", done=done, of=of), ends=done == of)
