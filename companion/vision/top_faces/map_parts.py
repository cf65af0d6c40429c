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

#: Rectangles by their top, left, -bottom and -right, px, (n, 4): the least of two holds both.
_Boxes = NDArray[np.int32]


def map_parts(within: Places, context_px: int) -> Iterator[tuple[MapPart, Places]]:
    """Parts of a map to be shown to the network, and for each the places in it, (rows, columns) of the part, that are
    to be told by it: all of ``within`` by one part or another, none by two.

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
    _, _, told, _ = cv2.connectedComponentsWithStats(np.asarray(shares > 0, np.uint8), connectivity=8)
    left, top, wide, tall = told[1:, :4].T * _TILE_PX
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
