"""A camera that was measured before: whether it still stands where it stood, told from a live picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.arrays import Image
from companion.camera import Camera, detect_camera_motion

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
    if (width, height) != (wide, high):
        told = (
            f"The camera file is for pictures of {wide} x {high} px, these have {width} x {height}: measure again (M)."
        )
        return KnownCameraCheck(False, told)
    moved_mm = detect_camera_motion(camera, pixels).moved_mm
    quality = camera.quality
    as_file = f"Camera file: {quality.verdict}, {max(quality.rms_mm, quality.bow_mm):.1f} mm"
    if moved_mm is None:
        return KnownCameraCheck(True, f"{as_file}; no marker in view, so the camera is assumed not to have moved.")
    if moved_mm > _MOVED_MM:
        return KnownCameraCheck(
            False, f"The camera has moved by {moved_mm:.1f} mm since its file was made: measure again (M)."
        )
    return KnownCameraCheck(True, f"{as_file}; the camera has not moved ({moved_mm:.1f} mm).")
