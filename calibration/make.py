"""Makes the default mats and the sheets to print that lie in this folder: ``python calibration/make.py``.

A mat has four markers, 80 mm wide, 10 mm from the table's edges: 0 near-left, 1 near-right, 2 far-right, 3 far-left,
all upright as seen from the near edge. On a round table they stand in the corners of a square, the white about them
just inside the rim.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from companion.opencv import cv2

FOLDER = Path(__file__).parent
RECT_MM = ((900, 600), (1000, 620), (1000, 700), (1200, 800), (1200, 900), (1500, 900), (1800, 900))
ROUND_MM = (900, 1000, 1200)
MARKER_MM, MARGIN_MM = 80.0, 10.0
MARKERS, BOARD = "DICT_4X4_50", "DICT_5X5_100"
SQUARES, SQUARE_MM, BOARD_MARKER_MM = (9, 6), 30.0, 22.0
PLACES = ("near-left", "near-right", "far-right", "far-left")
A4_MM = (210.0, 297.0)

Rect = tuple[float, float, float, float]
"""Left, top, width and height on paper, mm."""


def main() -> None:
    """Write every file of the folder that is made."""
    for name, text in made():
        (FOLDER / name).write_text(text, encoding="utf-8")


def made() -> Iterator[tuple[str, str]]:
    """Name and content of each file."""
    for width, depth in RECT_MM:
        yield f"mat-{width}x{depth}.json", _mat("rect", width, depth)
    for across in ROUND_MM:
        yield f"mat-round-{across}.json", _mat("round", across, across)
    yield "markers-near.svg", marker_sheet((0, 1))
    yield "markers-far.svg", marker_sheet((2, 3))
    yield "lens-board.svg", lens_board()


def _mat(shape: str, width_mm: float, depth_mm: float) -> str:
    centres = _centres(shape, width_mm, depth_mm)
    markers = [
        {"id": number, "dict": MARKERS, "size_mm": MARKER_MM, "corners_mm": _corners(centre)}
        for number, centre in enumerate(centres)
    ]
    lines = ",\n  ".join(json.dumps(marker) for marker in markers)
    table = json.dumps({"shape": shape, "size_mm": [width_mm, depth_mm]})
    charuco = {"dict": BOARD, "squares": SQUARES, "square_mm": SQUARE_MM, "marker_mm": BOARD_MARKER_MM}
    return f'{{"format": 1,\n "table": {table},\n "markers": [\n  {lines}],\n "charuco": {json.dumps(charuco)}}}\n'


def _centres(shape: str, width_mm: float, depth_mm: float) -> list[tuple[float, float]]:
    inset = MARGIN_MM + MARKER_MM / 2
    if shape == "round":
        inset = MARGIN_MM + MARKER_MM / 2 + float(np.ceil(width_mm / 2 * (1 - 0.5**0.5)))
    right, far = width_mm - inset, depth_mm - inset
    return [(inset, inset), (right, inset), (right, far), (inset, far)]


def _corners(centre: tuple[float, float]) -> list[list[float]]:
    (x, y), half = centre, MARKER_MM / 2
    return [[x - half, y + half], [x + half, y + half], [x + half, y - half], [x - half, y - half]]


def marker_sheet(numbers: tuple[int, int]) -> str:
    """An A4 sheet (upright) with two markers to cut out along the thin lines, as SVG in mm."""
    outer = MARKER_MM + 2 * MARGIN_MM
    left = (A4_MM[0] - outer) / 2
    parts = []
    for row, number in enumerate(numbers):
        top = 25 + row * (outer + 30)
        parts.append(f'<rect x="{left:g}" y="{top:g}" width="{outer:g}" height="{outer:g}" class="cut"/>')
        parts += [_black(rect) for rect in marker_rects(MARKERS, number, left + MARGIN_MM, top + MARGIN_MM, MARKER_MM)]
        parts.append(
            _words(A4_MM[0] / 2, top + outer + 6, f"marker {number}: {PLACES[number]}, this side toward the near edge")
        )
    return _sheet(A4_MM, [*parts, _ruler(A4_MM)])


def lens_board() -> str:
    """The ChArUco board on A4 (sideways), as SVG in mm; its pattern is that of OpenCV since 4.6."""
    size = (A4_MM[1], A4_MM[0])
    left, top = (size[0] - SQUARES[0] * SQUARE_MM) / 2, 8.0
    parts = [_black(rect) for rect in board_rects(left, top)]
    return _sheet(size, [*parts, _ruler(size)])


def board_rects(left: float, top: float) -> list[Rect]:
    """The black parts of the board: squares row by row from a black top-left one, markers in the white ones."""
    black, number = [], 0
    inset = (SQUARE_MM - BOARD_MARKER_MM) / 2
    for row in range(SQUARES[1]):
        for column in range(SQUARES[0]):
            x, y = left + column * SQUARE_MM, top + row * SQUARE_MM
            if (row + column) % 2 == 0:
                black.append((x, y, SQUARE_MM, SQUARE_MM))
            else:
                black += marker_rects(BOARD, number, x + inset, y + inset, BOARD_MARKER_MM)
                number += 1
    return black


def marker_rects(name: str, number: int, left: float, top: float, size_mm: float) -> list[Rect]:
    """The black parts of a marker, run by run."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
    cells = dictionary.markerSize + 2
    black = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, cells)) < 128
    cell, rects = size_mm / cells, []
    for row, line in enumerate(np.pad(black, ((0, 0), (1, 1)))):
        starts = np.flatnonzero(line[1:] & ~line[:-1])
        ends = np.flatnonzero(line[:-1] & ~line[1:])
        rects += [
            (left + cell * float(a), top + cell * row, cell * float(b - a), cell)
            for a, b in zip(starts, ends, strict=True)
        ]
    return rects


def _black(rect: Rect) -> str:
    x, y, width, height = rect
    return f'<rect x="{x:.4f}" y="{y:.4f}" width="{width:.4f}" height="{height:.4f}"/>'


def _ruler(size_mm: tuple[float, float]) -> str:
    """A line to be measured after printing: printers like to shrink."""
    x, y = (size_mm[0] - 100) / 2, size_mm[1] - 12
    line = f'<rect x="{x:g}" y="{y:g}" width="100" height="0.5"/>'
    return line + _words(size_mm[0] / 2, y + 5, "this line is 100 mm long; if not, print again at 100 %")


def _words(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}">{text}</text>'


def _sheet(size_mm: tuple[float, float], parts: list[str]) -> str:
    width, height = size_mm
    style = "text{font:4px sans-serif;text-anchor:middle}.cut{fill:none;stroke:#999;stroke-width:.15}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm"'
    head += f' viewBox="0 0 {width:g} {height:g}" shape-rendering="crispEdges">'
    return "\n".join([head, f"<style>{style}</style>", *parts, "</svg>", ""])


if __name__ == "__main__":
    main()
