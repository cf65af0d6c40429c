"""Lens calibration from board pictures, held against the lens that drew them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from companion.camera import Mat, Picture
from companion.camera.lens import BoardView, detect_board, fit_lens

if TYPE_CHECKING:
    from tests.camera.conftest import Shot


def _views(pictures: list[Picture], mat: Mat) -> list[BoardView]:
    assert mat.charuco is not None
    return [view for view in detect_board(pictures, mat.charuco) if view is not None]


def test_the_lens_is_found(board_pictures: list[Picture], mat: Mat, bent: Shot) -> None:
    fit = fit_lens(_views(board_pictures, mat), bent.size_wh)
    assert fit is not None
    assert fit.matrix[0, 0] == pytest.approx(bent.focal_px, rel=0.003)
    assert fit.matrix[:2, 2] == pytest.approx(np.array(bent.centre_px), abs=1.5)
    assert fit.distortion[0] == pytest.approx(bent.k1, abs=0.02)
    assert fit.rms_px < 0.15
    assert fit.dropped == ()


def test_both_patterns_of_the_board_are_known(
    board_shots: list[Shot], photograph_board: Callable[..., Picture], mat: Mat
) -> None:
    old = [photograph_board(shot, f"{n}.png", legacy=True) for n, shot in enumerate(board_shots[:3])]
    views = _views(old, mat)
    assert len(views) == 3
    assert all(len(view.points_px) >= 30 for view in views)


def test_terms_that_the_pictures_do_not_bear_out_are_left_out(
    board_shots: list[Shot], photograph_board: Callable[..., Picture], mat: Mat
) -> None:
    free = [photograph_board(replace(shot, k1=0.0, k2=0.0), f"{n}.png") for n, shot in enumerate(board_shots)]
    fit = fit_lens(_views(free, mat), board_shots[0].size_wh)
    assert fit is not None
    assert fit.distortion[4] == 0
    assert abs(fit.distortion[0]) < 0.01


def test_one_bad_picture_is_left_out(board_pictures: list[Picture], mat: Mat, bent: Shot) -> None:
    views = _views(board_pictures, mat)
    shaken = views[2].points_px + np.random.default_rng(5).normal(0, 4, views[2].points_px.shape)
    fit = fit_lens([*views[:2], replace(views[2], points_px=shaken), *views[3:]], bent.size_wh)
    assert fit is not None
    assert fit.dropped == ("lens-2.png",)
    assert fit.matrix[0, 0] == pytest.approx(bent.focal_px, rel=0.005)


def test_pictures_without_a_board_give_no_view(straight_picture: Picture, mat: Mat) -> None:
    assert mat.charuco is not None
    blank = Picture("blank.png", np.full_like(straight_picture.pixels, 128))
    assert detect_board([straight_picture, blank], mat.charuco) == [None, None]
    assert fit_lens([], (960, 540)) is None
