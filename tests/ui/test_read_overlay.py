"""``companion read --overlay``: the overlay painted into files, without a screen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

import companion.codec.reader
from companion.camera import Camera, read_picture
from companion.cli import main
from companion.codec.camera import write_camera
from tests.ui.conftest import FakeReader


def test_each_picture_gets_an_overlay_of_its_own_and_stays_as_it_was(
    qapp: QApplication,
    reader: FakeReader,
    camera: Camera,
    pictures: tuple[Path, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(companion.codec.reader, "open_reader", lambda *_: reader)
    write_camera(camera, tmp_path / "camera.json")
    before = pictures[0].read_bytes()
    words = ["read", "--camera", str(tmp_path / "camera.json"), "--overlay", str(tmp_path / "out")]
    assert main([*words, *map(str, pictures[:2])]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["first-overlay.png", "second-overlay.png"]
    painted = read_picture(tmp_path / "out" / "first-overlay.png").pixels
    assert 0.01 < np.any(painted != read_picture(pictures[0]).pixels, axis=2).mean() < 0.6
    assert pictures[0].read_bytes() == before


def test_read_calls_dice_by_their_printed_names(
    reader: FakeReader,
    camera: Camera,
    pictures: tuple[Path, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(companion.codec.reader, "open_reader", lambda *_: reader)
    write_camera(camera, tmp_path / "camera.json")
    assert main(["read", "--camera", str(tmp_path / "camera.json"), str(pictures[0])]) == 0
    message = capsys.readouterr().out
    assert "  Giant side 8 " in message
    assert "t/" not in message


def test_painting_needs_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own: here Qt runs already."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    words = "from companion.ui import for_painting; print(for_painting().platformName())"
    reported = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=False)
    assert reported.stdout.strip() == "offscreen", reported.stderr
