"""``companion demo``: the whole way on the bundled table, from pictures to a ruling; no camera, no files needed."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from companion.resources import Bundled, bundled, data_folder
from companion.terminal import say
from companion.text import N_, gettext, ngettext, pgettext

if TYPE_CHECKING:
    from companion.camera import Picture
    from companion.session import Inspection
    from companion.vision import Reader

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
    from companion.cli._options import demo_calibration, demo_scenes
    from companion.codec.reader import open_reader
    from companion.session import most_telling_weapon
    from companion.ui import Window, for_windows, why_no_screen, write_overlay

    no_window = gettext("No window was requested.") if options.no_window else why_no_screen()
    if no_window is None:
        for_windows()  # before anything is painted: Qt has one application only, and painting makes a lesser one
    scenes, camera = demo_scenes(), demo_calibration().camera
    say(camera.quality.sentence())
    dice = bundled(Bundled.DICE_FACES)  # whatever the user has enrolled besides
    reader = open_reader(camera, dice, dice / "gallery")
    picture = read_picture(scenes[0])
    looked = _ruled(reader, picture)
    output = options.output or data_folder() / "demo.png"
    write_overlay(output, picture, camera, looked.layout, looked.sighting)
    say(f"Painted: {output}")
    if no_window is not None:
        say(gettext("{no_window} The picture shows what the window would.", no_window=no_window))
        return 0
    application = for_windows()
    window = Window(reader, reader.dice, scenes, begin=most_telling_weapon)
    window.present()
    return application.exec()


def _ruled(reader: Reader, picture: Picture) -> Inspection:
    """Read the picture and rule on the weapon that shows the most."""
    from companion.session import Inspection, camera_table_outline, layout_of, most_telling_weapon

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
    layout = layout_of(reading, camera_table_outline(reader.camera), reader.dice)
    looked = most_telling_weapon(Inspection(layout, reader.dice))
    say(f"{looked.sentence} ({', '.join(looked.ruling.rules)})" if looked.ruling else looked.sentence)
    return looked
