"""What one small grey picture tells beside another: whether it is dark, whether something stirs or reaches in.

Pure and cheap: pictures are shrunk to about 480 px across first. Pictures are compared after the brightness of the
whole is made equal, so that a cloud before the window stirs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from shapely import get_coordinates

from companion.arrays import Image
from companion.camera import Camera, is_too_dark
from companion.geometry import at_height, height_mm
from companion.opencv import cv2
from companion.session.live import tuning

Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class SceneMonitor:
    """Where in the small picture the table is: its surface and around, what is beyond the rim, what is well inside.

    sample: places of ``near`` by which the light of the whole is judged. stir_px: so many changed pixels together are a
    movement. hand_px: so many are more than a die.
    """

    shrink: float
    near: Mask
    beyond: Mask
    inside: Mask
    sample: NDArray[np.intp]
    stir_px: float
    hand_px: float

    @classmethod
    def of(cls, camera: Camera, edges_mm: tuple[float, ...]) -> SceneMonitor:
        """For dice of these sizes on the table of this camera."""
        wide, tall = camera.lens.size_wh
        shrink = min(1.0, tuning.COMPARED_WIDTH_PX / wide)
        size_wh = round(wide * shrink), round(tall * shrink)
        table = _filled(camera, shrink, size_wh, 0.0)
        scale = float(np.count_nonzero(table)) / camera.table.polygon().area  # px of the small picture to the mm²
        near = _filled(camera, shrink, size_wh, tuning.LOOKED_AROUND_MM)
        inside = _filled(camera, shrink, size_wh, -tuning.RIM_STRIP_MM)
        face_px = scale * min(edges_mm) ** 2 * np.sqrt(3) / 4
        die_px = scale * max(edges_mm) * (max(edges_mm) + height_mm(max(edges_mm)))
        sample = np.flatnonzero(near)[:: tuning.LIGHT_SAMPLING]
        return cls(
            shrink,
            near,
            near & ~table,
            inside,
            sample,
            max(6.0, tuning.STIR_FACES * face_px),
            tuning.HAND_DICE * die_px,
        )

    def small(self, pixels: Image) -> Image:
        """A frame (BGR) in grey and small."""
        grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.resize(grey, self.near.shape[::-1], interpolation=cv2.INTER_AREA), np.uint8)

    def is_dark(self, small: Image) -> bool:
        """Whether nothing in the picture is bright enough to be read."""
        return is_too_dark(small[::3, ::3])

    def stirs(self, then: Image, now: Image) -> bool:
        """Whether something on the table lies otherwise."""
        changed = self._changed(then, now)
        return cv2.countNonZero(changed) >= self.stir_px and _largest(changed) >= self.stir_px

    def reaches(self, rest: Image, now: Image) -> bool:
        """Whether something larger than a die reaches in over the rim that was not there when the table was at rest."""
        changed = cv2.morphologyEx(self._changed(rest, now), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        if cv2.countNonZero(changed) < self.hand_px:
            return False
        count, labels, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
        large = [number for number in range(1, count) if stats[number, cv2.CC_STAT_AREA] >= self.hand_px]
        return any(self._crosses_the_rim(labels == number) for number in large)

    def _crosses_the_rim(self, blob: NDArray[np.bool_]) -> bool:
        return bool((blob & (self.beyond > 0)).any() and (blob & (self.inside > 0)).any())

    def _changed(self, then: Image, now: Image) -> Mask:
        """255 where the two differ by more than noise and the light of the whole, near the table only."""
        apart = cv2.blur(cv2.absdiff(self._relit(then, now), now), (3, 3))
        noise = float(np.median(apart.ravel()[self.sample]))
        least = max(tuning.LEAST_CHANGE, tuning.LEAST_CHANGE_NOISES * noise)
        return np.where(apart > least, self.near, np.uint8(0))

    def _relit(self, then: Image, now: Image) -> Image:
        """An earlier picture in the light of a later one, which may fall otherwise: brighter in all, or to one side.

        Fitted by least squares to the places that agree best, so that a hand is not taken for a shade.
        """
        rows, columns = self.near.shape
        across, along = np.linspace(-0.5, 0.5, columns), np.linspace(-0.5, 0.5, rows)
        before, wanted = (one.ravel()[self.sample].astype(np.float64) for one in (then, now))
        seen = before[:, None] * np.column_stack(
            [np.ones(len(before)), across[self.sample % columns], along[self.sample // columns]]
        )
        light = np.array([np.median(wanted) / max(1.0, float(np.median(before))), 0.0, 0.0])
        for _ in range(tuning.LIGHT_ROUNDS):
            off = np.abs(wanted - seen @ light)
            kept = seen[agree := off <= tuning.LIGHT_OUTLYING * np.median(off) + 1.0]
            light = np.linalg.solve(kept.T @ kept + np.eye(3), kept.T @ wanted[agree] + light)
        field = (light[0] + light[1] * across + (light[2] * along)[:, None]).astype(np.float32)
        return np.asarray(cv2.multiply(then, field, dtype=cv2.CV_8U), np.uint8)


def _largest(changed: Mask) -> float:
    """How many pixels the largest changed patch has."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
    return float(stats[1:, cv2.CC_STAT_AREA].max(initial=0))


def _filled(camera: Camera, shrink: float, size_wh: tuple[int, int], by_mm: float) -> Mask:
    """255 on the table top, grown by so much on all sides."""
    grown = camera.table.polygon().buffer(by_mm, join_style="mitre")
    mask = np.zeros(size_wh[::-1], np.uint8)
    for part in getattr(grown, "geoms", [grown]):  # shrunk, a table with a waist falls in two
        outline = get_coordinates(part.exterior)
        rim_px = camera.lens.project(at_height(outline, 0.0)) * shrink
        cv2.fillPoly(mask, [np.round(rim_px).astype(np.int32)], 255)
    return mask
