"""Where top faces may lie: the finder's heat map of the whole table, read off at its peaks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Places
from companion.camera import Camera
from companion.errors import OperationError
from companion.geometry import Pose, height_mm
from companion.opencv import cv2
from companion.text import phrase
from companion.vision import tuning
from companion.vision.frames import FINDER_MARGIN_EDGES, finder_scale
from companion.vision.models import Network
from companion.vision.rectify import PlaneMap, plane_map, sample_plans

_STRIDE: Final = 4
#: The sides of maps and of what the network is shown of them are multiples of so many pixels; and so much of the
#: surroundings it is shown of a place, some of these multiples, for it to say the same as of the whole.
_MULTIPLE: Final = 16
_CONTEXT_PX: Final = 32
#: Windows that together are larger than this share of the map save nothing.
_WORTH_CUTTING: Final = 0.7
#: A map of more pixels than this does not fit into memory with all that is computed of it.
_MOST_PX: Final = 40_000_000
_PRESENCE, _COLUMN, _ROW, _COSINE, _SINE = range(5)


_Window = tuple[int, int, int, int]  # top, left, bottom, right in a map, px


@dataclass(frozen=True, slots=True)
class FaceCandidate:
    """A pose at which a die may lie, known to a few millimetres, and how present it is (0 to 1)."""

    pose: Pose
    presence: float


@dataclass(frozen=True, slots=True, eq=False)
class FaceDetector:
    """Looks for dice of given edge lengths on one table."""

    network: Network
    plans: tuple[tuple[float, PlaneMap], ...]

    @classmethod
    def over(cls, camera: Camera, edges_mm: tuple[float, ...], network: Network) -> FaceDetector:
        """A finder for the table of this camera; one map for each size of die."""
        return cls(network, tuple((edge, _plan(camera, edge)) for edge in edges_mm))

    @property
    def edges_mm(self) -> tuple[float, ...]:
        """The sizes of die that it looks for."""
        return tuple(edge_mm for edge_mm, _ in self.plans)

    def find(self, picture: NDArray[np.uint8]) -> list[FaceCandidate]:
        """Candidates of all sizes; several may stand for one die."""
        return self.find_in(self.maps(picture))

    def maps(self, picture: NDArray[np.uint8]) -> tuple[Image, ...]:
        """The table of a picture (BGR) as each size of die is looked for on it, (rows, columns, 3)."""
        return sample_plans(picture, [plan for _, plan in self.plans])

    def find_in(
        self, maps: Sequence[Image], within: Sequence[Places] | None = None, *, faint: bool = False
    ) -> list[FaceCandidate]:
        """Candidates of all sizes on these maps. within: for each map the places, (rows, columns), where they may lie;
        only what is near these is looked at. faint: those too that are less present than the network asks."""
        if within is None:
            within = [np.ones(seen.shape[:2], np.bool_) for seen in maps]
        found, least = [], tuning.FAINT_PRESENCE if faint else self.network.constants["presence"]
        for (edge_mm, plan), seen, places in zip(self.plans, maps, within, strict=True):
            for window in _windows(places):
                found += self._find_size(seen, edge_mm, plan, window, places, least)
        return found

    def _find_size(
        self, seen: Image, edge_mm: float, plan: PlaneMap, window: _Window, within: Places, least: float
    ) -> list[FaceCandidate]:
        """Candidates in a window of a map, at places where they may lie, more present than ``least``."""
        top, left, _, _ = window
        out = self.network.run(np.ascontiguousarray(seen[_inside(window)])[None])[0]
        presence = 1 / (1 + np.exp(-out[_PRESENCE]))
        rows, columns = np.nonzero(_peaks(presence) & (presence > least))
        return [
            _candidate(out[:, r, c], float(presence[r, c]), r + top // _STRIDE, c + left // _STRIDE, edge_mm, plan)
            for r, c in zip(rows.tolist(), columns.tolist(), strict=True)
            if within[top + r * _STRIDE, left + c * _STRIDE]
        ]


def _inside(window: _Window) -> tuple[slice[int, int, None], slice[int, int, None]]:
    top, left, bottom, right = window
    return slice(top, bottom), slice(left, right)


def _windows(within: Places) -> list[_Window]:
    """Windows of a map that show all these places with their surroundings; one of all where that saves nothing."""
    rows, columns = within.shape
    count, _, boxes, _ = cv2.connectedComponentsWithStats(_in_tiles(within), connectivity=8)
    windows: list[_Window] = []
    for number in range(1, count):
        left, top, wide, tall = (int(value) * _MULTIPLE for value in boxes[number, :4])
        windows.append(
            (
                max(0, top - _CONTEXT_PX),
                max(0, left - _CONTEXT_PX),
                min(rows, top + tall + _CONTEXT_PX),
                min(columns, left + wide + _CONTEXT_PX),
            )
        )
    windows = _apart(windows)
    area = sum((bottom - top) * (right - left) for top, left, bottom, right in windows)
    return windows if area < _WORTH_CUTTING * within.size else [(0, 0, rows, columns)]


def _in_tiles(within: Places) -> NDArray[np.uint8]:
    """1 for each tile of a map, ``_MULTIPLE`` px wide, in which any of these places lies."""
    rows, columns = (side // _MULTIPLE for side in within.shape)
    tiles = within.reshape(rows, _MULTIPLE, columns, _MULTIPLE)
    return np.asarray(tiles.any(axis=1).any(axis=-1), np.uint8)


def _apart(windows: list[_Window]) -> list[_Window]:
    """Windows that overlap made into one."""
    for one, other in combinations(windows, 2):
        if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]:
            rest = [window for window in windows if window is not one and window is not other]
            both = min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
            return _apart([*rest, both])
    return windows


def _plan(camera: Camera, edge_mm: float) -> PlaneMap:
    outline, margin = camera.table.outline(), FINDER_MARGIN_EDGES * edge_mm
    (left, near), (right, far) = outline.min(0) - margin, outline.max(0) + margin
    if (right - left) * (far - near) > _MOST_PX * finder_scale(edge_mm) ** 2:
        raise OperationError(
            phrase(
                "the table is too large to look for dice of {edge_mm:g} mm; measure the part that you play on.",
                edge_mm=edge_mm,
            )
        )
    bounds = (float(left), float(near), float(right), float(far))
    return plane_map(
        camera.lens, bounds, height_mm=height_mm(edge_mm), mm_per_px=finder_scale(edge_mm), multiple=_MULTIPLE
    )


def _peaks(presence: NDArray[np.float32]) -> NDArray[np.bool_]:
    return np.asarray(presence >= cv2.dilate(presence, np.ones((3, 3), np.uint8)))


def _candidate(
    values: NDArray[np.float32], presence: float, row: int, column: int, edge_mm: float, plan: PlaneMap
) -> FaceCandidate:
    cell = np.array([[column + values[_COLUMN], row + values[_ROW]]], float) * _STRIDE + (_STRIDE - 1) / 2
    x, y = plan.to_table(cell)[0]
    heading = math.degrees(math.atan2(values[_SINE], values[_COSINE])) / 3
    return FaceCandidate(Pose(float(x), float(y), heading, edge_mm), presence)
