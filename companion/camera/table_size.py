"""How large a table is, from the markers in its corners: their own size is known, their distances are not.

Good to about half a percent: as exact as the markers are printed and as the lens is straight. A ruler is better.

Whether the markers lie as a mat says, and on which mat they would: distances tell, whatever camera is fitted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.arrays import FloatArray, Image
from companion.camera import tuning
from companion.camera.camera_motion import correspondences_of
from companion.camera.mat import Marker, MarkerCorners, Mat, detect_mat_markers, list_markers, refine_markers
from companion.camera.pictures import Picture
from companion.camera.pinhole import Pinhole
from companion.camera.pose import fit_focal, fit_pose, rms_length
from companion.errors import OperationError
from companion.text import gettext

Size = tuple[float, float]
MarkersOf = Callable[[Size], Sequence[Marker]]


@dataclass(frozen=True, slots=True)
class TableSize:
    """A table's size, and how well the markers agree on it, px."""

    size_mm: Size
    rms_px: float


def estimate_table_size(pixels: Image, markers_of: MarkersOf, guess_mm: Size, *, equal: bool = False) -> TableSize:
    """The size of a table from one picture (BGR) of all its markers.

    markers_of: where the markers lie on a table of a size, mm; guess_mm: to begin with, may be far off; equal: the
    table is as deep as wide.
    Raises ``OperationError`` where not all markers are seen, or no size fits them.
    """
    seen = _all_seen(pixels, markers_of(guess_mm))
    size_wh = pixels.shape[1], pixels.shape[0]
    axes = np.array([[1.0, 1.0]]) if equal else np.eye(2)
    size = np.clip(np.array(guess_mm, np.float64), *tuning.SIZES_MM)
    for _ in range(tuning.SIZE_STEPS):
        errors = _errors(seen, markers_of, size, size_wh)
        slopes = [(_errors(seen, markers_of, size + tuning.SIZE_SLOPE_MM * axis, size_wh) - errors) for axis in axes]
        step = np.linalg.lstsq(np.stack(slopes, axis=1) / tuning.SIZE_SLOPE_MM, -errors, rcond=None)[0] @ axes
        size = np.clip(size + np.clip(step, -tuning.MAX_SIZE_STEP_MM, tuning.MAX_SIZE_STEP_MM), *tuning.SIZES_MM)
        if np.abs(step).max() < tuning.SIZE_FOUND_MM:
            break
    rms_px = float(np.sqrt(np.mean(errors**2)))
    if rms_px > tuning.MAX_SIZE_RMS_PX:
        raise OperationError(
            gettext("No size of a table fits these markers: lay each into its own corner, upright, and try again.")
        )
    return TableSize((float(size[0]), float(size[1])), rms_px)


def _all_seen(pixels: Image, markers: Sequence[Marker]) -> MarkerCorners:
    rough, _ = detect_mat_markers(pixels, markers)
    missing = [marker.id for marker in markers if marker.id not in rough]
    if missing:
        raise OperationError(
            gettext(
                "For the table's size all markers must be visible; {markers} missing.", markers=list_markers(missing)
            )
        )
    exact = refine_markers(pixels, rough)
    return rough | exact


def _errors(seen: MarkerCorners, markers_of: MarkersOf, size_mm: FloatArray, size_wh: tuple[int, int]) -> FloatArray:
    """What is left of the markers' corners by the camera that fits best, (n,) px."""
    sighting = correspondences_of(markers_of((float(size_mm[0]), float(size_mm[1]))), seen)
    return np.asarray(fit_focal([sighting], size_wh).errors_px[0], np.float64).ravel()


def find_fitting_mat(picture: Picture, mat: Mat, others: Mapping[str, Mat], lens: Pinhole | None = None) -> str:
    """The name of the mat on which the markers of a picture lie, where they do not lie as the mat taken says.

    Empty where that mat fits, or no other does far better. lens: where it was measured; its place does not matter.
    """
    seen, _ = detect_mat_markers(picture.pixels, mat.markers)
    if len(seen) < tuning.FEWEST_TO_TELL_MATS:
        return ""
    corners = seen | refine_markers(picture.pixels, seen, lens)
    taken_px = _misfit_px(mat, corners, picture, lens)
    if taken_px <= tuning.OTHER_MAT_PX:
        return ""
    misfits_px = {
        name: _misfit_px(other, corners, picture, lens)
        for name, other in others.items()
        if corners.keys() <= {marker.id for marker in other.markers}
    }
    best = min(misfits_px, key=lambda name: misfits_px[name], default="")
    return best if best and misfits_px[best] * tuning.OTHER_MAT_GAIN < taken_px else ""


def _misfit_px(mat: Mat, corners: MarkerCorners, picture: Picture, lens: Pinhole | None) -> float:
    """What is left of the markers' corners, RMS, by the camera that fits that mat best."""
    sighting = correspondences_of(mat.markers, corners)
    try:
        fit = fit_pose(sighting, lens) if lens is not None else fit_focal([sighting], picture.size_wh)
    except OperationError:
        return float("inf")
    return rms_length(fit.errors_px[0])
