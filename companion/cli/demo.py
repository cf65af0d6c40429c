"""``companion demo``: the whole way on the bundled table, from pictures to a ruling; no camera, no files needed."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from companion.terminal import say
from companion.text import N_, gettext, ngettext, pgettext

if TYPE_CHECKING:
    from companion.camera import Camera, Picture
    from companion.session import Inspection
    from companion.vision import Reader, Reading

_EPILOG = N_(
    "cli",
    """examples:
  companion demo
  companion demo -o overlay.png --no-window

Calibrates from the bundled picture of the empty table, reads a picture of dice, rules on one weapon, paints the
overlay into a file and opens the window if there is a screen.""",
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "demo",
        help=gettext("show everything on the bundled table; needs no camera and no files"),
        description=gettext("Calibrate, read, rule and paint on bundled pictures, then open the window."),
        epilog=pgettext("cli", _EPILOG),
    )
    parser.add_argument("-o", "--output", type=Path, metavar="PICTURE", help=gettext("where to paint the overlay"))
    parser.add_argument("--no-window", action="store_true", help=gettext("do not open the window"))


def run(options: argparse.Namespace) -> int:
    """Every step of the way, reported as it is done."""
    from companion.camera import read_picture
    from companion.cli._reading_files import demo_scenes
    from companion.resources import data_folder
    from companion.ui import for_windows, why_no_screen, write_overlay

    no_window = gettext("No window was requested.") if options.no_window else why_no_screen()
    if no_window is None:
        for_windows()  # before anything is painted: Qt has one application only, and painting makes a lesser one
    scenes = demo_scenes()
    camera = _calibrated()
    reader = _reader(camera)
    picture = read_picture(scenes[0])
    looked = _ruled(reader, picture)
    output = options.output or data_folder() / "demo.png"
    write_overlay(output, picture, camera, looked.layout, looked.sighting)
    say(f"Painted: {output}")
    if no_window is not None:
        say(gettext("{no_window} The picture shows what the window would.", no_window=no_window))
        return 0
    return _shown(reader, scenes)


def _calibrated() -> Camera:
    from companion.cli._reading_files import demo_calibration

    calibration = demo_calibration()
    say(calibration.camera.quality.sentence())
    return calibration.camera


def _reader(camera: Camera) -> Reader:
    """For the bundled dice and gallery, whatever the user has enrolled besides."""
    from companion.codec.reader import open_reader
    from companion.resources import Bundled, bundled

    dice = bundled(Bundled.DICE_FACES)
    return open_reader(camera, dice, dice / "gallery")


def _ruled(reader: Reader, picture: Picture) -> Inspection:
    """Read the picture and rule on the weapon that shows the most."""
    began = time.perf_counter()
    reading = reader.read(picture.pixels, picture.name)
    message = ngettext(
        "{count} die read in {picture}, in {seconds:.2f} s.",
        "{count} dice read in {picture}, in {seconds:.2f} s.",
        len(reading.dice),
        picture=picture.name,
        seconds=time.perf_counter() - began,
    )
    say(message)
    looked = _inspected(reading, reader)
    say(f"{looked.sentence} ({', '.join(looked.ruling.rules)})" if looked.ruling else looked.sentence)
    return looked


def _inspected(reading: Reading, reader: Reader) -> Inspection:
    from companion.session import Inspection, camera_table_outline, layout_of, most_telling_weapon

    layout = layout_of(reading, camera_table_outline(reader.camera), reader.dice)
    return most_telling_weapon(Inspection(layout, reader.dice))


def _shown(reader: Reader, scenes: list[Path]) -> int:
    from companion.session import most_telling_weapon
    from companion.ui import Window, for_windows

    application = for_windows()
    window = Window(reader, reader.dice, scenes, begin=most_telling_weapon)
    window.present()
    return application.exec()
