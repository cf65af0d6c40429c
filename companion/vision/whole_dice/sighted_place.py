"""A place of a picture where a die may lie, and what is asked of it while it is explained."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from companion.geometry import Pose, RigidPose
from companion.vision import tuning
from companion.vision.reading import FaceName
from companion.vision.top_faces import FaceMatch, RefinedPose
from companion.vision.whole_dice.attenuation import KnownSight
from companion.vision.whole_dice.pose_hypothesis import PoseHypothesis
from companion.vision.whole_dice.score import DieExplanation, PlaceVerdict, Sighting

#: The face that is up, where it makes no difference.
ANY_FACE: Final = "abc"
#: So that nothing is divided by 0.
_LEAST: Final = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class SightedPlace:
    """A place of the picture: what is seen there, the whole dice that may explain it, and how likely all that is."""

    sighting: Sighting
    explanations: tuple[DieExplanation, ...]
    verdict: PlaceVerdict

    def by_colour(self, speaks: float) -> SightedPlace:
        """The same weighed by how much its colour speaks for the face that is named there or may be, a log-likelihood.
        What speaks against a name leaves none in its stead; what speaks for one may give it to a die that is half
        recognised."""
        one = self.best or self.half_named
        more = min(speaks, 0.0) if self.best is not None else min(max(speaks, 0.0), tuning.MOST_BY_COLOUR)
        if one is None or not more:
            return self
        names = [other.hypothesis.name for other in self.explanations]
        shares = [
            share * (math.exp(more) if name == one.hypothesis.name else 1.0)
            for share, name in zip(self.verdict.explained, names, strict=True)
        ]
        nothing, *odds = (
            math.log(max(share, _LEAST)) for share in (self.verdict.nothing, self.verdict.unread, *shares)
        )
        verdict = PlaceVerdict.of([odd - nothing for odd in odds], names, tuning.RESTORED_NAMED_PROBABILITY)
        if verdict.best is not None and names[verdict.best] != one.hypothesis.name:
            verdict = replace(verdict, best=None)
        return replace(self, verdict=verdict)

    @property
    def placed(self) -> RefinedPose:
        """What the refiner says of it."""
        return self.sighting.placed

    @property
    def pose(self) -> Pose:
        """Where the refiner says that a top face lies."""
        return self.placed.pose

    @property
    def named(self) -> FaceMatch:
        """What its face looks like."""
        return self.sighting.named

    @property
    def best(self) -> DieExplanation | None:
        """The whole die that is there, if one is likelier than not."""
        return None if self.verdict.best is None else self.explanations[self.verdict.best]

    @property
    def sure(self) -> bool:
        """Whether a second look would hardly tell otherwise, so that what its die hides needs none either."""
        return self.best is not None and self.verdict.confidence > tuning.SURE_PROBABILITY

    @property
    def settled(self) -> bool:
        """Whether it needs no second look itself: it is sure, or nearly, and its top and sides fit a die that lies
        flat."""
        if self.best is None or self.verdict.confidence < tuning.NEARLY_SURE_PROBABILITY:
            return False
        die = self.best.hypothesis
        fits = die.top > tuning.UPRIGHT_FIT and (die.sides or 0.0) > tuning.SIDE_OF_LEANING_FIT
        return self.sure or (fits and not self.best.leans)

    @property
    def is_doubtful(self) -> bool:
        """Whether a die is reported there that none explains, or one that leans and does not fit well."""
        if self.best is None:
            return self.is_likely
        return self.best.leans and self.best.hypothesis.fit < tuning.UPRIGHT_FIT

    @property
    def is_named_unsurely(self) -> bool:
        """Whether a die is named there that lies flat, and hardly surely."""
        return self.best is not None and not self.best.leans and self.verdict.confidence < tuning.UNSURE_PROBABILITY

    @property
    def worth_comparing(self) -> bool:
        """Whether all enrolled faces are to be held against what is seen just where its die has its upper face: it is
        not sure, or that fits worse than the right face mostly does. Sides of one painting may differ in a digit only,
        and where the refiner was a little off the right one has not come to mind."""
        fits = self.best_fitting
        return not self.sure or (fits is not None and fits.hypothesis.top < tuning.DOUBTED_TOP)

    @property
    def leans_rather(self) -> bool:
        """Whether dice that lean explain it better than flat ones, and not just as badly; or the top of one fits well
        where that of no flat one does, whatever speaks against a name."""
        pairs = list(zip(self.verdict.explained, self.explanations, strict=True))
        leaning = sum(share for share, one in pairs if one.leans)
        if leaning > max(tuning.LEAST_LEANING, sum(share for share, one in pairs if not one.leans)):
            return True
        fits = self.best_fitting
        return fits is not None and fits.leans and fits.hypothesis.top > tuning.GOOD_TOP

    @property
    def likeliest(self) -> DieExplanation | None:
        """The whole die that explains it best, however badly."""
        ranked = sorted(zip(self.verdict.explained, self.explanations, strict=True), key=lambda one: -one[0])
        return ranked[0][1] if ranked else None

    @property
    def known_sight(self) -> KnownSight | None:
        """Its likeliest whole die, as it is seen, if that lies flat and is fully enrolled: what tells how alike known
        dice look in this picture."""
        one = self.likeliest
        if one is None or one.leans or not one.hypothesis.fully_enrolled:
            return None
        die, verdict = one.hypothesis, self.verdict
        named = verdict.die * self.share_of_best / max(self.share_of_best + verdict.unread, _LEAST)
        return KnownSight(named, one.in_common, die.top, die.sides or 0.0, die.sides_seen)

    @property
    def half_named(self) -> DieExplanation | None:
        """The flat die that a reported but unread one may well be."""
        one = self.likeliest
        if self.best is not None or one is None or one.leans or not self.is_likely:
            return None
        return one if self.share_of_best > tuning.HALF_NAMED_PROBABILITY else None

    @property
    def best_fitting(self) -> DieExplanation | None:
        """Of what explains it the die that fits best."""
        return max(self.explanations, key=lambda one: one.hypothesis.fit, default=None)

    @property
    def flat_by_its_top(self) -> PoseHypothesis | None:
        """The flat die that is there, or, where none is named, whose upper face plainly is seen there."""
        if self.best is not None:
            return None if self.best.leans else self.best.hypothesis
        flat = [one.hypothesis for one in self.explanations if not one.leans]
        shown = max(flat, key=lambda die: die.top, default=None)
        return shown if shown is not None and shown.top > tuning.GOOD_TOP else None

    @property
    def share_of_best(self) -> float:
        """How likely its likeliest face is."""
        return max((face.confidence for face in self.verdict.faces), default=0.0)

    @property
    def is_open(self) -> bool:
        """Whether it is neither settled nor hopeless what is there."""
        return not self.settled and self.verdict.die > tuning.HOPELESS_PROBABILITY

    @property
    def is_likely(self) -> bool:
        """Whether a die is reported there, be it as unread: it is likely enough, and nothing is not the likeliest of
        all explanations. Many faces that are each a little like a chessboard do not add up to a die."""
        verdict = self.verdict
        likeliest = max(verdict.unread, *verdict.explained, 0.0)
        listed = verdict.die > tuning.LISTED_PROBABILITY and verdict.nothing < likeliest
        return listed and not self._is_paper and not self._is_vague

    @property
    def seems_a_die(self) -> bool:
        """Whether the refiner plainly sees a die just there, and nothing else makes one unlikely. Where none is
        reported it is not passed over in silence."""
        placed = self.placed
        is_exact = placed.settled and placed.sigma_mm < tuning.SEEMING_SIGMA_EDGES * placed.pose.edge_mm
        likely = self.verdict.die > tuning.SEEMING_PROBABILITY
        return is_exact and placed.die > tuning.SEEMING_DIE_SCORE and likely and not self._is_paper

    @property
    def is_plain_stranger(self) -> bool:
        """Whether no enrolled die is there, and the refiner sees just where one lies flat: neither is it a side of a
        die nor does it lean."""
        placed = self.placed
        if self.best is not None:
            return False
        is_exact = placed.settled and placed.sigma_mm < tuning.SEEMING_SIGMA_EDGES * placed.pose.edge_mm
        return is_exact and placed.die > tuning.PLAIN_DIE_SCORE and placed.leaning < tuning.MOST_PLAIN_LEANING

    @property
    def _is_vague(self) -> bool:
        """Whether no die is named, the table is not known without dice, the refiner cannot tell exactly where one lies,
        and none fits: things that bear no print of a die have no corners that fit one."""
        if self.best is not None or self.sighting.standing is not None:
            return False
        placed, fits = self.placed, self.best_fitting
        exact = placed.sigma_mm < tuning.UNREAD_SIGMA_EDGES * placed.pose.edge_mm
        return not exact and (fits is None or fits.hypothesis.fit < tuning.PRINT_FIT)

    @property
    def _is_paper(self) -> bool:
        """Whether an enrolled face is plainly seen, but rather the table where its die would show sides: a triangle of
        paper with its print. An unread die would show no enrolled face."""
        if self.best is not None or self.sighting.standing is None or self.sighting.standing >= 0:
            return False
        flat = [one.hypothesis for one in self.explanations if not one.leans]
        shown = max(flat, key=lambda die: die.top, default=None)
        return (
            shown is not None
            and shown.top > tuning.GOOD_TOP
            and shown.sides_seen > tuning.MANY_SIDES_SEEN
            and shown.best_side < tuning.SIDE_OF_PAPER_FIT
        )

    @property
    def may_lean(self) -> bool:
        """Whether top or sides of its likeliest die leave a doubt that it lies flat, and fit at all."""
        likeliest = self.likeliest
        if likeliest is None or likeliest.leans or likeliest.hypothesis.fit < tuning.LEAST_TILTED_FIT:
            return False
        die = likeliest.hypothesis
        return self.is_open or min(die.top, die.top if die.sides is None else die.sides) < tuning.DOUBTLESS_FIT

    @property
    def possible_faces(self) -> list[tuple[Pose, FaceName]]:
        """The faces that it may show, by their looks, each with the pose whose heading points to its corner 0."""
        return self._faces_within(tuning.MAX_TRIED_GAP)

    @property
    def rival_faces(self) -> list[tuple[Pose, FaceName]]:
        """Those of them that are to be tried beside the likeliest: all while it is not sure what is there; once it
        is, such as look about as much like it. Sides of one painting may differ in a digit only."""
        if self.sure:
            return self._faces_within(tuning.TWIN_GAP)[1:]
        return self.possible_faces[1:] if self.settled or self.is_open else []

    def _faces_within(self, gap: float) -> list[tuple[Pose, FaceName]]:
        """The likeliest face, and such as are behind it by less than this."""
        named = self.named
        least = max(tuning.MIN_TRIED_SIMILARITY, named.similarity - gap)
        near = [*named.ranked[:1], *(one for one in named.ranked[1:] if one.value > least)]
        return [(self.pose.turned(-one.turn), one.name) for one in near[: tuning.MAX_TRIED_FACES]]

    @property
    def body(self) -> RigidPose:
        """The die that lies there; of one that cannot be read, lying flat."""
        return RigidPose.flat(self.pose, ANY_FACE) if self.best is None else self.best.hypothesis.rigid_pose


def sure_bodies(places: Iterable[SightedPlace]) -> list[RigidPose]:
    """The dice that are sure, in order."""
    return [place.best.hypothesis.rigid_pose for place in places if place.sure and place.best is not None]
