"""A wrong mat is known by the distances between its markers, and the right one named."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.camera import find_fitting_mat, read_picture
from companion.cli import main
from companion.codec.mat import bundled_mats, read_mat
from companion.codec.saved_cameras import recall_cameras
from companion.resources import Bundled, bundled

DEMO = bundled(Bundled.PICTURES, "demo")
RIGHT = "mat-1000x620.json"


@pytest.mark.parametrize("name", sorted(bundled_mats()))
def test_the_mat_that_lies_there_is_named_for_every_other(name: str) -> None:
    picture, mats = read_picture(DEMO / "table.jpg"), bundled_mats()
    assert find_fitting_mat(picture, mats[name], mats) == ("" if name == RIGHT else RIGHT)


def test_nothing_is_named_where_no_mat_fits_better() -> None:
    picture, mats = read_picture(DEMO / "table.jpg"), bundled_mats()
    others = {name: mat for name, mat in mats.items() if name != RIGHT}
    assert find_fitting_mat(picture, mats["mat-1200x800.json"], others) in {"", "mat-900x600.json"}
    assert find_fitting_mat(picture, read_mat(DEMO / "mat.json"), others) == ""


def test_calibrating_by_a_wrong_mat_is_refused_and_says_which_would_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = bundled(Bundled.CALIBRATION, "mat-1200x800.json")
    camera = tmp_path / "camera.json"
    assert main(["calibrate", "--mat", str(wrong), str(DEMO / "table.jpg"), "-o", str(camera)]) == 2
    message = capsys.readouterr().err
    assert "is not the mat on this table" in message
    assert RIGHT in message
    assert not camera.exists()
    assert recall_cameras().newest.camera_file is None
