"""Calibration as a whole, held against the camera that drew the pictures."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest

from companion.arrays import FloatArray
from companion.camera import CalibrationVerdict, Camera, Mat, Picture, calibrate
from companion.camera.mat import detect_mat_markers
from companion.errors import InputError, OperationError
from tests.camera.conftest import table_albedo

if TYPE_CHECKING:
    from tests.camera.conftest import Albedo, Photograph, Shot

_PLACES = np.stack(np.meshgrid([50.0, 500, 950], [50.0, 310, 570], [0.0, 41.5]), axis=-1).reshape(-1, 3)


def _off_px(camera: Camera, shot: Shot) -> float:
    """The largest error of the camera over the table and a die's height above it."""
    return float(np.abs(camera.lens.project(_PLACES) - shot.project(_PLACES)).max())


def test_with_lens_pictures_the_table_is_known_to_a_third_of_a_millimetre(
    mat: Mat, board_pictures: list[Picture], bent_picture: Picture, bent: Shot
) -> None:
    found = calibrate(mat, board_pictures, [bent_picture])
    assert found.remarks == ()
    assert found.camera.quality.verdict is CalibrationVerdict.GOOD
    assert found.camera.quality.rms_mm < 0.3
    assert found.camera.quality.markers == 4
    assert found.camera.quality.lens_pictures == len(board_pictures)
    assert _off_px(found.camera, bent) < 0.35
    places = found.camera.lens.to_table(bent.project(_PLACES), height_mm=0.0)[_PLACES[:, 2] == 0]
    assert places == pytest.approx(_PLACES[_PLACES[:, 2] == 0, :2], abs=0.4)


def test_the_order_in_which_pictures_are_named_does_not_matter(
    mat: Mat, board_pictures: list[Picture], bent_picture: Picture
) -> None:
    named = calibrate(mat, board_pictures, [bent_picture]).camera
    swallowed = calibrate(mat, [*board_pictures, bent_picture], []).camera
    assert named.lens.matrix == pytest.approx(swallowed.lens.matrix, rel=1e-6)
    assert named.lens.translation == pytest.approx(swallowed.lens.translation, rel=1e-6)


def test_without_lens_pictures_the_focal_length_comes_from_a_slanting_view(
    mat: Mat, straight_picture: Picture, straight: Shot
) -> None:
    found = calibrate(mat, [], [straight_picture]).camera
    assert found.lens.matrix[0, 0] == pytest.approx(straight.focal_px, rel=0.005)
    assert not found.lens.distortion.any()
    assert found.quality.verdict is CalibrationVerdict.GOOD
    assert _off_px(found, straight) < 0.4


def test_a_view_from_straight_above_cannot_tell_the_focal_length_but_gives_the_table(
    mat: Mat, straight: Shot, photograph: Photograph
) -> None:
    above = replace(straight, eye_mm=(500.0, 309.9, 950.0), aim_mm=(500.0, 310.0, 0.0))
    found = calibrate(mat, [], [photograph(above)]).camera
    assert found.quality.verdict is CalibrationVerdict.POOR
    assert "focal length is only known" in found.quality.sentence()
    flat = _PLACES[_PLACES[:, 2] == 0]
    assert found.lens.to_table(above.project(flat)) == pytest.approx(flat[:, :2], abs=0.4)


def test_a_bowing_lens_without_lens_pictures_is_not_called_good(mat: Mat, bent_picture: Picture) -> None:
    quality = calibrate(mat, [], [bent_picture]).camera.quality
    assert quality.verdict is CalibrationVerdict.POOR
    assert quality.bow_mm > 3


def test_glare_on_the_markers_does_not_move_the_camera(
    mat: Mat, board_pictures: list[Picture], bent: Shot, photograph: Photograph
) -> None:
    glaring = replace(bent, exposure=3.0)
    found = calibrate(mat, board_pictures, [photograph(glaring)])
    assert len(found.remarks) == 1
    assert "their paper is overexposed" in found.remarks[0]
    assert found.camera.quality.rms_mm < 0.3
    assert _off_px(found.camera, bent) < 0.5


def test_a_marker_off_its_place_is_reported_and_left_out(
    mat: Mat, straight: Shot, board_pictures: list[Picture], bent: Shot, photograph: Photograph
) -> None:
    slid = replace(mat.markers[2], corners_mm=tuple((x - 12.0, y + 5.0) for x, y in mat.markers[2].corners_mm))
    real = replace(mat, markers=(*mat.markers[:2], slid, mat.markers[3]))
    found = calibrate(mat, board_pictures, [photograph(bent, real)])
    assert len(found.remarks) == 1
    assert found.remarks[0].startswith("Marker 2 was left out: it lies 1")
    assert found.camera.quality.markers == 3
    assert _off_px(found.camera, bent) < 2.0


