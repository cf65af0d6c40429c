"""Contact sheets: what a network failed at, small pictures side by side, each with a word on what went wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.atomic_write import write_atomic
from companion.opencv import cv2

#: So many failures are shown, the worst first.
MOST = 40
_COLUMNS, _CELL_PX, _WORDS_PX = 8, 96, 16
_PACKING = (cv2.IMWRITE_JPEG_QUALITY, 80)


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """One failure: its picture (rows, columns, 3) and what is said below it."""

    picture: NDArray[np.uint8]
    words: str


def write_sheet(path: Path, cells: Sequence[Cell]) -> None:
    """Write the first ``MOST`` cells as a JPEG; no failure at all leaves an empty sheet."""
    shown = list(cells[:MOST])
    rows = max(1, -(-len(shown) // _COLUMNS))
    sheet = np.full((rows * (_CELL_PX + _WORDS_PX), _COLUMNS * _CELL_PX, 3), 255, np.uint8)
    for place, cell in enumerate(shown):
        top, left = (place // _COLUMNS) * (_CELL_PX + _WORDS_PX), (place % _COLUMNS) * _CELL_PX
        side = _CELL_PX - 2
        sheet[top : top + side, left : left + side] = cv2.resize(cell.picture, (side, side))
        words_at = (left + 1, top + _CELL_PX + _WORDS_PX - 6)
        cv2.putText(sheet, cell.words, words_at, cv2.FONT_HERSHEY_SIMPLEX, 0.36, (40, 30, 20), 1, cv2.LINE_AA)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, bytes(cv2.imencode(path.suffix, sheet, _PACKING)[1]))


def marked(picture: NDArray[np.uint8], points: NDArray[np.float64]) -> NDArray[np.uint8]:
    """A copy with lines between points (px), closed."""
    drawn = picture.copy()
    cv2.polylines(drawn, [np.round(points * 8).astype(np.int32)], True, (40, 40, 255), 1, cv2.LINE_AA, 3)
    return drawn


def square_around(picture: NDArray[np.uint8], column: float, row: float, side: int) -> NDArray[np.uint8]:
    """The square of a picture around a place of it (px); what lies beyond the rim goes on as the rim."""
    half = side // 2
    padded = cv2.copyMakeBorder(picture, half, half, half, half, cv2.BORDER_REPLICATE)
    left, top = (int(np.clip(round(v), 0, n - 1)) for v, n in ((column, picture.shape[1]), (row, picture.shape[0])))
    return np.asarray(padded[top : top + side, left : left + side], np.uint8)
