"""``companion calibrate`` through the program's own main: statuses, sentences and what is written."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from companion.camera import Mat, Picture
from companion.cli import main
from companion.codec.camera import read_camera
from companion.codec.saved_cameras import recall_cameras
from companion.opencv import cv2
from tests.camera.conftest import LENS

if TYPE_CHECKING:
    from tests.camera.conftest import Photograph, Shot


@pytest.fixture(scope="session")
def files(
    tmp_path_factory: pytest.TempPathFactory,
    mat: Mat,
    bent_picture: Picture,
    straight_picture: Picture,
    board_pictures: list[Picture],
) -> Path:
    """A folder with mat.json, table.png (bowed), straight.png and lens-0.png ... lens-5.png."""
    folder = tmp_path_factory.mktemp("rig")
    markers = [
        {"id": marker.id, "dict": marker.dictionary, "size_mm": 80.0, "corners_mm": marker.corners_mm}
        for marker in mat.markers
    ]
    charuco = {"dict": "DICT_5X5_100", "squares": [9, 6], "square_mm": 30.0, "marker_mm": 22.0}
    table = {"shape": "rect", "size_mm": [1000, 620]}
    kept = {"format": 1, "table": table, "markers": markers, "charuco": charuco}
    (folder / "mat.json").write_text(json.dumps(kept), encoding="utf-8")
    for picture in [bent_picture, replace(straight_picture, name="straight.png"), *board_pictures]:
        cv2.imwrite(str(folder / picture.name), picture.pixels)
    return folder


def _calibrate(*words: object) -> int:
    return main(["calibrate", *map(str, words)])


def test_the_contracts_command_line_writes_a_camera_though_lens_swallows_the_table(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    camera = tmp_path / "camera.json"
    lens = sorted(files.glob("lens-*.png"))
    assert _calibrate("--mat", files / "mat.json", "--lens", *lens, files / "table.png", "-o", camera) == 0
    message = capsys.readouterr()
    assert message.out.startswith("Calibration good: 4 markers, ")
    assert message.out.count("\n") == 1
    assert "lens from 6 lens pictures" in message.out
    assert message.err == ""
    assert read_camera(camera).quality.rms_mm < 0.3


def test_clicks_calibrate_without_markers(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], straight: Shot, mat: Mat
) -> None:
    corners = straight.project(np.column_stack([mat.table.outline(), np.zeros(4)])).round()
    clicks = " ".join(f"{x:g},{y:g}" for x, y in corners[[3, 2, 1, 0]])
    camera = tmp_path / "camera.json"
    status = _calibrate("--clicks", clicks, "--size", "1000x620", files / "straight.png", "-o", camera)
    message = capsys.readouterr()
    assert status == 0
    assert "four clicks" in message.out
    assert "are clicks 4, 3, 2, 1" in message.err
    assert read_camera(camera).lens.to_table(corners) == pytest.approx(mat.table.outline(), abs=1.5)


def test_with_markers_hidden_the_camera_from_before_stays(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], straight: Shot, photograph: Photograph
) -> None:
    camera = tmp_path / "camera.json"
    hidden = tmp_path / "hidden.png"
    cv2.imwrite(str(hidden), photograph(straight, covered=(1, 3)).pixels)
    assert _calibrate("--mat", files / "mat.json", hidden, "-o", camera) == 1
    reported = capsys.readouterr().err
    assert "markers 1 and 3 missing" in reported
    assert "stays in force" not in reported
    assert not camera.exists()
    assert _calibrate("--mat", files / "mat.json", files / "straight.png", "-o", camera) == 0
    kept = camera.read_bytes()
    capsys.readouterr()
    assert _calibrate("--mat", files / "mat.json", hidden, "-o", camera) == 1
    assert "stays in force; it has moved under 0.1 mm on the table since." in capsys.readouterr().err
    assert camera.read_bytes() == kept


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (["straight.png", "-o", "c.json"], "give --mat, or --clicks with --size"),
        (
            ["--mat", "mat.json", "--clicks", "1,2 3,4 5,6 7,8", "--size", "9x9", "straight.png", "-o", "c.json"],
            "give --mat, or --clicks with --size",
        ),
        (["--mat", "mat.json", "-o", "c.json"], "name a picture of the table"),
        (["--mat", "none.json", "straight.png", "-o", "c.json"], "there is no such mat"),
        (["--mat", "mat.json", "none.png", "-o", "c.json"], "there is no such picture"),
        (["--mat", "mat.json", "empty.png", "-o", "c.json"], "is empty (0 bytes)"),
        (["--mat", "mat.json", "mat.json", "-o", "c.json"], "mat.json is a mat file; a picture belongs here"),
        (["--mat", "mat.json", "--lens", "lens-0.png", "cut.png", "-o", "c.json"], "cut off or damaged"),
        (["--clicks", "1,2 3,4", "--size", "9x9", "straight.png", "-o", "c.json"], "four corners as"),
        (["--clicks", "1,2 3,4 5,6 7,8", "straight.png", "-o", "c.json"], "width x depth of the table in mm"),
        (["--clicks", "1,2 3,4 5,6 7,8", "--size", "0x5", "straight.png", "-o", "c.json"], "not 0x5"),
        (["--clicks", "1,2 3,4 5,6 7,8", "--size", "9x9", "-o", "c.json"], "exactly one picture"),
    ],
)
def test_wrong_words_and_files_end_with_status_2_and_one_sentence(
    words: list[str],
    reported: str,
    files: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("mat.json", "straight.png", "lens-0.png"):
        (tmp_path / name).write_bytes((files / name).read_bytes())
    (tmp_path / "empty.png").write_bytes(b"")
    (tmp_path / "cut.png").write_bytes((files / "straight.png").read_bytes()[:40])
    monkeypatch.chdir(tmp_path)
    assert _calibrate(*words) == 2
    message = capsys.readouterr()
    assert reported in message.err
    assert message.err.count("\n") == 1
    assert message.out == ""
    assert not (tmp_path / "c.json").exists()


@pytest.fixture
def webcam(tmp_path: Path, photograph: Photograph, mat: Mat) -> tuple[Path, str]:
    """A wide webcam's picture of a table, and where its corners are."""
    shot = replace(LENS, focal_px=640.0, k1=-0.3, k2=0.02, eye_mm=(480.0, -150.0, 820.0))
    picture = tmp_path / "wide.png"
    cv2.imwrite(str(picture), photograph(shot, replace(mat, markers=())).pixels)
    corners = shot.project(np.column_stack([mat.table.outline(), np.zeros(4)])).round()
    return picture, " ".join(f"{x:g},{y:g}" for x, y in corners)


