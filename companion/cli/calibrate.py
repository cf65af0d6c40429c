"""``companion calibrate``: where the camera stands over the table, into ``camera.json`` (docs/formats, Camera)."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import InputError, OperationError
from companion.resources import Bundled, bundled
from companion.terminal import say, warn
from companion.text import N_, gettext, pgettext

if TYPE_CHECKING:
    from companion.camera import Calibration, Charuco, Picture

_EPILOG = N_(
    "cli",
    """examples:
  companion calibrate --mat mat.json --lens lens-*.jpg table.jpg -o camera.json
  companion calibrate --mat mat.json table.jpg -o camera.json
  companion calibrate --clicks "178,1024 1790,998 1720,41 206,81" --size 1000x620 table.jpg -o camera.json
  companion calibrate --handheld --mat mat.json IMG_1.jpg IMG_2.jpg IMG_3.jpg -o phone.json

Pictures of the table and of the lens board are recognised by what they show. Let the last one of the table show it
with nothing on it but the markers: it is saved, and dice are looked for where a picture differs from it.
Clicks are the table's corners near-left, near-right, far-right, far-left; any other order is corrected from the picture
(near = lowest in it).
With clicks, too, pictures of the lens board (--lens) make the rim as exact as the middle; the table's picture is the
last one then. They are of the board as it is printed here, or of that of --mat.
Verdicts: good = up to 0.5 mm on the table and the focal length known to 1 %, usable = up to 2 mm and 5 %, else poor.
What a poor camera reads is as unsure as it is, and says so; it becomes the usual camera only with --make-usual.
With --handheld the camera is a phone in the hand: three or more pictures of the mat from different places, dice on it
or not, as the phone stored them and without zoom. The lens is saved, and no place: every picture that is read later
has its own, by at least two markers.
If fewer than three markers are visible nothing is written, an earlier camera.json stays in force, and the exit status
is 1.""",
)

_CLICKS = 4


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "calibrate",
        help=gettext("measure where the camera stands over the table"),
        description=gettext("Measure the lens and the camera's position from pictures of the table, and save them."),
        epilog=pgettext("cli", _EPILOG),
    )
    add = parser.add_argument
    add("table", nargs="*", type=Path, metavar="TABLE_IMG", help=gettext("picture of the table"))
    add("--mat", type=Path, metavar="MAT", help=gettext("mat.json: the markers on the table"))
    add("--lens", nargs="+", type=Path, default=[], metavar="IMG", help=gettext("pictures of the lens board"))
    add("--clicks", metavar='"x,y x,y x,y x,y"', help=gettext("the table's corners in the picture, px"))
    add("--size", metavar="1000x620", help=gettext("width x depth of the table, mm (with --clicks)"))
    add("--as-clicked", action="store_true", help=gettext("take the order of the clicks as given"))
    add(
        "--handheld",
        action="store_true",
        help=gettext("a phone in the hand: three or more pictures of the mat from different places"),
    )
    add("--make-usual", action="store_true", help=gettext("make it the usual camera, however poor its calibration is"))
    add("-o", "--output", type=Path, required=True, metavar="CAMERA", help=gettext("the camera.json to write"))


def run(options: argparse.Namespace) -> int:
    """Calibrate, write the camera file and say how good it is."""
    if options.mat is None and options.clicks is None:
        raise InputError(gettext("calibrate: give --mat, or --clicks with --size."))
    if options.mat is not None and options.clicks is not None and not options.lens:
        raise InputError(gettext("calibrate: give --mat, or --clicks with --size."))
    if options.handheld:
        return _run_handheld(options)
    from companion.camera import poor_calibration_notice
    from companion.codec.camera import write_camera
    from companion.codec.saved_cameras import save_camera_file

    calibration = _by_clicks(options) if options.clicks else _by_mat(options)
    camera, notice = calibration.camera, poor_calibration_notice(calibration.camera)
    write_camera(camera, options.output)
    save_camera_file(options.output, usual=options.make_usual or not notice)
    for remark in calibration.remarks:
        warn(remark)
    if notice:
        warn(notice)
    say(gettext("{quality} Written to {file}.", quality=camera.quality.sentence(), file=options.output))
    if notice and not options.make_usual:
        warn(gettext("It is not made the usual camera: name it with --camera, or calibrate with --make-usual."))
    return 0


def _run_handheld(options: argparse.Namespace) -> int:
    """Measure the lens of a phone in the hand, write its file and say how good it is."""
    from companion.camera import CalibrationVerdict, calibrate_handheld, read_sensor_picture
    from companion.codec.camera import write_handheld_camera
    from companion.codec.mat import read_mat
    from companion.codec.saved_cameras import save_camera_file

    if options.mat is None or options.lens or options.size or options.as_clicked or options.make_usual:
        raise InputError(
            gettext("calibrate: --handheld goes with --mat and pictures of it, and with -o; not with other options.")
        )
    mat = read_mat(options.mat)
    calibration = calibrate_handheld(mat, [read_sensor_picture(path) for path in options.table])
    camera = calibration.camera
    write_handheld_camera(camera, options.output)
    save_camera_file(options.output, usual=False)
    warn(*calibration.remarks)
    say(gettext("{quality} Written to {file}.", quality=camera.quality.sentence(), file=options.output))
    if calibration.advice:
        better = camera.quality.verdict is CalibrationVerdict.GOOD
        warn(gettext("It would be better still: {advice}", advice=calibration.advice) if better else calibration.advice)
    return 0


def _by_mat(options: argparse.Namespace) -> Calibration:
    from companion.camera import calibrate, find_fitting_mat, read_picture
    from companion.codec.mat import bundled_mats, read_mat

    mat = read_mat(options.mat)
    lens, tables = [read_picture(path) for path in options.lens], [read_picture(path) for path in options.table]
    if not lens and not tables:
        raise InputError(gettext("calibrate: name a picture of the table."))
    if lens and mat.charuco is None:
        raise InputError(gettext("{mat}: --lens needs the board's measures under the key charuco.", mat=options.mat))
    try:
        calibration = calibrate(mat, lens, tables)
    except OperationError as error:
        raise type(error)(f"{error}{_fallback(options.output, tables or lens)}") from None
    # Refuse a mat that is not the one on the table; which one it is, the distances between the markers show.
    measured = calibration.camera.lens if calibration.camera.quality.lens_pictures else None
    fitting = find_fitting_mat(tables[-1], mat, bundled_mats(), measured) if tables else ""
    if fitting:
        problem = gettext(
            "{file} is not the mat on this table: the distances between its markers do not fit, those of {fitting} do. "
            "Calibrate with --mat {place}, or have the one of your table made by `companion print markers`.",
            file=options.mat,
            fitting=fitting,
            place=bundled(Bundled.CALIBRATION, fitting),
        )
        raise InputError(problem)
    return calibration


def _fallback(stored: Path, pictures: list[Picture]) -> str:
    """What the camera saved from before is worth now, where there is one."""
    from companion.camera import accuracy_in_words, detect_camera_motion
    from companion.codec.camera import read_camera

    if not stored.is_file():
        return ""
    try:
        camera = read_camera(stored)
    except OperationError:
        return ""
    standing = (
        detect_camera_motion(camera, pictures[-1].pixels) if pictures[-1].size_wh == camera.lens.size_wh else None
    )
    if standing is None or standing.moved_mm is None:
        return gettext(
            " The camera saved in {stored} stays in force; whether it has moved since cannot be determined.",
            stored=stored,
        )
    return gettext(
        " The camera saved in {stored} stays in force; it has moved {moved} on the table since.",
        stored=stored,
        moved=accuracy_in_words(standing.moved_mm),
    )


def _by_clicks(options: argparse.Namespace) -> Calibration:
    import numpy as np

    from companion.camera import calibrate_by_clicks, read_picture

    pairs = _pairs(options.clicks)
    size_mm = _size(options.size)
    *lens, table = [*options.lens, *options.table] or [None]  # --lens takes all that follows it
    if table is None or len(options.table) > 1:
        raise InputError(gettext("calibrate: --clicks goes with exactly one picture of the table."))
    picture = read_picture(table)
    return calibrate_by_clicks(
        picture,
        np.array(pairs),
        size_mm,
        as_clicked=options.as_clicked,
        lens_pictures=[read_picture(path) for path in lens],
        charuco=_board(options.mat) if lens else None,
    )


def _board(mat: Path | None) -> Charuco:
    """The lens board of a mat; without one that which is printed with the program's own."""
    from companion.codec.mat import bundled_mats, read_mat

    named = read_mat(mat) if mat else next(iter(bundled_mats().values()))
    if named.charuco is None:
        raise InputError(gettext("{mat}: --lens needs the board's measures under the key charuco.", mat=mat))
    return named.charuco


def _pairs(words: str) -> list[tuple[float, float]]:
    number = r"[+-]?\d+(?:\.\d*)?"
    pairs = [re.fullmatch(rf"({number}),({number})", word) for word in words.split()]
    if len(pairs) != _CLICKS or not all(pairs):
        problem = gettext(
            '--clicks: four corners as "178,1024 1790,998 1720,41 206,81" are needed, not "{words}".', words=words
        )
        raise InputError(problem)
    return [(float(pair[1]), float(pair[2])) for pair in pairs if pair]


def _size(words: str | None) -> tuple[float, float]:
    sides = re.fullmatch(r"(\d+(?:\.\d*)?)x(\d+(?:\.\d*)?)", words or "")
    if not sides or min(float(sides[1]), float(sides[2])) <= 0:
        problem = gettext(
            "--size: width x depth of the table in mm is needed, such as 1000x620, not {value}.",
            value=words or gettext("nothing"),
        )
        raise InputError(problem)
    return float(sides[1]), float(sides[2])
