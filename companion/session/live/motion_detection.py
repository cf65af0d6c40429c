"""Whether the table lies still, frame after frame: nothing stirs, and nothing reaches in that was not there before; and
from where what moves has come.

What one small grey picture shows beside another: whether it is dark, whether something stirs or reaches in.

Pure and cheap: pictures are shrunk to about 480 px across first. Pictures are compared after the brightness of the
whole is made equal, so that a cloud before the window stirs nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from shapely import Point as Place
from shapely import get_coordinates

from companion.arrays import Image, Places
from companion.camera import Camera, is_too_dark
from companion.geometry import Point, at_height, height_mm
from companion.opencv import cv2
from companion.session.live import tuning

Mask = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class SmallLook:
    """A frame (BGR), shrunk: in grey, and in colours where these are asked for."""

    pixels: Image
    grey: Image

    @cached_property
    def colours(self) -> NDArray[np.float32]:
        """(rows, columns, 3) of 255."""
        return self.shrunk().pixels.astype(np.float32)

    def shrunk(self) -> SmallLook:
        """The same without the frame itself, to be kept."""
        small = cv2.resize(self.pixels, self.grey.shape[::-1], interpolation=cv2.INTER_AREA)
        return SmallLook(np.asarray(small, np.uint8), self.grey)


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """Changed pixels of the small picture that hang together: where they are, their middle and how many."""

    places: Places
    centre_px: NDArray[np.float64]
    area_px: float


@dataclass(frozen=True, eq=False)
class SceneMonitor:
    """Where in the small picture the table is: its surface and around, what is beyond the rim, what is well inside.

    afar: the outer part of what is beyond, or the picture's edge before it, where arms come from. sample: places of
    ``near`` by which the light of the whole is judged. stir_px: so many changed pixels together are a movement.
    hand_px: so many are more than a die; armless_px: so many more than some dice.
    """

    camera: Camera
    shrink: float
    near: Mask
    beyond: Mask
    afar: Mask
    inside: Mask
    sample: NDArray[np.intp]
    stir_px: float
    hand_px: float
    armless_px: float

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
            camera,
            shrink,
            near,
            near & ~table,
            _edge_of(near) | (near & ~_filled(camera, shrink, size_wh, tuning.ARM_FROM_MM)),
            inside,
            sample,
            max(6.0, tuning.STIR_FACES * face_px),
            tuning.HAND_DICE * die_px,
            tuning.ARMLESS_DICE * die_px,
        )

    @cached_property
    def bare(self) -> tuple[Image, ...]:
        """The table with nothing on it, as frames are compared; none where it is not known from here. Made when
        something first reaches in."""
        empty = self.camera.empty_from_here
        return () if empty is None else (self.small(empty.pixels).grey,)

    def small(self, pixels: Image) -> SmallLook:
        """A frame (BGR) as it is compared."""
        grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
        small = cv2.resize(grey, self.near.shape[::-1], interpolation=cv2.INTER_AREA)
        return SmallLook(pixels, np.asarray(small, np.uint8))

    def is_dark(self, small: Image) -> bool:
        """Whether nothing in the picture is bright enough to be read."""
        return is_too_dark(small[::3, ::3])

    def stirs(self, then: Image, now: Image, within: Mask | None = None) -> bool:
        """Whether something on the table lies otherwise; within: 255 where that is asked, left out everywhere."""
        changed = self.changed(then, now)
        changed = changed if within is None else changed & within
        return cv2.countNonZero(changed) >= self.stir_px and _largest(changed) >= self.stir_px

    def reaching(self, new: Mask, rest: SmallLook, now: SmallLook) -> Mask:
        """255 where something larger than a die reaches in over the rim; 0 everywhere where nothing does. The shade of
        a die at the rim may fall far beyond. new: 255 where the table looks as at no rest; rest: the last one."""
        where = np.zeros_like(self.near)
        for patch in _patches(new, self.hand_px):
            if self._crosses_the_rim(patch.places):
                shades = np.count_nonzero(self._shaded(rest, now, patch.places))
                if patch.area_px - shades >= self.hand_px:
                    where[patch.places] = 255
        return where

    def _shaded(self, lit: SmallLook, now: SmallLook, where: Places) -> Places:
        """Of some places those that look as if less light fell on them, (places,): darker, but no deep black, and of
        the same colour."""
        before, after = (look.colours.reshape(-1, 3)[self.sample] for look in (lit, now))
        relit = lit.colours[where] * (np.median(after, axis=0) / np.maximum(np.median(before, axis=0), 1))
        seen, tells = now.colours[where], relit >= tuning.SHADE_TOLD_FROM
        shares = seen / np.maximum(relit, 1)
        most, least = np.where(tells, shares, 0).max(axis=1), np.where(tells, shares, np.inf).min(axis=1)
        darker = (least >= tuning.DEEPEST_SHADE) & (most <= tuning.LIGHTEST_SHADE) & tells.any(axis=1)
        alike = (least >= tuning.SHADE_TINT * most) & (seen <= relit + tuning.LEAST_CHANGE).all(axis=1)
        return np.asarray(darker & alike)

    def entrances(self, changed: Mask, rest: Image, now: Image) -> tuple[Entrance, ...]:
        """Where what was not there at rest crosses the rim, or is over the table in flight; nothing where the whole
        picture changes. changed: 255 where it has since rest."""
        patches = _patches(changed, self.stir_px)
        if len(patches) > tuning.MOST_MOVING:
            return ()
        darker = now < rest
        things = [one for one in patches if np.mean(darker[one.places]) <= tuning.SHADE_DARKER_SHARE]
        return tuple(map(self._entrance, things or patches))  # by a low lamp a shade runs ahead

    def _entrance(self, patch: _Patch) -> Entrance:
        outside = np.argwhere(patch.places & (self.beyond > 0))
        if len(outside):
            return Entrance(self._place_mm(outside[:, ::-1].mean(axis=0)), min(1.0, patch.area_px / self.hand_px))
        place = self._place_mm(patch.centre_px)
        inside_mm = self.camera.table.polygon().exterior.distance(Place(place))
        weight = tuning.FLIGHT_WEIGHT * math.exp(-inside_mm / tuning.FLIGHT_REACH_MM)
        return Entrance(place, weight, in_flight=True)

    def _place_mm(self, place_px: NDArray[np.float64]) -> Point:
        x_mm, y_mm = self.camera.lens.to_table((place_px[None] + 0.5) / self.shrink - 0.5)[0]
        return float(x_mm), float(y_mm)

    def _crosses_the_rim(self, blob: Places) -> bool:
        from_there = self.beyond if np.count_nonzero(blob) >= self.armless_px else self.afar
        return bool((blob & (from_there > 0)).any() and (blob & (self.inside > 0)).any())

    def changed(self, then: Image, now: Image) -> Mask:
        """255 where the two differ by more than noise and the light of the whole, near the table only."""
        # An earlier picture in the light of a later one, which may fall otherwise: brighter in all, or to one side.
        # Fitted by least squares to the places that agree best, so that a hand is not taken for a shade.
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
        relit = np.asarray(cv2.multiply(then, field, dtype=cv2.CV_8U), np.uint8)
        apart = cv2.blur(cv2.absdiff(relit, now), (3, 3))
        noise = float(np.median(apart.ravel()[self.sample]))
        least = max(tuning.LEAST_CHANGE, tuning.LEAST_CHANGE_NOISES * noise)
        return np.where(apart > least, self.near, np.uint8(0))


def _patches(changed: Mask, least_px: float) -> list[_Patch]:
    """What has changed, in patches that hang together, those of so many pixels and more."""
    closed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    if cv2.countNonZero(closed) < least_px:
        return []
    count, labels, stats, centres = cv2.connectedComponentsWithStats(closed, connectivity=8)
    areas = stats[:, cv2.CC_STAT_AREA]
    return [_Patch(labels == n, centres[n], float(areas[n])) for n in range(1, count) if areas[n] >= least_px]


def _edge_of(near: Mask) -> Mask:
    """What of it lies at the picture's edge."""
    edge = np.full_like(near, 255)
    edge[1:-1, 1:-1] = 0
    return near & edge


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


