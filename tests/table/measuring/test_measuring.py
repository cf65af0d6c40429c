"""Measuring the table from live pictures: the bundled one, darkened, covered, moved, and held to its own camera."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.camera import Camera, Mat, calibrate, read_picture
from companion.errors import CannotDo, WrongInput
from companion.opencv import cv2
from companion.resources import Bundled, bundled
from companion.table.measuring import (
    WANTED_PICTURES,
    LensPictures,
    Light,
    Steady,
    TableLook,
    by_clicks,
    look_at,
    place_of,
    stands,
    stood_still,
)

Pixels = NDArray[np.uint8]
FOLDER = bundled(Bundled.PICTURES, "demo")


@cache
def mat() -> Mat:
    return Mat.load(FOLDER / "mat.json")


@cache
def table() -> Pixels:
    return read_picture(FOLDER / "table.jpg").pixels


@cache
def camera() -> Camera:
    return calibrate(mat(), [], [read_picture(FOLDER / "table.jpg")]).camera


def covered(*numbers: int) -> Pixels:
    """The table with some of its markers under a cloth."""
    pixels = table().copy()
    for number in numbers:
        x, y = look_at(pixels, mat()).seen[number].mean(axis=0)
        cv2.circle(pixels, (round(x), round(y)), 90, (60, 90, 50), -1)
    return pixels


def moved(right_px: int) -> Pixels:
    return np.roll(table(), right_px, axis=1)


def test_all_markers_seen_give_a_calibration_with_a_word_and_millimetres() -> None:
    look = look_at(table(), mat())
    assert look.missing == ()
    assert look.calibration is not None
    assert look.light is Light.FINE
    assert look.sentence == "4 of 4 markers: usable, 0.7 mm."


@pytest.mark.parametrize(
    ("hidden", "sentence"),
    [
        ((0, 1), "2 of 4 markers; not seen: near left, near right."),
        ((0, 1, 2), "1 of 4 markers; not seen: near left, near right, far right."),
        ((0, 1, 2, 3), "No marker is seen yet: lay the four markers into the corners of the table."),
    ],
)
def test_a_marker_that_is_hidden_is_named_by_its_corner(hidden: tuple[int, ...], sentence: str) -> None:
    look = look_at(covered(*hidden), mat())
    assert look.missing == hidden
    assert look.calibration is None
    assert look.sentence == sentence


def test_three_markers_are_enough() -> None:
    assert look_at(covered(3), mat()).calibration is not None


def test_a_dark_and_an_overexposed_picture_say_what_to_do() -> None:
    dark, glaring = look_at((table() // 12).astype(np.uint8), mat()), look_at(np.full_like(table(), 255), mat())
    assert dark.light is Light.DARK
    assert "light the table" in dark.sentence
    assert glaring.light is Light.GLARING
    assert "shorter exposure" in glaring.sentence


def test_the_places_of_the_markers_are_those_of_the_table() -> None:
    places = [place_of(marker, mat().table) for marker in mat().markers]
    assert places == ["near left", "near right", "far right", "far left"]


def test_pictures_of_a_camera_that_stands_still_are_averaged_and_a_moved_one_begins_anew() -> None:
    steady = Steady(mat()).with_picture(table()).with_picture(table())
    assert steady.ready
    assert len(steady.pictures) == 2
    assert steady.calibration().camera.quality.markers == 4
    assert len(steady.with_picture(moved(9)).pictures) == 1


def test_while_nothing_moves_the_calibration_is_not_made_anew_for_every_picture() -> None:
    first = Steady(mat()).with_picture(table())
    second = first.with_picture(table())
    assert first.look is not None
    assert second.look is not None
    assert second.look.calibration is first.look.calibration
    third = second.with_picture(covered(3))
    assert third.look is not None
    assert third.look.calibration is not first.look.calibration


def test_looks_at_pictures_of_two_sizes_never_count_as_still() -> None:
    half = cv2.resize(table(), None, fx=0.5, fy=0.5)
    looks: list[TableLook] = [look_at(table(), mat()), look_at(np.asarray(half, np.uint8), mat())]
    assert not stood_still(*looks)


def test_lens_pictures_have_to_differ_and_to_show_the_board() -> None:
    charuco = mat().charuco
    assert charuco is not None
    first, second = (read_picture(FOLDER / f"lens-0{n}.jpg") for n in (0, 1))
    taken = LensPictures(charuco).with_picture(first)
    assert taken.share == 1 / WANTED_PICTURES
    with pytest.raises(CannotDo, match="like one taken before"):
        taken.with_picture(first)
    with pytest.raises(CannotDo, match="not seen whole"):
        taken.with_picture(read_picture(FOLDER / "table.jpg"))
    assert len(taken.with_picture(second).pictures) == 2


def test_four_clicks_a_few_pixels_off_find_the_table_to_a_few_millimetres() -> None:
    corners_mm = np.array([[0, 0, 0], [1000, 0, 0], [1000, 620, 0], [0, 620, 0]], float)
    exact = camera().lens.project(corners_mm)
    off = exact + np.array([[2, -1], [-2, 2], [1, 2], [-1, -2]], float)
    found = by_clicks(table(), [(float(x), float(y)) for x, y in off], (1000.0, 620.0)).camera
    assert np.abs(found.lens.to_table(exact) - corners_mm[:, :2]).max() < 3.0


def test_clicks_that_make_no_table_are_refused() -> None:
    with pytest.raises(WrongInput, match="no four corners"):
        by_clicks(table(), [(100, 100), (101, 100), (102, 100), (103, 100)], (1000.0, 620.0))


@pytest.mark.parametrize(
    ("pixels", "holds", "said"),
    [
        (table(), True, "it stands where it stood"),
        (moved(30), False, "has moved by"),
        (table()[:, :-2], False, "is for pictures of 1920 x 1080 px"),
        (np.zeros_like(table()), True, "no marker seen"),
    ],
)
def test_a_camera_measured_before_holds_as_long_as_it_stands(pixels: Pixels, holds: bool, said: str) -> None:
    found = stands(camera(), np.ascontiguousarray(pixels))
    assert found.holds is holds
    assert said in found.sentence
