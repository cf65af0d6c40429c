"""Pictures of a known table by a known camera, drawn point by point: an oracle that shares no code with the program.

Each pixel is the mean of sub-pixels of the printed plane, blurred and made noisy in linear light, and only then put
through the tone curve, in the order in which a camera does it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import pytest

from companion.arrays import FloatArray
from companion.camera import Charuco, Marker, Mat, Picture, TableShape, TableTop
from companion.opencv import cv2

Albedo = Callable[[FloatArray, FloatArray], FloatArray]

SIZE_WH = (960, 540)
SUB = 3


@dataclass(frozen=True)
class Shot:
    """How a picture is taken: camera, light, noise."""

    focal_px: float = 800.0
    centre_px: tuple[float, float] = (479.5, 269.5)
    k1: float = 0.0
    k2: float = 0.0
    eye_mm: tuple[float, float, float] = (480.0, -250.0, 900.0)
    aim_mm: tuple[float, float, float] = (500.0, 300.0, 0.0)
    exposure: float = 1.0
    blur_px: float = 0.7
    noise: float = 0.003
    size_wh: tuple[int, int] = SIZE_WH

    def rotation(self) -> FloatArray:
        """World to camera, x right, y down, z forward; the camera stands upright."""
        forward = np.subtract(self.aim_mm, self.eye_mm)
        forward = forward / np.linalg.norm(forward)
        right = np.cross(forward, [0.0, 0.3, 1.0])
        right = right / np.linalg.norm(right)
        return np.stack([right, np.cross(forward, right), forward])

    def project(self, points_mm: FloatArray) -> FloatArray:
        """Pixels, (N, 2), by the textbook formula of radial distortion."""
        seen = (np.asarray(points_mm, np.float64) - np.array(self.eye_mm)) @ self.rotation().T
        slopes = seen[:, :2] / seen[:, 2:]
        r2 = np.sum(slopes**2, axis=1, keepdims=True)
        return np.asarray(self.focal_px * slopes * (1 + self.k1 * r2 + self.k2 * r2**2) + np.array(self.centre_px))

    def plane_points(self) -> tuple[FloatArray, FloatArray]:
        """Where the sub-pixels of the picture look on the plane z = 0, mm: x and y, each (height, width) x SUB."""
        width, height = self.size_wh
        column, row = np.meshgrid(np.arange(width * SUB), np.arange(height * SUB))
        # As rooks that do not threaten each other: an upright edge is met at SUB x SUB places of a pixel, not at SUB.
        u = (column + (row % SUB + 0.5) / SUB) / SUB - 0.5 - self.centre_px[0]
        v = (row + (column % SUB + 0.5) / SUB) / SUB - 0.5 - self.centre_px[1]
        bent = np.stack([u, v]) / self.focal_px
        slopes = self._straightened(bent) if self.k1 or self.k2 else bent
        turn = self.rotation()
        rays = np.einsum("ij,jhw->ihw", turn.T[:, :2], slopes) + turn.T[:, 2][:, None, None]
        reach = np.where(rays[2] < -1e-6, -self.eye_mm[2] / np.minimum(rays[2], -1e-6), 1e6)
        return self.eye_mm[0] + reach * rays[0], self.eye_mm[1] + reach * rays[1]

    def _straightened(self, bent: FloatArray) -> FloatArray:
        """Slopes as they were before the lens, which changes their lengths alone; (2, height, width)."""
        lengths = np.hypot(*bent)
        straight = np.linspace(0.0, 1.5 * lengths.max(), 10_000)
        bends = np.maximum.accumulate(straight * (1 + self.k1 * straight**2 + self.k2 * straight**4))
        return np.asarray(bent * (np.interp(lengths, bends, straight) / np.maximum(lengths, 1e-12)))

    def take(self, albedo: Albedo, name: str = "picture.png", seed: int = 1) -> Picture:
        """The picture of a plane, 8-bit."""
        width, height = self.size_wh
        light = albedo(*self.plane_points()).reshape(height, SUB, width, SUB).mean(axis=(1, 3))
        light = cv2.GaussianBlur(light, (0, 0), self.blur_px) * self.exposure
        light = light + np.random.default_rng(seed).normal(0, self.noise, light.shape)
        light = np.clip(light, 0, 1)
        tone = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
        return Picture(name, np.repeat(np.round(255 * tone).astype(np.uint8)[..., None], 3, axis=2))


def marker_at(number: int, left: float, near: float, size: float = 80.0) -> Marker:
    """A marker of ``DICT_4X4_50`` upright on the table."""
    far, right = near + size, left + size
    return Marker(number, "DICT_4X4_50", size, ((left, far), (right, far), (right, near), (left, near)))


MAT = Mat(
    TableTop(TableShape.RECT, (1000.0, 620.0)),
    (marker_at(0, 10, 10), marker_at(1, 910, 10), marker_at(2, 910, 530), marker_at(3, 10, 530)),
    Charuco("DICT_5X5_100", (9, 6), 30.0, 22.0),
)


def _print_bits(paper: FloatArray, x: FloatArray, y: FloatArray, marker: Marker) -> None:
    """Draw a marker with its white border of an eighth of its size onto ``paper``, as seen at places x, y."""
    (left, far), (_, near) = marker.corners_mm[0], marker.corners_mm[2]
    white = marker.size_mm / 8
    near_it = (x > left - white) & (x < left + marker.size_mm + white) & (y > near - white) & (y < far + white)
    paper[near_it] = 0.85
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, marker.dictionary))
    cells = dictionary.markerSize + 2
    bits = np.asarray(cv2.aruco.generateImageMarker(dictionary, marker.id, cells)) > 127
    on_it = (x >= left) & (x < left + marker.size_mm) & (y > near) & (y <= far)
    column = np.clip(((x[on_it] - left) / marker.size_mm * cells).astype(int), 0, cells - 1)
    row = np.clip(((far - y[on_it]) / marker.size_mm * cells).astype(int), 0, cells - 1)
    paper[on_it] = np.where(bits[row, column], 0.85, 0.04)


def table_albedo(mat: Mat, *, covered: tuple[int, ...] = ()) -> Albedo:
    """What the table reflects: a wooden top on a dark floor, the mat's markers but the covered ones."""

    def albedo(x: FloatArray, y: FloatArray) -> FloatArray:
        width, depth = mat.table.size_mm
        paper = np.where((x >= 0) & (x <= width) & (y >= 0) & (y <= depth), 0.42, 0.14)
        for marker in mat.markers:
            if marker.id not in covered:
                _print_bits(paper, x, y, marker)
        return paper

    return albedo


