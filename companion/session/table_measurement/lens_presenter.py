"""Showing the camera the lens board: which pictures are taken by themselves, what is still to be shown, and the lens.

A picture is taken when the board is held still and is seen elsewhere, or tilted otherwise, than before; above all at
the rim, where a lens bends most and boards are held least.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from types import MappingProxyType
from typing import Final

import numpy as np

from companion.arrays import Image
from companion.camera import BoardView, Charuco, LensFit, Picture, detect_board, fit_lens
from companion.errors import OperationError
from companion.text import N_, gettext, pgettext

#: So many pictures make a good lens.
WANTED_PICTURES: Final = 10
#: Two pictures differ where the board's corners moved by at least this share of the picture's width.
_MOVED: Final = 0.05
#: With fewer corners in common two pictures count as different.
_FEWEST_SHARED: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class LensPictures:
    """The pictures taken so far, and where the board was seen in each."""

    charuco: Charuco
    pictures: tuple[Picture, ...] = ()
    views: tuple[BoardView, ...] = ()

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1."""
        return min(1.0, len(self.pictures) / WANTED_PICTURES)

    def with_picture(self, picture: Picture) -> LensPictures:
        """One more picture. Raises OperationError: no board is seen in it, it is like one that was taken already, or of
        another size."""
        view = detect_board([picture], self.charuco)[0]
        if view is None:
            raise OperationError(gettext("The lens board is not seen whole and sharp: hold it nearer, flat and still."))
        more = self.with_view(picture, view)
        if more is None:
            raise OperationError(
                gettext("This picture is like one taken before: tilt the board, or move it elsewhere.")
            )
        return more

    def with_view(self, picture: Picture, view: BoardView) -> LensPictures | None:
        """One more picture, in which the board is seen so; ``None`` where it is like one that was taken already. Raises
        OperationError: it has another size than those before."""
        if self.pictures and picture.size_wh != self.pictures[0].size_wh:
            raise OperationError(
                gettext("This picture has another size than those before: start the lens pictures again.")
            )
        if any(_alike(view, other, picture.size_wh[0]) for other in self.views):
            return None
        return replace(self, pictures=(*self.pictures, picture), views=(*self.views, view))


def _alike(one: BoardView, other: BoardView, width_px: int) -> bool:
    """Whether the corners that both show lie in nearly the same places."""
    places = {
        tuple(place): px for place, px in zip(np.round(other.points_mm, 1).tolist(), other.points_px, strict=True)
    }
    shared = [
        float(np.linalg.norm(px - places[tuple(place)]))
        for place, px in zip(np.round(one.points_mm, 1).tolist(), one.points_px, strict=True)
        if tuple(place) in places
    ]
    return len(shared) >= _FEWEST_SHARED and float(np.median(shared)) < _MOVED * width_px


#: With fewer pictures a lens is guessed rather than measured. By eye.
FEWEST_PICTURES: Final = 6
#: A board whose corners move by less between two pictures is held still, px of a picture 1000 wide.
_STILL_PX: Final = 1.5


#: The picture in three by three parts: column and row, counted from the top left.
LensZone = tuple[int, int]
#: All parts: those of the rim clockwise from the top left, then the middle.
ZONES: Final[tuple[LensZone, ...]] = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (1, 1))


