"""``companion read``: the dice in pictures of the table (docs/formats, Layout)."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli._options import add_reading_folders, reading_files
from companion.errors import InputError, OperationError
from companion.terminal import say, warn
from companion.text import N_, gettext, ngettext, percent, pgettext

if TYPE_CHECKING:
    from companion.camera import Camera, Picture
    from companion.catalogue import Die
    from companion.vision import DieReading, HandheldReader, Reader, Reading

_EPILOG = N_(
    "cli",
    """examples:
  companion read scene.jpg                                  by the camera measured last, with the dice saved for it
  companion read --camera camera.json scene.jpg
  companion read --camera camera.json --dice my-dice --gallery my-gallery --json scene-*.jpg
  companion read --camera camera.json --overlay painted scene.jpg
  companion read --camera phone.json --together a.jpg b.jpg c.jpg

Places are millimetres on the table (from its near-left corner, x right, y away), headings degrees counter-clockwise
from +x, towards corner 0 of the top face. ± is one standard deviation. A die whose side cannot be read is listed as
unknown. --json prints one line for each picture, in the order given.

With a camera in the hand (calibrate --handheld) every picture has its own place, found from at least two markers. With
--together all pictures show one layout: one list, each die from all of them, and what was moved in between.

Without --camera the camera measured last is taken, with the dice and the gallery that were enrolled for it. With
--camera only what is named counts. A picture of another size but the same shape is scaled to the camera's.

