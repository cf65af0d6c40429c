"""Run by ``test_xcb.py`` in a process of its own: the demo with a real window, which is photographed and closed."""

from __future__ import annotations

import sys
from pathlib import Path

import companion.vision
from companion.cli import main
from companion.opencv import cv2
from companion.ui import Window, for_windows
from tests.ui.test_demo import TruthReader


def run(folder: Path) -> int:
    """The demo's exit status; what was on the screen is in ``screen.png``."""
    from PySide6.QtCore import QTimer

    cv2.setNumThreads(1)  # OpenCV, with Qt 5 plugins of its own, has been here before any window
    companion.vision.open_reader = TruthReader  # type: ignore[assignment]
    application = for_windows()
    print(application.platformName(), flush=True)
    timer = QTimer(interval=50)

    def look() -> None:
        there = [widget for widget in application.topLevelWidgets() if isinstance(widget, Window)]
        if there and there[0].inspection is not None:
            there[0].move(0, 0)
            photograph(there[0])

    def photograph(window: Window) -> None:
        """Once something is painted where the window is."""
        screen = application.primaryScreen().grabWindow(0).toImage()
        middle = window.geometry().center()
        if screen.valid(middle) and screen.pixelColor(middle) != screen.pixelColor(screen.rect().bottomRight()):
            timer.stop()
            screen.save(str(folder / "screen.png"))
            window.close()

    timer.timeout.connect(look)
    timer.start()
    return main(["demo", "-o", str(folder / "overlay.png")])


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1])))
