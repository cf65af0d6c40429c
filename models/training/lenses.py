"""Lenses that bend: a picture is drawn as a lens without bends sees it, a little wider, and bent afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from companion.camera import Pinhole
from companion.opencv import cv2
from models.training.surfaces import Linear

_PADDED = 1.35


def straightened(lens: Pinhole) -> Pinhole:
    """The same camera without its bends, seeing farther to all sides."""
    width, height = (int(_PADDED * side) // 2 * 2 for side in lens.size_wh)
    shift = np.array([[0, 0, (width - lens.size_wh[0]) / 2], [0, 0, (height - lens.size_wh[1]) / 2], [0, 0, 0]])
    return replace(lens, matrix=lens.matrix + shift, distortion=np.zeros(5), size_wh=(width, height))


def bender(lens: Pinhole) -> Callable[[Linear], Linear]:
    """Makes the bent picture of a straight one."""
    width, height = lens.size_wh
    columns, rows = np.meshgrid(np.linspace(0, width - 1, 120), np.linspace(0, height - 1, 80))
    slopes = lens.undistort(np.column_stack([columns.ravel(), rows.ravel()]))
    wide = straightened(lens).matrix
    places = (slopes * wide[[0, 1], [0, 1]] + wide[:2, 2]).reshape(80, 120, 2).astype(np.float32)
    across, down = np.meshgrid(
        np.linspace(0, 119, width, dtype=np.float32), np.linspace(0, 79, height, dtype=np.float32)
    )
    maps = [cv2.remap(places[..., k], across, down, cv2.INTER_LINEAR) for k in (0, 1)]
    return lambda linear: np.asarray(cv2.remap(linear, maps[0], maps[1], cv2.INTER_LINEAR), np.float32)
