"""The command on rendered pictures of the sheet, dice laid by a hand that misses by 0.3 mm, as a user would run it."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.camera import HandheldCamera, HandheldQuality, read_picture
from companion.certify.certificate import sheet_picture
from companion.certify.certificate.certificate import CertifiedSetup, certify
from companion.certify.certificate.sheet_picture import SheetPicture, SheetReader
from companion.certify.documents import CertificateDocument, encode_certify_sheet, read_certify_sheet
from companion.certify.sheet import CertifyPaper, certify_sheet
from companion.cli import main
from companion.codec.camera import (
    Grade,
    camera_key,
    certificates_folder,
    find_grade,
    read_camera,
    write_handheld_camera,
)
from companion.codec.reader import open_reader
from companion.codec.saved_cameras import recall_cameras, save_camera_file, save_dice
from companion.errors import OperationError
from companion.opencv import cv2
from companion.resources import Bundled, bundled

DEMO, CERTIFY = (bundled(Bundled.PICTURES, name) for name in ("demo", "certify"))
SHOTS = sorted(CERTIFY.glob("shot-*.jpg"))
TRUTH = json.loads((CERTIFY / "truth.json").read_text())


@pytest.fixture(scope="module")
def camera_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The camera of the demo, calibrated by its own pictures."""
    file = tmp_path_factory.mktemp("camera") / "camera.json"
    lens = [str(path) for path in sorted(DEMO.glob("lens-*.jpg"))]
    words = ["--mat", str(DEMO / "mat.json"), "--lens", *lens, str(DEMO / "table.jpg"), "-o", str(file)]
    assert main(["calibrate", *words]) == 0
    return file


@pytest.fixture(scope="module")
def reader(camera_file: Path) -> SheetReader:
    return SheetReader(open_reader(camera_file), [certify_sheet(paper) for paper in CertifyPaper])


@pytest.fixture(scope="module")
def pictures(reader: SheetReader) -> list[SheetPicture]:
    """What the pictures show."""
    return [reader.read(read_picture(path).pixels, path.name) for path in SHOTS]


def _certify(camera: Path, *words: str | Path) -> int:
    return main(["certify", "--camera", str(camera), *map(str, words)])


def test_errors_of_hands_are_separated_from_those_of_the_camera(
    reader: SheetReader, pictures: list[SheetPicture]
) -> None:
    assert len(pictures) == 5
    made = certify(pictures, (), CertifiedSetup(reader.camera, "demo", {}, datetime(2026, 11, 22, tzinfo=UTC)))
    assert (made.verdict, made.dice, made.share_read, made.wrong) == (Grade.TOURNAMENT, 8, 1.0, 0)
    off_mm = np.array([die["off_mm"] for die in TRUTH["dice"]])
    hands_mm = np.sqrt(np.sum((off_mm - off_mm.mean(axis=0)) ** 2) / 13)  # along one axis, as it was drawn
    assert hands_mm == pytest.approx(0.3, abs=0.03)
    assert made.placing_mm == pytest.approx(hands_mm, abs=0.12)  # the dice were folded by hand, too
    assert made.repeatability_mm < 0.12
    assert made.distance_mm.mean < 0.4 * made.distance_mm.as_laid_mean
    assert made.marks.greatest_mm < 0.2
    assert max(abs(one.off_mm) for one in made.heights) < 0.5
    _check_places(made)


def _check_places(made: CertificateDocument) -> None:
    """The sheet lies where the renderer laid it."""
    for shot, truth in zip(made.shots, TRUTH["shots"], strict=True):
        middle = np.array(truth["middle"]) * (1000, 620)
        assert math.dist(shot.sheet_mm, middle) < 0.1
        assert shot.sheet_deg == pytest.approx(truth["turn_deg"], abs=0.01)