def test_pictures_of_a_camera_at_rest_are_averaged_and_of_a_moved_one_the_last_counts(
    mat: Mat, straight: Shot, straight_picture: Picture, photograph: Photograph
) -> None:
    again = replace(straight_picture, name="again.png")
    assert calibrate(mat, [], [straight_picture, again]).remarks == ()
    moved = replace(straight, eye_mm=(560.0, -200.0, 950.0))
    found = calibrate(mat, [], [straight_picture, photograph(moved)])
    assert found.remarks == ("The camera moved between the table pictures: the pose is that of the last one.",)
    assert found.camera.lens.eye_mm == pytest.approx(np.array(moved.eye_mm), abs=2.0)


def test_too_few_markers_are_reported_by_number(mat: Mat, straight: Shot, photograph: Photograph) -> None:
    with pytest.raises(OperationError, match=r"only markers 0 and 2 seen \(markers 1 and 3 missing\)") as refusal:
        calibrate(mat, [], [photograph(straight, covered=(1, 3))])
    assert refusal.value.exit_status == 1


def test_three_markers_are_enough(mat: Mat, straight: Shot, photograph: Photograph) -> None:
    found = calibrate(mat, [], [photograph(straight, covered=(2,))]).camera
    assert found.quality.markers == 3
    assert found.lens.eye_mm == pytest.approx(np.array(straight.eye_mm), abs=8.0)
    assert found.seen_px.keys() == {0, 1, 3}


def test_a_wrong_mat_is_suspected(mat: Mat, straight_picture: Picture) -> None:
    other = replace(mat, markers=tuple(replace(marker, id=marker.id + 10) for marker in mat.markers))
    with pytest.raises(OperationError, match=r"markers 0, 1, 2 and 3: is this the right mat file\?"):
        calibrate(other, [], [straight_picture])


def test_a_lens_picture_without_a_board_is_reported_and_skipped(
    mat: Mat, straight_picture: Picture, board_pictures: list[Picture], bent_picture: Picture
) -> None:
    blank = Picture("blank.png", np.full_like(straight_picture.pixels, 90))
    found = calibrate(mat, [*board_pictures[:4], blank], [bent_picture])
    assert len(found.remarks) == 1
    assert found.remarks[0].startswith("blank.png was skipped: no lens board is seen in it")
    alone = calibrate(mat, [blank], [straight_picture])
    assert "No lens picture could be used: the lens is assumed to be free of distortion." in alone.remarks


def test_pictures_of_the_board_alone_ask_for_the_table(mat: Mat, board_pictures: list[Picture]) -> None:
    with pytest.raises(OperationError, match="none the table with its markers: add a picture of the table"):
        calibrate(mat, board_pictures[:2], [])


def test_pictures_of_another_size_are_scaled_where_their_shape_is_the_same_else_refused(
    mat: Mat, board_pictures: list[Picture], bent_picture: Picture
) -> None:
    half = replace(board_pictures[5], pixels=board_pictures[5].pixels[::2, ::2].copy())
    remarks = calibrate(mat, [*board_pictures[:4], half], [bent_picture]).remarks
    assert remarks == ("lens-5.png is 480 x 270 px and was scaled to the 960 x 540 px of the table picture.",)
    cut = Picture("cut.png", bent_picture.pixels[:530].copy())
    with pytest.raises(InputError, match="must come from one camera"):
        calibrate(mat, [], [cut, bent_picture])


def test_markers_in_uneven_light_do_not_move_the_camera(mat: Mat, board_pictures: list[Picture], bent: Shot) -> None:
    """The more light, the more of a black square the paper around it takes; where a marker is covered, the others'
    sizes must not be taken for how near they are."""
    paper = table_albedo(mat, covered=(2,))
    light = partial(_toward_the_right, paper)
    found = calibrate(mat, board_pictures, [replace(bent, exposure=2.0).take(light)]).camera
    flat = _PLACES[_PLACES[:, 2] == 0]
    off_mm = np.linalg.norm(found.lens.to_table(bent.project(flat)) - flat[:, :2], axis=1)
    assert found.quality.markers == 3
    assert off_mm.max() < 0.6


def _toward_the_right(paper: Albedo, x: FloatArray, y: FloatArray) -> FloatArray:
    """A table in light that grows sevenfold from its left rim to its right."""
    return paper(x, y) * np.exp((x - 500) / 500)


def test_a_marker_that_is_seen_flatly_counts(mat: Mat, straight: Shot, photograph: Photograph) -> None:
    """OpenCV's detector reads one of these two at its own settings."""
    low = replace(straight, eye_mm=(350.0, -700.0, 360.0))
    seen, _ = detect_mat_markers(photograph(low).pixels, mat.markers)
    assert {2, 3} <= seen.keys()
