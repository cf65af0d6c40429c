"""Showing the camera the lens board: which pictures are taken by themselves, what is still to be shown, and the lens.

A picture is taken when the board is held still and is seen elsewhere, or tilted otherwise, than before.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from companion.arrays import Image
from companion.camera import BoardView, Charuco, LensFit, Picture, fit_lens
from companion.errors import OperationError
from companion.session.table_measurement.lens_coverage import LensCoverage
from companion.session.table_measurement.lens_pictures import WANTED_PICTURES, LensPictures
from companion.text import phrase, translate

#: With fewer pictures a lens is guessed rather than measured. By eye.
FEWEST_PICTURES: Final = 6
#: A board whose corners move by less between two pictures is held still, px of a picture 1000 wide.
_STILL_PX: Final = 1.5


class LensPresenter:
    """Owns the pictures taken, and the board as it was seen last."""

    def __init__(self, charuco: Charuco) -> None:
        self.pictures = LensPictures(charuco)
        self.view: BoardView | None = None
        self._size_wh = (1, 1)
        self._said = ""

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
            return translate("session", "The lens can be measured: Enter."), "ok"
        place = self.coverage.next_place or translate("session", "Now tilt it, another way each time.")
        if self.view is None:
            show = translate("session", "Hold the lens board up to the camera: whole, flat and still.")
            return f"{show} {place}" if self.taken else show, "amber"
        said = self._said or translate("session", "Hold it still.")
        return f"{said} {place}", "ok" if self._said else "amber"

    def on_picture(self, pixels: Image, view: BoardView | None) -> bool:
        """The next picture and the board in it; whether the picture was taken.

        Raises:
            OperationError: the pictures have another size than those before.
        """
        before, self.view = self.view, view
        self._size_wh = (pixels.shape[1], pixels.shape[0])
        if view is None or before is None or not _still(before, view, self._size_wh[0]):
            self._said = ""
            return False
        name = phrase("lens picture {count}", count=self.taken + 1)
        taken = self.pictures.with_view(Picture(name, pixels), view)
        self._said = translate("session", "Taken.")
        if taken is None:
            return False
        self.pictures = taken
        return True

    def start_again(self) -> None:
        """Without any picture."""
        self.pictures, self._said = LensPictures(self.pictures.charuco), ""

    def measure(self) -> LensFit:
        """The lens by the pictures taken.

        Raises:
            OperationError: they do not tell of one lens.
        """
        fit = fit_lens(self.pictures.views, self._size_wh)
        if fit is None or len(fit.views) < FEWEST_PICTURES:
            raise OperationError(
                translate("session", "These pictures do not fit each other: is the board flat? Take them again (R).")
            )
        return fit


def _still(one: BoardView, other: BoardView, width_px: int) -> bool:
    """Whether the board has hardly moved between two pictures."""
    if len(one.points_px) != len(other.points_px):
        return False
    moved_px = float(np.median(np.linalg.norm(one.points_px - other.points_px, axis=1)))
    return moved_px < _STILL_PX * width_px / 1000
