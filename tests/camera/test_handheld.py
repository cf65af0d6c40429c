"""A camera in the hand: its lens and the poses of its pictures, held against the cameras that drew them."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.arrays import FloatArray, Image
from companion.camera import (
    CalibrationVerdict,
    HandheldCalibration,
    HandheldCamera,
    Marker,
    Mat,
    NotLocatedError,
    Pinhole,
    SensorPicture,
    ShotTags,
    calibrate_handheld,
    decode_sensor_picture,
    encode_picture,
    handheld_locating,
    locate_picture,
    locate_together,
    read_sensor_picture,
)
from companion.camera.handheld_adjustment import MarkerSight, camera_slopes, camera_step, moved_camera
from companion.camera.handheld_markers import edges_of
from companion.camera.pictures import turn_pixels
from companion.cli import main
from companion.codec.camera import read_any_camera, read_camera, write_handheld_camera
from companion.errors import InputError, OperationError
from companion.opencv import cv2
from tests.camera.conftest import MAT, Albedo, Shot, marker_at, table_albedo

_LENS = Shot(focal_px=820.0, centre_px=(484.0, 266.0), k1=0.06, k2=-0.08)
#: Where the phone was, and by how much it breathed.
_PLACES = (
    ((480.0, -420.0, 800.0), 1.0),
    ((-330.0, 330.0, 760.0), 1.006),
    ((1300.0, 380.0, 800.0), 0.995),
    ((520.0, 1000.0, 820.0), 1.003),
)
_TABLE = np.stack(np.meshgrid([50.0, 500, 950], [50.0, 310, 570], [0.0, 41.5]), axis=-1).reshape(-1, 3)
Take = Callable[..., SensorPicture]


def _shot(eye: tuple[float, float, float], breath: float) -> Shot:
    return replace(_LENS, eye_mm=eye, aim_mm=(500.0, 310.0, 0.0), focal_px=_LENS.focal_px * breath)


def _taken(shot: Shot, name: str, albedo: Albedo | None = None) -> SensorPicture:
    return SensorPicture(name, shot.take(albedo or table_albedo(MAT), name).pixels)


@pytest.fixture(scope="module")
def pictures() -> list[SensorPicture]:
    """Four pictures of the mat, each from another side."""
    return [_taken(_shot(*place), f"mat-{number}.png") for number, place in enumerate(_PLACES)]


@pytest.fixture(scope="module")
def calibration(pictures: list[SensorPicture]) -> HandheldCalibration:
    """What those tell of the lens."""
    return calibrate_handheld(MAT, pictures)


@pytest.fixture(scope="module")
def phone(calibration: HandheldCalibration) -> HandheldCamera:
    """The camera in the hand."""
    return calibration.camera


def _off_mm(camera: HandheldCamera, picture: SensorPicture, shot: Shot) -> FloatArray:
    """How far from where they are places on the table are measured, (n,)."""
    lens = locate_picture(camera, picture).lens
    flat = _TABLE[_TABLE[:, 2] == 0]
    return np.asarray(np.linalg.norm(lens.to_table(shot.project(flat)) - flat[:, :2], axis=1))


def test_four_pictures_of_the_mat_give_the_lens(calibration: HandheldCalibration) -> None:
    camera = calibration.camera
    assert calibration.remarks == ()
    assert camera.quality.verdict is CalibrationVerdict.GOOD
    assert camera.quality.pictures == 4
    assert camera.quality.markers == 14
    off = np.log(camera.lens.matrix[0, 0] / _LENS.focal_px)
    assert abs(off) < 3 * np.sqrt(camera.covariance[0, 0])
    assert np.abs(camera.lens.matrix[:2, 2] - _LENS.centre_px).max() < 3.0
    assert camera.quality.sentence().startswith("Calibration good: 4 pictures, 14 markers seen, ")


def test_a_picture_from_anywhere_finds_its_own_pose(phone: HandheldCamera) -> None:
    shot = _shot((-100.0, -450.0, 900.0), 1.008)
    picture = _taken(shot, "there.png")
    located = locate_picture(phone, picture)
    assert located.seen == (0, 1, 2, 3)
    assert located.focal_scale == pytest.approx(1.008, abs=0.006)
    assert located.lens.eye_mm == pytest.approx(shot.eye_mm, abs=3.0)
    assert _off_mm(phone, picture, shot).max() < 4 * located.table_sigma_mm + 0.1
    assert located.pose_sigma_mm < 0.3


def test_two_markers_do_and_say_how_much_less_they_tell(phone: HandheldCamera) -> None:
    shot = _shot((400.0, -400.0, 750.0), 1.0)
    picture = _taken(shot, "two.png", table_albedo(MAT, covered=(2, 3)))
    located = locate_picture(phone, picture)
    assert located.seen == (0, 1)
    far = _off_mm(phone, picture, shot).max()
    assert located.table_sigma_mm > 2 * locate_picture(phone, _taken(shot, "four.png")).table_sigma_mm
    assert far < 5 * located.table_sigma_mm


def test_a_marker_that_is_covered_in_part_still_tells_by_its_free_edges(phone: HandheldCamera) -> None:
    shot = _shot((400.0, -400.0, 750.0), 1.0)
    whole = table_albedo(MAT, covered=(2,))

    def under_a_cup(x: FloatArray, y: FloatArray) -> FloatArray:
        paper = whole(x, y)
        paper[(x - 70) ** 2 + (y - 590) ** 2 < 33**2] = 0.3  # over one corner of marker 3
        return paper

    picture = _taken(shot, "covered.png", under_a_cup)
    located = locate_picture(phone, picture)
    assert located.seen == (0, 1, 3)
    assert _off_mm(phone, picture, shot).max() < 1.0


def test_an_edge_that_is_known_to_some_pixels_only_refuses_no_picture(
    phone: HandheldCamera, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of an edge beside a die that covers it some pixels are seen: where they lead tells next to nothing."""

    def with_an_edge_off(pixels: Image, markers: Sequence[Marker], camera: Pinhole) -> MarkerSight | None:
        sight = edges_of(pixels, markers, camera)
        assert sight is not None
        points_px, sigmas_px = sight.points_px.copy(), sight.sigmas_px.copy()
        points_px[-1, 1] += 11.0 * sight.normals[-1, 1]
        sigmas_px[-1] = 2.9
        return replace(sight, points_px=points_px, sigmas_px=sigmas_px)

    monkeypatch.setattr(handheld_locating, "edges_of", with_an_edge_off)
    shot = _shot((400.0, -400.0, 750.0), 1.0)
    picture = _taken(shot, "little.png")
    located = locate_picture(phone, picture)
    assert located.seen == (0, 1, 2, 3)
    assert _off_mm(phone, picture, shot).max() < 1.0


