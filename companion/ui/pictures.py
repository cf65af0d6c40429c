"""Between OpenCV's pictures (blue, green, red; row by row) and Qt's."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage

from companion.arrays import Image


def qimage_of(picture_bgr: Image) -> QImage:
    """Qt's own copy of a picture of shape (height, width, 3); safe to hand to another thread."""
    rows = np.ascontiguousarray(picture_bgr)
    height, width, _ = rows.shape
    return QImage(rows.data, width, height, rows.strides[0], QImage.Format.Format_BGR888).copy()


def bgr_picture(image: QImage) -> Image:
    """A picture of shape (height, width, 3), blue, green, red."""
    shown = image.convertToFormat(QImage.Format.Format_BGR888)
    rows = np.frombuffer(shown.constBits(), np.uint8).reshape(shown.height(), shown.bytesPerLine())
    return rows[:, : 3 * shown.width()].reshape(shown.height(), shown.width(), 3).copy()
