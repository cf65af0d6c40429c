"""A picture in at most 256 of its own colours: a quarter of the size, and nobody sees it on a drawn screen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage, qRgb

_MOST = 256
#: Colours whose channels differ by less than this are one.
_STEP = 4


def in_few_colours(image: QImage) -> QImage:
    """The picture in its commonest colours, the others as the nearest of these; plain areas keep their own."""
    pixels = _pixels(image)
    flat = pixels.reshape(-1, 3)
    bins, places, counts = np.unique(flat // _STEP, axis=0, return_inverse=True, return_counts=True)
    places = places.reshape(-1)
    sums = np.column_stack([np.bincount(places, flat[:, channel], len(bins)) for channel in range(3)])
    colours = sums / counts[:, None]
    palette = colours[np.argsort(-counts, kind="stable")[:_MOST]]
    apart = ((colours[:, None] - palette[None]) ** 2).sum(axis=2)
    chosen = apart.argmin(axis=1).astype(np.uint8)[places].reshape(pixels.shape[:2])
    height, width = chosen.shape
    made = QImage(chosen.tobytes(), width, height, width, QImage.Format.Format_Indexed8).copy()
    made.setColorTable([qRgb(*(round(channel) for channel in colour)) for colour in palette])
    return made


def _pixels(image: QImage) -> NDArray[np.uint8]:
    """The channels of a picture in RGB888, shape (rows, columns, 3)."""
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3)
