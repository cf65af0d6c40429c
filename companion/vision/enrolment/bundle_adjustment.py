"""Makes the enrolled faces of a die agree with each other before they are saved.

Each face is cut out where the refiner puts it; the refiner errs by a few tenths of a millimetre, at times by one or
two, folded paper by a few tenths again, and whoever is held against that face later inherits the error. But every
picture of a die also shows two or three of its sides, and those were enrolled as top faces elsewhere. So all sights of
a die are weighed together by least squares (a bundle adjustment, Triggs et al. 2000), with how wide the printed rims of
its faces are (``printed_rim``): how each copy of it lies and is folded, and so where the corners of each face really
were when it was cut out. Then the faces are cut anew, and held against each other again, until they settle. What is
left of the doubt is saved with each face. By then it is known where the sides lie as well, and how each looks there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.arrays import FloatArray, Image
from companion.camera import Pinhole
from companion.catalogue import Die
from companion.geometry import Points, Pose, RigidPose, at_height, reach_mm, wrap_deg
from companion.opencv import cv2
from companion.vision.enrolment.printed_rim import OUTWARD, rim_offsets
from companion.vision.enrolment.tuning import (
    LEAST_SIDE_COSINE,
    LEAST_SIDE_IN_SIGHT,
    RIM_FREEDOM,
    RIM_SIGMA_EDGES,
    RIM_SPREADS,
    SIDE_SLANT_SIGMA_EDGES,
)
from companion.vision.gallery import EnrolledView, cut_view_between
from companion.vision.reading import FaceName
from companion.vision.tuning import BULGE_SIGMA_EDGES
from companion.vision.whole_dice import (
    COARSE,
    FINE,
    FREEDOMS,
    Faces,
    PatchGrid,
    Photograph,
    Silhouettes,
    bulge_covariance,
    bulge_slants,
    common_shift,
    corner_jacobian,
    fold_prior,
    measure_shifts,
    outline_jacobian,
    shift_jacobian,
)

#: How far the refiner may be off: in edges along each axis, and in degrees. It errs by far more at times: its errors
#: are taken to follow Student's t with so many degrees of freedom (Lange et al. 1989).
_PLACED_EDGES: Final = 0.005
_PLACED_DEG: Final = 0.6
_PLACED_FREEDOM: Final = 1.0
#: By how much more it may be off alike for all dice of one table: on one seen at 39 degrees it was by 0.4 mm.
_BIAS_EDGES: Final = 0.01
_BIAS_DEG: Final = 0.8
#: What the adjustment leaves of the doubt (to the right, up, turned) comes out so many times too small: on eight tables
#: the places of faces in their pictures were off by 0.9 to 1.4 times what it tells, before steep cameras by more
#: (bulge). Of the turn a part is given with the corners, each by itself: headings were read 0.5 % better on 38 tables,
#: 1 % on three of another renderer, with less than for the places.
_DOUBT_FACTORS: Final = np.diag([1.15, 1.15, 0.8])
_PLACED_SIGMAS: Final = np.array([_PLACED_EDGES, _PLACED_EDGES, math.radians(_PLACED_DEG)])
_BIAS_SIGMAS: Final = np.array([_BIAS_EDGES, _BIAS_EDGES, math.radians(_BIAS_DEG)])
#: Sides that fit worse than this say nothing. Where faces were cut out 3 mm off, right sides fit by 0.3 at first.
_FITS: Final = 0.2
#: Faces are held against each other seen at no smaller cosine, in fine squares; in the first rounds in coarse ones: on
#: a table seen at 36 degrees a face that was cut out 2 mm off stayed there without. On ten tables two-inch faces came
#: to lie 0.09 mm off along an axis; in squares of 64 px, fine at once and from a cosine of 0.3 on, 0.13.
_LEAST_COSINE: Final = 0.12
_COARSE_ROUNDS: Final = 3
#: Adjusted when no corner moves farther in a round, or after so many rounds (most pictures take twelve; a face that was
#: cut out 3 mm off still lay 1 mm off after fifteen); none moves farther than this in one.
_SETTLED_MM: Final = 0.05
_MOST_ROUNDS: Final = 25
_LONGEST_STEP_MM: Final = 2.0
#: The freedoms of a copy: those of a folded die, and how far its upper face bulges, mm; and how many numbers a face is
#: measured by (``CornerShifts``).
_COPY: Final = FREEDOMS + 1
_SHIFTS: Final = 8


#: Information matrix and vector of a copy's next step.
_Known = tuple[FloatArray, FloatArray]


@dataclass(frozen=True, slots=True, eq=False)
class FaceSample:
    """A face to enrol: the photograph that shows it, whose face it is, where it lies, and its corners in space, (3, 3).

    shift_covariance_mm2: how exactly the corners are known (``EnrolledView``); ``None``: nobody has asked. bulge_mm:
    how far the middle of its paper stands out between them.
    """

    photograph: Photograph
    name: FaceName
    pose: Pose
    corners_mm: Points
    shift_covariance_mm2: FloatArray | None = None
    bulge_mm: float = 0.0

    @classmethod
    def at(cls, photograph: Photograph, name: FaceName, pose: Pose) -> FaceSample:
        """A face whose corners are where they should be."""
        return cls(photograph, name, pose, at_height(pose.top_corners_mm(), pose.top_mm))

    def view(self) -> EnrolledView:
        """The face as the gallery keeps it."""
        shown = self.photograph
        cut = cut_view_between(shown.picture, shown.lens, self.corners_mm, self.name, self.pose.edge_mm, self.bulge_mm)
        return replace(cut, shift_covariance_mm2=self.shift_covariance_mm2)


@dataclass(frozen=True, slots=True, eq=False)
class SideView:
    """What a picture shows, in full sight, where a die of which another face is up should have a face, and the number
    of the face that is up."""

    view: EnrolledView
    seen_on: int


@dataclass(frozen=True, slots=True, eq=False)
class AdjustedFace:
    """A face to enrol whose corners are where all sights of its die say that they are.

    on_sides: the same face on the sides of its die, the largest in the picture first.
    """

    top: FaceSample
    on_sides: tuple[SideView, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Copy:
    """A die as one picture shows it, the face of a sample up: how it lies, how far from there each of its six corners
    is folded, (18,) mm, and how far the upper face bulges, mm."""

    sample: FaceSample
    top: str
    rigid_pose: RigidPose
    fold_mm: FloatArray
    bulge_mm: float = 0.0

    @property
    def die(self) -> str:
        return self.sample.name.die

    @property
    def photograph(self) -> Photograph:
        return self.sample.photograph

    @property
    def lens(self) -> Pinhole:
        return self.photograph.lens

    def corners_mm(self, face: str) -> Points:
        """The corners of one of its faces in space, (3, 3)."""
        bent = corner_jacobian([self.rigid_pose], [face])[0, ..., 3:] @ self.fold_mm
        return np.asarray(self.rigid_pose.corners_mm(face) + bent, np.float64)

    def shows(self, face: str, least_cosine: float) -> bool:
        """Whether the camera sees one of its faces so squarely."""
        corners = self.corners_mm(face)
        outward = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        ray = self.lens.eye_mm - corners.mean(axis=0)
        return float(outward @ ray) > least_cosine * float(np.linalg.norm(outward) * np.linalg.norm(ray))

    def moved(self, step: FloatArray) -> _Copy:
        """Moved by its freedoms."""
        angle = step[0] / reach_mm(self.rigid_pose.edge_mm)
        turn = np.array([[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1]])
        there = self.rigid_pose.turned(turn).moved([*step[1:3], 0.0])
        return replace(
            self,
            rigid_pose=there,
            fold_mm=self.fold_mm + step[3:FREEDOMS],
            bulge_mm=self.bulge_mm + float(step[FREEDOMS]),
        )

    def cut(self) -> FaceSample:
        """The sample with the corners of the upper face where they are thought to be."""
        on_top = _on_top(self.lens, self.corners_mm(self.top), self.sample.pose.top_mm)
        return replace(self.sample, corners_mm=on_top, bulge_mm=self.bulge_mm)

    def view(self, name: FaceName, face: str, covariance: FloatArray) -> EnrolledView:
        """One of its faces as the gallery keeps it; covariance: that of its freedoms."""
        doubt = _shift_covariance(self, face, covariance)
        return FaceSample(self.photograph, name, self.sample.pose, self.corners_mm(face), doubt).view()

    def cut_jacobian(self) -> FloatArray:
        """How its freedoms shift its upper face as its camera sees it (``CornerShifts``), (8, freedoms): its bulge the
        middle alone."""
        rows = np.zeros((_SHIFTS, _COPY))
        rows[:6, :FREEDOMS] = self.shift_jacobian(self.top)
        rows[6:, FREEDOMS] = bulge_slants(self.lens, self.corners_mm(self.top)[None])[0]
        return rows

    def shift_jacobian(self, face: str) -> FloatArray:
        """How its freedoms shift the corners of one of its faces along it, as its camera sees them, (6, freedoms)."""
        return np.asarray(shift_jacobian(self.lens, [self.rigid_pose], [face])[0], np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """A side of one copy of a die, held against the art of another, on which the same face is up.

    seen_on, cut_from: which copies these are; rows: how the freedoms of the first shift the side, (8, freedoms);
    information_matrix, information_vector: what the picture says of the shift (``CornerShifts``).
    """

    seen_on: int
    cut_from: int
    rows: FloatArray
    information_matrix: FloatArray
    information_vector: FloatArray


def adjust_faces(dice: Mapping[str, Die], cuts: Sequence[FaceSample]) -> list[AdjustedFace]:
    """The same cuts, in the same order, each with its corners where all sights of its die say that they are."""
    tops = [_vertices(dice, cut.name) for cut in cuts]
    copies = [
        _Copy(c, top, RigidPose.flat(c.pose, top), np.zeros(FREEDOMS - 3)) for c, top in zip(cuts, tops, strict=True)
    ]
    pictures = list(dict.fromkeys(cut.photograph for cut in cuts))
    doubts: list[FloatArray] = []
    bias = np.zeros(3)
    for number in range(_MOST_ROUNDS):
        square = COARSE if number < _COARSE_ROUNDS else FINE
        cut = np.array([copy.cut().view().picture for copy in copies])
        arts = np.array([square.art_of(picture) for picture in cut])
        sides = [side for picture in pictures for side in _sides(picture, copies, arts, square)]
        cut_rows = [copy.cut_jacobian() for copy in copies]
        rims = _rims(copies, cut_rows, cut) if square is FINE else {}
        steps, doubts = _solved(copies, cut_rows, sides, rims, bias)
        copies = [copy.moved(step) for copy, step in zip(copies, steps, strict=True)]
        bias = _refiner_bias(copies, bias)
        farthest_mm = max((_moved_mm(copy, step) for copy, step in zip(copies, steps, strict=True)), default=0.0)
        if square is FINE and farthest_mm < _SETTLED_MM:
            break
    on_sides = _on_sides(pictures, copies, doubts)
    return [
        AdjustedFace(replace(copy.cut(), shift_covariance_mm2=_shift_covariance(copy, copy.top, doubt)), tuple(sides))
        for copy, doubt, sides in zip(copies, doubts, on_sides, strict=True)
    ]


def _vertices(dice: Mapping[str, Die], name: FaceName) -> str:
    face = dice[name.die].face(name.face)
    assert face is not None
    assert face.vertices is not None
    return face.vertices


def _sides(photograph: Photograph, copies: Sequence[_Copy], arts: Faces, square: PatchGrid) -> Iterator[_Side]:
    """What one picture says of sides that were enrolled as top faces elsewhere; arts: what those look like in such
    squares."""
    pairs = _shown(photograph, copies, _LEAST_COSINE)
    return _held(photograph, copies, arts, pairs, square) if pairs else iter(())


def _shown(photograph: Photograph, copies: Sequence[_Copy], least_cosine: float) -> list[tuple[int, int]]:
    """The sides that one picture shows so squarely, each by the copy that it is seen on and the one of which it is the
    top face."""
    return [
        (seen_on, cut_from)
        for seen_on, copy in enumerate(copies)
        if copy.photograph is photograph
        for cut_from, other in enumerate(copies)
        if other.die == copy.die and seen_on != cut_from and copy.shows(other.top, least_cosine)
    ]


def _held(
    photograph: Photograph,
    copies: Sequence[_Copy],
    arts: Faces,
    pairs: Sequence[tuple[int, int]],
    square: PatchGrid,
) -> Iterator[_Side]:
    """What one picture says of these sides: each by the copy that it is seen on and the one whose art it has."""
    faces = [copies[cut_from].top for _, cut_from in pairs]
    corners = np.stack([copies[seen_on].corners_mm(face) for (seen_on, _), face in zip(pairs, faces, strict=True)])
    stated = measure_shifts(photograph, corners, arts[[cut_from for _, cut_from in pairs]], square)
    edges_mm = np.array([copies[seen_on].rigid_pose.edge_mm for seen_on, _ in pairs])
    slants = bulge_slants(photograph.lens, corners)
    stated = stated.with_error(
        _side_covariance(slants, edges_mm), np.zeros(len(pairs)), bulge_covariance(slants, edges_mm)
    )
    rows = np.zeros((len(pairs), _SHIFTS, _COPY))
    rows[:, :6, :FREEDOMS] = shift_jacobian(photograph.lens, [copies[on].rigid_pose for on, _ in pairs], faces)
    for n, (seen_on, cut_from) in enumerate(pairs):
        if stated.fit[n] > _FITS:
            yield _Side(seen_on, cut_from, rows[n], stated.information_matrix[n], stated.information_vector[n])


def _side_covariance(slants: FloatArray, edges_mm: FloatArray) -> FloatArray:
    """How far sides that are seen so (``bulge_slants``) may be shifted whole beside what is told of them, (n, 3, 3)."""
    shifts = np.pad(slants * SIDE_SLANT_SIGMA_EDGES * edges_mm[:, None], ((0, 0), (0, 1)))
    return np.asarray(shifts[:, :, None] * shifts[:, None], np.float64)


def _rims(copies: Sequence[_Copy], cut_rows: Sequence[FloatArray], pictures: Image) -> dict[int, _Known]:
    """What the printed rims of upper faces tell of copies, by their number; cut_rows: how the freedoms of each shift
    that face, (8, freedoms); pictures: the faces cut out as they now lie, (copies, size, size, 3)."""
    known: dict[int, _Known] = {}
    for die in dict.fromkeys(copy.die for copy in copies):
        own = [k for k, copy in enumerate(copies) if copy.die == die]
        wider = rim_offsets(pictures[own])
        if wider is not None and np.isfinite(wider).any():
            sigma = math.hypot(RIM_SIGMA_EDGES, RIM_SPREADS * float(np.nanmedian(np.abs(wider))))
            known |= {k: _rim(copies[k], cut_rows[k], offsets, sigma) for k, offsets in zip(own, wider, strict=True)}
    return known


def _rim(copy: _Copy, cut_rows: FloatArray, wider: FloatArray, sigma: float) -> _Known:
    """What one face's rim tells that is so much wider than usual at the parts of its sides (``rim_offsets``)."""
    rows = OUTWARD @ cut_rows[:6] / copy.rigid_pose.edge_mm
    trust = (RIM_FREEDOM + 1) / (RIM_FREEDOM + np.square(wider / sigma)) / sigma**2
    weighted = np.where(np.isnan(wider), 0.0, trust) * rows.T
    return weighted @ rows, -weighted @ np.nan_to_num(wider)


