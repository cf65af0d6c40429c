"""The hex ruler: three hex centres shown in a picture lay the board's hexes over it; then ranges are read off.

Frames: image (px); plane: what the marks are measured in, the picture itself or, with a calibrated camera, the table
in mm, where a camera that looks aslant does no harm; hexes: the flat-topped grid with a hex's side as 1, x along the
columns, y down the rows. Three marks give an affine map; from four on, spread out, perspective is fitted too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

import numpy as np

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.errors import InputError
from companion.exercise_k.rules.board import Hex, HexBoard, RangeAnswer, hex_range
from companion.geometry import at_height
from companion.text import gettext

ImagePoint = tuple[float, float]

LEAST_MARKS: Final = 3
#: From so many marks on perspective can be distinguished from a slanted map.
_FOR_PERSPECTIVE: Final = 4
_ROW: Final = 3**0.5
#: Marks that span less than this share of a hex are on one line.
_LEAST_SPAN: Final = 0.35
_CORNERS: Final = np.array([(np.cos(a), np.sin(a)) for a in np.radians(np.arange(0, 360, 60))])


def centre_of(spot: Hex, board: HexBoard) -> ImagePoint:
    """The centre of a hex in the frame of the hexes."""
    return 1.5 * spot.column, _ROW / 2 * board.half_rows_down(spot)


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The board laid over a picture; ``error_px``: how far the marks are off it at most (0 with three)."""

    board: HexBoard
    matrix: FloatArray
    camera: Pinhole | None
    error_px: float

    def centre_px(self, spot: Hex) -> ImagePoint:
        """Where a hex's centre is seen."""
        return self._seen(np.array([centre_of(spot, self.board)]))[0]

    def outline_px(self, spot: Hex) -> tuple[ImagePoint, ...]:
        """The six corners of a hex in the picture."""
        return self._seen(np.array(centre_of(spot, self.board)) + _CORNERS)

    def outlines_px(self) -> dict[Hex, tuple[ImagePoint, ...]]:
        """The corners of every hex of the board in the picture, all at once."""
        hexes = [Hex(c, r) for c in range(1, self.board.columns + 1) for r in range(1, self.board.rows + 1)]
        centres = np.array([centre_of(spot, self.board) for spot in hexes])
        seen = self._seen((centres[:, None, :] + _CORNERS).reshape(-1, 2))
        each = len(_CORNERS)
        return {spot: seen[number * each : (number + 1) * each] for number, spot in enumerate(hexes)}

    def hex_at(self, place_px: ImagePoint) -> Hex | None:
        """The hex of the board under a place in the picture; None off the board."""
        x, y = _mapped(np.asarray(np.linalg.inv(self.matrix)), _to_plane(self.camera, np.array([place_px], float)))[0]
        column = round(x / 1.5)
        near = [
            Hex(c, r)
            for c in range(column - 1, column + 2)
            for r in range(round(y / _ROW) - 2, round(y / _ROW) + 2)
            if self.board.has(Hex(c, r))
        ]
        best = min(near, key=lambda spot: _far(centre_of(spot, self.board), (x, y)), default=None)
        return best if best is not None and _far(centre_of(best, self.board), (x, y)) <= 1.0 else None

    def _seen(self, points: FloatArray) -> tuple[ImagePoint, ...]:
        seen = _to_image(self.camera, _mapped(self.matrix, points))
        return tuple((float(x), float(y)) for x, y in seen)


