"""From a picture to a reading: find, place, name, and say how each die lies."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from shapely import intersects_xy, prepare

from companion.arrays import Image, Places
from companion.camera import CalibrationError, Camera, Pinhole, bgr_frame, fit_picture
from companion.catalogue import Die
from companion.geometry import Pose, at_height, cannot_both_lie, contains_point, wrap_deg
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.gallery import EnrolledView, Gallery, embed_views
from companion.vision.grain import without_grain
from companion.vision.models import Network
from companion.vision.picture_check import PictureCheck, check_picture, check_size
from companion.vision.plateaus import Plateau, place_on_plateaus
from companion.vision.reading import DieReading, DieState, FaceName, Reading, UnknownObject
from companion.vision.rectify import PlaneMap
from companion.vision.shade import ShadeLift
from companion.vision.table_memory import SceneComparison, TableMemory
from companion.vision.top_faces import (
    FaceCandidate,
    FaceClassifier,
    FaceDetector,
    FaceMatch,
    PoseRefiner,
    RefinedPose,
    select_leaders,
)
from companion.vision.top_faces.background_model import BackgroundModel, ForegroundMap
from companion.vision.unknown_objects import candidates_in, find_unknown_objects, unknown_at
from companion.vision.whole_dice import (
    Attenuation,
    CalibratedScore,
    HypothesisEvaluator,
    HypothesisVerifier,
    Photograph,
    SightedPlace,
    VerifiedDie,
    share_ties,
)

#: A picture, what is named in it, what else is placed, and what is only faint.
Sights = tuple[Photograph, Sequence[tuple[RefinedPose, FaceMatch]], Sequence[RefinedPose], Sequence[FaceCandidate]]
#: Called with the name of a stage; what it returns is entered for as long as the stage lasts.
Stages = Callable[[str], AbstractContextManager[object]]


@dataclass(frozen=True, slots=True)
class Networks:
    """The three networks that reading needs."""

    detector: Network
    refiner: Network
    classifier: Network


@dataclass(frozen=True, slots=True)
class _Lying:
    """What lies on a table: its dice, and what is reported as none; overlooked: where of that a die seems to lie;
    attenuation: what the picture takes from the likeness of dice, where that is known."""

    dice: tuple[DieReading, ...]
    unknown: tuple[UnknownObject, ...]
    overlooked: tuple[Pose, ...]
    attenuation: Attenuation | None

    @classmethod
    def of(
        cls,
        dice: tuple[DieReading, ...],
        unknown: tuple[UnknownObject, ...],
        seeming: Iterable[Pose],
        lens: Pinhole,
        attenuation: Attenuation | None,
    ) -> _Lying:
        """With each place at which a die seems to lie, where neither a die nor a thing is reported already."""
        reported, overlooked = list(unknown), list[Pose]()
        for pose in seeming:
            is_die = any(cannot_both_lie(pose, die.pose) for die in dice)
            if not is_die and not any(contains_point(thing.outline_mm, pose.centre_mm) for thing in reported):
                reported.append(unknown_at(pose, lens))
                overlooked.append(pose)
        return cls(dice, tuple(reported), tuple(overlooked), attenuation)


@dataclass(frozen=True, slots=True)
class _Look:
    """One look at a picture: the places where a die may lie, those chosen as dice, what is reported of them, and what
    is seen beside them."""

    photograph: Photograph
    places: Sequence[SightedPlace]
    chosen: Sequence[VerifiedDie]
    dice: tuple[DieReading, ...]
    unknown: tuple[UnknownObject, ...]


class Reader:
    """Reads pictures of one table, taken by one camera, of the dice of one gallery."""

    def __init__(
        self,
        camera: Camera,
        dice: Mapping[str, Die],
        gallery: Gallery,
        networks: Networks,
        score: CalibratedScore | None = None,
    ) -> None:
        self.camera, self.dice = camera, dice
        self._detector = FaceDetector.over(camera, _edges(dice), networks.detector)
        self._refiner = PoseRefiner(networks.refiner)
        self._presence = networks.detector.constants["presence"]
        known = gallery.only_faces({FaceName(die.id, face.key) for die in dice.values() for face in die.faces})
        self.gallery, self.networks = known, networks
        self._classifier = FaceClassifier(networks.classifier, known)
        self._verifier = HypothesisVerifier(
            self._refiner, self._classifier, HypothesisEvaluator(dice, known.views), score or CalibratedScore.load()
        )
        self._calibration = CalibrationError.of(camera)
        self._table = camera.table.polygon()
        prepare(self._table)
        self._background: BackgroundModel | None = None
        self._plateaus: tuple[Plateau, ...] = ()

    def with_plateaus(self, plateaus: Iterable[Plateau]) -> Reader:
        """A reader of the same table on which such hills stand."""
        raised = copy(self)
        raised._plateaus = tuple(plateaus)
        return raised

    def with_views(self, views: Sequence[EnrolledView]) -> Reader:
        """A reader that knows more views of the faces of its dice."""
        more = copy(self)
        prints = embed_views(views, self.networks.classifier)
        more.gallery = Gallery((*self.gallery.views, *views), np.concatenate([self.gallery.prints, prints]))
        more._classifier = FaceClassifier(self.networks.classifier, more.gallery)
        more._verifier = replace(
            self._verifier, classifier=more._classifier, evaluator=self._verifier.evaluator.with_views(views)
        )
        return more

    def over(self, camera: Camera) -> Reader:
        """A reader of the same dice by another camera, or by the same one in a new place; no file is loaded again."""
        moved = copy(self)
        moved.camera = camera
        moved._detector = FaceDetector.over(camera, _edges(self.dice), self._detector.network)
        moved._calibration = CalibrationError.of(camera)
        moved._table = camera.table.polygon()
        prepare(moved._table)
        known = self._background if camera.empty is self.camera.empty else None
        if camera.empty is not None and camera.empty is self.camera.empty_from_here:
            known = self.background  # looked at once, for all cameras that are made of this
        moved._background = None if known is None else known.seen_from(camera.lens, moved._detector)
        return moved

    def read(self, picture: NDArray[np.uint8], image: str = "", *, stages: Stages = nullcontext) -> Reading:
        """All dice of one picture, (rows, columns, 3) BGR or what ``bgr_frame`` makes that of; ``image`` is the name
        reported in the reading. A picture of another size is scaled to the camera's where its shape is the same.

        Raises PictureRefusedError, a OperationError, for a picture that this camera, as it was calibrated, did not
        take, and for one too dark or blurred to show dice.
        """
        taken = bgr_frame(picture)
        picture, taken_wh = self.fit(taken, image), (taken.shape[1], taken.shape[0])
        grey: Image = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        clear = without_grain(picture)
        with stages("find"):
            foreground, candidates = self._candidates(clear)
        # Computed beside what one core judges alone; the networks before that take all cores.
        with ThreadPoolExecutor(1, "picture-check") as beside:
            checked = beside.submit(check_picture, self.camera, picture, image, taken_wh=taken_wh, grey=grey)
            own = grey if clear is picture else None
            lying = self._lying(clear, foreground, candidates, checked.result, stages, own)
            with stages("camera"):
                check = checked.result()
        return Reading(image, lying.dice, check.camera, check.remarks(lying.dice, lying.unknown))

    def fit(self, picture: NDArray[np.uint8], image: str = "") -> NDArray[np.uint8]:
        """A picture, (rows, columns, 3) BGR, at the camera's size: scaled where its shape is the same.

        Raises PictureRefusedError where it is not, before anything is looked for in it.
        """
        fitted = fit_picture(picture, self.camera.lens.size_wh)
        check_size(self.camera, fitted, image)
        return fitted

    def follow(self, picture: NDArray[np.uint8], memory: TableMemory) -> tuple[Reading, TableMemory]:
        """All dice of the next picture of a table, and what is to be remembered for the one after: only what has
        changed is read. Raises as ``read``."""
        picture = bgr_frame(picture)
        if memory.background is None:
            memory = replace(memory, background=self.background)
        clear = without_grain(picture)
        scene = memory.compare(clear, self.camera, self._detector)
        check = scene.check or check_picture(self.camera, picture, "")
        candidates = self._detector.find_in(
            scene.foreground.sharp, scene.within, least=tuning.FAINT_PRESENCE, context_px=tuning.LIVE_CONTEXT_PX
        )
        foreground = scene.foreground if scene.foreground.background.is_known else None
        lying = self._lying(
            clear, foreground, candidates, lambda: check, grey=scene.grey, scene=scene, before=memory.attenuation
        )
        reading = Reading("", lying.dice, check.camera, check.remarks(lying.dice, lying.unknown))
        present = [one.pose for one in candidates if one.presence > self._presence]
        known = replace(memory, attenuation=lying.attenuation)
        return reading, known.after(scene, present, lying.dice, lying.overlooked, check)

    @property
    def background(self) -> BackgroundModel:
        """The table as its camera was calibrated, but for what looks like dice that nobody had taken off."""
        if self._background is None:
            self._background = self._calibrated_table()
        return self._background

    def _calibrated_table(self) -> BackgroundModel:
        photograph = self.camera.empty
        if photograph is None:
            return BackgroundModel.unknown(self.camera.lens, self._detector)
        moved = photograph.lens is not self.camera.lens  # since it was calibrated
        then = self.over(replace(self.camera, lens=photograph.lens)) if moved else self
        pixels = without_grain(photograph.pixels)
        background = BackgroundModel.photographed(photograph.lens, then._detector, pixels, photograph.known)
        return background.without(then._left_lying(pixels)).seen_from(self.camera.lens, self._detector)

    def _left_lying(self, picture: NDArray[np.uint8]) -> list[Pose]:
        """Where dice seem to lie in a picture of the empty table. By all that tells a die: the print of a loud table is
        full of what looks like the top of one."""
        places = self._verifier.places(*self._sights(picture, None, self._detector.find(picture)))
        return [place.pose for place in places if place.best or place.verdict.die > tuning.LEFT_LYING_PROBABILITY]

    def _lying(
        self,
        picture: NDArray[np.uint8],
        foreground: ForegroundMap | None,
        candidates: Sequence[FaceCandidate],
        check: Callable[[], PictureCheck],
        stages: Stages = nullcontext,
        grey: Image | None = None,
        scene: SceneComparison | None = None,
        before: Attenuation | None = None,
    ) -> _Lying:
        """What lies where dice may lie; looked at again where no die explains it.

        check: waits for the check of the picture, where that is still made. grey: the picture in grey, where that has
        been made. scene: what is known of the table's last picture; what lies there untouched is not looked at again.
        before: what that took from the likeness of dice.
        """
        photograph, sights, others, faint = self._sights(picture, foreground, candidates, stages, grey)
        with stages("judge"):
            places = self._verifier.places(photograph, sights, others, faint, before) if candidates else []
        look = self._look(photograph, places, check, scene, stages)
        with stages("judge"):
            again = self._around_what_is_left(look, candidates, scene)
        if len(again) > len(look.places):
            look = self._look(photograph, again, check, scene, stages)
        with stages("judge"):
            lit, found = self._in_deep_shade(look, before, scene)
        if found:
            look = self._look(lit, [*look.places, *found], check, scene, stages)
        with stages("explain"):
            still, earlier = (
                ([], ()) if scene is None else ([die.reading.pose for die in scene.still], scene.overlooked)
            )
            seeming = (
                []
                if foreground is None
                else self._verifier.overlooked(look.photograph, look.places, look.chosen, still)
            )
            attenuation = places[0].sighting.usual.attenuation if places else before
            return _Lying.of(look.dice, look.unknown, [*earlier, *seeming], self.camera.lens, attenuation)

    def _look(
        self,
        photograph: Photograph,
        places: Sequence[SightedPlace],
        check: Callable[[], PictureCheck],
        scene: SceneComparison | None,
        stages: Stages,
    ) -> _Look:
        """What is made of the places of a picture."""
        with stages("judge"):
            chosen = self._verifier.chosen(photograph, places)
            dice = self._reported(self._verifier.measured(photograph, chosen), check())
            dice = dice if scene is None else scene.completed(dice)
        with stages("explain"):
            return _Look(photograph, places, chosen, dice, self.unknown_objects(photograph.foreground, dice))

    def _around_what_is_left(
        self, look: _Look, candidates: Sequence[FaceCandidate], scene: SceneComparison | None
    ) -> Sequence[SightedPlace]:
        """The places of a look with those that show a die where something lies that none explains."""
        clear = [one for one in candidates if one.presence > self._presence]
        poses = self._poses_in(look.unknown, candidates)
        poses += self._verifier.unexplained(look.photograph, look.chosen, clear)
        poses = list(dict.fromkeys(poses if scene is None else scene.changed(poses)))
        return self._verifier.look_again(look.photograph, look.places, poses)

    def _in_deep_shade(
        self, look: _Look, before: Attenuation | None, scene: SceneComparison | None
    ) -> tuple[Photograph, Sequence[SightedPlace]]:
        """Named dice where something lies in the dark that none explains, and the picture that shows them."""
        things, foreground = look.unknown, look.photograph.foreground
        if scene is not None:
            things = tuple(one for one in things if scene.changed([Pose(*one.centre_mm, 0.0, one.radius_mm)]))
        if not things or foreground is None:
            return look.photograph, ()
        lift = ShadeLift.of(look.photograph.picture)
        dark = [one for one in things if lift.is_dark(one, self.camera.lens)]
        if not dark:
            return look.photograph, ()
        lit = lift.lifted(look.photograph.picture)
        within = [_around(dark, plan, edge_mm, self.camera.lens) for edge_mm, plan in self._detector.plans]
        candidates = self._detector.find_in(self._detector.maps(lit), within, least=tuning.FAINT_PRESENCE)
        photograph, sights, others, faint = self._sights(lit, foreground, candidates)
        places = self._verifier.places(photograph, sights, others, faint, before) if candidates else []
        return photograph, [place for place in places if place.best]

    def _reported(self, dice: Sequence[VerifiedDie], check: PictureCheck) -> tuple[DieReading, ...]:
        """What is reported of these dice."""
        poses = [replace(pose, heading_deg=wrap_deg(pose.heading_deg)) for pose in (one.pose for one in dice)]
        by_calibration = [(0.0, 0.0)] * len(dice) if self._calibration is None else self._calibration.sigmas(poses)
        return tuple(self._die(*one, check) for one in zip(dice, poses, by_calibration, strict=True))

    def _poses_in(self, unknown: Sequence[UnknownObject], candidates: Sequence[FaceCandidate]) -> list[Pose]:
        """How dice would lie in the middle of some of these things, of each size that is not too large: of the largest
        that one die can be, then of larger ones. In what is more than one die, where the detector saw the most, too."""
        one_die_mm = tuning.MOST_SEEN_RADIUS_EDGES * max(_edges(self.dice))
        likeliest = sorted(unknown, key=lambda one: (one.radius_mm > one_die_mm, -one.radius_mm))
        some = likeliest[: tuning.MAX_LOOKED_AGAIN]
        middles = [
            Pose(*one.centre_mm, 0.0, edge_mm)
            for one in some
            for edge_mm in _edges(self.dice)
            if tuning.LEAST_SEEN_RADIUS_EDGES * edge_mm < one.radius_mm < tuning.LARGEST_HEAP_EDGES * edge_mm
        ]
        within = [one.pose for thing in some for one in candidates_in(thing, candidates)]
        return [*middles, *within]

    def _poses_beside(self, unknown: Sequence[UnknownObject]) -> list[Pose]:
        """How dice would lie of which no more is seen than the largest of these things, that are no whole die: others
        hide the rest."""
        turns = np.arange(tuning.HIDDEN_DIRECTIONS) * (2 * math.pi / tuning.HIDDEN_DIRECTIONS)
        steps = tuning.HIDDEN_BESIDE_EDGES * np.column_stack([np.cos(turns), np.sin(turns)])
        poses = []
        for edge_mm in _edges(self.dice):
            low, high = tuning.LEAST_SEEN_RADIUS_EDGES * edge_mm, tuning.MOST_SEEN_RADIUS_EDGES * edge_mm
            parts = sorted((one for one in unknown if low < one.radius_mm < high), key=lambda one: -one.radius_mm)
            for thing in parts[: tuning.MAX_LOOKED_BESIDE]:
                poses += [Pose(x, y, 0.0, edge_mm) for x, y in (thing.centre_mm + edge_mm * steps).tolist()]
        return poses

    def sight(
        self, picture: NDArray[np.uint8], check: PictureCheck, *, stages: Stages = nullcontext
    ) -> tuple[Photograph, list[VerifiedDie]]:
        """The dice of a picture (BGR, of the camera's size) that was taken from anywhere, before it is measured where
        their corners are."""
        picture = without_grain(picture)
        with stages("find"):
            maps = self._detector.maps(picture)
            background = self.background.in_sight()
            foreground = ForegroundMap.of(background, maps) if background.is_known else None
            if foreground is not None and foreground.mostly_differs:  # another cloth lies there by now
                foreground = None
            within = None if foreground is None else foreground.places_to_read()
            least = tuning.FAINTEST_PRESENCE if foreground is None else tuning.FAINT_PRESENCE
            candidates = self._detector.find_in(maps, within, least=least)
        photograph, sights, others, faint = self._sights(picture, foreground, candidates, stages)
        with stages("judge"):
            places = self._verifier.places(photograph, sights, others, faint) if candidates else []
        look = self._glimpse(photograph, places, check, stages)
        with stages("judge"):
            again = self._around_what_is_left(look, candidates, None)
        if len(again) > len(look.places):
            look = self._glimpse(photograph, again, check, stages)
        with stages("judge"):
            beside = self._poses_beside(look.unknown)
            again = self._verifier.look_again(photograph, look.places, beside) if beside else look.places
            more = len(again) > len(look.places)
            return photograph, self._verifier.chosen(photograph, again) if more else list(look.chosen)

    def _glimpse(
        self, photograph: Photograph, places: Sequence[SightedPlace], check: PictureCheck, stages: Stages
    ) -> _Look:
        """As ``_look``, before it is measured where the corners of the dice are."""
        with stages("judge"):
            chosen = self._verifier.chosen(photograph, places)
            dice = self._reported(chosen, check)
        with stages("explain"):
            return _Look(photograph, places, chosen, dice, self.unknown_objects(photograph.foreground, dice))

    def tied(self, dice: Sequence[VerifiedDie]) -> list[VerifiedDie]:
        """The same dice, each that leans with the face of it that may look up the most instead."""
        return share_ties(self.evaluator, dice)

    @property
    def evaluator(self) -> HypothesisEvaluator:
        """What judges how dice lie."""
        return self._verifier.evaluator

    def report_die(self, verified: VerifiedDie, check: PictureCheck) -> DieReading:
        """What is reported of a die."""
        return self._reported([verified], check)[0]

    def places(self, picture: NDArray[np.uint8]) -> list[SightedPlace]:
        """All that a reading decides from; what its score is learned by."""
        picture = without_grain(bgr_frame(picture))
        return self._verifier.places(*self._sights(picture, *self._candidates(picture)))

    def _candidates(self, picture: NDArray[np.uint8]) -> tuple[ForegroundMap | None, list[FaceCandidate]]:
        """Where top faces may be, faint ones too, of all that differs from the empty table."""
        maps = self._detector.maps(picture)
        foreground = ForegroundMap.of(self.background, maps) if self.background.is_known else None
        within = None if foreground is None else foreground.places_to_read()
        return foreground, self._detector.find_in(maps, within, least=tuning.FAINT_PRESENCE)

    def unknown_objects(
        self, foreground: ForegroundMap | None, dice: Sequence[DieReading]
    ) -> tuple[UnknownObject, ...]:
        """What lies beside these dice; nothing is reported where the empty table is not known."""
        if foreground is None:
            return ()
        return find_unknown_objects(foreground, self.camera.table, dice, self._plateaus)

    def _sights(
        self,
        picture: NDArray[np.uint8],
        foreground: ForegroundMap | None,
        candidates: Sequence[FaceCandidate],
        stages: Stages = nullcontext,
        grey: Image | None = None,
    ) -> Sights:
        """What the networks see where dice may lie."""
        with stages("place"):
            raised = place_on_plateaus(picture, self.camera.lens, candidates, self._plateaus, self._refiner)
            clear = [one for one in raised if one.presence > self._presence]
            faint = sorted((one for one in raised if one.presence <= self._presence), key=lambda one: -one.presence)
            placed, others = select_leaders(self._refiner.place(picture, self.camera.lens, clear))
        with stages("name"):
            named = self._classifier.name(picture, self.camera.lens, [p.pose for p in placed])
        named_sights = tuple(zip(placed, named, strict=True))
        return Photograph(picture, self.camera.lens, foreground, grey), named_sights, others, faint

    def _die(
        self, verified: VerifiedDie, pose: Pose, by_calibration: tuple[float, float], check: PictureCheck
    ) -> DieReading:
        sigma_mm, sigma_deg = map(math.hypot, check.sigmas(*verified.sigmas), by_calibration)
        state = self._state(verified, pose)
        corners = None if verified.corners is None else verified.corners.places_mm
        tilt = None if verified.hypothesis is None else verified.hypothesis.tilt_deg
        sure, others = verified.confidence, verified.alternatives
        return DieReading(pose, sigma_mm, sigma_deg, state, verified.name, sure, others, corners, tilt, by_calibration)

    def _state(self, verified: VerifiedDie, pose: Pose) -> DieState:
        if verified.leans:
            return DieState.LEANING
        stands = intersects_xy(self._table, pose.bottom_corners_mm()).all()
        return DieState.FLAT if stands else DieState.OVERHANGING


def _around(things: Iterable[UnknownObject], plan: PlaneMap, edge_mm: float, lens: Pinhole) -> Places:
    """Where on a map the tops of dice may be seen that are seen as these things, or as a part of one."""
    found = np.zeros(plan.mapping.shape[1:], np.uint8)
    for thing in things:
        outline_mm = at_height(thing.outline_mm, thing.height_mm)
        outline_px = plan.to_map(lens.onto_plane(outline_mm, plan.height_mm))
        cv2.fillConvexPoly(found, np.round(outline_px).astype(np.int32), 1)
    reach_px = round(edge_mm / plan.mm_per_px)
    return np.asarray(cv2.dilate(found, np.ones((reach_px, reach_px), np.uint8)) > 0)


def _edges(dice: Mapping[str, Die]) -> tuple[float, ...]:
    """The sizes of die to look for, smallest first."""
    return tuple(sorted({die.edge_mm for die in dice.values()}))
