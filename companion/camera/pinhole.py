"""A calibrated camera over a table: pixels to millimetres at any height, and back.

Frames: table (mm, z up from the table top); image (px, centre of the top-left pixel = (0, 0)).
The lens model is OpenCV's (Brown-Conrady, 5 or 8 coefficients). Owns the mapping only; how it was measured is in
``calibration.py``, what is saved of it in ``camera.json`` is the codec's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from companion.arrays import FloatArray
from companion.opencv import cv2

_MORE_STEPS = 3
#: More points than these are projected faster without OpenCV: 4,500 in a fifth of the time.
_MANY_POINTS = 160
#: Of the lens model: k1, k2, p1, p2, k3 to k6.
_MOST_COEFFICIENTS = 8


@dataclass(frozen=True, eq=False)
class Pinhole:
    """Intrinsics, lens distortion and pose of a camera.

    matrix: (3, 3), px; distortion: (n,); rotation: (3, 3) and translation: (3,) take table points (mm) into the
    camera frame (z forward); size_wh: the picture's width and height in px.
    """

    matrix: FloatArray
    distortion: FloatArray
    rotation: FloatArray
    translation: FloatArray
    size_wh: tuple[int, int]

    def project(self, points_mm: ArrayLike) -> FloatArray:
        """Pixels, shape (N, 2), of table points, shape (N, 3)."""
        points = np.asarray(points_mm, np.float64).reshape(-1, 3)
        if len(points) > _MANY_POINTS and len(self.distortion) <= _MOST_COEFFICIENTS:
            return self._project_many(points)
        if not len(points):
            return np.empty((0, 2))
        px, _ = cv2.projectPoints(points[:, None], self._turn, self.translation, self.matrix, self.distortion)
        return np.asarray(px, np.float64).reshape(-1, 2)

    def _project_many(self, points_mm: FloatArray) -> FloatArray:
        """The same, coordinate by coordinate, which OpenCV does point by point."""
        x, y, z = self.rotation @ points_mm.T + self.translation[:, None]
        depth = np.where(z == 0, 1.0, z)
        x, y = x / depth, y / depth
        k1, k2, p1, p2, k3, k4, k5, k6 = [*self.distortion.tolist(), *[0.0] * _MOST_COEFFICIENTS][:_MOST_COEFFICIENTS]
        square, twice = x * x + y * y, 2 * x * y
        radial = 1 + square * (k1 + square * (k2 + square * k3))
        if k4 or k5 or k6:
            radial /= 1 + square * (k4 + square * (k5 + square * k6))
        across = x * radial + p1 * twice + p2 * (square + 2 * x * x)
        down = y * radial + p1 * (square + 2 * y * y) + p2 * twice
        (fx, _, cx), (_, fy, cy), _ = self.matrix.tolist()
        return np.column_stack([across * fx + cx, down * fy + cy])

    def to_table(self, points_px: ArrayLike, *, height_mm: float = 0.0) -> FloatArray:
        """Where the rays through pixels, shape (N, 2), meet the plane at ``height_mm``: plan points, shape (N, 2)."""
        straight = self.undistort(points_px)
        rays = np.column_stack([straight, np.ones(len(straight))]) @ self.rotation
        eye = self.eye_mm
        reach = (height_mm - eye[2]) / rays[:, 2]
        return np.asarray(eye[:2] + reach[:, None] * rays[:, :2], np.float64)

    def onto_plane(self, points_mm: FloatArray, height_mm: float | FloatArray) -> FloatArray:
        """Where points in space, (..., 3), are seen on the plane at a height, or each on one at its own, (...): plan
        points, (..., 2)."""
        eye = self.eye_mm
        share = (eye[2] - height_mm) / (eye[2] - points_mm[..., 2])
        plan = np.empty((*share.shape, 2))
        for axis in range(2):  # of many points both at once take three times as long
            plan[..., axis] = (points_mm[..., axis] - eye[axis]) * share + eye[axis]
        return plan

    def undistort(self, points_px: ArrayLike) -> FloatArray:
        """Pixels, shape (N, 2), freed of lens and distortion: ray slopes x/z, y/z in the camera frame, shape (N, 2)."""
        points = np.asarray(points_px, np.float64).reshape(-1, 2)
        if not len(points):
            return np.empty((0, 2))
        slopes = cv2.undistortPoints(points[:, None], self.matrix, self.distortion).reshape(-1, 2)
        for _ in range(_MORE_STEPS):  # OpenCV stops after five steps, which is 0.1 px short at the rim of a strong lens
            slopes = slopes + (points - self.bend(slopes)) / self.matrix[[0, 1], [0, 1]]
        return np.asarray(slopes, np.float64)

    def bend(self, slopes: ArrayLike) -> FloatArray:
        """Pixels, shape (N, 2), of ray slopes x/z, y/z in the camera frame: the inverse of ``undistort``."""
        rays = cv2.convertPointsToHomogeneous(np.asarray(slopes, np.float64).reshape(-1, 1, 2))
        px, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), self.matrix, self.distortion)
        return np.asarray(px, np.float64).reshape(-1, 2)

    def lowered(self, by_mm: float) -> Pinhole:
        """The same camera, relative to a table top that lies ``by_mm`` lower than the plane it was measured by."""
        return replace(self, translation=self.translation - self.rotation[:, 2] * by_mm)

    @cached_property
    def eye_mm(self) -> FloatArray:
        """Where the camera stands, shape (3,), table frame."""
        return np.asarray(-self.rotation.T @ self.translation, np.float64)

    @cached_property
    def _turn(self) -> FloatArray:
        """The rotation as a vector, shape (3, 1), rad."""
        return np.asarray(cv2.Rodrigues(self.rotation)[0], np.float64)
