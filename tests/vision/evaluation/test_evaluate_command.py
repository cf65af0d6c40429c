"""``companion evaluate``: a folder of pictures with truth becomes a report, anything else a sentence."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from companion.camera import read_picture
from companion.cli import main
from companion.opencv import cv2


def test_a_rig_is_reported_with_figures_plots_and_failures(
    rig: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", str(rig), "-o", str(tmp_path / "report")]) == 0
    message = capsys.readouterr()
    assert "dice found" in message.out
    assert message.err == ""  # no progress where nobody watches
    figures = json.loads((tmp_path / "report" / "figures.json").read_text())
    assert figures["figures"]["found"]["value"] > 0.9
    assert figures["figures"]["centre_median_mm"]["reached"]
    assert {"find", "place", "name", "in all"} <= set(figures["ms"])
    page = (tmp_path / "report" / "index.html").read_text()
    assert page.count("<svg") == 7 + len(figures["failures"]) + 8  # plots, failures, the farthest off
    assert "src=" not in page  # nothing is fetched from elsewhere
    assert page.count('href="data:image/jpeg') == len(figures["failures"]) + 8


def test_a_scene_of_a_moved_camera_counts_as_not_read_and_is_named(rig: Path, tmp_path: Path) -> None:
    moved = shutil.copytree(rig, tmp_path / "moved")
    pixels = read_picture(moved / "scene-001.jpg").pixels
    cv2.imwrite(str(moved / "scene-001.jpg"), np.ascontiguousarray(pixels[::-1, ::-1]))
    assert main(["evaluate", str(moved), "-o", str(tmp_path / "report")]) == 0
    figures = json.loads((tmp_path / "report" / "figures.json").read_text())
    assert figures["figures"]["found"]["value"] < 0.6
    assert any("scene-001.jpg: the camera has moved" in remark for remark in figures["remarks"])
    lost = [failure for failure in figures["failures"] if failure["image"] == "scene-001.jpg"]
    assert {(failure["what"], failure["read"]) for failure in lost} == {("not found", None)}
    assert all(failure["true"]["die"] for failure in lost)


def test_dice_left_out_are_strangers_and_a_terminal_sees_how_far_it_is(
    rig: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = json.loads((rig / "enrol.json").read_text())["faces"][0]["die"]
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["evaluate", str(rig), "--leave-out", "1", "-o", str(tmp_path)]) == 0
    shown = [text.strip() for text in capsys.readouterr().err.split("\r") if text.strip()]
    assert shown[:2] == ["calibrating ...", "enrolling ..."]
    count = len(shown) - 3
    assert shown[2:] == [f"reading: {done} of {count} pictures" for done in range(count + 1)]
    figures = json.loads((tmp_path / "figures.json").read_text())
    assert figures["left_out"] == [first]
    assert figures["figures"]["strangers_named"]["of"] >= 1
    assert all(failure["read"] is None or failure["read"]["die"] != first for failure in figures["failures"])


def test_a_folder_that_is_no_rig_is_refused_with_what_it_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "scene-000.jpg").touch()
    assert main(["evaluate", str(tmp_path), "-o", str(tmp_path / "report")]) == 1
    message = capsys.readouterr().err
    assert all(word in message for word in ("is not a rig", "mat.json", "enrol.json", "A rig is a folder with"))
    assert message.count("\n") == 1
    assert not (tmp_path / "report").exists()


def test_truth_that_is_not_understood_is_named(rig: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = shutil.copytree(rig, tmp_path / "broken")
    (broken / "scene-001.json").write_text('{"format": 1, "dice": [{"die": "ogre/gev"}]}')
    assert main(["evaluate", str(broken), "-o", str(tmp_path / "report")]) == 1
    assert "scene-001.json: dice[0].state: this key is missing" in capsys.readouterr().err


def test_more_dice_than_there_are_cannot_be_left_out(
    rig: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", str(rig), "--leave-out", "99", "-o", str(tmp_path)]) == 1
    assert "Leave out fewer" in capsys.readouterr().err
    assert main(["evaluate", str(rig), "--leave-out", "-1", "-o", str(tmp_path)]) == 2
