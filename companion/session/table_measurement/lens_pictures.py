"""Pictures of the lens board, taken one by one until there are enough that differ."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.camera import BoardView, Charuco, Picture, detect_board
from companion.errors import OperationError
from companion.text import gettext

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
        """One more picture.

        Raises:
            OperationError: no board is seen in it, it is like one that was taken already, or of another size.
        """
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
        """One more picture, in which the board is seen so; ``None`` where it is like one that was taken already.

        Raises:
            OperationError: it has another size than those before.
        """
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
