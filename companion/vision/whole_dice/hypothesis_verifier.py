"""Of all that looks like a top face, the dice: which each is, and how it lies.

Each place is weighed by one calibrated score (``score``). What is sure at the first look settles what its outline
hides; the rest is looked at again, from around, by all its sides and as if it leaned (``glance``). Of all places the
set of bodies is reported that explains the picture best (``verified_die``); what is a die by all that is seen, and no
enrolled one, is reported unread.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
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
    each_triangle_once,
    is_same_triangle,
)
from companion.vision.whole_dice.attenuation import UNATTENUATED, Attenuation
from companion.vision.whole_dice.body_choice import bodies_meet
from companion.vision.whole_dice.colour import colours_speak
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import PhotometricAligner
from companion.vision.whole_dice.place_explainer import PlaceExplainer, measure_print
from companion.vision.whole_dice.pose_hypothesis import HypothesisEvaluator, PoseHypothesis
from companion.vision.whole_dice.restarts import leaning_on_nearest, pose_before, poses_beyond, turned_both_ways
from companion.vision.whole_dice.score import CalibratedScore, Usual
from companion.vision.whole_dice.sighted_place import ANY_FACE, SightedPlace, sure_bodies
from companion.vision.whole_dice.silhouettes import Silhouettes
from companion.vision.whole_dice.verified_die import VerifiedDie, choose_dice, measure_corners, share_ties

#: What has a pose.
_Posed = TypeVar("_Posed", FaceCandidate, RefinedPose, SightedPlace)


@dataclass(frozen=True, slots=True, eq=False)
class HypothesisVerifier:
    """Turns sights into dice."""

    refiner: PoseRefiner
    classifier: FaceClassifier
    evaluator: HypothesisEvaluator
    score: CalibratedScore

    def places(
        self,
        photograph: Photograph,
        sights: Sequence[tuple[RefinedPose, FaceMatch]],
        others: Sequence[RefinedPose] = (),
        faint: Sequence[FaceCandidate] = (),
        before: Attenuation | None = None,
    ) -> list[SightedPlace]:
        """All places that were looked at, weighed; several may stand for one die.

        sights: at most one of each die; others: further sights of the same dice, one of which may be the top face
        instead; faint: where the detector saw less. Both are looked at only where no die is sure. before: what this
        table's last picture took from the likeness of dice.
        """
        explainer = self._explainer(photograph)
        found = explainer.flat(explainer.sighted(sights, Usual()))
        # What is usual among these.
        best = [one for place in found if (one := place.best_fitting)]
        usual = Usual.of([one.hypothesis.fit for one in best], [one.in_common for one in best])
        found = [explainer.weighed(replace(one.sighting, usual=usual), one.explanations) for one in found]
        beside = _in_sight(Silhouettes(photograph.lens, sure_bodies(found)), others)
        found += explainer.flat(explainer.seen(beside, usual))
        tilted = explainer.tilted_a_little(explainer.by_all_sides(self._unhidden(photograph.lens, found)))
        found = self._searched(explainer, tilted, tuning.PLAIN_DIE_PROBABILITY)
        searched = [place for place in found if place.verdict.die > tuning.PLAIN_DIE_PROBABILITY]
        found = self._unhidden(photograph.lens, found)
        found = [*found, *self._swept(explainer, found, faint, usual)]
        found = [*found, *self._surely_swept(explainer, found, faint, usual)]
        found = self._unhidden(photograph.lens, [*found, *self._seen_by_print(explainer, found, usual)])
        bodies = sure_bodies(found)
        found = self._searched(explainer, found, tuning.MIN_SEARCHED_PROBABILITY, searched)
        looked = explainer.tilted_a_little(explainer.beside_neighbours(found), tilted)
        return _restored(explainer, [place for place in looked if place.sure or not _is_taken(place, bodies)], before)

    def _searched(
        self,
        explainer: PlaceExplainer,
        found: Sequence[SightedPlace],
        least: float,
        tried: Sequence[SightedPlace] = (),
    ) -> list[SightedPlace]:
        """The places, with what a search finds where no die is sure, none hides it, and one is likelier than ``least``;
        where nothing explains one first. tried: places that are not searched again."""
        open_ones = [n for n, place in enumerate(found) if not place.settled and place.verdict.die > least]
        untried = [n for n in open_ones if not any(found[n] is one for one in tried)]
        hidden = _settled(explainer.photograph.lens, found).cover([found[n].pose for n in untried])
        worth = [n for n, die in zip(untried, hidden, strict=True) if die is None]
        unexplained_first = sorted(worth, key=lambda n: (found[n].best is not None, -found[n].verdict.die))
        return explainer.searched(found, unexplained_first[: tuning.MAX_SEARCHED_PLACES])

    def look_again(
        self, photograph: Photograph, found: Sequence[SightedPlace], poses: Sequence[Pose]
    ) -> list[SightedPlace]:
        """The places found, and around these poses, where something lies that no die explains, those that show an
        enrolled face: what shows none is reported as a thing already, and no die for being looked at twice.

        Looked for are dice before sides that they hide; then dice that lean, for nearly all that is left do; then,
        where none does, dice that lie flat.
        """
        explainer = self._explainer(photograph)
        usual = found[0].sighting.usual if found else Usual()
        before = self._before_contradicted(photograph.lens, found)
        lying = self._lying_before(explainer, found, before, usual) if before else []
        leaning = self._leaning_around(explainer, [*found, *lying], [*(pose for _, pose in before), *poses], usual)
        by = Silhouettes(photograph.lens, [place.body for place in leaning]).cover(poses)
        left = [pose for pose, die in zip(poses, by, strict=True) if die is None]
        lying += self._lying_around(explainer, [*found, *lying, *leaning], left, usual) if left else []
        places = [*found, *lying, *leaning]
        return explainer.beside_neighbours(places) if leaning else places

    def unexplained(
        self, photograph: Photograph, chosen: Sequence[VerifiedDie], candidates: Sequence[FaceCandidate]
    ) -> list[Pose]:
        """Where the detector saw the top of a die, something else than the empty table is seen, and no die is reported.

        Print of many colours leads the refiner astray; and what lies where a glossy table would mirror a die is not
        reported as a thing, so that nobody would look there again.
        """
        if photograph.foreground is None:
            return []
        reported = Silhouettes(photograph.lens, [die.place.body for die in chosen])
        beside = _occupied(photograph, _in_sight(reported, candidates))
        return [one.pose for one in sorted(beside, key=lambda one: -one.presence)[: tuning.MAX_UNEXPLAINED]]

    def _before_contradicted(self, lens: Pinhole, found: Sequence[SightedPlace]) -> list[tuple[RigidPose, Pose]]:
        """Where dice would lie before sides of flat dice that show something else than they should, and that no die
        hides that is reported: each with the die whose side it is."""
        dice = [die for place in found if (die := place.flat_by_its_top)]
        sides = [(die.rigid_pose, side) for die in dice for side in die.contradicted]
        if not sides:
            return []
        reported = Silhouettes(lens, [place.body for place in found if place.best is not None])
        behind = reported.stand_before(face_corners_mm([body for body, _ in sides], [side for _, side in sides]))
        return [(body, pose_before(body, side)) for (body, side), hides in zip(sides, behind, strict=True) if not hides]

    def _lying_before(
        self,
        explainer: PlaceExplainer,
        found: Sequence[SightedPlace],
        before: Sequence[tuple[RigidPose, Pose]],
        usual: Usual,
    ) -> list[SightedPlace]:
        """New places just there at which an enrolled die lies flat."""
        tops = [FaceCandidate(pose, tuning.BEYOND_PRESENCE) for _, one in before for pose in turned_both_ways(one)]
        own = [body for body, _ in before]
        others = [place.body for place in found if place.settled and all(place.body is not body for body in own)]
        new = self._newly_found(explainer, found, tops, Silhouettes(explainer.photograph.lens, others), usual)
        return [place for place in new if place.best]

    def _lying_around(
        self, explainer: PlaceExplainer, found: Sequence[SightedPlace], poses: Sequence[Pose], usual: Usual
    ) -> list[SightedPlace]:
        """New places around these poses at which an enrolled die seems to lie flat.

        The detector has seen none there; so the refiner looks from the middle of it, and from where it is likest to an
        enrolled face. What is all in the dark or has no border the refiner may not see either: there those faces
        themselves are moved until they fit.
        """
        hidden = Silhouettes(explainer.photograph.lens, sure_bodies(found))
        likest = self.evaluator.likeliest_around(explainer.photograph, poses, _likeness_left(found))
        room = [pose for pose, some in zip(poses, likest, strict=True) if some]
        middles = [start for pose in room for start in turned_both_ways(pose)]
        starts = [*middles, *(pose for some in likest for pose in _different(some))]
        tops = [FaceCandidate(pose, tuning.BEYOND_PRESENCE) for pose in starts]
        worth = _occupied(explainer.photograph, _in_sight(hidden, tops))
        new = self._newly_found(explainer, found, worth, hidden, usual)
        new += self._fitting_places(explainer, [*found, *new], likest, hidden, usual)
        new = sorted(explainer.tilted_a_little(new), key=lambda place: -place.verdict.die)
        rest = [n for n, place in enumerate(new) if not place.settled]
        new = explainer.searched(new, rest[: tuning.MAX_SEARCHED_PLACES])
        return [place for place in explainer.beside_neighbours([*found, *new])[len(found) :] if place.best]

    def _fitting_places(
        self,
        explainer: PlaceExplainer,
        found: Sequence[SightedPlace],
        likest: Sequence[Sequence[tuple[Pose, FaceName]]],
        hidden: Silhouettes,
        usual: Usual,
    ) -> list[SightedPlace]:
        """Where, of the flat dice that come to mind, some fit. Also where the refiner saw what nothing explains, if
        that settles it: it may have been mistaken about how that lies, though not about how like a die it is."""
        fitting = [_seen_as_before(found, one) for one in self._fitting(explainer, likest, hidden)]
        new = self._new_places(explainer, [place for place in found if place.best], fitting, hidden, usual)
        return [place for place in new if place.settled or not _is_seen_again(found, place.placed)]

    def _fitting(
        self, explainer: PlaceExplainer, likest: Sequence[Sequence[tuple[Pose, FaceName]]], hidden: Silhouettes
    ) -> list[RefinedPose]:
        """Where, of the flat dice that come to mind, some fit once they have been moved, best first."""
        likest_of_all = [one for some in likest for one in some]
        some = self.evaluator.roughly_fitting(explainer.matcher, likest_of_all, hidden)
        moved = self.evaluator.flat(explainer.matcher, some, hidden)
        fitting = sorted((die for die in moved if die.top > tuning.LIKE_PRINT_TOP), key=lambda die: -die.fit)
        placed = [_as_placed(die) for die in fitting]
        # What fits is no side of a die behind it, though it lies in the outline of that.
        seen = hidden.leave_in_sight([one.pose for one in placed])
        placed = [one for one, is_seen in zip(placed, seen, strict=True) if is_seen]
        return each_triangle_once(placed)[: tuning.MAX_FOUND_AROUND]  # none surer than another: in this order

    def _leaning_around(
        self, explainer: PlaceExplainer, found: Sequence[SightedPlace], poses: Sequence[Pose], usual: Usual
    ) -> list[SightedPlace]:
        """New places around these poses, and around dice that nothing explains well, at which an enrolled die leans."""
        doubtful = [place for place in found if place.is_doubtful]
        if not poses and all(place.is_plain_stranger for place in doubtful):
            return []
        explained = [place.body for place in found if place.best is not None and not place.is_doubtful]
        hidden = Silhouettes(explainer.photograph.lens, explained)
        doubtful = _in_sight(hidden, doubtful)
        unread = [place.body for place in doubtful if place.best is None]
        starts = [leaning_on_nearest(place.pose, explained) for place in doubtful if not place.is_plain_stranger]
        starts += [leaning_on_nearest(pose, [*explained, *unread]) for pose in poses]
        smallest_first = sorted(starts, key=lambda pose: pose.edge_mm)[: tuning.MAX_LOOKED_AGAIN]
        best = self.evaluator.search_leaning(explainer.matcher, smallest_first, hidden, _likeness_left(found))
        leaning = [die for die in best if die is not None and _fits_leaning(die)]
        places = explainer.leaning(leaning, [_as_placed(die) for die in leaning], usual)
        return [place for place in places if place.best and place.best.lead > tuning.LEAST_LEANING_LEAD]

    def _unhidden(self, lens: Pinhole, found: Sequence[SightedPlace]) -> list[SightedPlace]:
        """The sure dice, and what they do not hide, or hide though it shows an enrolled face that is none of theirs."""
        sure, others = [place for place in found if place.sure], [place for place in found if not place.sure]
        by = Silhouettes(lens, sure_bodies(sure)).cover([place.pose for place in others])
        # What a sure die hides and shows no enrolled face but one of that die.
        sides = [place for place, n in zip(others, by, strict=True) if n is not None and may_be_side(place, sure[n])]
        return [place for place in found if not any(place is one for one in sides)]

    def _swept(
        self, explainer: PlaceExplainer, found: Sequence[SightedPlace], faint: Sequence[FaceCandidate], usual: Usual
    ) -> list[SightedPlace]:
        """The second sweep: faint candidates, and the places beyond what nothing explains."""
        photograph, lens = explainer.photograph, explainer.photograph.lens
        hidden = _settled(lens, found)
        low = _occupied(photograph, _in_sight(hidden, faint))[: tuning.MAX_SWEPT]
        unknown = [place for place in found if place.best is None and not place.is_plain_stranger]
        unexplained = sorted(unknown, key=lambda one: -one.verdict.die)
        around = _occupied(photograph, _in_sight(hidden, unexplained))
        sides = [*(place.pose for place in around), *(one.pose for one in low)][: tuning.MAX_LOOKED_BEYOND]
        tops = [pose for side in sides for pose in poses_beyond(lens, side)]
        beyond = [FaceCandidate(pose, tuning.BEYOND_PRESENCE) for pose in tops]
        return self._newly_found(explainer, found, [*low, *_in_sight(hidden, beyond)], hidden, usual)

    def _surely_swept(
        self, explainer: PlaceExplainer, found: Sequence[SightedPlace], faint: Sequence[FaceCandidate], usual: Usual
    ) -> list[SightedPlace]:
        """Where the table is not known without dice, all else that is faint: a loud cloth is full of what seems a die
        more than some dice do. Only what is named surely counts."""
        if explainer.photograph.foreground is not None:
            return []
        hidden = _settled(explainer.photograph.lens, found)
        candidates = _in_sight(hidden, faint)[: tuning.MAX_SWEPT_OF_UNKNOWN]
        seen = self._newly_found(explainer, found, candidates, hidden, usual)
        return [place for place in seen if place.best and place.verdict.confidence > tuning.SURELY_SWEPT]

    def _seen_by_print(
        self, explainer: PlaceExplainer, found: Sequence[SightedPlace], usual: Usual
    ) -> list[SightedPlace]:
        """The third sweep: where a die may lie that nothing explains, enrolled faces are looked for all around, for the
        refiner has been mistaken there. What shows none is no die for being looked at twice."""
        photograph, hidden = explainer.photograph, _settled(explainer.photograph.lens, found)
        unknown = [place for place in found if place.best is None and not place.is_plain_stranger]
        may_be = [place for place in unknown if place.verdict.die > tuning.MIN_PRINT_PROBABILITY]
        unexplained = _occupied(photograph, _in_sight(hidden, may_be))
        some = sorted(unexplained, key=lambda place: -place.verdict.die)[: tuning.MAX_LOOKED_BEYOND]
        likest = self.evaluator.likeliest_around(photograph, [place.pose for place in some], tuning.LEAST_ATTENUATION)
        return [place for place in self._fitting_places(explainer, found, likest, hidden, usual) if place.best]

    def _newly_found(
        self,
        explainer: PlaceExplainer,
        found: Sequence[SightedPlace],
        candidates: Sequence[FaceCandidate],
        hidden: Silhouettes,
        usual: Usual,
    ) -> list[SightedPlace]:
        """Candidates that turn out to be places not found before, and to be no side of a die."""
        photograph = explainer.photograph
        placed = self.refiner.place(photograph.picture, photograph.lens, candidates)
        like_dice = [one for one in placed if one.die > tuning.MIN_SWEPT_DIE_SCORE]
        return self._new_places(explainer, found, _in_sight(hidden, like_dice), hidden, usual)

    def _new_places(
        self,
        explainer: PlaceExplainer,
        found: Sequence[SightedPlace],
        placed: Sequence[RefinedPose],
        hidden: Silhouettes,
        usual: Usual,
    ) -> list[SightedPlace]:
        """What was placed and not found before, explained."""
        new = [one for one in placed if not _is_seen_again(found, one)]
        seen = explainer.seen([_seen_as_present(found, one) for one in new], usual)
        likely = [one for one in seen if one.verdict.die > tuning.MIN_SWEPT_PROBABILITY]
        return explainer.by_all_sides(explainer.flat(likely), hidden)

    def _explainer(self, photograph: Photograph) -> PlaceExplainer:
        return PlaceExplainer(PhotometricAligner(photograph), self.classifier, self.evaluator, self.score)

    def chosen(self, photograph: Photograph, places: Sequence[SightedPlace]) -> list[VerifiedDie]:
        """The bodies that explain the picture best, named as their colours allow; but for what cannot be told from
        things of wood, or from the table's own print."""
        asked = {n: one for n, place in enumerate(places) if (one := place.best or place.half_named) is not None}
        shifts = self.evaluator.colour_shifts(photograph, [one.hypothesis for one in asked.values()])
        judges = [places[n].best is not None and not one.leans for n, one in asked.items()]
        speak = dict(zip(asked, colours_speak(shifts, judges), strict=True))
        named = [place.by_colour(speak.get(n, 0.0)) for n, place in enumerate(places)]
        likely = _without_plain_and_bare(photograph, named)
        return choose_dice(photograph.lens, likely, self.refiner.network.constants["leaning"])

    def overlooked(
        self,
        photograph: Photograph,
        places: Sequence[SightedPlace],
        reported: Sequence[VerifiedDie],
        still: Sequence[Pose] = (),
    ) -> list[Pose]:
        """Where a die seems to lie that is none of those reported, nor hidden by one, or by one that lies still."""
        seeming = [place for place in places if place.seems_a_die]
        if not seeming:
            return []
        near = [
            pose
            for pose in still
            if any(
                math.dist(pose.centre_mm, one.pose.centre_mm) < tuning.HIDING_EDGES * pose.edge_mm for one in seeming
            )
        ]
        bodies = [*(die.place.body for die in reported), *(RigidPose.flat(pose, ANY_FACE) for pose in near)]
        hidden = Silhouettes(photograph.lens, bodies)
        return [place.pose for place in _in_sight(hidden, seeming)]

    def measured(self, photograph: Photograph, dice: Sequence[VerifiedDie]) -> list[VerifiedDie]:
        """The same dice, with where exactly they lie, and which other face may be up of those that lean."""
        return share_ties(self.evaluator, measure_corners(photograph, self.evaluator, dice))