def test_an_upright_picture_is_read_in_the_sensors_frame(phone: HandheldCamera) -> None:
    shot = _shot((480.0, -420.0, 800.0), 1.0)
    sensor = _taken(shot, "up.jpg")
    stored = encode_picture(sensor.pixels)
    tagged = decode_sensor_picture(stored[:2] + _exif(orientation=6) + stored[2:], "up.jpg")
    assert tagged.tags.orientation == 6
    assert tagged.upright.size_wh == (540, 960)
    assert locate_picture(phone, tagged).lens.eye_mm == pytest.approx(shot.eye_mm, abs=3.0)
    sent = SensorPicture("sent.jpg", tagged.upright.pixels)  # by a messenger: turned, and nothing says so
    assert locate_picture(phone, sent).lens.eye_mm == pytest.approx(shot.eye_mm, abs=3.0)
    edited = replace(sent, tags=ShotTags(present=True))  # turned by a program that says that it is not
    assert locate_picture(phone, edited).lens.eye_mm == pytest.approx(shot.eye_mm, abs=3.0)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation_is_undone(orientation: int) -> None:
    pixels = np.arange(12, dtype=np.uint8).reshape(3, 4, 1)
    picture = SensorPicture("p", pixels, ShotTags(present=True, orientation=orientation))
    upright = picture.upright.pixels
    for (row, column, _), value in np.ndenumerate(upright):
        x, y = picture.from_upright(np.array([[column, row]], np.float64))[0]
        assert pixels[int(y), int(x), 0] == value
    back = SensorPicture("p", upright).turned_back(orientation)
    assert np.array_equal(back.pixels, pixels)
    assert np.array_equal(turn_pixels(back.pixels, orientation), upright)


