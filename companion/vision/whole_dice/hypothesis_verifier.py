"""Of all that looks like a top face, the dice: which each is, how it lies, and how exactly that is known.

What is named is held against the picture as a whole die; where top and sides agree, that settles it. The rest is
searched (``searching``). What no enrolled die explains stays without a name.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.geometry import Pose, face_corners_mm, height_mm
from companion.vision import tuning
from companion.vision.reading import FaceName
from companion.vision.top_faces import (
    FaceClassifier,
    FaceMatch,
    PoseRefiner,
    RefinedPose,
    non_max_suppression,
    overlaps,
)
from companion.vision.whole_dice.corner_refinement import (
    FlatDie,
    OutlineMeasurement,
    RefinedCorners,
    refine_face_corners,
)
from companion.vision.whole_dice.hypothesis_search import HypothesisSearch
from companion.vision.whole_dice.patch_grid import FINE
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import PhotometricAligner
from companion.vision.whole_dice.pose_hypothesis import HypothesisEvaluator, PoseHypothesis


@dataclass(frozen=True, slots=True, eq=False)
class VerifiedDie:
    """A die: what the placer and the namer say of it, and the whole die that explains it (``None``: none does).

    corners: those of its top face, measured; ``None`` where it leans or is not explained.
    """

    placed: RefinedPose
    named: FaceMatch
    hypothesis: PoseHypothesis | None
    corners: RefinedCorners | None = None

    @property
    def name(self) -> FaceName | None:
        """The face that is up, where what it looks like and how the whole die fits say the same."""
        if self.hypothesis is None:
            return None
        return self.hypothesis.name if self.hypothesis.name == self.named.name or self._sides_name_it() else None

    @property
    def confidence(self) -> float:
        """Probability of the name; without one, that nothing enrolled is seen."""
        if self.name is None or self.name == self.named.name:
            return self.named.confidence
        return self.named.alternatives[0].confidence / max(1 - self.named.confidence, 1e-6)

    def _sides_name_it(self) -> bool:
        """Whether its sides vouch for a face that is likeliest by its looks, yet not likely enough by them alone."""
        if self.hypothesis is None or not self.named.ranked or self.named.ranked[0].name != self.hypothesis.name:
            return False
        first, *others = (face.value for face in self.named.ranked)
        leads = first - max(others, default=-2.0) > tuning.VOUCHED_LEAD
        return (
            leads and first > tuning.VOUCHED_SIMILARITY and (self.hypothesis.sides or 0.0) > tuning.VOUCHING_SIDES_FIT
        )

    @property
    def leans(self) -> bool | None:
        """Whether it leans; ``None`` where no whole die explains it."""
        return None if self.hypothesis is None else self.hypothesis.tilt_deg > tuning.LEANING_DEG

    @property
    def pose(self) -> Pose:
        """Where it lies: by its measured corners if they are, else by the whole die, else by what the placer says."""
        if self.hypothesis is None:
            return replace(self.placed.pose, heading_deg=self.placed.pose.heading_deg - 120 * self.named.turn)
        if self.corners is None:
            return self.hypothesis.pose
        x, y = self.corners.centre_mm.tolist()
        return replace(self.hypothesis.pose, x_mm=x, y_mm=y, heading_deg=self.corners.heading_deg)

    @property
    def sigmas(self) -> tuple[float, float]:
        """Standard deviations of the centre along one axis (mm) and of the heading (degrees)."""
        if self.hypothesis is None:
            return self.placed.sigma_mm, self.placed.sigma_deg
        if self.corners is not None:
            return self.corners.sigma_mm, self.corners.sigma_deg
        mm, deg = self.hypothesis.sigmas
        return math.hypot(tuning.FOLDING_SIGMA_MM, tuning.TILTED_SIGMA_FACTOR * mm), math.hypot(
            tuning.FOLDING_SIGMA_DEG, tuning.TILTED_TURN_SIGMA_FACTOR * deg
        )


@dataclass(frozen=True, slots=True, eq=False)
class HypothesisVerifier:
    """Turns sights into dice."""

    placer: PoseRefiner
    namer: FaceClassifier
    attitudes: HypothesisEvaluator

    def dice(
        self,
        photograph: Photograph,
        sights: Sequence[tuple[RefinedPose, FaceMatch]],
        others: Sequence[RefinedPose] = (),
    ) -> list[VerifiedDie]:
        """Each die once.

        sights: at most one of each die; others: further sights of the same dice, one of which may be the top face
        instead. They are named only where the first sight of a die left doubts.
        """
        matcher = PhotometricAligner(photograph)
        sure, doubtful = self._first_look(matcher, sights, others)
        unexplained: list[VerifiedDie] = []
        for judged, near in zip(doubtful, self._near(matcher, doubtful), strict=True):
            if not any(_is_side_of(judged.placed, die) for die in sure):
                found = near or self._searched(matcher, judged)
                if found is not None:
                    (unexplained if found.hypothesis is None else sure).append(found)
        told = self._measured(photograph, _each_body_once(sure))
        return told + [u for u in unexplained if not any(_is_side_of(u.placed, other) for other in told)]

    def _first_look(
        self,
        matcher: PhotometricAligner,
        sights: Sequence[tuple[RefinedPose, FaceMatch]],
        others: Sequence[RefinedPose],
    ) -> tuple[list[VerifiedDie], list[VerifiedDie]]:
        """The dice that lie flat beyond doubt, and of what is worth another look each die once, surest first."""
        flat = self._flat(matcher, sights)
        sure = [judged for judged in flat if _is_sure(judged)]
        left = [other for other in others if not any(overlaps(other.pose, die.placed.pose) for die in sure)]
        photograph = matcher.photograph
        named = self.namer.name(photograph.picture, photograph.lens, [other.pose for other in left])
        late = self._flat(matcher, list(zip(left, named, strict=True)))
        rest = _each_once([judged for judged in flat if not _is_sure(judged)] + late)
        sure += [judged for judged in rest if _is_sure(judged)]
        return sure, [judged for judged in rest if not _is_sure(judged) and _worth_it(judged.placed)]

    def _flat(self, matcher: PhotometricAligner, sights: Sequence[tuple[RefinedPose, FaceMatch]]) -> list[VerifiedDie]:
        """Each sight with the whole die, lying flat, that fits it best, of those whose top face it may be.

        The likeliest by its looks is tried first; the others only where it does not agree.
        """
        possible = [_possible(*sight) for sight in sights]
        best: dict[int, PoseHypothesis] = {}
        for some in (slice(1), slice(1, None)):
            asked = [(n, one) for n, faces in enumerate(possible) if not _agrees(best.get(n)) for one in faces[some]]
            for (n, _), hypothesis in zip(asked, self.attitudes.flat(matcher, [one for _, one in asked]), strict=True):
                best[n] = max(hypothesis, best.get(n, hypothesis), key=lambda one: one.fit)
        return [VerifiedDie(placed, named, best.get(number)) for number, (placed, named) in enumerate(sights)]

    def _near(self, matcher: PhotometricAligner, doubtful: Sequence[VerifiedDie]) -> list[VerifiedDie | None]:
        """For each the flat die, or the same die tilted a little where that fits clearly better; ``None``: neither."""
        flat = {n: judged.hypothesis for n, judged in enumerate(doubtful) if judged.hypothesis is not None}
        freed = self.attitudes.refine_6dof(matcher, list(flat.values()))
        hypotheses = [_tilted_or_flat(*both) for both in zip(freed, flat.values(), strict=True)]
        found = self._named_anew(matcher.photograph, [doubtful[n] for n in flat], hypotheses)
        settled = {
            n: near for n, near in zip(flat, found, strict=True) if near.name is not None and _will_do(near.hypothesis)
        }
        return [settled.get(n) for n in range(len(doubtful))]

    def _searched(self, matcher: PhotometricAligner, judged: VerifiedDie) -> VerifiedDie | None:
        """With the whole die that fits best of all that a search finds; ``None`` for what is no die."""
        search = HypothesisSearch(self.placer, self.namer, self.attitudes)
        best = _likelier(judged.hypothesis, search.best(matcher, judged.placed.pose, judged.named.ranked[:2]))
        if best is not None and _is_paper(best):
            return None
        if best is None or best.fit < tuning.MIN_EXPLAINING_FIT:
            return replace(judged, hypothesis=None)
        if best.tilt_deg <= tuning.LEANING_DEG:
            best = self.attitudes.flat(matcher, [(best.pose, best.name)])[0]
        found = self._named_anew(matcher.photograph, [judged], [best])[0]
        return (
            found if found.name is not None or best.fit > tuning.UNNAMED_POSE_FIT else replace(found, hypothesis=None)
        )

    def _measured(self, photograph: Photograph, dice: Sequence[VerifiedDie]) -> list[VerifiedDie]:
        """The dice, with the corners of those that lie flat."""
        flat = [
            (n, die.hypothesis, die.placed)
            for n, die in enumerate(dice)
            if die.hypothesis is not None and not die.leans
        ]
        rigid_poses, names = (
            [hypothesis.rigid_pose for _, hypothesis, _ in flat],
            [hypothesis.name for _, hypothesis, _ in flat],
        )
        sights = self.attitudes.sights(photograph.lens, rigid_poses, names, FINE)
        seen = [
            FlatDie(hypothesis.rigid_pose, hypothesis.vertices, OutlineMeasurement(p.pose, p.sigma_mm, p.sigma_deg))
            for _, hypothesis, p in flat
        ]
        out = list(dice)
        for (number, _, _), corners in zip(flat, refine_face_corners(photograph, seen, sights), strict=True):
            out[number] = replace(dice[number], corners=corners)
        return out

    def _named_anew(
        self, photograph: Photograph, sights: Sequence[VerifiedDie], hypotheses: Sequence[PoseHypothesis]
    ) -> list[VerifiedDie]:
        """Explained by whole dice, and named by what their upper faces look like when cut out just there."""
        corners = face_corners_mm(
            [hypothesis.rigid_pose for hypothesis in hypotheses], [hypothesis.vertices for hypothesis in hypotheses]
        )
        edges_mm = [hypothesis.rigid_pose.edge_mm for hypothesis in hypotheses]
        named = self.namer.name_faces(photograph.picture, photograph.lens, corners, edges_mm)
        return [
            replace(sight, named=n, hypothesis=hypothesis)
            for sight, n, hypothesis in zip(sights, named, hypotheses, strict=True)
        ]


def _is_sure(judged: VerifiedDie) -> bool:
    return judged.name is not None and _agrees(judged.hypothesis)


def _each_once(sights: Sequence[VerifiedDie]) -> list[VerifiedDie]:
    """Each die once, surest first: of its faces that look like top faces, the one that is most like its print.

    A slanting face is likest to itself seen from above when it is one.
    """
    surest = sorted(sights, key=lambda one: -(one.placed.die + one.placed.presence + one.named.similarity))
    return [
        surest[place]
        for place in non_max_suppression([one.placed.pose for one in surest], apart=tuning.MIN_DICE_DISTANCE)
    ]


def _tilted_or_flat(tilted: PoseHypothesis, flat: PoseHypothesis) -> PoseHypothesis:
    return tilted if tilted.tilt_deg > tuning.LEANING_DEG and tilted.fit > flat.fit + _gain_wanted(tilted) else flat


def _likelier(flat: PoseHypothesis | None, searched: PoseHypothesis | None) -> PoseHypothesis | None:
    """The die as it was found by searching, if it fits better than flat."""
    if flat is None or searched is None:
        return flat or searched
    wanted = _gain_wanted(searched) - tuning.TILT_GAIN if searched.tilt_deg > tuning.LEANING_DEG else 0.0
    return searched if searched.fit > flat.fit + wanted else flat


def _gain_wanted(leaning: PoseHypothesis) -> float:
    return tuning.TILT_GAIN if (leaning.sides or 0.0) > tuning.SETTLED_SIDES_FIT else tuning.UNCONFIRMED_TILT_GAIN


def _is_paper(hypothesis: PoseHypothesis) -> bool:
    return (
        hypothesis.bare
        and hypothesis.top > tuning.LOOSE_PAPER_TOP_FIT
        and hypothesis.sides is not None
        and hypothesis.sides < tuning.LOOSE_PAPER_SIDES_FIT
    )


def _worth_it(sight: RefinedPose) -> bool:
    return sight.presence > tuning.MIN_SEARCHED_PRESENCE and (
        sight.die > tuning.MIN_SEARCHED_DIE_SCORE or sight.presence > tuning.SURELY_SEARCHED_PRESENCE
    )


def _possible(placed: RefinedPose, named: FaceMatch) -> list[tuple[Pose, FaceName]]:
    """The faces that a sight may show, each with the pose whose heading points to its corner 0."""
    near = [
        one
        for one in named.ranked
        if one.value > max(tuning.MIN_TRIED_SIMILARITY, named.similarity - tuning.MAX_TRIED_GAP)
    ]
    turned = [replace(placed.pose, heading_deg=placed.pose.heading_deg - 120 * one.turn) for one in near]
    return [(pose, one.name) for pose, one in zip(turned[: tuning.MAX_TRIED_FACES], near, strict=False)]


def _agrees(hypothesis: PoseHypothesis | None) -> bool:
    return (
        hypothesis is not None
        and hypothesis.top > tuning.SURE_TOP_FIT
        and (hypothesis.sides is None or hypothesis.sides > tuning.SURE_SIDES_FIT)
    )


def _will_do(hypothesis: PoseHypothesis | None) -> bool:
    return (
        hypothesis is not None
        and hypothesis.fit > tuning.SETTLED_FIT
        and (hypothesis.sides is None or hypothesis.sides > tuning.SETTLED_SIDES_FIT)
    )


def _is_side_of(sight: RefinedPose, die: VerifiedDie) -> bool:
    """Whether an unexplained sight is the side of a die that is already explained."""
    return overlaps(sight.pose, die.pose)


def _each_body_once(dice: Sequence[VerifiedDie]) -> list[VerifiedDie]:
    kept: list[VerifiedDie] = []
    for die in sorted(dice, key=lambda d: -(d.hypothesis.fit if d.hypothesis is not None else 0.0)):
        if all(_apart(die, other) for other in kept):
            kept.append(die)
    return kept


def _apart(a: VerifiedDie, b: VerifiedDie) -> bool:
    assert a.hypothesis is not None
    assert b.hypothesis is not None
    bodies = (height_mm(a.hypothesis.rigid_pose.edge_mm) + height_mm(b.hypothesis.rigid_pose.edge_mm)) / 2
    return (
        math.dist(a.hypothesis.rigid_pose.centre_mm, b.hypothesis.rigid_pose.centre_mm)
        > tuning.MIN_CENTRE_DISTANCE * bodies
    )
