"""``companion demo`` on the bundled table, through the program's own main; the truth of its pictures stands in for the
networks here, which have tests of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

import companion.codec.reader
import companion.ui
from companion.arrays import Image
from companion.camera import Camera, read_picture
from companion.cli import main
from companion.codec.die import known_dice
from companion.geometry import Pose
from companion.resources import Bundled, bundled
from companion.session import Inspection
from companion.ui import Window
from companion.vision import CameraCheck, DieReading, DieState, FaceName, Reading

WhenRead = Callable[[Callable[[Window], None]], None]
SCENE = bundled(Bundled.PICTURES, "demo", "scene-000.jpg")


class TruthReader:
    """Knows what lies in the demo's pictures."""

    def __init__(self, camera: Camera, *_: object) -> None:
        self.camera, self.dice = camera, known_dice(bundled(Bundled.DICE_FACES))

    def read(self, _picture: Image, image: str = "") -> Reading:
        reported = json.loads((SCENE.parent / image).with_suffix(".json").read_text())["dice"]
        return Reading(image, tuple(map(_die, reported)), CameraCheck(0.1, 4))


def _die(row: dict[str, Any]) -> DieReading:
    x_mm, y_mm = row["centre_mm"]
    pose = Pose(x_mm, y_mm, row["heading_deg"], row["edge_mm"])
    return DieReading(pose, 0.3, 0.2, DieState(row["state"]), FaceName(row["die"], row["face"]), 0.99)


@pytest.fixture
def truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion.codec.reader, "open_reader", TruthReader)


def test_the_demo_says_each_step_and_where_the_picture_is(
    truth: None, qapp: QApplication, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "new" / "overlay.png"
    assert main(["demo", "-o", str(output)]) == 0
    message = capfd.readouterr().out
    assert "Calibration" in message
    assert "dice read in scene-000.jpg" in message
    assert " may hit " in message
    assert "OG-RANGE-02" in message
    assert f"Painted: {output}" in message
    assert "The picture shows what the window would." in message
    assert not [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]


def test_the_painted_picture_is_the_scene_with_something_drawn_over_it(
    truth: None, qapp: QApplication, tmp_path: Path
) -> None:
    output = tmp_path / "overlay.png"
    assert main(["demo", "-o", str(output), "--no-window"]) == 0
    before, after = read_picture(SCENE).pixels, read_picture(output).pixels
    assert after.shape == before.shape
    changed = np.any(before != after, axis=2).mean()
    assert 0.05 < changed < 0.8


def test_without_a_place_named_the_picture_goes_to_the_users_own_folder(
    truth: None, qapp: QApplication, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", "--no-window"]) == 0
    path = Path(capfd.readouterr().out.split("Painted: ")[1].splitlines()[0])
    assert read_picture(path).size_wh == read_picture(SCENE).size_wh


def test_the_window_opens_where_there_is_a_screen_with_a_weapon_in_hand(
    truth: None, when_read: WhenRead, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(companion.ui, "why_no_screen", lambda: None)
    chosen: list[Inspection | None] = []
    when_read(lambda window: chosen.append(window.inspection))
    assert main(["demo", "-o", str(tmp_path / "overlay.png")]) == 0
    (looked,) = chosen
    assert looked is not None
    assert looked.sighting is not None


@pytest.mark.parametrize(
    ("output", "message"),
    [
        (lambda folder: folder / "overlay.words", "no picture can be written with this ending"),
        (lambda folder: folder / "taken" / "overlay.png", "cannot be written"),
    ],
)
def test_a_place_that_cannot_be_written_is_reported_and_nothing_is_left_half_done(
    truth: None,
    qapp: QApplication,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    output: Callable[[Path], Path],
    message: str,
) -> None:
    (tmp_path / "taken").write_text("a file where a folder is wanted")
    assert main(["demo", "--no-window", "-o", str(output(tmp_path))]) == 1
    assert message in capfd.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["taken"]
