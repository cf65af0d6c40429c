"""A calibrated camera with its table, the picture of the table with nothing on it, and how good the calibration is: in
px, in mm on the table and in one word.

How it was measured is in ``calibration.py``, its file is the codec's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from companion.arrays import FloatArray, Image, Places
from companion.camera.mat import Marker, TableTop
from companion.camera.pictures import decode_picture
from companion.camera.pinhole import Pinhole
from companion.camera.tuning import GOOD_FOCAL, GOOD_MM, USABLE_FOCAL, USABLE_MM
from companion.opencv import cv2
from companion.text import N_, gettext, ngettext, percent, pgettext

#: Kept no wider than this, and packed so: on a table of a metre finer than dice are looked for.
_WIDTH_PX: Final = 1280
_JPEG_QUALITY: Final = 80


@dataclass(frozen=True, slots=True, eq=False)
class TablePhotograph:
    """The table without dice, packed as a JPEG picture of any size. lens: the camera as it stood then; known_png: where
    the picture shows the table, white in a PNG picture; nothing: everywhere."""

    lens: Pinhole
    jpeg: bytes
    known_png: bytes = b""

    @classmethod
    def of(cls, lens: Pinhole, pixels: Image, known: Places | None = None) -> TablePhotograph:
        """A picture (BGR) of the table by the camera; known: where it shows that, (rows, columns)."""
        shrink = min(1.0, _WIDTH_PX / pixels.shape[1])
        size_wh = round(pixels.shape[1] * shrink), round(pixels.shape[0] * shrink)
        small = pixels if shrink == 1.0 else cv2.resize(pixels, size_wh, interpolation=cv2.INTER_AREA)
        _, packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
        if known is None:
            return cls(lens, packed.tobytes())
        _, mask = cv2.imencode(".png", known.astype(np.uint8) * 255, [cv2.IMWRITE_PNG_BILEVEL, 1])
        return cls(lens, packed.tobytes(), mask.tobytes())

    @property
    def pixels(self) -> Image:
        """The picture (BGR) at the size of the camera's pictures; ``InputError`` where it is none."""
        small = decode_picture(self.jpeg, gettext("the picture of the empty table"))
        return np.asarray(cv2.resize(small, self.lens.size_wh, interpolation=cv2.INTER_LINEAR), np.uint8)

    @property
    def known(self) -> Places | None:
        """Where the picture shows the table, (rows, columns) of the camera's pictures; ``None``: everywhere.
        ``InputError`` where the mask is no picture."""
        if not self.known_png:
            return None
        mask = decode_picture(self.known_png, gettext("where the empty table is known"))[..., 0]
        return np.asarray(cv2.resize(mask, self.lens.size_wh, interpolation=cv2.INTER_NEAREST) > 0)


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera over its table, as saved in ``camera.json``.

    seen_px: where each marker's corners stood in the picture when calibrated, marker id to shape (4, 2); markers that
    were hidden then are not in it. empty: the table as it was calibrated, with nothing on it; ``None`` in older files.
    """

    lens: Pinhole
    table: TableTop
    markers: tuple[Marker, ...]
    quality: Quality
    seen_px: Mapping[int, FloatArray]
    empty: TablePhotograph | None = None

    @property
    def empty_from_here(self) -> TablePhotograph | None:
        """The empty table, if the camera still stands where it saw that."""
        return self.empty if self.empty is not None and self.empty.lens is self.lens else None


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
