"""The hex ruler through the program's own main: a picture, three clicks with their numbers, a range."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from companion.camera import Camera, Pinhole, Quality, TableShape, TableTop
from companion.codec.camera import write_camera
from companion.exercise_k.rules.board import HexBoard, hex_named
from companion.exercise_k.session.ruler import centre_of
from companion.exercise_k.ui.ruler_window import RulerWindow
from companion.opencv import cv2
from tests.ui.exercise_k.conftest import AtTheDesk, soon

BOARD = HexBoard()
#: From hexes to pixels: a map that lies a little turned.
TURNED = np.array([[19.0, 2.0], [-1.5, 16.0]])


def _seen(name: str) -> tuple[float, float]:
    x, y = TURNED @ np.array(centre_of(hex_named(name), BOARD)) + np.array([40.0, 90.0])
    return float(x), float(y)


@pytest.fixture
def map_picture(tmp_path: Path) -> Path:
    """A map with a dot in the middle of every hex."""
    pixels = np.full((760, 1040, 3), 150, np.uint8)
    for column, row in product(range(1, BOARD.columns + 1), range(1, BOARD.rows + 1)):
        x, y = _seen(f"{column:02}{row:02}")
        cv2.circle(pixels, (round(x), round(y)), 2, (40, 40, 40), -1)
    path = tmp_path / "map.png"
    cv2.imwrite(str(path), pixels)
    return path


def _click(window: RulerWindow, name: str) -> None:
    QTest.mouseClick(window.canvas, Qt.MouseButton.LeftButton, pos=window.canvas.place_of(_seen(name)).toPoint())


def _mark(window: RulerWindow, name: str) -> None:
    _click(window, name)
    QTest.keyClicks(window.number, name)
    QTest.keyClick(window.number, Qt.Key.Key_Return)


def _wait_for_picture(window: RulerWindow) -> None:
    assert soon(lambda: window.canvas.has_picture)


def test_three_marks_and_two_clicks_read_a_range(at_the_desk: AtTheDesk, map_picture: Path) -> None:
    def use(window: RulerWindow) -> None:
        _wait_for_picture(window)
        assert "near one corner" in window.sentence.text()
        for name in ("0101", "3101", "1522"):
            _mark(window, name)
        _click(window, "0101")
        _click(window, "0106")
        assert window.sentence.text() == "From 0101 to 0106: 5 hexes."
        _click(window, "1515")  # a third click begins anew
        assert window.sentence.text() == "From 1515: click the other hex."
        QTest.keyClick(window, Qt.Key.Key_Backspace)
        assert window.sentence.text() == "Click two hexes to read their range."

    assert at_the_desk(["--ruler", str(map_picture)], use) == 0


def test_the_ruler_is_used_by_keys_alone(at_the_desk: AtTheDesk, map_picture: Path) -> None:
    def use(window: RulerWindow) -> None:
        _wait_for_picture(window)
        window.canvas.setFocus()
        QTest.keyClick(window.canvas, Qt.Key.Key_Left)
        QTest.keyClick(window.canvas, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
        QTest.keyClick(window.canvas, Qt.Key.Key_Return)
        assert window.sentence.text() == "Type the number printed in that hex, then Enter."
        QTest.keyClicks(window.number, "9901")
        QTest.keyClick(window.number, Qt.Key.Key_Return)
        assert "31 columns and 22 rows" in window.sentence.text()
        window.number.setText("0307")
        QTest.keyClick(window.number, Qt.Key.Key_Return)
        assert list(map(str, window.ruler.marks)) == ["0307"]

    assert at_the_desk(["--ruler", str(map_picture)], use) == 0


def test_a_camera_of_another_size_is_refused_with_both_sizes(
    at_the_desk: AtTheDesk, map_picture: Path, tmp_path: Path
) -> None:
    eye = np.array([300.0, 200.0, 900.0])
    rotation = np.diag([1.0, -1.0, -1.0])
    matrix = np.array([[1000.0, 0, 639.5], [0, 1000.0, 359.5], [0, 0, 1]])
    lens = Pinhole(matrix, np.zeros(5), rotation, -rotation @ eye, (1280, 720))
    file = tmp_path / "camera.json"
    write_camera(Camera(lens, TableTop(TableShape.RECT, (600.0, 400.0)), (), Quality(0.1, 0.1, 4, 10, 0.001), {}), file)

    def use(window: RulerWindow) -> None:
        assert soon(lambda: "1040 × 760 px, the camera file is for 1280 × 720" in window.sentence.text())

    assert at_the_desk(["--ruler", str(map_picture), "--camera", str(file)], use) == 0


def test_a_missing_picture_is_reported_and_another_can_be_opened(at_the_desk: AtTheDesk, map_picture: Path) -> None:
    def use(window: RulerWindow) -> None:
        assert soon(lambda: "no such picture" in window.sentence.text())
        window.look_at(str(map_picture))
        _wait_for_picture(window)

    assert at_the_desk(["--ruler", "missing.png"], use) == 0
