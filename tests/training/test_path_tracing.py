"""What the path tracer is given: papers that bulge between their folds; the part of a picture that a lens uses."""

from __future__ import annotations

import numpy as np
import pytest

from companion.camera import Pinhole
from models.training.lenses import bender, straightened
from models.training.looking import camera_turn, direction
from models.training.path_tracing import bulged, needed_part

_ENDS = np.array([[0.5, 1.0], [0.0, 0.25], [1.0, 0.25]])


def test_a_face_of_paper_bulges_between_straight_edges() -> None:
    corners = np.array([[0.0, 0.0, 5.0], [50.0, 0.0, 5.0], [25.0, 43.0, 5.0]])
    pieces, places = zip(*bulged(np.random.default_rng(2), corners, _ENDS), strict=True)
    points = np.vstack(pieces)
    area = sum(np.linalg.norm(np.cross(b - a, c - a)[2]) / 2 for a, b, c in pieces)
    assert area == pytest.approx(50 * 43 / 2), "together they are the face"
    on_plan = np.vstack([corners[:, :2].T, np.ones(3)])
    rim = np.linalg.solve(on_plan, np.vstack([points[:, :2].T, np.ones(len(points))])).min(axis=0) < 1e-9
    assert np.allclose(points[rim, 2], 5.0), "its edges are folded straight"
    assert 0.01 < np.abs(points[~rim, 2] - 5.0).max() < 1.5
    assert np.vstack(places).min() == pytest.approx(0.0)
    assert np.vstack(places).max() == pytest.approx(1.0)


def test_a_bent_picture_is_made_from_the_part_that_is_drawn() -> None:
    turn = camera_turn(-100, 50, 3)
    eye = np.array([500.0, 300, 0]) + 1200 * direction(-100, 50)
    matrix = np.array([[900.0, 0, 324], [0, 900, 174], [0, 0, 1]])
    lens = Pinhole(matrix, np.array([-0.2, 0.06, 0, 0, 0]), turn, -turn @ eye, (640, 360))
    left, right, upper, lower = needed_part(lens)
    width, height = straightened(lens).size_wh
    drawn = np.zeros((height, width, 3), np.float32)
    drawn[int(upper * height) : int(lower * height), int(left * width) : int(right * width)] = 1.0
    assert bender(lens)(drawn).min() > 0.999
    assert (right - left) * (lower - upper) < 0.85, "the rest need not be drawn"
