"""How a die lies that is thought to show a certain face: flat with it up, leaning, or with quite another face up.

First the die is taken to lie flat and held against its enrolled faces, top and sides (``matching``). Where the sides
do not show what the die file says they must, something is wrong: the die leans, a slanting side was taken for the top,
or it is another die. Then many poses that show the same face at the same place are tried, and the best are moved
until they fit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.catalogue import Die
from companion.geometry import Pose, RigidPose, face_corners_mm, reach_mm
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.gallery import EnrolledView
from companion.vision.reading import FaceName
from companion.vision.whole_dice.flat_glance import FlatGlance
from companion.vision.whole_dice.patch_grid import COARSE, FINE, ROUGH, Faces, PatchGrid
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import (
    SIDES,
    FaceFit,
    PhotometricAligner,
    VisibleFace,
    correlate_art,
    viewing_cosines,
)
from companion.vision.whole_dice.silhouettes import Silhouettes

#: How finely the rounds of a search look.
_SEARCH_SQUARES: Final = (ROUGH, ROUGH, COARSE)


@dataclass(frozen=True, slots=True, eq=False)
class PoseHypothesis:
    """A die held against one picture.

    rigid_pose: where it is; name: the face that is up; top: correlation of the face that was asked about; sides: mean
    correlation of the other faces in sight, weighed by how squarely they are seen (``None``: none is); fit: the same
    mean over all faces; sides_seen: how squarely the other faces are seen, added up; best_side: the best of their
    correlations; second: the second best of all faces; contrast: what the sides show of the contrast of their print, by
    what the asked face shows of its own (0: bare, 1: all); information_matrix: as ``FaceFit`` tells it.
    """

    rigid_pose: RigidPose
    name: FaceName
    vertices: str
    top: float
    sides: float | None
    fit: float
    sides_seen: float
    best_side: float
    second: float
    contrast: float
    information_matrix: NDArray[np.float64]

    @property
    def pose(self) -> Pose:
        """Where its upper face is seen from straight above."""
        return self.rigid_pose.pose(self.vertices)

    @property
    def tilt_deg(self) -> float:
        """Angle between its upper face and the table."""
        return self.rigid_pose.tilt_deg(self.vertices)

    @property
    def sigmas(self) -> tuple[float, float]:
        """Standard deviations of centre (one axis, mm) and heading (degrees), by the misfit alone."""
        turn, x, y = np.maximum(np.diag(np.linalg.pinv(self.information_matrix, rcond=1e-9)), 0.0)
        return math.sqrt((x + y) / 2), math.degrees(math.sqrt(turn) / reach_mm(self.rigid_pose.edge_mm))


@dataclass(frozen=True, slots=True, eq=False)
class _Enrolled:
    """A face as enrolled: the side that it is, its art by the size of the square, and how exactly that was cut out."""

    side: int
    arts: Mapping[int, Faces]
    covariance_mm2: FloatArray

    @classmethod
    def of(cls, shown: EnrolledView, vertices: str) -> _Enrolled:
        """A view of the face with these vertices."""
        arts = {square.size_px: square.art_of(shown.picture) for square in (ROUGH, COARSE, FINE)}
        covariance_mm2 = shown.shift_covariance_mm2
        if covariance_mm2 is None:
            covariance_mm2 = np.eye(3) * (tuning.UNTOLD_ART_SIGMA_EDGES * shown.edge_mm) ** 2
        return cls(SIDES.index(frozenset(vertices)), arts, covariance_mm2)


class HypothesisEvaluator:
    """Judges how dice lie, by their enrolled views; of several views of a face by the one that the picture shows best,
    and where no picture is given by the last."""

    def __init__(self, dice: Mapping[str, Die], views: Sequence[EnrolledView]) -> None:
        self._vertices = {FaceName(die.id, f.key): f.vertices for die in dice.values() for f in die.faces if f.vertices}
        self._faces = {die.id: tuple((f.key, f.vertices) for f in die.faces if f.vertices) for die in dice.values()}
        self._edges_mm = {die.id: die.edge_mm for die in dice.values()}
        self._enrolled: dict[str, dict[str, list[_Enrolled]]] = {die: {} for die in dice}
        self._names: dict[FaceName, None] = {}
        self._add(views)

    def with_views(self, views: Sequence[EnrolledView]) -> HypothesisEvaluator:
        """The same with more views, which come last."""
        more = copy(self)
        more._enrolled = {die: {v: list(some) for v, some in faces.items()} for die, faces in self._enrolled.items()}
        more._names = dict(self._names)
        more._add(views)
        return more

    def _add(self, views: Sequence[EnrolledView]) -> None:
        for shown in views:
            vertices = self._vertices[shown.name]
            self._enrolled[shown.name.die].setdefault(vertices, []).append(_Enrolled.of(shown, vertices))
            self._names[shown.name] = None
        self._glance = FlatGlance(
            self._vertices, {name: self._rough_arts(name) for name in self._names}, self._edges_mm
        )

    def flat(
        self,
        matcher: PhotometricAligner,
        dice: Sequence[tuple[Pose, FaceName]],
        hidden: Silhouettes | None = None,
    ) -> list[PoseHypothesis]:
        """Each die taken to lie flat at about this pose with this face up; the heading points to its corner 0.

        hidden: dice that may stand in front of sides.
        """
        names = [name for _, name in dice]
        rigid_poses = [RigidPose.flat(pose, self._vertices[name]) for pose, name in dice]
        sights = self.sights(matcher.photograph.lens, rigid_poses, names, hidden=hidden, photograph=matcher.photograph)
        moved, match = matcher.flat(rigid_poses, sights, steps=tuning.FLAT_STEPS)
        return self._hypotheses(moved, sights, match, names)

    def refine_6dof(self, matcher: PhotometricAligner, hypotheses: Sequence[PoseHypothesis]) -> list[PoseHypothesis]:
        """The same dice, moved and turned any way from where they lie until they fit."""
        rigid_poses, names = (
            [hypothesis.rigid_pose for hypothesis in hypotheses],
            [hypothesis.name for hypothesis in hypotheses],
        )
        sights = self.sights(matcher.photograph.lens, rigid_poses, names)
        moved, match = matcher.free(rigid_poses, sights, steps=tuning.TILTED_STEPS)
        return self._hypotheses(moved, sights, match, names)

    def search_tilted(self, matcher: PhotometricAligner, pose: Pose, name: FaceName) -> PoseHypothesis:
        """The best of all poses that show this face where a flat die would show it at this pose."""
        rigid_poses = tilted_poses(
            matcher.photograph.lens, RigidPose.flat(pose, self._vertices[name]), self._vertices[name]
        )
        best: PoseHypothesis | None = None
        for square, (most, steps) in zip(_SEARCH_SQUARES, tuning.SEARCH_ROUNDS, strict=True):
            names = [name] * len(rigid_poses[:most])
            sights = self.sights(matcher.photograph.lens, rigid_poses[:most], names, square)
            moved, match = matcher.free(rigid_poses[:most], sights, steps=steps, square=square)
            ranked = np.argsort(-_fits(sights, match, len(moved)), kind="stable").tolist()
            rigid_poses = [moved[n] for n in ranked]
            (best,) = self._hypotheses(moved, sights, match, names, ranked[:1])
            if best.fit < tuning.HOPELESS_FIT:
                break
        assert best is not None
        return best

    def sights(
        self,
        lens: Pinhole,
        rigid_poses: Sequence[RigidPose],
        names: Sequence[FaceName],
        square: PatchGrid = COARSE,
        *,
        hidden: Silhouettes | None = None,
        photograph: Photograph | None = None,
    ) -> list[VisibleFace]:
        """The enrolled faces of these dice that the camera sees, with their art in such squares.

        photograph: what tells which of several views of a face is meant; without one it is the last.
        """
        in_view = (viewing_cosines(lens, rigid_poses) > tuning.MIN_VIEWING_COSINE).tolist()
        faces = [
            (number, vertices, views)
            for number, name in enumerate(names)
            for vertices, views in self._enrolled[name.die].items()
            if in_view[number][views[0].side]
        ]
        if hidden:
            corners = face_corners_mm([rigid_poses[n] for n, _, _ in faces], [vertices for _, vertices, _ in faces])
            faces = [face for face, hides in zip(faces, hidden.stand_before(corners), strict=True) if not hides]
        chosen = [views[-1] for _, _, views in faces]
        several = [place for place, (_, _, views) in enumerate(faces) if len(views) > 1]
        if photograph and several:
            asked = [faces[place] for place in several]
            corners = face_corners_mm([rigid_poses[n] for n, _, _ in asked], [vertices for _, vertices, _ in asked])
            for place, shown in zip(several, photograph.faces(corners, ROUGH), strict=True):
                chosen[place] = _most_alike(faces[place][2], shown)
        return [
            VisibleFace(number, vertices, view.arts[square.size_px], view.covariance_mm2)
            for (number, vertices, _), view in zip(faces, chosen, strict=True)
        ]

    def _rough_arts(self, name: FaceName) -> list[Faces]:
        return [view.arts[ROUGH.size_px] for view in self._enrolled[name.die][self._vertices[name]]]

    def likeliest(
        self, photograph: Photograph, poses: Sequence[Pose], hidden: Silhouettes
    ) -> list[list[tuple[Pose, FaceName]]]:
        """The flat dice that come to mind at each pose by all faces in sight (``FlatGlance.likeliest``)."""
        return self._glance.likeliest(photograph, poses, hidden)

    def _hypotheses(
        self,
        rigid_poses: Sequence[RigidPose],
        sights: Sequence[VisibleFace],
        match: FaceFit,
        names: Sequence[FaceName],
        which: Sequence[int] | None = None,
    ) -> list[PoseHypothesis]:
        """What the poses (by number; ``None``: all) are as hypotheses."""
        tops: list[list[int]] = [[] for _ in rigid_poses]
        sides: list[list[int]] = [[] for _ in rigid_poses]
        for place, sight in enumerate(sights):
            is_top = sight.vertices == self._vertices[names[sight.pose_index]]
            (tops if is_top else sides)[sight.pose_index].append(place)
        return [
            self._hypothesis(rigid_poses[n], names[n], match, match.information_matrix[n], tops[n], sides[n])
            for n in (range(len(rigid_poses)) if which is None else which)
        ]

    def _hypothesis(
        self,
        rigid_pose: RigidPose,
        asked: FaceName,
        match: FaceFit,
        information_matrix: NDArray[np.float64],
        tops: Sequence[int],
        sides: Sequence[int],
    ) -> PoseHypothesis:
        own = [*tops, *sides]
        faces = self._faces[asked.die]
        key, vertices = faces[rigid_pose.uppermost([v for _, v in faces])]
        plain = min(_mean(match, match.contrast, tops), 1.0) if tops else 1.0
        return PoseHypothesis(
            rigid_pose,
            FaceName(asked.die, key),
            vertices,
            _mean(match, match.correlation, tops) if tops else 0.0,
            _mean(match, match.correlation, sides) if sides else None,
            _mean(match, match.correlation, own) if own else 0.0,
            float(match.cosine[list(sides)].sum()),
            float(match.correlation[list(sides)].max(initial=0.0)),
            float(np.partition(match.correlation[own], -2)[-2]) if len(own) > 1 else 0.0,
            _mean(match, match.contrast, sides) / max(plain, tuning.LEAST_CONTRAST) if sides else 1.0,
            information_matrix,
        )


def _most_alike(views: Sequence[_Enrolled], shown: Faces) -> _Enrolled:
    """Of the views of a face the one likest to what a picture shows, (pixels,) in the roughest square."""
    arts = np.stack([view.arts[ROUGH.size_px] for view in views])
    return views[int(correlate_art(arts, np.broadcast_to(shown, arts.shape)).argmax())]


def _fits(sights: Sequence[VisibleFace], match: FaceFit, poses: int) -> FloatArray:
    """How well each of so many poses fits (``PoseHypothesis.fit``), (poses,)."""
    owner = [sight.pose_index for sight in sights]
    fits = np.bincount(owner, match.correlation * match.cosine, poses)
    return np.asarray(fits / np.maximum(np.bincount(owner, match.cosine, poses), 1e-6), np.float64)


def _mean(match: FaceFit, values: NDArray[np.float64], which: Sequence[int]) -> float:
    """Of some sights, weighed by how squarely they are seen."""
    cosine = match.cosine[list(which)]
    return float((values[list(which)] * cosine).sum() / max(float(cosine.sum()), 1e-6))


def tilted_poses(
    lens: Pinhole, flat: RigidPose, vertices: str, *, tilts_deg: Sequence[float] = tuning.SEARCH_TILTS_DEG
) -> list[RigidPose]:
    """The flat pose, then poses on the table tilted every way, the face seen at the same place in all of them."""
    place = flat.corners_mm(vertices).mean(axis=0)
    turned = (flat.turned(turn).put_down() for tilt in tilts_deg for turn in _turns(tilt))
    return [flat, *(_shown_at(lens, one, vertices, place) for one in turned)]


@cache
def _turns(tilt_deg: float) -> tuple[FloatArray, ...]:
    """Rotations, (3, 3) each, that tilt every way."""
    ways = (math.radians(toward) for toward in tuning.SEARCH_DIRECTIONS_DEG)
    axes = (np.array([math.cos(way), math.sin(way), 0.0]) for way in ways)
    return tuple(np.asarray(cv2.Rodrigues(math.radians(tilt_deg) * axis)[0], np.float64) for axis in axes)


def _shown_at(lens: Pinhole, rigid_pose: RigidPose, vertices: str, place_mm: NDArray[np.float64]) -> RigidPose:
    """Moved along the table until the face's centre is on the ray from the camera through a place."""
    centre, eye = rigid_pose.corners_mm(vertices).mean(axis=0), lens.eye_mm
    share = (eye[2] - centre[2]) / (eye[2] - place_mm[2])
    on_ray = eye + (place_mm - eye) * share
    return rigid_pose.moved([*(on_ray - centre)[:2], 0.0])
