"""The mat's markers in a picture from anywhere: flat, partly covered, cut off.

A marker that is read tells about where the camera is; from there on it is the edges of all squares that are measured,
each by itself, so that what covers one part of a marker leaves the rest of it to be used.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.arrays import FloatArray, Image
from companion.camera.edges import edge_crossings, fit_edge_offsets
from companion.camera.handheld_adjustment import MarkerSight
from companion.camera.mat import SHEET_MM, Marker, MarkerCorners, aruco_dictionary, detect_mat_markers, refine_markers
from companion.camera.pinhole import Pinhole
from companion.camera.tuning import (
    HAND_CORNER_SIGMA_PX,
    LEAST_PRINT_LIKENESS,
    MARKER_PROFILES,
    MARKER_SEARCH_PX,
    MARKER_SPAN,
    ROUGH_CORNER_SIGMA_PX,
    SEARCH_CELL_PX,
    SEARCH_SIDES,
)
from companion.opencv import cv2

_SHARES = np.linspace(*MARKER_SPAN, MARKER_PROFILES)
#: Where along an edge it is measured how far it is off.
_MEASURED_AT = np.array([0.25, 0.75])
_LEAST_SIDE_PX = 12.0


def detect_hand_markers(pixels: Image, markers: Sequence[Marker]) -> tuple[MarkerCorners, tuple[int, ...]]:
    """The mat's markers in a picture (BGR), roughly, and the ids of other markers of the same dictionaries."""
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    shrink = max(1.0, max(grey.shape) / MARKER_SEARCH_PX)
    seen, others = _detected(grey, markers, shrink)
    if shrink > 1.0 and len(seen) < len(markers):
        whole, more = _detected(grey, markers, 1.0)
        seen, others = whole | seen, tuple(sorted({*others, *more}))
    return dict(sorted(seen.items())), others


def _detected(grey: Image, markers: Sequence[Marker], shrink: float) -> tuple[MarkerCorners, tuple[int, ...]]:
    size_wh = round(grey.shape[1] / shrink), round(grey.shape[0] / shrink)
    searched = cv2.resize(grey, size_wh, interpolation=cv2.INTER_AREA) if shrink > 1.0 else grey
    scale = np.array(grey.shape[1::-1]) / np.array(size_wh)
    seen, others = detect_mat_markers(np.asarray(searched, np.uint8), markers)
    return {number: (corners + 0.5) * scale - 0.5 for number, corners in seen.items()}, others


def corners_of(
    pixels: Image, markers: Sequence[Marker], rough: MarkerCorners, lens: Pinhole | None = None
) -> MarkerSight:
    """What the corners of the markers that were read tell: exactly where their squares are clear, else roughly."""
    exact = refine_markers(pixels, rough, lens)
    sigmas = {number: HAND_CORNER_SIGMA_PX if number in exact else ROUGH_CORNER_SIGMA_PX for number in rough}
    return MarkerSight.of_corners(markers, rough | exact, sigmas)


def edges_of(pixels: Image, markers: Sequence[Marker], camera: Pinhole) -> MarkerSight | None:
    """What the edges of all markers tell that this camera should see, good to a few pixels; ``None`` where none is
    clear."""
    rows: list[tuple[int, FloatArray, FloatArray, FloatArray, float]] = []
    for marker in markers:
        corners_mm = marker.points_mm()
        ends_mm = np.roll(corners_mm, -1, axis=0)
        height = np.array([0.0, 0.0, SHEET_MM])
        in_camera = (corners_mm + height) @ camera.rotation[2] + camera.translation[2]
        corners_px = camera.project(corners_mm + height)
        sides_px = np.linalg.norm(np.roll(corners_px, -1, axis=0) - corners_px, axis=1)
        if in_camera.min() <= 0 or sides_px.min() < _LEAST_SIDE_PX:
            continue
        feet_mm = corners_mm[:, None] + _SHARES[:, None] * (ends_mm - corners_mm)[:, None]
        feet_px = camera.project((feet_mm + height).reshape(-1, 3)).reshape(4, -1, 2)
        offsets, seen, normals = edge_crossings(pixels, feet_px, corners_px)
        measured_mm = corners_mm[:, None] + _MEASURED_AT[:, None] * (ends_mm - corners_mm)[:, None]
        measured_px = camera.project((measured_mm + height).reshape(-1, 3)).reshape(4, 2, 2)
        off, sigmas_px, known = fit_edge_offsets(offsets, seen, _SHARES, _MEASURED_AT)
        for edge in np.flatnonzero(known).tolist():
            there = measured_px[edge] + off[edge][:, None] * normals[edge]
            rows.append((marker.id, measured_mm[edge], there, np.tile(normals[edge], (2, 1)), float(sigmas_px[edge])))
    if not rows:
        return None
    ids, points, px, normal, sigmas = zip(*rows, strict=True)
    return MarkerSight(
        np.array(ids, np.intp),
        np.stack(points),
        np.stack(px),
        np.stack(normal),
        np.ones((len(rows), 2)),
        np.repeat(np.array(sigmas)[:, None], 2, axis=1),
    )


def search_markers(pixels: Image, markers: Sequence[Marker], camera: Pinhole) -> MarkerCorners:
    """Roughly where markers are that could not be read, being partly covered or cut off: where the picture looks like
    their print, near where this camera should see them."""
    found: MarkerCorners = {}
    for marker in markers:
        corners_px = camera.project(marker.points_mm() + np.array([0.0, 0.0, SHEET_MM]))
        depth = (marker.points_mm() @ camera.rotation.T + camera.translation)[:, 2]
        sides_px = np.linalg.norm(np.roll(corners_px, -1, axis=0) - corners_px, axis=1)
        if depth.min() <= 0 or sides_px.min() < _LEAST_SIDE_PX:
            continue
        there = _searched(pixels, marker, corners_px)
        if there is not None:
            found[marker.id] = there
    return found


def _searched(pixels: Image, marker: Marker, corners_px: FloatArray) -> FloatArray | None:
    """Corners (4, 2) px of a marker that looks about as thought, shifted to where its print fits best; ``None`` where
    it fits nowhere."""
    names = aruco_dictionary(marker.dictionary)
    cells = names.markerSize + 2
    print_px = cells * SEARCH_CELL_PX
    ink = cv2.aruco.generateImageMarker(names, marker.id, print_px)
    sheet = np.pad(np.asarray(ink, np.uint8), SEARCH_CELL_PX // 2, constant_values=255)
    room = round(SEARCH_SIDES * print_px)
    around = room + SEARCH_CELL_PX // 2
    square = np.array([[0, 0], [print_px, 0], [print_px, print_px], [0, print_px]], np.float32) + around - 0.5
    plane = cv2.getPerspectiveTransform(square, corners_px.astype(np.float32))
    size = print_px + 2 * around
    seen = cv2.warpPerspective(pixels, plane, (size, size), flags=cv2.INTER_AREA | cv2.WARP_INVERSE_MAP)
    scores = cv2.matchTemplate(np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY)), sheet, cv2.TM_CCOEFF_NORMED)
    _, best, _, (right, down) = cv2.minMaxLoc(scores)
    if best < LEAST_PRINT_LIKENESS:
        return None
    shifted = (square + np.array([right - room, down - room], np.float32)).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(shifted, plane), np.float64).reshape(4, 2)
