"""Cameras and their dice are saved, so that commands need no options; whoever names files goes by those alone."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from companion.camera import Picture, read_picture
from companion.cli import main
from companion.codec import saved_cameras
from companion.codec.camera import read_camera
from companion.codec.saved_cameras import (
    recall_cameras,
    save_camera,
    save_camera_file,
    save_dice,
    save_lens_pictures,
    saved_lens_pictures,
)
from companion.errors import OperationError
from companion.resources import Bundled, bundled, data_folder
from companion.session.launch import LaunchOptions

FILM = bundled(Bundled.PICTURES, "film")


def own_folders(folder: Path) -> tuple[Path, Path]:
    """A folder for dice, and one that passes for a gallery."""
    dice, gallery = folder / "my-dice", folder / "my-gallery"
    dice.mkdir()
    gallery.mkdir()
    (gallery / "gallery.json").write_text("{}")
    return dice, gallery


def test_each_camera_has_its_own_file_and_dice(tmp_path: Path) -> None:
    camera = read_camera(FILM / "camera.json")
    dice, gallery = own_folders(tmp_path)
    save_camera(camera, "Logitech BRIO")
    save_dice("Logitech BRIO", dice, gallery)
    save_camera(camera, "http://me:key@phone:8080/video")
    kept = recall_cameras()
    assert kept.named("Logitech BRIO").dice_folder == dice
    assert kept.named("Logitech BRIO").gallery_folder == gallery
    assert kept.named("http://me:key@phone:8080/video").dice_folder is None
    assert kept.newest is kept.named("http://phone:8080/video")
    files = [one.camera_file for one in kept.cameras.values()]
    assert len(set(files)) == 2
    assert all(file is not None and not set(" :@") & set(file.name + file.parent.name) for file in files)
    assert "key" not in (data_folder() / "cameras.json").read_text()


def test_a_camera_that_is_not_known_is_taken_for_the_one_measured_last() -> None:
    save_camera(read_camera(FILM / "camera.json"), "BRIO")
    kept = recall_cameras()
    assert kept.named("another").camera_file == kept.named("BRIO").camera_file is not None


def test_what_is_gone_or_not_understood_counts_as_not_kept(tmp_path: Path) -> None:
    dice, gallery = own_folders(tmp_path)
    save_camera_file(FILM / "camera.json")
    save_dice(recall_cameras().last, dice, gallery)
    (gallery / "gallery.json").unlink()
    dice.rmdir()
    kept = recall_cameras().newest
    assert kept.camera_file == FILM / "camera.json"
    assert (kept.dice_folder, kept.gallery_folder) == (None, None)
    (data_folder() / "cameras.json").write_text('{"format": 1, "last": 3, "cameras": []}')
    assert recall_cameras().newest.camera_file is None


def test_files_that_are_named_count_alone_and_without_any_the_kept_ones_do(tmp_path: Path) -> None:
    dice, gallery = own_folders(tmp_path)
    save_camera_file(FILM / "camera.json")
    save_dice(recall_cameras().last, dice, gallery)
    assert LaunchOptions().with_saved_dice() == LaunchOptions(dice=dice, gallery=gallery)
    for named in (LaunchOptions(camera=tmp_path), LaunchOptions(dice=tmp_path), LaunchOptions(gallery=tmp_path)):
        assert named.with_saved_dice() is named


def test_lens_pictures_come_back_by_the_camera_and_the_last_ones_count(tmp_path: Path) -> None:
    pictures = [Picture(f"{n}", np.full((90, 160, 3), 10 * n, np.uint8)) for n in range(8)]
    save_lens_pictures("BRIO", pictures)
    save_lens_pictures("BRIO", pictures[:6])
    assert [int(one.pixels.mean()) for one in saved_lens_pictures("BRIO")] == [0, 10, 20, 30, 40, 50]
    assert saved_lens_pictures("another") == ()


def test_lens_pictures_that_cannot_be_saved_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saved_cameras, "write_atomic", full)
    with pytest.raises(OperationError, match="No space left"):
        save_lens_pictures("BRIO", [Picture("a", np.zeros((9, 16, 3), np.uint8))])


@pytest.mark.slow
def test_read_needs_no_options_once_a_camera_is_calibrated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    demo = bundled(Bundled.PICTURES, "demo")
    camera = tmp_path / "camera.json"
    assert main(["calibrate", "--mat", str(demo / "mat.json"), str(demo / "table.jpg"), "-o", str(camera)]) == 0
    capsys.readouterr()
    assert main(["read", "--json", str(demo / "scene-000.jpg")]) == 0
    kept = capsys.readouterr()
    assert f"Read by {camera}." in kept.err
    assert main(["read", "--camera", str(camera), "--json", str(demo / "scene-000.jpg")]) == 0
    named = capsys.readouterr()
    assert named.out == kept.out
    assert named.err == ""
    assert len(json.loads(named.out)["dice"]) == 12


def test_read_without_a_camera_says_how_one_is_had(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "scene.jpg"]) == 2
    assert "companion setup" in capsys.readouterr().err


def test_a_heic_picture_is_called_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "IMG_0001.HEIC"
    file.write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    with pytest.raises(OperationError, match="this is a HEIC picture, as iPhones take them"):
        read_picture(file)
