"""A camera measured again by the table's own grain, and by markers that are far from where they were."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.arrays import Image
from companion.camera import Camera, Landmarks, detect_camera_motion, read_picture, relocate_camera
from companion.codec.camera import read_camera
from companion.opencv import cv2
from tests.film import FILM, error_mm, from_elsewhere, picture_of, tables


@pytest.fixture(scope="module")
def camera() -> Camera:
    return read_camera(FILM / "camera.json")


@pytest.fixture(scope="module")
def empty() -> Image:
    return read_picture(FILM / "000.jpg").pixels


def _turned(camera: Camera, pixels: Image, degrees: float, aside_px: float) -> tuple[Camera, Image]:
    """What the camera would see if it were turned about its axis and panned, and how it stands then."""
    matrix = camera.lens.matrix
    turn, _ = cv2.Rodrigues(np.array([0.0, aside_px / matrix[0, 0], np.radians(degrees)]))
    plane = matrix @ turn @ np.linalg.inv(matrix)
    size_wh = camera.lens.size_wh
    seen = cv2.warpPerspective(pixels, plane, size_wh, flags=cv2.INTER_CUBIC, borderValue=(90.0, 90.0, 90.0))
    lens = replace(camera.lens, rotation=turn @ camera.lens.rotation, translation=turn @ camera.lens.translation)
    return replace(camera, lens=lens), np.asarray(seen, np.uint8)


def _off_mm(camera: Camera, lens_of: Camera) -> float:
    """How far two cameras disagree on the table, at most."""
    plan = np.array([[100, 100, 41], [900, 100, 41], [500, 310, 41], [100, 520, 41], [900, 520, 41]], float)
    reported = camera.lens.to_table(lens_of.lens.project(plan), height_mm=41)
    return float(np.linalg.norm(reported - plan[:, :2], axis=1).max())


@pytest.mark.parametrize(("degrees", "aside_px"), [(0.0, 1.5), (0.5, 8.0), (2.0, 30.0), (12.0, 120.0)])
def test_a_bumped_camera_is_measured_again_by_the_grain_of_the_table(
    camera: Camera, empty: Image, degrees: float, aside_px: float
) -> None:
    marks = Landmarks.of(camera, _without_markers(camera, empty))
    assert marks is not None
    now, seen = _turned(camera, _without_markers(camera, empty), degrees, aside_px)
    moved_mm = marks.moved_mm(seen)
    assert moved_mm is not None
    assert moved_mm > 0.6
    exact = marks.measured(seen)
    assert exact is not None
    assert _off_mm(replace(camera, lens=exact), now) < 0.3


def test_dice_that_come_and_go_do_not_move_the_camera(camera: Camera, empty: Image) -> None:
    marks = Landmarks.of(camera, empty)
    assert marks is not None
    crowded = read_picture(FILM / "024.jpg").pixels
    moved_mm = marks.moved_mm(crowded)
    assert moved_mm is not None
    assert moved_mm < 0.3


def test_the_bump_of_the_film_is_measured_by_grain_alone(camera: Camera, empty: Image) -> None:
    marks = Landmarks.of(camera, empty, standing=_sheets(camera))
    table = next(table for table in tables() if table.after == "bump")
    assert marks is not None
    lens = marks.measured(read_picture(picture_of(table)).pixels)
    assert lens is not None
    assert error_mm(replace(camera, lens=lens), table) < 0.5


def test_a_plain_table_has_nothing_to_remember(camera: Camera, empty: Image) -> None:
    assert Landmarks.of(camera, np.full_like(empty, 120)) is None


def test_another_table_tells_nothing(camera: Camera, empty: Image) -> None:
    marks = Landmarks.of(camera, empty)
    noise = np.random.default_rng(3).integers(0, 255, empty.shape, np.uint8)
    assert marks is not None
    assert marks.moved_mm(noise) is None
    assert marks.measured(noise) is None


def test_markers_far_from_their_old_places_are_found_again(camera: Camera, empty: Image) -> None:
    lens = replace(camera.lens, translation=camera.lens.translation + np.array([10.0, -20.0, 305.0]))
    seen = from_elsewhere(camera, empty, lens)
    assert len(detect_camera_motion(camera, seen).seen) < 3
    standing = relocate_camera(camera, seen)
    assert standing.seen == (0, 1, 2, 3)
    assert standing.moved_mm is not None
    assert standing.moved_mm > 50
    assert standing.lens is not None
    assert np.linalg.norm(standing.lens.eye_mm - lens.eye_mm) < 3


def _without_markers(camera: Camera, pixels: Image) -> Image:
    """The picture with the markers' sheets painted over."""
    plain = pixels.copy()
    for outline in _sheets(camera):
        cv2.fillConvexPoly(plain, np.round(outline).astype(np.int32), (70.0, 90.0, 110.0))
    return plain


def _sheets(camera: Camera) -> list[np.ndarray]:
    """The markers' sheets, px."""
    squares = [np.array(marker.corners_mm) for marker in camera.markers]
    sheets = [square + 0.6 * (square - square.mean(axis=0)) for square in squares]
    return [camera.lens.project(np.column_stack([sheet, np.zeros(4)])) for sheet in sheets]
