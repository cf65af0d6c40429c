"""The picture as the table plane sees it: maps and patches at the height of a top face.

At that height every top face is an equilateral triangle of known size, wherever it lies. Rows run toward the near
edge (y falls), columns to the right, so that angles keep their sense when y is counted upward.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray, Image, Places
from companion.camera import Pinhole
from companion.geometry import at_height
from companion.opencv import cv2

#: Lens and perspective are smooth: of a patch they are exact at so many knots along a side, a parabola between them; of
#: a map every so many pixels, with straight lines between.
_PATCH_KNOTS = 3
_MAP_STEP = 16
#: Where a pixel of a patch spans more than this in the picture, it takes more than one sample.
_LONGEST_STEP_PX = 2.5
#: So many rows OpenCV samples at once, and no more.
_MOST_ROWS = 32_766


@dataclass(frozen=True, slots=True)
class PlaneFrame:
    """A square looking at the plane at ``height_mm``: its centre, the heading that points up in it, and its scale."""

    x_mm: float
    y_mm: float
    heading_deg: float
    height_mm: float
    mm_per_px: float
    size_px: int

    def to_table(self, points_px: FloatArray) -> FloatArray:
        """Plan coordinates of patch pixels, both (N, 2)."""
        right, up = self._axes()
        steps = (np.asarray(points_px, float) - (self.size_px - 1) / 2) * self.mm_per_px
        return np.array([self.x_mm, self.y_mm]) + steps[:, :1] * right - steps[:, 1:] * up

    def to_patch(self, points_mm: FloatArray) -> FloatArray:
        """Patch pixels of plan coordinates, both (N, 2)."""
        right, up = self._axes()
        away = (np.asarray(points_mm, float) - np.array([self.x_mm, self.y_mm])) / self.mm_per_px
        return np.column_stack([away @ right, -(away @ up)]) + (self.size_px - 1) / 2

    def _axes(self) -> tuple[FloatArray, FloatArray]:
        angle = np.radians(self.heading_deg)
        up = np.array([np.cos(angle), np.sin(angle)])
        return np.array([up[1], -up[0]]), up


def cut_patch(picture: Image, lens: Pinhole, frame: PlaneFrame) -> Image:
    """What a frame sees, (size, size, 3)."""
    return np.asarray(cut_patches(picture, lens, [frame])[0], np.uint8)


def cut_patches(picture: Image, lens: Pinhole, frames: Sequence[PlaneFrame]) -> Image:
    """What frames of one size see, (n, size, size, 3)."""
    reported = np.array([(f.x_mm, f.y_mm, f.height_mm, np.radians(f.heading_deg), f.mm_per_px) for f in frames])
    centre, angle, scale = reported[:, :3], reported[:, 3], reported[:, 4:]
    level = np.zeros(len(frames))
    up = np.stack([np.cos(angle), np.sin(angle), level], axis=1) * scale
    right = np.stack([np.sin(angle), -np.cos(angle), level], axis=1) * scale
    return _cut(picture, lens, _Squares(centre, right, up, frames[0].size_px))


def face_patches(
    picture: Image,
    lens: Pinhole,
    corners_mm: FloatArray,
    *,
    radius_px: float,
    size_px: int,
    bulge_mm: FloatArray | None = None,
) -> Image:
    """Faces anyhow in space, (n, size, size, 3), from their corners (n, 3, 3): seen straight on, corner 0 up.

    The corners of a face that was folded askew come to lie where those of a perfect one do. bulge_mm: how far the
    middles of their paper stand out, (n,).
    """
    squares = _Squares(*face_axes(corners_mm, radius_px), size_px)
    if bulge_mm is None:
        return _cut(picture, lens, squares)
    out = np.cross(squares.right, squares.up)
    out *= (bulge_mm / np.linalg.norm(out, axis=1))[:, None]
    shifts_px = lens.project(squares.centre + out) - lens.project(squares.centre)
    return _cut(picture, lens, squares, _Bulge(shifts_px, radius_px))


def face_axes(corners_mm: FloatArray, radius_px: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Centres of faces by their corners (n, 3, 3), and a pixel of their squares right- and upward, each (n, 3) mm."""
    centre = corners_mm.mean(axis=1)
    up = (corners_mm[:, 0] - centre) / radius_px
    right = (corners_mm[:, 2] - corners_mm[:, 1]) / (np.sqrt(3) * radius_px)
    return centre, right, up


