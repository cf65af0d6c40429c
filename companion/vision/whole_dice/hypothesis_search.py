"""The second way of looking, for what the first could not explain.

A die may lean so that its face is not where a flat die's would be; on a dark cloth the placer may have settled between
two faces. So the place is looked at again from poses all around, and as if the die leaned this way and that; whatever
then looks like an enrolled face is a guess, and the likeliest guesses are held against the picture as whole dice. It
takes a tenth of a second or two for a die, which is why it comes second.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.geometry import Pose, RigidPose, face_corners_mm, turn_between_deg
from companion.vision import tuning
from companion.vision.reading import FaceName
from companion.vision.top_faces import FaceClassifier, FaceSimilarity, PoseRefiner, each_triangle_once
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import PhotometricAligner
from companion.vision.whole_dice.pose_hypothesis import HypothesisEvaluator, PoseHypothesis, tilted_poses

#: Any face's vertices: only where it is and how it is tilted counts, not which it is.
_SOME_FACE: Final = "abc"


@dataclass(frozen=True, slots=True)
class FaceHypothesis:
    """A face that may be seen at a pose; its heading points to the face's corner 0."""

    pose: Pose
    name: FaceName
    similarity: float


@dataclass(frozen=True, slots=True, eq=False)
class HypothesisSearch:
    """Explains a place of the picture by a whole die, or cannot."""

    placer: PoseRefiner
    namer: FaceClassifier
    attitudes: HypothesisEvaluator

    def best(self, matcher: PhotometricAligner, pose: Pose, first: Sequence[FaceSimilarity]) -> PoseHypothesis | None:
        """The whole die that fits best near a pose; ``first``: the faces thought of at that very pose."""
        best: PoseHypothesis | None = None
        for guess in self._guesses(matcher.photograph, pose, first):
            hypothesis = self.attitudes.search_tilted(matcher, guess.pose, guess.name)
            best = hypothesis if best is None or hypothesis.fit > best.fit else best
            if best.fit > tuning.CONVINCING_FIT:
                break
        return best

    def _guesses(self, photograph: Photograph, pose: Pose, first: Sequence[FaceSimilarity]) -> Iterator[FaceHypothesis]:
        """The likeliest of what is seen there and from around."""
        guesses = [_guess(pose, similarity) for similarity in first]
        guesses += self._around(photograph, pose) + self._leaning(photograph, pose)
        likely = sorted(
            (g for g in guesses if g.similarity > tuning.MIN_SEARCHED_SIMILARITY), key=lambda g: -g.similarity
        )
        yield from _distinct(likely)[: tuning.MAX_SEARCHED_FACES]

    def _around(self, photograph: Photograph, pose: Pose) -> list[FaceHypothesis]:
        """Flat dice that the placer settles on from all around."""
        picture, lens = photograph.picture, photograph.lens
        starts = sample_poses(pose, turns_deg=tuning.FEW_TURNS_DEG)
        seen = each_triangle_once(self.placer.settle(picture, lens, starts, passes=1))[: tuning.RESTART_SETTLED]
        apart = [one.pose for one in self.placer.settle(picture, lens, [one.pose for one in seen], passes=1)]
        named = self.namer.name(picture, lens, apart)
        return [_guess(p, similarity) for p, n in zip(apart, named, strict=True) for similarity in n.ranked[:2]]

    def _leaning(self, photograph: Photograph, pose: Pose) -> list[FaceHypothesis]:
        """Faces that appear where the place is seen as if the die leaned."""
        picture, lens = photograph.picture, photograph.lens
        rigid_poses = tilted_poses(
            lens, RigidPose.flat(pose, _SOME_FACE), _SOME_FACE, tilts_deg=tuning.RESTART_TILTS_DEG
        )[1:]
        corners = face_corners_mm(rigid_poses, [_SOME_FACE] * len(rigid_poses))
        named = self.namer.name_faces(picture, lens, corners, [pose.edge_mm] * len(rigid_poses))
        return [_guess(pose, similarity) for n in named for similarity in n.ranked[:2]]


def _guess(pose: Pose, similarity: FaceSimilarity) -> FaceHypothesis:
    return FaceHypothesis(
        replace(pose, heading_deg=pose.heading_deg - 120 * similarity.turn), similarity.name, similarity.value
    )


def sample_poses(
    pose: Pose,
    reach_edges: float = tuning.RESTART_EDGES,
    turns_deg: Sequence[float] = tuning.RESTART_TURNS_DEG,
) -> list[Pose]:
    """The pose and places all around it, each with several headings, from which to look for a die again."""
    angles = np.linspace(0, 2 * math.pi, tuning.RESTART_DIRECTIONS, endpoint=False).tolist()
    spots = [(0.0, 0.0), *((math.cos(a), math.sin(a)) for a in angles)]
    reach = reach_edges * pose.edge_mm
    return [
        replace(pose, x_mm=pose.x_mm + reach * x, y_mm=pose.y_mm + reach * y, heading_deg=pose.heading_deg + turn)
        for (x, y), turn in itertools.product(spots, turns_deg)
    ]


def _distinct(guesses: Sequence[FaceHypothesis]) -> list[FaceHypothesis]:
    """Of guesses at one face in nearly the same place the first."""
    kept: list[FaceHypothesis] = []
    for guess in guesses:
        if not any(guess.name == other.name and _near(guess.pose, other.pose) for other in kept):
            kept.append(guess)
    return kept


def _near(a: Pose, b: Pose) -> bool:
    turned = turn_between_deg(a.heading_deg, b.heading_deg)
    return math.dist(a.centre_mm, b.centre_mm) < tuning.SAME_TRIANGLE_DISTANCE * a.edge_mm and turned < 30
