"""The camera of a match: from the last pictures while the camera stood still, or from four clicked corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.arrays import Image
from companion.camera import Calibration, Charuco, Mat, Picture, calibrate, calibrate_by_clicks
from companion.session.table_measurement.mat_observation import MatObservation, has_camera_stood_still, observe_mat
from companion.text import phrase

#: Averaged over so many pictures, the noise of the corners is a half; more would make people wait.
_KEPT: Final = 4
#: While nothing moves only every so many-th picture is measured anew.
_EVERY: Final = 8
_Point = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class SteadyCamera:
    """The newest picture as it looks by the mat, and those before it while nothing moved."""

    mat: Mat
    look: MatObservation | None = None
    pictures: tuple[Image, ...] = ()
    number: int = 0

    def with_picture(self, pixels: Image, lens: Sequence[Picture] = ()) -> SteadyCamera:
        """One picture more; where the camera moved, those before are forgotten."""
        known = self.look if self.number % _EVERY else None
        look = observe_mat(pixels, self.mat, lens, measured=known)
        before = self.pictures if self.look is not None and has_camera_stood_still(self.look, look) else ()
        return replace(self, look=look, pictures=(*before, pixels)[-_KEPT:], number=self.number + 1)

    @property
    def ready(self) -> bool:
        """Whether the newest picture is good for a calibration."""
        return self.look is not None and self.look.calibration is not None

    def calibration(self, lens: Sequence[Picture] = ()) -> Calibration:
        """The camera from all pictures kept.

        Raises:
            OperationError: what is missing in them.
        """
        named = [
            Picture(phrase("picture {number}", number=number), pixels) for number, pixels in enumerate(self.pictures, 1)
        ]
        return calibrate(self.mat, lens, named)


def calibrate_from_clicks(
    pixels: Image,
    corners_px: Sequence[_Point],
    size_mm: _Point,
    lens: Sequence[Picture] = (),
    charuco: Charuco | None = None,
) -> Calibration:
    """The camera from the four clicked corners of a rectangular table, in any order, and pictures of the lens board.

    Raises:
        InputError: these are no four corners of a table.
    """
    picture, clicks_px = Picture(phrase("the picture"), pixels), np.array(corners_px, np.float64)
    return calibrate_by_clicks(picture, clicks_px, size_mm, lens_pictures=lens, charuco=charuco)