@dataclass(frozen=True, slots=True)
class Entrance:
    """Where something came over the rim of the table in one frame: the place (mm), and how much that says; in_flight:
    that it is over the table with no arm behind it, where only the first sight of it tells where it came from."""

    at_mm: Point
    weight: float
    in_flight: bool = False


@dataclass(frozen=True, slots=True)
class Movement:
    """What a frame shows beside those before it; entrances: where what moves crosses the rim."""

    dark: bool = False
    stirs: bool = False
    reaches: bool = False
    entrances: tuple[Entrance, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _LeftThere:
    """The table as it was when something was first seen to lie over its rim, and since when it does."""

    look: Image
    since_s: float


class MotionDetector:
    """What the table looked like when it last came to rest, and since when nothing stirs."""

    def __init__(self, camera: Camera, edges_mm: tuple[float, ...]) -> None:
        self._edges_mm = edges_mm
        self.start_again(camera)

    def start_again(self, camera: Camera) -> None:
        """Forget all pictures: the camera stands elsewhere."""
        self._outlook = SceneMonitor.of(camera, self._edges_mm)
        self._rests: tuple[SmallLook, ...] = ()
        self._anchor: SmallLook | None = None
        self._since_s = 0.0
        self._left: _LeftThere | None = None

    def observe(self, pixels: Image, at_s: float) -> Movement:
        """What a frame (BGR) shows. Everything is held against the first frame that looked like this one, so that slow
        movements count too."""
        small = self._outlook.small(pixels)
        if self._outlook.is_dark(small.grey):
            self._anchor = None
            return Movement(dark=True)
        if self._anchor is None or self._outlook.stirs(self._anchor.grey, small.grey):
            self._anchor, self._since_s = small, at_s
        still_s = at_s - self._since_s
        stirs = still_s < tuning.STILL_S
        if not self._rests or still_s >= tuning.LEFT_THERE_S:
            return Movement(False, stirs)
        rest = self._rests[-1].grey
        changed = self._outlook.changed(rest, small.grey)
        entrances = self._outlook.entrances(changed, rest, small.grey) if stirs else ()
        return Movement(False, stirs, self._reaches(changed, small, at_s, stirs=stirs), entrances)

    def keep(self) -> None:
        """Take what is seen now for the table at rest."""
        assert self._anchor is not None
        if not self._rests or self._rests[-1].grey is not self._anchor.grey:
            self._anchor = self._anchor.shrunk()
            self._rests = (*self._rests, self._anchor)[-tuning.KEPT_RESTS :]

    def _reaches(self, changed: Mask, small: SmallLook, at_s: float, *, stirs: bool) -> bool:
        """Whether something reaches in that was not there at rest, nor at a rest before (when it was left there), nor
        has lain there since for so long that it is no hand, whatever was played beside it. changed: 255 where the
        picture has since the last rest."""
        where = self._over_the_rim(changed, small)
        if stirs:  # a hand may pass over what was left there
            return where is not None
        if where is None:
            self._left = None
            return False
        if self._left is None or self._outlook.stirs(self._left.look, small.grey, where):
            self._left = _LeftThere(small.grey, self._since_s)
        return at_s - self._left.since_s < tuning.LEFT_THERE_S

    def _over_the_rim(self, changed: Mask, small: SmallLook) -> Mask | None:
        """Where something reaches in that was there at no rest that is kept, and is not the bare table; None where
        nothing does."""
        *earlier, last = self._rests
        where = self._outlook.reaching(changed, last, small)
        if where.any() and (looks := (*(rest.grey for rest in earlier), *self._outlook.bare)):
            # Else nothing does in a part of what has changed since the last rest, either.
            others = (self._outlook.changed(look, small.grey) for look in looks)
            where = self._outlook.reaching(np.bitwise_and.reduce([changed, *others]), last, small)
        return where if where.any() else None
