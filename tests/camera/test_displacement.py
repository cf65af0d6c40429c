"""One picture held against the camera that is said to have taken it: shifted, turned, mirrored, zoomed, covered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from companion.arrays import Image
from companion.camera import (
    CAMERA_MOVED_MM,
    Camera,
    Mat,
    Picture,
    calibrate,
    measure_displacement,
)
from companion.opencv import cv2

if TYPE_CHECKING:
    from tests.camera.conftest import Photograph, Shot


def shifted(pixels: Image, right_px: float) -> Image:
    move = np.array([[1, 0, right_px], [0, 1, 0]], np.float32)
    return np.asarray(cv2.warpAffine(pixels, move, pixels.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)


def zoomed(pixels: Image, times: float) -> Image:
    height, width = pixels.shape[:2]
    about_middle = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), 0, times)
    return np.asarray(cv2.warpAffine(pixels, about_middle, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def covered(camera: Camera, pixels: Image, *numbers: int) -> Image:
    """The picture with cardboard over some markers."""
    out = pixels.copy()
    for number in numbers:
        corners = camera.seen_px[number]
        middle = corners.mean(axis=0)
        cv2.fillConvexPoly(out, np.round(middle + 1.4 * (corners - middle)).astype(np.int32), (120, 120, 120))
    return out


@pytest.fixture(scope="module")
def camera(mat: Mat, straight_picture: Picture) -> Camera:
    return calibrate(mat, [], [straight_picture]).camera


def test_the_picture_it_was_calibrated_by_is_in_place(camera: Camera, straight_picture: Picture) -> None:
    place = measure_displacement(camera, straight_picture.pixels)
    assert place.moved_mm == pytest.approx(0.0, abs=0.05)
    assert (place.seen, place.missing, place.strays) == ((0, 1, 2, 3), (), ())
    assert not place.has_moved


@pytest.mark.parametrize("right_px", [2, 20, 100, 200])
def test_a_shifted_picture_is_none_of_this_camera(camera: Camera, straight_picture: Picture, right_px: int) -> None:
    place = measure_displacement(camera, shifted(straight_picture.pixels, right_px))
    assert place.has_moved
    assert place.moved_mm == pytest.approx(right_px * 1.26, rel=0.2)  # about 1.26 mm to the pixel


@pytest.mark.parametrize(
    "turn",
    [
        lambda pixels: np.ascontiguousarray(pixels[::-1, ::-1]),
        lambda pixels: cv2.resize(cv2.rotate(pixels, cv2.ROTATE_90_CLOCKWISE), pixels.shape[1::-1]),
        lambda pixels: zoomed(pixels, 1.02),
        lambda pixels: zoomed(pixels, 1.2),
    ],
    ids=["upside down", "by a quarter", "zoomed a little", "zoomed"],
)
def test_a_turned_or_zoomed_picture_is_none_either(
    camera: Camera, straight_picture: Picture, turn: Callable[[Image], Image]
) -> None:
    place = measure_displacement(camera, turn(straight_picture.pixels))
    assert place.has_moved
    assert not place.mirrored


@pytest.mark.parametrize(
    "eye_mm",
    [(500.0, -250.0, 900.0), (480.0, -350.0, 950.0), (300.0, -150.0, 1000.0), (700.0, -100.0, 1100.0)],
)
def test_whose_lens_took_a_picture_shows_in_its_markers(
    camera: Camera, straight: Shot, photograph: Photograph, eye_mm: tuple[float, float, float]
) -> None:
    """The same camera stood elsewhere is a camera that has moved; another one, from the same places, is another one."""
    moved = replace(straight, eye_mm=eye_mm)
    place = measure_displacement(camera, photograph(moved).pixels)
    assert place.has_moved
    assert not place.other_lens
    other = measure_displacement(camera, photograph(replace(moved, focal_px=650.0)).pixels)
    assert other.has_moved
    assert other.other_lens


@pytest.mark.parametrize("axis", [0, 1], ids=["top to bottom", "left to right"])
def test_a_mirrored_picture_is_known_by_its_markers(camera: Camera, straight_picture: Picture, axis: int) -> None:
    place = measure_displacement(camera, np.ascontiguousarray(np.flip(straight_picture.pixels, axis)))
    assert place.mirrored
    assert place.has_moved


def test_one_marker_in_another_place_is_enough_where_no_other_is_seen(
    camera: Camera, straight_picture: Picture
) -> None:
    place = measure_displacement(camera, shifted(covered(camera, straight_picture.pixels, 0, 1, 2), 150))
    assert place.seen == (3,)
    assert place.has_moved


def test_a_marker_that_was_pushed_does_not_move_the_camera(
    camera: Camera, mat: Mat, straight: Shot, photograph: Photograph
) -> None:
    aside = tuple((x - 60, y - 40) for x, y in mat.markers[2].corners_mm)
    pushed = replace(mat, markers=(*mat.markers[:2], replace(mat.markers[2], corners_mm=aside), mat.markers[3]))
    place = measure_displacement(camera, photograph(straight, pushed).pixels)
    assert place.strays in {(), (2,)}  # three in their places are enough: the fourth need not be looked for
    assert not place.has_moved
    two_left = covered(camera, photograph(straight, pushed).pixels, 0)
    place = measure_displacement(camera, two_left)
    assert place.strays == (2,)
    assert place.moved_mm == pytest.approx(0.0, abs=0.05)


@pytest.mark.parametrize("numbers", [(1,), (0, 3), (0, 1, 2), (0, 1, 2, 3)])
def test_covered_markers_are_missing_and_move_nothing(
    camera: Camera, straight_picture: Picture, numbers: tuple[int, ...]
) -> None:
    place = measure_displacement(camera, covered(camera, straight_picture.pixels, *numbers))
    assert place.missing == numbers
    assert not place.has_moved
    assert (place.moved_mm is None) == (len(numbers) == 4)


def test_a_nudge_is_reported_below_the_limit_and_refused_above(camera: Camera, straight_picture: Picture) -> None:
    little = measure_displacement(camera, shifted(straight_picture.pixels, 0.3))
    assert little.moved_mm == pytest.approx(0.38, abs=0.1)
    assert not little.has_moved
    assert replace(little, moved_mm=CAMERA_MOVED_MM + 0.01).has_moved
    assert not replace(little, moved_mm=CAMERA_MOVED_MM - 0.01).has_moved


def test_a_camera_without_markers_tells_no_move(camera: Camera, straight_picture: Picture) -> None:
    blind = replace(camera, markers=(), seen_px={})
    place = measure_displacement(blind, straight_picture.pixels)
    assert (place.moved_mm, place.seen, place.missing, place.has_moved) == (None, (), (), False)


def grainy(pixels: Image, levels: float) -> Image:
    """The picture with noise of so many levels, as a webcam's in the evening."""
    noise = np.random.default_rng(7).normal(0, levels, pixels.shape[:2])
    return np.asarray(np.clip(0.45 * pixels + noise[..., None], 0, 255), np.uint8)


@pytest.mark.parametrize("levels", [12.0, 20.0])
def test_in_a_grainy_picture_all_markers_are_seen_where_they_are(
    camera: Camera, straight_picture: Picture, levels: float
) -> None:
    place = measure_displacement(camera, grainy(straight_picture.pixels, levels))
    assert (place.seen, place.missing) == ((0, 1, 2, 3), ())
    assert place.moved_mm is not None
    assert place.moved_mm < 0.3


def test_a_covered_marker_is_none_in_a_grainy_picture_either(camera: Camera, straight_picture: Picture) -> None:
    place = measure_displacement(camera, grainy(covered(camera, straight_picture.pixels, 1, 2), 15))
    assert place.missing == (1, 2)
    assert not place.has_moved


def test_a_grainy_picture_tells_a_camera_that_has_moved(camera: Camera, straight_picture: Picture) -> None:
    place = measure_displacement(camera, grainy(shifted(straight_picture.pixels, 2), 15))
    assert place.has_moved
    assert place.moved_mm == pytest.approx(2 * 1.26, rel=0.2)
