"""Whether the markers lie as a mat says, and on which mat they would: distances tell, whatever camera is fitted."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.camera.camera_motion import correspondences_of
from companion.camera.markers import MarkerCorners, detect_mat_markers, refine_markers
from companion.camera.mat import Mat
from companion.camera.pictures import Picture
from companion.camera.pinhole import Pinhole
from companion.camera.pose import fit_focal, fit_pose
from companion.camera.tuning import FEWEST_TO_TELL_MATS, OTHER_MAT_GAIN, OTHER_MAT_PX
from companion.errors import OperationError


def find_fitting_mat(picture: Picture, mat: Mat, others: Mapping[str, Mat], lens: Pinhole | None = None) -> str:
    """The name of the mat on which the markers of a picture lie, where they do not lie as the mat taken says.

    Empty where that mat fits, or no other does far better. lens: where it was measured; its place does not matter.
    """
    seen, _ = detect_mat_markers(picture.pixels, mat.markers)
    if len(seen) < FEWEST_TO_TELL_MATS:
        return ""
    corners = seen | refine_markers(picture.pixels, seen, lens)
    taken_px = _misfit_px(mat, corners, picture, lens)
    if taken_px <= OTHER_MAT_PX:
        return ""
    misfits_px = {
        name: _misfit_px(other, corners, picture, lens)
        for name, other in others.items()
        if corners.keys() <= {marker.id for marker in other.markers}
    }
    best = min(misfits_px, key=lambda name: misfits_px[name], default="")
    return best if best and misfits_px[best] * OTHER_MAT_GAIN < taken_px else ""


def _misfit_px(mat: Mat, corners: MarkerCorners, picture: Picture, lens: Pinhole | None) -> float:
    """What is left of the markers' corners, RMS, by the camera that fits that mat best."""
    sighting = correspondences_of(mat.markers, corners)
    try:
        fit = fit_pose(sighting, lens) if lens is not None else fit_focal([sighting], picture.size_wh)
    except OperationError:
        return float("inf")
    return float(np.sqrt(np.mean(np.sum(fit.errors_px[0] ** 2, axis=1))))