def test_a_poor_camera_is_saved_and_reported_and_not_made_the_usual_one_unasked(
    webcam: tuple[Path, str], files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, poor = tmp_path / "good.json", tmp_path / "poor.json"
    assert _calibrate("--mat", files / "mat.json", files / "straight.png", "-o", good) == 0
    assert recall_cameras().newest.camera_file == good
    words = ("--clicks", webcam[1], "--size", "1000x620", webcam[0], "-o")
    capsys.readouterr()
    assert _calibrate(*words, poor) == 0
    message = capsys.readouterr()
    assert "Calibration poor" in message.out
    assert "The camera is calibrated poorly: places may be wrong by " in message.err
    assert "It is not made the usual camera" in message.err
    assert read_camera(poor).quality.bow_mm > 10
    assert recall_cameras().newest.camera_file == good
    assert _calibrate(*words, poor, "--make-usual") == 0
    assert "not made the usual" not in capsys.readouterr().err
    assert recall_cameras().newest.camera_file == poor
    assert _calibrate(*words, poor) == 0  # it was, and is not asked for any more
    assert recall_cameras().newest.camera_file is None


def test_clicks_take_lens_pictures(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], bent: Shot, mat: Mat
) -> None:
    corners = bent.project(np.column_stack([mat.table.outline(), np.zeros(4)])).round()
    clicks = " ".join(f"{x:g},{y:g}" for x, y in corners)
    camera, lens = tmp_path / "camera.json", sorted(files.glob("lens-*.png"))
    words = ("--clicks", clicks, "--size", "1000x620", "--lens", *lens, files / "table.png", "-o", camera)
    assert _calibrate(*words) == 0
    assert "four clicks" in (message := capsys.readouterr()).out
    assert "lens from 6 lens pictures" in message.out
    assert read_camera(camera).lens.to_table(corners) == pytest.approx(mat.table.outline(), abs=1.5)
    assert _calibrate("--mat", files / "mat.json", *words) == 0
