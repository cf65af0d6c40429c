"""Where a printed sheet with several small markers lies on the table: each is found, or looked for where the others
say that it must be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from companion.arrays import Image
from companion.camera.calibrated_camera import Camera
from companion.camera.camera_motion import markers_near
from companion.camera.markers import MarkerCorners, detect_mat_markers, refine_markers
from companion.camera.mat import Marker
from companion.camera.tuning import CENTRED_PX, MARK_ZOOMS
from companion.geometry import Point, fit_plan
from companion.opencv import cv2

#: Sigma of the blur, in px of the enlarged picture, against noise that breaks cells up.
_SMOOTH_PX: Final = 1.5


def locate_sheet_marks(
    camera: Camera, pixels: Image, markers: Sequence[Marker], *, height_mm: float
) -> dict[int, Point]:
    """Where the middles of a sheet's markers lie on the plan, mm, by their ids; those that are not clear are left out.

    markers: as they are printed, in the sheet's own frame; height_mm: of the sheet's face above the table. A bright
    picture makes squares look smaller, but does not shift their middles.
    """
    rough = _detect(pixels, markers)
    if not rough:
        return {}
    exact = refine_markers(pixels, rough, camera.lens) or rough
    laid = replace(camera, markers=_lay(camera, markers, exact, height_mm), seen_px={})
    seen = markers_near(laid, pixels, centred_px=CENTRED_PX)
    middles = {
        number: camera.lens.to_table(corners, height_mm=height_mm).mean(axis=0) for number, corners in seen.items()
    }
    return {number: (float(x), float(y)) for number, (x, y) in middles.items()}


def _detect(pixels: Image, markers: Sequence[Marker]) -> MarkerCorners:
    """Rough corners of the markers that are found at once; small ones are in the picture enlarged and smoothed."""
    found: MarkerCorners = {}
    for zoom in MARK_ZOOMS:
        larger = cv2.resize(pixels, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC) if zoom > 1 else pixels
        smooth = cv2.GaussianBlur(larger, (0, 0), _SMOOTH_PX) if zoom > 1 else larger
        seen, _ = detect_mat_markers(np.asarray(smooth, np.uint8), markers)
        found = {number: (corners + 0.5) / zoom - 0.5 for number, corners in seen.items()} | found
    return found


def _lay(camera: Camera, markers: Sequence[Marker], seen: MarkerCorners, height_mm: float) -> tuple[Marker, ...]:
    """All markers of the sheet where they lie on the table, by those that are seen."""
    printed = np.concatenate([marker.corners_mm for marker in markers if marker.id in seen])
    measured = [camera.lens.to_table(seen[one.id], height_mm=height_mm) for one in markers if one.id in seen]
    fit = fit_plan(printed, np.concatenate(measured))
    return tuple(
        replace(marker, corners_mm=tuple((float(x), float(y)) for x, y in fit.apply(np.array(marker.corners_mm))))
        for marker in markers
    )
