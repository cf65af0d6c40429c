"""A calibrated camera with its table; how it was measured is in ``calibration.py``, its file is the codec's.

The picture of the table that its camera was calibrated by: what it looks like with nothing on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.arrays import FloatArray, Image
from companion.camera.mat import Marker, TableTop
from companion.camera.pictures import decode_picture
from companion.camera.pinhole import Pinhole
from companion.camera.quality import Quality
from companion.opencv import cv2
from companion.text import gettext

#: Kept no wider than this, and packed so: on a table of a metre finer than dice are looked for.
_WIDTH_PX: Final = 1280
_JPEG_QUALITY: Final = 80


@dataclass(frozen=True, slots=True, eq=False)
class TablePhotograph:
    """The table without dice, packed as a JPEG picture of any size. lens: the camera as it stood then."""

    lens: Pinhole
    jpeg: bytes

    @classmethod
    def of(cls, lens: Pinhole, pixels: Image) -> TablePhotograph:
        """A picture (BGR) of the table by the camera."""
        shrink = min(1.0, _WIDTH_PX / pixels.shape[1])
        size_wh = round(pixels.shape[1] * shrink), round(pixels.shape[0] * shrink)
        small = pixels if shrink == 1.0 else cv2.resize(pixels, size_wh, interpolation=cv2.INTER_AREA)
        _, packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
        return cls(lens, packed.tobytes())

    @property
    def pixels(self) -> Image:
        """The picture (BGR) at the size of the camera's pictures; ``InputError`` where it is none."""
        small = decode_picture(self.jpeg, gettext("the picture of the empty table"))
        return np.asarray(cv2.resize(small, self.lens.size_wh, interpolation=cv2.INTER_LINEAR), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera over its table, as saved in ``camera.json``.

    seen_px: where each marker's corners stood in the picture when calibrated, marker id to shape (4, 2); markers that
    were hidden then are not in it. empty: the table as it was calibrated, with nothing on it; ``None`` in older files.
    """

    lens: Pinhole
    table: TableTop
    markers: tuple[Marker, ...]
    quality: Quality
    seen_px: Mapping[int, FloatArray]
    empty: TablePhotograph | None = None
