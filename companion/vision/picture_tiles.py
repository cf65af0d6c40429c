"""Where a picture differs at all from an earlier one by the same camera that stands still, tile by tile: a coarse and
cheap sieve, so that what is measured of a table need be measured anew there only.

A tile differs if it does by more than most do: light that flickers and noise change all of them alike. What differs by
less is taken to look as it did when it was last seen to differ, so that slow changes add up until they are noticed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from companion.arrays import FloatArray, Image, Places
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.rectify import PlaneMap

#: Side of a tile, px of the picture, and of what a map is divided into, px of the map.
_TILE_PX: Final = 8
_BLOCK_PX: Final = 8


@dataclass(frozen=True, slots=True, eq=False)
class ChangedTiles:
    """differing: which tiles of a picture, (rows, columns), differ from the earlier one."""

    differing: Places

    @classmethod
    def between(cls, then: Image, now: Image) -> Self | None:
        """Two pictures in grey, of one size; ``None`` where most of them differs, as in another light."""
        size_wh = tuple(-(-side // _TILE_PX) for side in now.shape[::-1])
        apart = cv2.resize(cv2.absdiff(then, now), size_wh, interpolation=cv2.INTER_AREA)
        usual = int(np.partition(apart, apart.size // 2, axis=None)[apart.size // 2])
        differing = np.asarray(apart > tuning.TILE_NOISES * usual + tuning.TILE_CHANGED_BY)
        if usual > tuning.MOST_TILE_NOISE or np.count_nonzero(differing) > tuning.MOSTLY_CHANGED * differing.size:
            return None
        return cls(differing)

    def renewed(self, then: Image, now: Image) -> Image:
        """The earlier picture, with what differs as it is now."""
        if not self.differing.any():
            return then
        left, top, wide, tall = cv2.boundingRect(self.differing.view(np.uint8))
        part = np.s_[top * _TILE_PX : (top + tall) * _TILE_PX, left * _TILE_PX : (left + wide) * _TILE_PX]
        out, anew = then.copy(), now[part]
        which = _enlarged(self.differing[top : top + tall, left : left + wide], _TILE_PX)
        cv2.copyTo(anew, which[: anew.shape[0], : anew.shape[1]], out[part])
        return out

    def touch(self, outlines_px: FloatArray) -> list[bool]:
        """Whether a tile differs in the box around each outline, (n, k, 2) px, or beside it."""
        tall, wide = self.differing.shape
        low = np.floor(outlines_px.min(axis=1) / _TILE_PX).astype(int) - 1
        high = np.floor(outlines_px.max(axis=1) / _TILE_PX).astype(int) + 2
        boxes = np.clip(np.hstack([low, high]), 0, (wide, tall, wide, tall)).tolist()
        return [bool(self.differing[top:down, left:right].any()) for left, top, right, down in boxes]

    def on_map(self, plan: PlaneMap) -> Places:
        """Where on a map of the table, (rows, columns), the picture may differ: in whole blocks of it."""
        middles = plan.mapping[:, _BLOCK_PX // 2 :: _BLOCK_PX, _BLOCK_PX // 2 :: _BLOCK_PX]
        tall, wide = self.differing.shape
        columns, rows = np.floor((middles + 0.5) * (plan.shrink / _TILE_PX)).astype(np.intp)
        columns, rows = np.clip(columns, 0, wide - 1), np.clip(rows, 0, tall - 1)
        # What lies between the middles of two blocks is not to be missed.
        step = max(int(np.abs(np.diff(one, axis=axis)).max(initial=1)) for one in (columns, rows) for axis in (0, 1))
        near = cv2.dilate(self.differing.astype(np.uint8), np.ones((2 * step + 1,) * 2, np.uint8))
        return _enlarged(near[rows, columns] > 0, _BLOCK_PX).view(np.bool_)


def _enlarged(places: Places, side_px: int) -> Image:
    """Places, (rows, columns), as squares of so many pixels, 1 or 0."""
    size_wh = places.shape[1] * side_px, places.shape[0] * side_px
    return np.asarray(cv2.resize(places.astype(np.uint8), size_wh, interpolation=cv2.INTER_NEAREST), np.uint8)
