"""The arithmetic on squares of faces, against plain OpenCV and against functions whose answers are known."""

from __future__ import annotations

import numpy as np
import pytest

from companion.opencv import cv2
from companion.vision.whole_dice.patch_grid import COARSE, FINE, Faces, PatchGrid

SQUARES = pytest.mark.parametrize("square", [COARSE, FINE])


def _filled(square: PatchGrid, values: np.ndarray) -> Faces:
    return np.asarray(values.reshape(1, -1)[:, square.at], np.float32)


@SQUARES
def test_a_slope_is_a_slope_up_to_the_rim(square: PatchGrid) -> None:
    rows, columns = np.mgrid[: square.size_px, : square.size_px]
    across, along = square.slopes(_filled(square, 3.0 * columns - 2.0 * rows))[..., 0]
    alone = [(slope == 0).sum() for slope in (across, along)]
    assert max(alone) <= 1  # the pixel in the tip may have no neighbour in its row
    assert across[across != 0] == pytest.approx(3.0, abs=1e-3)
    assert along[along != 0] == pytest.approx(-2.0, abs=1e-3)


@SQUARES
def test_what_is_left_over_says_how_far_corners_are_shifted(square: PatchGrid) -> None:
    rng = np.random.default_rng(5)
    picture = np.asarray(cv2.GaussianBlur(rng.uniform(0, 255, (square.size_px,) * 2), (0, 0), 2.0))
    faces, weight = _filled(square, picture), _filled(square, rng.uniform(0.2, 1.0, picture.shape))
    shifts = rng.normal(size=(3, 2))
    residual = np.einsum("dpn,pk,kd->np", square.slopes(faces), square.shares, shifts).astype(np.float32)
    matrices, vectors = square.shift_equations(faces, residual, weight)
    assert np.linalg.solve(matrices[0], vectors[0]) == pytest.approx(shifts.ravel(), abs=1e-2)


@SQUARES
def test_corner_weights_add_up_and_put_each_corner_where_it_is(square: PatchGrid) -> None:
    assert square.shares.sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    rows, columns = np.divmod(square.at, square.size_px)
    middle, angles = (square.size_px - 1) / 2, np.radians([90, 210, 330])
    corners = square.radius_px * np.column_stack([np.cos(angles), -np.sin(angles)]) + middle
    assert square.shares @ corners == pytest.approx(np.column_stack([columns, rows]), abs=1e-3)


@SQUARES
def test_lamp_and_shade_fall_out(square: PatchGrid) -> None:
    rng = np.random.default_rng(3)
    print_of = cv2.GaussianBlur(rng.uniform(40, 200, (square.size_px, square.size_px)), (0, 0), 1.5)
    shade = np.linspace(0.6, 1.1, square.size_px)[None]
    bright, dark = (
        square.contrast_normalised(_filled(square, picture))[0] for picture in (print_of, print_of * shade - 10)
    )
    assert np.corrcoef(bright, dark)[0, 1] > 0.95


def test_an_upright_face_is_cut_as_the_gallery_cuts_it() -> None:
    picture = np.zeros((192, 192, 3), np.uint8)
    picture[:96] = 255
    art = COARSE.art_of(picture)
    rows = COARSE.at // COARSE.size_px
    assert art[rows < 20].mean() > 0 > art[rows > 28].mean()
