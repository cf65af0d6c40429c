"""Whether the camera still stands where it was calibrated, judged by the markers in a new picture: on every frame,
looked for only where they were; or of one picture, without any before it.

Markers are compared by their centres: a brighter or darker picture makes squares look smaller or larger, but does not
shift them. Markers that are seen elsewhere, turned or only in a mirror say that the camera has moved; nothing may then
be measured in the picture. What a live camera does about a bump is not owned here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from companion.arrays import FloatArray, Image
from companion.camera import tuning
from companion.camera.calibrated_camera import Camera
from companion.camera.mat import (
    SHEET_MM,
    Marker,
    MarkerCorners,
    aruco_dictionary,
    detect_corners,
    detect_mat_markers,
    refine_markers,
)
from companion.camera.pinhole import Pinhole
from companion.camera.pose import PointCorrespondences, edge_growth, fit_pose, rms_length
from companion.errors import OperationError
from companion.opencv import cv2


@dataclass(frozen=True, slots=True)
class CameraMotion:
    """How the camera stands now, by a picture's markers against those of the calibration.

    moved_mm: median distance on the table between where they are seen and where they were; ``None`` where none is seen.
    seen, missing: ids of the markers. strays: those that lie elsewhere while the camera stands as it did. mirrored:
    whether they can only be read in a mirror. other_lens: whether the camera's lens could see them so
    from nowhere: another one took the picture, or another zoom, or it shows another table. lens: the camera as it
    stands now, where that was asked for and at least three markers are seen.
    """

    moved_mm: float | None
    seen: tuple[int, ...]
    missing: tuple[int, ...]
    strays: tuple[int, ...] = ()
    mirrored: bool = False
    other_lens: bool = False
    lens: Pinhole | None = field(default=None, compare=False)

    @property
    def has_moved(self) -> bool:
        """Whether this is no picture by the camera as it was calibrated."""
        return self.mirrored or (self.moved_mm is not None and self.moved_mm > tuning.CAMERA_MOVED_MM)


def detect_camera_motion(camera: Camera, pixels: Image) -> CameraMotion:
    """How the camera stands in a picture (BGR, whole) of the size it was calibrated with."""
    seen = markers_near(camera, pixels)
    missing = tuple(marker.id for marker in camera.markers if marker.id not in seen)
    if not seen:
        return CameraMotion(None, (), missing)
    lens = None
    if len(seen) >= tuning.FEWEST_MARKERS:
        by_sheets = fit_pose(correspondences_of(camera.markers, seen), camera.lens.lowered(-SHEET_MM), near=True)
        lens = by_sheets.cameras[0].lowered(SHEET_MM)
    then = [expected_corners(camera, number).mean(axis=0) for number in seen]
    now = [corners.mean(axis=0) for corners in seen.values()]
    places = camera.lens.to_table(np.stack(then + now)).reshape(2, len(seen), 2)
    moved_mm = float(np.median(np.linalg.norm(places[1] - places[0], axis=1)))
    return CameraMotion(moved_mm, tuple(seen), missing, lens=lens)


def correspondences_of(markers: Sequence[Marker], seen: Mapping[int, FloatArray]) -> PointCorrespondences:
    """The seen markers' corners on the table and in the picture."""
    ours = [marker for marker in markers if marker.id in seen]
    return PointCorrespondences(
        np.concatenate([marker.points_mm() for marker in ours]),
        np.concatenate([seen[marker.id] for marker in ours]),
        edge_growth(np.stack([seen[marker.id] for marker in ours])),
    )


def expected_corners(camera: Camera, number: int) -> FloatArray:
    """Where a marker's corners stood when calibrated, or would have, had it not been hidden."""
    if number in camera.seen_px:
        return camera.seen_px[number]
    flat = next(marker for marker in camera.markers if marker.id == number).points_mm()
    return camera.lens.project(flat + np.array([0, 0, SHEET_MM]))