def _solved(
    copies: Sequence[_Copy],
    cut_rows: Sequence[FloatArray],
    sides: Sequence[_Side],
    rims: Mapping[int, _Known],
    bias: FloatArray,
) -> tuple[list[FloatArray], list[FloatArray]]:
    """The steps of all copies, (freedoms,) each, that explain all sides best, and the covariances after them.

    cut_rows: how the freedoms of each copy shift its upper face; rims: what the printed rims tell (``_rims``); bias:
    that of the refiner (``_refiner_bias``).
    """
    steps, doubts = [np.empty(0)] * len(copies), [np.empty((0, 0))] * len(copies)
    for die in dict.fromkeys(copy.die for copy in copies):
        own = [k for k, copy in enumerate(copies) if copy.die == die]
        place = {k: slice(_COPY * n, _COPY * (n + 1)) for n, k in enumerate(own)}
        matrix, vector = np.zeros((_COPY * len(own),) * 2), np.zeros(_COPY * len(own))
        for k in own:
            known, pull = _beforehand(copies[k], bias)
            if k in rims:
                known, pull = known + rims[k][0], pull + rims[k][1]
            matrix[place[k], place[k]], vector[place[k]] = known, pull
        for side in (side for side in sides if side.seen_on in place):
            row = np.zeros((_SHIFTS, len(vector)))
            row[:, place[side.seen_on]] = side.rows
            row[:, place[side.cut_from]] -= cut_rows[side.cut_from]
            matrix += row.T @ side.information_matrix @ row
            vector += row.T @ side.information_vector
        covariance = np.linalg.inv(matrix)
        for k in own:
            step = (covariance @ vector)[place[k]]
            steps[k] = step * min(1.0, _LONGEST_STEP_MM / max(_moved_mm(copies[k], step), 1e-9))
            doubts[k] = np.asarray(covariance[place[k], place[k]], np.float64)
    return steps, doubts


