"""Whether the camera still stands where it was calibrated, judged by the markers in a new picture.

Looks only where the markers were, so that it can run on every frame. Markers are compared by their centres: a brighter
or darker picture makes squares look smaller or larger, but does not shift them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from companion.arrays import FloatArray, Image
from companion.camera.calibrated_camera import Camera
from companion.camera.markers import MarkerCorners, aruco_dictionary, detect_corners, refine_markers
from companion.camera.mat import SHEET_MM, Marker
from companion.camera.pinhole import Pinhole
from companion.camera.pose import PointCorrespondences, edge_growth, fit_pose
from companion.camera.tuning import CENTRED_PX, FEWEST_MARKERS, MARKER_SEARCH_SIDES, MIN_RIGHT_CELLS, ROUGHLY_CENTRED_PX
from companion.opencv import cv2


@dataclass(frozen=True, slots=True, eq=False)
class CameraMotion:
    """How the camera stands now.

    moved_mm: median distance on the table by which the seen markers seem to have moved; ``None`` where none is seen.
    seen, missing: ids of the markers. lens: the camera as it stands now, measured where at least three are seen and
    it was asked for.
    """

    moved_mm: float | None
    seen: tuple[int, ...]
    missing: tuple[int, ...]
    lens: Pinhole | None


def detect_camera_motion(camera: Camera, pixels: Image, *, measured: bool = True) -> CameraMotion:
    """How the camera stands in a picture (BGR, whole) of the size it was calibrated with.

    measured: whether its lens as it stands now is wanted too, which takes twice as long.
    """
    seen = markers_near(camera, pixels, centred_px=CENTRED_PX if measured else ROUGHLY_CENTRED_PX)
    missing = tuple(marker.id for marker in camera.markers if marker.id not in seen)
    if not seen:
        return CameraMotion(None, (), missing, None)
    lens = None
    if measured and len(seen) >= FEWEST_MARKERS:
        by_sheets = fit_pose(correspondences_of(camera.markers, seen), camera.lens.lowered(-SHEET_MM), near=True)
        lens = by_sheets.cameras[0].lowered(SHEET_MM)
    then = [expected_corners(camera, number).mean(axis=0) for number in seen]
    now = [corners.mean(axis=0) for corners in seen.values()]
    places = camera.lens.to_table(np.stack(then + now)).reshape(2, len(seen), 2)
    moved_mm = float(np.median(np.linalg.norm(places[1] - places[0], axis=1)))
    return CameraMotion(moved_mm, tuple(seen), missing, lens)


def correspondences_of(markers: Sequence[Marker], seen: MarkerCorners) -> PointCorrespondences:
    """The seen markers' corners on the table and in the picture."""
    ours = [marker for marker in markers if marker.id in seen]
    return PointCorrespondences(
        np.concatenate([marker.points_mm() for marker in ours]),
        np.concatenate([seen[marker.id] for marker in ours]),
        edge_growth(np.stack([seen[marker.id] for marker in ours])).reshape(-1, 2),
    )


def expected_corners(camera: Camera, number: int) -> FloatArray:
    """Where a marker's corners stood when calibrated, or would have, had it not been hidden."""
    if number in camera.seen_px:
        return camera.seen_px[number]
    flat = next(marker for marker in camera.markers if marker.id == number).points_mm()
    return camera.lens.project(flat + np.array([0, 0, SHEET_MM]))


def markers_near(camera: Camera, pixels: Image, *, centred_px: float = CENTRED_PX) -> MarkerCorners:
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
    room = MARKER_SEARCH_SIDES * float((high - low).max())
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
    return bool(np.mean(right) >= MIN_RIGHT_CELLS)


@cache
def _pattern(dictionary_name: str, number: int) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """A marker's cells with its border, True for paper."""
    names = aruco_dictionary(dictionary_name)
    return np.asarray(cv2.aruco.generateImageMarker(names, number, names.markerSize + 2)) > 127
