"""One picture of the table with the camera that took it: what it shows where a face anyhow in space should be."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.opencv import cv2
from companion.vision.rectify import face_axes
from companion.vision.top_faces.background_model import ForegroundMap
from companion.vision.whole_dice.patch_grid import Faces, PatchGrid

#: From so many of its pixels to one of a square on a picture is halved once, twice, three times.
_HALVED_FROM: Final = 2.0 ** np.array([0.5, 1.5, 2.5])
#: Faces cut at once: what is computed of them stays in the processor's cache.
_FACES_AT_ONCE: Final = 1000


class Photograph:
    """A picture, (rows, columns, 3) BGR; in grey at as many sizes as are asked for.

    foreground: the same table without dice, where that is known; grey: the picture in grey, where it has been made.
    """

    def __init__(
        self,
        picture: NDArray[np.uint8],
        lens: Pinhole,
        foreground: ForegroundMap | None = None,
        grey: NDArray[np.uint8] | None = None,
    ) -> None:
        self.picture, self.lens, self.foreground = picture, lens, foreground
        self._sizes: dict[int, NDArray[np.uint8]] = {} if grey is None else {0: grey}

    def seen_by(self, lens: Pinhole) -> Photograph:
        """The same picture, the camera thought to be another; what is known of the table without dice is left out."""
        same = Photograph(self.picture, lens)
        same._sizes = self._sizes
        return same

    def faces(self, corners_mm: FloatArray, square: PatchGrid) -> Faces:
        """Faces by their corners in space, (n, 3, 3), freed of lamp and shade."""
        some = np.array_split(corners_mm, max(1, len(corners_mm) // _FACES_AT_ONCE))
        return np.concatenate([self._cut(corners, square) for corners in some])

    def _cut(self, corners_mm: FloatArray, square: PatchGrid) -> Faces:
        """As ``faces``, all of them at once."""
        points = sample_points(*face_axes(corners_mm, square.radius_px), square)
        return self.faces_between(self.lens.project(points.reshape(-1, 3)).reshape(*points.shape[:2], 2), square)

    def faces_between(self, pixels: FloatArray, square: PatchGrid) -> Faces:
        """As ``faces``, by the pixels of their knots, (n, knots * knots, 2)."""
        return square.contrast_normalised(self._sampled(pixels.transpose(2, 0, 1).astype(np.float32), square))

    def _sampled(self, knots: NDArray[np.float32], square: PatchGrid) -> Faces:
        """The picture between the knots, (2, n, knots * knots): the finer the face in it, the more it is shrunk
        before. Straight lines between two pixels are cheaper than cubics, but blur what lies between them."""
        one, other = (np.abs(knots[..., end] - knots[..., start]) for start, end in square.diagonals)
        span = np.maximum(one, other).max(axis=0) / square.size_px
        level = np.searchsorted(_HALVED_FROM, span)
        levels = np.flatnonzero(np.bincount(level)).tolist()
        if len(levels) == 1:
            return self._between_knots(knots, square, *levels)
        out = np.empty((len(level), len(square.at)), np.float32)
        for halvings in levels:
            which = level == halvings
            out[which] = self._between_knots(knots[:, which], square, halvings)
        return out

    def _between_knots(self, knots: NDArray[np.float32], square: PatchGrid, halvings: int) -> Faces:
        """The picture, halved so many times, between such knots of the whole one."""
        scaled = (knots + 0.5) / np.float32(2**halvings) - 0.5 if halvings else knots
        columns, rows = scaled @ square.between
        between = cv2.INTER_CUBIC if square.exact else cv2.INTER_LINEAR
        seen = cv2.remap(self._halved(halvings), columns, rows, between, borderMode=cv2.BORDER_REPLICATE)
        return seen.astype(np.float32)

    def _halved(self, times: int) -> NDArray[np.uint8]:
        """In grey at half the size, so many times; made when it is asked for."""
        if times not in self._sizes:
            self._sizes[times] = np.asarray(self._halved_anew(times), np.uint8)
        return self._sizes[times]

    def _halved_anew(self, times: int) -> cv2.typing.MatLike:
        if times == 0:
            return cv2.cvtColor(self.picture, cv2.COLOR_BGR2GRAY)
        finer = self._halved(times - 1)
        return cv2.resize(finer, (finer.shape[1] // 2, finer.shape[0] // 2), interpolation=cv2.INTER_AREA)


def sample_points(centre: FloatArray, right: FloatArray, up: FloatArray, square: PatchGrid) -> FloatArray:
    """Points in space, (n, knots * knots, 3), in the planes of faces by the axes of their squares, each (n, 3) mm."""
    return np.asarray(square.knots @ np.stack([centre, right, up], axis=1), np.float64)
