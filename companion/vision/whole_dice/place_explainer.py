"""Explaining places of a picture by whole dice: which come to mind, how well each fits, and how likely that makes it.

What is cheap comes first, and what is sure is asked no further.

Whether something stands up from the table: a die has sides beside its top face, a triangle of wood or paper has not.

Where a flat die would show its sides the picture is compared with the table around, and with the same place as it was
without dice: what lies flat shows the table there too. Two pieces of evidence among others, for other dice may lie
around, a die may have the table's colours, and a loud table shows any colour beside any other.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.geometry import FACE_CORNERS, Pose, RigidPose, RigidPoses, face_corners_mm, flat_corners_mm, is_face
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.gallery import FACE_RADIUS_PX, FACE_SIZE_PX
from companion.vision.reading import FaceName
from companion.vision.rectify import corner_shares, face_patches
from companion.vision.top_faces import FaceClassifier, FaceMatch, RefinedPose
from companion.vision.top_faces.background_model import BackgroundModel, ForegroundMap
from companion.vision.whole_dice.attenuation import Attenuation
from companion.vision.whole_dice.glance import are_partly_hidden
from companion.vision.whole_dice.patch_grid import COARSE
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import SIDES, PhotometricAligner, viewing_cosines
from companion.vision.whole_dice.pose_hypothesis import HypothesisEvaluator, PoseHypothesis
from companion.vision.whole_dice.score import CalibratedScore, DieExplanation, Sighting, Usual
from companion.vision.whole_dice.sighted_place import SightedPlace, sure_bodies
from companion.vision.whole_dice.silhouettes import Silhouettes

_UP: Final = "abc"
_BESIDE: Final = tuple(face for face in FACE_CORNERS if is_face(face) and face[0] in "aA" and face != _UP)
#: Their places among ``SIDES``, and their corners in the die's own frame, (n, 3, 3) in reaches.
_SIDE_NUMBERS: Final = [SIDES.index(frozenset(face)) for face in _BESIDE]
_SIDE_CORNERS: Final = np.array([FACE_CORNERS[face] for face in _BESIDE])
#: Where a side is looked at, as shares of its corners.
_SPOTS: Final = np.array(
    [[0.34, 0.33, 0.33], [0.6, 0.2, 0.2], [0.2, 0.6, 0.2], [0.2, 0.2, 0.6], [0.45, 0.45, 0.1], [0.45, 0.1, 0.45]]
)
#: Said of a place where the table without dice is not known.
_UNTOLD: Final = 0.0
#: The same by what its corners below and above weigh, well away from the blurred rim of the top face.
_BELOW: Final = np.array([[1, 1, 1], [2, 1, 1], [1, 2, 1], [1, 1, 2]])
_ABOVE: Final = 0.15
_IS_BELOW: Final = np.array([[vertex not in _UP for vertex in face] for face in _BESIDE])
_WEIGHTS: Final = _BELOW * np.where(_IS_BELOW, 1.0, _ABOVE)[:, None]
_LOW_SPOTS: Final = _WEIGHTS / _WEIGHTS.sum(axis=2, keepdims=True)
#: So many times as far from the middle of the die, as the picture has it, the table is seen.
_BEYOND: Final = (1.8, 2.3, 2.9)
#: What the corners of a face weigh at each pixel that the classifier is shown of it, (pixels, 3), and which of these
#: show the face.
_CORNER_SHARES: Final = np.asarray(corner_shares(FACE_SIZE_PX, FACE_RADIUS_PX).reshape(3, -1).T, np.float32)
_INSIDE: Final = (_CORNER_SHARES > 0).all(axis=1)
#: Which pixels of ``COARSE`` lie well inside of a face, (pixels,): what is a pixel off shows its edge beside these.
_WELL_INSIDE: Final = COARSE.shares.min(axis=1) > tuning.PRINT_RIM
#: What an even slope of light over them is made of, (pixels well inside, 3), at right angles to each other.
_SLOPES: Final = np.linalg.qr(COARSE.terms.T[_WELL_INSIDE])[0]


@dataclass(frozen=True, slots=True, eq=False)
class PlaceExplainer:
    """Explains the places of one photograph: all that is public returns them weighed anew, in the same order."""

    matcher: PhotometricAligner
    classifier: FaceClassifier
    evaluator: HypothesisEvaluator
    score: CalibratedScore

    @property
    def photograph(self) -> Photograph:
        """What the places are places of."""
        return self.matcher.photograph

    def sighted(self, sights: Sequence[tuple[RefinedPose, FaceMatch]], usual: Usual) -> list[SightedPlace]:
        """Places that nothing explains yet."""
        if not sights:
            return []
        poses = [placed.pose for placed, _ in sights]
        reliefs = measure_relief(self.photograph.picture, self.photograph.lens, poses).tolist()
        standing: list[float | None] = [None] * len(poses)
        if self.photograph.foreground is not None:
            standing = measure_standing(self.photograph.foreground, poses).tolist()
        return [
            self.weighed(Sighting(placed, named, relief, stands, usual), ())
            for (placed, named), relief, stands in zip(sights, reliefs, standing, strict=True)
        ]

    def weighed(self, sighting: Sighting, explanations: Iterable[DieExplanation]) -> SightedPlace:
        """Weighed anew; of explanations by one face, lying alike, the best, and none that leans for nothing."""
        best: dict[tuple[FaceName, bool], DieExplanation] = {}
        for one in explanations:
            key = one.hypothesis.name, one.leans
            if key not in best or one.hypothesis.fit > best[key].hypothesis.fit:
                best[key] = one
        kept = _without_doubtful_tilts(best.values())
        return SightedPlace(sighting, kept, self.score.weigh(sighting, kept))

    def restored(self, place: SightedPlace, attenuation: Attenuation) -> SightedPlace:
        """The place weighed anew by what camera and light take from the likeness of known dice."""
        usual = replace(place.sighting.usual, attenuation=attenuation)
        return self.weighed(replace(place.sighting, usual=usual), place.explanations)

    def seen(self, placed: Sequence[RefinedPose], usual: Usual) -> list[SightedPlace]:
        """Places with the names that their faces may have."""
        named = self.classifier.name(self.photograph.picture, self.photograph.lens, [one.pose for one in placed])
        return self.sighted(list(zip(placed, named, strict=True)), usual)

    def flat(self, places: Sequence[SightedPlace]) -> list[SightedPlace]:
        """Each place with the whole dice, lying flat, whose top face it may show.

        The likeliest by its looks counts first; the others only where it leaves doubts, or where they are as like. All
        are tried at once, for a second round costs as much as the first.
        """
        asked = [(n, one) for n, place in enumerate(places) if place.is_open for one in place.possible_faces]
        tried = self._tried(places, asked)
        weighed = self._with(places, {n: some[:1] for n, some in tried.items()})
        rivals = {n: some[1 : 1 + len(weighed[n].rival_faces)] for n, some in tried.items()}
        return self._with(weighed, {n: some for n, some in rivals.items() if some})

    def _explained(
        self,
        places: Sequence[SightedPlace],
        asked: Sequence[tuple[int, tuple[Pose, FaceName]]],
        hidden: Silhouettes | None = None,
    ) -> list[SightedPlace]:
        """The places, some of them (by number) also explained by flat dice at these poses."""
        return self._with(places, self._tried(places, asked, hidden))

    def _tried(
        self,
        places: Sequence[SightedPlace],
        asked: Sequence[tuple[int, tuple[Pose, FaceName]]],
        hidden: Silhouettes | None = None,
    ) -> dict[int, list[DieExplanation]]:
        """Flat dice at these poses, as explanations of the places (by number) that they are asked for."""
        fits = self.evaluator.flat(self.matcher, [one for _, one in asked], hidden)
        tried: dict[int, list[DieExplanation]] = {}
        for (n, _), fit in zip(asked, fits, strict=True):
            tried.setdefault(n, []).append(DieExplanation.by(fit, places[n].named))
        return tried

    def _with(self, places: Sequence[SightedPlace], more: Mapping[int, Sequence[DieExplanation]]) -> list[SightedPlace]:
        """The places, some of them (by number) with more explanations."""
        return [
            self.weighed(place.sighting, (*place.explanations, *more[n])) if n in more else place
            for n, place in enumerate(places)
        ]

    def by_all_sides(self, places: Sequence[SightedPlace], hidden: Silhouettes | None = None) -> list[SightedPlace]:
        """Where no die is sure: also explained by what all sides in sight say, those left out that sure dice hide."""
        hidden = hidden or Silhouettes(self.photograph.lens, sure_bodies(places))
        open_ones = [
            n for n, place in enumerate(places) if place.is_open and place.placed.die > tuning.MIN_SWEPT_DIE_SCORE
        ]
        behind = are_partly_hidden(hidden, [places[n].pose for n in open_ones])
        return self._compared_anew(self._by_what_is_in_sight(places, open_ones, hidden, behind), hidden)

    def _by_what_is_in_sight(
        self, places: Sequence[SightedPlace], some: Sequence[int], hidden: Silhouettes, behind: Sequence[bool]
    ) -> list[SightedPlace]:
        """Some of the places (by number) also explained by what comes to mind by all sides in sight, and by the faces
        that they may show: by all of these where others hide a part of the die (behind)."""
        glances = self.evaluator.likeliest(self.photograph, [places[n].pose for n in some], hidden)
        asked = [(n, one) for n, likeliest in zip(some, glances, strict=True) for one in likeliest]
        for n, anew in zip(some, behind, strict=True):
            tried = () if anew else [one.hypothesis.name for one in places[n].explanations]  # with all their sides
            asked += [(n, one) for one in places[n].possible_faces if one[1] not in tried]
        return self._explained(places, list(dict.fromkeys(asked)), hidden)

    def _compared_anew(
        self, places: Sequence[SightedPlace], hidden: Silhouettes, some: Sequence[int] | None = None
    ) -> list[SightedPlace]:
        """Where it is worth it: explained as alike as faces are, cut out just where the die that fits best has its,
        without what others hide. some: only these places, by number."""
        asked = [n for n in (range(len(places)) if some is None else some) if places[n].worth_comparing]
        best = {n: one.hypothesis for n in asked if (one := places[n].best_fitting) and not one.leans}
        flat = {n: die for n, die in best.items() if die.fit > tuning.FIT_TO_NAME_ANEW}
        tried = [[one.hypothesis.face_in_view[0] for one in places[n].explanations] for n in flat]
        named = dict(zip(flat, self._named_anew(list(flat.values()), tried, hidden), strict=True))
        liker = self._liker(places, flat, named, hidden)
        weighed = list(places)
        for n, anew in named.items():
            dice = [*(one.hypothesis for one in places[n].explanations), *liker.get(n, ())]
            weighed[n] = self.weighed(places[n].sighting, [DieExplanation.by(die, anew) for die in dice])
        return weighed

    def _liker(
        self,
        places: Sequence[SightedPlace],
        dice: Mapping[int, PoseHypothesis],
        named: Mapping[int, FaceMatch],
        hidden: Silhouettes | None = None,
    ) -> dict[int, list[PoseHypothesis]]:
        """For flat dice at places, by number, such that lie there with a face up that is liker to what is seen just
        there, and that nobody has thought of yet."""
        asked = [(n, one) for n, die in dice.items() for one in _liker_faces(places[n], die, named[n])]
        liker: dict[int, list[PoseHypothesis]] = {}
        lying = self.evaluator.flat(self.matcher, [one for _, one in asked], hidden)
        for (n, _), die in zip(asked, lying, strict=True):
            liker.setdefault(n, []).append(die)
        return liker

    def tilted_a_little(self, places: Sequence[SightedPlace], tried: Sequence[SightedPlace] = ()) -> list[SightedPlace]:
        """Where the likeliest die may lean: also explained by that die, tilted any way from where it lies until it
        fits. tried: places where that has been done."""
        asked = [n for n, place in enumerate(places) if place.may_lean and place not in tried]
        likeliest = {n: one.hypothesis for n in asked if (one := places[n].likeliest)}
        flat = {n: die for n, die in likeliest.items() if die.next_tilt_deg > tuning.LEAST_FIRST_TILT_DEG}
        moved = self.evaluator.refine_6dof(self.matcher, list(flat.values()))
        freed = dict(zip(flat, moved, strict=True))
        leaning = {n: die for n, die in freed.items() if die.tilt_deg > tuning.LEANING_DEG}
        named = self._named_anew(list(leaning.values()))
        weighed = list(places)
        for (n, die), anew in zip(leaning.items(), named, strict=True):
            more = (*places[n].explanations, DieExplanation.by(die, anew))
            weighed[n] = self.weighed(places[n].sighting, more)
        return weighed

    def beside_neighbours(self, places: Sequence[SightedPlace]) -> list[SightedPlace]:
        """Where no die is sure: explained without the sides that any die hides that is named by now, if that
        makes one likelier; and so on, for in a crowd each may wait for the next."""
        weighed, named = list(places), -1
        for _ in range(tuning.NEIGHBOUR_ROUNDS):
            reported = [one.best.hypothesis.rigid_pose for one in weighed if one.best]
            if len(reported) == named:
                break
            named = len(reported)
            hidden = Silhouettes(self.photograph.lens, reported)
            beside = [n for n, place in enumerate(weighed) if place.is_open and _has_near(place, reported)]
            partly_hidden = are_partly_hidden(hidden, [weighed[n].pose for n in beside])
            behind = [n for n, is_hidden in zip(beside, partly_hidden, strict=True) if is_hidden]
            if not behind:
                break
            anew = self._compared_anew(
                self._by_what_is_in_sight(weighed, behind, hidden, [True] * len(behind)), hidden, behind
            )
            weighed = [max(pair, key=lambda place: place.share_of_best) for pair in zip(weighed, anew, strict=True)]
        return weighed

    def searched(self, places: Sequence[SightedPlace], asked: Sequence[int]) -> list[SightedPlace]:
        """The places, with the whole dice that fit best of all that a search finds from some of them (by number). Each
        explains the place whose top face it has; only where there is none, that from where it was found."""
        best = self.evaluator.search_tilted(self.matcher, [places[n].pose for n in asked])
        found = [(n, one) for n, one in zip(asked, best, strict=True) if one and one.top > tuning.LEAST_TOP_FIT]
        leaning = [(n, one) for n, one in found if one.tilt_deg > tuning.LEANING_DEG]
        lying = [(_own_place(one, places, n), one) for n, one in found if one.tilt_deg <= tuning.LEANING_DEG]
        flat = self.evaluator.flat(self.matcher, [(one.pose, one.name) for _, one in lying])
        dice = [*leaning, *((n, one) for (n, _), one in zip(lying, flat, strict=True))]
        weighed = list(places)
        for (n, die), anew in zip(dice, self._named_anew([die for _, die in dice]), strict=True):
            liker = [] if die.tilt_deg > tuning.LEANING_DEG else self._liker(weighed, {n: die}, {n: anew}).get(n, [])
            more = [DieExplanation.by(one, anew) for one in (die, *liker)]
            weighed[n] = self.weighed(weighed[n].sighting, (*weighed[n].explanations, *more))
        return weighed

    def leaning(
        self, dice: Sequence[PoseHypothesis], placed: Sequence[RefinedPose], usual: Usual
    ) -> list[SightedPlace]:
        """The places of dice that lean, each explained by it alone; placed: their upper faces."""
        named = self._named_anew(dice)
        seen = self.sighted(list(zip(placed, named, strict=True)), usual)
        explanations = [DieExplanation.by(die, like) for die, like in zip(dice, named, strict=True)]
        return [self.weighed(one.sighting, [die]) for one, die in zip(seen, explanations, strict=True)]

    def _named_anew(
        self,
        hypotheses: Sequence[PoseHypothesis],
        tried: Sequence[Collection[FaceName]] = (),
        hidden: Silhouettes | None = None,
    ) -> list[FaceMatch]:
        """What the upper faces of whole dice look like when cut out just there; or those in view, if they lean away.
        tried: which faces each may show, where some have come to mind; hidden: dice that may hide a part of them."""
        if not hypotheses:
            return []
        in_view = [one.face_in_view for one in hypotheses]
        corners = face_corners_mm([one.rigid_pose for one in hypotheses], [vertices for _, vertices in in_view])
        edges_mm = [one.rigid_pose.edge_mm for one in hypotheses]
        parts = [] if hidden is None else _parts_in_sight(hidden, corners)
        return self.classifier.name_faces(
            self.photograph.picture, self.photograph.lens, corners, edges_mm, tried, parts
        )


def _parts_in_sight(hidden: Silhouettes, corners_mm: FloatArray) -> list[NDArray[np.bool_] | None]:
    """What is in sight of faces by their corners, (n, 3, 3), of each as the classifier is shown it, (pixels,); ``None``
    where that is all of it, or next to nothing."""
    parts = hidden.parts_in_sight(corners_mm, _CORNER_SHARES)
    shares = parts[:, _INSIDE].mean(axis=1)
    partly = (shares > tuning.LEAST_SHARE_IN_SIGHT) & (shares < 1 - tuning.PARTLY_HIDDEN_SHARE)
    return [part if some else None for part, some in zip(parts, partly, strict=True)]


def _own_place(die: PoseHypothesis, places: Sequence[SightedPlace], otherwise: int) -> int:
    """The number of the place at which a die that lies flat has its top face."""
    near_mm = tuning.RESETTLED_EDGES * die.rigid_pose.edge_mm
    apart_mm = [math.dist(die.pose.centre_mm, place.pose.centre_mm) for place in places]
    nearest = min(range(len(places)), key=apart_mm.__getitem__)
    return nearest if apart_mm[nearest] < near_mm else otherwise


def _has_near(place: SightedPlace, bodies: Sequence[RigidPose]) -> bool:
    """Whether one of these dice, other than its own, may hide sides of a die at this place."""
    own = None if place.best is None else place.best.hypothesis.rigid_pose
    return any(
        math.dist(place.pose.centre_mm, body.centre_mm[:2]) < tuning.HIDING_EDGES * body.edge_mm
        for body in bodies
        if body is not own
    )


def _without_doubtful_tilts(explanations: Iterable[DieExplanation]) -> tuple[DieExplanation, ...]:
    """Without dice that lean and explain a place hardly better than one that lies flat with the same face up: so does
    one that lies flat in the dark."""
    flat = {one.hypothesis.name: one.hypothesis for one in explanations if not one.leans}
    return tuple(one for one in explanations if not one.leans or _gains(one.hypothesis, flat.get(one.hypothesis.name)))


def _gains(die: PoseHypothesis, flat: PoseHypothesis | None) -> bool:
    """Whether a die that leans fits plainly better, or its top does, than if it lay flat."""
    return flat is None or max(die.fit - flat.fit, die.top - flat.top) > tuning.LEANING_GAIN


def _liker_faces(place: SightedPlace, die: PoseHypothesis, named: FaceMatch) -> list[tuple[Pose, FaceName]]:
    """The faces liker than a die's, by their looks just where it has its own, that explain nothing yet at a place."""
    tried = {one.hypothesis.name for one in place.explanations}
    liker = itertools.takewhile(lambda one: one.name != die.name, named.ranked)
    untried = [one for one in liker if one.name not in tried][: tuning.MAX_TRIED_FACES]
    return [(die.pose.turned(-one.turn), one.name) for one in untried]


