"""What a calibration is off by, held against cameras whose truth is known: made webcams, calibrated in the usual ways.

The made cameras have lenses and poses by chance, with seeds; true errors are measured at the height of the dice's tops.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from companion.arrays import FloatArray
from companion.camera import (
    Calibration,
    CalibrationError,
    CalibrationVerdict,
    Camera,
    Mat,
    Picture,
    calibrate,
    calibrate_by_clicks,
    poor_calibration_notice,
)
from companion.geometry import Pose
from tests.camera.conftest import LENS, MAT, Shot, table_albedo

if TYPE_CHECKING:
    from tests.camera.conftest import Photograph

_SIZE = (1000.0, 620.0)
_TOP_MM = 41.478
_CORNERS = np.column_stack([MAT.table.outline(), np.zeros(4)])
_PLACES = np.array([(x, y) for x in np.linspace(60, 940, 8) for y in np.linspace(60, 560, 6)])
#: What a picture itself is off by, along one axis.
_OWN_MM = 0.25

#: Wide webcams, each in another place: first radial term, focal length, eye.
_WIDE = (
    (-0.1, 800.0, (480.0, -250.0, 900.0)),
    (-0.2, 640.0, (480.0, -150.0, 760.0)),
    (-0.3, 760.0, (700.0, -350.0, 760.0)),
    (-0.4, 700.0, (400.0, -100.0, 950.0)),
)


def _webcam(k1: float, focal_px: float, eye_mm: tuple[float, float, float]) -> Shot:
    """A webcam that looks at the table's middle, its optical centre beside the picture's."""
    shot = Shot(focal_px=focal_px, centre_px=(488.0, 263.0), k1=k1, k2=0.2 * k1 * k1)
    return replace(shot, eye_mm=eye_mm, aim_mm=(500.0, 300.0, 0.0))


def _errors(camera: Camera, shot: Shot) -> tuple[FloatArray, FloatArray]:
    """How far off dice all over the table are measured, mm, and what is stated of it along one axis."""
    seen = shot.project(np.column_stack([_PLACES, np.full(len(_PLACES), _TOP_MM)]))
    measured = camera.lens.to_table(seen, height_mm=_TOP_MM)
    error = CalibrationError.of(camera)
    poses = [Pose(x, y, 0.0, 50.8) for x, y in measured]
    reported = [0.0] * len(poses) if error is None else [sigma_mm for sigma_mm, _ in error.sigmas(poses)]
    return np.linalg.norm(measured - _PLACES, axis=1), np.hypot(reported, _OWN_MM)


@pytest.mark.parametrize(("k1", "focal_px", "eye_mm"), _WIDE)
def test_a_wide_webcam_by_four_clicks_tells_its_error(
    k1: float, focal_px: float, eye_mm: tuple[float, float, float]
) -> None:
    shot, rng = _webcam(k1, focal_px, eye_mm), np.random.default_rng(3)
    bare = shot.take(table_albedo(replace(MAT, markers=())), "table.png")
    for click_px in (0.5, 3.0):
        clicks = shot.project(_CORNERS) + rng.normal(0, click_px, (4, 2))
        camera = calibrate_by_clicks(bare, clicks, _SIZE).camera
        off_mm, given_mm = _errors(camera, shot)
        assert camera.quality.verdict is CalibrationVerdict.POOR
        assert off_mm.mean() > 3
        assert np.mean(off_mm < 2.45 * given_mm) > 0.95
        assert given_mm.mean() < 1.5 * off_mm.mean()
        assert f"{CalibrationError(camera).on_table()[0]:.1f} mm" in poor_calibration_notice(camera)


def test_without_edges_to_see_a_lens_may_bend_as_lenses_do(straight: Shot) -> None:
    """Nothing tells whether this lens bends: the calibration is poor, and says so, though it happens to be right."""
    noise = np.random.default_rng(6).integers(80, 120, (540, 960, 3)).astype(np.uint8)
    camera = calibrate_by_clicks(Picture("cloth.png", noise), straight.project(_CORNERS), _SIZE).camera
    off_mm, given_mm = _errors(camera, straight)
    assert camera.quality.verdict is CalibrationVerdict.POOR
    assert off_mm.max() < 3 < given_mm.min()


def test_markers_without_lens_pictures_tell_their_error(
    bent: Shot, straight: Shot, mat: Mat, bent_picture: Picture, straight_picture: Picture
) -> None:
    for shot, picture in ((bent, bent_picture), (straight, straight_picture)):
        off_mm, given_mm = _errors(calibrate(mat, [], [picture]).camera, shot)
        assert np.mean(off_mm < 2.45 * given_mm) > 0.95
        assert given_mm.mean() < 3 * off_mm.mean() + 0.5


def test_the_error_of_headings_covers_them(bent: Shot, bent_picture: Picture) -> None:
    camera = calibrate_by_clicks(bent_picture, bent.project(_CORNERS), _SIZE).camera
    error = CalibrationError(camera)
    for (x, y), heading in zip(_PLACES, np.linspace(-180, 180, len(_PLACES)), strict=True):
        pose = Pose(x, y, heading, 50.8)
        ends = np.array([(x, y), pose.corner_mm(0)])
        seen = bent.project(np.column_stack([ends, np.full(2, pose.top_mm)]))
        centre, corner = camera.lens.to_table(seen, height_mm=pose.top_mm)
        measured = np.degrees(np.arctan2(*(corner - centre)[::-1]))
        ((_, sigma_deg),) = error.sigmas([pose])
        assert abs((measured - heading + 180) % 360 - 180) < 3 * sigma_deg


def test_lens_pictures_make_clicks_good(bent: Shot, bent_picture: Picture, board_pictures: list[Picture]) -> None:
    clicks = bent.project(_CORNERS) + np.array([[2.0, 1], [-1, -2], [1, -1], [1, 2]])
    by_lens = calibrate_by_clicks(bent_picture, clicks, _SIZE, lens_pictures=board_pictures, charuco=MAT.charuco)
    off_mm, given_mm = _errors(by_lens.camera, bent)
    bare_mm, _ = _errors(calibrate_by_clicks(bent_picture, clicks, _SIZE).camera, bent)
    assert by_lens.camera.quality.verdict is not CalibrationVerdict.POOR
    assert by_lens.camera.quality.lens_pictures == len(board_pictures)
    assert off_mm.mean() < bare_mm.mean() / 4
    assert np.mean(off_mm < 2.45 * given_mm) > 0.95
    assert poor_calibration_notice(by_lens.camera) == ""


def test_lens_pictures_without_a_board_are_reported(straight: Shot, straight_picture: Picture) -> None:
    clicks = straight.project(_CORNERS)
    reported: Calibration = calibrate_by_clicks(
        straight_picture, clicks, _SIZE, lens_pictures=[straight_picture], charuco=MAT.charuco
    )
    assert any("no lens board is seen in it" in remark for remark in reported.remarks)
    assert any("No lens picture could be used" in remark for remark in reported.remarks)
    assert reported.camera.quality.lens_pictures == 0


def test_a_camera_by_markers_and_lens_pictures_keeps_the_sigmas_of_its_pictures(
    mat: Mat, bent_picture: Picture, board_pictures: list[Picture]
) -> None:
    camera = calibrate(mat, board_pictures, [bent_picture]).camera
    assert camera.quality.verdict is CalibrationVerdict.GOOD
    assert CalibrationError.of(camera) is None
    assert CalibrationError.of(replace(camera, quality=replace(camera.quality, rms_mm=5.0))) is not None


def test_markers_that_lie_elsewhere_are_in_the_error_though_the_lens_was_measured(
    mat: Mat, board_pictures: list[Picture], photograph: Photograph
) -> None:
    shifts = np.random.default_rng(8).normal(0, 2, (len(mat.markers), 2)).tolist()
    markers = tuple(
        replace(marker, corners_mm=tuple((x + right, y + away) for x, y in marker.corners_mm))
        for marker, (right, away) in zip(mat.markers, shifts, strict=True)
    )
    camera = calibrate(mat, board_pictures, [photograph(LENS, replace(mat, markers=markers))]).camera
    off_mm, given_mm = _errors(camera, LENS)
    assert camera.quality.verdict is not CalibrationVerdict.GOOD
    assert np.mean(off_mm < 2.45 * given_mm) > 0.9


def test_a_marker_that_was_not_seen_is_in_the_error_but_glare_on_all_is_not(
    mat: Mat, board_pictures: list[Picture], photograph: Photograph
) -> None:
    glaring = calibrate(mat, board_pictures, [photograph(replace(LENS, exposure=3.0))]).camera
    partly = calibrate(mat, board_pictures, [photograph(LENS, covered=(2,))]).camera
    assert CalibrationError.of(glaring) is None
    assert partly.quality.verdict is CalibrationVerdict.GOOD
    off_mm, given_mm = _errors(partly, LENS)
    assert np.mean(off_mm < 2.45 * given_mm) > 0.9
    assert CalibrationError(glaring).on_table()[0] < CalibrationError(partly).on_table()[0] < 0.6