def _without_plain_and_bare(photograph: Photograph, places: Sequence[SightedPlace]) -> list[SightedPlace]:
    """The places but for those that would be reported as unread dice and bear no print, things of wood; and for those
    that are not sure and show the table beside what may be a top face: its own print, or a face's that lies flat."""
    unread = [n for n, place in enumerate(places) if place.best is None and place.is_likely]
    prints = measure_print(photograph.picture, photograph.lens, [places[n].pose for n in unread])
    dropped = {n for n, contrast in zip(unread, prints.tolist(), strict=True) if contrast < tuning.PLAIN_PRINT}
    if photograph.foreground is not None:
        unsure = [*unread, *(n for n, place in enumerate(places) if place.is_named_unsurely)]
        occupied = photograph.foreground.occupied_shares([places[n].pose for n in unsure])
        dropped |= {n for n, share in zip(unsure, occupied, strict=True) if share < tuning.UNSURE_OCCUPIED}
    return [place for n, place in enumerate(places) if n not in dropped]


def _restored(
    explainer: PlaceExplainer, found: Sequence[SightedPlace], before: Attenuation | None
) -> list[SightedPlace]:
    """The places weighed as in a usual picture, by what these tell that camera and light take from the likeness of
    known dice: the more of them are, the surer that is, and the surer that they are. It comes last, when all has been
    tried that may be there: sooner, a die that is only a little like one would settle its place."""
    places, used = list(found), UNATTENUATED
    for _ in range(tuning.ATTENUATION_ROUNDS):
        taken = Attenuation.of([known for place in places if (known := place.known_sight)], before)
        if taken.plain == used.plain:
            break
        places, used = [explainer.restored(place, taken) for place in places], taken
    return places


