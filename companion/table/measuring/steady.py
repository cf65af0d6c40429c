"""The camera of a match: from the last pictures while the camera stood still, or from four clicked corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.camera import Calibration, Mat, Picture, calibrate, calibrate_by_clicks
from companion.table.measuring.looks import Pixels, TableLook, look_at

#: Averaged over so many pictures, the noise of the corners is a third.
_KEPT: Final = 8
#: Between pictures of a camera that stands still a marker's centre moves less, px.
_STILL_PX: Final = 1.0
_Point = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Steady:
    """The newest picture as it looks by the mat, and those before it while nothing moved."""

    mat: Mat
    look: TableLook | None = None
    pictures: tuple[Pixels, ...] = ()

    def with_picture(self, pixels: Pixels, lens: Sequence[Picture] = ()) -> Steady:
        """One picture more; where the camera moved, those before are forgotten."""
        look = look_at(pixels, self.mat, lens)
        before = self.pictures if self.look is not None and _still(self.look, look) else ()
        return replace(self, look=look, pictures=(*before, pixels)[-_KEPT:])

    @property
    def ready(self) -> bool:
        """Whether the newest picture is good for a calibration."""
        return self.look is not None and self.look.calibration is not None

    def calibration(self, lens: Sequence[Picture] = ()) -> Calibration:
        """The camera from all pictures kept.

        Raises:
            CannotDo: what is missing in them.
        """
        named = [Picture(f"picture {number}", pixels) for number, pixels in enumerate(self.pictures, 1)]
        return calibrate(self.mat, lens, named)


def by_clicks(pixels: Pixels, corners_px: Sequence[_Point], size_mm: _Point) -> Calibration:
    """The camera from the four clicked corners of a rectangular table, in any order.

    Raises:
        WrongInput: these are no four corners of a table.
    """
    return calibrate_by_clicks(Picture("the picture", pixels), np.array(corners_px, np.float64), size_mm)


def _still(one: TableLook, other: TableLook) -> bool:
    both = one.seen.keys() & other.seen.keys()
    moves = [float(np.linalg.norm(one.seen[n].mean(axis=0) - other.seen[n].mean(axis=0))) for n in both]
    return one.size_wh == other.size_wh and bool(moves) and float(np.median(moves)) <= _STILL_PX
