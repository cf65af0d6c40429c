"""A picture in at most 256 of its own colours: a quarter of the size, and nobody sees it on a drawn screen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage, qRgb

_MOST = 256
#: Colours whose channels differ by less than this are one.
_STEP = 4


def in_few_colours(image: QImage) -> QImage:
    """The picture in its commonest colours, every other one as the nearest of these."""
    pixels = _pixels(image)
    coarse, places, counts = np.unique(
        (pixels // _STEP).reshape(-1, 3), axis=0, return_inverse=True, return_counts=True
    )
    palette = np.minimum(coarse[np.argsort(-counts, kind="stable")[:_MOST]].astype(np.int32) * _STEP + _STEP // 2, 255)
    apart = ((coarse.astype(np.int32)[:, None] * _STEP + _STEP // 2 - palette[None]) ** 2).sum(axis=2)
    chosen = apart.argmin(axis=1).astype(np.uint8)[places.reshape(-1)].reshape(pixels.shape[:2])
    height, width = chosen.shape
    made = QImage(chosen.tobytes(), width, height, width, QImage.Format.Format_Indexed8).copy()
    made.setColorTable([qRgb(*map(int, colour)) for colour in palette])
    return made


def _pixels(image: QImage) -> NDArray[np.uint8]:
    """The channels of a picture in RGB888, shape (rows, columns, 3)."""
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3)