def markers_near(camera: Camera, pixels: Image, *, centred_px: float = tuning.CENTRED_PX) -> MarkerCorners:
    """The markers that are in their old places, or near them."""
    expected = {marker.id: expected_corners(camera, marker.id) for marker in camera.markers}
    there = refine_markers(pixels, expected, camera.lens, centred_px=centred_px)
    ours = {marker.id: marker for marker in camera.markers}
    there = {number: corners for number, corners in there.items() if _shows(pixels, corners, ours[number])}
    nearby = {n: _searched(pixels, expected[n], ours[n]) for n in ours.keys() - there.keys()}
    rough = {number: corners for number, corners in nearby.items() if corners is not None}
    moved = refine_markers(pixels, rough, camera.lens, centred_px=centred_px)
    return dict(sorted((there | moved).items()))


def _searched(pixels: Image, expected: FloatArray, marker: Marker) -> FloatArray | None:
    low, high = expected.min(axis=0), expected.max(axis=0)
    room = tuning.MARKER_SEARCH_SIDES * float((high - low).max())
    height, width = pixels.shape[:2]
    x0, y0 = (int(v) for v in np.clip(low - room, 0, (width, height)))
    x1, y1 = (int(v) for v in np.clip(high + room, 0, (width, height)))
    if min(x1 - x0, y1 - y0) < 2 * room / 3:
        return None
    found = detect_corners(np.ascontiguousarray(pixels[y0:y1, x0:x1]), marker.dictionary).get(marker.id)
    return None if found is None else found + np.array([x0, y0])


def _shows(pixels: Image, corners: FloatArray, marker: Marker) -> bool:
    """Whether the cells of the square carry the marker's pattern."""
    pattern = _pattern(marker.dictionary, marker.id)
    cells = len(pattern)
    square = np.array([[0, 0], [cells, 0], [cells, cells], [0, cells]], np.float32)
    plane = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    rows, columns = np.mgrid[0:cells, 0:cells] + 0.5
    centres = np.stack([columns, rows], axis=-1).reshape(-1, 1, 2).astype(np.float32)
    places = np.round(cv2.perspectiveTransform(centres, plane)).astype(int).reshape(-1, 2)
    places = np.clip(places, 0, (pixels.shape[1] - 1, pixels.shape[0] - 1))
    values = pixels[places[:, 1], places[:, 0], 1].astype(np.float64)
    white = pattern.ravel()
    middle = (values[white].mean() + values[~white].mean()) / 2
    right = ((values > middle) == white).reshape(pattern.shape)[1:-1, 1:-1]
    return bool(np.mean(right) >= tuning.MIN_RIGHT_CELLS)


@cache
def _pattern(dictionary_name: str, number: int) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """A marker's cells with its border, True for paper."""
    names = aruco_dictionary(dictionary_name)
    return np.asarray(cv2.aruco.generateImageMarker(names, number, names.markerSize + 2)) > 127


def measure_displacement(camera: Camera, pixels: Image) -> CameraMotion:
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


def _with_lens_checked(place: CameraMotion, camera: Camera, found: MarkerCorners) -> CameraMotion:
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


def _displacement(camera: Camera, found: MarkerCorners, *, mirrored: bool = False) -> CameraMotion:
    moves_mm = _moves_mm(camera, dict(sorted(found.items())))
    strays: tuple[int, ...] = ()
    at_home = sum(move <= tuning.STILL_MARKER_MM for move in moves_mm.values())
    if not mirrored and at_home >= tuning.STILL_MARKERS:
        strays = tuple(number for number, move in moves_mm.items() if move > tuning.PUSHED_MARKER_MM)
    counted = [move for number, move in moves_mm.items() if number not in strays]
    missing = tuple(marker.id for marker in camera.markers if marker.id not in found)
    moved_mm = float(np.median(counted)) if counted else None
    return CameraMotion(moved_mm, tuple(moves_mm), missing, strays, mirrored)


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
