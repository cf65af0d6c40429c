"""Pictures of another size than the camera was calibrated with: of the same shape, they show the same scaled."""

from __future__ import annotations

import numpy as np

from companion.arrays import FloatArray, Image
from companion.opencv import cv2

_Size = tuple[int, int]


def has_same_shape(size_wh: _Size, other_wh: _Size) -> bool:
    """Whether two sizes, px, differ by their scale alone, to the pixel that rounding may cost."""
    (wide, tall), (broad, high) = sorted((size_wh, other_wh))
    return wide < broad and abs(tall - high * wide / broad) <= 1


def fit_picture(pixels: Image, size_wh: _Size) -> Image:
    """A picture scaled to a size of the same shape; any other as it is."""
    if not has_same_shape((pixels.shape[1], pixels.shape[0]), size_wh):
        return pixels
    how = cv2.INTER_AREA if pixels.shape[1] > size_wh[0] else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(pixels, size_wh, interpolation=how), np.uint8)


def fit_points(points_px: FloatArray, size_wh: _Size, to_wh: _Size) -> FloatArray:
    """Where places of a picture, (N, 2), lie once it is scaled: pixels count from their centres."""
    if size_wh == to_wh:
        return points_px
    return np.asarray((points_px + 0.5) * (np.array(to_wh) / np.array(size_wh)) - 0.5, np.float64)