def _likeness_left(found: Sequence[SightedPlace]) -> float:
    """What camera and light leave of the likeness of known dice, by those found; the least of all where none is."""
    return found[0].sighting.usual.attenuation.top if found else tuning.LEAST_ATTENUATION


def may_be_side(place: SightedPlace, die: SightedPlace) -> bool:
    """Whether no enrolled face is seen at a place but those of a die, and no other die explains it."""
    shown = [place.named.name, None if place.best is None else place.best.hypothesis.name]
    own = None if die.best is None else die.best.hypothesis.name.die
    return all(name is None or name.die == own for name in shown)


def _in_sight(hidden: Silhouettes, some: Sequence[_Posed]) -> list[_Posed]:
    """Of what lies at poses that which no die hides."""
    by = hidden.cover([one.pose for one in some])
    return [one for one, die in zip(some, by, strict=True) if die is None]


def _settled(lens: Pinhole, places: Iterable[SightedPlace]) -> Silhouettes:
    """The dice beside which nothing is looked for anew."""
    return Silhouettes(lens, [place.body for place in places if place.settled])


def _fits_leaning(die: PoseHypothesis) -> bool:
    """Whether what was found is a die that leans, and fits well: all that is seen of it, or else its upper face, for
    dice that nobody knows of may hide its sides."""
    if die.tilt_deg < tuning.LEAST_FOUND_TILT_DEG or die.top < tuning.LEAST_TOP_FIT:
        return False
    return die.fit > tuning.LEAST_LEANING_FIT or (
        die.top > tuning.GOOD_LEANING_TOP and die.fit > tuning.LEAST_FIT_BESIDE_TOP
    )


