"""Whether the camera has moved, held against cameras that did and did not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from companion.camera import Camera, Mat, Picture, calibrate, detect_camera_motion

if TYPE_CHECKING:
    from tests.camera.conftest import Photograph, Shot


@pytest.fixture(scope="module")
def camera(mat: Mat, straight_picture: Picture) -> Camera:
    return calibrate(mat, [], [straight_picture]).camera


def test_a_camera_at_rest_is_at_rest_whatever_the_light(camera: Camera, straight: Shot, photograph: Photograph) -> None:
    standing = detect_camera_motion(camera, photograph(replace(straight, exposure=0.5)).pixels)
    assert standing.seen == (0, 1, 2, 3)
    assert standing.missing == ()
    assert standing.moved_mm == pytest.approx(0.0, abs=0.05)
    assert standing.lens is not None
    assert standing.lens.eye_mm == pytest.approx(camera.lens.eye_mm, abs=0.8)


@pytest.mark.parametrize("aside_mm", [0.5, 4.0, 30.0])
def test_a_pushed_camera_is_reported_in_millimetres_and_measured_anew(
    camera: Camera, straight: Shot, photograph: Photograph, aside_mm: float
) -> None:
    (x, y, z), (u, v, w) = straight.eye_mm, straight.aim_mm
    pushed = replace(straight, eye_mm=(x + aside_mm, y, z), aim_mm=(u + aside_mm, v, w))
    standing = detect_camera_motion(camera, photograph(pushed).pixels)
    assert standing.moved_mm == pytest.approx(aside_mm, abs=0.1 + 0.05 * aside_mm)
    assert standing.lens is not None
    assert standing.lens.eye_mm == pytest.approx(np.array(pushed.eye_mm), abs=1.5)


def test_hidden_markers_are_named_and_two_give_no_pose(camera: Camera, straight: Shot, photograph: Photograph) -> None:
    standing = detect_camera_motion(camera, photograph(straight, covered=(0, 3)).pixels)
    assert standing.seen == (1, 2)
    assert standing.missing == (0, 3)
    assert standing.moved_mm == pytest.approx(0.0, abs=0.05)
    assert standing.lens is None


def test_a_marker_with_another_pattern_is_not_taken_for_ours(
    camera: Camera, mat: Mat, straight: Shot, photograph: Photograph
) -> None:
    other = replace(mat, markers=tuple(replace(marker, id=marker.id + 7) for marker in mat.markers))
    assert detect_camera_motion(camera, photograph(straight, other).pixels).seen == ()


def test_a_dark_picture_tells_nothing(camera: Camera, straight_picture: Picture) -> None:
    standing = detect_camera_motion(camera, np.zeros_like(straight_picture.pixels))
    assert standing.moved_mm is None
    assert standing.seen == ()
    assert standing.missing == (0, 1, 2, 3)
