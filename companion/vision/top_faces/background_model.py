"""The table without dice, as it was calibrated and as rests have shown it since: where a picture differs from it,
something lies there, however loud the table's own print is.

Kept on the face detector's maps, so that it is compared where dice are looked for. A place is known once it was seen
with nothing on it; what is known follows the light.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray, Image, Places
from companion.camera import Pinhole
from companion.geometry import Pose, at_height
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.rectify import MapPart, PlaneMap
from companion.vision.scene_change import (
    Lightless,
    changed_places,
    difference,
    hidden_shares,
    place_behind,
    places_behind,
    renewed_without_light,
    without_light,
    without_specks,
)
from companion.vision.top_faces.face_detector import FaceDetector

#: The camera's noise is measured in blocks of so many pixels of a map, at each of so many levels of brightness, if it
#: has so many blocks.
_BLOCK_PX: Final = 8
_LEVELS: Final = 16
_FEWEST_BLOCKS: Final = 20


@dataclass(frozen=True, eq=False)
class BackgroundModel:
    """lens: the camera that saw it; plans: the face detector's; maps: what it looks like on them, (rows, columns, 3)
    each; looks: the same without light; known: where that has been seen; first: what each place looked like when it was
    seen first, for what is known follows shades that come and go; noise: by how much the camera's noise makes what is
    so bright differ from one picture to the next, (levels,) each."""

    lens: Pinhole
    plans: tuple[PlaneMap, ...]
    maps: tuple[Image, ...]
    looks: tuple[Lightless, ...]
    known: tuple[Places, ...]
    first: tuple[Image, ...]
    noise: tuple[NDArray[np.float32], ...]

    @classmethod
    def unknown(cls, lens: Pinhole, detector: FaceDetector) -> BackgroundModel:
        """A table of which nothing is known yet."""
        plans = tuple(plan for _, plan in detector.plans)
        shapes = [plan.mapping.shape[1:] for plan in plans]
        maps = tuple(np.zeros((*shape, 3), np.uint8) for shape in shapes)
        looks = tuple(np.zeros(shape, np.float32) for shape in shapes)
        known = tuple(np.zeros(shape, np.bool_) for shape in shapes)
        return cls(lens, plans, maps, looks, known, maps, (np.zeros(_LEVELS, np.float32),) * len(plans))

    @classmethod
    def photographed(
        cls, lens: Pinhole, detector: FaceDetector, picture: Image, there: Places | None = None
    ) -> BackgroundModel:
        """The table by a picture (BGR) of it without dice; there: where in it the table is seen, (rows, columns)."""
        maps = detector.maps(picture)
        known = tuple(np.ones(seen.shape[:2], np.bool_) for seen in maps)
        if there is not None:
            shown = detector.maps(np.repeat(there.astype(np.uint8)[..., None] * 255, 3, axis=2))
            known = tuple(one[..., 0] == 255 for one in shown)
        return replace(cls.unknown(lens, detector), maps=maps, looks=lightless(maps), known=known, first=maps)

    def without(self, dice: Sequence[Pose]) -> BackgroundModel:
        """The same, where in its picture dice seem to lie no longer known."""
        known = [
            there & ~places_behind(dice, self.lens, plan) for there, plan in zip(self.known, self.plans, strict=True)
        ]
        return replace(self, known=tuple(known))

    def in_sight(self) -> BackgroundModel:
        """The same, where pictures of its camera show the table: one in the hand often shows a part."""
        size_wh = self.lens.size_wh
        known = [there & plan.shown_by(size_wh) for there, plan in zip(self.known, self.plans, strict=True)]
        return replace(self, known=tuple(known))

    @property
    def is_known(self) -> bool:
        """Whether anything of the table is known at all."""
        return any(bool(known.any()) for known in self.known)

    @cached_property
    def neighbour_ranges(self) -> tuple[tuple[Image, Image], ...]:
        """For each map the darkest and the brightest of each pixel's neighbours: prints are not seen in just the same
        place twice."""
        near = _square(3)
        return tuple(
            (np.asarray(cv2.erode(seen, near), np.uint8), np.asarray(cv2.dilate(seen, near), np.uint8))
            for seen in self.maps
        )

    def nearest_plan(self, pose: Pose) -> int:
        """The number of the map whose height is nearest to the top of a die at this pose."""
        return min(range(len(self.plans)), key=lambda n: abs(self.plans[n].height_mm - pose.top_mm))

    def shows_at(self, pose: Pose, maps: Sequence[Image], looks: Sequence[Lightless]) -> bool | None:
        """Whether the table itself is seen where a die at this pose would hide it; ``None`` where it is not known.

        A die hides all of its place: where much of it shows the table, and the rest something else or a shade, none
        lies there."""
        number = self.nearest_plan(pose)
        part, hidden = place_behind(pose, self.lens, self.plans[number])
        if not hidden.any() or np.mean(self.known[number][part.slices][hidden]) < tuning.TABLE_KNOWN_SHARE:
            return None
        around = part.grown(tuning.CHANGE_WINDOW_PX, self.known[number].shape)
        apart = difference(self.looks[number][around.slices], looks[number][around.slices])
        apart = apart[part.seen_from(around.top, around.left).slices]
        alike = self._alike(number, maps[number], apart, part, self.noise[number])
        shown = alike & self._has_its_colour(number, maps[number], part)
        return bool(np.mean(shown[hidden]) > tuning.TABLE_SHOWN_SHARE)

    def _alike(self, number: int, seen: Image, apart: Lightless, part: MapPart, noise: NDArray[np.float32]) -> Places:
        """Where a part of a map differs from that of the table by no more than the camera's noise may, which is so much
        by brightness. apart: how the part differs without light."""
        if noise.max() < tuning.LEAST_NOISE:
            return np.asarray(apart <= tuning.CHANGED_BY)
        smooth = (cv2.blur(one[part.slices], (_BLOCK_PX,) * 2) for one in (self.maps[number], seen))
        then, now = (np.asarray(one, np.float32) for one in smooth)
        same = _are_near(now, then, tuning.SAME_COLOUR_SHARE, tuning.SAME_COLOUR_BY)
        reach = np.where(same, noise[_levels(then)], np.float32(0))
        return np.asarray(apart <= tuning.CHANGED_BY + tuning.NOISE_REACH * reach)

    def _noise_in(self, number: int, seen: Image, apart: Lightless) -> NDArray[np.float32]:
        """By how much the camera's noise makes what is so bright differ, (levels,): as much as ever was seen. apart:
        how a map differs from that of the table."""
        then, known = self._blocks[number]
        same = known & _are_near(_block_means(seen), then, tuning.SAME_COLOUR_SHARE, tuning.SAME_COLOUR_BY)
        return np.maximum(self.noise[number], _noise_by_level(_block_means(apart), _levels(then), same, known))

    @cached_property
    def _blocks(self) -> tuple[tuple[NDArray[np.float32], Places], ...]:
        """Of each map the mean colours of its blocks, and which are known as a whole."""
        return tuple(
            (_block_means(seen), _block_means(known.astype(np.float32)) == 1)
            for seen, known in zip(self.maps, self.known, strict=True)
        )

    def _has_its_colour(self, number: int, seen: Image, part: MapPart) -> Places:
        """Where a part of a map has the table's colour as it was last or first, whatever the light of the whole is.

        What hides the table may be as smooth as the table itself."""
        step = tuning.LIGHT_SAMPLING_PX
        sample = step * np.flatnonzero(self.known[number].ravel()[::step])
        lit = np.median(seen.reshape(-1, 3)[sample], axis=0)
        found = np.asarray(cv2.blur(seen[part.slices], (3, 3)), np.uint8)
        same = np.zeros(found.shape[:2], np.bool_)
        for then in (self.maps[number], self.first[number]):
            light = lit / np.maximum(np.median(then.reshape(-1, 3)[sample], axis=0), 1)
            expected = cv2.blur(then[part.slices], (3, 3)) * light
            same |= _are_near(found, expected, tuning.TABLE_COLOUR_SHARE, tuning.CHANGE_NOISE)
        return same

    def learned(
        self,
        maps: Sequence[Image],
        looks: Sequence[Lightless],
        dice: Sequence[Pose],
        suspects: Sequence[Pose],
        hidden_dice: Sequence[Pose],
    ) -> BackgroundModel:
        """What a table at rest shows of it beside its dice, those that are seen and those that may be hidden. What was
        never seen before is the table, but where something is suspected, which may be a die that was overlooked; and
        where most of it looks otherwise, another lamp shines, and it is learned anew."""
        out = []
        for number, (plan, before, then, known, first, seen, look) in enumerate(
            zip(self.plans, self.maps, self.looks, self.known, self.first, maps, looks, strict=True)
        ):
            apart, mistaken = difference(then, look), np.zeros(known.shape, np.bool_)
            noise = self._noise_in(number, seen, apart)
            alike = self._alike(number, seen, apart, MapPart(0, 0, *known.shape), noise)
            for pose in dice:
                hidden = places_behind([pose], self.lens, plan)
                if np.mean(apart[hidden] > tuning.CHANGED_BY) < tuning.TABLE_SEEN_SHARE:
                    mistaken |= hidden  # a die lies there that was taken for the table
            fresh = _beside(places_behind([*dice, *hidden_dice], self.lens, plan))
            trusted = known & (np.mean(known & fresh & ~alike) <= tuning.MOSTLY_CHANGED)
            fresh &= np.where(trusted, alike, _beside(places_behind(suspects, self.lens, plan)))
            pixels, lightless_pixels = np.where(fresh[..., None], seen, before), np.where(fresh, look, then)
            new = fresh & ~trusted
            seen_first = np.where(new[..., None], seen, first)
            out.append((pixels, lightless_pixels, (trusted | fresh) & ~mistaken, seen_first, noise))
        new_maps, new_looks, new_known, new_first, new_noise = zip(*out, strict=True)
        return replace(self, maps=new_maps, looks=new_looks, known=new_known, first=new_first, noise=new_noise)

    def seen_from(self, lens: Pinhole, detector: FaceDetector) -> BackgroundModel:
        """The same table on the maps of a camera that stands elsewhere: all of it lies flat, so that each map is the
        other one shifted and scaled."""
        if lens is self.lens:
            return self
        fresh = BackgroundModel.unknown(lens, detector)
        maps, first, known = [], [], []
        for number, plan in enumerate(fresh.plans):
            # (2, 3): pixels of the new map to those of the old one, for what lies flat on the table.
            old_plan = self.plans[number]
            corners = np.array([[0.0, 0.0], [100.0, 0.0], [0.0, 100.0]])
            flat = lens.onto_plane(at_height(plan.to_table(corners), plan.height_mm), 0.0)
            back = self.lens.onto_plane(at_height(flat, 0.0), old_plan.height_mm)
            shift = np.asarray(
                cv2.getAffineTransform(corners.astype(np.float32), old_plan.to_map(back).astype(np.float32)), np.float64
            )
            size_wh = plan.mapping.shape[2], plan.mapping.shape[1]
            maps.append(_warped(self.maps[number], shift, size_wh, cv2.INTER_LINEAR))
            first.append(_warped(self.first[number], shift, size_wh, cv2.INTER_LINEAR))
            known.append(_warped(self.known[number].astype(np.uint8), shift, size_wh, cv2.INTER_NEAREST) > 0)
        return replace(
            fresh, maps=tuple(maps), looks=lightless(maps), known=tuple(known), first=tuple(first), noise=self.noise
        )


@dataclass(frozen=True, eq=False)
class ForegroundMap:
    """The table of one picture on the face detector's maps, and the same table without dice.

    sharp, looks: the maps with and without light.
    """

    background: BackgroundModel
    sharp: tuple[Image, ...]
    looks: tuple[Lightless, ...]

    @classmethod
    def of(cls, background: BackgroundModel, maps: Sequence[Image]) -> ForegroundMap:
        """Of a picture's maps."""
        return cls(background, tuple(maps), lightless(maps))

    @classmethod
    def renewed(
        cls,
        background: BackgroundModel,
        maps: Sequence[Image],
        looks: Sequence[Lightless],
        parts: Sequence[Sequence[MapPart]],
    ) -> ForegroundMap:
        """Of a picture's maps that are those of an earlier one, which looked so without light, but in these parts."""
        anew = (
            renewed_without_light(seen, tuning.CHANGE_SURROUNDINGS_PX, look, some)
            for seen, look, some in zip(maps, looks, parts, strict=True)
        )
        return cls(background, tuple(maps), tuple(anew))

    @cached_property
    def maps(self) -> tuple[Image, ...]:
        """The maps smoothed."""
        return tuple(np.asarray(cv2.blur(seen, tuning.FOREGROUND_SMOOTHING_PX), np.uint8) for seen in self.sharp)

    @cached_property
    def changed(self) -> tuple[Places, ...]:
        """On each map, where it looks otherwise than the table without dice, specks too."""
        return tuple(changed_places(then, now) for then, now in zip(self.background.looks, self.looks, strict=True))

    @cached_property
    def differing(self) -> tuple[Places, ...]:
        """On each map, where something lies that is not the table; nowhere where the table is not known."""
        known = self.background.known
        return tuple(without_specks(some & there) for some, there in zip(self.changed, known, strict=True))

    @property
    def mostly_differs(self) -> bool:
        """Whether most of what is known of the table looks otherwise, as another one would."""
        return any(
            np.count_nonzero(there) > tuning.MOSTLY_CHANGED * np.count_nonzero(known)
            for there, known in zip(self.differing, self.background.known, strict=True)
        )

    def places_to_read(self) -> tuple[Places, ...] | None:
        """On each map, where dice may lie: where it differs from the table, with a rim, or the table is not known;
        ``None`` where that is most of it, as in another light."""
        places = []
        for there, known in zip(self.differing, self.background.known, strict=True):
            closed = cv2.morphologyEx(there.astype(np.uint8), cv2.MORPH_CLOSE, _square(tuning.CHANGE_GULF_PX))
            places.append((cv2.dilate(closed, _square(tuning.CHANGE_RIM_PX)) > 0) | ~known)
        mostly = any(np.count_nonzero(some) > tuning.MOSTLY_CHANGED * some.size for some in places)
        return None if mostly else tuple(places)

    def occupied_shares(self, poses: Sequence[Pose]) -> list[float]:
        """How much of what dice at these poses would hide may be hidden: is not seen as the table, 0 to 1."""
        background, shares = self.background, [0.0] * len(poses)
        nearest = [background.nearest_plan(pose) for pose in poses]
        for number, (plan, occupied) in enumerate(zip(background.plans, self._occupied, strict=True)):
            those = [n for n, own in enumerate(nearest) if own == number]
            found = hidden_shares([poses[n] for n in those], background.lens, plan, occupied)
            for n, share in zip(those, found, strict=True):
                shares[n] = share
        return shares

    def occupied_shares_between(self, corners_mm: FloatArray, weights: FloatArray) -> FloatArray:
        """How much of each body hides, or may hide, what is not the table, 0 to 1, (n,): by its corners in space,
        (n, k, 3), at those places between them in the picture that they weigh so, (places, k)."""
        plan, occupied = self.background.plans[0], self._occupied[0]
        seen_px = plan.to_map(self.background.lens.onto_plane(corners_mm, plan.height_mm))
        columns, rows = seen_px.transpose(2, 0, 1).astype(np.float32, order="C") @ weights.T.astype(np.float32)
        seen = cv2.remap(occupied.view(np.uint8), columns, rows, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen.mean(axis=1), np.float64)

    @cached_property
    def _occupied(self) -> tuple[Places, ...]:
        """On each map, where something lies that is not the table, or the table is not known."""
        return tuple(there | ~known for there, known in zip(self.differing, self.background.known, strict=True))


