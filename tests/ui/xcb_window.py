"""Run by ``test_xcb.py`` in a process of its own: the demo with a real window, which is photographed and closed."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtGui import QColor

import companion.codec.reader
from companion.arrays import Image
from companion.camera import read_picture
from companion.cli import main
from companion.opencv import cv2
from companion.ui import Window, for_windows
from companion.ui.themes import ACCENT, GRAPHITE
from tests.ui.test_demo import TruthReader

#: Colours of the window, and how much of the screen they take at least.
SHARES = {GRAPHITE: 0.02, ACCENT: 0.001}


def missing_colours(screen: Path) -> list[str]:
    """Colours of the window that take less of a picture of the screen than they should."""
    pixels = read_picture(screen).pixels
    return [colour for colour, share in SHARES.items() if _share(pixels, QColor(colour)) <= share]


def _share(pixels: Image, colour: QColor) -> float:
    return float((pixels == (colour.blue(), colour.green(), colour.red())).all(axis=2).mean())


def run(folder: Path) -> int:
    """The demo's exit status; what was on the screen is in ``screen.png``."""
    from PySide6.QtCore import QTimer

    cv2.setNumThreads(1)  # OpenCV, with Qt 5 plugins of its own, has been here before any window
    companion.codec.reader.open_reader = TruthReader  # type: ignore[assignment]
    application = for_windows()
    print(application.platformName(), flush=True)
    timer = QTimer(interval=50)

    def look() -> None:
        there = [widget for widget in application.topLevelWidgets() if isinstance(widget, Window)]
        if there and there[0].inspection is not None:
            there[0].move(0, 0)
            photograph(there[0])

    def photograph(window: Window) -> None:
        """Again and again, until all is painted."""
        application.primaryScreen().grabWindow(0).save(str(folder / "screen.png"))
        if not missing_colours(folder / "screen.png"):
            timer.stop()
            window.close()

    timer.timeout.connect(look)
    timer.start()
    return main(["demo", "-o", str(folder / "overlay.png")])


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1])))