def _exif(*, orientation: int) -> bytes:
    """An EXIF block with one tag."""
    tiff = struct.pack(">2sHLHHHLHHL", b"MM", 42, 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    body = b"Exif\x00\x00" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body


def test_a_broken_tag_counts_as_none(pictures: list[SensorPicture]) -> None:
    stored = encode_picture(pictures[0].pixels)
    cut = b"\xff\xe1\x00\x10Exif\x00\x00MM\x00*\x00\x00\xff\xff"
    assert decode_sensor_picture(stored[:2] + cut + stored[2:], "x.jpg").tags == ShotTags()


def test_a_smaller_picture_is_read_at_its_own_size(phone: HandheldCamera) -> None:
    shot = _shot((480.0, -420.0, 800.0), 1.0)
    whole = _taken(shot, "whole.png")
    half = SensorPicture("half.png", cv2.resize(whole.pixels, (720, 405), interpolation=cv2.INTER_AREA))  # type: ignore[arg-type]
    located = locate_picture(phone, half)
    assert located.scaled
    assert located.lens.eye_mm == pytest.approx(shot.eye_mm, abs=5.0)


def _moved_mat() -> Mat:
    """The same markers at a table of another size."""
    places = (marker_at(0, 10, 10), marker_at(1, 760, 10), marker_at(2, 760, 430), marker_at(3, 10, 430))
    return replace(MAT, markers=places)


_OTHER_IDS = replace(MAT, markers=tuple(replace(marker, id=marker.id + 10) for marker in MAT.markers))


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        (lambda shot: _taken(shot, "p", lambda x, y: np.full(x.shape, 0.3)), "no marker of the mat is seen"),
        (lambda shot: _taken(shot, "p", table_albedo(MAT, covered=(0, 1, 2))), "only marker 3 is seen clearly"),
        (lambda shot: _taken(shot, "p", table_albedo(_OTHER_IDS)), "p shows another mat: markers 10, 11, 12 and 13"),
        (lambda shot: _taken(shot, "p", table_albedo(_moved_mat())), "do not lie as the mat has them"),
        (lambda shot: SensorPicture("p", _taken(shot, "p").pixels[:, ::-1].copy()), "p is mirrored"),
        (lambda shot: _taken(replace(shot, focal_px=1000.0), "p"), "another lens of the phone or with its zoom (1.2"),
        (lambda shot: SensorPicture("p", _taken(shot, "p").pixels[:, 120:].copy()), "it is cropped, a screenshot"),
    ],
    ids=["none", "one", "other-mat", "moved-markers", "mirrored", "zoom", "cropped"],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(
    phone: HandheldCamera, picture: Callable[[Shot], SensorPicture], words: str
) -> None:
    with pytest.raises(NotLocatedError) as refusal:
        locate_picture(phone, picture(_shot((480.0, -420.0, 900.0), 1.0)))
    assert words in str(refusal.value)


def test_tags_tell_a_lens_that_two_markers_would_not(phone: HandheldCamera) -> None:
    shot = _shot((480.0, -420.0, 800.0), 1.0)
    tagged = replace(phone, focal_35_mm=26.0)
    wide = replace(_taken(shot, "wide.jpg"), tags=ShotTags(present=True, focal_35_mm=13.0))
    with pytest.raises(NotLocatedError, match=r"or with its zoom \(0.5 times"):
        locate_picture(tagged, wide)
    same = replace(wide, tags=ShotTags(present=True, focal_35_mm=26.0))
    assert locate_picture(tagged, same).seen == (0, 1, 2, 3)


def test_a_calibration_leaves_out_what_does_not_fit_and_names_it(pictures: list[SensorPicture]) -> None:
    zoomed = _taken(replace(_shot((480.0, -620.0, 1500.0), 1.0), focal_px=1100.0), "zoomed.png")
    bare = _taken(_shot((480.0, -420.0, 900.0), 1.0), "bare.png", table_albedo(MAT, covered=(0, 1, 2, 3)))
    found = calibrate_handheld(MAT, [*pictures, zoomed, bare])
    assert found.camera.quality.pictures == 4
    assert [remark.split(" was left out")[0] for remark in found.remarks] == ["bare.png", "zoomed.png"]


def test_too_few_pictures_are_refused_with_what_each_shows(pictures: list[SensorPicture]) -> None:
    bare = _taken(_shot((480.0, -420.0, 900.0), 1.0), "bare.png", table_albedo(MAT, covered=(0, 1, 2)))
    with pytest.raises(OperationError) as refusal:
        calibrate_handheld(MAT, [*pictures[:2], bare])
    assert "bare.png was left out: only marker 3 seen" in str(refusal.value)
    assert "2 pictures show at least two markers of the mat" in str(refusal.value)