def _block_means(seen: Image | Lightless) -> NDArray[np.float32]:
    """The means of a map's blocks."""
    size_wh = seen.shape[1] // _BLOCK_PX, seen.shape[0] // _BLOCK_PX
    return np.asarray(cv2.resize(seen, size_wh, interpolation=cv2.INTER_AREA), np.float32)


def _are_near(
    colours: Image | NDArray[np.float32], others: FloatArray | NDArray[np.float32], share: float, levels: float
) -> Places:
    """Where colours, (rows, columns, 3), are off by less than a share of others and so many levels."""
    return np.asarray((np.abs(colours - others) < share * others + levels).all(axis=-1))


def _levels(colours: NDArray[np.float32]) -> NDArray[np.intp]:
    """How bright colours, (rows, columns, 3) of 255, are, from 0."""
    return np.asarray(colours.max(axis=-1) * (_LEVELS / 256), np.intp)


def _noise_by_level(
    apart: NDArray[np.float32], levels: NDArray[np.intp], same: Places, known: Places
) -> NDArray[np.float32]:
    """By how much blocks of each brightness differ whose colour is the table's still, (levels,): the median, where most
    of those that are known are of these, and enough."""
    noise = np.zeros(_LEVELS, np.float32)
    alike, all_known = (np.bincount(levels[some], minlength=_LEVELS) for some in (same, known))
    for level in np.flatnonzero((2 * alike > all_known) & (alike >= _FEWEST_BLOCKS)).tolist():
        noise[level] = np.median(apart[same & (levels == level)])
    return noise


def _square(side_px: int) -> Image:
    return np.ones((side_px, side_px), np.uint8)


def lightless(maps: Sequence[Image]) -> tuple[Lightless, ...]:
    """The face detector's maps without their light."""
    return tuple(without_light(seen, tuning.CHANGE_SURROUNDINGS_PX) for seen in maps)


def _beside(places: Places) -> Places:
    """Where neither anything lies nor its shade."""
    return np.asarray(cv2.dilate(places.astype(np.uint8), _square(tuning.SHADE_PX)) == 0)


def _warped(picture: cv2.typing.MatLike, shift: FloatArray, size_wh: tuple[int, int], how: int) -> NDArray[np.uint8]:
    return np.asarray(cv2.warpAffine(picture, shift, size_wh, flags=how | cv2.WARP_INVERSE_MAP), np.uint8)
