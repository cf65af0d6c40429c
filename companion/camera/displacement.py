"""Whether one picture, without any before it, was taken by the camera as it was calibrated.

Markers in their old places say that it was. Markers that are seen elsewhere, turned or only in a mirror say that it was
not; nothing may then be measured in the picture. What a live camera does about a bump is not owned here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from companion.arrays import FloatArray, Image
from companion.camera import tuning
from companion.camera.calibrated_camera import Camera
from companion.camera.camera_motion import correspondences_of, expected_corners, markers_near
from companion.camera.markers import MarkerCorners, detect_mat_markers
from companion.camera.mat import SHEET_MM
from companion.camera.pose import fit_pose, rms_length
from companion.errors import OperationError
from companion.opencv import cv2


@dataclass(frozen=True, slots=True)
class Displacement:
    """How a picture's markers lie against those of the calibration.

    moved_mm: median distance on the table between where they are seen and where they were; ``None`` where none is seen.
    seen, missing: ids of the markers. strays: those that lie elsewhere while the camera stands as it did. mirrored:
    whether they can only be read in a mirror. other_lens: whether the camera's lens could see them so
    from nowhere: another one took the picture, or another zoom, or it shows another table.
    """

    moved_mm: float | None
    seen: tuple[int, ...]
    missing: tuple[int, ...]
    strays: tuple[int, ...] = ()
    mirrored: bool = False
    other_lens: bool = False

    @property
    def has_moved(self) -> bool:
        """Whether this is no picture by the camera as it was calibrated."""
        return self.mirrored or (self.moved_mm is not None and self.moved_mm > tuning.CAMERA_MOVED_MM)


def measure_displacement(camera: Camera, pixels: Image) -> Displacement:
    """How far a picture (BGR, whole) of the calibrated size is from the one that the camera was calibrated by.

    The whole picture is searched only where the markers' old places do not tell: first for markers as large as they
    were, at last in a mirror.
    """
    found = markers_near(camera, pixels, centred_px=tuning.ROUGHLY_CENTRED_PX)
    if len(found) < min(tuning.FEWEST_MARKERS, len(camera.markers)):
        found |= _elsewhere(camera, pixels, found, of_old_size=True)
        found = found or _elsewhere(camera, pixels, found)
    if not found:
        reflected, _ = detect_mat_markers(np.ascontiguousarray(pixels[:, ::-1]), camera.markers)
        if len(reflected) >= tuning.FEWEST_MIRRORED_MARKERS:
            there = {n: corners * (-1, 1) + (pixels.shape[1] - 1, 0) for n, corners in reflected.items()}
            return _displacement(camera, there, mirrored=True)
    return _with_lens_checked(_displacement(camera, found), camera, found)


def _with_lens_checked(place: Displacement, camera: Camera, found: MarkerCorners) -> Displacement:
    """Where the camera seems to have moved: whether its lens could see the markers like that from anywhere. A lens that
    is badly known, as from straight above, tells nothing."""
    unknown = camera.quality.focal_sigma > tuning.USABLE_FOCAL
    if not place.has_moved or unknown or len(found) < tuning.FEWEST_MARKERS:
        return place
    try:
        fit = fit_pose(correspondences_of(camera.markers, found), camera.lens.lowered(-SHEET_MM))
    except OperationError:  # from nowhere at all
        return replace(place, other_lens=True)
    return replace(place, other_lens=rms_length(fit.errors_px[0]) > tuning.SAME_LENS_SHARE * max(camera.lens.size_wh))


def _displacement(camera: Camera, found: MarkerCorners, *, mirrored: bool = False) -> Displacement:
    moves_mm = _moves_mm(camera, dict(sorted(found.items())))
    strays: tuple[int, ...] = ()
    at_home = sum(move <= tuning.STILL_MARKER_MM for move in moves_mm.values())
    if not mirrored and at_home >= tuning.STILL_MARKERS:
        strays = tuple(number for number, move in moves_mm.items() if move > tuning.PUSHED_MARKER_MM)
    counted = [move for number, move in moves_mm.items() if number not in strays]
    missing = tuple(marker.id for marker in camera.markers if marker.id not in found)
    moved_mm = float(np.median(counted)) if counted else None
    return Displacement(moved_mm, tuple(moves_mm), missing, strays, mirrored)


def _moves_mm(camera: Camera, found: MarkerCorners) -> dict[int, float]:
    """How far on the table markers are seen from their old places, by id; no farther than the table is wide and
    deep together."""
    if not found:
        return {}
    then_px = [expected_corners(camera, number).mean(axis=0) for number in found]
    now_px = [corners.mean(axis=0) for corners in found.values()]
    then, now = camera.lens.to_table(np.array([*then_px, *now_px])).reshape(2, -1, 2)
    far = float(sum(camera.table.size_mm))
    moves = np.nan_to_num(np.linalg.norm(now - then, axis=1), nan=far)  # beyond the horizon they may be anything
    return dict(zip(found, np.minimum(moves, far).tolist(), strict=True))


def _elsewhere(camera: Camera, pixels: Image, near: MarkerCorners, *, of_old_size: bool = False) -> MarkerCorners:
    """The markers that are not near their old places but elsewhere in the picture, roughly.

    of_old_size: whether only those are looked for that look about as large as they did, in a smaller picture.
    """
    shrink = 1
    if of_old_size:
        areas = [_area(expected_corners(camera, marker.id)) for marker in camera.markers]
        shrink = max(1, int(np.sqrt(min(areas, default=0.0)) / tuning.SMALL_MARKER_PX))
    size_wh = pixels.shape[1] // shrink, pixels.shape[0] // shrink
    shrunk: Image = np.asarray(cv2.resize(pixels, size_wh, interpolation=cv2.INTER_AREA), np.uint8)
    ours = [marker for marker in camera.markers if marker.id not in near]
    rough, _ = detect_mat_markers(shrunk, ours, small=of_old_size)
    whole = {number: (corners + 0.5) * shrink - 0.5 for number, corners in rough.items()}
    return {number: corners for number, corners in whole.items() if _is_away(camera, number, corners)}


def _is_away(camera: Camera, number: int, corners_px: FloatArray) -> bool:
    """Whether this is that marker, and not in its old place."""
    old_px = expected_corners(camera, number)
    times = np.sqrt(_area(corners_px) / max(_area(old_px), 1.0))
    away_px = np.linalg.norm(corners_px.mean(axis=0) - old_px.mean(axis=0))
    return bool(tuning.ELSEWHERE_SIZES[0] <= times <= tuning.ELSEWHERE_SIZES[1] and away_px > tuning.ROUGH_CORNER_PX)


def _area(corners_px: FloatArray) -> float:
    return float(cv2.contourArea(corners_px.astype(np.float32)))
