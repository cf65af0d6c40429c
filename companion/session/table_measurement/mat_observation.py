"""What one picture shows of a mat: which markers, how good a calibration from it would be, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion import camera
from companion.arrays import Image
from companion.codec.mat import bundled_mats
from companion.errors import OperationError
from companion.text import N_, gettext, pgettext

#: Mean of a picture's grey levels (0 to 255) below which it is too dark to read dice by.
_DARK: Final = 30.0
#: Share of the pixels at full white above which the picture is overexposed.
_GLARING: Final = 0.25
_WHITE: Final = 250
#: Light is measured at every so many-th pixel.
_STEP: Final = 8
#: Between pictures of a camera that stands still a marker's centre moves less, px.
_STILL_PX: Final = 1.0
#: A table of another size than entered leaves the markers off by more than this.
_DOUBTFUL_MM: Final = 5.0
_OTHER_MARKERS: Final = N_(
    "session", "The markers lie as on a table of {width:g} x {depth:g} mm, not as on this one: is it of this size? (Z)"
)
_ROUND_MARKERS: Final = N_(
    "session", "The markers lie as on a round table, {width:g} mm across: choose its shape and size."
)
#: With fewer markers there is no calibration.
_FEWEST: Final = 3


class LightLevel(StrEnum):
    """How much light a picture has."""

    DARK = "dark"
    FINE = "fine"
    GLARING = "glaring"

    @property
    def advice(self) -> str:
        """What to do about it; empty where it is fine."""
        return pgettext("session", _LIGHT[self]) if _LIGHT[self] else ""


_LIGHT: Final = {
    LightLevel.DARK: N_("session", "The picture is very dark: light the table, or lengthen the exposure."),
    LightLevel.FINE: "",
    LightLevel.GLARING: N_("session", "The picture is overexposed: less light, or a shorter exposure."),
}
assert set(_LIGHT) == set(LightLevel)


@dataclass(frozen=True, slots=True, eq=False)
class MatObservation:
    """One picture of the table seen by one mat.

    seen: marker id -> its corners in the picture, shape (4, 2), px. missing: the mat's other ids. unexpected: ids of
    markers that are not the mat's. calibration: from this picture alone, ``None`` where ``why_not`` says why.
    other: the table whose printed markers lie so, where these are not the mat's.
    """

    mat: camera.Mat
    size_wh: tuple[int, int]
    seen: Mapping[int, NDArray[np.float64]]
    unexpected: tuple[int, ...]
    light: LightLevel
    calibration: camera.Calibration | None
    why_not: str = ""
    other: camera.TableTop | None = None

    @property
    def missing(self) -> tuple[int, ...]:
        """The mat's markers that are not seen."""
        return tuple(marker.id for marker in self.mat.markers if marker.id not in self.seen)

    @property
    def sentence(self) -> str:
        """How it stands, and what to do next."""
        return self._words() + (f" {self.light.advice}" if self.light.advice else "")

    def _words(self) -> str:
        wanted = len(self.mat.markers)
        if self.calibration is not None:
            quality = self.calibration.camera.quality
            off_mm = max(quality.rms_mm, quality.bow_mm)
            doubt = ""
            if self.other is None and off_mm > _DOUBTFUL_MM:
                doubt = " " + pgettext("session", "Is the table of this size? Z takes it from the markers.")
            elif self.other is not None:
                width, depth = self.other.size_mm
                is_round = self.other.shape is camera.TableShape.ROUND
                words = _ROUND_MARKERS if is_round else _OTHER_MARKERS
                doubt = " " + pgettext("session", words, width=width, depth=depth)
            return gettext(
                "{count} of {wanted} markers: {verdict}, {off}.{doubt}",
                count=len(self.seen),
                wanted=wanted,
                verdict=pgettext("camera", quality.verdict),
                off=camera.accuracy_in_words(off_mm),
                doubt=doubt,
            )
        if self.why_not:
            return self.why_not
        if not self.seen and self.unexpected:
            return gettext(
                "Other markers are seen ({markers}), but none of this table's: print the ones for this size.",
                markers=", ".join(str(number) for number in self.unexpected),
            )
        if not self.seen:
            return gettext("No marker in sight yet: put the four markers in the corners of the table.")
        places = ", ".join(
            corner_name(marker, self.mat.table) for marker in self.mat.markers if marker.id in self.missing
        )
        return gettext(
            "{count} of {wanted} markers; not seen: {places}.", count=len(self.seen), wanted=wanted, places=places
        )


def observe_mat(
    pixels: Image, mat: camera.Mat, lens: Sequence[camera.Picture] = (), *, measured: MatObservation | None = None
) -> MatObservation:
    """Look at one picture, (rows, columns, 3) BGR.

    lens: pictures of the lens board to measure the lens by. measured: an earlier look; where it shows the same markers
    in the same places its calibration holds, which saves a tenth of a second.
    """
    seen, unexpected = camera.detect_mat_markers(pixels, mat.markers)
    height, width = pixels.shape[:2]
    observation = MatObservation(mat, (width, height), seen, unexpected, light_level(pixels), None)
    if measured is not None and has_camera_stood_still(measured, observation) and measured.seen.keys() == seen.keys():
        return replace(observation, calibration=measured.calibration, why_not=measured.why_not, other=measured.other)
    if len(seen) < _FEWEST:
        return observation
    try:
        calibration = camera.calibrate(mat, lens, [camera.Picture(gettext("the live picture"), pixels)])
    except OperationError as failure:
        return replace(observation, why_not=str(failure))
    return replace(observation, calibration=calibration, other=_other_table(pixels, mat, calibration))


def has_camera_stood_still(one: MatObservation, other: MatObservation) -> bool:
    """Whether the camera stood still between two looks, as far as the markers show."""
    both = one.seen.keys() & other.seen.keys()
    moves = [float(np.linalg.norm(one.seen[n].mean(axis=0) - other.seen[n].mean(axis=0))) for n in both]
    return one.size_wh == other.size_wh and bool(moves) and float(np.median(moves)) <= _STILL_PX


def light_level(pixels: Image) -> LightLevel:
    """How much light a picture has."""
    sample = pixels[::_STEP, ::_STEP]
    if float(sample.mean()) < _DARK:
        return LightLevel.DARK
    return LightLevel.GLARING if float((sample.min(axis=2) >= _WHITE).mean()) > _GLARING else LightLevel.FINE


def corner_name(marker: camera.Marker, table: camera.TableTop) -> str:
    """The corner of the table where a marker lies, in words: ``near left``."""
    x_mm, y_mm = np.mean(marker.corners_mm, axis=0)
    across = "left" if x_mm < table.size_mm[0] / 2 else "right"
    return f"{'near' if y_mm < table.size_mm[1] / 2 else 'far'} {across}"


def _other_table(pixels: Image, mat: camera.Mat, calibration: camera.Calibration) -> camera.TableTop | None:
    """The table whose printed markers lie as these do, where this mat's do not."""
    quality = calibration.camera.quality
    if max(quality.rms_mm, quality.bow_mm) <= _DOUBTFUL_MM:
        return None
    mats, lens = bundled_mats(), calibration.camera.lens if quality.lens_pictures else None
    found = camera.find_fitting_mat(camera.Picture(gettext("the live picture"), pixels), mat, mats, lens)
    return mats[found].table if found else None