def test_one_page_three_files_and_the_grade_is_kept_for_this_calibration_and_no_other(
    camera_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    camera, report = read_camera(camera_file), tmp_path / "report"
    assert find_grade(camera) is None
    assert _certify(camera_file, *SHOTS[:3], DEMO / "scene-000.jpg", "-o", report) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Grade: club\n24 of 24 dice read in 3 pictures\n")
    assert "not the camera's:" in out
    assert "scene-000.jpg: 0 marks of a certify sheet are seen" in err
    assert {path.name for path in report.iterdir()} == {"certificate.pdf", "certificate.png", "certificate.json"}
    assert CertificateDocument.model_validate_json((report / "certificate.json").read_bytes()).verdict is Grade.CLUB
    assert find_grade(camera) is Grade.CLUB
    _check_other_camera(camera_file, tmp_path / "camera.json")
    next(certificates_folder().iterdir()).write_text("torn")
    assert find_grade(camera) is None


def _check_other_camera(camera_file: Path, other: Path) -> None:
    keys = json.loads(camera_file.read_text())
    keys["translation_mm"][0] += 0.01
    other.write_text(json.dumps(keys))
    assert find_grade(read_camera(other)) is None


def test_a_sheet_of_ones_own_is_read_from_its_file(reader: SheetReader, tmp_path: Path) -> None:
    sheet, file = certify_sheet(CertifyPaper.A3), tmp_path / "sheet.json"
    file.write_text(encode_certify_sheet(sheet))
    assert read_certify_sheet(file) == sheet
    with pytest.raises(OperationError, match="0 marks of a certify sheet are seen"):
        SheetReader(reader.reader, [sheet]).read(read_picture(SHOTS[0]).pixels, "shot")


def test_too_few_pictures_are_the_works_fault_and_wrong_words_the_users(
    camera_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "report"
    assert _certify(camera_file, SHOTS[0], "-o", report) == 1
    assert "Only 1 of 1 pictures can be used, 3 are needed" in capsys.readouterr().err
    assert not report.exists()
    assert _certify(camera_file) == 2
    assert _certify(camera_file, *SHOTS, "--live") == 2
    assert _certify(camera_file, *SHOTS, "--thickness", "-1") == 2
    assert main(["certify", str(SHOTS[0])]) == 2
    assert "No camera has been measured yet" in capsys.readouterr().err


def test_a_picture_of_another_size_is_refused_before_a_sheet_is_looked_for(
    camera_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the largest picture that is read, 10,000 x 10,000 px, that took minutes and gigabytes."""
    monkeypatch.setattr(sheet_picture, "locate_sheet_marks", lambda *_, **__: pytest.fail("it was looked for"))
    large = tmp_path / "large.png"
    large.write_bytes(bytes(cv2.imencode(".png", np.zeros((10_000, 10_000), np.uint8))[1]))
    assert _certify(camera_file, large) == 1
    err = capsys.readouterr().err
    assert "large.png is 10000 x 10000 px, the camera was calibrated with 1920 x 1080" in err


def test_a_picture_at_half_the_size_is_measured_as_the_whole_one(
    reader: SheetReader, pictures: list[SheetPicture]
) -> None:
    half = cv2.resize(read_picture(SHOTS[0]).pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    read = reader.read(np.asarray(half, np.uint8), "half")
    assert read.middle_mm == pytest.approx(pictures[0].middle_mm, abs=0.3)
    assert [die.name for die in read.dice] == [die.name for die in pictures[0].dice]


def test_a_terminal_sees_from_the_start_how_far_it_is_and_a_pipe_nothing(
    camera_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    no_sheet = DEMO / "scene-000.jpg"
    assert _certify(camera_file, no_sheet) == 1
    assert "pictures \r" not in capsys.readouterr().err
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert _certify(camera_file, no_sheet) == 1
    shown = [text for text in re.split(r"[\r\n]+", capsys.readouterr().err) if text.strip()]
    assert [text for text in shown if "of 1 pictures" in text and "can be used" not in text] == [
        "0 of 1 pictures ",
        "1 of 1 pictures ",
    ]
    assert shown[1].startswith("companion certify: scene-000.jpg"), "a line of its own"


def test_without_a_camera_named_the_one_measured_last_reads_with_the_dice_kept_for_it(
    camera_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dice = tmp_path / "dice"
    dice.mkdir()
    save_camera_file(camera_file)
    save_dice(recall_cameras().name_of(camera_file), dice, None)
    assert main(["certify", str(SHOTS[0])]) == 1
    message = capsys.readouterr().err
    assert f"Read by {camera_file}, with the dice of {dice} and the gallery of the program." in message
    assert f"{dice} holds no die file" in message
    assert _certify(camera_file, SHOTS[0]) == 1  # a camera that is named is read by with them, too
    message = capsys.readouterr().err
    assert f"Read by {camera_file}, with the dice of {dice} and the gallery of the program." in message
    assert f"{dice} holds no die file" in message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 2}, "this program reads format 1, this is 2"),
        ({"markers": []}, "at least 3 items"),
        ({"places": [{"number": 1, "centre_mm": [1, 2], "heading_deg": 0, "edge_mm": 50.8}] * 2}, "more than once"),
        ({"stand": {"outline_mm": [[0, 0], [1, 1]], "height_mm": 30}}, "three or more points"),
    ],
)
def test_a_wrong_sheet_file_is_named_with_its_place(
    change: dict[str, Any], message: str, camera_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sheet.json"
    file.write_text(encode_certify_sheet(certify_sheet(CertifyPaper.A4)))
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    assert _certify(camera_file, *SHOTS, "--sheet", file) == 2
    err = capsys.readouterr().err
    assert message in err
    assert "print the sheet again" in err


def test_a_dim_picture_counts_as_one_and_a_black_one_is_refused(
    camera_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "black.png"), np.zeros((1080, 1920, 3), np.uint8))
    cv2.imwrite(str(tmp_path / "dim.png"), cv2.convertScaleAbs(read_picture(SHOTS[3]).pixels, alpha=0.6))
    assert _certify(camera_file, *SHOTS[:2], tmp_path / "dim.png", tmp_path / "black.png", "--json") == 0
    reported = json.loads(capsys.readouterr().out)
    assert (reported["format"], reported["pictures"]) == (1, 3)
    assert [one["image"] for one in reported["refused"]] == ["black.png"]
    assert reported["light"]["darkest_picture"] < reported["light"]["brightest"]


def test_a_camera_in_the_hand_is_certified_with_a_pose_for_each_picture(
    camera_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same pictures by a camera of which nothing but its lens is known."""
    stand, phone = read_camera(camera_file), tmp_path / "phone.json"
    lens = replace(stand.lens, rotation=np.eye(3), translation=np.zeros(3))
    spreads = np.array([0.002, 1.0, 1.0, 0.002, 0.005, 1e-4, 1e-4, 0.005])
    quality = HandheldQuality(0.1, 0.1, 0.002, 3, 12)
    hand = HandheldCamera(lens, np.diag(spreads**2), 0.01, stand.table, stand.markers, quality)
    write_handheld_camera(hand, phone)
    assert _certify(phone, *SHOTS[:3], "--json") == 0
    made = json.loads(capsys.readouterr().out)
    assert made["verdict"] in {Grade.CLUB, Grade.TOURNAMENT}
    assert (made["read"]["good"], made["read"]["of"], made["wrong"]) == (24, 24, 0)
    assert made["camera"]["calibration"].startswith("Calibration good: 3 pictures, 12 markers seen")
    for shot, truth in zip(made["shots"], TRUTH["shots"], strict=False):
        assert math.dist(shot["sheet_mm"], np.array(truth["middle"]) * (1000, 620)) < 0.4
    assert find_grade(hand) is not None
    assert camera_key(stand) != camera_key(hand)
