"""``companion bench``: how long a reading takes here, stage by stage, beside two yardsticks on the same picture."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from companion.cli._aruco import aruco_detector
from companion.cli._reading_files import add_reading_folders
from companion.cli._timing import as_table, spreads
from companion.errors import InputError, OperationError
from companion.plain_text import escape_controls
from companion.stopwatch import Spread
from companion.terminal import say, say_progress
from companion.text import N_, gettext, pgettext

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from companion.camera import Camera, SensorPicture
    from companion.vision import HandheldReader, Reading, Stages

    Pixels = NDArray[np.uint8]

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

_WARM_UP: Final = 3
#: What the reader calls the stages of a reading.
_STAGES: Final = (
    N_("cli", "camera"),
    N_("cli", "find"),
    N_("cli", "place"),
    N_("cli", "name"),
    N_("cli", "judge"),
    N_("cli", "explain"),
)
_ALL, _ARUCO = N_("cli", "in all"), N_("cli", "ArUco detection")


class _Reads(Protocol):
    """What is timed: ``companion.vision.Reader``, or one picture from the hand."""

    def read(self, picture: Pixels, image: str = "", *, stages: Stages = nullcontext) -> Reading: ...


@dataclass(frozen=True, slots=True)
class _FromHand:
    """Reads one picture by a camera in the hand."""

    reader: HandheldReader
    picture: SensorPicture

    def read(self, picture: Pixels, image: str = "", *, stages: Stages = nullcontext) -> Reading:
        return self.reader.read_located(self.picture, stages=stages)[0]


@dataclass(frozen=True, slots=True)
class Report:
    """What was timed, and how long it took; ``rows``: the stages, the whole reading, and the yardstick."""

    image: str
    size_px: tuple[int, int]
    dice: int
    runs: int
    rows: Mapping[str, Spread]

    def for_people(self) -> str:
        """A sentence on what was timed, and a table."""
        wide, tall = self.size_px
        reported = gettext(
            "{image}: {wide} x {tall} px; dice read: {dice}, runs: {runs}",
            image=escape_controls(self.image),
            wide=wide,
            tall=tall,
            dice=self.dice,
            runs=self.runs,
        )
        means = gettext("One reading takes as long as {arucos:.1f} ArUco detections.", arucos=self.arucos)
        return f"{reported}\n\n{as_table(self.rows)}\n\n{means}"

    @property
    def arucos(self) -> float:
        """How many ArUco detections one reading is worth, by the medians."""
        return self.rows[_ALL].median_ms / self.rows[_ARUCO].median_ms

    def as_json(self) -> str:
        """The same for programs."""
        from companion.codec.benchmarks import ReadingTimesDocument, YardstickRatiosDocument
        from companion.codec.document import encode_json
        from companion.codec.fields import FORMAT

        rows = dict(self.rows)
        whole, aruco = rows.pop(_ALL), rows.pop(_ARUCO)
        return encode_json(
            ReadingTimesDocument(
                format=FORMAT,
                image=self.image,
                size_px=self.size_px,
                dice=self.dice,
                runs=self.runs,
                stages=rows,
                all=whole,
                aruco=aruco,
                ratios=YardstickRatiosDocument(aruco=round(self.arucos, 3)),
            )
        )


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "bench",
        help=gettext("measure how long a reading takes here"),
        description=gettext(
            "Time the reading of one picture, stage by stage, beside two yardsticks on the same picture."
        ),
        epilog=pgettext("cli", _EPILOG),
    )
    parser.add_argument(
        "image", nargs="?", type=Path, metavar="IMG", help=gettext("picture to read (default: two bundled ones)")
    )
    parser.add_argument("--camera", type=Path, metavar="CAMERA", help=gettext("the camera.json that goes with IMG"))
    add_reading_folders(parser)
    parser.add_argument("--runs", type=int, default=30, metavar="N", help=gettext("how often to read it (default: 30)"))
    parser.add_argument("--rules", action="store_true", help=gettext("time the rules engine instead of a reading"))
    parser.add_argument("--live", action="store_true", help=gettext("time a table of 20 dice that is watched"))
    parser.add_argument(
        "--soak",
        type=float,
        metavar="MINUTES",
        help=gettext("watch the bundled pictures live for so long; does memory grow?"),
    )
    parser.add_argument("--json", action="store_true", help=gettext("print the figures as one line of JSON"))


def run(options: argparse.Namespace) -> int:
    """Time the readings and print the figures."""
    if options.runs < 1:
        raise InputError(gettext("--runs must be at least 1, not {runs}.", runs=options.runs))
    if (options.image is None) != (options.camera is None):
        raise InputError(gettext("bench: IMG and --camera go together; leave both out to time the bundled pictures."))
    if options.rules:
        return _time_rules(options)
    if options.live:
        return _time_live(options)
    if options.soak is not None:
        return _soak(options)
    for name, pixels, reader in _subjects(options):
        report = measure(name, pixels, reader, runs=options.runs, progress=_show_progress)
        say(*([report.as_json()] if options.json else [*report.for_people().split("\n"), ""]))
    return 0


def _time_rules(options: argparse.Namespace) -> int:
    from companion.cli._bench_rules import measure_rules

    if options.image is not None:
        raise InputError(gettext("bench: --rules reads no picture; leave IMG out."))
    report = measure_rules(options.runs)
    say(*([report.as_json()] if options.json else report.for_people().split("\n")))
    return 0


def _time_live(options: argparse.Namespace) -> int:
    from companion.cli._bench_live import measure_live
    from companion.cli._demo_table import demo_calibration, demo_scenes
    from companion.codec.reader import open_reader

    if options.image is not None:
        raise InputError(gettext("bench: --live watches the bundled pictures; leave IMG out."))
    reader = open_reader(demo_calibration().camera, options.dice, options.gallery)
    report = measure_live(reader, demo_scenes(), runs=options.runs, progress=_show_progress)
    say(*([report.as_json()] if options.json else report.for_people().split("\n")))
    return 0


def _soak(options: argparse.Namespace) -> int:
    from companion.cli import _bench_soak
    from companion.cli._demo_table import demo_calibration, demo_scenes
    from companion.codec.reader import open_reader

    if options.image is not None or not options.soak > 0:
        raise InputError(
            gettext("bench: --soak needs more than 0 minutes, and no IMG: it watches the bundled pictures.")
        )
    reader = open_reader(demo_calibration().camera, options.dice, options.gallery)
    report = _bench_soak.soak(options.soak, reader, demo_scenes(), progress=_bench_soak.show_seconds)
    say(*([report.as_json()] if options.json else report.for_people().split("\n")))
    if report.grows:
        raise OperationError(
            gettext(
                "bench: memory grew by {growth_mb:.0f} MB in {soak:g} minutes; please report it.",
                growth_mb=report.growth_mb,
                soak=options.soak,
            )
        )
    return 0


def measure(
    image: str, pixels: Pixels, reader: _Reads, *, runs: int, progress: Callable[[int, int], None] | None = None
) -> Report:
    """Read a picture so many times, with both yardsticks on it in turn; the first few runs do not count."""
    reported = []
    for turn in range(_WARM_UP + runs):
        reported.append(_one_run(pixels, reader))
        if progress:
            progress(turn + 1, _WARM_UP + runs)
    dice = len(reader.read(pixels, image).dice)
    return Report(image, (pixels.shape[1], pixels.shape[0]), dice, runs, spreads(reported[_WARM_UP:]))


def _one_run(pixels: Pixels, reader: _Reads) -> dict[str, float]:
    """Stage -> ms of one reading, of all of it, and of one run of each yardstick."""
    from companion.stopwatch import Stopwatch

    stages, whole = Stopwatch(), Stopwatch()
    with whole.stage(_ALL):
        reader.read(pixels, stages=stages.stage)
    with whole.stage(_ARUCO):
        aruco_detector().detectMarkers(pixels)
    return {**stages.ms, **whole.ms}


def _subjects(options: argparse.Namespace) -> Iterator[tuple[str, Pixels, _Reads]]:
    """Names and pixels of the pictures to read, each with the reader for it."""
    from companion.camera import read_picture, read_sensor_picture
    from companion.cli._demo_table import demo_calibration, demo_scenes, hard_scene
    from companion.codec.reader import open_any_reader, open_reader
    from companion.vision import HandheldReader

    if options.image is not None:
        named = open_any_reader(options.camera, options.dice, options.gallery)
        if isinstance(named, HandheldReader):
            taken = read_sensor_picture(options.image)
            yield taken.name, taken.pixels, _FromHand(named, taken)
        else:
            picture = read_picture(options.image)
            yield picture.name, picture.pixels, named
        return
    easy: tuple[Path, Camera | Path] = demo_scenes()[0], demo_calibration().camera
    for path, camera in (easy, hard_scene()):
        reader = open_reader(camera, options.dice, options.gallery)
        yield "/".join(path.parts[-2:]), read_picture(path).pixels, reader


def _show_progress(done: int, of: int) -> None:
    say_progress(gettext("{done} of {of}", done=done, of=of), ends=done == of)
