"""Of all that looks like a top face, the dice: which each is, and how it lies.

Each place is weighed by one calibrated score (``score``). What is sure at the first look settles what its outline
hides; the rest is looked at again, from around, by all its sides and as if it leaned (``glance``). Of all places the
set of bodies is told that explains the picture best (``verified_die``); what is a die by all that is seen, and no
enrolled one, is told unread.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.camera import Pinhole
from companion.geometry import Pose, RigidPose, face_corners_mm
from companion.vision import tuning
from companion.vision.reading import FaceName
from companion.vision.top_faces import (
    FaceCandidate,
    FaceClassifier,
    FaceMatch,
    PoseRefiner,
    RefinedPose,
    is_same_triangle,
)
from companion.vision.whole_dice.body_choice import bodies_meet
from companion.vision.whole_dice.glance import are_partly_hidden
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import PhotometricAligner
from companion.vision.whole_dice.pose_hypothesis import HypothesisEvaluator, PoseHypothesis
from companion.vision.whole_dice.relief import measure_relief, measure_standing
from companion.vision.whole_dice.restarts import poses_around, poses_beyond
from companion.vision.whole_dice.score import CalibratedScore, DieExplanation, Sighting, Usual
from companion.vision.whole_dice.sighted_place import SightedPlace
from companion.vision.whole_dice.silhouettes import Silhouettes
from companion.vision.whole_dice.verified_die import VerifiedDie, choose_dice, measure_corners

#: What has a pose.
_Posed = TypeVar("_Posed", FaceCandidate, RefinedPose, SightedPlace)


@dataclass(frozen=True, slots=True, eq=False)
class HypothesisVerifier:
    """Turns sights into dice."""

    placer: PoseRefiner
    namer: FaceClassifier
    attitudes: HypothesisEvaluator
    score: CalibratedScore

    def places(
        self,
        photograph: Photograph,
        sights: Sequence[tuple[RefinedPose, FaceMatch]],
        others: Sequence[RefinedPose] = (),
        faint: Sequence[FaceCandidate] = (),
    ) -> list[SightedPlace]:
        """All places that were looked at, weighed; several may stand for one die.

        sights: at most one of each die; others: further sights of the same dice, one of which may be the top face
        instead; faint: where the finder saw less. The last two are looked at only where no die is sure.
        """
        matcher = PhotometricAligner(photograph)
        found = self._flat(matcher, self._sighted(photograph, sights, Usual()))
        usual = _usual(found)
        found = [self._place(replace(one.sighting, usual=usual), one.explanations) for one in found]
        found += self._flat(matcher, self._seen_beside(photograph, found, others, usual))
        tilted = self._tilted_a_little(matcher, self._by_all_sides(matcher, self._unhidden(photograph.lens, found)))
        found = [*tilted, *self._swept(matcher, tilted, faint, usual)]
        found = self._unhidden(photograph.lens, [*found, *self._seen_by_print(matcher, found, usual)])
        bodies, hidden = _bodies(found), _settled(photograph.lens, found).cover([place.pose for place in found])
        worth = [n for n, place in enumerate(found) if place.is_worth_a_search and hidden[n] is None]
        searched = sorted(worth, key=lambda n: -found[n].verdict.die)[: tuning.MAX_SEARCHED_PLACES]
        for n, place in zip(searched, self._searched(matcher, [found[n] for n in searched]), strict=True):
            found[n] = place
        looked = self._tilted_a_little(matcher, self._beside_neighbours(matcher, found), tilted)
        return [place for place in looked if place.sure or not _is_taken(place, bodies)]

    def look_again(
        self, photograph: Photograph, found: Sequence[SightedPlace], poses: Sequence[Pose]
    ) -> list[SightedPlace]:
        """The places found, and around these poses, where something lies that no die explains, those that show an
        enrolled face: what shows none is told as a thing already, and no die for being looked at twice.

        Looked for are dice that lie flat; then, where none does, and where a die is told that nothing explains well,
        dice that lean.
        """
        matcher, usual = PhotometricAligner(photograph), found[0].sighting.usual if found else Usual()
        lying = self._lying_around(matcher, found, poses, usual) if poses else []
        leaning = self._leaning_around(matcher, [*found, *lying], poses, usual)
        return [*found, *lying, *leaning]

    def _lying_around(
        self, matcher: PhotometricAligner, found: Sequence[SightedPlace], poses: Sequence[Pose], usual: Usual
    ) -> list[SightedPlace]:
        """New places around these poses at which an enrolled die seems to lie flat.

        The finder has seen none there; so the placer looks from the middle of it, and from where it is likest to an
        enrolled face. What is all in the dark or has no border the placer may not see either: there those faces
        themselves are moved until they fit.
        """
        hidden = Silhouettes(matcher.photograph.lens, _bodies(found))
        likest = self.attitudes.likeliest_around(matcher.photograph, poses)
        starts = [*_turned_both_ways(poses), *(pose for some in likest for pose in _different(some))]
        tops = [FaceCandidate(pose, tuning.BEYOND_PRESENCE) for pose in starts]
        new = self._newly_found(matcher, found, _in_sight(hidden, tops), hidden, usual)
        new += self._new_places(matcher, [*found, *new], self._fitting(matcher, likest, hidden), hidden, usual)
        new = sorted(self._tilted_a_little(matcher, new), key=lambda place: -place.verdict.die)
        settled, rest = [one for one in new if one.settled], [one for one in new if not one.settled]
        new = [*settled, *self._searched(matcher, rest[: tuning.MAX_SEARCHED_PLACES])]
        return [place for place in self._beside_neighbours(matcher, [*found, *new])[len(found) :] if place.best]

    def _fitting(
        self, matcher: PhotometricAligner, likest: Sequence[Sequence[tuple[Pose, FaceName]]], hidden: Silhouettes
    ) -> list[RefinedPose]:
        """Where, of the flat dice that come to mind, some fit once they have been moved, best first."""
        moved = self.attitudes.flat(matcher, [one for some in likest for one in some], hidden)
        fitting = sorted((die for die in moved if die.top > tuning.LIKE_PRINT_TOP), key=lambda die: -die.fit)
        return _apart(_in_sight(hidden, [_as_placed(die) for die in fitting]))

    def _leaning_around(
        self, matcher: PhotometricAligner, found: Sequence[SightedPlace], poses: Sequence[Pose], usual: Usual
    ) -> list[SightedPlace]:
        """New places around these poses, and around dice that nothing explains well, at which an enrolled die leans."""
        explained = [place.body for place in found if place.best is not None and not place.is_doubtful]
        hidden = Silhouettes(matcher.photograph.lens, explained)
        asked = [*(place.pose for place in found if place.is_doubtful), *poses]
        free = [pose for pose, die in zip(asked, hidden.cover(asked), strict=True) if die is None]
        best = self.attitudes.search_leaning(matcher, free[: tuning.MAX_LOOKED_AGAIN], hidden)
        fitting = [die for die in best if die is not None and die.fit > tuning.LEAST_LEANING_FIT]
        showing = [die for die in fitting if die.top > tuning.LEAST_TOP_FIT]
        leaning = [die for die in showing if die.tilt_deg > tuning.LEANING_DEG]
        named = self._named_anew(matcher.photograph, leaning)
        sights = [(_as_placed(die), like) for die, like in zip(leaning, named, strict=True)]
        seen = self._sighted(matcher.photograph, sights, usual)
        explanations = [DieExplanation.by(die, like) for die, like in zip(leaning, named, strict=True)]
        places = [self._place(one.sighting, [die]) for one, die in zip(seen, explanations, strict=True)]
        return [place for place in places if place.best]

    def _sighted(
        self, photograph: Photograph, sights: Sequence[tuple[RefinedPose, FaceMatch]], usual: Usual
    ) -> list[SightedPlace]:
        """Places that nothing explains yet."""
        poses = [placed.pose for placed, _ in sights]
        reliefs = measure_relief(photograph.picture, photograph.lens, poses).tolist()
        standing: list[float | None] = [None] * len(poses)
        if photograph.backdrop is not None:
            standing = measure_standing(photograph.backdrop, poses).tolist()
        return [
            self._place(Sighting(placed, named, relief, stands, usual), ())
            for (placed, named), relief, stands in zip(sights, reliefs, standing, strict=True)
        ]

    def _place(self, sighting: Sighting, explanations: Iterable[DieExplanation]) -> SightedPlace:
        """Weighed anew; of explanations by one face, lying alike, the best, and none that leans for nothing."""
        best: dict[tuple[FaceName, bool], DieExplanation] = {}
        for one in explanations:
            key = one.hypothesis.name, one.leans
            if key not in best or one.hypothesis.fit > best[key].hypothesis.fit:
                best[key] = one
        kept = _without_doubtful_tilts(best.values())
        return SightedPlace(sighting, kept, self.score.weigh(sighting, kept))

    def _seen(self, photograph: Photograph, placed: Sequence[RefinedPose], usual: Usual) -> list[SightedPlace]:
        """Places with the names that their faces may have."""
        named = self.namer.name(photograph.picture, photograph.lens, [one.pose for one in placed])
        return self._sighted(photograph, list(zip(placed, named, strict=True)), usual)

    def _seen_beside(
        self, photograph: Photograph, found: Sequence[SightedPlace], placed: Sequence[RefinedPose], usual: Usual
    ) -> list[SightedPlace]:
        """Of other places those that no sure die hides."""
        return self._seen(photograph, _in_sight(Silhouettes(photograph.lens, _bodies(found)), placed), usual)

    def _unhidden(self, lens: Pinhole, found: Sequence[SightedPlace]) -> list[SightedPlace]:
        """The sure dice, and what they do not hide, or hide though it shows an enrolled face that is none of theirs."""
        hidden = _are_hidden(lens, found, found)
        return [place for place, hides in zip(found, hidden, strict=True) if place.sure or not hides]

    def _flat(self, matcher: PhotometricAligner, places: Sequence[SightedPlace]) -> list[SightedPlace]:
        """Each place with the whole dice, lying flat, whose top face it may show.

        The likeliest by its looks is tried first; the others only where it leaves doubts, or where they are as like.
        """
        first = [(n, one) for n, place in enumerate(places) if place.is_open for one in place.possible_faces[:1]]
        weighed = self._explained(matcher, places, first)
        rivals = [(n, one) for n, place in enumerate(weighed) for one in place.rival_faces]
        return self._explained(matcher, weighed, rivals)

    def _explained(
        self,
        matcher: PhotometricAligner,
        places: Sequence[SightedPlace],
        asked: Sequence[tuple[int, tuple[Pose, FaceName]]],
        hidden: Silhouettes | None = None,
    ) -> list[SightedPlace]:
        """The places, some of them (by number) also explained by flat dice at these poses."""
        more: dict[int, list[DieExplanation]] = {}
        fits = self.attitudes.flat(matcher, [one for _, one in asked], hidden)
        for (n, _), fit in zip(asked, fits, strict=True):
            more.setdefault(n, []).append(DieExplanation.by(fit, places[n].named))
        return [
            self._place(place.sighting, (*place.explanations, *more[n])) if n in more else place
            for n, place in enumerate(places)
        ]

    def _by_all_sides(
        self, matcher: PhotometricAligner, places: Sequence[SightedPlace], hidden: Silhouettes | None = None
    ) -> list[SightedPlace]:
        """Where no die is sure: also explained by what all sides in sight say, those left out that sure dice hide."""
        photograph = matcher.photograph
        hidden = hidden or Silhouettes(photograph.lens, _bodies(places))
        open_ones = [
            n for n, place in enumerate(places) if place.is_open and place.placed.die > tuning.MIN_SWEPT_DIE_SCORE
        ]
        poses = [places[n].pose for n in open_ones]
        glances = self.attitudes.likeliest(photograph, poses, hidden)
        asked = [(n, one) for n, likeliest in zip(open_ones, glances, strict=True) for one in likeliest]
        for n, anew in zip(open_ones, are_partly_hidden(hidden, poses), strict=True):
            tried = () if anew else [one.hypothesis.name for one in places[n].explanations]  # with all their sides
            asked += [(n, one) for one in places[n].possible_faces if one[1] not in tried]
        return self._compared_anew(matcher, self._explained(matcher, places, asked, hidden), hidden)

    def _compared_anew(
        self, matcher: PhotometricAligner, places: Sequence[SightedPlace], hidden: Silhouettes
    ) -> list[SightedPlace]:
        """Where no die is sure: explained as alike as faces are, cut out just where the die that fits best has its."""
        best = {n: one.hypothesis for n, place in enumerate(places) if not place.sure and (one := place.best_fitting)}
        flat = {n: die for n, die in best.items() if die.fit > tuning.FIT_TO_NAME_ANEW}
        named = dict(zip(flat, self._named_anew(matcher.photograph, list(flat.values())), strict=True))
        liker = self._liker(matcher, places, flat, named, hidden)
        weighed = list(places)
        for n, anew in named.items():
            dice = [*(one.hypothesis for one in places[n].explanations), *liker.get(n, ())]
            weighed[n] = self._place(places[n].sighting, [DieExplanation.by(die, anew) for die in dice])
        return weighed

    def _liker(
        self,
        matcher: PhotometricAligner,
        places: Sequence[SightedPlace],
        dice: Mapping[int, PoseHypothesis],
        named: Mapping[int, FaceMatch],
        hidden: Silhouettes | None = None,
    ) -> dict[int, list[PoseHypothesis]]:
        """For flat dice at places, by number, such that lie there with a face up that is liker to what is seen just
        there, and that nobody has thought of yet."""
        asked = [(n, one) for n, die in dice.items() for one in _liker_faces(places[n], die, named[n])]
        liker: dict[int, list[PoseHypothesis]] = {}
        for (n, _), die in zip(asked, self.attitudes.flat(matcher, [one for _, one in asked], hidden), strict=True):
            liker.setdefault(n, []).append(die)
        return liker

    def _tilted_a_little(
        self, matcher: PhotometricAligner, places: Sequence[SightedPlace], tried: Sequence[SightedPlace] = ()
    ) -> list[SightedPlace]:
        """Where the likeliest die may lean: also explained by that die, tilted any way from where it lies until it
        fits. tried: places where that has been done."""
        asked = [n for n, place in enumerate(places) if place.may_lean and place not in tried]
        flat = {n: one.hypothesis for n in asked if (one := places[n].likeliest)}
        freed = dict(zip(flat, self.attitudes.refine_6dof(matcher, list(flat.values())), strict=True))
        leaning = {n: die for n, die in freed.items() if die.tilt_deg > tuning.LEANING_DEG}
        named = self._named_anew(matcher.photograph, list(leaning.values()))
        weighed = list(places)
        for (n, die), anew in zip(leaning.items(), named, strict=True):
            more = (*places[n].explanations, DieExplanation.by(die, anew))
            weighed[n] = self._place(places[n].sighting, more)
        return weighed

    def _beside_neighbours(self, matcher: PhotometricAligner, places: Sequence[SightedPlace]) -> list[SightedPlace]:
        """Where no die is sure: explained without the sides that any die hides that is told by its name by now, if that
        makes one likelier; and so on, for in a crowd each may wait for the next."""
        weighed, named = list(places), -1
        for _ in range(tuning.NEIGHBOUR_ROUNDS):
            told = [one.best.hypothesis.rigid_pose for one in weighed if one.best]
            if len(told) == named:
                break
            named = len(told)
            hidden = Silhouettes(matcher.photograph.lens, told)
            beside = [n for n, place in enumerate(weighed) if place.is_open and _has_near(place, told)]
            partly_hidden = are_partly_hidden(hidden, [weighed[n].pose for n in beside])
            behind = [n for n, is_hidden in zip(beside, partly_hidden, strict=True) if is_hidden]
            asked = [(n, one) for n in behind for one in weighed[n].possible_faces]
            anew = self._explained(matcher, weighed, asked, hidden)
            weighed = [max(pair, key=lambda place: place.share_of_best) for pair in zip(weighed, anew, strict=True)]
        return weighed

    def _swept(
        self, matcher: PhotometricAligner, found: Sequence[SightedPlace], faint: Sequence[FaceCandidate], usual: Usual
    ) -> list[SightedPlace]:
        """The second sweep: faint candidates, and the places beyond what nothing explains."""
        photograph, lens = matcher.photograph, matcher.photograph.lens
        hidden = _settled(lens, found)
        low = _occupied(photograph, _in_sight(hidden, faint))[: tuning.MAX_SWEPT]
        unexplained = sorted((place for place in found if place.best is None), key=lambda one: -one.verdict.die)
        around = _occupied(photograph, _in_sight(hidden, unexplained))
        elsewhere = [*(_where_else(lens, place) for place in around), *(poses_beyond(lens, one.pose) for one in low)]
        beyond = [
            FaceCandidate(pose, tuning.BEYOND_PRESENCE)
            for poses in elsewhere[: tuning.MAX_LOOKED_BEYOND]
            for pose in poses
        ]
        return self._newly_found(matcher, found, [*low, *_in_sight(hidden, beyond)], hidden, usual)

    def _seen_by_print(
        self, matcher: PhotometricAligner, found: Sequence[SightedPlace], usual: Usual
    ) -> list[SightedPlace]:
        """The third sweep: where a die may lie that nothing explains, enrolled faces are looked for all around, for the
        placer has been mistaken there. What shows none is no die for being looked at twice."""
        photograph, hidden = matcher.photograph, _settled(matcher.photograph.lens, found)
        may_be = (tuning.MIN_PRINT_PROBABILITY, tuning.LISTED_PROBABILITY)
        unexplained = [place for place in found if place.best is None and may_be[0] < place.verdict.die < may_be[1]]
        doubtful = _occupied(photograph, _in_sight(hidden, unexplained))
        some = sorted(doubtful, key=lambda place: -place.verdict.die)[: tuning.MAX_LOOKED_BEYOND]
        likest = self.attitudes.likeliest_around(photograph, [place.pose for place in some])
        shown = self._new_places(matcher, found, self._fitting(matcher, likest, hidden), hidden, usual)
        return [place for place in shown if place.best]

    def _newly_found(
        self,
        matcher: PhotometricAligner,
        found: Sequence[SightedPlace],
        candidates: Sequence[FaceCandidate],
        hidden: Silhouettes,
        usual: Usual,
    ) -> list[SightedPlace]:
        """Candidates that turn out to be places not found before, and to be no side of a die."""
        photograph = matcher.photograph
        placed = self.placer.place(photograph.picture, photograph.lens, candidates)
        like_dice = [one for one in placed if one.die > tuning.MIN_SWEPT_DIE_SCORE]
        return self._new_places(matcher, found, _in_sight(hidden, like_dice), hidden, usual)

    def _new_places(
        self,
        matcher: PhotometricAligner,
        found: Sequence[SightedPlace],
        placed: Sequence[RefinedPose],
        hidden: Silhouettes,
        usual: Usual,
    ) -> list[SightedPlace]:
        """What was placed and not found before, explained."""
        new = [one for one in placed if not any(_is_settled_at(place, one) for place in found)]
        new = [replace(one, presence=max(one.presence, _presence_at(found, one))) for one in new]
        seen = self._seen(matcher.photograph, new, usual)
        likely = [one for one in seen if one.verdict.die > tuning.MIN_SWEPT_PROBABILITY]
        return self._by_all_sides(matcher, self._flat(matcher, likely), hidden)

    def _searched(self, matcher: PhotometricAligner, places: Sequence[SightedPlace]) -> list[SightedPlace]:
        """Each with the whole die that fits best of all that a search finds."""
        best = self.attitudes.search_tilted(matcher, [place.pose for place in places])
        found = {n: one for n, one in enumerate(best) if one is not None and one.top > tuning.LEAST_TOP_FIT}
        lying = {n: (one.pose, one.name) for n, one in found.items() if one.tilt_deg <= tuning.LEANING_DEG}
        found |= dict(zip(lying, self.attitudes.flat(matcher, list(lying.values())), strict=True))
        named = dict(zip(found, self._named_anew(matcher.photograph, list(found.values())), strict=True))
        liker = self._liker(matcher, places, {n: found[n] for n in lying}, named)
        weighed = list(places)
        for n, one in found.items():
            more = [DieExplanation.by(die, named[n]) for die in (one, *liker.get(n, ()))]
            weighed[n] = self._place(places[n].sighting, (*places[n].explanations, *more))
        return weighed

    def told(self, photograph: Photograph, places: Sequence[SightedPlace]) -> list[VerifiedDie]:
        """The bodies that explain the picture best, and where exactly they lie."""
        chosen = choose_dice(photograph.lens, places, self.placer.network.constants["leaning"])
        return measure_corners(photograph, self.attitudes, chosen)

    def _named_anew(self, photograph: Photograph, hypotheses: Sequence[PoseHypothesis]) -> list[FaceMatch]:
        """What the upper faces of whole dice look like when cut out just there."""
        corners = face_corners_mm([one.rigid_pose for one in hypotheses], [one.vertices for one in hypotheses])
        edges_mm = [one.rigid_pose.edge_mm for one in hypotheses]
        return self.namer.name_faces(photograph.picture, photograph.lens, corners, edges_mm)


def _are_hidden(lens: Pinhole, places: Sequence[SightedPlace], found: Sequence[SightedPlace]) -> list[bool]:
    """For each place whether a sure die of those found hides it, and it shows no enrolled face but of that die."""
    sure = [place for place in found if place.sure]
    by = Silhouettes(lens, _bodies(found)).cover([place.pose for place in places])
    return [n is not None and _may_be_side(place, sure[n]) for place, n in zip(places, by, strict=True)]


def _may_be_side(place: SightedPlace, die: SightedPlace) -> bool:
    """Whether no enrolled face is seen at a place but those of a die."""
    shown = place.named.name
    return shown is None or (die.best is not None and shown.die == die.best.hypothesis.name.die)


def _in_sight(hidden: Silhouettes, some: Sequence[_Posed]) -> list[_Posed]:
    """Of what lies at poses that which no die hides."""
    by = hidden.cover([one.pose for one in some])
    return [one for one, die in zip(some, by, strict=True) if die is None]


def _bodies(places: Iterable[SightedPlace]) -> list[RigidPose]:
    """The dice that are sure, in order."""
    return [place.best.hypothesis.rigid_pose for place in places if place.sure and place.best is not None]


def _settled(lens: Pinhole, places: Iterable[SightedPlace]) -> Silhouettes:
    """The dice beside which nothing is looked for anew."""
    return Silhouettes(lens, [place.body for place in places if place.settled])


def _usual(places: Sequence[SightedPlace]) -> Usual:
    """What is usual among these."""
    best = [one for place in places if (one := place.best_fitting)]
    return Usual.of([one.hypothesis.fit for one in best], [one.in_common for one in best])


def _where_else(lens: Pinhole, place: SightedPlace) -> list[Pose]:
    """Where the top face may be that is not at a place: all around where a die is likely; else beyond what may be its
    side."""
    return poses_around(place.pose) if place.verdict.die > tuning.EVEN_ODDS else poses_beyond(lens, place.pose)


def _turned_both_ways(poses: Sequence[Pose]) -> list[Pose]:
    """The poses as they are and a sixth of a turn on: from one of them the placer finds any heading."""
    return [replace(pose, heading_deg=pose.heading_deg + turn) for pose in poses for turn in (0, 60)]


def _has_near(place: SightedPlace, bodies: Sequence[RigidPose]) -> bool:
    """Whether one of these dice, other than its own, may hide sides of a die at this place."""
    own = None if place.best is None else place.best.hypothesis.rigid_pose
    return any(
        math.dist(place.pose.centre_mm, body.centre_mm[:2]) < tuning.HIDING_EDGES * body.edge_mm
        for body in bodies
        if body is not own
    )


def _different(dice: Sequence[tuple[Pose, FaceName]]) -> list[Pose]:
    """Where these are, best first, each place told once: thirds of a turn show the same outline."""
    poses = [replace(pose, heading_deg=pose.heading_deg % 120) for pose, _ in dice]
    return list(dict.fromkeys(poses))[: tuning.MAX_FOUND_AROUND]


def _as_placed(die: PoseHypothesis) -> RefinedPose:
    """A die where it fits, as if the placer had told it, without saying much."""
    sigma_mm, sigma_deg = tuning.UNPLACED_SIGMAS
    score = tuning.UNPLACED_DIE_SCORE
    return RefinedPose(die.pose, sigma_mm, sigma_deg, score, 1 - score, 1.0, tuning.BEYOND_PRESENCE)


def _apart(placed: Sequence[RefinedPose]) -> list[RefinedPose]:
    """Of sights, best first, at most one at each place."""
    kept: list[RefinedPose] = []
    for one in placed:
        if not any(is_same_triangle(one, other) for other in kept):
            kept.append(one)
    return kept[: tuning.MAX_FOUND_AROUND]


def _without_doubtful_tilts(explanations: Iterable[DieExplanation]) -> tuple[DieExplanation, ...]:
    """Without dice that lean and explain a place hardly better than one that lies flat with the same face up: so does
    one that lies flat in the dark."""
    flat = {one.hypothesis.name: one.hypothesis for one in explanations if not one.leans}
    return tuple(one for one in explanations if not one.leans or _gains(one.hypothesis, flat.get(one.hypothesis.name)))


def _gains(die: PoseHypothesis, flat: PoseHypothesis | None) -> bool:
    """Whether a die that leans fits plainly better, or its top does, than if it lay flat."""
    return flat is None or max(die.fit - flat.fit, die.top - flat.top) > tuning.LEANING_GAIN


def _is_taken(place: SightedPlace, bodies: Sequence[RigidPose]) -> bool:
    """Whether what explains a place best is one of these bodies again, seen by one of its sides."""
    if place.likeliest is None or max(place.verdict.explained) < place.verdict.unread:
        return False
    own = place.likeliest.hypothesis.rigid_pose
    return any(bodies_meet(own, body) for body in bodies)


def _occupied(photograph: Photograph, some: Sequence[_Posed]) -> list[_Posed]:
    """Of what may lie at poses that which is not the table itself, as far as the table is known."""
    if photograph.backdrop is None or not some:
        return list(some)
    shares = photograph.backdrop.occupied_shares([one.pose for one in some])
    return [one for one, share in zip(some, shares, strict=True) if share > tuning.MIN_OCCUPIED_SHARE]


def _liker_faces(place: SightedPlace, die: PoseHypothesis, named: FaceMatch) -> list[tuple[Pose, FaceName]]:
    """The faces liker than a die's, by their looks just where it has its own, that explain nothing yet at a place."""
    tried = {one.hypothesis.name for one in place.explanations}
    liker = itertools.takewhile(lambda one: one.name != die.name, named.ranked)
    untried = [one for one in liker if one.name not in tried][: tuning.MAX_TRIED_FACES]
    return [(replace(die.pose, heading_deg=die.pose.heading_deg - 120 * one.turn), one.name) for one in untried]


def _presence_at(found: Sequence[SightedPlace], one: RefinedPose) -> float:
    """How present the finder saw what is looked at once more."""
    return max((place.placed.presence for place in found if is_same_triangle(place.placed, one)), default=0.0)


def _is_settled_at(place: SightedPlace, other: RefinedPose) -> bool:
    """Whether another sight is of the same place again; where no die is sure it may be of a die beside it."""
    if place.sure or not is_same_triangle(place.placed, other):
        return is_same_triangle(place.placed, other)
    apart_mm = math.dist(place.pose.centre_mm, other.pose.centre_mm)
    return place.placed.die > tuning.MIN_SWEPT_DIE_SCORE and apart_mm < tuning.RESETTLED_EDGES * other.pose.edge_mm