def _moved_mm(copy: _Copy, step: FloatArray) -> float:
    """How far a step moves a corner of the upper face along an axis, at the most."""
    return float(np.abs(corner_jacobian([copy.rigid_pose], [copy.top])[0] @ step[:FREEDOMS]).max())


def _beforehand(copy: _Copy, bias: FloatArray) -> _Known:
    """What is known of one copy by itself: that it is nearly an octahedron of plane faces, and nearly where the refiner
    saw it."""
    folded, rows = np.concatenate([np.zeros(3), copy.fold_mm]), _outline_rows(copy)
    error = _refiner_error(copy) - _gaze(copy).T @ bias
    weighted, fold = _trust(error) * rows.T / _PLACED_SIGMAS**2, fold_prior([copy.rigid_pose])[0]
    plane = (BULGE_SIGMA_EDGES * copy.rigid_pose.edge_mm) ** -2.0
    known, pull = np.diag(np.full(_COPY, plane)), np.full(_COPY, -plane * copy.bulge_mm)
    known[:FREEDOMS, :FREEDOMS], pull[:FREEDOMS] = fold + weighted @ rows, weighted @ error - fold @ folded
    return known, pull


def _outline_rows(copy: _Copy) -> FloatArray:
    """How its freedoms move and turn its upper face: x, y (edges) and turn (rad), (3, ``FREEDOMS``)."""
    rigid_pose, tops = [copy.rigid_pose], [copy.top]
    rows = outline_jacobian(rigid_pose, tops, corner_jacobian(rigid_pose, tops))[0]
    return np.asarray(rows / np.array([[copy.rigid_pose.edge_mm], [copy.rigid_pose.edge_mm], [1.0]]), np.float64)


