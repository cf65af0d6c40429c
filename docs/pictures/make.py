"""Makes the pictures of the README: ``python docs/pictures/make.py`` from the top folder, with the program itself."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # the same pictures with and without a screen

from companion.camera import read_picture
from companion.cli import main
from companion.cli._demo_table import demo_calibration, demo_scenes
from companion.opencv import cv2
from companion.resources import Bundled, bundled
from companion.table import most_telling
from companion.ui import Window, for_windows
from companion.vision import known_dice, open_reader

HERE = Path(__file__).parent
_PATIENCE_S = 60
_SHEET_TALL_PX = 900


def make_windows() -> None:
    """The window of the demo with its first picture read, and the same seen from above."""
    application, window = for_windows(), _demo_window()
    until = time.monotonic() + _PATIENCE_S
    while window.inspection is None and time.monotonic() < until:
        application.processEvents()
        time.sleep(0.02)
    _keep(window, "window.jpg")
    window.toggle_view()
    _keep(window, "from-above.jpg")
    window.close()


def _demo_window() -> Window:
    faces = bundled(Bundled.DICE_FACES)
    reader = open_reader(demo_calibration().camera, faces, faces / "gallery")
    window = Window(reader, known_dice(faces), demo_scenes(), begin=most_telling)
    window.resize(1440, 900)
    window.show()
    return window


def _keep(window: Window, name: str) -> None:
    for_windows().processEvents()
    if window.inspection is None or not window.grab().save(str(HERE / name), "JPG", 85):
        raise SystemExit(f"{name} could not be made")


def make_sheet() -> None:
    """A folding sheet, small enough to be shown."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "sheet.png"
        if main(["print", "dice", "--die", "ogre/heavy-tank", "--die", "ogre/gev", "-o", str(page)]):
            raise SystemExit("the folding sheet could not be made")
        sheet = read_picture(page).pixels
    scale = _SHEET_TALL_PX / len(sheet)
    small = cv2.resize(sheet, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(HERE / "folding-sheet.png"), small)


if __name__ == "__main__":
    make_windows()
    make_sheet()
