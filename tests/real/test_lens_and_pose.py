"""Lens and pose from photographs of chessboards by two real cameras, held against the boards' own geometry."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.camera.lens import BoardView, LensFit, fit_lens
from companion.camera.pose import PointCorrespondences, fit_pose
from companion.opencv import cv2
from tests.real.conftest import real_files

SIZE_WH = (640, 480)
#: What the boards' squares are taken to measure: only ratios count.
SQUARE_MM = 30.0


@dataclass(frozen=True, slots=True)
class Board:
    """Photographs of a chessboard, how many inner corners it has, and the focal length that its users publish."""

    pattern: str
    corners: tuple[int, int]
    focal_px: float | None = None


#: OpenCV's tutorial on calibration finds 532 to 536 px for the first; nothing is published of the second.
BOARDS = {
    "webcam of OpenCV's samples": Board("opencv-samples/left*.jpg", (9, 6), 534.0),
    "webcam of BoofCV's examples": Board("boofcv/frame*.jpg", (6, 4)),
}


@pytest.fixture(scope="module", params=BOARDS, ids=lambda name: name.split()[-2])
def board(request: pytest.FixtureRequest) -> Board:
    return BOARDS[request.param]


@pytest.fixture(scope="module")
def views(board: Board) -> list[BoardView]:
    return [_view(path, board.corners) for path in real_files(board.pattern)]


@pytest.fixture(scope="module")
def lens(views: list[BoardView]) -> LensFit:
    fit = fit_lens(views, SIZE_WH)
    assert fit is not None
    return fit


def _view(path: Path, corners: tuple[int, int]) -> BoardView:
    grey = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    assert grey is not None
    found, rough = cv2.findChessboardCorners(grey, corners)
    assert found, path.name
    exact = cv2.cornerSubPix(grey, rough, (7, 7), (-1, -1), (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 50, 1e-4))
    wide, tall = corners
    grid = np.array([[x, y, 0.0] for y in range(tall) for x in range(wide)])
    return BoardView(path.name, SQUARE_MM * grid, np.asarray(exact, np.float64).reshape(-1, 2))


def _posed(view: BoardView, lens: LensFit) -> Pinhole:
    nowhere = Pinhole(lens.matrix, lens.distortion, np.eye(3), np.zeros(3), SIZE_WH)
    points = PointCorrespondences.of_points(view.points_mm, view.points_px)
    return fit_pose(points, nowhere).cameras[0]


def test_a_real_lens_is_measured_to_a_fifth_of_a_pixel(board: Board, views: list[BoardView], lens: LensFit) -> None:
    assert len(views) == 13
    assert not lens.dropped
    assert lens.rms_px < 0.2
    assert lens.distortion[0] < -0.2  # barrel, as every webcam has it
    assert np.abs(lens.matrix[:2, 2] - (319.5, 239.5)).max() < 30
    if board.focal_px is not None:
        assert lens.matrix[0, 0] == pytest.approx(board.focal_px, rel=0.01)


def test_a_lens_holds_for_the_photograph_that_it_was_not_measured_by(views: list[BoardView]) -> None:
    assert len(views) > 4
    for left_out in views[::4]:
        fit = fit_lens([view for view in views if view is not left_out], SIZE_WH)
        assert fit is not None
        off = _posed(left_out, fit).project(left_out.points_mm) - left_out.points_px
        assert np.sqrt(np.mean(np.sum(off**2, axis=1))) < 0.4, left_out.name


def test_millimetres_on_the_board_are_what_they_are(views: list[BoardView], lens: LensFit) -> None:
    """From pixels back to the plane: squares are as long as they are, wherever the board was held."""
    off_mm = np.concatenate([_off_mm(view, lens) for view in views])
    assert np.sqrt(np.mean(off_mm**2)) < 0.005 * SQUARE_MM
    assert np.abs(off_mm).max() < 0.03 * SQUARE_MM


def _off_mm(view: BoardView, lens: LensFit) -> FloatArray:
    return np.asarray(_posed(view, lens).to_table(view.points_px) - view.points_mm[:, :2], np.float64).ravel()