def _different(dice: Sequence[tuple[Pose, FaceName]]) -> list[Pose]:
    """Where these are, best first, each place listed once: thirds of a turn show the same outline."""
    poses = [replace(pose, heading_deg=pose.heading_deg % 120) for pose, _ in dice]
    return list(dict.fromkeys(poses))[: tuning.MAX_FOUND_AROUND]


def _as_placed(die: PoseHypothesis) -> RefinedPose:
    """A die where it fits, as if the refiner had reported it, without saying much."""
    sigma_mm, sigma_deg = tuning.UNPLACED_SIGMAS
    score = tuning.UNPLACED_DIE_SCORE
    return RefinedPose(die.pose, sigma_mm, sigma_deg, score, 1 - score, 1.0, tuning.BEYOND_PRESENCE)


def _is_taken(place: SightedPlace, bodies: Sequence[RigidPose]) -> bool:
    """Whether what explains a place best is one of these bodies again, seen by one of its sides."""
    if place.likeliest is None or max(place.verdict.explained) < place.verdict.unread:
        return False
    own = place.likeliest.hypothesis.rigid_pose
    return any(bodies_meet(own, body) for body in bodies)


def _occupied(photograph: Photograph, some: Sequence[_Posed]) -> list[_Posed]:
    """Of what may lie at poses that which is not the table itself, as far as the table is known."""
    if photograph.foreground is None or not some:
        return list(some)
    shares = photograph.foreground.occupied_shares([one.pose for one in some])
    return [one for one, share in zip(some, shares, strict=True) if share > tuning.MIN_OCCUPIED_SHARE]


