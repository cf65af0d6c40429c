"""The door at which pictures are refused, and what is said of those that pass; no network is needed for either."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import companion.codec.reader
from companion.arrays import Image
from companion.camera import Camera, calibrate, poor_calibration_notice, read_picture
from companion.catalogue import Die
from companion.cli import main
from companion.codec.camera import write_camera
from companion.codec.mat import read_mat
from companion.geometry import Pose
from companion.opencv import cv2
from companion.resources import Bundled, bundled
from companion.vision import DieReading, DieState, FaceName, PictureRefusedError, Problem, Reading
from companion.vision.picture_check import check_picture

DEMO = bundled(Bundled.PICTURES, "demo")
DIE = DieReading(Pose(500, 300, 0, 50.8), 0.2, 0.3, DieState.FLAT, FaceName("t/tank", "8"), 0.99)
Spoil = Callable[[Image], NDArray[np.uint8]]


def shifted(right_px: float) -> Spoil:
    move = np.array([[1, 0, right_px], [0, 1, 0]], np.float32)
    return lambda pixels: np.asarray(
        cv2.warpAffine(pixels, move, pixels.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def upside_down(pixels: Image) -> Image:
    return np.ascontiguousarray(pixels[::-1, ::-1])


def zoomed(pixels: Image) -> Image:
    """Through a wider lens, from the same place."""
    rows, columns = pixels.shape[0] // 8, pixels.shape[1] // 8
    wider = cv2.copyMakeBorder(pixels, rows, rows, columns, columns, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(wider, pixels.shape[1::-1], interpolation=cv2.INTER_AREA), np.uint8)


def mirrored(pixels: Image) -> Image:
    return np.ascontiguousarray(pixels[:, ::-1])


def blurred(sigma_px: float) -> Spoil:
    return lambda pixels: np.asarray(cv2.GaussianBlur(pixels, (0, 0), sigma_px), np.uint8)


def darker(times: float) -> Spoil:
    return lambda pixels: np.asarray(pixels / times, np.uint8)


def colourless(pixels: Image) -> Image:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


def blank(pixels: Image) -> Image:
    return np.full_like(pixels, 128)


def untouched(pixels: Image) -> Image:
    return pixels


@pytest.fixture(scope="module")
def camera() -> Camera:
    return calibrate(read_mat(DEMO / "mat.json"), [], [read_picture(DEMO / "table.jpg")]).camera


@pytest.fixture(scope="module")
def scene() -> Image:
    return read_picture(DEMO / "scene-000.jpg").pixels


@pytest.mark.parametrize(
    ("spoil", "why", "words"),
    [
        (shifted(40), Problem.CAMERA_MOVED, "the camera has moved or the picture is turned: calibrate again"),
        (shifted(3), Problem.CAMERA_MOVED, "the camera has moved or the picture is turned: calibrate again"),
        (upside_down, Problem.CAMERA_MOVED, "the camera has moved or the picture is turned: calibrate again"),
        (zoomed, Problem.CAMERA_MOVED, "this is another camera's picture"),
        (mirrored, Problem.MIRRORED, "switch mirroring off"),
        (blank, Problem.BLANK, "is a single shade"),
        (blurred(8), Problem.BLURRED, "too blurred to show dice: focus the camera"),
        (lambda pixels: pixels[:-10], Problem.WRONG_SIZE, "1920 x 1070 px, the camera was calibrated with 1920 x 1080"),
        (lambda pixels: pixels[:-10], Problem.WRONG_SIZE, "Another camera may have taken it."),
        (lambda pixels: cv2.rotate(pixels, cv2.ROTATE_90_CLOCKWISE), Problem.WRONG_SIZE, "turned by a quarter"),
    ],
)
def test_what_is_no_picture_by_this_camera_is_refused(
    camera: Camera, scene: Image, spoil: Spoil, why: Problem, words: str
) -> None:
    with pytest.raises(PictureRefusedError) as refused:
        check_picture(camera, spoil(scene), "scene.jpg")
    assert refused.value.remark.why is why
    assert words in refused.value.remark.text
    assert "scene.jpg" in str(refused.value)
    assert refused.value.exit_status == 1


@pytest.mark.parametrize(
    ("spoil", "why", "words"),
    [
        (darker(16), Problem.TOO_DARK, "too dark to show dice: turn a lamp on"),
        (blurred(3), Problem.BLURRED, "too blurred to show dice"),
        (lambda pixels: np.full_like(pixels, 255), Problem.OVEREXPOSED, "too overexposed to show dice"),
    ],
)
def test_no_dice_in_a_bad_picture_is_no_empty_table(
    camera: Camera, scene: Image, spoil: Spoil, why: Problem, words: str
) -> None:
    check = check_picture(camera, spoil(scene), "scene.jpg")
    with pytest.raises(PictureRefusedError, match=words) as refused:
        check.remarks(())
    assert refused.value.remark.why is why
    assert check.remarks([DIE])[0].why is why  # where some are read it is said, with what it costs
    assert "dice may be missed" in check.remarks([DIE])[0].text


def test_a_good_picture_without_dice_says_that_none_lie_there(camera: Camera) -> None:
    check = check_picture(camera, read_picture(DEMO / "table.jpg").pixels, "table.jpg")
    assert [(remark.why, remark.text) for remark in check.remarks(())] == [
        (Problem.NO_DICE, "no dice lie on the table.")
    ]


def test_a_good_picture_with_dice_needs_no_remark(camera: Camera, scene: Image) -> None:
    check = check_picture(camera, scene, "scene.jpg")
    assert check.remarks([DIE]) == ()
    assert check.sigmas(0.2, 0.3) == (0.2, 0.3)


def test_a_picture_without_colour_says_what_that_costs(camera: Camera, scene: Image) -> None:
    (remark,) = check_picture(camera, colourless(scene), "scene.jpg").remarks([DIE])
    assert remark.why is Problem.GREY
    assert "more dice than usual stay unknown" in remark.text


@pytest.mark.parametrize(
    ("hidden", "words"),
    [
        ((2,), "marker 2 is not seen; the other 3 show that the camera has not moved"),
        ((0, 2), "markers 0 and 2 are not seen: with fewer than 3 in sight a slight turn"),
        ((0, 1, 2, 3), "no marker is seen: nothing shows whether the camera has moved"),
    ],
)
def test_what_a_hidden_marker_costs_is_reported(
    camera: Camera, scene: Image, hidden: tuple[int, ...], words: str
) -> None:
    covered = scene.copy()
    for number in hidden:
        corners = camera.seen_px[number]
        sheet = corners.mean(axis=0) + 1.5 * (corners - corners.mean(axis=0))
        cv2.fillConvexPoly(covered, np.round(sheet).astype(np.int32), (90, 110, 120))
    check = check_picture(camera, covered, "scene.jpg")
    (remark,) = check.remarks([DIE])
    assert remark.why is Problem.MARKERS_HIDDEN
    assert words in remark.text
    assert check.camera.hidden == hidden


def test_neither_dice_nor_markers_is_perhaps_no_table(camera: Camera) -> None:
    check = check_picture(camera, read_picture(DEMO / "table.jpg").pixels, "")
    lost = replace(check, displacement=replace(check.displacement, seen=(), missing=(0, 1, 2, 3), moved_mm=None))
    assert lost.remarks(())[0].text == "no dice and no markers in sight: is this a picture of the table?"


def test_a_camera_without_markers_says_what_that_costs(camera: Camera, scene: Image) -> None:
    (remark,) = check_picture(replace(camera, markers=(), seen_px={}), scene, "").remarks([DIE])
    assert remark.why is Problem.NO_MARKERS
    assert "nothing shows whether the camera has moved" in remark.text


def test_a_nudge_too_small_to_refuse_is_in_the_sigma(camera: Camera, scene: Image) -> None:
    check = check_picture(camera, shifted(0.6)(scene), "")
    moved_mm = check.displacement.moved_mm
    assert moved_mm is not None
    assert moved_mm == pytest.approx(0.4, abs=0.1)
    assert check.sigmas(0.2, 0.3) == pytest.approx((math.hypot(0.2, moved_mm / math.sqrt(2)), 0.3))


def test_blur_is_in_the_sigmas(camera: Camera, scene: Image) -> None:
    sigma_mm, sigma_deg = check_picture(camera, blurred(3)(scene), "").sigmas(0.2, 0.3)
    assert sigma_mm / 0.2 == pytest.approx(1.7, abs=0.2)
    assert sigma_deg / 0.3 == pytest.approx(sigma_mm / 0.2)


def test_a_scaled_picture_says_so_and_an_enlarged_one_is_less_exact(camera: Camera, scene: Image) -> None:
    whole = check_picture(camera, scene, "scene.jpg")
    small, large = (check_picture(camera, scene, "scene.jpg", taken_wh=size) for size in ((640, 360), (3840, 2160)))
    assert [remark.why for remark in small.remarks((DIE,))] == [Problem.SCALED]
    assert "640 x 360 px: it was scaled to 1920 x 1080" in small.remarks((DIE,))[0].text
    assert [remark.why for remark in large.remarks((DIE,))] == [Problem.SCALED]
    assert whole.remarks((DIE,)) == ()
    assert small.sigmas(0.2, 0.3) == pytest.approx((0.6, 0.9))
    assert large.sigmas(0.2, 0.3) == whole.sigmas(0.2, 0.3) == (0.2, 0.3)


@pytest.mark.slow
def test_a_picture_of_half_the_size_is_read_at_the_same_places(camera: Camera, scene: Image) -> None:
    reader = companion.codec.reader.open_reader(camera)
    half = np.asarray(cv2.resize(scene, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    whole, scaled = ({die.name: die.pose for die in reader.read(one).dice if die.name} for one in (scene, half))
    assert len(whole) == 12
    both = whole.keys() & scaled.keys()
    assert len(both) >= 10
    for name in both:
        assert scaled[name].centre_mm == pytest.approx(whole[name].centre_mm, abs=1.5)


@dataclass(frozen=True)
class CheckingReader:
    """Reads one and the same die in every picture that passes the door."""

    camera: Camera
    dice: Mapping[str, Die] = field(default_factory=dict)

    def read(self, picture: Image, image: str = "") -> Reading:
        check = check_picture(self.camera, picture, image)
        return Reading(image, (DIE,), check.camera, check.remarks((DIE,)))


@pytest.fixture
def pictures(scene: Image, tmp_path: Path) -> list[str]:
    """Good, shifted, none at all, grey, good."""
    kinds: dict[str, Spoil] = {"a": untouched, "b": upside_down, "d": colourless, "e": untouched}
    for name, spoil in kinds.items():
        cv2.imwrite(str(tmp_path / f"{name}.png"), spoil(scene))
    return [str(tmp_path / f"{name}.png") for name in "abcde"]


@pytest.fixture
def read(camera: Camera, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    monkeypatch.setattr(companion.codec.reader, "open_reader", lambda *_: CheckingReader(camera))
    write_camera(camera, tmp_path / "camera.json")
    return lambda *words: main(["read", "--camera", str(tmp_path / "camera.json"), *words])


def test_every_picture_has_its_line_and_the_refused_ones_say_why(
    read: Callable[..., int], pictures: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert read("--json", *pictures) == 2  # c.png is not there
    message = capsys.readouterr()
    a, b, c, d, e = (json.loads(line) for line in message.out.splitlines())
    assert [line["image"] for line in (a, b, c, d, e)] == [f"{name}.png" for name in "abcde"]
    assert set(a) == set(e) == {"format", "image", "dice", "camera"}
    assert (b["dice"], b["why"]) == ([], "camera-moved")
    assert b["camera"]["moved_mm"] > 100
    assert "calibrate again" in b["text"]
    assert (c["dice"], c["why"], c["camera"]) == ([], "no-picture", {"moved_mm": None, "markers_seen": 0})
    assert [remark["why"] for remark in d["remarks"]] == ["grey"]
    assert len(d["dice"]) == 1


def test_in_words_no_millimetres_are_reported_of_a_refused_picture(
    read: Callable[..., int], pictures: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert read(pictures[1], pictures[3]) == 1
    message = capsys.readouterr()
    assert message.out.splitlines()[0] == "d.png: 1 die"
    assert "b.png: the camera has moved or the picture is turned: calibrate again" in message.err
    assert "d.png: the picture has no colour" in message.err


def test_how_many_dice_are_unknown_is_the_last_line_whatever_gallery_is_named(
    camera: Camera,
    tmp_path: Path,
    pictures: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    class HalfForeignReader(CheckingReader):
        def read(self, picture: Image, image: str = "") -> Reading:
            return replace(super().read(picture, image), dice=(DIE, replace(DIE, name=None)))

    monkeypatch.setattr(companion.codec.reader, "open_reader", lambda *_: HalfForeignReader(camera))
    write_camera(camera, tmp_path / "camera.json")
    words = ["read", "--camera", str(tmp_path / "camera.json")]
    for named in ([], ["--json"], ["--gallery", str(tmp_path)]):
        assert main([*words, *named, pictures[0], pictures[3], pictures[4]]) == 0
        last = capsys.readouterr().err.splitlines()[-1]
        assert last.startswith("companion read: 3 of 6 dice are unknown. If they are your own, show them to the camera")


def test_where_all_dice_are_known_nothing_is_reported_of_unknown_ones(
    read: Callable[..., int], pictures: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert read(pictures[0]) == 0
    assert capsys.readouterr().err == ""


def test_a_poor_camera_is_reported_in_every_reading(camera: Camera, scene: Image) -> None:
    poor = replace(camera, quality=replace(camera.quality, rms_mm=9.0, rms_px=9.0))
    (remark,) = check_picture(poor, scene, "scene.jpg").remarks([DIE])
    assert remark.why is Problem.POOR_CAMERA
    assert remark.text == poor_calibration_notice(poor)
    assert remark.text.startswith("The camera is calibrated poorly: places may be wrong by ")
