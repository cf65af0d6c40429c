"""What is remembered of a table from one picture to the next: a die whose place looks as it did still lies there, and
only what has changed is read again.

A die that lies still is never looked for, so that it cannot be overlooked. Where a place has changed a little, by a
shadow or a hand beside it, it is read again; if the reading misses the die then, its look still says that it is there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.arrays import Image, Places
from companion.camera import Camera, Pinhole
from companion.geometry import Pose, cannot_both_lie, circumradius_mm, flat_corners_mm
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.picture_check import PictureCheck
from companion.vision.picture_tiles import ChangedTiles
from companion.vision.reading import DieReading
from companion.vision.rectify import MapPart, PlaneMap, sample_part
from companion.vision.scene_change import (
    UNTOUCHED,
    DieLook,
    Lightless,
    LookComparison,
    changed_in,
    compare_looks,
    die_looks,
    hide_any,
    places_behind,
    without_specks,
)
from companion.vision.top_faces.background_model import BackgroundModel, ForegroundMap
from companion.vision.top_faces.face_detector import FaceDetector, map_parts
from companion.vision.whole_dice import Attenuation


@dataclass(frozen=True, slots=True, eq=False)
class RememberedDie:
    """A die as it was last read, and what its place looked like then; hidden: whether it was not seen there any more
    when the table was last read, though it may lie there still."""

    reading: DieReading
    look: DieLook
    hidden: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class SceneComparison:
    """A picture (BGR), by a camera, beside what is remembered of its table.

    grey: the picture in grey; renewed: what is to be remembered of it (``ChangedTiles.renewed``). foreground: the face
    detector's maps, and the table without dice as this camera sees it. still: dice that lie
    untouched. disturbed: those whose place has changed; alike: those of them whose place still looks much as it did.
    within: where on each map something may lie that is to be read; ``None``: anywhere. check: that of the remembered
    picture, where so little has changed that it holds for this one too. overlooked: where a die seemed to lie that was
    not reported, and nothing has changed since.
    """

    picture: Image
    grey: Image
    camera: Camera
    foreground: ForegroundMap
    renewed: Image
    still: tuple[RememberedDie, ...] = ()
    disturbed: tuple[RememberedDie, ...] = ()
    alike: tuple[RememberedDie, ...] = ()
    within: tuple[Places, ...] | None = None
    check: PictureCheck | None = None
    overlooked: tuple[Pose, ...] = ()

    def completed(self, read: Sequence[DieReading]) -> tuple[DieReading, ...]:
        """All dice on the table, with those that were read where something has changed."""
        kept = [die.reading for die in self.still]
        fresh = [die for die in read if not _is_among(die, kept)]
        named = [die for die in fresh if die.name is not None]
        missed = [die.reading for die in self.alike if not _is_among(die.reading, named)]
        return (*kept, *named, *missed, *(die for die in fresh if die.name is None and not _is_among(die, missed)))

    def unchanged(self, poses: Sequence[Pose]) -> tuple[Pose, ...]:
        """Of some places those that look as they did."""
        changed = self.changed(poses)
        return tuple(pose for pose in poses if pose not in changed)

    def changed(self, poses: Sequence[Pose]) -> list[Pose]:
        """Of some places those that are to be read; nothing that lies at the others has been touched since."""
        if self.within is None:
            return list(poses)
        to_read = hide_any(poses, self.camera.lens, self.foreground.background.plans[0], self.within[0])
        return [pose for pose, is_to_read in zip(poses, to_read, strict=True) if is_to_read]


@dataclass(frozen=True, slots=True, eq=False)
class TableMemory:
    """What is known of a table when its next picture comes; nothing yet where ``camera`` is ``None``.

    dice: those on it, and those that were hidden when it was last read. suspects: where the face detector saw
    something, read as a die or not. maps, looks: the face detector's of that picture, with and without light;
    background: the table without dice. thorough: whether the next reading looks also where nothing has changed, but
    something lies that is not the table. overlooked: where a die seemed to lie that was not reported. attenuation: what
    the last pictures took from the likeness of dice.
    """

    camera: Camera | None = None
    maps: tuple[Image, ...] = ()
    looks: tuple[Lightless, ...] = ()
    dice: tuple[RememberedDie, ...] = ()
    suspects: tuple[Pose, ...] = ()
    background: BackgroundModel | None = None
    check: PictureCheck | None = None
    thorough: bool = False
    overlooked: tuple[Pose, ...] = ()
    attenuation: Attenuation | None = None
    grey: Image | None = None

    def compare(self, picture: Image, camera: Camera, detector: FaceDetector) -> SceneComparison:
        """What a picture (BGR) of the same table shows otherwise. The camera may have been measured anew since."""
        known = (self.background or BackgroundModel.unknown(camera.lens, detector)).seen_from(camera.lens, detector)
        grey: Image = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        same_camera = self.camera is camera and picture.shape[1::-1] == camera.lens.size_wh
        tiles = self._changed_tiles(grey) if same_camera else None
        foreground, parts = self._foreground(picture, known, detector, tiles)
        pairs = list(zip(self.dice, self._comparisons(picture, camera.lens, tiles), strict=True))
        # Whether there is no need to read it again as it lies.
        still = [die for die, seen in pairs if same_camera and seen.is_same and die.reading.name is not None]
        others = [(die, seen) for die, seen in pairs if not any(die is one for one in still)]
        alike = [die for die, seen in others if seen.is_alike]
        renewed = grey if tiles is None or self.grey is None else tiles.renewed(self.grey, grey)
        disturbed = tuple(die for die, _ in others)
        scene = SceneComparison(picture, grey, camera, foreground, renewed, tuple(still), disturbed, tuple(alike))
        scene = self._with_places(scene, parts) if same_camera else replace(scene, within=foreground.places_to_read())
        return replace(scene, overlooked=scene.unchanged(self.overlooked))

    def _changed_tiles(self, grey: Image) -> ChangedTiles | None:
        """What differs at all from the remembered picture; ``None`` where all is to be measured anew."""
        return None if self.grey is None or self.thorough else ChangedTiles.between(self.grey, grey)

    def _foreground(
        self, picture: Image, known: BackgroundModel, detector: FaceDetector, tiles: ChangedTiles | None
    ) -> tuple[ForegroundMap, list[list[MapPart]]]:
        """The maps of a picture, as remembered but where it differs; and the parts of each that are new."""
        if tiles is None:
            maps = detector.maps(picture)
            return ForegroundMap.of(known, maps), [[MapPart(0, 0, *seen.shape[:2])] for seen in maps]
        parts = [[part for part, _ in map_parts(tiles.on_map(plan), 0)] for plan in known.plans]
        maps = tuple(_renewed(*one, picture) for one in zip(self.maps, known.plans, parts, strict=True))
        return ForegroundMap.renewed(known, maps, self.looks, parts), parts

    def _comparisons(self, picture: Image, lens: Pinhole, tiles: ChangedTiles | None) -> list[LookComparison]:
        """How a picture shows the places of the remembered dice."""
        looks = [die.look for die in self.dice]
        touched = [True] * len(looks)
        if tiles is not None and looks:
            corners_px = lens.project(flat_corners_mm([look.pose for look in looks]).reshape(-1, 3))
            touched = tiles.touch(corners_px.reshape(len(looks), -1, 2))
            # Where nothing has changed since a die was hidden, it is hidden still.
            touched = [one or die.hidden for one, die in zip(touched, self.dice, strict=True)]
        compared = iter(compare_looks(picture, lens, [look for look, one in zip(looks, touched, strict=True) if one]))
        return [next(compared) if one else UNTOUCHED for one in touched]

    def _with_places(self, scene: SceneComparison, parts: Sequence[Sequence[MapPart]]) -> SceneComparison:
        """With where something is to be read, by the camera of the remembered picture; parts: what is new of the
        maps."""
        foreground = scene.foreground
        changed = [without_specks(changed_in(*one)) for one in zip(self.looks, foreground.looks, parts, strict=True)]
        if self.thorough:
            changed = [places | there for places, there in zip(changed, foreground.differing, strict=True)]
        plans = foreground.background.plans
        within = tuple(_to_read(places, plan, scene) for places, plan in zip(changed, plans, strict=True))
        little = all(np.count_nonzero(places) < tuning.MOSTLY_CHANGED * places.size for places in within)
        return replace(scene, within=within, check=self.check if little else None)

    def after(
        self,
        scene: SceneComparison,
        candidates: Sequence[Pose],
        dice: Sequence[DieReading],
        overlooked: Sequence[Pose],
        check: PictureCheck,
    ) -> TableMemory:
        """What is remembered once these dice were read of the candidates in that scene; overlooked: where one seemed to
        lie that was not reported."""
        kept = {id(die.reading): die for die in (*scene.still, *scene.alike)}
        fresh = [die for die in dice if id(die) not in kept]
        looks = die_looks(scene.picture, scene.camera.lens, [die.pose for die in fresh])
        there = [replace(kept[id(die)], hidden=False) for die in dice if id(die) in kept]
        there += [RememberedDie(die, look) for die, look in zip(fresh, looks, strict=True)]
        lost = (die for die in scene.disturbed if _may_be_hidden(die.reading, scene, dice))
        hidden = [replace(die, hidden=True) for die in lost]
        suspects = tuple(dict.fromkeys((*candidates, *overlooked, *scene.unchanged(self.suspects))))
        seen = scene.foreground
        return TableMemory(
            scene.camera, seen.sharp, seen.looks, (*there, *hidden), suspects, seen.background, check,
            overlooked=tuple(overlooked), attenuation=self.attenuation, grey=scene.renewed,
        )  # fmt: skip

    def agreed(self, dice: Sequence[DieReading], *, sure: bool) -> TableMemory:
        """The same with each die as several readings agree on it; what none of them sees is remembered no more. sure:
        whether they are enough, so that beside its dice the table shows itself."""
        pairs = ((die, next((one for one in dice if _one_die(die.reading.pose, one.pose)), None)) for die in self.dice)
        there = tuple(replace(die, reading=one) for die, one in pairs if one is not None)
        background = self.background
        if sure and background is not None:
            seen, hidden = ([die.reading.pose for die in there if die.hidden is so] for so in (False, True))
            background = background.learned(self.maps, self.looks, seen, self.suspects, hidden)
        return replace(self, dice=there, background=background)

    def shows_table_at(self, pose: Pose) -> bool | None:
        """Whether nothing lies where a die at this pose would lie; ``None`` where that is unknown."""
        return None if self.background is None else self.background.shows_at(pose, self.maps, self.looks)


def _renewed(seen: Image, plan: PlaneMap, parts: Sequence[MapPart], picture: Image) -> Image:
    """A map with these parts of it as a picture shows them."""
    if not parts:
        return seen
    out = seen.copy()
    for part in parts:
        out[part.slices] = sample_part(picture, plan, part)
    return out


def _to_read(changed: Places, plan: PlaneMap, scene: SceneComparison) -> Places:
    """On a map the places that have changed, with their surroundings, and those of disturbed dice."""
    if not scene.disturbed and not changed.any():
        return changed
    lens = scene.camera.lens
    places = changed | places_behind([die.reading.pose for die in scene.disturbed], lens, plan)
    places = cv2.dilate(places.astype(np.uint8), np.ones((tuning.CHANGE_RIM_PX,) * 2, np.uint8)) > 0
    return np.asarray(places & ~places_behind([die.reading.pose for die in scene.still], lens, plan))


def _may_be_hidden(die: DieReading, scene: SceneComparison, dice: Sequence[DieReading]) -> bool:
    """Whether a die that is not read any more may lie there still: no other lies there, and its place does not show the
    table."""
    built_over = _is_among(die, dice) or any(cannot_both_lie(die.pose, one.pose) for one in dice)
    seen = scene.foreground
    return not built_over and seen.background.shows_at(die.pose, seen.sharp, seen.looks) is not True


def _is_among(die: DieReading, others: Sequence[DieReading]) -> bool:
    return any(_one_die(die.pose, other.pose) for other in others)


def _one_die(one: Pose, other: Pose) -> bool:
    """Whether both are of one die: two dice cannot lie so near (GEO-10)."""
    return math.dist(one.centre_mm, other.centre_mm) < tuning.ONE_BODY_DISTANCE * circumradius_mm(one.edge_mm)
