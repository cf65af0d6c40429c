"""``companion enrol``: learn what the faces of a user's own dice look like (contract, section 2)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

_EPILOG = """example:
  companion enrol --camera camera.json --dice my-dice --faces faces.json -o my-gallery

faces.json tells where each die's faces were photographed: the picture, the die, the face, a click on the centre of the
top face and one on its corner 0. Pictures lie beside it. Clicks may be a few pixels off."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "enrol",
        help="learn the faces of your own dice from photographs",
        description="Make a gallery of faces, by which pictures are read.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--camera", type=Path, required=True, metavar="CAMERA", help="camera.json made by calibrate")
    parser.add_argument("--dice", type=Path, required=True, metavar="DICE_DIR", help="die files of the dice to enrol")
    parser.add_argument("--faces", type=Path, required=True, metavar="FACES", help="faces.json: the clicks")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="GALLERY_DIR", help="the gallery to write")


def run(options: argparse.Namespace) -> int:
    """Enrol, write the gallery, and say which faces deserve a second look."""
    from companion.camera import Camera
    from companion.catalogue import load_dice
    from companion.vision import Networks, enrol, load_clicks, save_gallery

    camera, dice = Camera.load(options.camera), load_dice(options.dice)
    clicks = load_clicks(options.faces, dice)
    networks = Networks.load()
    enrolment = enrol(camera, dice, clicks, options.faces.parent, networks)
    save_gallery(enrolment.gallery, options.output, networks.reader)
    for doubt in enrolment.doubts:
        print(doubt, file=sys.stderr)
    count = len({view.name.die for view in enrolment.gallery.views})
    print(f"{len(enrolment.gallery.views)} faces of {count} dice enrolled in {options.output}.")
    return 0