def _refiner_error(copy: _Copy) -> FloatArray:
    """How far from where the upper face now lies the refiner saw it: x, y (edges) and turn (rad)."""
    placed, here = copy.sample.pose, copy.rigid_pose.pose(copy.top)
    turn = math.radians(wrap_deg(placed.heading_deg - here.heading_deg))
    off = np.array([(placed.x_mm - here.x_mm) / here.edge_mm, (placed.y_mm - here.y_mm) / here.edge_mm, turn])
    return np.asarray(off - _outline_rows(copy) @ np.concatenate([np.zeros(3), copy.fold_mm]), np.float64)


def _trust(error: FloatArray) -> float:
    """How much the refiner counts where it errs so."""
    return (_PLACED_FREEDOM + 3) / (_PLACED_FREEDOM + float(np.square(error / _PLACED_SIGMAS).sum()))


def _gaze(copy: _Copy) -> FloatArray:
    """From the table's axes to those of the camera's gaze over it, (3, 3): away from it, to its left, and turn. The
    refiner sees dice too near or too far, wherever the camera stands."""
    x, y = copy.lens.rotation[2, :2]
    far = math.hypot(x, y)
    cos, sin = (x / far, y / far) if far > 0 else (1.0, 0.0)
    return np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])


def _refiner_bias(copies: Sequence[_Copy], before: FloatArray) -> FloatArray:
    """What the refiner's errors have in common in the cameras' gaze (``_gaze``): x, y (edges) and turn (rad); before:
    what it was thought to be."""
    errors = np.array([_gaze(copy) @ _refiner_error(copy) for copy in copies]).reshape(-1, 3)
    trust = np.array([_trust(error - before) for error in errors])
    return np.asarray(trust @ errors / (trust.sum() + (_PLACED_SIGMAS / _BIAS_SIGMAS) ** 2), np.float64)


