"""Where top faces may lie: the finder's heat map of the whole table, read off at its peaks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

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
#: The sides of maps are multiples of so many pixels; parts of them are put together of tiles of so many, by which the
#: network's coarsest layer steps.
_MULTIPLE: Final = 16
_TILE_PX: Final = 8
#: So much of the surroundings of a part, some tiles, the network is shown, for it to say the same as of the whole: on
#: 29 pictures of eight tables the same candidates but for 4 of 965, the most present of them 0.052; with 32 px but for
#: 20, and in 143 pictures one die less was read. With 64 px parts save half as much.
_CONTEXT_PX: Final = 48
#: To show the network a part by itself takes as long as so many pixels more.
_PART_PX: Final = 2000
#: A map of more pixels than this does not fit into memory with all that is computed of it.
_MOST_PX: Final = 40_000_000
_PRESENCE, _COLUMN, _ROW, _COSINE, _SINE = range(5)


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
        least = tuning.FAINT_PRESENCE if faint else self.network.constants["presence"]
        return [
            candidate
            for (edge_mm, plan), seen, places in zip(self.plans, maps, within, strict=True)
            for candidate in self._find_size(seen, edge_mm, plan, places, least)
        ]

    def _find_size(
        self, seen: Image, edge_mm: float, plan: PlaneMap, within: Places, least: float
    ) -> Iterator[FaceCandidate]:
        """Candidates of one size on its map, at places where they may lie, more present than ``least``."""
        left = within.copy()
        for part in _parts(within):
            there, window = part.places, part.shown_of(within.shape)
            cells = np.zeros_like(left)
            cells[there], left[there] = left[there], False  # parts may overlap
            out = self.network.run(np.ascontiguousarray(seen[window.places])[None])[0]
            presence = 1 / (1 + np.exp(-out[_PRESENCE]))
            told = _peaks(presence) & (presence > least) & cells[window.places][::_STRIDE, ::_STRIDE]
            for r, c in np.argwhere(told).tolist():
                row, column = r + window.top // _STRIDE, c + window.left // _STRIDE
                yield _candidate(out[:, r, c], float(presence[r, c]), row, column, edge_mm, plan)


class _Part(NamedTuple):
    """A rectangle of a map, px."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def places(self) -> tuple[slice[int, int, None], slice[int, int, None]]:
        """Where in the map it is."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    def shown_of(self, shape: tuple[int, ...]) -> _Part:
        """What the network is shown of a map, (rows, columns), to tell what is in this part."""
        low = max(0, self.top - _CONTEXT_PX), max(0, self.left - _CONTEXT_PX)
        return _Part(*low, min(shape[0], self.bottom + _CONTEXT_PX), min(shape[1], self.right + _CONTEXT_PX))


def _parts(within: Places) -> list[_Part]:
    """Parts of a map that together hold all these places, put together where that takes less time."""
    _, _, boxes, _ = cv2.connectedComponentsWithStats(_in_tiles(within), connectivity=8)
    left, top, wide, tall = boxes[1:, :4].T * _TILE_PX
    parts = np.stack([top, left, top + tall, left + wide], axis=1)
    while len(parts) > 1:
        both = np.concatenate(
            [np.minimum(parts[:, None, :2], parts[:, :2]), np.maximum(parts[:, None, 2:], parts[:, 2:])], axis=2
        )
        alone = _shown_px(parts, within.shape)
        gain = alone[:, None] + alone + _PART_PX - _shown_px(both, within.shape)
        np.fill_diagonal(gain, 0)
        one, other = np.unravel_index(gain.argmax(), gain.shape)
        if gain[one, other] <= 0:
            break
        parts = np.vstack([np.delete(parts, (one, other), axis=0), both[one, other]])
    return [_Part(*part) for part in parts.tolist()]


def _shown_px(parts: NDArray[np.int32], shape: tuple[int, ...]) -> NDArray[np.int32]:
    """How many pixels of a map, (rows, columns), the network is shown to tell what is in parts, (..., 4)."""
    low, high = np.maximum(parts[..., :2] - _CONTEXT_PX, 0), np.minimum(parts[..., 2:] + _CONTEXT_PX, shape)
    return np.asarray(np.prod(high - low, axis=-1), np.int32)


def _in_tiles(within: Places) -> NDArray[np.uint8]:
    """1 for each tile of a map in which any of these places lies."""
    rows, columns = (side // _TILE_PX for side in within.shape)
    tiles = within.reshape(rows, _TILE_PX, columns, _TILE_PX)
    return np.asarray(tiles.any(axis=1).any(axis=-1), np.uint8)


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
