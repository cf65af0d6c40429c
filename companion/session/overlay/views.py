"""From the table to the pixels of what is shown, and back: the camera's picture, the top view, the drawn table.

An overlay is drawn through a ``View`` and does not know which one it is. Pixel (0, 0) is the centre of the top-left
pixel, as everywhere in this program.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import ArrayLike

from companion.arrays import Image
from companion.camera import Pinhole
from companion.geometry import Points, at_height
from companion.opencv import cv2

#: Distance between the pixels for which the top view's mapping is computed exactly; between them it is interpolated.
_GRID_PX: Final = 16
#: What the rectified picture shows where the camera saw nothing.
_UNSEEN_BGR: Final = (40, 36, 34)


class View(Protocol):
    """A way of looking at the table."""

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height of what is shown, px."""

    def project(self, points_mm: ArrayLike) -> Points:
        """Pixels, shape (N, 2), of table points, shape (N, 3)."""

    def locate(self, points_px: ArrayLike, *, height_mm: float) -> Points:
        """The plan coordinates, shape (N, 2), of what is seen at pixels, shape (N, 2), if it is ``height_mm`` high."""


@dataclass(frozen=True, slots=True, eq=False)
class PictureView:
    """The camera's picture as it is."""

    lens: Pinhole

    @property
    def size_wh(self) -> tuple[int, int]:
        """The picture's size."""
        return self.lens.size_wh

    def project(self, points_mm: ArrayLike) -> Points:
        """As the camera sees them."""
        return self.lens.project(points_mm)

    def locate(self, points_px: ArrayLike, *, height_mm: float) -> Points:
        """Where the rays through the pixels meet the plane at that height."""
        return self.lens.to_table(points_px, height_mm=height_mm)


@dataclass(frozen=True, slots=True)
class PlanView:
    """The table from straight above, infinitely far away: what a drawn table and the top view's paper are made of.

    left_mm, far_mm: the table coordinates of the sheet's top left corner.
    """

    left_mm: float
    far_mm: float
    px_per_mm: float
    size_wh: tuple[int, int]

    def project(self, points_mm: ArrayLike) -> Points:
        """Plan coordinates to pixels; heights do not matter."""
        plan = np.asarray(points_mm, np.float64).reshape(-1, 3)[:, :2]
        return (plan - (self.left_mm, self.far_mm)) * (self.px_per_mm, -self.px_per_mm) - 0.5

    def locate(self, points_px: ArrayLike, *, height_mm: float) -> Points:
        """Pixels to plan coordinates, the same at every height."""
        pixels = np.asarray(points_px, np.float64).reshape(-1, 2)
        return (pixels + 0.5) / (self.px_per_mm, -self.px_per_mm) + (self.left_mm, self.far_mm)


@dataclass(frozen=True, slots=True, eq=False)
class TopView:
    """The camera's picture rectified: true to scale in the plane ``plane_mm`` above the table, usually the top faces'.

    What lies lower or higher is shown where the camera saw it against that plane, and ``project`` says so.
    """

    lens: Pinhole
    sheet: PlanView
    plane_mm: float

    @property
    def size_wh(self) -> tuple[int, int]:
        """The sheet's size."""
        return self.sheet.size_wh

    def project(self, points_mm: ArrayLike) -> Points:
        """Where the rectified picture shows table points."""
        plan = self.lens.to_table(self.lens.project(points_mm), height_mm=self.plane_mm)
        return self.sheet.project(at_height(plan, self.plane_mm))

    def locate(self, points_px: ArrayLike, *, height_mm: float) -> Points:
        """Back through the camera's picture to the plane at that height."""
        return self.lens.to_table(self._picture_px(points_px), height_mm=height_mm)

    def rectified(self, picture: Image) -> Image:
        """The camera's picture as this view shows it; grey where the camera saw nothing."""
        # Every ``_GRID_PX``-th pixel, row by row, past the last one; between them the mapping is bilinear.
        columns, rows = (math.ceil(side / _GRID_PX) + 1 for side in self.size_wh)
        grid_px = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2) * float(_GRID_PX)
        coarse = self._picture_px(grid_px).reshape(rows, columns, 2).astype(np.float32)
        across, down = np.meshgrid(*(np.arange(side, dtype=np.float32) / _GRID_PX for side in self.size_wh))
        x, y = (cv2.remap(coarse[..., axis], across, down, cv2.INTER_LINEAR) for axis in (0, 1))
        return np.asarray(cv2.remap(picture, x, y, cv2.INTER_AREA, borderValue=_UNSEEN_BGR), np.uint8)

    def _picture_px(self, points_px: ArrayLike) -> Points:
        plan = self.sheet.locate(points_px, height_mm=self.plane_mm)
        return self.lens.project(at_height(plan, self.plane_mm))


@dataclass(frozen=True, slots=True, eq=False)
class Zoomed:
    """Another view, enlarged and moved: what a window shows of it."""

    base: View
    scale: float
    offset_px: tuple[float, float]
    size_wh: tuple[int, int]

    def project(self, points_mm: ArrayLike) -> Points:
        """The base's pixels, enlarged and moved; half a pixel because pixels count from their centres."""
        return (self.base.project(points_mm) + 0.5) * self.scale + self.offset_px - 0.5

    def locate(self, points_px: ArrayLike, *, height_mm: float) -> Points:
        """Through the base."""
        pixels = np.asarray(points_px, np.float64).reshape(-1, 2)
        return self.base.locate((pixels + 0.5 - self.offset_px) / self.scale - 0.5, height_mm=height_mm)


def plan_view(outline_mm: ArrayLike, *, width_px: int, margin_mm: float = 60.0) -> PlanView:
    """The whole table, outline of shape (N, 2), on a sheet of that width with a margin for what hangs over its edge."""
    outline = np.asarray(outline_mm, np.float64)
    low, high = outline.min(axis=0) - margin_mm, outline.max(axis=0) + margin_mm
    px_per_mm = width_px / float(high[0] - low[0])
    return PlanView(float(low[0]), float(high[1]), px_per_mm, (width_px, round(float(high[1] - low[1]) * px_per_mm)))


def top_view(lens: Pinhole, outline_mm: ArrayLike, *, plane_mm: float, width_px: int = 1600) -> TopView:
    """The rectified view of a table whose outline has shape (N, 2)."""
    return TopView(lens, plan_view(outline_mm, width_px=width_px), plane_mm)