def board_albedo(*, legacy: bool = False) -> Albedo:
    """The lens board as OpenCV itself draws it, its near-left corner at the origin, 30 mm squares."""
    names = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    board = cv2.aruco.CharucoBoard((9, 6), 30.0, 22.0, names)
    board.setLegacyPattern(legacy)
    drawn = np.asarray(board.generateImage((9 * 210, 6 * 210)), np.float64) / 255 * 0.8 + 0.03

    def albedo(x: FloatArray, y: FloatArray) -> FloatArray:
        inside = (x >= 0) & (x < 270) & (y > 0) & (y <= 180)
        rim = (x > -20) & (x < 290) & (y > -20) & (y < 200)
        paper = np.where(rim, 0.83, 0.2)
        paper[inside] = drawn[((180 - y[inside]) * 7).astype(int).clip(0, 1259), (x[inside] * 7).astype(int)]
        return paper

    return albedo


BOARD_EYES = (
    ((135, 90, 330), (135, 90, 0)),
    ((-60, 40, 300), (110, 90, 0)),
    ((330, 60, 300), (160, 80, 0)),
    ((120, -110, 280), (135, 75, 0)),
    ((150, 270, 290), (135, 105, 0)),
    ((20, -60, 330), (190, 120, 0)),
)
LENS = Shot(focal_px=810.0, centre_px=(486.0, 262.0), k1=-0.16, k2=0.05)


@pytest.fixture(scope="session")
def mat() -> Mat:
    return MAT


@pytest.fixture(scope="session")
def straight() -> Shot:
    """A camera without distortion, slanting."""
    return Shot()


@pytest.fixture(scope="session")
def bent() -> Shot:
    """A camera with a wide lens that bows lines by some pixels."""
    return LENS


class Photograph(Protocol):
    """Takes a picture of a table with a mat."""

    def __call__(
        self, shot: Shot, mat: Mat = ..., *, covered: tuple[int, ...] = (), name: str = "table.png"
    ) -> Picture:
        """``covered``: markers that something lies on."""


@pytest.fixture(scope="session")
def photograph() -> Photograph:
    def take(shot: Shot, mat: Mat = MAT, *, covered: tuple[int, ...] = (), name: str = "table.png") -> Picture:
        return shot.take(table_albedo(mat, covered=covered), name)

    return take


@pytest.fixture(scope="session")
def photograph_board() -> Callable[..., Picture]:
    """Takes a picture of the lens board, in the pattern of OpenCV before 4.6 if asked."""

    def take(shot: Shot, name: str, *, legacy: bool = False, seed: int = 1) -> Picture:
        return shot.take(board_albedo(legacy=legacy), name, seed)

    return take


@pytest.fixture(scope="session")
def board_shots(bent: Shot) -> list[Shot]:
    return [replace(bent, eye_mm=eye, aim_mm=aim) for eye, aim in BOARD_EYES]


@pytest.fixture(scope="session")
def straight_picture(straight: Shot) -> Picture:
    return straight.take(table_albedo(MAT), "table.png")


@pytest.fixture(scope="session")
def bent_picture(bent: Shot) -> Picture:
    return bent.take(table_albedo(MAT), "table.png")


@pytest.fixture(scope="session")
def board_pictures(board_shots: list[Shot]) -> list[Picture]:
    """Six pictures of the lens board by the camera ``bent``."""
    return [shot.take(board_albedo(), f"lens-{n}.png", seed=n) for n, shot in enumerate(board_shots)]
