"""A camera in the hand: a lens without a pose, and the table whose markers give every picture its own.

Its file, ``phone.json``, is the codec's; how it is measured is in ``handheld_calibration.py``, and how a picture's pose
is found in ``handheld_locating.py``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.arrays import FloatArray
from companion.camera.calibrated_camera import CalibrationVerdict, TablePhotograph
from companion.camera.handheld_adjustment import LensPrior, camera_slopes
from companion.camera.mat import Marker, TableTop
from companion.camera.pinhole import Pinhole
from companion.camera.tuning import GOOD_MM, HAND_GOOD_FOCAL, HAND_LENS_SHIFTS, USABLE_FOCAL, USABLE_MM
from companion.geometry import at_height
from companion.text import gettext, ngettext, percent, pgettext

_GRID = np.linspace(0.08, 0.92, 4)


@dataclass(frozen=True, slots=True)
class HandheldQuality:
    """What the calibration of a camera in the hand reached.

    rms_px: of all edges that counted; sigma_mm: how far places on the table are to be expected off in pictures such as
    those, one sigma along an axis; focal_sigma: of the lens's focal length, as a share; pictures, markers: how many, of
    all pictures.
    """

    rms_px: float
    sigma_mm: float
    focal_sigma: float
    pictures: int
    markers: int

    @property
    def verdict(self) -> CalibrationVerdict:
        """Good, usable or poor, by the worse of what places and focal length are known by."""
        if self.sigma_mm <= GOOD_MM and self.focal_sigma <= HAND_GOOD_FOCAL:
            return CalibrationVerdict.GOOD
        if self.sigma_mm <= USABLE_MM and self.focal_sigma <= USABLE_FOCAL:
            return CalibrationVerdict.USABLE
        return CalibrationVerdict.POOR

    def sentence(self) -> str:
        """The quality for people, with the figures that made the verdict."""
        return gettext(
            "Calibration {verdict}: {pictures}, {markers}, {rms_px:.2f} px RMS; the focal length is known to {focal}, "
            "places on the table in such a picture to {sigma_mm:.2f} mm (one sigma).",
            verdict=pgettext("camera", self.verdict),
            pictures=ngettext("{count} picture", "{count} pictures", self.pictures),
            markers=ngettext("{count} marker seen", "{count} markers seen", self.markers),
            rms_px=self.rms_px,
            focal=percent(self.focal_sigma),
            sigma_mm=self.sigma_mm,
        )


@dataclass(frozen=True, slots=True, eq=False)
class HandheldCamera:
    """A lens, and the table that it is used at.

    lens: at no pose (turned and moved by nothing); covariance: of its freedoms (``handheld_adjustment``), (8, 8);
    focal_spread: by how much pictures differ in focal length, one sigma, as a share; focal_35_mm: what the pictures'
    tags said of the lens, 0: nothing; empty: the table without dice by those pictures, seen from above; ``None``: they
    did not agree on it, or the file is an older one.
    """

    lens: Pinhole
    covariance: FloatArray
    focal_spread: float
    table: TableTop
    markers: tuple[Marker, ...]
    quality: HandheldQuality
    focal_35_mm: float = 0.0
    empty: TablePhotograph | None = None

    @property
    def prior(self) -> LensPrior:
        """What is known of the lens before a picture is seen, and by how much that of a picture differs."""
        known = np.asarray(np.linalg.inv(self.covariance), np.float64)
        return LensPrior(self.lens, known, picture_spreads(self.lens, self.focal_spread))


def picture_spreads(lens: Pinhole, focal_spread: float) -> FloatArray:
    """By how much the lens of one picture differs from that of another, one sigma of its freedoms, (8,)."""
    centre, radial, tangential, third = HAND_LENS_SHIFTS
    centre_px = centre * max(lens.size_wh)
    return np.array([focal_spread, centre_px, centre_px, radial, radial, tangential, tangential, third])


def place_covariances(lens: Pinhole, covariance: FloatArray, places_mm: FloatArray, height_mm: float) -> FloatArray:
    """How exactly a camera whose freedoms have this covariance, (14, 14), measures places, (n, 2), at a height: (n, 2,
    2) mm²."""
    rows = place_slopes(lens, places_mm, height_mm)
    return np.asarray(rows @ covariance @ rows.transpose(0, 2, 1), np.float64)


def place_slopes(lens: Pinhole, places_mm: FloatArray, height_mm: float) -> FloatArray:
    """How places, (n, 2), seen at a height move there with the freedoms of the camera, (n, 2, 14)."""
    _, by_camera, by_point = camera_slopes(lens, at_height(places_mm, height_mm))
    return np.asarray(-np.linalg.solve(by_point[..., :2], by_camera), np.float64)


def table_grid(table: TableTop) -> FloatArray:
    """Places all over a table, (n, 2) mm."""
    outline_mm = table.outline()
    low, high = outline_mm.min(axis=0), outline_mm.max(axis=0)
    across = low + _GRID[:, None] * (high - low)
    return np.stack(np.meshgrid(across[:, 0], across[:, 1]), axis=-1).reshape(-1, 2)


def table_sigma_mm(lens: Pinhole, covariance: FloatArray, table: TableTop) -> float:
    """How far off places all over the table are to be expected, one sigma along an axis."""
    spread = place_covariances(lens, covariance, table_grid(table), 0.0)
    return float(np.sqrt(np.trace(spread, axis1=1, axis2=2).mean() / 2))