class LensPresenter:
    """Owns the pictures taken, and the board as it was seen last."""

    def __init__(self, charuco: Charuco) -> None:
        self.pictures = LensPictures(charuco)
        self.view: BoardView | None = None
        self._size_wh = (1, 1)
        self._stated = ""

    @property
    def taken(self) -> int:
        """How many pictures there are."""
        return len(self.pictures.pictures)

    @property
    def coverage(self) -> LensCoverage:
        """Where in the picture the board has been."""
        return LensCoverage.of(self.pictures.views, self._size_wh)

    @property
    def is_enough(self) -> bool:
        """Whether a lens can be measured by what there is."""
        return self.taken >= FEWEST_PICTURES

    @property
    def is_complete(self) -> bool:
        """Whether nothing more is wanted."""
        return self.taken >= WANTED_PICTURES and self.coverage.is_whole

    @property
    def sentence(self) -> tuple[str, str]:
        """What to do now, and its mood: ``ok`` or ``amber``."""
        if self.is_complete:
            return pgettext("session", "The lens can be measured: Enter."), "ok"
        place = self.coverage.next_place or pgettext("session", "Now tilt it, another way each time.")
        if self.view is None:
            show = pgettext("session", "Hold the lens board up to the camera: whole, flat and still.")
            return f"{show} {place}" if self.taken else show, "amber"
        stated = self._stated or pgettext("session", "Hold it still.")
        return f"{stated} {place}", "ok" if self._stated else "amber"

    def on_picture(self, pixels: Image, view: BoardView | None) -> bool:
        """The next picture and the board in it; whether the picture was taken. Raises OperationError: the pictures have
        another size than those before."""
        before, self.view = self.view, view
        self._size_wh = (pixels.shape[1], pixels.shape[0])
        if view is None or before is None or len(view.points_px) != len(before.points_px):
            self._stated = ""
            return False
        moved_px = float(np.median(np.linalg.norm(view.points_px - before.points_px, axis=1)))
        if moved_px >= _STILL_PX * pixels.shape[1] / 1000:
            self._stated = ""
            return False
        name = gettext("lens picture {count}", count=self.taken + 1)
        taken = self.pictures.with_view(Picture(name, pixels), view)
        self._stated = pgettext("session", "Taken.")
        if taken is None:
            return False
        self.pictures = taken
        return True

    def start_again(self) -> None:
        """Without any picture."""
        self.pictures, self._stated = LensPictures(self.pictures.charuco), ""

    def measure(self) -> LensFit:
        """The lens by the pictures taken. Raises OperationError: they are not of one lens."""
        fit = fit_lens(self.pictures.views, self._size_wh)
        if fit is None or len(fit.views) < FEWEST_PICTURES:
            raise OperationError(
                pgettext("session", "These pictures do not fit each other: is the board flat? Take them again (R).")
            )
        return fit


assert set(ZONES) == set(product(range(3), repeat=2))
#: So many of the board's corners in a part cover it. By eye.
_ENOUGH_CORNERS: Final = 4

_PLACES: Final[Mapping[LensZone, str]] = MappingProxyType(
    {
        (0, 0): N_("session", "Now hold it in the upper left corner of the picture."),
        (1, 0): N_("session", "Now hold it at the upper edge of the picture."),
        (2, 0): N_("session", "Now hold it in the upper right corner of the picture."),
        (2, 1): N_("session", "Now hold it at the right edge of the picture."),
        (2, 2): N_("session", "Now hold it in the lower right corner of the picture."),
        (1, 2): N_("session", "Now hold it at the lower edge of the picture."),
        (0, 2): N_("session", "Now hold it in the lower left corner of the picture."),
        (0, 1): N_("session", "Now hold it at the left edge of the picture."),
        (1, 1): N_("session", "Now hold it in the middle of the picture."),
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
        covered = set()
        for view in views:
            parts = np.clip((3 * view.points_px / np.array(size_wh)).astype(int), 0, 2)
            places, counts = np.unique(parts, axis=0, return_counts=True)
            covered |= {(int(x), int(y)) for x, y in places[counts >= _ENOUGH_CORNERS]}
        return cls(frozenset(covered))

    @property
    def is_whole(self) -> bool:
        """Whether no part is left."""
        return self.covered == frozenset(ZONES)

    @property
    def next_place(self) -> str:
        """Where the board is to be held now; empty where it has been everywhere."""
        left = [zone for zone in ZONES if zone not in self.covered]
        return pgettext("session", _PLACES[left[0]]) if left else ""
