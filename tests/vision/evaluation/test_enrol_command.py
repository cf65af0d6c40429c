"""``companion enrol`` refuses faces by name and enrols the others."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.cli import main
from companion.opencv import cv2


@pytest.fixture
def spoiled(rig: Path, tmp_path: Path) -> Path:
    """The rig with a face out of focus that no other die of its kind shows (the first), and one enrolled again under
    another name."""
    folder = shutil.copytree(rig, tmp_path / "spoiled")
    faces = json.loads((folder / "enrol.json").read_text())
    dice = [row["die"] for row in faces["faces"]]
    alone = next(number for number, die in enumerate(dice) if dice.count(die) == 1)
    faces["faces"].insert(0, faces["faces"].pop(alone))
    _blur(folder, faces["faces"][0])
    second = faces["faces"][1]
    other = next(row for row in faces["faces"][2:] if row["die"] != second["die"])
    faces["faces"].append(second | {"die": other["die"], "face": "1" if other["face"] != "1" else "2"})
    (folder / "enrol.json").write_text(json.dumps(faces))
    return folder


def _blur(folder: Path, row: dict[str, Any]) -> None:
    """Put a clicked face out of focus."""
    x, y = (int(v) for v in row["centre_px"])
    picture = cv2.imread(str(folder / "scene-000.jpg"))
    assert picture is not None
    around = np.s_[y - 80 : y + 80, x - 80 : x + 80]
    picture[around] = cv2.GaussianBlur(picture[around], (0, 0), 4)
    cv2.imwrite(str(folder / "scene-000.jpg"), picture)


def _enrol(folder: Path, *words: str) -> int:
    files = ["--camera", str(folder / "c.json"), "--dice", str(folder / "dice"), "--faces", str(folder / "enrol.json")]
    return main(["enrol", *files, "-o", str(folder / "gallery"), *words])


def test_spoiled_faces_are_refused_by_name_and_the_others_enrolled(
    spoiled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clicks = json.loads((spoiled / "enrol.json").read_text())["faces"]
    assert _enrol(spoiled) == 0
    message = capsys.readouterr()
    (blurred,) = (line for line in message.err.splitlines() if "is refused" in line)
    assert blurred.startswith(
        f"{clicks[0]['die']} side {clicks[0]['face']} in scene-000.jpg is refused: it is blurred."
    )
    assert f"{len(clicks) - 1} faces of" in message.out
    assert "1 refused" in message.out


def test_a_spoiled_face_that_another_die_shows_on_a_side_is_enrolled_by_that(
    rig: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(rig, tmp_path / "spoiled")
    (row, *others) = json.loads((folder / "enrol.json").read_text())["faces"]
    _blur(folder, row)
    assert _enrol(folder) == 0
    message = capsys.readouterr()
    called = f"{row['die']} side {row['face']} in scene-000.jpg"
    assert f"{called} is enrolled only as other pictures show it slantwise: it is blurred." in message.err
    assert message.out.startswith(f"{1 + len(others)} faces of")
    assert "refused" not in message.out + message.err


def test_a_sharp_face_that_looks_like_another_is_enrolled_with_a_warning(
    spoiled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clicks = json.loads((spoiled / "enrol.json").read_text())["faces"]
    assert _enrol(spoiled) == 0
    (alike,) = (line for line in capsys.readouterr().err.splitlines() if "looks nearly the same" in line)
    assert alike.startswith(f"{clicks[-1]['die']} side {clicks[-1]['face']} in ")
    assert f"the same as {clicks[1]['die']} side {clicks[1]['face']}, of another die. If one" in alike
    rows = json.loads((spoiled / "gallery" / "gallery.json").read_text())["faces"]
    assert {"die": clicks[-1]["die"], "face": clicks[-1]["face"]}.items() <= rows[-1].items()


def test_who_wants_all_faces_gets_them(spoiled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clicks = json.loads((spoiled / "enrol.json").read_text())["faces"]
    assert _enrol(spoiled, "--keep-all") == 0
    message = capsys.readouterr()
    assert message.err.count("is refused") == 1
    assert message.out.startswith(f"{len(clicks)} faces of")
    assert "1 enrolled anyway" in message.out


@pytest.mark.parametrize("words", [[], ["--dice", "d"], ["--faces", "f", "-o", "g"]])
def test_what_is_missing_is_named(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrol", *words]) == 2
    assert "--live" in capsys.readouterr().err


def test_a_picture_that_is_blurred_all_over_is_reported_and_a_good_one_is_not(
    rig: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(rig, tmp_path / "soft")
    assert _enrol(folder) == 0
    assert "is blurred" not in capsys.readouterr().err
    picture = cv2.imread(str(folder / "scene-000.jpg"))
    assert picture is not None
    cv2.imwrite(str(folder / "scene-000.jpg"), cv2.GaussianBlur(picture, (0, 0), 2.0))
    assert _enrol(folder) == 0
    assert "scene-000.jpg is blurred: its faces may not be known again." in capsys.readouterr().err