A picture that is turned, mirrored, too dark or too blurred, or whose camera has moved, is refused: no dice are
reported, "why" gives the reason, and the exit status is 1. Anything else worth knowing is in "remarks".""",
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "read",
        help=gettext("list the dice in a picture and where they lie"),
        description=gettext("Read pictures of the table: every die, its side, position and heading."),
        epilog=pgettext("cli", _EPILOG),
    )
    add = parser.add_argument
    add("images", nargs="+", type=Path, metavar="IMG", help=gettext("a picture taken by the calibrated camera"))
    add(
        "--camera",
        type=Path,
        metavar="CAMERA",
        help=gettext("camera.json made by calibrate (default: the one measured last)"),
    )
    add(
        "--together",
        action="store_true",
        help=gettext("all pictures show one layout, from several places (with a camera in the hand)"),
    )
    add_reading_folders(parser)
    add("--json", action="store_true", help=gettext("one JSON line per picture"))
    add(
        "--overlay",
        type=Path,
        metavar="OUT_DIR",
        help=gettext("also paint what was read over each picture, into this folder"),
    )


def run(options: argparse.Namespace) -> int:
    """Read every picture; none is left out because another is bad, but the exit status tells."""
    from companion.camera import read_picture, read_sensor_picture
    from companion.codec.layout import encode_refusal
    from companion.codec.reader import open_any_reader
    from companion.vision import HandheldReader

    files = reading_files(options.camera, options.dice, options.gallery)
    reader, worst = open_any_reader(files.camera, files.dice, files.gallery), 0
    if options.together:
        return _run_together(options, reader)
    dice = unknown = 0
    for path in options.images:
        try:
            if isinstance(reader, HandheldReader):
                reading, located = reader.read_located(read_sensor_picture(path))
                picture, camera = located.upright
            else:
                picture, camera = read_picture(path), reader.camera
                reading = reader.read(picture.pixels, path.name)
        except OperationError as error:
            if options.json:  # so that every picture has a line
                say(encode_refusal(path.name, error))
            warn(*(f"companion read: {sentence}" for sentence in error.listed))
            worst = max(worst, error.exit_status)
            continue
        _report(reading, reader.dice, as_line=options.json)
        dice += len(reading.dice)
        unknown += sum(die.name is None for die in reading.dice)
        if options.overlay:
            _paint(options.overlay, picture, reading, camera, reader.dice)
    _warn_unknown(unknown, dice)
    return worst


def _run_together(options: argparse.Namespace, reader: Reader | HandheldReader) -> int:
    """Read all pictures as one layout; nothing is reported of it where one of them cannot be read."""
    from companion.camera import read_sensor_picture
    from companion.codec.layout import encode_multi_view
    from companion.vision import HandheldReader, read_together

    if not isinstance(reader, HandheldReader):
        problem = gettext(
            "read: --together goes with a camera in the hand (`companion calibrate --handheld`); one on a stand "
            "sees the table from one place."
        )
        raise InputError(problem)
    pictures = [read_sensor_picture(path) for path in options.images]
    reading = read_together(reader, pictures)
    named = ", ".join(reading.images)
    whole = replace(reading.reading, image=named)
    say(*([encode_multi_view(reading)] if options.json else _in_words(whole, reader.dice)))
    for remark in reading.remarks:
        warn(remark.text)
    for one in reading.moved:
        message = gettext(
            "{die} side {side} was moved by {by_mm:.0f} mm between {first} and {second}.",
            die=reader.dice[one.name.die].label,
            side=one.name.face,
            by_mm=one.by_mm,
            first=one.between[0],
            second=one.between[1],
        )
        warn(message)
    if options.overlay:
        for picture, located in zip(pictures, reading.located, strict=True):
            upright, camera = located.upright
            _paint(options.overlay, upright, replace(whole, image=picture.name), camera, reader.dice)
    _warn_unknown(sum(die.name is None for die in reading.dice), len(reading.dice))
    return 0


def _warn_unknown(unknown: int, dice: int) -> None:
    """What is reported at the end of dice whose side nobody can read."""
    about = ngettext(
        "companion read: {count} of {dice} dice is unknown. If it is your own, show it to the camera once (`companion "
        "enrol --live`), or name the folders of its values and faces with --dice and --gallery; else lay it flat, out "
        "of the glare.",
        "companion read: {count} of {dice} dice are unknown. If they are your own, show them to the camera once "
        "(`companion enrol --live`), or name the folders of their values and faces with --dice and --gallery; else lay "
        "them flat, out of the glare.",
        unknown,
        dice=dice,
    )
    if unknown:
        warn(about)


def _report(reading: Reading, dice: Mapping[str, Die], *, as_line: bool) -> None:
    from companion.codec.layout import encode_layout

    say(*([encode_layout(reading)] if as_line else _in_words(reading, dice)))
    for remark in reading.remarks:
        warn(f"{reading.image}: {remark.text}")


def _in_words(reading: Reading, dice: Mapping[str, Die]) -> list[str]:
    count = ngettext("{count} die", "{count} dice", len(reading.dice))
    return [f"{reading.image}: {count}", *(f"  {_die_in_words(die, dice)}" for die in reading.dice)]


def _die_in_words(die: DieReading, dice: Mapping[str, Die]) -> str:
    name = die.name
    label = dice[name.die].label if name and name.die in dice else name.die if name else ""
    who = gettext("{die} side {side}", die=label, side=name.face) if name else gettext("unknown side")
    sure = gettext(", {confidence} sure", confidence=percent(die.confidence)) if name else ""
    x, y = die.pose.centre_mm
    return gettext(
        "{who:<32} at {x:7.1f}, {y:7.1f} mm ±{sigma_mm:.1f}, heading {deg:6.1f}° ±{sigma_deg:.1f}, {state}{sure}",
        who=who,
        x=x,
        y=y,
        sigma_mm=die.sigma_mm,
        deg=die.pose.heading_deg,
        sigma_deg=die.sigma_deg,
        state=pgettext("vision", die.state),
        sure=sure,
    )


def _paint(folder: Path, picture: Picture, reading: Reading, camera: Camera, dice: Mapping[str, Die]) -> None:
    """Into ``OUT_DIR/<name>-overlay.png``."""
    from companion.session import camera_table_outline, layout_of
    from companion.ui import write_overlay

    layout = layout_of(reading, camera_table_outline(camera), dice)
    write_overlay(folder / f"{Path(picture.name).stem}-overlay.png", picture, camera, layout)
