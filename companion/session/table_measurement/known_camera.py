"""A camera that was measured before: whether it still stands where it stood, told from a live picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.arrays import Image
from companion.camera import Camera, accuracy_in_words, fit_picture, measure_displacement, poor_calibration_notice
from companion.text import phrase, translate

#: From so far on the table a camera counts as moved.
_MOVED_MM: Final = 2.0


@dataclass(frozen=True, slots=True)
class KnownCameraCheck:
    """Whether a camera file still holds for a picture, and a sentence about it."""

    holds: bool
    sentence: str


def check_known_camera(camera: Camera, pixels: Image) -> KnownCameraCheck:
    """Hold a picture, (rows, columns, 3) BGR, to a camera measured before."""
    height, width = pixels.shape[:2]
    wide, high = camera.lens.size_wh
    pixels = fit_picture(pixels, camera.lens.size_wh)
    if pixels.shape[1::-1] != (wide, high):
        told = phrase(
            "The camera file is for pictures of {wide} x {high} px, these have {width} x {height}: measure again (M).",
            wide=wide,
            high=high,
            width=width,
            height=height,
        )
        return KnownCameraCheck(False, told)
    place = measure_displacement(camera, pixels)
    moved_mm = place.moved_mm
    quality = camera.quality
    as_file = phrase(
        "Camera file: {verdict}, {error}",
        verdict=translate("camera", quality.verdict),
        error=accuracy_in_words(max(quality.rms_mm, quality.bow_mm)),
    )
    if moved_mm is None:
        stands = phrase("{as_file}; no marker in view, so the camera is assumed not to have moved.", as_file=as_file)
        return KnownCameraCheck(True, f"{stands} {poor_calibration_notice(camera)}".rstrip())
    if place.other_lens:
        return KnownCameraCheck(
            False, phrase("The camera file is another camera's, or for another zoom or table: measure again (M).")
        )
    if moved_mm > _MOVED_MM:
        return KnownCameraCheck(
            False,
            phrase(
                "The camera has moved by {moved:.1f} mm since its file was made: measure again (M).",
                moved=moved_mm,
            ),
        )
    moved = accuracy_in_words(moved_mm)
    stands = phrase("{as_file}; the camera has not moved ({moved}).", as_file=as_file, moved=moved)
    return KnownCameraCheck(True, f"{stands} {poor_calibration_notice(camera)}".rstrip())
