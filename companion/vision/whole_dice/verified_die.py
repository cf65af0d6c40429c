"""Of all places that were explained the dice that are reported, and where exactly those lie that lie flat."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.camera import Pinhole
from companion.geometry import Pose
from companion.vision import tuning
from companion.vision.reading import FaceGuess, FaceName
from companion.vision.whole_dice.body_choice import Claim, choose_bodies
from companion.vision.whole_dice.corner_refinement import (
    FlatDie,
    OutlineMeasurement,
    RefinedCorners,
    refine_face_corners,
)
from companion.vision.whole_dice.patch_grid import FINE
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.pose_hypothesis import HypothesisEvaluator, PoseHypothesis
from companion.vision.whole_dice.sighted_place import SightedPlace
from companion.vision.whole_dice.silhouettes import Silhouettes

#: Of a probability in a logarithm.
_LEAST: Final = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class VerifiedDie:
    """A die that is reported: its place, whether it leans, and the corners of its top face, measured (``None``: it
    leans or is unread).

    tied: of a die that leans so that two faces look up about equally, the second, and how likely it is the first.
    """

    place: SightedPlace
    leans: bool
    corners: RefinedCorners | None = None
    tied: FaceGuess | None = None

    @property
    def hypothesis(self) -> PoseHypothesis | None:
        """The whole die; ``None`` where it is unread."""
        return None if self.place.best is None else self.place.best.hypothesis

    @property
    def name(self) -> FaceName | None:
        """The face that is up; ``None`` where it cannot be read."""
        return None if self.hypothesis is None else self.hypothesis.name

    @property
    def confidence(self) -> float:
        """Probability of the name; without one, that a die lies there at all."""
        reported = self.place.verdict.confidence
        return reported if self.tied is None else reported * (1 - self.tied.confidence)

    @property
    def alternatives(self) -> tuple[FaceGuess, ...]:
        """What else it may show, likeliest first."""
        reported = {guess.name: guess.confidence for guess in self.place.verdict.faces if guess.name != self.name}
        if self.tied is not None:
            shared = self.place.verdict.confidence * self.tied.confidence
            reported[self.tied.name] = reported.get(self.tied.name, 0.0) + shared
        others = sorted((FaceGuess(*one) for one in reported.items()), key=lambda guess: -guess.confidence)
        return tuple(others[: tuning.MAX_NAMED_FACES - 1])

    @property
    def pose(self) -> Pose:
        """Where it lies: by its measured corners if they are, else by the whole die, else by what the refiner says."""
        if self.hypothesis is None:
            return self.place.pose.turned(-self.place.named.turn)
        if self.corners is None:
            return self.hypothesis.pose
        x, y = self.corners.centre_mm.tolist()
        return replace(self.hypothesis.pose, x_mm=x, y_mm=y, heading_deg=self.corners.heading_deg)

    @property
    def sigmas(self) -> tuple[float, float]:
        """Standard deviations of the centre along one axis (mm) and of the heading (degrees)."""
        if self.hypothesis is None:
            return self.place.placed.sigma_mm, self.place.placed.sigma_deg
        if self.corners is not None:
            return self.corners.sigma_mm, self.corners.sigma_deg
        mm, deg = self.hypothesis.sigmas
        return math.hypot(tuning.FOLDING_SIGMA_MM, tuning.TILTED_SIGMA_FACTOR * mm), math.hypot(
            tuning.FOLDING_SIGMA_DEG, tuning.TILTED_TURN_SIGMA_FACTOR * deg
        )


def choose_dice(lens: Pinhole, places: Sequence[SightedPlace], leaning_score: float) -> list[VerifiedDie]:
    """The bodies that explain the picture best. leaning_score: from which on the refiner says that a die leans."""
    likely = [place for place in places if place.is_likely]
    tops = [one for one, is_side in zip(likely, _are_sides(lens, likely), strict=True) if one.best or not is_side]
    dice = [tops[n] for n in choose_bodies([_claim(place) for place in tops])]
    return [VerifiedDie(die, _leans(die, dice, leaning_score)) for die in dice]


def share_ties(evaluator: HypothesisEvaluator, dice: Sequence[VerifiedDie]) -> list[VerifiedDie]:
    """The dice, each that leans with the face of it that may look up the most instead."""
    return [
        replace(die, tied=evaluator.tied(die.hypothesis)) if die.leans and die.hypothesis is not None else die
        for die in dice
    ]


def measure_corners(
    photograph: Photograph, evaluator: HypothesisEvaluator, dice: Sequence[VerifiedDie]
) -> list[VerifiedDie]:
    """The dice, with the corners of those that lie flat."""
    flat = [
        (n, die.hypothesis, die.place.placed)
        for n, die in enumerate(dice)
        if die.hypothesis is not None and not die.leans
    ]
    rigid_poses, names = [die.rigid_pose for _, die, _ in flat], [die.name for _, die, _ in flat]
    hidden = Silhouettes(photograph.lens, [die.hypothesis.rigid_pose for die in dice if die.hypothesis is not None])
    sights = evaluator.visible_faces(photograph.lens, rigid_poses, names, FINE, hidden=hidden, photograph=photograph)
    seen = [
        FlatDie(die.rigid_pose, die.vertices, OutlineMeasurement(placed.pose, placed.sigma_mm, placed.sigma_deg))
        for _, die, placed in flat
    ]
    out = list(dice)
    for (number, _, _), corners in zip(flat, refine_face_corners(photograph, seen, sights), strict=True):
        out[number] = replace(dice[number], corners=corners)
    return out


def _leans(place: SightedPlace, dice: Sequence[SightedPlace], least: float) -> bool:
    """Whether a die leans; an unread one by what explains it, however badly, or else by what the refiner says."""
    if place.best is not None:
        return place.best.leans
    if _has_neighbour(place, dice):
        least = min(least, tuning.LEANING_ON_NEIGHBOUR_SCORE)
    return place.leans_rather or place.placed.leaning > least


def _are_sides(lens: Pinhole, places: Sequence[SightedPlace]) -> list[bool]:
    """For each place whether what is seen there is a side of the die at another, and not the other way round."""
    poses, bodies = [place.pose for place in places], [place.body for place in places]
    covered = Silhouettes(lens, bodies).covered_by_each(poses)
    return [
        any(
            covered[n, m] and (other.best is not None or not covered[m, n] or _uprightness(other) > _uprightness(place))
            for m, other in enumerate(places)
            if m != n
        )
        for n, place in enumerate(places)
    ]


def _has_neighbour(place: SightedPlace, dice: Sequence[SightedPlace]) -> bool:
    """Whether another of these dice is so near that this one may lean on it."""
    own = place.body
    others = [die.body for die in dice if die is not place]
    return any(
        math.dist(own.centre_mm, other.centre_mm) < tuning.NEIGHBOUR_EDGES * (own.edge_mm + other.edge_mm) / 2
        for other in others
    )


def _uprightness(place: SightedPlace) -> float:
    """How much a face looks like a top face rather than a side: that is likest to its print, and to a flat die's."""
    return place.named.similarity + place.placed.die - place.placed.leaning


def _claim(place: SightedPlace) -> Claim:
    """The body that a place takes on the table, and what it explains."""
    sure = place.verdict.unread if place.best is None else place.verdict.confidence
    return Claim(place.body, math.log(max(sure, _LEAST) / max(place.verdict.nothing, _LEAST)))
