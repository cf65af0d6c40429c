"""Faces seen straight on: the square that a face is cut into, and the arithmetic on many of them at once.

A batch of faces is a table, (faces, pixels), of those pixels of the square that lie well inside the face, corner 0 up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.rectify import bulge_shares, corner_shares, depths_px

#: Grey faces, (n, pixels).
Faces = NDArray[np.float32]
_Table = NDArray[np.float32]

#: A face's circumradius in its square, in sides of the square.
_RADIUS: Final = 23 / 48
#: Blurring is a product of two thin tables; what contributes less than this is left out: of one line, and of the face.
_FAINT_LINE: Final = 0.003
_FAINT: Final = 0.0005
#: Pairs of a face's corners, then those with its middle, and the number of each; which product of slopes belongs to
#: right and down, (2, 2).
_PAIRS: Final = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3), (3, 3))
_PAIR: Final = np.array([[0, 1, 2, 6], [1, 3, 4, 7], [2, 4, 5, 8], [6, 7, 8, 9]])
_CORNERS: Final = 3
_CORNER_PAIRS: Final = 6
_SLOPES: Final = np.array([[0, 1], [1, 2]])
#: Lens and perspective are smooth: exact at so many places along a side, a parabola between them.
_KNOTS: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class PatchGrid:
    """A square of ``size_px`` and the pixels ``at`` (flat indices) which lie in the face, by some distance to its rim.

    exact: whether it is cut with cubics between the picture's pixels; knots: where in space they are, by centre, right
    and up (``face_axes``), (knots * knots, 3); between: their weights at each pixel, (knots * knots, pixels); shares:
    weights of the three corners, (pixels, 3); terms: what a plane over the square is made of: 1, columns and rows from
    its middle, (3, pixels).
    """

    size_px: int
    exact: bool
    at: NDArray[np.intp]
    knots: FloatArray
    between: _Table
    shares: _Table
    terms: _Table
    _thin: _Table
    _wide: _Table
    _beside: NDArray[np.intp]
    _spans: _Table
    _pairs: _Table
    _parts: _Table

    @classmethod
    def of(cls, size_px: int, *, rim_px: float, exact: bool = False) -> PatchGrid:
        """The square of this size; pixels nearer than ``rim_px`` to the face's edge are left out; exact: as above."""
        depths = depths_px(size_px, _RADIUS * size_px)
        at = np.flatnonzero(depths.min(axis=0) > rim_px)
        shares = np.asarray(corner_shares(size_px, _RADIUS * size_px).reshape(3, -1).T[at], np.float32)
        beside = _beside(size_px, at)
        spans = np.float32(beside != np.arange(len(at))).reshape(2, 2, -1).sum(axis=1)
        parts = np.vstack([shares.T, bulge_shares(shares.T)])
        # What three knots weigh at each place between them, along both sides (Lagrange).
        place = np.linspace(-1, 1, size_px)
        line = np.column_stack([place * (place - 1) / 2, 1 - np.square(place), place * (place + 1) / 2])
        rows, columns = np.divmod(at, size_px)
        weights = (line[rows][:, :, None] * line[columns][:, None]).reshape(len(at), -1)
        return cls(
            size_px,
            exact,
            at,
            _knots(size_px),
            np.ascontiguousarray(weights.T, np.float32),
            shares,
            _terms(size_px, at),
            *_blur(size_px, at),
            beside,
            np.asarray(1 / np.maximum(spans, 1), np.float32),
            np.ascontiguousarray([parts[one] * parts[other] for one, other in _PAIRS]),
            np.ascontiguousarray(parts),
        )

    @property
    def radius_px(self) -> float:
        """Circumradius of the face."""
        return _RADIUS * self.size_px

    @property
    def diagonals(self) -> tuple[tuple[int, int], ...]:
        """Which knots are the ends of the square's diagonals."""
        return (0, _KNOTS**2 - 1), (_KNOTS - 1, _KNOTS * (_KNOTS - 1))

    def contrast_normalised(self, faces: Faces) -> Faces:
        """Grey faces freed of lamp and shade: local mean 0, local contrast 1."""
        rest = faces - self._mean_around(faces)
        contrast = self._mean_around(np.square(rest))
        np.sqrt(np.maximum(contrast, 0, out=contrast), out=contrast)
        contrast += tuning.PATCH_NOISE
        rest /= contrast
        return rest

    def slopes(self, faces: Faces) -> NDArray[np.float32]:
        """How faces change from pixel to pixel rightward and downward, (2, pixels, n): the difference to both sides, at
        the rim to the only one there is."""
        by_pixel = _by_pixel(faces)
        slopes = np.empty((2, *by_pixel.shape), np.float32)
        for slope, ahead, behind in zip(slopes, self._beside[::2], self._beside[1::2], strict=True):
            np.subtract(by_pixel.take(ahead, axis=0), by_pixel.take(behind, axis=0), out=slope)
        slopes *= self._spans[..., None]
        return slopes

    def shift_equations(
        self, faces: Faces, residual: Faces, weight: Faces, *, bulged: bool = False
    ) -> tuple[_Table, _Table]:
        """Least squares for how far, px rightward and downward, corner by corner, faces are to be shifted so that they
        change by what is left over: matrices (n, 6, 6) and vectors (n, 6). weight: that of each pixel; bulged: also by
        how far the middle is, beside its corners (8 for 6)."""
        (right, down), left_over, weights = self.slopes(faces), _by_pixel(residual), _by_pixel(weight)
        weighted_right, weighted_down = weights * right, weights * down
        products = np.empty((5, *weights.shape), np.float32)
        np.multiply(weighted_right, right, out=products[0])
        np.multiply(weighted_right, down, out=products[1])
        np.multiply(weighted_down, down, out=products[2])
        np.multiply(weighted_right, left_over, out=products[3])
        np.multiply(weighted_down, left_over, out=products[4])
        # Shared out to pairs of corners, (3, parts, parts, n), and to each, (2, parts, n).
        parts = _CORNERS + bulged
        sums = (self._pairs[: len(_PAIRS) if bulged else _CORNER_PAIRS] @ products[:3])[:, _PAIR[:parts, :parts]]
        matrices = sums[_SLOPES].transpose(4, 2, 0, 3, 1).reshape(-1, 2 * parts, 2 * parts)
        return matrices, (self._parts[:parts] @ products[3:]).transpose(2, 1, 0).reshape(-1, 2 * parts)

    def art_of(self, picture: NDArray[np.uint8]) -> Faces:
        """The art, (pixels,), of an enrolled face's picture, corner 0 up, (n, n, 3) BGR, cut as the gallery cuts it."""
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
        square = cv2.resize(grey, (self.size_px, self.size_px), interpolation=cv2.INTER_AREA)
        inside = np.asarray(square.reshape(1, -1)[:, self.at], np.float32)
        return np.asarray(self.contrast_normalised(inside)[0], np.float32)

    def _mean_around(self, faces: Faces) -> Faces:
        """The mean of each pixel's surroundings, nothing shining in from outside."""
        return np.asarray((faces @ self._thin) @ self._wide, np.float32)


