"""OpenCV comes in by one door, and leaves Qt's own settings alone: a window opens after it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from tests.patience import PATIENCE_S

SHOW_A_WINDOW = """\
from companion.opencv import cv2
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel

app = QApplication([])
label = QLabel("a window after cv2 " + cv2.__version__)
timer = QTimer(interval=20)


def look() -> None:
    if label.windowHandle().isExposed():
        print(app.platformName(), "exposed")
        app.quit()


label.show()
timer.timeout.connect(look)
timer.start()
app.exec()
"""

QT_VARIABLES = ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR")


def _python(code: str, environment: dict[str, str]) -> str:
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("before", [None, "as it was"])
def test_the_door_leaves_qt_variables_as_they_were(before: str | None) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in QT_VARIABLES}
    environment |= dict.fromkeys(QT_VARIABLES, before) if before else {}
    show = f"import companion.opencv, os; print([os.environ.get(name) for name in {QT_VARIABLES!r}])"
    assert _python(show, environment) == str([before, before])


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="xcb is how Linux shows windows")
def test_a_real_window_opens_after_opencv_was_imported() -> None:
    xvfb = shutil.which("Xvfb")
    if xvfb is None:
        pytest.skip("Xvfb is not installed (apt-get install xvfb)")
    reading, writing = os.pipe()
    server = [xvfb, "-displayfd", str(writing), "-screen", "0", "640x480x24", "-nolisten", "tcp"]
    with subprocess.Popen(server, pass_fds=[writing], stderr=subprocess.DEVNULL) as screen:
        os.close(writing)
        try:
            with os.fdopen(reading) as number:
                display = f":{number.readline().strip()}"
            shown = _python(SHOW_A_WINDOW, os.environ | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"})
        finally:
            screen.terminate()
    assert shown == "xcb exposed"
