"""A frame of a settled table made small enough to be saved beside the match."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.errors import OperationError
from companion.journal import PICTURE_MOST_BYTES
from companion.opencv import cv2
from companion.text import gettext

#: Width that still shows a die's print, and qualities to try until the picture is small enough.
_WIDTH_PX: Final = 1280
_QUALITIES: Final = (80, 60, 40, 20)


def small_jpeg(frame: NDArray[np.uint8], width_px: int = _WIDTH_PX) -> bytes:
    """A BGR frame (height x width x 3) as a JPEG that `Match.save_picture` takes.

    Raises:
        OperationError: it cannot be made small enough.
    """
    shrink = min(1.0, width_px / frame.shape[1])
    small: cv2.typing.MatLike = frame
    if shrink < 1:
        small = cv2.resize(frame, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    for quality in _QUALITIES:
        jpeg = bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])
        if len(jpeg) <= PICTURE_MOST_BYTES:
            return jpeg
    raise OperationError(gettext("The picture of the table is too large to be saved beside the match."))
