"""Faces seen straight on: the square that a face is cut into, and the arithmetic on many of them at once.

A batch of faces is a table, (pixels, faces), of those pixels of the square that lie well inside the face, corner 0 up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.frames import depths_px

#: Grey faces, (pixels, n).
Faces = NDArray[np.float32]
_Table = NDArray[np.float32]

#: A face's circumradius in its square, in sides of the square.
_RADIUS: Final = 23 / 48
#: Blurring is a product of two thin tables; what contributes less than this is left out.
_FAINT: Final = 0.003
#: Lens and perspective are smooth: exact at so many places along a side, straight between them.
KNOTS: Final = 5


@dataclass(frozen=True, slots=True, eq=False)
class PatchGrid:
    """A square of ``size_px`` and the pixels ``at`` (flat indices) which lie in the face, by some distance to its rim.

    between: weights of the knots at each pixel, (pixels, knots * knots); shares: weights of the three corners,
    (pixels, 3).
    """

    size_px: int
    at: NDArray[np.intp]
    between: _Table
    shares: _Table
    _thin: _Table
    _wide: _Table
    _surrounded: _Table
    _beside: NDArray[np.intp]

    @classmethod
    def of(cls, size_px: int, *, rim_px: float) -> PatchGrid:
        """The square of this size; pixels nearer than ``rim_px`` to the face's edge are left out."""
        depths = depths_px(size_px, _RADIUS * size_px)
        at = np.flatnonzero(depths.min(axis=0) > rim_px)
        shares = np.asarray(depths.reshape(3, -1).T[at] / (1.5 * _RADIUS * size_px), np.float32)
        thin, wide = _blur(size_px, at)
        surrounded = wide @ thin.sum(axis=1, keepdims=True) + 1e-3
        return cls(size_px, at, _between(size_px, at), shares, thin, wide, surrounded, _beside(size_px, at))

    @property
    def radius_px(self) -> float:
        """Circumradius of the face."""
        return _RADIUS * self.size_px

    def contrast_normalised(self, faces: Faces) -> Faces:
        """Grey faces freed of lamp and shade: local mean 0, local contrast 1."""
        rest = faces - self._blurred(faces) / self._surrounded
        spread = self._blurred(np.square(rest)) / self._surrounded
        return np.asarray(rest / (np.sqrt(np.maximum(spread, 0)) + tuning.PATCH_NOISE), np.float32)

    def slopes(self, faces: Faces) -> NDArray[np.float32]:
        """How faces change from pixel to pixel rightward and downward, (2, pixels, n)."""
        right, left, down, up = self._beside
        return np.stack([_slope(faces, right, left), _slope(faces, down, up)])

    def art_of(self, picture: NDArray[np.uint8]) -> Faces:
        """The art, (pixels,), of an enrolled face's picture, corner 0 up, (n, n, 3) BGR, cut as the gallery cuts it."""
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
        square = cv2.resize(grey, (self.size_px, self.size_px), interpolation=cv2.INTER_AREA)
        return self.contrast_normalised(np.asarray(square.reshape(-1, 1)[self.at], np.float32))[:, 0]

    def _blurred(self, faces: Faces) -> Faces:
        """Faces blurred, nothing shining in from outside."""
        return np.asarray(self._wide @ (self._thin @ faces), np.float32)


def _slope(faces: Faces, ahead: NDArray[np.intp], behind: NDArray[np.intp]) -> Faces:
    """The difference to both sides; at the rim to the only one there is."""
    here = np.arange(len(faces))
    span = np.float32(ahead != here) + np.float32(behind != here)
    return np.asarray((faces[ahead] - faces[behind]) / np.maximum(span, 1)[:, None], np.float32)


def _between(size_px: int, at: NDArray[np.intp]) -> _Table:
    place = np.linspace(0, KNOTS - 1, size_px)
    line = np.maximum(0, 1 - np.abs(place[:, None] - np.arange(KNOTS)))
    rows, columns = np.divmod(at, size_px)
    return np.asarray((line[rows][:, :, None] * line[columns][:, None]).reshape(len(at), -1), np.float32)


def _blur(size_px: int, at: NDArray[np.intp]) -> tuple[_Table, _Table]:
    """Tables (r, pixels) and (pixels, r) whose product blurs: a wide Gaussian is separable and of low rank."""
    apart = np.subtract.outer(np.arange(size_px), np.arange(size_px)) / (tuning.PATCH_SURROUNDINGS * size_px)
    line = np.exp(-(apart**2) / 2) / np.sqrt(2 * np.pi) / (tuning.PATCH_SURROUNDINGS * size_px)
    strength, waves = np.linalg.eigh(line)
    some, other = np.nonzero(np.outer(strength, strength) > _FAINT)
    rows, columns = np.divmod(at, size_px)
    thin = (waves[rows][:, some] * waves[columns][:, other]).T
    wide = thin.T * (strength[some] * strength[other])
    return np.asarray(thin, np.float32), np.ascontiguousarray(wide, np.float32)


def _beside(size_px: int, at: NDArray[np.intp]) -> NDArray[np.intp]:
    """Places in the table of the pixels to the right, left, below and above; a pixel's own where none is."""
    places = np.full(size_px * (size_px + 2), -1)
    places[at + size_px] = np.arange(len(at))
    steps = np.array([1, -1, size_px, -size_px])
    beside = places[at + size_px + steps[:, None]]
    return np.where(beside < 0, np.arange(len(at)), beside)


#: Fine enough to tell which of many poses is about right; which face fits and how the die lies; where its corners are.
ROUGH: Final = PatchGrid.of(24, rim_px=1.0)
COARSE: Final = PatchGrid.of(48, rim_px=2.0)
FINE: Final = PatchGrid.of(64, rim_px=0.9)
