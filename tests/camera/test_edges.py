"""Marker corners, held against where the camera of the drawn picture truly sees them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from companion.camera import Mat, Picture, Pinhole
from companion.camera.edges import refine_squares
from companion.camera.mat import detect_mat_markers, refine_markers

if TYPE_CHECKING:
    from tests.camera.conftest import Photograph, Shot


def _lens(shot: Shot) -> Pinhole:
    matrix = np.array([[shot.focal_px, 0, shot.centre_px[0]], [0, shot.focal_px, shot.centre_px[1]], [0, 0, 1]])
    return Pinhole(matrix, np.array([shot.k1, shot.k2, 0, 0, 0]), np.eye(3), np.zeros(3), shot.size_wh)


def _off_px(shot: Shot, picture: Picture, mat: Mat) -> dict[int, np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    """How far each refined corner is from the truth."""
    rough, _ = detect_mat_markers(picture.pixels, mat.markers)
    fine = refine_markers(picture.pixels, rough, _lens(shot))
    return {
        marker.id: fine[marker.id] - shot.project(marker.points_mm()) for marker in mat.markers if marker.id in fine
    }


def test_corners_are_found_to_a_twentieth_of_a_pixel_through_a_bowing_lens(
    bent: Shot, bent_picture: Picture, mat: Mat
) -> None:
    off = np.concatenate(list(_off_px(bent, bent_picture, mat).values()))
    assert len(off) == 16
    assert np.sqrt(np.mean(off**2)) < 0.05
    rough, _ = detect_mat_markers(bent_picture.pixels, mat.markers)
    coarse = [rough[marker.id] - bent.project(marker.points_mm()) for marker in mat.markers]
    assert np.sqrt(np.mean(off**2)) < 0.2 * np.sqrt(np.mean(np.square(coarse)))


def test_glare_shrinks_squares_but_does_not_shift_them(bent: Shot, mat: Mat, photograph: Photograph) -> None:
    glaring = replace(bent, exposure=3.0)
    off = _off_px(glaring, photograph(glaring), mat)
    assert len(off) == 4
    for corners in off.values():
        assert np.abs(corners).max() > 0.2
        assert np.abs(corners.mean(axis=0)).max() < 0.08


def test_rough_corners_may_be_off_by_some_pixels(bent: Shot, bent_picture: Picture, mat: Mat) -> None:
    truth = bent.project(mat.markers[0].points_mm())
    shaken = truth + np.array([[2.0, -1], [-2, 1.5], [1, 2], [-1, -2]])
    (found,) = refine_squares(bent_picture.pixels, shaken[None], _lens(bent))
    assert found == pytest.approx(truth, abs=0.3)


@pytest.mark.parametrize("place", [(480.0, 270.0), (-90.0, 40.0), (2000.0, 2000.0), (np.nan, 5.0)])
def test_where_no_square_is_there_is_none(bent_picture: Picture, place: tuple[float, float]) -> None:
    square = np.array([[0, 0], [60, 0], [60, 60], [0, 60]]) + np.array(place)
    assert np.isnan(refine_squares(bent_picture.pixels, square[None])).all()