def _on_sides(
    pictures: Sequence[Photograph], copies: Sequence[_Copy], doubts: Sequence[FloatArray]
) -> list[list[SideView]]:
    """For each copy how pictures show its top face on the sides of other copies, in full sight, the largest first."""
    found: list[list[tuple[float, SideView]]] = [[] for _ in copies]
    for photograph in pictures:
        here = [copy.rigid_pose for copy in copies if copy.photograph is photograph]
        pairs = _shown(photograph, copies, LEAST_SIDE_COSINE)
        corners = np.array([copies[on].corners_mm(copies[of].top) for on, of in pairs]).reshape(-1, 3, 3)
        in_sight = Silhouettes(photograph.lens, here).parts_in_sight(corners, FINE.shares).mean(axis=1)
        sizes = [cv2.contourArea(photograph.lens.project(one).astype(np.float32)) for one in corners]
        for (on, of), share, size in zip(pairs, in_sight.tolist(), sizes, strict=True):
            if share > LEAST_SIDE_IN_SIGHT:
                view = copies[on].view(copies[of].sample.name, copies[of].top, doubts[on])
                found[of].append((size, SideView(view, on)))
    return [[side for _, side in sorted(some, key=lambda one: -one[0])] for some in found]


def _shift_covariance(copy: _Copy, face: str, covariance: FloatArray) -> FloatArray:
    """What the covariance of its freedoms means for one of its faces as it was cut out (``EnrolledView``)."""
    rows = _DOUBT_FACTORS @ common_shift(copy.shift_jacobian(face))
    return np.asarray(rows @ covariance[:FREEDOMS, :FREEDOMS] @ rows.T, np.float64)


def _on_top(lens: Pinhole, corners_mm: Points, top_mm: float) -> Points:
    """Corners moved along the camera's rays to the height of a perfect die's top face; they look the same."""
    rays = lens.eye_mm - corners_mm
    return np.asarray(corners_mm + rays * ((top_mm - corners_mm[:, 2]) / rays[:, 2])[:, None], np.float64)
