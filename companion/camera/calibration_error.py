"""How far a calibration may be off, as a field over its table: what a fuller model of the camera makes of it.

A calibration takes some things for given: that a lens which was not measured bends nothing and looks through the
picture's middle, that clicks are where the corners are. Here all of that is free within what lenses and hands are like,
and the points that the calibration rests on say the rest, by one step of Gauss and Newton. What the fuller model has
otherwise, and how unsure it is of it, is carried to any place and height.

Owns no verdict; that is ``calibrated_camera.py``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from companion.arrays import FloatArray
from companion.camera import tuning
from companion.camera.calibrated_camera import CalibrationVerdict, Camera
from companion.camera.camera_motion import correspondences_of
from companion.camera.mat import SHEET_MM
from companion.camera.pinhole import Pinhole
from companion.camera.table_corners import TableCorners
from companion.geometry import Pose, at_height
from companion.opencv import cv2
from companion.text import gettext

# The freedoms of a camera: turn (3), translation (3), logarithm of the focal length, first radial term, centre (2).
_FREEDOMS: Final = 10
_FOCAL, _BEND, _CENTRE = 6, 7, slice(8, 10)
#: What a calibration by clicks fits of them, and what it takes for given.
_FITTED, _GIVEN = slice(0, 7), slice(7, 10)
#: An edge is followed at so many places; a bend that is slight and still bows it by more than rounding.
_EDGE_PLACES: Final = 21
_SLIGHT_BEND: Final = -0.02
#: A table's error is sampled on a grid of so many places along either side, these shares of it.
_GRID: Final = (0.08, 0.92, 7)


@dataclass(frozen=True, eq=False)
class CalibrationError:
    """What the places that a camera measures are off by, beside the error of each picture; to first order."""

    camera: Camera

    @classmethod
    def of(cls, camera: Camera) -> CalibrationError | None:
        """That of a camera; ``None`` of a good one by all its markers and lens pictures, on which the sigmas of
        readings were set, and of one that is known exactly because it was drawn."""
        quality = camera.quality
        by_all = quality.markers and quality.markers == len(camera.markers) and quality.lens_pictures
        exact = by_all and quality.verdict is CalibrationVerdict.GOOD and quality.rms_px < tuning.USUAL_RMS_PX
        return None if exact or not quality.rms_px else cls(camera)

    def sigmas(self, poses: Sequence[Pose]) -> list[tuple[float, float]]:
        """Standard deviations of where the top faces of dice are measured: of the centre of each along one axis, mm,
        and of its heading, degrees."""
        if not poses:
            return []
        places = np.array([(*at, pose.top_mm) for pose in poses for at in (pose.centre_mm, pose.corner_mm(0))])
        centre, corner = self._shifts(places).reshape(len(poses), 2, 2, -1).swapaxes(0, 1)
        x, y = (places[1::2] - places[::2])[:, :2].T
        across = np.stack([-y, x], axis=1) / (x * x + y * y)[:, None]
        turned = (across[:, None] @ (corner - centre))[:, 0]
        sigmas_mm = np.linalg.norm(centre, axis=(1, 2)) / math.sqrt(2)
        sigmas_deg = np.degrees(np.linalg.norm(turned, axis=1))
        return list(zip(sigmas_mm.tolist(), sigmas_deg.tolist(), strict=True))

    def on_table(self) -> tuple[float, float]:
        """How far off places on the table are to be expected: the root mean square of them all, and the worst, mm."""
        outline_mm = self.camera.table.outline()
        low, high = outline_mm.min(axis=0), outline_mm.max(axis=0)
        across = np.array([low + share * (high - low) for share in np.linspace(*_GRID)])
        grid = np.stack(np.meshgrid(across[:, 0], across[:, 1]), axis=-1).reshape(-1, 2)
        off_mm = np.linalg.norm(self._shifts(at_height(grid, 0.0)), axis=(1, 2))
        return float(np.sqrt(np.mean(off_mm**2))), float(off_mm.max())

    def _shifts(self, points_mm: FloatArray) -> FloatArray:
        """How places, (N, 3), each seen at its height, move there with each independent cause of error,
        (N, 2, causes)."""
        by_freedom, by_place = _slopes(self.camera.lens, points_mm)
        return np.asarray(np.linalg.solve(by_place, by_freedom @ self._causes))

    @cached_property
    def _causes(self) -> FloatArray:
        """(freedoms, causes): what the fuller model has otherwise, and the axes of what it leaves open."""
        camera = self.camera
        seen = [marker for marker in camera.markers if marker.id in camera.seen_px]
        if not seen:
            return self._causes_of_clicks()
        sighting = correspondences_of(seen, camera.seen_px)
        points_mm = sighting.points_mm + np.array([0, 0, SHEET_MM])
        by_camera = _slopes(camera.lens, points_mm)[0].reshape(-1, _FREEDOMS)
        slopes = np.column_stack([by_camera, -sighting.growth.reshape(len(by_camera), -1)])
        standbacks = sighting.standback_spreads_px(lens_known=camera.quality.lens_pictures > 0)
        spreads = np.concatenate([self._spreads, standbacks])
        variance = 4 * camera.quality.rms_px**2  # the four corners of a marker err together
        covariance = np.linalg.inv(slopes.T @ slopes / variance + np.diag(spreads**-2.0))
        away = slopes.T @ (sighting.points_px - camera.lens.project(points_mm)).ravel() / variance
        step, known = (covariance @ away)[:_FREEDOMS], covariance[:_FREEDOMS, :_FREEDOMS]
        return np.column_stack([step, np.linalg.cholesky(known)])

    def _causes_of_clicks(self) -> FloatArray:
        """The same of four corners, which nearly always fit some pose: they say nothing of what is taken for given."""
        slopes = _slopes(self.camera.lens, at_height(self.camera.table.outline(), 0.0))[0].reshape(-1, _FREEDOMS)
        fitted, given = slopes[:, _FITTED], slopes[:, _GIVEN] * self._spreads[_GIVEN]
        information = fitted.T @ fitted / self.camera.quality.rms_px**2
        covariance = np.linalg.inv(information + np.diag(self._spreads[_FITTED] ** -2))
        drawn_along = -covariance @ fitted.T @ given / self.camera.quality.rms_px**2
        left_open = np.linalg.cholesky(covariance)
        given_axes = np.diag(self._spreads[_GIVEN])
        return np.block([[drawn_along, left_open], [given_axes, np.zeros((len(given_axes), len(left_open)))]])

    @cached_property
    def _spreads(self) -> FloatArray:
        """How freely each freedom may be otherwise, whatever the points say."""
        quality, lens = self.camera.quality, self.camera.lens
        spreads = np.full(_FREEDOMS, np.inf)
        if quality.lens_pictures:
            spreads[_FOCAL] = max(quality.focal_sigma, tuning.MEASURED_LENS_SPREAD)
            spreads[_BEND], spreads[_CENTRE] = tuning.MEASURED_LENS_SPREAD, tuning.MEASURED_CENTRE_PX
            return spreads
        spreads[_FOCAL], spreads[_CENTRE] = tuning.USUAL_FOCAL_SPREAD, tuning.CENTRE_SPREAD * max(lens.size_wh)
        spreads[_BEND] = tuning.UNKNOWN_LENS_SPREAD
        if quality.bow_mm:  # as far as it bows the edges that were seen
            bows_px, mm_per_px = _bows(lens, self.camera.table.outline())
            seen_px = math.hypot(quality.bow_mm / mm_per_px, tuning.CLEAR_BOW_PX)
            spreads[_BEND] = seen_px / float(bows_px.max())
        return spreads


def possible_bow_mm(lens: Pinhole, outline_mm: FloatArray, rim: TableCorners) -> float:
    """How far a lens that was not measured may bow the most bowed edge of a table, by those that are seen."""
    bows_px, mm_per_px = _bows(lens, outline_mm)
    possible_px = float(bows_px.max()) * tuning.UNKNOWN_LENS_SPREAD
    if rim.edges_found:
        # The most bowed of three that were seen may be but the third of all.
        share = np.sort(bows_px)[rim.edges_found - 1] / bows_px.max()
        possible_px = min(max(possible_px, rim.bow_px), rim.bow_px / max(float(share), 1e-6))
    return possible_px * mm_per_px


def poor_calibration_notice(camera: Camera) -> str:
    """What must be said beside all that a poorly calibrated camera measures; nothing of any other."""
    error = CalibrationError.of(camera)
    if error is None or camera.quality.verdict is not CalibrationVerdict.POOR:
        return ""
    usual_mm, most_mm = error.on_table()
    return gettext(
        "The camera is calibrated poorly: places may be wrong by {usual_mm:.1f} mm, some by {most_mm:.1f} mm. "
        "Calibrate it again, with pictures of the lens board.",
        usual_mm=usual_mm,
        most_mm=most_mm,
    )


def _bows(lens: Pinhole, outline_mm: FloatArray) -> tuple[FloatArray, float]:
    """How far each edge of a table would stand off the straight line between its corners, px, by a lens whose first
    radial term is 1, to first order; and how many mm one px is."""
    bent = replace(lens, distortion=np.array([_SLIGHT_BEND, 0.0, 0.0, 0.0, 0.0]))
    ends_mm = np.stack([outline_mm, np.roll(outline_mm, -1, axis=0)])
    shares = np.linspace(0, 1, _EDGE_PLACES)[:, None, None]
    edges_mm = (1 - shares) * ends_mm[0] + shares * ends_mm[1]
    seen = bent.project(at_height(edges_mm.reshape(-1, 2), 0.0)).reshape(edges_mm.shape)
    along = seen[-1] - seen[0]
    length_px = np.linalg.norm(along, axis=1)
    off = np.abs(np.sum((seen - seen[0]) * np.stack([along[:, 1], -along[:, 0]], axis=1), axis=2))
    scale = float(np.mean(np.linalg.norm(ends_mm[1] - ends_mm[0], axis=1) / length_px))
    return np.asarray(off.max(axis=0) / length_px / abs(_SLIGHT_BEND)), scale


def _slopes(lens: Pinhole, points_mm: FloatArray) -> tuple[FloatArray, FloatArray]:
    """How the pixels of points, (N, 3), move with each freedom, (N, 2, freedoms), and with their place, (N, 2, 2)."""
    turn = cv2.Rodrigues(lens.rotation)[0]
    distortion = np.pad(lens.distortion, (0, max(0, 5 - len(lens.distortion))))
    slopes = cv2.projectPoints(points_mm, turn, lens.translation, lens.matrix, distortion)[1]
    by_all = np.asarray(slopes, np.float64).reshape(len(points_mm), 2, -1)
    by_pose, by_focals, by_centre, by_bend = np.split(by_all, [6, 8, 10], axis=2)
    by_focal = by_focals @ np.diagonal(lens.matrix)[:2, None]
    steps = np.eye(3)[:2] / 2
    by_place = [lens.project(points_mm + step) - lens.project(points_mm - step) for step in steps]
    return np.concatenate([by_pose, by_focal, by_bend[..., :1], by_centre], axis=2), np.stack(by_place, axis=2)
