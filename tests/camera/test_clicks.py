"""Four clicks: any order, exact or not, held against the camera that drew the picture."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from companion.camera import CalibrationVerdict, Mat, Picture, calibrate_by_clicks
from companion.camera.table_corners import refine_table_corners
from companion.errors import InputError

if TYPE_CHECKING:
    from tests.camera.conftest import Photograph, Shot

_SIZE = (1000.0, 620.0)


def _corners(shot: Shot, mat: Mat) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return shot.project(np.column_stack([mat.table.outline(), np.zeros(4)]))


def test_clicks_move_onto_the_tables_edges(straight: Shot, straight_picture: Picture, mat: Mat) -> None:
    truth = _corners(straight, mat)
    rim = refine_table_corners(straight_picture.pixels, truth + np.array([[3.0, -2], [-3, -1], [2, 3], [-2, 2]]))
    assert rim.edges_found == 4
    assert rim.corners_px == pytest.approx(truth, abs=0.5)
    assert rim.bow_px < 0.5


def test_bowed_edges_are_followed_to_the_corners(bent: Shot, bent_picture: Picture, mat: Mat) -> None:
    truth = _corners(bent, mat)
    rim = refine_table_corners(bent_picture.pixels, truth + np.array([[2.0, 2], [-2, -2], [2, -1], [1, 2]]))
    assert rim.corners_px == pytest.approx(truth, abs=1.0)
    assert rim.bow_px > 3


def test_without_clear_edges_the_clicks_stay(straight: Shot, mat: Mat) -> None:
    noise = np.random.default_rng(6).integers(80, 120, (540, 960, 3)).astype(np.uint8)
    clicks = _corners(straight, mat)
    rim = refine_table_corners(noise, clicks)
    assert rim.edges_found == 0
    assert rim.corners_px == pytest.approx(clicks)


@pytest.mark.parametrize("order", list(permutations(range(4)))[::3])
def test_clicks_may_come_in_any_order(
    order: tuple[int, ...], straight: Shot, straight_picture: Picture, mat: Mat
) -> None:
    clicks = _corners(straight, mat) + np.array([[1.0, -1], [-1, 1], [1, 1], [-1, -1]])
    camera = calibrate_by_clicks(straight_picture, clicks[list(order)], _SIZE).camera
    assert camera.lens.matrix[0, 0] == pytest.approx(straight.focal_px, rel=0.03)
    assert camera.lens.to_table(_corners(straight, mat)) == pytest.approx(mat.table.outline(), abs=1.0)
    assert camera.quality.verdict in (CalibrationVerdict.GOOD, CalibrationVerdict.USABLE)
    assert camera.quality.markers == 0


def test_from_the_side_the_first_click_is_near_left(straight: Shot, mat: Mat, photograph: Photograph) -> None:
    beside = replace(straight, eye_mm=(-600.0, 310.0, 1300.0), aim_mm=(420.0, 310.0, 0.0))
    corners = _corners(beside, mat)
    camera = calibrate_by_clicks(photograph(beside), corners, _SIZE).camera
    assert camera.lens.to_table(corners) == pytest.approx(mat.table.outline(), abs=1.5)


def test_as_clicked_is_taken_at_its_word(straight: Shot, straight_picture: Picture, mat: Mat) -> None:
    from_behind = _corners(straight, mat)[[2, 3, 0, 1]]
    camera = calibrate_by_clicks(straight_picture, from_behind, _SIZE, as_clicked=True).camera
    assert camera.lens.to_table(from_behind) == pytest.approx(mat.table.outline(), abs=1.0)


@pytest.mark.parametrize(
    ("clicks", "reported"),
    [
        ([(10, 10), (900, 10), (2000, 500), (10, 500)], "2000,500 lies outside table.png, which is 960 x 540 px"),
        ([(10, 10), (900, 10), (905, 12), (10, 500)], "no four corners of a table"),
        ([(10, 10), (900, 10), (900, 10), (10, 500)], "no four corners of a table"),
        ([(100, 100), (800, 100), (440, 200), (450, 500)], "no four corners of a table"),
    ],
)
def test_clicks_that_are_no_table_are_refused(
    clicks: list[tuple[float, float]], reported: str, straight_picture: Picture
) -> None:
    with pytest.raises(InputError, match=reported):
        calibrate_by_clicks(straight_picture, np.array(clicks, np.float64), _SIZE)
