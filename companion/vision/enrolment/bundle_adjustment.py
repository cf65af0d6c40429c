"""Makes the enrolled faces of a die agree with each other before they are kept.

Each face is cut out where the placer puts it; the placer errs by a few tenths of a millimetre, folded paper by as much
again, and whoever is held against that face later inherits the error. But every picture of a die also shows two or
three of its sides, and those were enrolled as top faces elsewhere. So all sights of a die are weighed together by least
squares (a bundle adjustment, Triggs et al. 2000): how each copy of it lies and is folded, and so where the corners of
each face really were when it was cut out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.catalogue import Die
from companion.geometry import Points, Pose, RigidPose, face_corners_mm
from companion.vision.gallery import EnrolledView, cut_view_between
from companion.vision.reading import FaceName
from companion.vision.whole_dice import (
    FINE,
    FREEDOMS,
    HypothesisEvaluator,
    Photograph,
    VisibleFace,
    corner_jacobian,
    fold_prior,
    measure_shifts,
    outline_jacobian,
    shift_jacobian,
)

#: How far the placer may be off: in edges along each axis, and in degrees.
_PLACED_EDGES: Final = 0.005
_PLACED_DEG: Final = 0.6
#: Sides that fit worse than this say nothing.
_FITS: Final = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class FaceSample:
    """A face to enrol: the picture that shows it, whose face it is, where it lies, and its corners in space, (3, 3)."""

    picture: NDArray[np.uint8]
    name: FaceName
    pose: Pose
    corners_mm: Points

    @classmethod
    def at(cls, picture: NDArray[np.uint8], name: FaceName, pose: Pose) -> FaceSample:
        """A face whose corners are where they should be."""
        return cls(picture, name, pose, np.column_stack([pose.top_corners_mm(), np.full(3, pose.top_mm)]))

    def view(self, lens: Pinhole) -> EnrolledView:
        """The face as the gallery keeps it."""
        return cut_view_between(self.picture, lens, self.corners_mm, self.name, self.pose.edge_mm)


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """A side of one copy of a die, held against the art of another, on which the same face is up.

    seen_on, cut_from: which cuts these copies are; rows, cut_rows: how their freedoms shift the side, (6, freedoms);
    knowledge, pull: what the picture says of the shift (``corners.Shifts``).
    """

    seen_on: int
    cut_from: int
    rows: FloatArray
    cut_rows: FloatArray
    information_matrix: FloatArray
    pull: FloatArray


def adjust_faces(lens: Pinhole, dice: Mapping[str, Die], cuts: Sequence[FaceSample]) -> list[FaceSample]:
    """The same cuts, in the same order, each with its corners where all sights of its die say that they are."""
    tops = [_vertices(dice, cut.name) for cut in cuts]
    rigid_poses = [RigidPose.flat(cut.pose, top) for cut, top in zip(cuts, tops, strict=True)]
    out = list(cuts)
    sides = _sides(lens, dice, cuts, rigid_poses, tops)
    for die in dict.fromkeys(cut.name.die for cut in cuts):
        copies = [k for k, cut in enumerate(cuts) if cut.name.die == die]
        freedoms = _solved(copies, rigid_poses, tops, [s for s in sides if s.seen_on in copies])
        for k, own in zip(copies, freedoms, strict=True):
            moved = rigid_poses[k].corners_mm(tops[k]) + corner_jacobian([rigid_poses[k]], [tops[k]])[0] @ own
            out[k] = replace(cuts[k], corners_mm=_on_top(lens, moved, cuts[k].pose.top_mm))
    return out


def _vertices(dice: Mapping[str, Die], name: FaceName) -> str:
    face = dice[name.die].face(name.face)
    assert face is not None
    assert face.vertices is not None
    return face.vertices


def _sides(
    lens: Pinhole,
    dice: Mapping[str, Die],
    cuts: Sequence[FaceSample],
    rigid_poses: Sequence[RigidPose],
    tops: Sequence[str],
) -> list[_Side]:
    """What all pictures say of sides that were enrolled as top faces elsewhere."""
    attitudes = HypothesisEvaluator(dice, [cut.view(lens) for cut in cuts])
    cut_of = {(cut.name.die, top): k for k, (cut, top) in enumerate(zip(cuts, tops, strict=True))}
    told: list[_Side] = []
    for picture in {id(cut.picture): cut.picture for cut in cuts}.values():
        here = [k for k, cut in enumerate(cuts) if cut.picture is picture]
        sights = attitudes.sights(lens, [rigid_poses[k] for k in here], [cuts[k].name for k in here], FINE)
        pairs = [(here[s.pose_index], cut_of[cuts[here[s.pose_index]].name.die, s.vertices]) for s in sights]
        others = [(pair, sight) for pair, sight in zip(pairs, sights, strict=True) if pair[0] != pair[1]]
        told += _held(Photograph(picture, lens), rigid_poses, tops, others)
    return told


def _held(
    photograph: Photograph,
    rigid_poses: Sequence[RigidPose],
    tops: Sequence[str],
    others: Sequence[tuple[tuple[int, int], VisibleFace]],
) -> list[_Side]:
    """What one picture says of these sides; each with the cut that it is seen on and the one whose art it has."""
    if not others:
        return []
    seen_on, cut_from = ([rigid_poses[k] for k in some] for some in zip(*(pair for pair, _ in others), strict=True))
    faces = [sight.vertices for _, sight in others]
    said = measure_shifts(
        photograph, face_corners_mm(seen_on, faces), np.stack([sight.art for _, sight in others], axis=-1)
    )
    rows, cut_rows = shift_jacobian(photograph.lens, seen_on, faces), shift_jacobian(photograph.lens, cut_from, faces)
    told = zip(
        (pair for pair, _ in others),
        said.fit,
        rows,
        cut_rows,
        said.information_matrix,
        said.information_vector,
        strict=True,
    )
    return [_Side(*pair, *rest) for pair, fit, *rest in told if fit > _FITS]


def _solved(
    copies: Sequence[int], rigid_poses: Sequence[RigidPose], tops: Sequence[str], sides: Sequence[_Side]
) -> FloatArray:
    """The freedoms of all copies of one die, (copies, ``FREEDOMS``), that explain its sides best."""
    place = {k: slice(FREEDOMS * n, FREEDOMS * (n + 1)) for n, k in enumerate(copies)}
    matrix, pull = np.zeros((FREEDOMS * len(copies),) * 2), np.zeros(FREEDOMS * len(copies))
    for k in copies:
        matrix[place[k], place[k]] = _beforehand(rigid_poses[k], tops[k])
    for side in sides:
        row = np.zeros((6, len(pull)))
        row[:, place[side.seen_on]] = side.rows
        row[:, place[side.cut_from]] -= side.cut_rows
        matrix += row.T @ side.information_matrix @ row
        pull += row.T @ side.pull
    return np.asarray(np.linalg.solve(matrix, pull), np.float64).reshape(-1, FREEDOMS)


def _beforehand(rigid_pose: RigidPose, top: str) -> FloatArray:
    """What is known of one copy by itself: that it is nearly an octahedron, and nearly where the placer saw it."""
    rows = outline_jacobian([rigid_pose], [top], corner_jacobian([rigid_pose], [top]))[0]
    off = np.array([_PLACED_EDGES * rigid_pose.edge_mm, _PLACED_EDGES * rigid_pose.edge_mm, math.radians(_PLACED_DEG)])
    return np.asarray(fold_prior([rigid_pose])[0] + rows.T / off**2 @ rows, np.float64)


def _on_top(lens: Pinhole, corners_mm: Points, top_mm: float) -> Points:
    """Corners moved along the camera's rays to the height of a perfect die's top face; they look the same."""
    rays = lens.eye_mm - corners_mm
    return np.asarray(corners_mm + rays * ((top_mm - corners_mm[:, 2]) / rays[:, 2])[:, None], np.float64)
