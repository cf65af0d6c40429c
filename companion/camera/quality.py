"""How good a calibration is, in px, in mm on the table and in one word."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.camera.tuning import GOOD_FOCAL, GOOD_MM, USABLE_FOCAL, USABLE_MM
from companion.text import N_, gettext, ngettext, percent, pgettext


class CalibrationVerdict(StrEnum):
    """What a calibration is fit for; the bounds stand in ``verdict``."""

    GOOD = N_("camera", "good")
    USABLE = N_("camera", "usable")
    POOR = N_("camera", "poor")


def accuracy_in_words(mm: float) -> str:
    """How far something is off, for a sentence: ``0.3 mm``, and never ``0.0 mm``."""
    return gettext("under 0.1 mm") if round(mm, 1) == 0 else f"{mm:.1f} mm"


@dataclass(frozen=True, slots=True)
class Quality:
    """What a calibration reached: RMS of the corners it rests on, in px and in mm on the table.

    markers: how many were used (0: four clicks). lens_pictures: how many fixed the lens (0: no distortion assumed).
    focal_sigma: standard deviation of the focal length as a share of it. bow_mm: how far the straight edges of the
    table look bowed by a lens that was not measured; places between the markers are off by as much. With clicks
    whose edges cannot be seen: how far a lens may bow them.
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
        by = ngettext("{count} marker", "{count} markers", self.markers) if self.markers else gettext("four clicks")
        lens = (
            ngettext("lens from {count} lens picture", "lens from {count} lens pictures", self.lens_pictures)
            if self.lens_pictures
            else gettext("lens assumed free of distortion")
        )
        basis = gettext(
            "{by}, {rms_px:.2f} px and {rms_mm:.2f} mm RMS on the table, {lens}",
            by=by,
            rms_px=self.rms_px,
            rms_mm=self.rms_mm,
            lens=lens,
        )
        return gettext(
            "Calibration {verdict}: {basis}{reason}.",
            verdict=pgettext("camera", self.verdict),
            basis=basis,
            reason=self._reason(),
        )

    def _reason(self) -> str:
        if self.verdict is CalibrationVerdict.GOOD:
            return ""
        reasons = []
        if self.rms_mm > GOOD_MM:
            reasons.append(
                gettext("good needs {good_mm:g} mm, usable {usable_mm:g} mm", good_mm=GOOD_MM, usable_mm=USABLE_MM)
            )
        if self.bow_mm > GOOD_MM:
            reasons.append(
                gettext(
                    "the lens bows the table's straight edges by up to {bow_mm:.1f} mm (cure: lens pictures)",
                    bow_mm=self.bow_mm,
                )
            )
        if self.focal_sigma > GOOD_FOCAL:
            reasons.append(
                gettext(
                    "the focal length is only known to {focal_sigma}, so heights above the table are less exact "
                    "(lens pictures or a more slanting view help)",
                    focal_sigma=percent(self.focal_sigma),
                )
            )
        return "; " + "; ".join(reasons)
