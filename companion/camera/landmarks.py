"""Where the camera stands, found from what the table itself looks like: grain, stains, print; for tables without
markers.

Remembers small places of a still table top and finds them in later pictures, also by another camera pose. Only what
lies flat on the table may be remembered: what stands up shifts against it when the camera moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray, Image
from companion.camera import tuning
from companion.camera.calibrated_camera import Camera
from companion.camera.camera_motion import CameraMotion, detect_camera_motion
from companion.camera.mat import detect_mat_markers
from companion.camera.pinhole import Pinhole
from companion.camera.pose import PointCorrespondences, fit_pose
from companion.geometry import at_height
from companion.opencv import cv2

_ALIGNING: Final = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 1e-5)

LightImage = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Landmarks:
    """Places of a table top, (N, 2) px of the shrunk picture ``grey``, and the camera that saw them.

    free: 255 where the table's surface is seen in it.
    """

    camera: Camera
    grey: Image
    free: Image
    places_px: FloatArray
    shrink: float

    @classmethod
    def of(cls, camera: Camera, pixels: Image, *, standing: Sequence[FloatArray] = ()) -> Landmarks | None:
        """What a still picture (BGR) has to remember; ``None`` where the table is too plain.

        standing: outlines, (n, 2) px, of what stands on the table (dice, cups).
        """
        grey, shrink = _shrunk(pixels)
        rim = camera.lens.project(at_height(camera.table.outline(), 0.0))
        free = np.zeros(grey.shape, np.uint8)
        cv2.fillPoly(free, [np.round(rim * shrink).astype(np.int32)], 255)
        for outline in standing:
            cv2.fillConvexPoly(free, np.round(outline * shrink).astype(np.int32), 0)
        free = np.asarray(cv2.erode(free, np.ones((9, 9), np.uint8)), np.uint8)
        corners = cv2.goodFeaturesToTrack(
            grey, tuning.MOST_LANDMARKS, tuning.MIN_TEXTURE, tuning.LANDMARK_DISTANCE_PX, mask=free
        )
        found = cast("NDArray[np.float32] | None", corners)  # OpenCV's types say that it always finds some
        if found is None or len(found) < tuning.FEWEST_LANDMARKS:
            return None
        return cls(camera, grey, free, np.asarray(found, np.float64).reshape(-1, 2), shrink)

    def moved_mm(self, pixels: Image, *, search: bool = True) -> float | None:
        """How far the table seems to have moved in a picture of the same size: the median over its places.

        ``None`` where too few are found. search: also after a large move, which takes some 50 ms more.
        """
        grey, _ = _shrunk(pixels)
        found = self._followed(grey) or (self._searched(grey) if search else None)
        if found is None:
            return None
        then_mm, now_mm = (self.camera.lens.to_table(places / self.shrink) for places in found)
        return float(np.median(np.linalg.norm(now_mm - then_mm, axis=1)))

    def measured(self, pixels: Image) -> Pinhole | None:
        """The camera as it stands in a picture at rest, by all of the table's surface: good to some tenths of a
        millimetre, and slow (a tenth of a second). ``None`` where the table is not known again."""
        grey, _ = _shrunk(pixels)
        found = self._followed(grey) or self._searched(grey)
        plane = _plane(*found, tuning.STRAY_LANDMARK_PX)[0] if found else None
        if plane is None:
            return None
        then, now = _without_light(self.grey), _without_light(grey)
        # 255 where the surface is seen in both pictures and looks the same: no die has come or gone there.
        undone = cv2.warpPerspective(now, plane, now.shape[::-1], flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        apart = np.abs(cv2.GaussianBlur(undone - then, (0, 0), 1.5)) > tuning.OTHER_CONTENT
        other = cv2.dilate(apart.astype(np.uint8), np.ones((15, 15), np.uint8))
        same = np.where(other > 0, np.uint8(0), self.free)
        plane = _aligned(then, now, plane, same)
        rows, columns = np.nonzero(same[:: tuning.SAME_GRID_PX, :: tuning.SAME_GRID_PX])
        grid = np.column_stack([columns, rows]).astype(np.float64) * tuning.SAME_GRID_PX
        if plane is None or len(grid) < tuning.FEWEST_LANDMARKS:
            return None
        # The camera that sees at ``now_px`` what the old one saw on the table top at ``then_px``; ``None`` where no
        # camera above the table sees it so.
        now_px = _seen_by(plane, grid) / self.shrink
        flat = at_height(self.camera.lens.to_table(grid / self.shrink), 0.0)
        sighting = PointCorrespondences.of_points(flat, now_px, tuning.LANDMARK_SIGMA_PX / self.shrink)
        fit = fit_pose(sighting, self.camera.lens, near=True)
        off_px = float(np.median(np.linalg.norm(fit.errors_px[0], axis=1)))
        return fit.cameras[0] if off_px < tuning.STRAY_LANDMARK_PX and fit.cameras[0].eye_mm[2] > 0 else None

    def _followed(self, grey: Image) -> tuple[FloatArray, FloatArray] | None:
        """The places then and now, where enough of them tell one small move."""
        start = self.places_px.astype(np.float32).reshape(-1, 1, 2)
        found, seen, _ = cv2.calcOpticalFlowPyrLK(
            self.grey, grey, start, start.copy(), winSize=tuning.FLOW_WINDOW_PX, maxLevel=tuning.FLOW_LEVELS
        )
        good = np.ravel(seen) > 0
        then, now = (np.asarray(places, np.float64)[good].reshape(-1, 2) for places in (start, found))
        least = max(tuning.AGREEING_LANDMARKS * len(start), tuning.FEWEST_LANDMARKS / 2)
        if len(then) < least:
            return None
        plane, agreeing = _plane(then, now, tuning.STRAY_LANDMARK_PX)
        return None if plane is None or agreeing.sum() < least else (then[agreeing], now[agreeing])

    def _searched(self, grey: Image) -> tuple[FloatArray, FloatArray] | None:
        """The same after a large move: matched by look, the move undone in the picture, then followed exactly."""
        orb = cv2.ORB.create(tuning.ORB_FEATURES)
        keys, prints = orb.detectAndCompute(self.grey, None)
        new_keys, new_prints = orb.detectAndCompute(grey, None)
        if not keys or not new_keys:
            return None
        pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(prints, new_prints)
        then = np.array([keys[pair.queryIdx].pt for pair in pairs]).reshape(-1, 2)
        now = np.array([new_keys[pair.trainIdx].pt for pair in pairs]).reshape(-1, 2)
        if len(pairs) < tuning.FEWEST_LANDMARKS:
            return None
        plane, _ = _plane(then, now, 3 * tuning.STRAY_LANDMARK_PX)
        if plane is None:
            return None
        undone = cv2.warpPerspective(grey, plane, grey.shape[::-1], flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        found = self._followed(np.asarray(undone, np.uint8))
        if found is None:
            return None
        return found[0], _seen_by(plane, found[1])


def relocate_camera(camera: Camera, pixels: Image) -> CameraMotion:
    """How a camera stands that was moved so far that its markers are not near their old places: all is searched."""
    seen, _ = detect_mat_markers(pixels, camera.markers)
    missing = tuple(marker.id for marker in camera.markers if marker.id not in seen)
    if len(seen) < tuning.FEWEST_MARKERS:
        return CameraMotion(None, tuple(seen), missing)
    middles_px = np.array([corners.mean(axis=0) for corners in seen.values()])
    lie = {marker.id: np.mean(marker.corners_mm, axis=0) for marker in camera.markers}
    moved = camera.lens.to_table(middles_px) - np.array([lie[number] for number in seen])
    lens = detect_camera_motion(replace(camera, seen_px=seen), pixels).lens
    return CameraMotion(float(np.median(np.linalg.norm(moved, axis=1))), tuple(seen), missing, lens=lens)


def _shrunk(pixels: Image) -> tuple[Image, float]:
    """The picture in grey and small, and by how much."""
    shrink = min(1.0, tuning.LANDMARK_WIDTH_PX / pixels.shape[1])
    grey: NDArray[np.uint8] = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    if shrink == 1.0:
        return grey, shrink
    size = round(pixels.shape[1] * shrink), round(pixels.shape[0] * shrink)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8), shrink


def _without_light(grey: Image) -> LightImage:
    """The picture's own strokes, without the light that lies on them."""
    light = grey.astype(np.float32)
    return np.asarray(light - cv2.GaussianBlur(light, (0, 0), tuning.LIGHT_SIGMA_PX), np.float32)