def _by_pixel(faces: Faces) -> _Table:
    """Faces as (pixels, n): of this whole rows are taken, in a third of the time."""
    return np.ascontiguousarray(faces.T)


def unit_faces(faces: Faces) -> Faces:
    """Faces of length 1: their products are correlations."""
    return np.asarray(faces / np.maximum(lengths(faces), 1e-6)[:, None], np.float32)


def lengths(faces: Faces) -> NDArray[np.float32]:
    """Their lengths, (n,)."""
    return np.asarray(np.sqrt(np.einsum("np,np->n", faces, faces)), np.float32)


def _knots(size_px: int) -> FloatArray:
    line = np.linspace(0, size_px - 1, _KNOTS) - (size_px - 1) / 2
    columns, rows = (axis.ravel() for axis in np.meshgrid(line, line))
    return np.column_stack([np.ones(_KNOTS**2), columns, -rows])


def _terms(size_px: int, at: NDArray[np.intp]) -> _Table:
    rows, columns = np.divmod(at, size_px)
    middle = (size_px - 1) / 2
    return np.asarray([np.ones(len(at)), columns - middle, rows - middle], np.float32)


def _blur(size_px: int, at: NDArray[np.intp]) -> tuple[_Table, _Table]:
    """Tables (pixels, r) and (r, pixels) whose product takes means: a wide Gaussian is separable and of low rank, and
    of still lower rank where it is asked for inside of a face only."""
    apart = np.subtract.outer(np.arange(size_px), np.arange(size_px)) / (tuning.PATCH_SURROUNDINGS * size_px)
    line = np.exp(-(apart**2) / 2) / np.sqrt(2 * np.pi) / (tuning.PATCH_SURROUNDINGS * size_px)
    strength, waves = np.linalg.eigh(line)
    some, other = np.nonzero(np.outer(strength, strength) > _FAINT_LINE)
    rows, columns = np.divmod(at, size_px)
    square = waves[rows][:, some] * waves[columns][:, other] * np.sqrt(strength[some] * strength[other])
    inside, root, _ = np.linalg.svd(square, full_matrices=False)
    thin = (inside * root)[:, np.square(root) > _FAINT]
    surrounded = thin @ thin.sum(axis=0) + 1e-3
    return np.ascontiguousarray(thin, np.float32), np.ascontiguousarray(thin.T / surrounded, np.float32)


def _beside(size_px: int, at: NDArray[np.intp]) -> NDArray[np.intp]:
    """Places in the table of the pixels to the right, left, below and above; a pixel's own where none is."""
    places = np.full(size_px * (size_px + 2), -1)
    places[at + size_px] = np.arange(len(at))
    steps = np.array([1, -1, size_px, -size_px])
    beside = places[at + size_px + steps[:, None]]
    return np.where(beside < 0, np.arange(len(at)), beside)


#: Fine enough to tell which of many poses is about right; which face fits and how the die lies; where its corners are.
#: These are given to a twentieth of a pixel: cut with straight lines between pixels, centres and headings on three
#: tables of another renderer were read 3 % worse (root mean square), centres on 23 of our own 2 %; each die took 0.1 ms
#: less.
ROUGH: Final = PatchGrid.of(24, rim_px=1.0)
COARSE: Final = PatchGrid.of(48, rim_px=2.0)
FINE: Final = PatchGrid.of(96, rim_px=1.35, exact=True)
