"""A real window on a real X server: Qt's own xcb plugin starts although OpenCV was imported before."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S
from tests.ui.xcb_window import missing_colours

TOP = Path(__file__).resolve().parents[2]


@pytest.fixture
def display() -> Iterator[str]:
    """An X server without a screen, on a number of its own choosing."""
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed (package xvfb)")
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None
    try:
        yield f":{server.stdout.readline().strip()}"
    finally:
        server.terminate()
        server.wait(10)
        server.stdout.close()


def test_the_demo_opens_a_window_on_a_real_x_server(display: str, tmp_path: Path) -> None:
    left_out = {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY"}
    environment = {name: value for name, value in os.environ.items() if name not in left_out} | {"DISPLAY": display}
    words = [sys.executable, "-m", "tests.ui.xcb_window", str(tmp_path)]
    ran = subprocess.run(
        words, cwd=TOP, env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[0] == "xcb"
    assert missing_colours(tmp_path / "screen.png") == []
