"""The picture as the table plane sees it: maps and patches at the height of a top face.

At that height every top face is an equilateral triangle of known size, wherever it lies. Rows run toward the near
edge (y falls), columns to the right, so that angles keep their sense when y is counted upward.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from companion.camera import Pinhole
from companion.opencv import cv2

Picture = NDArray[np.uint8]
Array = NDArray[np.float64]

#: Lens curvature is smooth: exact projection at a few knots, straight lines between them.
_PATCH_KNOTS = 9
_MAP_STEP = 16


@dataclass(frozen=True, slots=True)
class Frame:
    """A square looking at the plane at ``height_mm``: its centre, the heading that points up in it, and its scale."""

    x_mm: float
    y_mm: float
    heading_deg: float
    height_mm: float
    mm_per_px: float
    size_px: int

    def to_table(self, points_px: Array) -> Array:
        """Plan coordinates of patch pixels, both (N, 2)."""
        right, up = self._axes()
        steps = (np.asarray(points_px, float) - (self.size_px - 1) / 2) * self.mm_per_px
        return np.array([self.x_mm, self.y_mm]) + steps[:, :1] * right - steps[:, 1:] * up

    def _axes(self) -> tuple[Array, Array]:
        angle = np.radians(self.heading_deg)
        up = np.array([np.cos(angle), np.sin(angle)])
        return np.array([up[1], -up[0]]), up


def patch(picture: Picture, lens: Pinhole, frame: Frame) -> Picture:
    """What the frame sees, (size, size, 3); sampled twice as fine and averaged, so that small print does not alias."""

    def in_space(px: Array) -> Array:
        return np.column_stack([frame.to_table(px), np.full(len(px), frame.height_mm)])

    return _cut(picture, lens, frame.size_px, in_space)


def face_patch(picture: Picture, lens: Pinhole, corners_mm: Array, *, radius_px: float, size_px: int) -> Picture:
    """A face anyhow in space, (size, size, 3), from its three corners (3, 3): seen straight on, corner 0 up."""
    centre = corners_mm.mean(axis=0)
    up = (corners_mm[0] - centre) / radius_px
    normal = np.cross(corners_mm[1] - corners_mm[0], corners_mm[2] - corners_mm[0])
    right = np.cross(up, normal / np.linalg.norm(normal))

    def in_space(px: Array) -> Array:
        steps = px - (size_px - 1) / 2
        return np.asarray(centre + steps[:, :1] * right - steps[:, 1:] * up, np.float64)

    return _cut(picture, lens, size_px, in_space)


def _cut(picture: Picture, lens: Pinhole, size_px: int, in_space: Callable[[Array], Array]) -> Picture:
    """A patch whose pixels (N, 2) lie where ``in_space`` says (N, 3)."""
    size = size_px * 2
    knots = np.linspace(0, size - 1, _PATCH_KNOTS)
    grid = np.stack(np.meshgrid(knots, knots), -1).reshape(-1, 2)
    px = lens.project(in_space((grid + 0.5) / 2 - 0.5))
    weights = _between_knots(size)
    columns, rows = (weights @ axis.reshape(_PATCH_KNOTS, _PATCH_KNOTS) @ weights.T for axis in px.astype(np.float32).T)
    fine = _sampled(picture, columns, rows)
    return np.asarray(cv2.resize(fine, (size_px, size_px), interpolation=cv2.INTER_AREA), np.uint8)


@cache
def _between_knots(size: int) -> NDArray[np.float32]:
    """Weights of the knots at each pixel, (size, knots); the outermost knots lie at the outermost pixels."""
    place = np.linspace(0, _PATCH_KNOTS - 1, size, dtype=np.float32)
    return np.asarray(np.maximum(0, 1 - np.abs(place[:, None] - np.arange(_PATCH_KNOTS))), np.float32)


@dataclass(frozen=True, slots=True)
class PlaneMap:
    """How to sample a whole table at one height; pixel (column, row) shows ``origin + (column, -row) * scale``.

    mapping: columns and rows of the picture, shrunk, for each pixel of the map, (2, rows, columns).
    """

    origin_mm: tuple[float, float]
    mm_per_px: float
    height_mm: float
    shrink: int
    mapping: NDArray[np.float32]

    def to_table(self, points_px: Array) -> Array:
        """Plan coordinates of map pixels, both (N, 2)."""
        steps = np.asarray(points_px, np.float64) * np.array([self.mm_per_px, -self.mm_per_px])
        return np.asarray(self.origin_mm + steps, np.float64)

    def to_map(self, points_mm: Array) -> Array:
        """Map pixels of plan coordinates, both (N, 2)."""
        steps = np.asarray(points_mm, np.float64) - self.origin_mm
        return np.asarray(steps / np.array([self.mm_per_px, -self.mm_per_px]), np.float64)

    def sample(self, picture: Picture) -> Picture:
        """The map of one picture, (rows, columns, 3)."""
        return _sampled(shrunk(picture, self.shrink), *self.mapping)


def _sampled(picture: Picture, columns: NDArray[np.float32], rows: NDArray[np.float32]) -> Picture:
    """The picture at these places of it (px); its rim goes on beyond it."""
    return np.asarray(cv2.remap(picture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def shrunk(picture: Picture, factor: int) -> Picture:
    """The picture at one ``factor``-th of its size, by averaging."""
    if factor == 1:
        return picture
    size = picture.shape[1] // factor, picture.shape[0] // factor
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def plane_map(
    lens: Pinhole,
    bounds_mm: tuple[float, float, float, float],
    *,
    height_mm: float,
    mm_per_px: float,
    multiple: int = 16,
) -> PlaneMap:
    """A map of the plan rectangle (left, near, right, far); its sides are rounded up to a multiple of pixels."""
    left, near, right, far = bounds_mm
    columns, rows = (_round_up((hi - lo) / mm_per_px, multiple) for lo, hi in ((left, right), (near, far)))
    knots_x, knots_y = (np.arange(0, n + _MAP_STEP, _MAP_STEP) for n in (columns, rows))
    grid = np.stack(np.meshgrid(knots_x, knots_y), -1).reshape(-1, 2)
    plan = np.array([left, far]) + grid * mm_per_px * np.array([1.0, -1.0])
    px = lens.project(np.column_stack([plan, np.full(len(plan), height_mm)]))
    coarse = px.reshape(len(knots_y), len(knots_x), 2).astype(np.float32)
    mapping = np.stack([_along(rows) @ axis @ _along(columns).T for axis in np.moveaxis(coarse, 2, 0)])
    shrink = _shrink(lens, bounds_mm, height_mm, mm_per_px)
    return PlaneMap((left, far), mm_per_px, height_mm, shrink, np.asarray((mapping + 0.5) / shrink - 0.5, np.float32))


def _along(pixels: int) -> NDArray[np.float32]:
    """Weights of the knots, ``_MAP_STEP`` pixels apart, at each pixel, (pixels, knots)."""
    knots = np.arange(0, pixels + _MAP_STEP, _MAP_STEP)
    return np.asarray(np.maximum(0, 1 - np.abs(np.arange(pixels)[:, None] - knots) / _MAP_STEP), np.float32)


def _round_up(length: float, multiple: int) -> int:
    return int(-(-length // multiple) * multiple)


def _shrink(lens: Pinhole, bounds_mm: tuple[float, float, float, float], height_mm: float, mm_per_px: float) -> int:
    """How far the picture may be shrunk before the map would see less than it can show."""
    x, y = (bounds_mm[0] + bounds_mm[2]) / 2, (bounds_mm[1] + bounds_mm[3]) / 2
    places = np.array([[x, y, height_mm], [x + mm_per_px, y, height_mm]])
    step_px = float(np.linalg.norm(np.subtract(*lens.project(places))))
    return max(1, min(4, int(step_px)))
