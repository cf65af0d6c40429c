"""camera.json: what is saved is read again, and what is wrong with a file is reported."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.camera import CalibrationVerdict, Camera, Mat, Pinhole, Quality, TablePhotograph
from companion.codec.camera import read_camera, write_camera
from companion.errors import InputError, OperationError


@pytest.fixture
def camera(mat: Mat) -> Camera:
    matrix = np.array([[810.25, 0, 480.5], [0, 810.25, 262.125], [0, 0, 1]])
    lens = Pinhole(
        matrix, np.array([-0.16, 0.05, 1e-4, 0, 0]), np.diag([1.0, -1, -1]), np.array([-500, 310, 900.0]), (960, 540)
    )
    seen = {0: np.array([[1.25, 2], [3, 2], [3, 4], [1, 4.5]])}
    return Camera(lens, mat.table, mat.markers, Quality(0.05, 0.04, 4, 10, 0.0002), seen)


def test_a_camera_comes_back_as_it_was_saved(camera: Camera, tmp_path: Path) -> None:
    path = tmp_path / "camera.json"
    write_camera(camera, path)
    again = read_camera(path)
    for name in ("matrix", "distortion", "rotation", "translation"):
        assert np.array_equal(getattr(again.lens, name), getattr(camera.lens, name))
    assert again.lens.size_wh == camera.lens.size_wh
    assert (again.table, again.markers, again.quality) == (camera.table, camera.markers, camera.quality)
    assert again.seen_px.keys() == {0}
    assert np.array_equal(again.seen_px[0], camera.seen_px[0])


def test_a_camera_measured_by_hundreds_of_pictures_comes_back(camera: Camera, tmp_path: Path) -> None:
    measured = replace(camera, quality=replace(camera.quality, markers=250, lens_pictures=400))
    path = tmp_path / "camera.json"
    write_camera(measured, path)
    assert read_camera(path).quality == measured.quality


def test_the_file_says_its_format_and_the_quality_in_words(camera: Camera, tmp_path: Path) -> None:
    write_camera(camera, tmp_path / "camera.json")
    kept = json.loads((tmp_path / "camera.json").read_text(encoding="utf-8"))
    assert kept["format"] == 1
    assert kept["quality"]["verdict"] == "good"
    assert kept["quality"]["rms_mm"] == 0.04
    assert [path.name for path in tmp_path.iterdir()] == ["camera.json"]


def test_a_file_that_cannot_be_written_leaves_nothing_half(camera: Camera, tmp_path: Path) -> None:
    (tmp_path / "camera.json").mkdir()
    with pytest.raises(OperationError, match="cannot be written"):
        write_camera(camera, tmp_path / "camera.json")
    with pytest.raises(OperationError, match="cannot be written"):
        write_camera(camera, tmp_path / "nowhere" / "camera.json")
    assert [path.name for path in tmp_path.iterdir()] == ["camera.json"]


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("matrix", [[1e12, 0, 480], [0, 1e12, 262], [0, 0, 1]], r"matrix\[0\]\[0\]: expected 1000000 or less"),
        ("matrix", [["810", 0, 480], [0, 810, 262], [0, 0, 1]], r"matrix\[0\]\[0\]: expected a number"),
        ("matrix", [[810, 0, 480], [0, 810, 262], [0, 0, 2]], "matrix: the last row"),
        ("translation_mm", [0, 0, 1e12], r"translation_mm\[2\]: expected 1000000 or less"),
        ("translation_mm", [0, True, 900], r"translation_mm\[1\]: expected a number"),
        ("rotation", [[1, 0, 0], [0, 1, 0], [0, 0, -1]], "rotation: these nine numbers are no rotation"),
        ("size_px", [0, -5], r"size_px\[0\]: expected 64 or more"),
        ("size_px", [1920, 1], r"size_px\[1\]: expected 64 or more"),
        ("size_px", [40_000, 200], r"size_px\[0\]: expected 32766 or less"),
        ("size_px", [960.5, 540], r"size_px\[0\]: expected a whole number"),
        ("table", {"shape": "rect", "size_mm": [1e-9, 600]}, r"table\.size_mm\[0\]: expected 1 or more"),
        ("table", {"shape": "rect", "size_mm": [1e6, 1e6]}, r"table\.size_mm\[0\]: expected 10000 or less"),
        (
            "table",
            {"shape": "polygon", "outline_mm": [[0, 0], [1e6, 0], [1e6, 9]]},
            r"outline_mm: expected a width and depth",
        ),
        ("format", True, "format: expected a whole number"),
        ("distortion", [10**399], r"distortion\[0\]: expected a finite number"),
    ],
)
def test_impossible_values_of_a_camera_are_refused(
    key: str, value: object, message: str, camera: Camera, tmp_path: Path
) -> None:
    path = tmp_path / "camera.json"
    write_camera(camera, path)
    kept = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(kept | {key: value}), encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_camera(path)


def test_another_format_is_refused(camera: Camera, tmp_path: Path) -> None:
    path = tmp_path / "camera.json"
    write_camera(camera, path)
    path.write_text(path.read_text(encoding="utf-8").replace('"format": 1', '"format": 2'), encoding="utf-8")
    with pytest.raises(InputError, match="reads format 1"):
        read_camera(path)


def test_every_problem_of_a_camera_file_is_reported(camera: Camera, tmp_path: Path) -> None:
    path = tmp_path / "camera.json"
    write_camera(camera, path)
    kept = json.loads(path.read_text(encoding="utf-8"))
    kept |= {"matrix": [[1]], "distortion": [1, 2, 3], "rotation": [[1, 0, 0], [0, 1, 0], [0, 0, 2]], "quality": {}}
    path.write_text(json.dumps(kept), encoding="utf-8")
    with pytest.raises(InputError) as refusal:
        read_camera(path)
    for place in ("matrix", "distortion", "rotation", "quality.rms_px", "calibrate again"):
        assert place in str(refusal.value)


@pytest.mark.parametrize(
    ("quality", "verdict", "reported"),
    [
        (Quality(0.1, 0.5, 4, 10, 0.001), CalibrationVerdict.GOOD, "4 markers, 0.10 px and 0.50 mm RMS on the table"),
        (Quality(0.1, 0.51, 4, 10, 0.001), CalibrationVerdict.USABLE, "good needs 0.5 mm"),
        (Quality(0.1, 0.1, 4, 0, 0.02), CalibrationVerdict.USABLE, "focal length is only known to 2%"),
        (Quality(0.1, 0.1, 4, 0, 0.2), CalibrationVerdict.POOR, "a more slanting view"),
        (
            Quality(0.1, 0.1, 4, 0, 0.001, 2.1),
            CalibrationVerdict.POOR,
            "the table's straight edges by up to 2.1 mm",
        ),
        (Quality(2.0, 1.2, 0, 0, 0.001), CalibrationVerdict.USABLE, "four clicks, 2.00 px"),
        (Quality(9.0, 5.0, 3, 1, 0.001), CalibrationVerdict.POOR, "lens from 1 lens picture;"),
    ],
)
def test_the_verdict_names_its_reason(quality: Quality, verdict: CalibrationVerdict, reported: str) -> None:
    assert quality.verdict is verdict
    assert reported in quality.sentence()
    assert quality.sentence().startswith(f"Calibration {verdict}: ")


def test_the_picture_of_the_empty_table_is_kept_with_the_camera(camera: Camera, tmp_path: Path) -> None:
    pixels = np.full((540, 960, 3), (90, 120, 160), np.uint8)
    pixels[300:400, 500:700] = 200
    camera = replace(camera, empty=TablePhotograph.of(camera.lens, pixels))
    path = tmp_path / "camera.json"
    write_camera(camera, path)
    again = read_camera(path)
    assert again.empty is not None
    assert again.empty.lens is again.lens
    assert again.empty.pixels.shape == pixels.shape
    assert float(np.abs(again.empty.pixels.astype(float) - pixels).mean()) < 1.0
    write_camera(replace(again, lens=replace(again.lens)), path)  # it stands elsewhere now: the picture is not of it
    assert read_camera(path).empty is None


@pytest.mark.parametrize("junk", ["no picture", "AAAA", 7])
def test_what_is_no_picture_of_a_table_is_reported(camera: Camera, tmp_path: Path, junk: object) -> None:
    path = tmp_path / "camera.json"
    write_camera(camera, path)
    keys = json.loads(path.read_text(encoding="utf-8")) | {"empty_table_jpeg": junk}
    path.write_text(json.dumps(keys), encoding="utf-8")
    with pytest.raises(InputError, match="empty_table_jpeg"):
        read_camera(path)
