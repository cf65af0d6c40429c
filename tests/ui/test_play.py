"""``companion play`` through the program's own main, as it is called."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import companion.codec.reader
import companion.system_libraries
from companion.camera import Camera
from companion.cli import main
from companion.codec.camera import write_camera
from companion.opencv import cv2
from companion.ui import Window, application
from tests.hand import UPRIGHT, phone_file
from tests.ui.conftest import FakeReader

WhenRead = Callable[[Callable[[Window], None]], None]


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch, reader: FakeReader) -> None:
    """The networks stay out of it, and the bundled dice with them."""
    monkeypatch.setattr(companion.codec.reader, "open_reader", lambda *_: reader)


def test_play_shows_the_picture_takes_keys_and_ends_well(
    when_read: WhenRead, bench: None, camera: Camera, pictures: tuple[Path, ...], tmp_path: Path
) -> None:
    write_camera(camera, tmp_path / "camera.json")
    chosen = []

    def use(window: Window) -> None:
        QTest.keyClick(window, Qt.Key.Key_N)
        assert window.inspection is not None
        chosen.append(window.inspection.chosen)

    when_read(use)
    assert main(["play", "--source", *map(str, pictures), "--camera", str(tmp_path / "camera.json")]) == 0
    assert chosen == ["Unread die"]


def test_a_camera_file_beside_the_picture_is_taken(
    when_read: WhenRead, bench: None, camera: Camera, pictures: tuple[Path, ...], tmp_path: Path
) -> None:
    write_camera(camera, tmp_path / "camera.json")
    when_read(lambda _: None)
    assert main(["play", "--source", str(pictures[0])]) == 0


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--source", "clip.mp4"], 2, "clip.mp4: there is no such video"),
        (["--source", "film.json"], 2, "film.json: there is no such video"),
        (["--source", "0", "good.png"], 2, "--source 0: only pictures can be given together"),
        (["--source", "good.png", "none"], 2, "--source none: only pictures can be given together"),
        (["--source", "none", "--camera", "nowhere.json"], 2, "nowhere.json"),
        (["--source", "none", "--mat", "nowhere.json"], 2, "nowhere.json"),
        (["--match", "nowhere/evening.diceland"], 2, "there is no folder nowhere"),
        (["--source", "nowhere.jpg"], 2, "nowhere.jpg: there is no such picture"),
        (["--source", "empty.jpg"], 2, "empty.jpg: this picture is empty"),
        (["--source", "words.jpg"], 2, "words.jpg: this is no picture that can be read"),
        (["--source", "good.png"], 2, "--camera: name the camera.json"),
        (["--source", "good.png", "--camera", "nowhere.json"], 2, "nowhere.json"),
    ],
)
def test_what_is_wrong_is_reported_in_one_line_before_any_window_opens(
    words: list[str],
    status: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.jpg").touch()
    Path("words.jpg").write_text("not a picture")
    cv2.imwrite("good.png", np.zeros((8, 8, 3), np.uint8))
    assert main(["play", *words]) == status
    out, err = capfd.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1
    assert not [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]


def test_without_a_screen_there_is_a_sentence_and_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    reported = application.why_no_screen()
    assert reported is not None
    assert "There is no screen" in reported


def test_a_screen_that_does_not_answer_is_reported_instead_of_ending_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":987")
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    reported = application.why_no_screen()
    assert reported is not None
    assert reported.startswith("No window can be opened here: ")


def test_a_window_that_lacks_a_library_of_the_system_comes_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", ":987")
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setattr(companion.system_libraries, "_loads", lambda library: library != "libxcb-cursor.so.0")
    reported = application.why_no_screen()
    assert reported is not None
    assert reported.endswith("apt-get install --no-install-recommends libxcb-cursor0")


def test_a_platform_that_shows_nothing_counts_as_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert application.why_no_screen() is not None


def test_pictures_by_a_phone_in_the_hand_are_shown_each_from_its_own_place(when_read: WhenRead, tmp_path: Path) -> None:
    seen = []

    def use(window: Window) -> None:
        assert window.inspection is not None
        seen.append([piece.id for piece in window.inspection.layout.pieces])

    when_read(use)
    assert main(["play", "--source", str(UPRIGHT), "--camera", str(phone_file(tmp_path))]) == 0
    assert sorted(seen[0]) == ["G.E.V.", "Heavy Tank", "Howitzer", "Infantry", "Light Tank", "Missile Tank"]