def measure_standing(foreground: ForegroundMap, poses: Sequence[Pose]) -> FloatArray:
    """Whether the table itself is seen beside top faces, where a die would show its sides, (n,): -1 all of it, 1 none
    of it, 0 where that is unknown: the table is not known there, or too much else lies around."""
    reported = np.full(len(poses), _UNTOLD)
    if not poses:
        return reported
    heights_mm = np.array([plan.height_mm for plan in foreground.background.plans])
    nearest = np.abs(np.array([pose.top_mm for pose in poses])[:, None] - heights_mm).argmin(axis=1)
    for number in np.unique(nearest).tolist():
        those = np.flatnonzero(nearest == number)
        reported[those] = _standing(foreground, number, [poses[n] for n in those.tolist()])
    return reported


def _standing(foreground: ForegroundMap, number: int, poses: Sequence[Pose]) -> FloatArray:
    """The same on one of the maps."""
    background = foreground.background
    seen, spots_mm, middle_mm = _beside(background.lens, poses, _LOW_SPOTS)
    spots, middle = (_on_map(background, number, points_mm) for points_mm in (spots_mm, middle_mm[:, None]))
    places = _with_beyond(spots, middle)
    table = [_colours(one, places) for one in background.neighbour_ranges[number]]
    now, beside = _colours(foreground.maps[number], places), spots.shape[1]
    usual = np.median(now[:, beside:], axis=1)
    apart, noise = _apart_from_table(now, table, beside, usual)
    step = _step(usual)
    differs = np.clip(apart / np.maximum(tuning.STANDING_NOISES * noise, step[:, None]) - 1, -1, 1)
    share = np.where(seen, differs, 0.0).sum(axis=1) / np.maximum(seen.sum(axis=1), 1)
    known = _colours(background.known[number].view(np.uint8), spots).min(axis=(1, 2)) > 0
    reported = known & seen.any(axis=1) & (noise[:, 0] < tuning.MAX_STANDING_NOISE)
    return np.where(reported, share, _UNTOLD)