def _seen_as_before(found: Sequence[SightedPlace], one: RefinedPose) -> RefinedPose:
    """What is looked at once more at a place, as refiner and detector saw it if they did just there. (By a refiner that
    says little, 16 more of 1,317 strangers were named on 28 tables.)"""
    before = next((place.placed for place in found if _is_seen_at(place, one)), None)
    return _seen_as_present(found, one) if before is None else replace(before, pose=one.pose)


def _seen_as_present(found: Sequence[SightedPlace], one: RefinedPose) -> RefinedPose:
    """What is looked at once more, as present as the detector saw it."""
    before = [place.placed.presence for place in found if is_same_triangle(place.placed, one)]
    return replace(one, presence=max((one.presence, *before)))


def _is_seen_again(found: Sequence[SightedPlace], other: RefinedPose) -> bool:
    """Whether another sight is of one of these places again."""
    return any(_is_seen_at(place, other) for place in found)


def _is_seen_at(place: SightedPlace, other: RefinedPose) -> bool:
    """Whether another sight is of the same place again; where no die is sure it may be of a die beside it."""
    if place.sure or not is_same_triangle(place.placed, other):
        return is_same_triangle(place.placed, other)
    apart_mm = math.dist(place.pose.centre_mm, other.pose.centre_mm)
    return place.placed.die > tuning.MIN_SWEPT_DIE_SCORE and apart_mm < tuning.RESETTLED_EDGES * other.pose.edge_mm