def _aligned(then: LightImage, now: LightImage, plane: FloatArray, same: Image) -> FloatArray | None:
    """The plane's move, (3, 3), from all pixels of the surface at once (Evangelidis and Psarakis, 2008)."""
    seen = cv2.warpPerspective(same, plane, now.shape[::-1], flags=cv2.INTER_NEAREST)
    try:
        start = plane.astype(np.float32)
        alike, exact = cv2.findTransformECC(then, now, start, cv2.MOTION_HOMOGRAPHY, _ALIGNING, seen, 3)
    except cv2.error:  # OpenCV's way to say that it found none
        return None
    return np.asarray(exact, np.float64) if alike > tuning.MIN_ALIGNED_CORRELATION else None


def _seen_by(plane: FloatArray, places_px: FloatArray) -> FloatArray:
    return np.asarray(cv2.perspectiveTransform(places_px[:, None], plane).reshape(-1, 2), np.float64)


#: What OpenCV finds, where it finds one; its types say that it always does.
_Homography = tuple[FloatArray | None, NDArray[np.uint8] | None]


def _plane(then: FloatArray, now: FloatArray, stray_px: float) -> tuple[FloatArray | None, NDArray[np.bool_]]:
    """How a plane seen then is seen now, (3, 3), and which pairs agree; ``None`` where none do."""
    cv2.setRNGSeed(1)  # the same pictures, the same answer
    plane, fits = cast("_Homography", cv2.findHomography(then, now, cv2.RANSAC, stray_px, maxIters=tuning.RANSAC_TRIES))
    if plane is None or fits is None or np.linalg.det(plane) <= 0:  # a table is never seen in a mirror
        return None, np.zeros(len(then), np.bool_)
    return plane, np.ravel(fits) > 0
