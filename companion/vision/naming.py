"""Which enrolled face a crop shows and how it is turned, or that it is none of them.

Every face and turn in the gallery, and the stranger who is in no gallery, are weighed by likeness: the probability of
each is its share of ``exp(sharpness * likeness)``, where the stranger's likeness is a constant measured on dice that
were never enrolled. Faces are weighed only against dice of their own size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.camera import Pinhole
from companion.geometry import Pose
from companion.vision.frames import face_frame
from companion.vision.gallery import TURNS, Gallery
from companion.vision.models import Network
from companion.vision.reading import FaceGuess, FaceName
from companion.vision.rectify import patch

_SAME_SIZE: Final = 0.1
_GUESSES: Final = 4


@dataclass(frozen=True, slots=True)
class Named:
    """The likeliest face (``None``: a stranger), how the crop is turned against it, how sure, and the runners-up."""

    name: FaceName | None
    turn: int
    confidence: float
    alternatives: tuple[FaceGuess, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Namer:
    """Names top faces by their fingerprints."""

    network: Network
    gallery: Gallery

    def name(self, picture: NDArray[np.uint8], lens: Pinhole, poses: Sequence[Pose]) -> list[Named]:
        """What lies at these poses, in the same order; a pose's heading points to any corner of its top face."""
        if not poses:
            return []
        prints = self.network.run(np.stack([patch(picture, lens, face_frame(pose)) for pose in poses]))
        return [self._named(mine, pose.edge_mm) for mine, pose in zip(prints, poses, strict=True)]

    def _named(self, mine: NDArray[np.float32], edge_mm: float) -> Named:
        likeness = self._likeness(mine, edge_mm)
        shares, stranger = self._shares(likeness)
        ranked = self._ranked(shares)
        if not ranked or stranger >= ranked[0][0]:
            return Named(None, 0, stranger, tuple(guess for _, _, guess in ranked[:_GUESSES]))
        share, turn, first = ranked[0]
        return Named(first.name, turn, share, tuple(guess for _, _, guess in ranked[1:_GUESSES]))

    def _likeness(self, mine: NDArray[np.float32], edge_mm: float) -> NDArray[np.float64]:
        """To every view and turn, (views, turns); -1 for dice of another size."""
        if not self.gallery.views:
            return np.empty((0, TURNS))
        fits = np.array([abs(v.edge_mm / edge_mm - 1) < _SAME_SIZE for v in self.gallery.views], bool)
        return np.where(fits[:, None], np.asarray(self.gallery.prints @ mine, np.float64), -1.0)

    def _shares(self, likeness: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
        sharpness, level = self.network.constants["sharpness"], self.network.constants["stranger"]
        weights = np.exp(sharpness * (likeness - level))
        total = 1.0 + float(weights.sum())
        return weights / total, 1.0 / total

    def _ranked(self, shares: NDArray[np.float64]) -> list[tuple[float, int, FaceGuess]]:
        """Each face once, likeliest first: its share, its likeliest turn, and the guess to tell."""
        best: dict[FaceName, tuple[float, int]] = {}
        for view, row in zip(self.gallery.views, shares, strict=True):
            turn = int(row.argmax())
            best[view.name] = max(best.get(view.name, (0.0, 0)), (float(row[turn]), turn))
        order = sorted(best.items(), key=lambda item: -item[1][0])
        return [(share, turn, FaceGuess(name, share)) for name, (share, turn) in order]
