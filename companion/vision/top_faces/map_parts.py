"""Which parts of a map the face detector is shown, where something is looked for at some places only: rectangles that
hold the places and their surroundings, and together as little else as may be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Places
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.rectify import MapPart

#: Parts are put together of tiles of so many pixels, by which the network's coarsest layer steps.
_TILE_PX: Final = 8

#: Tops, lefts, bottoms and rights of rectangles, px, (..., 4).
_Boxes = NDArray[np.int32]


def map_parts(within: Places, context_px: int) -> Iterator[tuple[MapPart, Places]]:
    """Parts of a map to be shown to the network, and for each the places in it, (rows, columns) of the part, that are
    to be told by it: all of ``within`` by one part or another, none by two.

    context_px: how far around its places a part reaches, in whole tiles.
    """
    left = within.copy()
    for box in _joined(_boxes(within), within.shape, context_px):
        inside, shown = MapPart(*box.tolist()), MapPart(*_with_surroundings(box, within.shape, context_px).tolist())
        own = np.zeros_like(left)
        own[inside.slices] = left[inside.slices]
        left[inside.slices] = False
        yield shown, own[shown.slices]


def _boxes(within: Places) -> _Boxes:
    """Rectangles around places that lie together, (n, 4)."""
    rows, columns = (side // _TILE_PX for side in within.shape)
    tiles = np.asarray(within.reshape(rows, _TILE_PX, columns, _TILE_PX).any(axis=1).any(axis=-1), np.uint8)
    _, _, told, _ = cv2.connectedComponentsWithStats(tiles, connectivity=8)
    left, top, wide, tall = told[1:, :4].T * _TILE_PX
    return np.stack([top, left, top + tall, left + wide], axis=1)


def _joined(boxes: _Boxes, shape: tuple[int, ...], context_px: int) -> _Boxes:
    """The same rectangles, of which those are made into one that take less time so, the ones that save most first."""
    while len(boxes) > 1:
        corners = [np.minimum(boxes[:, None, :2], boxes[:, :2]), np.maximum(boxes[:, None, 2:], boxes[:, 2:])]
        both = np.concatenate(corners, axis=2)
        alone, together = (_cost(some, shape, context_px) for some in (boxes, both))
        gain = alone[:, None] + alone - together
        np.fill_diagonal(gain, 0)
        one, other = np.unravel_index(gain.argmax(), gain.shape)
        if gain[one, other] <= 0:
            break
        boxes = np.vstack([np.delete(boxes, (one, other), axis=0), both[one, other]])
    return boxes


def _cost(boxes: _Boxes, shape: tuple[int, ...], context_px: int) -> NDArray[np.int32]:
    """What it takes to look at each with its surroundings, in pixels of the map."""
    top, left, bottom, right = np.moveaxis(_with_surroundings(boxes, shape, context_px), -1, 0)
    return np.asarray((bottom - top) * (right - left) + tuning.MAP_PART_PX, np.int32)


def _with_surroundings(boxes: _Boxes, shape: tuple[int, ...], context_px: int) -> _Boxes:
    low, high = np.maximum(boxes[..., :2] - context_px, 0), np.minimum(boxes[..., 2:] + context_px, shape)
    return np.concatenate([low, high], axis=-1)