@dataclass(frozen=True, slots=True)
class Ruler:
    """What was shown so far: marks (hex -> its centre in the picture, px) and the hexes between which to measure.
    camera: the lens and place of a calibrated one; without one the picture itself is the plane."""

    board: HexBoard = field(default_factory=HexBoard)
    marks: Mapping[Hex, ImagePoint] = field(default_factory=lambda: MappingProxyType({}))
    ends: tuple[Hex, ...] = ()
    camera: Pinhole | None = None

    @property
    def grid(self) -> Grid | None:
        """The hexes over the picture; None while marks are missing or lie on one line."""
        if len(self.marks) < LEAST_MARKS:
            return None
        hexes = np.array([centre_of(spot, self.board) for spot in self.marks])
        plane = _to_plane(self.camera, np.array(list(self.marks.values()), float))
        if _span(hexes) < _LEAST_SPAN or _span(plane) < 1e-6:
            return None
        if _spread(hexes):
            matrix = _perspective(hexes, plane)
        else:
            affine, *_ = np.linalg.lstsq(np.column_stack([hexes, np.ones(len(hexes))]), plane, rcond=None)
            matrix = np.vstack([affine.T, [0.0, 0.0, 1.0]])
        seen = _to_image(self.camera, _mapped(matrix, hexes))
        error = float(np.abs(seen - np.array(list(self.marks.values()))).max())
        return Grid(self.board, matrix, self.camera, error)

    @property
    def range(self) -> RangeAnswer | None:
        """The range between the two hexes chosen; None while one is missing."""
        return hex_range(self.board, *self.ends) if len(self.ends) == 2 else None

    @property
    def sentence(self) -> str:
        """What is so, or what to do next."""
        if len(self.marks) < LEAST_MARKS:
            asked = (
                gettext("a hex near one corner"),
                gettext("a hex far along the same edge"),
                gettext("a hex far from both"),
            )[len(self.marks)]
            return gettext(
                "Click the centre of {asked}, and type its number ({count} of {least}).",
                asked=asked,
                count=len(self.marks),
                least=LEAST_MARKS,
            )
        if self.grid is None:
            return gettext("These hexes lie on one line: click the centre of one far beside them.")
        answer = self.range
        if answer is not None:
            return answer.ruling.text
        return (
            gettext("From {ends}: click the other hex.", ends=self.ends[0])
            if self.ends
            else gettext("Click two hexes to read their range.")
        )

    def marked(self, spot: Hex, place_px: ImagePoint) -> Ruler:
        """A hex's centre shown, or shown better.

        Raises:
            InputError: it is not on the board.
        """
        if not self.board.has(spot):
            size = gettext("{columns} columns and {rows} rows", columns=self.board.columns, rows=self.board.rows)
            raise InputError(gettext("{spot} is not on the board of {size}", spot=spot, size=size))
        return replace(self, marks=MappingProxyType({**self.marks, spot: place_px}), ends=())

    def without_last(self) -> Ruler:
        """The last thing shown taken back: an end, else a mark."""
        if self.ends:
            return replace(self, ends=self.ends[:-1])
        return replace(self, marks=MappingProxyType(dict(list(self.marks.items())[:-1])))

    def clicked(self, place_px: ImagePoint) -> Ruler:
        """A hex chosen by a click: the first end, the second, and with the third one anew. Nothing off the board."""
        grid = self.grid
        spot = grid.hex_at(place_px) if grid else None
        if spot is None:
            return self
        return replace(self, ends=(spot,) if len(self.ends) == 2 else (*self.ends, spot))


def _to_plane(camera: Pinhole | None, points_px: FloatArray) -> FloatArray:
    return points_px if camera is None else camera.to_table(points_px)


def _to_image(camera: Pinhole | None, points: FloatArray) -> FloatArray:
    return points if camera is None else camera.project(at_height(points, 0.0))


def _far(one: ImagePoint, other: ImagePoint) -> float:
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))


def _span(points: FloatArray) -> float:
    """How far points are from lying on one line."""
    return float(np.linalg.svd(points - points.mean(axis=0), compute_uv=False)[1])


def _spread(points: FloatArray) -> bool:
    """Whether no three of at least four points lie on one line, which perspective needs."""
    count = len(points)
    if count < _FOR_PERSPECTIVE:
        return False
    outside = [np.delete(points, k, axis=0) for k in range(count)]
    return min(map(_span, outside)) >= _LEAST_SPAN


def _perspective(hexes: FloatArray, plane: FloatArray) -> FloatArray:
    """A homography by least squares, in scaled coordinates (Hartley 1997); OpenCV's has single precision only."""
    inner, outer = _scaling(hexes), _scaling(plane)
    rows: list[Sequence[float]] = []
    for (x, y), (u, v) in zip(_mapped(inner, hexes), _mapped(outer, plane), strict=True):
        rows += [(x, y, 1, 0, 0, 0, -u * x, -u * y, -u), (0, 0, 0, x, y, 1, -v * x, -v * y, -v)]
    matrix = np.linalg.svd(np.array(rows, float))[2][-1].reshape(3, 3)
    found = np.linalg.inv(outer) @ matrix @ inner
    return np.asarray(found / found[2, 2])


def _scaling(points: FloatArray) -> FloatArray:
    middle, size = points.mean(axis=0), max(float(points.std()), 1e-9)
    return np.array([[1 / size, 0, -middle[0] / size], [0, 1 / size, -middle[1] / size], [0, 0, 1]])


def _mapped(matrix: FloatArray, points: FloatArray) -> FloatArray:
    spread = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(spread[:, :2] / spread[:, 2:])
