"""Where in the picture the lens board has been shown: a lens bends most at the rim, where boards are held least."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Final

import numpy as np

from companion.camera import BoardView
from companion.text import mark, translate

#: The picture in three by three parts: column and row, counted from the top left.
LensZone = tuple[int, int]
#: All parts: those of the rim clockwise from the top left, then the middle.
ZONES: Final[tuple[LensZone, ...]] = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (1, 1))
assert set(ZONES) == set(product(range(3), repeat=2))
#: So many of the board's corners in a part cover it. By eye.
_ENOUGH_CORNERS: Final = 4

_PLACES: Final[Mapping[LensZone, str]] = MappingProxyType(
    {
        (0, 0): mark("session", "Now hold it in the upper left corner of the picture."),
        (1, 0): mark("session", "Now hold it at the upper edge of the picture."),
        (2, 0): mark("session", "Now hold it in the upper right corner of the picture."),
        (2, 1): mark("session", "Now hold it at the right edge of the picture."),
        (2, 2): mark("session", "Now hold it in the lower right corner of the picture."),
        (1, 2): mark("session", "Now hold it at the lower edge of the picture."),
        (0, 2): mark("session", "Now hold it in the lower left corner of the picture."),
        (0, 1): mark("session", "Now hold it at the left edge of the picture."),
        (1, 1): mark("session", "Now hold it in the middle of the picture."),
    }
)
assert set(_PLACES) == set(ZONES)


@dataclass(frozen=True, slots=True)
class LensCoverage:
    """The parts of the picture that boards have covered so far."""

    covered: frozenset[LensZone] = frozenset()

    @classmethod
    def of(cls, views: Iterable[BoardView], size_wh: tuple[int, int]) -> LensCoverage:
        """What these views of the board cover of a picture of that size, px."""
        return cls(frozenset(zone for view in views for zone in _zones_of(view, size_wh)))

    @property
    def is_whole(self) -> bool:
        """Whether no part is left."""
        return self.covered == frozenset(ZONES)

    @property
    def next_place(self) -> str:
        """Where the board is to be held now; empty where it has been everywhere."""
        left = [zone for zone in ZONES if zone not in self.covered]
        return translate("session", _PLACES[left[0]]) if left else ""


def _zones_of(view: BoardView, size_wh: tuple[int, int]) -> list[LensZone]:
    parts = np.clip((3 * view.points_px / np.array(size_wh)).astype(int), 0, 2)
    places, counts = np.unique(parts, axis=0, return_counts=True)
    return [(int(x), int(y)) for (x, y), count in zip(places, counts, strict=True) if count >= _ENOUGH_CORNERS]
