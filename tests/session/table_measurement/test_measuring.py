"""Measuring the table from live pictures: the bundled one, darkened, covered, moved, and held to its own camera."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from companion.arrays import Image
from companion.camera import Camera, Mat, Picture, calibrate, calibrate_by_clicks, read_picture
from companion.codec.mat import read_mat
from companion.errors import InputError, OperationError
from companion.opencv import cv2
from companion.resources import Bundled, bundled
from companion.session.table_measurement import WANTED_PICTURES, LightLevel, MatObservation, SteadyCamera, corner_name
from companion.session.table_measurement.lens_presenter import LensPictures
from companion.session.table_measurement.mat_observation import has_camera_stood_still, observe_mat
from companion.session.table_measurement.table_presenter import check_known_camera

FOLDER = bundled(Bundled.PICTURES, "demo")


@cache
def mat() -> Mat:
    return read_mat(FOLDER / "mat.json")


@cache
def table() -> Image:
    return read_picture(FOLDER / "table.jpg").pixels


@cache
def camera() -> Camera:
    return calibrate(mat(), [], [read_picture(FOLDER / "table.jpg")]).camera


def covered(*numbers: int) -> Image:
    """The table with some of its markers under a cloth."""
    pixels = table().copy()
    for number in numbers:
        x, y = observe_mat(pixels, mat()).seen[number].mean(axis=0)
        cv2.circle(pixels, (round(x), round(y)), 90, (60, 90, 50), -1)
    return pixels


def through_a_wider_lens() -> Image:
    pixels = table()
    rows, columns = pixels.shape[0] // 8, pixels.shape[1] // 8
    wider = cv2.copyMakeBorder(pixels, rows, rows, columns, columns, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(wider, pixels.shape[1::-1], interpolation=cv2.INTER_AREA), np.uint8)


def moved(right_px: int) -> Image:
    return np.roll(table(), right_px, axis=1)


def test_all_markers_seen_give_a_calibration_with_a_word_and_millimetres() -> None:
    observation = observe_mat(table(), mat())
    assert observation.missing == ()
    assert observation.calibration is not None
    assert observation.light is LightLevel.FINE
    assert observation.sentence == "4 of 4 markers: usable, 0.8 mm."


@pytest.mark.parametrize(
    ("hidden", "sentence"),
    [
        ((0, 1), "2 of 4 markers; not seen: near left, near right."),
        ((0, 1, 2), "1 of 4 markers; not seen: near left, near right, far right."),
        ((0, 1, 2, 3), "No marker in sight yet: put the four markers in the corners of the table."),
    ],
)
def test_a_marker_that_is_hidden_is_named_by_its_corner(hidden: tuple[int, ...], sentence: str) -> None:
    observation = observe_mat(covered(*hidden), mat())
    assert observation.missing == hidden
    assert observation.calibration is None
    assert observation.sentence == sentence


def test_three_markers_are_enough() -> None:
    assert observe_mat(covered(3), mat()).calibration is not None


def test_a_dark_and_an_overexposed_picture_say_what_to_do() -> None:
    dark, glaring = observe_mat((table() // 12).astype(np.uint8), mat()), observe_mat(np.full_like(table(), 255), mat())
    assert dark.light is LightLevel.DARK
    assert "light the table" in dark.sentence
    assert glaring.light is LightLevel.GLARING
    assert "shorter exposure" in glaring.sentence


def test_the_places_of_the_markers_are_those_of_the_table() -> None:
    places = [corner_name(marker, mat().table) for marker in mat().markers]
    assert places == ["near left", "near right", "far right", "far left"]


def test_pictures_of_a_camera_that_stands_still_are_averaged_and_a_moved_one_begins_anew() -> None:
    steady = SteadyCamera(mat()).with_picture(table()).with_picture(table())
    assert steady.ready
    assert len(steady.pictures) == 2
    assert steady.calibration().camera.quality.markers == 4
    assert len(steady.with_picture(moved(9)).pictures) == 1


def test_while_nothing_moves_the_calibration_is_not_made_anew_for_every_picture() -> None:
    first = SteadyCamera(mat()).with_picture(table())
    second = first.with_picture(table())
    assert first.observation is not None
    assert second.observation is not None
    assert second.observation.calibration is first.observation.calibration
    third = second.with_picture(covered(3))
    assert third.observation is not None
    assert third.observation.calibration is not first.observation.calibration


def test_looks_at_pictures_of_two_sizes_never_count_as_still() -> None:
    half = cv2.resize(table(), None, fx=0.5, fy=0.5)
    looks: list[MatObservation] = [observe_mat(table(), mat()), observe_mat(np.asarray(half, np.uint8), mat())]
    assert not has_camera_stood_still(*looks)


def test_lens_pictures_have_to_differ_and_to_show_the_board() -> None:
    charuco = mat().charuco
    assert charuco is not None
    first, second = (read_picture(FOLDER / f"lens-0{n}.jpg") for n in (0, 1))
    taken = LensPictures(charuco).with_picture(first)
    assert taken.share == 1 / WANTED_PICTURES
    with pytest.raises(OperationError, match="like one taken before"):
        taken.with_picture(first)
    with pytest.raises(OperationError, match="not seen whole"):
        taken.with_picture(read_picture(FOLDER / "table.jpg"))
    assert len(taken.with_picture(second).pictures) == 2


def test_four_clicks_a_few_pixels_off_find_the_table_to_a_few_millimetres() -> None:
    corners_mm = np.array([[0, 0, 0], [1000, 0, 0], [1000, 620, 0], [0, 620, 0]], float)
    exact = camera().lens.project(corners_mm)
    off = exact + np.array([[2, -1], [-2, 2], [1, 2], [-1, -2]], float)
    found = calibrate_by_clicks(Picture("clicked", table()), off, (1000.0, 620.0)).camera
    assert np.abs(found.lens.to_table(exact) - corners_mm[:, :2]).max() < 3.0


def test_clicks_that_make_no_table_are_refused() -> None:
    clicks_px = np.array([[100, 100], [101, 100], [102, 100], [103, 100]], float)
    with pytest.raises(InputError, match="no four corners"):
        calibrate_by_clicks(Picture("clicked", table()), clicks_px, (1000.0, 620.0))


@pytest.mark.parametrize(
    ("pixels", "holds", "message"),
    [
        (table(), True, "the camera has not moved"),
        (moved(30), False, "has moved by"),
        (table()[::-1, ::-1], False, "has moved by"),
        (through_a_wider_lens(), False, "is another camera's, or for another zoom or table: measure again (M)."),
        (table()[:, :-2], False, "is for pictures of 1920 x 1080 px"),
        (np.zeros_like(table()), True, "no marker in view"),
    ],
)
def test_a_camera_measured_before_holds_as_long_as_it_stands(pixels: Image, holds: bool, message: str) -> None:
    found = check_known_camera(camera(), np.ascontiguousarray(pixels))
    assert found.holds is holds
    assert message in found.sentence