@pytest.mark.parametrize("shown_px", [(110, 60, 850, 90, 830, 500, 130, 470), (60, 40, 800, 20, 880, 520, 40, 500)])
def test_a_screen_that_shows_the_table_is_not_the_table(phone: HandheldCamera, shown_px: tuple[int, ...]) -> None:
    table = _taken(_shot((480.0, -420.0, 800.0), 1.0), "table.png")
    wide, tall = table.size_wh
    corners = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
    plane = cv2.getPerspectiveTransform(corners, np.array(shown_px, np.float32).reshape(4, 2))
    screen = np.asarray(cv2.warpPerspective(table.pixels, plane, (wide, tall), borderValue=(30, 30, 30)), np.uint8)
    with pytest.raises(NotLocatedError) as refusal:
        locate_picture(phone, SensorPicture("screen.jpg", screen))
    assert refusal.value.problem in {"other-mat", "other-lens"}


def test_a_picture_that_is_given_twice_is_no_second_look(pictures: list[SensorPicture]) -> None:
    with pytest.raises(InputError, match=r"mat-1\.png and again\.png are the same picture"):
        calibrate_handheld(MAT, [*pictures[:2], replace(pictures[1], name="again.png")])


def test_pictures_located_together_share_what_is_doubtful_of_their_lens(
    phone: HandheldCamera, pictures: list[SensorPicture]
) -> None:
    shots = [_shot(eye, breath) for eye, breath in _PLACES[:3]]
    alone = [locate_picture(phone, picture) for picture in pictures[:3]]
    together, covariance = locate_together(alone)
    for number, (one, before, shot) in enumerate(zip(together, alone, shots, strict=True)):
        assert one.lens.eye_mm == pytest.approx(shot.eye_mm, abs=3.0)
        assert one.table_sigma_mm < before.table_sigma_mm
        own = slice(14 * number, 14 * number + 14)
        assert covariance[own, own] == pytest.approx(one.covariance)
    assert covariance[6, 14 + 6] > 0.1 * covariance[6, 6]
    half = locate_picture(phone, _scaled(alone[0].picture))
    mixed, apart = locate_together([half, alone[1]])
    assert [one.covariance for one in mixed] == [half.covariance, alone[1].covariance]
    assert not apart[:14, 14:].any()