def _apart_from_table(
    now: FloatArray, table: Sequence[FloatArray], spots: int, usual: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """How far the first ``spots`` colours of each row, (n, k, 3), are from those of the empty table (darkest and
    brightest) in the same light, (n, spots), and what is noise there, (n, 1). The others, of which ``usual`` is the
    median, (n, 3), tell light and noise, by the half of them that is most alike."""
    around, middle = now[:, spots:], (table[0] + table[1])[:, spots:] / 2
    light = usual / np.maximum(np.median(middle, axis=1), 1.0)
    half = around.shape[1] // 2
    alike = np.argpartition(np.abs(around - light[:, None] * middle).sum(axis=-1), half, axis=1)[:, :half, None]
    light = np.median(np.take_along_axis(around / np.maximum(middle, 1.0), alike, axis=1), axis=1)
    darkest, brightest = (light[:, None] * one for one in table)
    apart = np.maximum(np.maximum(darkest - now, now - brightest), 0).sum(axis=-1)
    noise = np.median(np.take_along_axis(apart[:, spots:], alike[..., 0], axis=1), axis=1)
    return apart[:, :spots], noise[:, None]


def _step(usual: FloatArray) -> FloatArray:
    """What counts as a difference of colours (added up) in the light of surroundings of these usual colours, (n, 3),
    (n,)."""
    light = usual.mean(axis=-1) / tuning.RELIEF_LIGHT
    return np.asarray(tuning.RELIEF_NOISE * np.clip(light, tuning.LEAST_RELIEF_LIGHT, 1), np.float64)


def _on_map(background: BackgroundModel, number: int, points_mm: FloatArray) -> FloatArray:
    """Pixels of a map that show points in space, (..., 2)."""
    plan = background.plans[number]
    seen_mm = background.lens.onto_plane(points_mm, plan.height_mm)
    return plan.to_map(seen_mm.reshape(-1, 2)).reshape(seen_mm.shape)


def measure_relief(picture: NDArray[np.uint8], lens: Pinhole, poses: Sequence[Pose]) -> FloatArray:
    """How far the colours seen beside top faces are from any that the table shows around, in ``RELIEF_NOISE``, (n,).

    The nearest colour around counts, for a loud table shows many.
    """
    if not poses:
        return np.empty(0)
    seen, spots_mm, middle_mm = _beside(lens, poses, np.stack([_SPOTS] * len(_BESIDE)))
    spots = lens.project(spots_mm.reshape(-1, 3)).reshape(*seen.shape, 2)
    middle = lens.project(middle_mm)[:, None]
    seen_colours = _colours(picture, _with_beyond(spots, middle))
    sides, around = seen_colours[:, : spots.shape[1]], seen_colours[:, spots.shape[1] :]
    reported = [
        _apart_from_all(own[there], table[np.tile(there, len(_BEYOND))])
        for own, table, there in zip(sides, around, seen, strict=True)
    ]
    return np.minimum(np.array(reported) / tuning.RELIEF_NOISE, tuning.MAX_RELIEF)


def measure_print(picture: NDArray[np.uint8], lens: Pinhole, poses: Sequence[Pose]) -> FloatArray:
    """How much print top faces bear: how far their grey is from an even slope, as a share of its mean, (n,); infinite
    where a face is too bright to show any."""
    if not poses:
        return np.empty(0)
    corners = flat_corners_mm(poses)[:, :3]
    faces = face_patches(picture, lens, corners, radius_px=COARSE.radius_px, size_px=COARSE.size_px)
    inside = COARSE.at[_WELL_INSIDE]
    shown = np.array([cv2.GaussianBlur(face, (0, 0), 1.0).mean(axis=2).ravel()[inside] for face in faces])
    light = shown.mean(axis=1)
    contrasts = (shown - shown @ _SLOPES @ _SLOPES.T).std(axis=1) / np.maximum(light, 1.0)
    return np.where(light < tuning.GLARING_LIGHT, contrasts, np.inf)


def _with_beyond(spots: FloatArray, middle: FloatArray) -> FloatArray:
    """Spots of dice, (n, k, 2), by the middles of these, (n, 1, 2), and after them the places beyond that show the
    table, (n, 4 k, 2)."""
    return np.concatenate([spots, *(middle + far * (spots - middle) for far in _BEYOND)], axis=1)


def _apart_from_all(colours: FloatArray, others: FloatArray) -> float:
    """How far colours, (n, 3), are from the nearest of others, on the average; 0 where there are none."""
    apart = np.abs(colours[:, None] - others).sum(axis=2)
    return float(apart.min(axis=1).mean()) if apart.size else 0.0


def _beside(
    lens: Pinhole, poses: Sequence[Pose], shares: FloatArray
) -> tuple[NDArray[np.bool_], FloatArray, FloatArray]:
    """Spots of the sides of flat dice, (n, spots, 3) mm, whether the camera sees them, and the dice's middles.

    shares: of the corners of each side, (``_BESIDE``, spots, 3).
    """
    bodies = RigidPoses.flat(poses, [_UP] * len(poses))
    cosines = viewing_cosines(lens, bodies)[:, _SIDE_NUMBERS]
    seen = np.repeat(cosines > tuning.MIN_VIEWING_COSINE, shares.shape[1], axis=1)
    owner, faces = np.repeat(np.arange(len(bodies)), len(_BESIDE)), np.tile(_SIDE_CORNERS, (len(bodies), 1, 1))
    corners = bodies.corners_mm(owner, faces).reshape(-1, *_SIDE_CORNERS.shape)
    return seen, np.asarray((shares @ corners).reshape(*seen.shape, 3), np.float64), bodies.centre_mm


def _colours(picture: NDArray[np.uint8], pixels: FloatArray) -> FloatArray:
    """The picture at these places, (..., channels); its rim goes on beyond it."""
    columns, rows = np.moveaxis(pixels.reshape(len(pixels), -1, 2).astype(np.float32), -1, 0)  # no row holds 32,768
    seen = cv2.remap(picture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float64).reshape(*pixels.shape[:-1], -1)
