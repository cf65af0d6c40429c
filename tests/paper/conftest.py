"""Printed pages as pixels again: what a test looks at is the PDF that a user would print."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtPdf import QPdfDocument

from companion.arrays import Image

Render = Callable[..., list[Image]]


def _pixels(image: QImage) -> Image:
    """A rendered page as RGB on white paper, shape (height, width, 3)."""
    image = image.convertToFormat(QImage.Format.Format_RGBA8888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    rgba = rows[:, : 4 * image.width()].reshape(image.height(), image.width(), 4).astype(float)
    alpha = rgba[..., 3:] / 255
    return np.asarray(rgba[..., :3] * alpha + 255 * (1 - alpha)).round().astype(np.uint8)


@pytest.fixture
def rendered(qapp: object) -> Render:
    """PDF file -> its pages as pictures at so many pixels in a millimetre."""

    def render(file: Path, *, px_per_mm: float) -> list[Image]:
        document = QPdfDocument()
        assert document.load(str(file)) is QPdfDocument.Error.None_
        sizes = [document.pagePointSize(k) * (px_per_mm * 25.4 / 72) for k in range(document.pageCount())]
        whole = [QSize(round(size.width()), round(size.height())) for size in sizes]
        return [_pixels(document.render(k, size)) for k, size in enumerate(whole)]

    return render
