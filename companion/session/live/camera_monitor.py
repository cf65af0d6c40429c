"""Where the camera stands now: watched by markers, or by the table's own grain, and measured again after a bump.

A move is believed when two frames in a row show it, and measured once the picture has come to rest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from companion.arrays import FloatArray, Image
from companion.camera import (
    CAMERA_MOVED_MM,
    Camera,
    CameraMotion,
    Landmarks,
    Pinhole,
    detect_camera_motion,
    relocate_camera,
)
from companion.geometry import Pose, flat_corners_mm
from companion.opencv import cv2
from companion.session.live import tuning
from companion.text import gettext


@dataclass(frozen=True, slots=True)
class CameraSteadiness:
    """What is known of the camera by one frame.

    moved_mm: how far it has moved, while it is not measured again; ``None``: it stands. measured: the sentence about a
    move that was measured, for as long as it is reported. suspected: whether this frame shows a move that is not
    believed yet. hidden: markers that are not seen, where too few are. unwatched: whether nothing on this table would
    show a move.
    """

    moved_mm: float | None = None
    suspected: bool = False
    measured: str = ""
    hidden: tuple[int, ...] = ()
    unwatched: bool = False

    @property
    def calm(self) -> bool:
        """Whether the camera gives no cause for thought."""
        return self.moved_mm is None and not (self.suspected or self.measured or self.hidden)


class CameraMonitor:
    """The camera in force, and what it is watched by."""

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self._landmarks: Landmarks | None = None
        self._suspected, self._searched_s = 0, -np.inf
        self._reported, self._reported_until_s = "", -np.inf
        self._last, self._checked_s = CameraSteadiness(), -np.inf

    def remember(self, pixels: Image, dice: tuple[Pose, ...]) -> None:
        """Keep the look of the table at rest, all that stands on it left out, for when markers cannot show it."""
        outlines = [self._silhouette_px(pose) for pose in dice]
        self._landmarks = Landmarks.of(self.camera, pixels, standing=outlines)

    def observe(self, pixels: Image, at_s: float, *, at_rest: bool) -> CameraSteadiness:
        """What this frame shows; where the camera has moved and the picture is at rest, it is measured again."""
        if not self._last.calm or at_s - self._checked_s >= tuning.CHECK_EVERY_S:
            self._last, self._checked_s = self._checked(pixels, at_s, at_rest=at_rest), at_s
        return self._last

    def _checked(self, pixels: Image, at_s: float, *, at_rest: bool) -> CameraSteadiness:
        standing = detect_camera_motion(self.camera, pixels)
        reported = self._best(standing, pixels, at_s, at_rest=at_rest)
        moved = reported.moved_mm is not None and reported.moved_mm > CAMERA_MOVED_MM
        self._suspected = self._suspected + 1 if moved else 0
        if self._suspected >= tuning.MOVED_LOOKS and at_rest and (lens := self._exactly(reported, pixels)):
            self._measured(lens, reported, at_s)
        enough = min(tuning.FEWEST_MARKERS_WATCHED, len(self.camera.markers))
        few = max(len(standing.seen), len(reported.seen)) < enough and not _stands(standing)
        return CameraSteadiness(
            moved_mm=reported.moved_mm if self._suspected >= tuning.MOVED_LOOKS else None,
            suspected=self._suspected > 0,
            measured=self._reported if at_s < self._reported_until_s else "",
            hidden=standing.missing if few else (),
            unwatched=len(self.camera.markers) < tuning.FEWEST_MARKERS_WATCHED and self._landmarks is None,
        )

    def _best(self, standing: CameraMotion, pixels: Image, at_s: float, *, at_rest: bool) -> CameraMotion:
        """The markers where enough are seen; else the table's grain; else markers anywhere, now and then."""
        if standing.lens is not None or _stands(standing):
            return standing
        search = at_rest and (self._suspected > 0 or at_s - self._searched_s >= tuning.SEARCH_EVERY_S)
        if search:
            self._searched_s = at_s
        moved_mm = self._landmarks.moved_mm(pixels, search=search) if self._landmarks else None
        if moved_mm is not None:
            return replace(standing, moved_mm=moved_mm)
        return (
            relocate_camera(self.camera, pixels)
            if search and len(self.camera.markers) >= tuning.FEWEST_MARKERS_WATCHED
            else standing
        )

    def _exactly(self, reported: CameraMotion, pixels: Image) -> Pinhole | None:
        """The camera as it stands now; ``None`` where no place of it explains what is seen."""
        if reported.lens is None:
            return self._landmarks.measured(pixels) if self._landmarks else None
        lens = reported.lens
        for _ in range(tuning.MEASURING_LOOKS):
            again = detect_camera_motion(replace(self.camera, lens=lens, seen_px={}), pixels)
            if again.lens is None or again.moved_mm is None:
                return None
            lens = again.lens
            if again.moved_mm < CAMERA_MOVED_MM:
                return lens
        return None

    def _measured(self, lens: Pinhole, reported: CameraMotion, at_s: float) -> None:
        by = gettext("{count} markers", count=len(reported.seen)) if reported.lens else gettext("the look of the table")
        moved = length_in_words(reported.moved_mm or 0.0)
        self._reported = gettext(
            "The camera was moved by {moved} and has been measured again by {by}: play on.", moved=moved, by=by
        )
        self._reported_until_s = at_s + tuning.TOLD_S
        self.camera = replace(self.camera, lens=lens, seen_px={})
        self._landmarks, self._suspected = None, 0

    def _silhouette_px(self, pose: Pose) -> FloatArray:
        outline = self.camera.lens.project(flat_corners_mm([pose])[0])
        middle = outline.mean(axis=0)
        return np.asarray(_hull(middle + 1.25 * (outline - middle)), np.float64)  # and the shade at its foot


def _stands(standing: CameraMotion) -> bool:
    """Whether enough markers are where they were: no bump leaves them there, though fewer are seen than tell a moved
    camera from a moved marker, for dice lie on the others."""
    enough = len(standing.seen) >= tuning.FEWEST_MARKERS_IN_PLACE
    return enough and standing.moved_mm is not None and standing.moved_mm <= CAMERA_MOVED_MM


def _hull(points: FloatArray) -> FloatArray:
    return np.asarray(cv2.convexHull(points.astype(np.float32)), np.float64).reshape(-1, 2)


def length_in_words(mm: float) -> str:
    """A length for a sentence."""
    return f"{mm:.0f} mm" if mm >= 10 else f"{mm:.1f} mm"
