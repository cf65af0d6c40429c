"""Mats: what the file may say, and that every problem of it is reported."""

from __future__ import annotations

import copy
import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from shapely import Point

from companion.camera import TableShape
from companion.codec.mat import encode_mat, read_mat
from companion.errors import InputError
from companion.resources import Bundled, bundled
from companion.ui.printed_mats import printed_mat

CONTRACT: dict[str, Any] = {
    "format": 1,
    "table": {"shape": "rect", "size_mm": [1000, 620]},
    "markers": [
        {"id": 0, "dict": "DICT_4X4_50", "size_mm": 80.0, "corners_mm": [[10, 90], [90, 90], [90, 10], [10, 10]]}
    ],
    "charuco": {"dict": "DICT_5X5_100", "squares": [9, 6], "square_mm": 30.0, "marker_mm": 22.0},
}


def _written(folder: Path, value: object) -> Path:
    path = folder / "mat.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_the_contracts_example_is_read(tmp_path: Path) -> None:
    mat = read_mat(_written(tmp_path, CONTRACT))
    assert mat.table.shape is TableShape.RECT
    assert mat.table.size_mm == (1000.0, 620.0)
    assert mat.markers[0].corners_mm[0] == (10.0, 90.0)
    assert mat.charuco is not None
    assert mat.charuco.squares == (9, 6)


def test_unknown_keys_are_let_be_and_the_board_may_be_left_out(tmp_path: Path) -> None:
    value = {key: CONTRACT[key] for key in ("format", "table", "markers")} | {"image_size": [1920, 1080]}
    assert read_mat(_written(tmp_path, value)).charuco is None


@pytest.mark.parametrize(
    ("change", "reported"),
    [
        ({"format": 2}, "format: this program reads format 1, this is 2"),
        ({"format": None}, "format: expected a whole number, got null"),
        ({"table": 5}, "table: expected a table of keys, got 5"),
        ({"table": {"shape": "oval", "size_mm": [1, 1]}}, "table.shape: expected 'rect', 'round', 'polygon', got "),
        ({"table": {"shape": "rect", "size_mm": [1, -1]}}, "table.size_mm[1]: expected 1 or more, got -1"),
        ({"table": {"shape": "polygon", "outline_mm": [[0, 0], [9, 9], [9, 0], [0, 9]]}}, "without crossing lines"),
        ({"markers": 3}, "markers: expected a list, got 3"),
        (
            {"charuco": {"dict": "DICT_4X4_50", "squares": [11, 11], "square_mm": 30, "marker_mm": 22}},
            "so many need more markers than DICT_4X4_50 has",
        ),
        ({"markers": CONTRACT["markers"] * 2}, "id 0 is given more than once"),
        ({"markers": [CONTRACT["markers"][0] | {"id": 50}]}, "markers[0]: id 50 is not in DICT_4X4_50"),
        ({"markers": [CONTRACT["markers"][0] | {"dict": "DICT_9X9"}]}, "markers[0].dict: expected an ArUco dictionary"),
        ({"markers": [CONTRACT["markers"][0] | {"size_mm": 70}]}, "the sides are 80.0, 80.0, 80.0, 80.0 mm"),
        (
            {"markers": [CONTRACT["markers"][0] | {"corners_mm": [[10, 10], [90, 10], [90, 90], [10, 90]]}]},
            "expected clockwise from above",
        ),
        ({"charuco": CONTRACT["charuco"] | {"marker_mm": 31}}, "charuco: marker_mm must be smaller than square_mm"),
        ({"charuco": CONTRACT["charuco"] | {"squares": [9.5, 6]}}, "charuco.squares[0]: expected a whole number"),
        ({"charuco": CONTRACT["charuco"] | {"squares": [20, 30]}}, "more markers than DICT_5X5_100 has"),
    ],
)
def test_a_wrong_mat_is_refused_with_the_place(tmp_path: Path, change: dict[str, Any], reported: str) -> None:
    path = _written(tmp_path, copy.deepcopy(CONTRACT) | change)
    with pytest.raises(InputError) as refusal:
        read_mat(path)
    assert reported in str(refusal.value)
    assert str(path) in str(refusal.value)


def test_all_problems_are_reported_at_once(tmp_path: Path) -> None:
    value = CONTRACT | {"table": {"shape": "oval"}, "markers": [{"id": -1}], "charuco": {"dict": 4}}
    with pytest.raises(InputError) as refusal:
        read_mat(_written(tmp_path, value))
    places = ("table.shape", "markers[0].dict", "markers[0].id", "markers[0].size_mm", "markers[0].corners_mm")
    for place in (*places, "charuco.dict", "charuco.squares", "charuco.square_mm", "charuco.marker_mm"):
        assert f"{place}: " in str(refusal.value)


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff\xfe\x00", b"nonsense"])
def test_what_is_no_mat_at_all_is_refused_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "mat.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"mat\.json: "):
        read_mat(path)


def test_a_missing_mat_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such mat"):
        read_mat(tmp_path / "none.json")


def test_outlines_run_counter_clockwise_about_the_whole_table(tmp_path: Path) -> None:
    tables = [
        {"shape": "rect", "size_mm": [1000, 620]},
        {"shape": "round", "size_mm": [900, 900]},
        {"shape": "polygon", "outline_mm": [[0, 0], [0, 500], [600, 500], [800, 0]]},
    ]
    areas = [1000 * 620, np.pi * 450**2, 350000.0]
    for table, area in zip(tables, areas, strict=True):
        outline = read_mat(_written(tmp_path, CONTRACT | {"table": table})).table.outline()
        x, y = outline.T
        assert 0.5 * np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) == pytest.approx(area, rel=2e-3)


def _maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_mats", bundled(Bundled.CALIBRATION, "make.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_bundled_mats_are_whole_and_as_their_script_makes_them(tmp_path: Path) -> None:
    made = dict(_maker().mats())
    assert len(made) >= 10
    for name, printed in made.items():
        path, again = bundled(Bundled.CALIBRATION, name), tmp_path / name
        again.write_text(encode_mat(printed_mat(printed)))
        assert path.read_text(encoding="utf-8") == again.read_text(encoding="utf-8")
        mat = read_mat(path)
        assert len(mat.markers) == 4
        assert all(mat.table.polygon().covers(Point(corner)) for marker in mat.markers for corner in marker.corners_mm)
