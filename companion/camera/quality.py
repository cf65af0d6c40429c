"""How good a calibration is, in px, in mm on the table and in one word."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.camera.tuning import GOOD_FOCAL, GOOD_MM, USABLE_FOCAL, USABLE_MM


class CalibrationVerdict(StrEnum):
    """What a calibration is fit for; the bounds stand in ``verdict``."""

    GOOD = "good"
    USABLE = "usable"
    POOR = "poor"


@dataclass(frozen=True, slots=True)
class Quality:
    """What a calibration reached: RMS of the corners it rests on, in px and in mm on the table.

    markers: how many were used (0: four clicks). lens_pictures: how many fixed the lens (0: no distortion assumed).
    focal_sigma: standard deviation of the focal length as a share of it. bow_mm: how far the straight edges of the
    table look bowed by a lens that was not measured; places between the markers are off by as much.
    """

    rms_px: float
    rms_mm: float
    markers: int
    lens_pictures: int
    focal_sigma: float
    bow_mm: float = 0.0

    @property
    def verdict(self) -> CalibrationVerdict:
        """Good, usable or poor, by the worst figure: RMS on the table, bow of the edges, focal length."""
        off_mm = max(self.rms_mm, self.bow_mm)
        if off_mm <= GOOD_MM and self.focal_sigma <= GOOD_FOCAL:
            return CalibrationVerdict.GOOD
        if off_mm <= USABLE_MM and self.focal_sigma <= USABLE_FOCAL:
            return CalibrationVerdict.USABLE
        return CalibrationVerdict.POOR

    def sentence(self) -> str:
        """The quality for people, with the figures that made the verdict."""
        return f"Calibration {self.verdict}: {self._basis()}{self._reason()}."

    def _basis(self) -> str:
        by = f"{self.markers} markers" if self.markers else "four clicks"
        pictures = f"{self.lens_pictures} lens picture" + ("s" if self.lens_pictures != 1 else "")
        lens = f"lens from {pictures}" if self.lens_pictures else "lens assumed free of distortion"
        return f"{by}, {self.rms_px:.2f} px and {self.rms_mm:.2f} mm RMS on the table, {lens}"

    def _reason(self) -> str:
        if self.verdict is CalibrationVerdict.GOOD:
            return ""
        reasons = []
        if self.rms_mm > GOOD_MM:
            reasons.append(f"good needs {GOOD_MM:g} mm, usable {USABLE_MM:g} mm")
        if self.bow_mm > GOOD_MM:
            reasons.append(f"the lens bows the table's straight edges by {self.bow_mm:.1f} mm (cure: lens pictures)")
        if self.focal_sigma > GOOD_FOCAL:
            reasons.append(
                f"the focal length is only known to {self.focal_sigma:.0%}, so heights above the table are less exact"
                " (lens pictures or a more slanting view help)"
            )
        return "; " + "; ".join(reasons)
