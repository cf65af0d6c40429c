"""Pictures from files: 8-bit BGR arrays, or one clear sentence why not."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.errors import WrongInput
from companion.opencv import cv2

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture and the name by which people know it. ``pixels``: (height, width, 3), BGR."""

    name: str
    pixels: Pixels

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height, px."""
        return self.pixels.shape[1], self.pixels.shape[0]


def read_picture(path: Path) -> Picture:
    """The picture in a file (any format OpenCV knows); ``WrongInput`` where there is none."""
    try:
        content = np.fromfile(
            path, np.uint8
        )  # not cv2.imread: it cannot open names with letters beyond ASCII on Windows
    except FileNotFoundError:
        raise WrongInput(f"{path}: there is no such picture.") from None
    except OSError as error:
        raise WrongInput(f"{path}: this picture cannot be read ({error.strerror}).") from None
    if not len(content):
        raise WrongInput(f"{path}: this picture is empty (0 bytes); take or copy it again.")
    pixels = _decoded(content)
    if pixels is None:
        raise WrongInput(f"{path}: this is no picture that can be read; JPEG and PNG are safe choices.")
    return Picture(path.name, pixels)


def _decoded(content: NDArray[np.uint8]) -> Pixels | None:
    try:
        pixels = cv2.imdecode(content, cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if pixels is None else np.asarray(pixels, np.uint8)
