"""What rendered cameras are calibrated by: four markers on the table, and a lens board held before the camera."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import Pinhole, TableShape, TableTop
from companion.opencv import cv2
from models.training.surfaces import Linear, to_linear

#: Side of a marker's white sheet and of the black square in its middle.
SHEET_SIDE_MM: Final = 100.0
MARKER_MM: Final = 80.0
#: The lens board.
CHARUCO: Final[dict[str, Any]] = {"dict": "DICT_5X5_100", "squares": [9, 6], "square_mm": 30.0, "marker_mm": 22.0}
_PRINT_PX = 10  # to a millimetre of the board
_PAPER = 0.8
_OFF_RIM_MM = 8.0


def sheets_mm(table: TableTop) -> tuple[tuple[float, float], ...]:
    """Near-left corners of the sheets of markers 0 to 3: in the corners of a table, or well inside a round one."""
    (w, d), s = table.size_mm, SHEET_SIDE_MM
    if table.shape is not TableShape.ROUND:
        return (0.0, 0.0), (w - s, 0.0), (w - s, d - s), (0.0, d - s)
    x, y = ((side / 2 - _OFF_RIM_MM) / math.sqrt(2) for side in (w, d))
    return (
        (w / 2 - x, d / 2 - y), (w / 2 + x - s, d / 2 - y), (w / 2 + x - s, d / 2 + y - s), (w / 2 - x, d / 2 + y - s),
    )  # fmt: skip


def marker_sheet(code: int, px_per_mm: int) -> NDArray[np.uint8]:
    """A white sheet with the black square of a marker and its code, in grey, so many pixels a millimetre."""
    names = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side, black = round(SHEET_SIDE_MM) * px_per_mm, round(MARKER_MM) * px_per_mm
    rim, sheet = (side - black) // 2, np.full((side, side), 255, np.uint8)
    sheet[rim:-rim, rim:-rim] = cv2.resize(
        names.generateImageMarker(code, 60), (black, black), interpolation=cv2.INTER_NEAREST
    )
    return sheet


def mat_of(table: TableTop) -> dict[str, Any]:
    """What ``mat.json`` says of such a table."""
    m, inset = MARKER_MM, (SHEET_SIDE_MM - MARKER_MM) / 2
    lows = [(round(x + inset, 3), round(y + inset, 3)) for x, y in sheets_mm(table)]
    markers = [
        {"id": k, "dict": "DICT_4X4_50", "size_mm": m, "corners_mm": [[x, y + m], [x + m, y + m], [x + m, y], [x, y]]}
        for k, (x, y) in enumerate(lows)
    ]
    reported = {"shape": str(table.shape), "size_mm": list(table.size_mm)}
    return {"format": 1, "table": reported, "markers": markers, "charuco": CHARUCO}


def board_middle_mm() -> FloatArray:
    """The middle of the lens board, (3,), from its first corner."""
    (across, down), square = CHARUCO["squares"], CHARUCO["square_mm"]
    return np.array([across * square / 2, down * square / 2, 0])


def board_turn(rng: np.random.Generator) -> FloatArray:
    """The board tilted as hands tilt it, (3, 3)."""
    turn, _ = cv2.Rodrigues(np.append(rng.uniform(-0.5, 0.5, 2), rng.uniform(-0.3, 0.3)))
    return np.asarray(turn, np.float64)


def board_light(lens: Pinhole, turn: FloatArray, middle_mm: FloatArray) -> Linear:
    """Linear light of the lens board, its middle there before a camera whose lens does not bend."""
    (across, down), square = CHARUCO["squares"], CHARUCO["square_mm"]
    names = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, CHARUCO["dict"]))
    board = cv2.aruco.CharucoBoard((across, down), square, CHARUCO["marker_mm"], names)
    print_of = board.generateImage((int(across * square) * _PRINT_PX, int(down * square) * _PRINT_PX), marginSize=0)
    place = middle_mm - turn @ board_middle_mm()
    to_picture = lens.matrix @ np.column_stack([turn[:, :2], place]) @ np.diag([1 / _PRINT_PX, 1 / _PRINT_PX, 1.0])
    paper = cv2.warpPerspective(print_of, to_picture, lens.size_wh, flags=cv2.INTER_AREA, borderValue=150)
    light = to_linear(np.repeat(paper[..., None], 3, axis=2)) * _PAPER
    return np.asarray(cv2.GaussianBlur(light, (0, 0), 0.6), np.float32)