def depths_px(size_px: int, radius_px: float) -> NDArray[np.float64]:
    """How far each pixel of a face's square lies inside the edges opposite corners 0, 1, 2,
    (3, size, size); less than 0 beyond them."""
    middle, angles = (size_px - 1) / 2, np.radians([90.0, 210.0, 330.0])[:, None, None]
    rows, columns = np.mgrid[:size_px, :size_px]
    outward = (columns - middle) * np.cos(angles) + (middle - rows) * np.sin(angles)
    return np.asarray(radius_px / 2 + outward, np.float64)


def corner_shares(size_px: int, radius_px: float) -> NDArray[np.float64]:
    """What corners 0, 1, 2 of a face weigh at each pixel of its square, (3, size, size): together 1; less than 0
    beyond the edge opposite."""
    return depths_px(size_px, radius_px) / (1.5 * radius_px)


def bulge_shares(corner_shares: FloatArray | NDArray[np.float32]) -> FloatArray | NDArray[np.float32]:
    """How much of a face's bulge counts where its corners weigh so much, (3, ...): nothing along its edges, all of it
    in its middle."""
    shares: FloatArray | NDArray[np.float32] = 27 * corner_shares.prod(axis=0)
    return shares


@dataclass(frozen=True, slots=True, eq=False)
class _Squares:
    """Squares of one size in space: their centres, and the steps of a pixel to the right and up, each (n, 3) mm."""

    centre: FloatArray
    right: FloatArray
    up: FloatArray
    size_px: int

    def knots(self, lens: Pinhole) -> NDArray[np.float32]:
        """Where the picture shows a grid that spans each square from rim to rim, (2, n, knots, knots) px."""
        line = np.linspace(-self.size_px / 2, self.size_px / 2, _PATCH_KNOTS)
        along, down = line[:, None], line[:, None, None]
        points = self.centre[:, None, None] + along * self.right[:, None, None] - down * self.up[:, None, None]
        px = lens.project(points.reshape(-1, 3)).reshape(*points.shape[:3], 2)
        return np.ascontiguousarray(np.moveaxis(px, -1, 0), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Bulge:
    """How far the middles of faces are seen shifted for their paper stands out, (n, 2) px of the picture; their
    circumradius in their squares."""

    shifts_px: FloatArray
    radius_px: float


@cache
def _bulge_in_square(size_px: int, radius_px: float) -> NDArray[np.float32]:
    """``bulge_shares`` at each pixel of a face's square, (size, size); none beyond its edges."""
    return np.asarray(bulge_shares(np.maximum(corner_shares(size_px, radius_px), 0)), np.float32)


def _cut(picture: Image, lens: Pinhole, squares: _Squares, bulge: _Bulge | None = None) -> Image:
    """What the picture shows in these squares, (n, size, size, 3)."""
    knots, size = squares.knots(lens), squares.size_px
    # How many samples a pixel of each square takes each way, to become their mean: print must not alias, (n,).
    steps_px = np.abs(np.diff(knots)).max(axis=(0, 2, 3)) * (_PATCH_KNOTS - 1) / size
    # A square that is larger than the picture lies where a strong lens is beyond its bends: no die is seen there.
    steps_px = np.minimum(steps_px, max(picture.shape[:2]) / size)
    samples = np.asarray(np.ceil(np.maximum(steps_px, 1) / _LONGEST_STEP_PX), np.int_)
    out = np.empty((len(samples), size, size, 3), np.uint8)
    for fineness in np.unique(samples).tolist():
        alike, most = np.flatnonzero(samples == fineness), max(_MOST_ROWS // (size * fineness), 1)
        for some in np.array_split(alike, -(-len(alike) // most)):
            own = None if bulge is None else _Bulge(bulge.shifts_px[some], bulge.radius_px)
            out[some] = _cut_finely(picture, knots[:, some], size, fineness, own)
    return out


def _cut_finely(picture: Image, knots: NDArray[np.float32], size: int, fineness: int, bulge: _Bulge | None) -> Image:
    """Squares by their knots, (2, n, knots, knots) px, by so many samples a pixel each way: (n, size, size, 3). All at
    once, for OpenCV takes its time to begin; a fourth colour (``_sampled``) for a whole picture would gain nothing."""
    fine = size * fineness
    weights = _between_knots(fine)
    places = weights @ (knots @ weights.T)
    if bulge is not None:
        shifts_px = bulge.shifts_px.T.astype(np.float32)[..., None, None]
        places += _bulge_in_square(fine, bulge.radius_px * fineness) * shifts_px
    columns, rows = places.reshape(2, -1, fine)
    seen = cv2.remap(picture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return downscale(np.asarray(seen, np.uint8), fineness).reshape(-1, size, size, 3)


@cache
def _between_knots(size: int) -> NDArray[np.float32]:
    """Weights of the knots at the middle of each pixel, (size, knots); the outermost lie on the rim (Lagrange)."""
    place = (np.arange(size) + 0.5) / size * 2 - 1
    return np.column_stack([place * (place - 1) / 2, 1 - place**2, place * (place + 1) / 2]).astype(np.float32)


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

    def to_table(self, points_px: FloatArray) -> FloatArray:
        """Plan coordinates of map pixels, both (N, 2)."""
        steps = np.asarray(points_px, np.float64) * np.array([self.mm_per_px, -self.mm_per_px])
        return np.asarray(self.origin_mm + steps, np.float64)

    def to_map(self, points_mm: FloatArray) -> FloatArray:
        """Map pixels of plan coordinates, both (..., 2)."""
        places, (left, far) = np.empty(points_mm.shape), self.origin_mm
        places[..., 0] = (points_mm[..., 0] - left) / self.mm_per_px
        places[..., 1] = (far - points_mm[..., 1]) / self.mm_per_px
        return places

    def shown_by(self, size_wh: tuple[int, int]) -> Places:
        """Where on the map a picture of this size shows anything, (rows, columns)."""
        across, down = self.mapping
        wide, tall = (side / self.shrink for side in size_wh)
        return np.asarray((across > 0) & (across < wide - 1) & (down > 0) & (down < tall - 1))

    def sample(self, picture: Image) -> Image:
        """The map of one picture, (rows, columns, 3)."""
        return sample_plans(picture, [self])[0]


class MapPart(NamedTuple):
    """A rectangle of a map, px."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def slices(self) -> tuple[slice[int, int, None], slice[int, int, None]]:
        """Its rows and columns."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    def grown(self, by_px: int, shape: tuple[int, ...]) -> MapPart:
        """With so much around it, within a map of this shape."""
        top, left = max(self.top - by_px, 0), max(self.left - by_px, 0)
        return MapPart(top, left, min(self.bottom + by_px, shape[0]), min(self.right + by_px, shape[1]))

    def seen_from(self, top: int, left: int) -> MapPart:
        """The same, counted from another first row and column."""
        return MapPart(self.top - top, self.left - left, self.bottom - top, self.right - left)


def sample_plans(picture: Image, plans: Sequence[PlaneMap]) -> tuple[Image, ...]:
    """The maps of one picture, (rows, columns, 3) each; what several of them shrink it to is computed once."""
    shrunk = {1: picture}
    for factor in sorted({plan.shrink for plan in plans}):
        largest = max(known for known in shrunk if factor % known == 0)
        shrunk[factor] = downscale(shrunk[largest], factor // largest)
    return tuple(_sampled(shrunk[plan.shrink], *plan.mapping) for plan in plans)


def sample_part(picture: Image, plan: PlaneMap, part: MapPart) -> Image:
    """A part of the map of one picture, as ``sample_plans`` has it."""
    columns, rows = plan.mapping[:, *part.slices]
    tall, wide = picture.shape[:2]
    # What is sampled, and two pixels around; within the picture, and whole pixels of the shrunk one.
    left, right = (int(np.clip(one, 0, wide // plan.shrink)) for one in (columns.min() - 2, columns.max() + 4))
    top, bottom = (int(np.clip(one, 0, tall // plan.shrink)) for one in (rows.min() - 2, rows.max() + 4))
    if left >= right or top >= bottom:  # beyond the picture
        return sample_plans(picture, [plan])[0][part.slices]
    seen = picture[top * plan.shrink : bottom * plan.shrink, left * plan.shrink : right * plan.shrink]
    return _sampled(downscale(seen, plan.shrink), columns - np.float32(left), rows - np.float32(top))


def _sampled(picture: Image, columns: NDArray[np.float32], rows: NDArray[np.float32]) -> Image:
    """The picture at these places of it (px); its rim goes on beyond it. With a fourth colour, for OpenCV samples four
    in two thirds of the time that it takes for three."""
    four = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    seen = cv2.remap(four, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGRA2BGR), np.uint8)


def downscale(picture: Image, factor: int) -> Image:
    """The picture at one ``factor``-th of its size, by averaging; what does not fill a pixel at its rim is left out."""
    if factor == 1:
        return picture
    if factor > 2 and factor % 2 == 0:
        return downscale(downscale(picture, 2), factor // 2)  # OpenCV halves quickly
    tall, wide = (side // factor for side in picture.shape[:2])
    whole = picture[: tall * factor, : wide * factor]
    return np.asarray(cv2.resize(whole, (wide, tall), interpolation=cv2.INTER_AREA), np.uint8)


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
    columns, rows = (int(-(-((hi - lo) / mm_per_px) // multiple) * multiple) for lo, hi in ((left, right), (near, far)))
    knots_x, knots_y = (np.arange(0, n + _MAP_STEP, _MAP_STEP) for n in (columns, rows))
    grid = np.stack(np.meshgrid(knots_x, knots_y), -1).reshape(-1, 2)
    plan = np.array([left, far]) + grid * mm_per_px * np.array([1.0, -1.0])
    px = lens.project(at_height(plan, height_mm))
    coarse = px.reshape(len(knots_y), len(knots_x), 2).astype(np.float32)
    mapping = np.stack([_along(rows) @ axis @ _along(columns).T for axis in np.moveaxis(coarse, 2, 0)])
    # How far the picture may be shrunk before the map would see less than it can show.
    x, y = (bounds_mm[0] + bounds_mm[2]) / 2, (bounds_mm[1] + bounds_mm[3]) / 2
    places = np.array([[x, y, height_mm], [x + mm_per_px, y, height_mm]])
    step_px = float(np.linalg.norm(np.subtract(*lens.project(places))))
    shrink = 1 if step_px < 2 else 2 if step_px < 4 else 4
    return PlaneMap((left, far), mm_per_px, height_mm, shrink, np.asarray((mapping + 0.5) / shrink - 0.5, np.float32))


def _along(pixels: int) -> NDArray[np.float32]:
    """Weights of the knots, ``_MAP_STEP`` pixels apart, at each pixel, (pixels, knots)."""
    knots = np.arange(0, pixels + _MAP_STEP, _MAP_STEP)
    return np.asarray(np.maximum(0, 1 - np.abs(np.arange(pixels)[:, None] - knots) / _MAP_STEP), np.float32)