def _scaled(picture: SensorPicture) -> SensorPicture:
    wide, tall = picture.size_wh
    smaller = cv2.resize(picture.pixels, (wide // 2, tall // 2), interpolation=cv2.INTER_AREA)
    return replace(picture, pixels=np.asarray(smaller, np.uint8))


def test_three_pictures_from_one_side_ask_for_another(phone: HandheldCamera) -> None:
    eyes = [(450.0, -420.0, 1100.0), (500.0, -430.0, 1120.0), (550.0, -420.0, 1100.0)]
    alike = [_taken(_shot(eye, 1.0), f"{n}.png") for n, eye in enumerate(eyes)]
    found = calibrate_handheld(MAT, alike)
    assert found.advice.startswith("Take one more from ")
    assert found.camera.covariance[0, 0] > phone.covariance[0, 0]


def test_freedoms_move_pixels_as_their_slopes_say(phone: HandheldCamera) -> None:
    lens = locate_picture(phone, _taken(_shot((480.0, -420.0, 800.0), 1.0), "p")).lens
    px, by_camera, by_point = camera_slopes(lens, _TABLE)
    assert px == pytest.approx(lens.project(_TABLE), abs=1e-6)
    for freedom, small in enumerate([1e-5] * 3 + [1e-3] * 3 + [1e-5, 1e-3, 1e-3] + [1e-5] * 5):
        step = np.zeros(14)
        step[freedom] = small
        slopes = (moved_camera(lens, step).project(_TABLE) - px) / small
        assert slopes == pytest.approx(by_camera[..., freedom], rel=0.01, abs=0.05)
        assert camera_step(lens, moved_camera(lens, 100 * step)) == pytest.approx(100 * step, abs=1e-9)
    slopes = (lens.project(_TABLE + np.array([0, 0, 0.01])) - px) / 0.01
    assert slopes == pytest.approx(by_point[..., 2], rel=0.01, abs=1e-3)


def test_phone_json_is_read_as_it_was_written_and_is_no_camera_on_a_stand(
    phone: HandheldCamera, tmp_path: Path
) -> None:
    file = tmp_path / "phone.json"
    write_handheld_camera(phone, file)
    assert json.loads(file.read_text())["mount"] == "hand"
    again = read_any_camera(file)
    assert isinstance(again, HandheldCamera)
    assert again.quality == phone.quality
    assert again.markers == phone.markers
    assert again.covariance == pytest.approx(phone.covariance)
    assert again.empty is not None
    assert phone.empty is not None
    assert np.array_equal(again.empty.pixels, phone.empty.pixels)
    assert np.array_equal(np.asarray(again.empty.known), np.asarray(phone.empty.known))
    assert again.empty.lens.project(_TABLE) == pytest.approx(phone.empty.lens.project(_TABLE))
    with pytest.raises(InputError, match="is a camera in the hand: this needs one on a stand"):
        read_camera(file)


def test_a_file_from_before_the_empty_table_was_kept_is_read_and_a_broken_one_is_refused(
    phone: HandheldCamera, tmp_path: Path
) -> None:
    file = tmp_path / "phone.json"
    write_handheld_camera(phone, file)
    keys = json.loads(file.read_text())
    file.write_text(json.dumps(keys | {"empty_table_known_png": "bm8gcGljdHVyZQ=="}))
    with pytest.raises(InputError, match=r"empty_table_known_png: this is no PNG picture in base64"):
        read_any_camera(file)
    file.write_text(json.dumps({key: value for key, value in keys.items() if not key.startswith("empty_table")}))
    older = read_any_camera(file)
    assert isinstance(older, HandheldCamera)
    assert older.empty is None


def test_the_command_measures_a_phone(
    pictures: list[SensorPicture], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(tmp_path / picture.name) for picture in pictures]
    for file, picture in zip(files, pictures, strict=True):
        cv2.imwrite(file, picture.pixels)
    assert np.array_equal(read_sensor_picture(Path(files[0])).pixels, pictures[0].pixels)
    markers = [{"id": m.id, "dict": m.dictionary, "size_mm": 80.0, "corners_mm": m.corners_mm} for m in MAT.markers]
    mat = tmp_path / "mat.json"
    mat.write_text(json.dumps({"format": 1, "table": {"shape": "rect", "size_mm": [1000, 620]}, "markers": markers}))
    out = tmp_path / "phone.json"
    assert main(["calibrate", "--handheld", "--mat", str(mat), *files, "-o", str(out)]) == 0
    assert capsys.readouterr().out.startswith("Calibration good: 4 pictures")
    assert isinstance(read_any_camera(out), HandheldCamera)
    assert main(["calibrate", "--handheld", "--mat", str(mat), *files[:2], "-o", str(tmp_path / "none.json")]) == 1
    assert "three are needed" in capsys.readouterr().err
    assert not (tmp_path / "none.json").exists()
    assert main(["calibrate", "--handheld", *files, "-o", str(out), "--clicks", "1,1 2,2 3,3 4,4"]) == 2


def test_a_pose_that_leaves_markers_out_is_not_taken_for_a_better_one(phone: HandheldCamera) -> None:
    shot = _shot((660.0, 920.0, 800.0), 1.0)
    located = locate_picture(phone, _taken(shot, "far.png", table_albedo(MAT, covered=(1, 2))))
    assert located.seen == (0, 3)
    assert located.lens.eye_mm == pytest.approx(shot.eye_mm, abs=8.0)


def test_markers_in_better_light_look_smaller_and_do_not_shift_the_camera(phone: HandheldCamera) -> None:
    shot = _shot((480.0, -420.0, 800.0), 1.0)
    lit = table_albedo(MAT)

    def blooming(x: FloatArray, y: FloatArray) -> FloatArray:
        """Paper on the left is much too bright: its blur, cut off at white, eats into the ink."""
        light = lit(x, y)
        return np.where((light > 0.5) & (x < 500), 4 * light, light)

    picture = _taken(shot, "window.png", blooming)
    located = locate_picture(phone, picture)
    assert located.seen == (0, 1, 2, 3)
    assert _off_mm(phone, picture, shot).max() < 4 * located.table_sigma_mm + 0.1


def test_a_marker_seen_flatly_is_measured_where_it_is(pictures: list[SensorPicture]) -> None:
    camera = calibrate_handheld(MAT, pictures).camera
    assert camera.lens.matrix[0, 0] == pytest.approx(_LENS.focal_px, rel=2e-3)
    assert camera.lens.matrix[:2, 2] == pytest.approx(_LENS.centre_px, abs=1.0)
