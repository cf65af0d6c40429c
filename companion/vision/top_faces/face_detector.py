"""Where top faces may lie: the detector's heat map of the whole table, read off at its peaks.

Which parts of a map the face detector is shown, where something is looked for at some places only: rectangles that
hold the places and their surroundings, and together as little else as may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Places
from companion.camera import Camera
from companion.errors import OperationError
from companion.geometry import Pose, height_mm
from companion.opencv import cv2
from companion.text import gettext
from companion.vision import tuning
from companion.vision.gallery import DETECTOR_MARGIN_EDGES, detector_scale
from companion.vision.models import Network
from companion.vision.rectify import MapPart, PlaneMap, plane_map, sample_plans

_STRIDE: Final = 4
#: The sides of maps are multiples of so many pixels.
_MULTIPLE: Final = 16
#: A map of more pixels than this does not fit into memory with all that is computed of it.
_MOST_PX: Final = 40_000_000
#: Of the network's channels the first five count: presence, column, row, cosine and sine.
_CHANNELS: Final = 5
_PRESENCE: Final = 0


#: Parts are put together of tiles of so many pixels, by which the network's coarsest layer steps.
_TILE_PX: Final = 8

#: Rectangles by their top, left, -bottom and -right, px, (n, 4): the least of two holds both.
_Boxes = NDArray[np.int32]


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
        """A detector for the table of this camera; one map for each size of die."""
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
        self,
        maps: Sequence[Image],
        within: Sequence[Places] | None = None,
        *,
        least: float | None = None,
        context_px: int = tuning.DETECTOR_CONTEXT_PX,
    ) -> list[FaceCandidate]:
        """Candidates of all sizes on these maps. within: for each map the places, (rows, columns), where they may lie;
        only what is near these is looked at: no farther away than ``context_px``. least: how present they must
        be, if less than the network asks."""
        if within is None:
            within = [np.ones(seen.shape[:2], np.bool_) for seen in maps]
        least = self.network.constants["presence"] if least is None else least
        return [
            candidate
            for (edge_mm, plan), seen, places in zip(self.plans, maps, within, strict=True)
            for candidate in self._find_size(seen, edge_mm, plan, places, least, context_px)
        ]

    def _find_size(
        self, seen: Image, edge_mm: float, plan: PlaneMap, within: Places, least: float, context_px: int
    ) -> list[FaceCandidate]:
        """Candidates of one size on its map, at places where they may lie, more present than ``least``; row by row,
        however the map is cut."""
        found = [np.empty((0, 2 + _CHANNELS), np.float32)]
        for part, own in map_parts(within, context_px):
            out = self.network.run(seen[part.slices][None])[0, :_CHANNELS]
            out[_PRESENCE] = 1 / (1 + np.exp(-out[_PRESENCE]))
            reported = _peaks(out[_PRESENCE]) & (out[_PRESENCE] > least) & own[::_STRIDE, ::_STRIDE]
            cells = np.argwhere(reported) + np.array([part.top, part.left]) // _STRIDE
            found.append(np.column_stack([cells.astype(np.float32), out[:, reported].T]))
        all_reported = np.concatenate(found)
        return _candidates(all_reported[np.lexsort(all_reported[:, 1::-1].T)], edge_mm, plan)


def _plan(camera: Camera, edge_mm: float) -> PlaneMap:
    outline, margin = camera.table.outline(), DETECTOR_MARGIN_EDGES * edge_mm
    (left, near), (right, far) = outline.min(0) - margin, outline.max(0) + margin
    if (right - left) * (far - near) > _MOST_PX * detector_scale(edge_mm) ** 2:
        raise OperationError(
            gettext(
                "the table is too large to look for dice of {edge_mm:g} mm; measure the part that you play on.",
                edge_mm=edge_mm,
            )
        )
    bounds = (float(left), float(near), float(right), float(far))
    return plane_map(
        camera.lens, bounds, height_mm=height_mm(edge_mm), mm_per_px=detector_scale(edge_mm), multiple=_MULTIPLE
    )


def _peaks(presence: NDArray[np.float32]) -> NDArray[np.bool_]:
    return np.asarray(presence >= cv2.dilate(presence, np.ones((3, 3), np.uint8)))


def _candidates(cells: NDArray[np.float32], edge_mm: float, plan: PlaneMap) -> list[FaceCandidate]:
    """What cells of a map tell, (n, 2 + channels): their row and column, and what the network says there."""
    rows, columns, presences, right, down, cosine, sine = cells.T
    places_px = np.column_stack([columns + right, rows + down]).astype(np.float64) * _STRIDE + (_STRIDE - 1) / 2
    headings = np.degrees(np.arctan2(sine, cosine, dtype=np.float64)) / 3
    reported = np.column_stack([plan.to_table(places_px), headings, presences]).tolist()
    return [FaceCandidate(Pose(x, y, heading, edge_mm), presence) for x, y, heading, presence in reported]


def map_parts(within: Places, context_px: int) -> Iterator[tuple[MapPart, Places]]:
    """Parts of a map to be shown to the network, and for each the places in it, (rows, columns) of the part, that are
    to be covered by it: all of ``within`` by one part or another, none by two.

    context_px: how far around its places a part reaches, in whole tiles.
    """
    left = within.copy()
    for inside, shown in _joined(_boxes(within), within.shape, context_px):
        own = np.zeros((shown.bottom - shown.top, shown.right - shown.left), np.bool_)
        own[inside.seen_from(shown.top, shown.left).slices] = left[inside.slices]
        left[inside.slices] = False
        yield shown, own


def _boxes(within: Places) -> _Boxes:
    """Rectangles around places that lie together."""
    rows, columns = (side // _TILE_PX for side in within.shape)
    shares = cv2.resize(within.astype(np.uint8) * 255, (columns, rows), interpolation=cv2.INTER_AREA)
    _, _, reported, _ = cv2.connectedComponentsWithStats(np.asarray(shares > 0, np.uint8), connectivity=8)
    left, top, wide, tall = reported[1:, :4].T * _TILE_PX
    return np.stack([top, left, -top - tall, -left - wide], axis=1)


def _joined(boxes: _Boxes, shape: tuple[int, ...], context_px: int) -> Iterator[tuple[MapPart, MapPart]]:
    """The same rectangles, and with their surroundings; those made into one that take less time so, the ones that save
    most first."""
    surroundings = np.maximum(boxes - context_px, (0, 0, -shape[0], -shape[1]))
    pairs = np.hstack([boxes, surroundings])
    while len(pairs) > 1:
        both = np.minimum(pairs[:, None], pairs)
        area = (both[..., 4] + both[..., 6]) * (both[..., 5] + both[..., 7])
        alone = area.diagonal()
        gain = alone[:, None] + alone + tuning.MAP_PART_PX - area
        np.fill_diagonal(gain, 0)
        one, other = divmod(int(gain.argmax()), len(pairs))
        if gain[one, other] <= 0:
            break
        pairs = np.vstack([np.delete(pairs, (one, other), axis=0), both[one, other]])
    for top, left, up, back, *around in pairs.tolist():
        yield MapPart(top, left, -up, -back), MapPart(around[0], around[1], -around[2], -around[3])
