"""Markers and mat belong together: the printed markers are read back, and found where the mat says they will lie."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.arrays import Image
from companion.cli import main
from companion.codec.mat import read_mat
from companion.opencv import cv2
from companion.resources import Bundled, bundled
from tests.paper.conftest import Render

PX_PER_MM = 4.0
Corners = NDArray[np.float64]


def _found(page: Image, dictionary: str) -> dict[int, Corners]:
    """Marker id -> its corners in mm on the page, in the order of the print."""
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(book, settings).detectMarkers(cv2.cvtColor(page, cv2.COLOR_RGB2GRAY))
    return {int(n): (c[0] + 0.5) / PX_PER_MM for n, c in zip(np.ravel(ids), corners, strict=True)}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_printed_markers_are_read_at_their_true_size(paper: str, tmp_path: Path, rendered: Render) -> None:
    target = tmp_path / "markers.pdf"
    assert main(["print", "markers", "--size", "1000x620", "--paper", paper, "-o", str(target)]) == 0
    pages = rendered(target, px_per_mm=PX_PER_MM)
    assert len(pages) == 2
    _check_markers(pages)


def test_the_bundled_sheets_are_read_at_their_true_size(rendered: Render) -> None:
    _check_markers(rendered(bundled(Bundled.CALIBRATION, "markers.pdf"), px_per_mm=PX_PER_MM))
    mat = json.loads(bundled(Bundled.CALIBRATION, "mat-1000x620.json").read_text())
    _check_board(rendered(bundled(Bundled.CALIBRATION, "lens-board.pdf"), px_per_mm=PX_PER_MM)[0], mat["charuco"])


def _check_markers(pages: list[Image]) -> None:
    """All four are there, upright and 80 mm wide."""
    found: dict[int, Corners] = {}
    for page in pages:
        found |= _found(page, "DICT_4X4_50")
    assert sorted(found) == [0, 1, 2, 3]
    for corners in found.values():
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        np.testing.assert_allclose(sides, 80.0, atol=0.25)
        assert corners[1, 0] > corners[0, 0]  # top-left first, upright
        assert corners[3, 1] > corners[0, 1]


def test_mat_file_is_read_by_the_program_and_lies_in_the_corners(tmp_path: Path) -> None:
    main(["print", "markers", "--size", "1000x620", "-o", str(tmp_path / "markers.pdf")])
    mat = read_mat(tmp_path / "mat-1000x620.json")
    assert [marker.id for marker in mat.markers] == [0, 1, 2, 3]
    near_left, far_right = (np.array(mat.markers[n].corners_mm) for n in (0, 2))
    np.testing.assert_array_equal(near_left, [[10, 90], [90, 90], [90, 10], [10, 10]])  # the contract's own example
    np.testing.assert_array_equal(far_right[1], [990, 610])


def test_mat_of_a_round_table_keeps_the_paper_on_it(tmp_path: Path) -> None:
    main(["print", "markers", "--size", "900", "--round", "-o", str(tmp_path / "markers.pdf")])
    mat = read_mat(tmp_path / "mat-round-900.json")
    assert len(mat.markers) == 4
    for marker in mat.markers:
        reach = max(np.hypot(x - 450, y - 450) for x, y in marker.corners_mm) + 10 * np.sqrt(2)
        assert reach <= 450


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_lens_board_is_the_one_of_the_mat(paper: str, tmp_path: Path, rendered: Render) -> None:
    main(["print", "markers", "--size", "900x600", "--paper", paper, "-o", str(tmp_path / "markers.pdf")])
    board = json.loads((tmp_path / "mat-900x600.json").read_text())["charuco"]
    target = tmp_path / "board.pdf"
    assert main(["print", "lens-board", "--paper", paper, "-o", str(target)]) == 0
    _check_board(rendered(target, px_per_mm=PX_PER_MM)[0], board)


def _check_board(page: Image, board: dict[str, Any]) -> None:
    """Every corner of the board is found, where the mat says that it is."""
    charuco = cv2.aruco.CharucoBoard(
        board["squares"],
        board["square_mm"],
        board["marker_mm"],
        cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, board["dict"])),
    )
    corners, ids, _, _ = cv2.aruco.CharucoDetector(charuco).detectBoard(cv2.cvtColor(page, cv2.COLOR_RGB2GRAY))
    assert len(ids) == (board["squares"][0] - 1) * (board["squares"][1] - 1)
    expected = np.array(charuco.getChessboardCorners())[np.ravel(ids), :2]
    measured = (np.array(corners).reshape(-1, 2) + 0.5) / PX_PER_MM
    np.testing.assert_allclose(measured - measured[0], expected - expected[0], atol=0.15)


@pytest.mark.parametrize("size", ["big", "1000", "0x5", "1000x620x3", "200x100"])
def test_a_size_that_cannot_be_is_refused(size: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["print", "markers", "--size", size, "-o", str(tmp_path / "markers.pdf")])
    assert status == 2
    assert "Traceback" not in capsys.readouterr().err
