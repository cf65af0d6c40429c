"""The camera model against an independent one, and there and back again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from companion.camera import Pinhole

if TYPE_CHECKING:
    from tests.camera.conftest import Shot


def _pinhole(shot: Shot) -> Pinhole:
    matrix = np.array([[shot.focal_px, 0, shot.centre_px[0]], [0, shot.focal_px, shot.centre_px[1]], [0, 0, 1]])
    turn = shot.rotation()
    return Pinhole(matrix, np.array([shot.k1, shot.k2, 0, 0, 0]), turn, -turn @ np.array(shot.eye_mm), shot.size_wh)


def test_points_are_seen_where_the_textbook_sees_them(bent: Shot) -> None:
    points = np.random.default_rng(3).uniform((0, 0, 0), (1000, 620, 90), (50, 3))
    assert _pinhole(bent).project(points) == pytest.approx(bent.project(points), abs=1e-9)
    assert _pinhole(bent).eye_mm == pytest.approx(np.array(bent.eye_mm))


@pytest.mark.parametrize("height_mm", [0.0, 41.5, 83.0])
def test_seen_points_come_back_to_the_table_at_any_height(bent: Shot, height_mm: float) -> None:
    plan = np.random.default_rng(4).uniform((0, 0), (1000, 620), (200, 2))
    px = bent.project(np.column_stack([plan, np.full(200, height_mm)]))
    assert _pinhole(bent).to_table(px, height_mm=height_mm) == pytest.approx(plan, abs=0.01)


def test_no_points_are_no_points(bent: Shot) -> None:
    lens = _pinhole(bent)
    assert lens.project(np.empty((0, 3))).shape == (0, 2)
    assert lens.to_table(np.empty((0, 2))).shape == (0, 2)
