"""The hex ruler: marks lay the grid, clicks find hexes, ranges are the rules' own."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from companion.camera import Pinhole
from companion.errors import InputError
from companion.exercise_k.rules.board import Hex, HexBoard, hex_named
from companion.exercise_k.session.ruler import Ruler, centre_of

BOARD = HexBoard()
#: From the hexes to a picture taken aslant.
ASLANT = np.array([[28.0, 3.0, 90.0], [-2.0, 22.0, 60.0], [0.0, 0.004, 1.0]])


def _seen(name: str, matrix: np.ndarray) -> tuple[float, float]:
    x, y, w = matrix @ np.array([*centre_of(hex_named(name), BOARD), 1.0])
    return float(x / w), float(y / w)


def _marked(names: tuple[str, ...], matrix: np.ndarray) -> Ruler:
    ruler = Ruler(BOARD)
    for name in names:
        ruler = ruler.marked(hex_named(name), _seen(name, matrix))
    return ruler


def test_three_marks_lay_a_turned_and_stretched_map_exactly() -> None:
    turned = np.array([[20.0, 9.0, 100.0], [-6.0, 17.0, 300.0], [0, 0, 1.0]])
    grid = _marked(("0101", "3101", "1522"), turned).grid
    assert grid is not None
    for name in ("0922", "3122", "1611"):
        assert grid.centre_px(hex_named(name)) == pytest.approx(_seen(name, turned), abs=1e-6)
        assert grid.hex_at(_seen(name, turned)) == hex_named(name)
    assert grid.hex_at((-500.0, -500.0)) is None


def test_a_fourth_mark_takes_the_slant_out() -> None:
    three = _marked(("0101", "3101", "0122"), ASLANT).grid
    four = _marked(("0101", "3101", "0122", "3122"), ASLANT).grid
    assert three is not None
    assert four is not None
    far = hex_named("2018")
    off = [np.hypot(*np.subtract(grid.centre_px(far), _seen("2018", ASLANT))) for grid in (three, four)]
    assert off[0] > 20
    assert off[1] < 1e-6
    assert four.error_px < 1e-6


def test_a_calibrated_camera_needs_three_marks_however_it_looks() -> None:
    matrix = np.array([[1100.0, 0, 639.5], [0, 1100.0, 359.5], [0, 0, 1]])
    rotation = np.array([[1, 0, 0], [0, -0.8, -0.6], [0, 0.6, -0.8]])
    eye = np.array([300.0, -300.0, 900.0])
    camera = Pinhole(matrix, np.array([-0.1, 0.03, 0, 0, 0]), rotation, -rotation @ eye, (1280, 720))

    def seen(name: str) -> tuple[float, float]:
        x, y = centre_of(hex_named(name), BOARD)
        (place,) = camera.project(np.array([[10 * x + 60, 400 - 10 * y, 0]]))
        return float(place[0]), float(place[1])

    ruler = Ruler(BOARD, camera=camera)
    for name in ("0101", "3101", "1522"):
        ruler = ruler.marked(hex_named(name), seen(name))
    assert ruler.grid is not None
    for column, row in itertools.product((1, 12, 30), (2, 21)):
        assert ruler.grid.hex_at(seen(f"{column:02}{row:02}")) == Hex(column, row)


def test_two_clicks_read_the_range_of_the_rules() -> None:
    ruler = _marked(("0101", "3101", "0122"), np.diag([20.0, 20.0, 1.0]))
    for name in ("0101", "0106"):
        ruler = ruler.clicked(_seen(name, np.diag([20.0, 20.0, 1.0])))
    assert ruler.range is not None
    assert ruler.range.hexes == 5
    assert ruler.sentence == "From 0101 to 0106: 5 hexes."
    assert ruler.without_last().ends == (Hex(1, 1),)
    assert ruler.clicked((-900.0, 0.0)) is ruler


def test_what_is_missing_is_asked_for() -> None:
    ruler = Ruler(BOARD)
    assert "near one corner" in ruler.sentence
    assert ruler.grid is None
    line = _marked(("0101", "0111", "0121"), np.diag([20.0, 20.0, 1.0]))
    assert line.grid is None
    assert "one line" in line.sentence
    assert len(line.without_last().marks) == 2
    with pytest.raises(InputError, match="31 columns and 22 rows"):
        ruler.marked(Hex(32, 1), (0, 0))
