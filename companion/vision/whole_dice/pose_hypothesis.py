"""How a die lies that is thought to show a certain face: flat with it up, leaning, or with quite another face up.

First the die is taken to lie flat and held against its enrolled faces, top and sides (``matching``). Where the sides
do not show what the die file says they must, something is wrong: the die leans, a slanting side was taken for the top,
or it is another die. Then many poses that show the same face at the same place are tried, and the best are moved
until they fit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.catalogue import Die
from companion.geometry import FACE_CORNERS, Pose, RigidPose, RigidPoses, face_corners_mm, reach_mm
from companion.vision import tuning
from companion.vision.gallery import TURNS, EnrolledView, turned_face
from companion.vision.reading import FaceGuess, FaceName
from companion.vision.whole_dice.colour import colour_shifts, colours_of, colours_seen
from companion.vision.whole_dice.glance import Glance
from companion.vision.whole_dice.patch_grid import COARSE, ROUGH, Faces, PatchGrid, unit_faces
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import (
    SIDES,
    FaceFit,
    PhotometricAligner,
    VisibleFace,
    viewing_cosines,
)
from companion.vision.whole_dice.silhouettes import Silhouettes

#: By one side alone nothing tells which face is up that is out of sight.
_FEWEST_SIDES: Final = 2
#: How finely the rounds of a search look.
_SEARCH_SQUARES: Final = (ROUGH, COARSE)
#: Of a sight: its correlation, contrast and cosine (``FaceFit``).
_Fit = tuple[float, float, float]
#: A die that is tried: the number of the place that it may explain, how it lies there, the face that was seen.
_Tried = tuple[int, RigidPose, FaceName]


@dataclass(frozen=True, slots=True, eq=False)
class PoseHypothesis:
    """A die held against one picture.

    rigid_pose: where it is; name: the face that is up; tilt_deg: the angle between that and the table; top: correlation
    of the face that was asked about; sides: mean correlation of the other faces in sight, weighed by how squarely they
    are seen (``None``: none is); fit: the same mean over all faces; sides_seen: how squarely the other faces are seen,
    added up; best_side: the best of their correlations; second: the second best of all faces; contrast: what the sides
    show of the contrast of their print, by what the asked face shows of its own (0: bare, 1: all); information_matrix:
    as ``FaceFit`` tells it.
    shown: where a die leans so that the face that was asked about is out of sight, the one in fullest view and its
    vertices: ``top`` is that of that one instead. contradicted: the sides in sight, by their vertices, that show
    something else than their print. fully_enrolled: whether all faces of the die are. next_tilt_deg: as ``FaceFit``.
    """

    rigid_pose: RigidPose
    name: FaceName
    vertices: str
    tilt_deg: float
    top: float
    sides: float | None
    fit: float
    sides_seen: float
    best_side: float
    second: float
    contrast: float
    information_matrix: NDArray[np.float64]
    shown: tuple[FaceName, str] | None = None
    contradicted: tuple[str, ...] = ()
    fully_enrolled: bool = False
    next_tilt_deg: float = math.inf

    @property
    def face_in_view(self) -> tuple[FaceName, str]:
        """The face by whose looks it is named, and its vertices: the upper one, if that is in sight."""
        return self.shown or (self.name, self.vertices)

    @property
    def pose(self) -> Pose:
        """Where its upper face is seen from straight above."""
        return self.rigid_pose.pose(self.vertices)

    @property
    def sigmas(self) -> tuple[float, float]:
        """Standard deviations of centre (one axis, mm) and heading (degrees), by the misfit alone."""
        turn, x, y = np.maximum(np.diag(np.linalg.pinv(self.information_matrix, rcond=1e-9)), 0.0)
        return math.sqrt((x + y) / 2), math.degrees(math.sqrt(turn) / reach_mm(self.rigid_pose.edge_mm))


class _Enrolled:
    """A face as enrolled: the side that it is, how exactly it was cut out (``VisibleFace``), and what it looks like,
    made when a picture first asks for it: of hundreds of faces a table shows a dozen."""

    def __init__(self, shown: EnrolledView, vertices: str) -> None:
        self.side = SIDES.index(frozenset(vertices))
        if shown.shift_covariance_mm2 is None:
            self.covariance_mm2: FloatArray = np.eye(3) * (tuning.UNTOLD_ART_SIGMA_EDGES * shown.edge_mm) ** 2
            self.sigma_mm = tuning.UNTOLD_CORNER_SIGMA_EDGES * shown.edge_mm
        else:
            self.covariance_mm2 = shown.shift_covariance_mm2
            self.sigma_mm = tuning.ART_SIGMA_EDGES * shown.edge_mm
        self._picture = shown.picture
        self._arts: dict[int, Faces] = {}

    def art(self, square: PatchGrid) -> Faces:
        """Its art in such squares."""
        if square.size_px not in self._arts:
            self._arts[square.size_px] = square.art_of(self._picture)
        return self._arts[square.size_px]

    @cached_property
    def glanced(self) -> Faces:
        """The roughest art, of length 1, with each of its corners up, (3, pixels)."""
        turned = [ROUGH.art_of(turned_face(self._picture, turn)) for turn in range(1, TURNS)]
        return unit_faces(np.stack([self.art(ROUGH), *turned]))

    @cached_property
    def colours(self) -> FloatArray:
        """As of ``colours_of``."""
        return colours_of(self._picture)


class HypothesisEvaluator:
    """Judges how dice lie, by their enrolled views; of several views of a face by the one that the picture shows best,
    and where no picture is given by the last."""

    def __init__(self, dice: Mapping[str, Die], views: Sequence[EnrolledView]) -> None:
        self._vertices = {FaceName(die.id, f.key): f.vertices for die in dice.values() for f in die.faces if f.vertices}
        self._faces = {die.id: tuple((f.key, f.vertices) for f in die.faces if f.vertices) for die in dice.values()}
        self._edges_mm = {die.id: die.edge_mm for die in dice.values()}
        self._enrolled: dict[str, dict[str, list[_Enrolled]]] = {die: {} for die in dice}
        self._names: dict[FaceName, None] = {}
        self._made_glance: Glance | None = None
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
            self._enrolled[shown.name.die].setdefault(vertices, []).append(_Enrolled(shown, vertices))
            self._names[shown.name] = None
        self._made_glance = None

    @property
    def _glance(self) -> Glance:
        """What thinks of dice by all that is seen of them; made when a picture first asks for it."""
        if self._made_glance is None:
            arts = {
                name: [one.glanced for one in self._enrolled[name.die][self._vertices[name]]] for name in self._names
            }
            self._made_glance = Glance(self._vertices, arts, self._edges_mm)
        return self._made_glance

    def colour_shifts(self, photograph: Photograph, dice: Sequence[PoseHypothesis]) -> FloatArray:
        """By how much the colours of the upper faces of dice differ from those that they are named by, (n,
        glosses, 2, 2) (``colour_shifts``)."""
        if not dice:
            return np.zeros((0, 1, 2, 2))
        corners_mm = face_corners_mm([die.rigid_pose for die in dice], [die.vertices for die in dice])
        seen = colours_seen(photograph.picture, photograph.lens, corners_mm)
        views = [self._enrolled[die.name.die][die.vertices] for die in dice]
        return colour_shifts(seen, [[view.colours for view in some] for some in views])

    def flat(
        self,
        matcher: PhotometricAligner,
        dice: Sequence[tuple[Pose, FaceName]],
        hidden: Silhouettes | None = None,
    ) -> list[PoseHypothesis]:
        """Each die taken to lie flat at about this pose with this face up; the heading points to its corner 0.

        hidden: dice that may stand in front of sides.
        """
        if not dice:
            return []
        bodies, names = self._lying(dice)
        sights = self.visible_faces(
            matcher.photograph.lens, bodies, names, hidden=hidden, photograph=matcher.photograph
        )
        moved, match = matcher.flat(bodies, sights, steps=tuning.FLAT_STEPS)
        return self._hypotheses(moved, sights, match, names)

    def _lying(self, dice: Sequence[tuple[Pose, FaceName]]) -> tuple[RigidPoses, list[FaceName]]:
        """Such dice as bodies, and the faces that are up."""
        names = [name for _, name in dice]
        return RigidPoses.flat([pose for pose, _ in dice], [self._vertices[name] for name in names]), names

    def roughly_fitting(
        self, matcher: PhotometricAligner, dice: Sequence[tuple[Pose, FaceName]], hidden: Silhouettes
    ) -> list[tuple[Pose, FaceName]]:
        """Those of such dice that fit at all as soon as they are moved, in the same order."""
        bodies, names = self._lying(dice)
        sights = self.visible_faces(matcher.photograph.lens, bodies, names, ROUGH, hidden=hidden)
        moved, match = matcher.flat(bodies, sights, steps=1, square=ROUGH)
        fits = _fits(sights, match, len(moved)) if sights else np.zeros(len(moved))
        return [one for one, fit in zip(dice, fits.tolist(), strict=True) if fit > tuning.LEAST_ROUGH_FIT]

    def refine_6dof(
        self,
        matcher: PhotometricAligner,
        hypotheses: Sequence[PoseHypothesis],
        hidden: Silhouettes | None = None,
    ) -> list[PoseHypothesis]:
        """The same dice, moved and turned any way from where they lie until they fit.

        hidden: dice that may stand in front of sides.
        """
        if not hypotheses:
            return []
        rigid_poses, names = [one.rigid_pose for one in hypotheses], [one.name for one in hypotheses]
        sights = self.visible_faces(matcher.photograph.lens, rigid_poses, names, hidden=hidden)
        moved, match = matcher.free(rigid_poses, sights, steps=tuning.TILTED_STEPS)
        return self._hypotheses(moved, sights, match, names)

    def search_tilted(self, matcher: PhotometricAligner, poses: Sequence[Pose]) -> list[PoseHypothesis | None]:
        """For each pose the best of all dice, lying or leaning any way, that show a face where a flat die would show it
        there; ``None`` where none fits at all."""
        thought = self._glance.likeliest_tilted(matcher.photograph, poses)
        return self._best_of_each(matcher, thought, tuning.SEARCH_ROUNDS, tuning.LEAST_SEARCHED_FIT)

    def search_leaning(
        self, matcher: PhotometricAligner, poses: Sequence[Pose], hidden: Silhouettes, likeness_left: float
    ) -> list[PoseHypothesis | None]:
        """For each pose the best of all dice that lean any way with their middle about there; ``None`` where none fits
        at all. hidden: dice that may stand in front of sides; likeness_left: as for ``Glance.likeliest_around``."""
        thought = self._glance.likeliest_leaning(matcher.photograph, poses, hidden, likeness_left)
        least_fit = tuning.LEAST_SEARCHED_LEANING_FIT
        found = self._best_of_each(matcher, thought, tuning.LEANING_ROUNDS, least_fit, hidden)
        settled = iter(self.refine_6dof(matcher, [one for one in found if one], hidden))
        return [one and next(settled) for one in found]

    def _best_of_each(
        self,
        matcher: PhotometricAligner,
        thought: Sequence[Sequence[tuple[RigidPose, FaceName]]],
        rounds: Sequence[tuple[int, int]],
        least_fit: float,
        hidden: Silhouettes | None = None,
    ) -> list[PoseHypothesis | None]:
        """Of the dice thought of at each place, best first, the one that fits best once it has been moved; ``None``
        where none is thought of, or fits at all. rounds: how many of a place go on to each of them, and its steps;
        least_fit: how well those fit after the first that go on."""
        best: list[PoseHypothesis | None] = [None] * len(thought)
        tried = [(n, body, name) for n, dice in enumerate(thought) for body, name in dice]
        for square, (most, steps) in zip(_SEARCH_SQUARES, rounds, strict=True):
            tried = _first_of_each(tried, most)
            if not tried:
                return best
            owners, names = [n for n, _, _ in tried], [name for _, _, name in tried]
            rigid_poses = [body for _, body, _ in tried]
            sights = self.visible_faces(matcher.photograph.lens, rigid_poses, names, square, hidden=hidden)
            moved, match = matcher.free(rigid_poses, sights, steps=steps, square=square)
            fits = _fits(sights, match, len(moved))
            ranked = np.argsort(-fits, kind="stable").tolist()
            tried = [(owners[n], moved[n], names[n]) for n in ranked if fits[n] > least_fit]
        first = {owners[n]: n for n in reversed(ranked)}
        for n, hypothesis in zip(
            first, self._hypotheses(moved, sights, match, names, list(first.values())), strict=True
        ):
            best[n] = hypothesis
        return best

    def visible_faces(
        self,
        lens: Pinhole,
        rigid_poses: Sequence[RigidPose] | RigidPoses,
        names: Sequence[FaceName],
        square: PatchGrid = COARSE,
        *,
        hidden: Silhouettes | None = None,
        photograph: Photograph | None = None,
    ) -> list[VisibleFace]:
        """The enrolled faces of these dice that the camera sees, with their art in such squares.

        photograph: what tells which of several views of a face is meant; without one it is the last.
        """
        bodies = RigidPoses.of(rigid_poses)
        in_view = (viewing_cosines(lens, bodies) > tuning.MIN_VIEWING_COSINE).tolist()
        faces = [
            (number, vertices, views)
            for number, name in enumerate(names)
            for vertices, views in self._enrolled[name.die].items()
            if in_view[number][views[0].side]
        ]
        in_sight = (hidden or Silhouettes(lens, ())).parts_in_sight(_corners_mm(bodies, faces), square.shares)
        seen = np.flatnonzero(in_sight.mean(axis=1) > tuning.LEAST_SHARE_IN_SIGHT).tolist()
        faces, parts = [faces[n] for n in seen], [in_sight[n] for n in seen]
        chosen = [views[-1] for _, _, views in faces]
        several = [place for place, (_, _, views) in enumerate(faces) if len(views) > 1]
        if photograph and several:
            corners = _corners_mm(bodies, [faces[place] for place in several])
            for place, shown in zip(several, photograph.faces(corners, ROUGH), strict=True):
                chosen[place] = _most_alike(faces[place][2], shown)
        return [
            VisibleFace(number, vertices, view.art(square), view.covariance_mm2, view.sigma_mm, part)
            for (number, vertices, _), view, part in zip(faces, chosen, parts, strict=True)
        ]

    def tied(self, leaning: PoseHypothesis) -> FaceGuess | None:
        """The face of a die that looks up the most but for its upper one, and how likely it is that it looks up more
        than that; ``None`` where that is out of the question."""
        tilts = {key: leaning.rigid_pose.tilt_deg(up) for key, up in self._faces[leaning.name.die]}
        tilt = tilts.pop(leaning.name.face)
        if not tilts:
            return None
        key = min(tilts, key=tilts.__getitem__)
        likely = math.erfc((tilts[key] - tilt) / (tuning.TIE_SIGMA_DEG * math.sqrt(2))) / 2
        return FaceGuess(FaceName(leaning.name.die, key), likely) if likely > tuning.LEAST_TIE else None

    def likeliest_around(
        self, photograph: Photograph, poses: Sequence[Pose], likeness_left: float
    ) -> list[list[tuple[Pose, FaceName]]]:
        """The flat dice that come to mind around each pose by their top faces (``Glance.likeliest_around``)."""
        return self._glance.likeliest_around(photograph, poses, likeness_left)

    def likeliest(
        self, photograph: Photograph, poses: Sequence[Pose], hidden: Silhouettes
    ) -> list[list[tuple[Pose, FaceName]]]:
        """The flat dice that come to mind at each pose by all faces in sight (``Glance.likeliest_flat``)."""
        return self._glance.likeliest_flat(photograph, poses, hidden)

    def _hypotheses(
        self,
        rigid_poses: Sequence[RigidPose],
        sights: Sequence[VisibleFace],
        match: FaceFit,
        names: Sequence[FaceName],
        which: Sequence[int] | None = None,
    ) -> list[PoseHypothesis]:
        """What the poses (by number; ``None``: all) are as hypotheses."""
        fits: list[dict[str, _Fit]] = [{} for _ in rigid_poses]
        reported = zip(match.correlation.tolist(), match.contrast.tolist(), match.cosine.tolist(), strict=True)
        tilts_deg = match.next_tilt_deg.tolist()
        for sight, fit in zip(sights, reported, strict=True):
            fits[sight.pose_index][sight.vertices] = fit
        return [
            self._hypothesis(rigid_poses[n], names[n], fits[n], match.information_matrix[n], tilts_deg[n])
            for n in (range(len(rigid_poses)) if which is None else which)
        ]

    def _hypothesis(
        self,
        rigid_pose: RigidPose,
        asked: FaceName,
        fits: Mapping[str, _Fit],
        information_matrix: NDArray[np.float64],
        next_tilt_deg: float,
    ) -> PoseHypothesis:
        """What a pose is as a hypothesis; fits: of its faces in sight, by their vertices."""
        faces = {vertices: FaceName(asked.die, key) for key, vertices in self._faces[asked.die]}
        upper = list(faces)[rigid_pose.uppermost(list(faces))]
        tilt_deg, reported_by = rigid_pose.tilt_deg(upper), self._vertices[asked]
        in_view = reported_by in fits or len(fits) < _FEWEST_SIDES or tilt_deg <= tuning.LEANING_DEG
        if not in_view:
            reported_by = max(fits, key=lambda face: fits[face][2])
        beside_top = {vertices: fit for vertices, fit in fits.items() if vertices != reported_by}
        sides = list(beside_top.values())
        top, plain = _mean([fits[reported_by]]) if reported_by in fits else (0.0, 1.0)
        beside, contrast = _mean(sides) if sides else (0.0, 1.0)
        ranked = sorted((correlation for correlation, _, _ in fits.values()), reverse=True)
        return PoseHypothesis(
            rigid_pose,
            faces[upper],
            upper,
            tilt_deg,
            top,
            beside if sides else None,
            _mean(list(fits.values()))[0] if ranked else 0.0,
            sum(cosine for _, _, cosine in sides),
            max((correlation for correlation, _, _ in sides), default=0.0),
            ranked[1] if len(ranked) > 1 else 0.0,
            contrast / max(min(plain, 1.0), tuning.LEAST_CONTRAST) if sides else 1.0,
            information_matrix,
            None if in_view else (faces[reported_by], reported_by),
            tuple(vertices for vertices, fit in beside_top.items() if fit[0] < tuning.CONTRADICTED_FIT),
            len(self._enrolled[asked.die]) == len(faces),
            next_tilt_deg,
        )


def _first_of_each(tried: Sequence[_Tried], most: int) -> list[_Tried]:
    """Of what is tried so many of each place."""
    left = Counter({n: most for n, _, _ in tried})
    kept = []
    for one in tried:
        if left[one[0]]:
            left[one[0]] -= 1
            kept.append(one)
    return kept


def _corners_mm(bodies: RigidPoses, faces: Sequence[tuple[int, str, object]]) -> FloatArray:
    """The corners of faces in space, (n, 3, 3), each named by the number of its die and its vertices."""
    owner = np.array([number for number, _, _ in faces], np.intp)
    return bodies.corners_mm(owner, np.array([FACE_CORNERS[vertices] for _, vertices, _ in faces]).reshape(-1, 3, 3))


def _most_alike(views: Sequence[_Enrolled], shown: Faces) -> _Enrolled:
    """Of the views of a face the one likest to what a picture shows, (pixels,) in the roughest square."""
    return max(views, key=lambda view: float(view.glanced[0] @ shown))


def _fits(sights: Sequence[VisibleFace], match: FaceFit, poses: int) -> FloatArray:
    """How well each of so many poses fits (``PoseHypothesis.fit``), (poses,)."""
    owner = [sight.pose_index for sight in sights]
    fits = np.bincount(owner, match.correlation * match.cosine, poses)
    return np.asarray(fits / np.maximum(np.bincount(owner, match.cosine, poses), 1e-6), np.float64)


def _mean(fits: Sequence[_Fit]) -> tuple[float, float]:
    """Correlation and contrast of some sights, weighed by how squarely they are seen."""
    correlation = contrast = weight = 0.0
    for own_correlation, own_contrast, cosine in fits:
        correlation += own_correlation * cosine
        contrast += own_contrast * cosine
        weight += cosine
    return correlation / max(weight, 1e-6), contrast / max(weight, 1e-6)
