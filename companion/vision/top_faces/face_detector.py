"""Where top faces may lie: the finder's heat map of the whole table, read off at its peaks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.camera import Camera
from companion.errors import OperationError
from companion.geometry import Pose, height_mm
from companion.opencv import cv2
from companion.vision.frames import FINDER_MARGIN_EDGES, finder_scale
from companion.vision.models import Network
from companion.vision.rectify import PlaneMap, plane_map

_STRIDE: Final = 4
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

    def find(self, picture: NDArray[np.uint8]) -> list[FaceCandidate]:
        """Candidates of all sizes; several may stand for one die."""
        return [c for edge, plan in self.plans for c in self._find_size(picture, edge, plan)]

    def _find_size(self, picture: NDArray[np.uint8], edge_mm: float, plan: PlaneMap) -> list[FaceCandidate]:
        out = self.network.run(plan.sample(picture)[None])[0]
        presence = 1 / (1 + np.exp(-out[_PRESENCE]))
        rows, columns = np.nonzero(_peaks(presence) & (presence > self.network.constants["presence"]))
        return [
            _candidate(out[:, r, c], float(presence[r, c]), r, c, edge_mm, plan)
            for r, c in zip(rows.tolist(), columns.tolist(), strict=True)
        ]


def _plan(camera: Camera, edge_mm: float) -> PlaneMap:
    outline, margin = camera.table.outline(), FINDER_MARGIN_EDGES * edge_mm
    (left, near), (right, far) = outline.min(0) - margin, outline.max(0) + margin
    if (right - left) * (far - near) > _MOST_PX * finder_scale(edge_mm) ** 2:
        raise OperationError(
            f"the table is too large to look for dice of {edge_mm:g} mm; measure the part that you play on."
        )
    bounds = (float(left), float(near), float(right), float(far))
    return plane_map(camera.lens, bounds, height_mm=height_mm(edge_mm), mm_per_px=finder_scale(edge_mm))


def _peaks(presence: NDArray[np.float32]) -> NDArray[np.bool_]:
    return np.asarray(presence >= cv2.dilate(presence, np.ones((3, 3), np.uint8)))


def _candidate(
    values: NDArray[np.float32], presence: float, row: int, column: int, edge_mm: float, plan: PlaneMap
) -> FaceCandidate:
    cell = np.array([[column + values[_COLUMN], row + values[_ROW]]], float) * _STRIDE + (_STRIDE - 1) / 2
    x, y = plan.to_table(cell)[0]
    heading = math.degrees(math.atan2(values[_SINE], values[_COSINE])) / 3
    return FaceCandidate(Pose(float(x), float(y), heading, edge_mm), presence)
