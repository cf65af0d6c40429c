"""Explaining places of a picture by whole dice: which come to mind, how well each fits, and how likely that makes it.

What is cheap comes first, and what is sure is asked no further.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.geometry import Pose, RigidPose, face_corners_mm
from companion.vision import tuning
from companion.vision.reading import FaceName
from companion.vision.top_faces import FaceClassifier, FaceMatch, RefinedPose
from companion.vision.whole_dice.glance import are_partly_hidden
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import PhotometricAligner
from companion.vision.whole_dice.pose_hypothesis import HypothesisEvaluator, PoseHypothesis
from companion.vision.whole_dice.relief import measure_relief, measure_standing
from companion.vision.whole_dice.score import CalibratedScore, DieExplanation, Sighting, Usual
from companion.vision.whole_dice.sighted_place import SightedPlace, sure_bodies
from companion.vision.whole_dice.silhouettes import Silhouettes


@dataclass(frozen=True, slots=True, eq=False)
class PlaceExplainer:
    """Explains the places of one photograph: all that is public returns them weighed anew, in the same order."""

    matcher: PhotometricAligner
    namer: FaceClassifier
    attitudes: HypothesisEvaluator
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
        if self.photograph.backdrop is not None:
            standing = measure_standing(self.photograph.backdrop, poses).tolist()
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

    def seen(self, placed: Sequence[RefinedPose], usual: Usual) -> list[SightedPlace]:
        """Places with the names that their faces may have."""
        named = self.namer.name(self.photograph.picture, self.photograph.lens, [one.pose for one in placed])
        return self.sighted(list(zip(placed, named, strict=True)), usual)

    def flat(self, places: Sequence[SightedPlace]) -> list[SightedPlace]:
        """Each place with the whole dice, lying flat, whose top face it may show.

        The likeliest by its looks is tried first; the others only where it leaves doubts, or where they are as like.
        """
        first = [(n, one) for n, place in enumerate(places) if place.is_open for one in place.possible_faces[:1]]
        weighed = self._explained(places, first)
        rivals = [(n, one) for n, place in enumerate(weighed) for one in place.rival_faces]
        return self._explained(weighed, rivals)

    def _explained(
        self,
        places: Sequence[SightedPlace],
        asked: Sequence[tuple[int, tuple[Pose, FaceName]]],
        hidden: Silhouettes | None = None,
    ) -> list[SightedPlace]:
        """The places, some of them (by number) also explained by flat dice at these poses."""
        if not asked:
            return list(places)
        more: dict[int, list[DieExplanation]] = {}
        fits = self.attitudes.flat(self.matcher, [one for _, one in asked], hidden)
        for (n, _), fit in zip(asked, fits, strict=True):
            more.setdefault(n, []).append(DieExplanation.by(fit, places[n].named))
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
        poses = [places[n].pose for n in open_ones]
        glances = self.attitudes.likeliest(self.photograph, poses, hidden)
        asked = [(n, one) for n, likeliest in zip(open_ones, glances, strict=True) for one in likeliest]
        for n, anew in zip(open_ones, are_partly_hidden(hidden, poses), strict=True):
            tried = () if anew else [one.hypothesis.name for one in places[n].explanations]  # with all their sides
            asked += [(n, one) for one in places[n].possible_faces if one[1] not in tried]
        return self._compared_anew(self._explained(places, asked, hidden), hidden)

    def _compared_anew(self, places: Sequence[SightedPlace], hidden: Silhouettes) -> list[SightedPlace]:
        """Where no die is sure: explained as alike as faces are, cut out just where the die that fits best has its."""
        best = {n: one.hypothesis for n, place in enumerate(places) if not place.sure and (one := place.best_fitting)}
        flat = {n: die for n, die in best.items() if die.fit > tuning.FIT_TO_NAME_ANEW}
        named = dict(zip(flat, self._named_anew(list(flat.values())), strict=True))
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
        lying = self.attitudes.flat(self.matcher, [one for _, one in asked], hidden)
        for (n, _), die in zip(asked, lying, strict=True):
            liker.setdefault(n, []).append(die)
        return liker

    def tilted_a_little(self, places: Sequence[SightedPlace], tried: Sequence[SightedPlace] = ()) -> list[SightedPlace]:
        """Where the likeliest die may lean: also explained by that die, tilted any way from where it lies until it
        fits. tried: places where that has been done."""
        asked = [n for n, place in enumerate(places) if place.may_lean and place not in tried]
        flat = {n: one.hypothesis for n in asked if (one := places[n].likeliest)}
        moved = self.attitudes.refine_6dof(
            self.matcher, list(flat.values()), least_tilt_deg=tuning.LEAST_FIRST_TILT_DEG
        )
        freed = dict(zip(flat, moved, strict=True))
        leaning = {n: die for n, die in freed.items() if die.tilt_deg > tuning.LEANING_DEG}
        named = self._named_anew(list(leaning.values()))
        weighed = list(places)
        for (n, die), anew in zip(leaning.items(), named, strict=True):
            more = (*places[n].explanations, DieExplanation.by(die, anew))
            weighed[n] = self.weighed(places[n].sighting, more)
        return weighed

    def beside_neighbours(self, places: Sequence[SightedPlace]) -> list[SightedPlace]:
        """Where no die is sure: explained without the sides that any die hides that is told by its name by now, if that
        makes one likelier; and so on, for in a crowd each may wait for the next."""
        weighed, named = list(places), -1
        for _ in range(tuning.NEIGHBOUR_ROUNDS):
            told = [one.best.hypothesis.rigid_pose for one in weighed if one.best]
            if len(told) == named:
                break
            named = len(told)
            hidden = Silhouettes(self.photograph.lens, told)
            beside = [n for n, place in enumerate(weighed) if place.is_open and _has_near(place, told)]
            partly_hidden = are_partly_hidden(hidden, [weighed[n].pose for n in beside])
            behind = [n for n, is_hidden in zip(beside, partly_hidden, strict=True) if is_hidden]
            asked = [(n, one) for n in behind for one in weighed[n].possible_faces]
            anew = self._explained(weighed, asked, hidden)
            weighed = [max(pair, key=lambda place: place.share_of_best) for pair in zip(weighed, anew, strict=True)]
        return weighed

    def searched(self, places: Sequence[SightedPlace], asked: Sequence[int]) -> list[SightedPlace]:
        """The places, with the whole dice that fit best of all that a search finds from some of them (by number). Each
        explains the place whose top face it has; only where there is none, that from where it was found."""
        best = self.attitudes.search_tilted(self.matcher, [places[n].pose for n in asked])
        found = [(n, one) for n, one in zip(asked, best, strict=True) if one and one.top > tuning.LEAST_TOP_FIT]
        leaning = [(n, one) for n, one in found if one.tilt_deg > tuning.LEANING_DEG]
        lying = [(_own_place(one, places, n), one) for n, one in found if one.tilt_deg <= tuning.LEANING_DEG]
        flat = self.attitudes.flat(self.matcher, [(one.pose, one.name) for _, one in lying])
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

    def _named_anew(self, hypotheses: Sequence[PoseHypothesis]) -> list[FaceMatch]:
        """What the upper faces of whole dice look like when cut out just there; or those in view, if they lean away."""
        if not hypotheses:
            return []
        in_view = [one.face_in_view for one in hypotheses]
        corners = face_corners_mm([one.rigid_pose for one in hypotheses], [vertices for _, vertices in in_view])
        edges_mm = [one.rigid_pose.edge_mm for one in hypotheses]
        return self.namer.name_faces(self.photograph.picture, self.photograph.lens, corners, edges_mm)


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
