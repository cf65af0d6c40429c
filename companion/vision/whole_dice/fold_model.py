"""Folded paper: how a die that is not quite an octahedron may lie, and how its faces tell that.

A folded die on the table has the freedoms of a rigid one, and its six corners may each be off a little. A face is held
against its art and its three corners are moved one by one; how far each seems to move depends on those freedoms by
simple geometry, so that all that is seen of a die can be weighed together by least squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.geometry import VERTICES, RigidPose, face_corners_mm, reach_mm
from companion.vision import tuning
from companion.vision.rectify import face_axes
from companion.vision.whole_dice.patch_grid import FINE, Faces, PatchGrid
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import correlate_art

#: The freedoms of a folded die on the table: turn (mm at a corner), x, y, then x, y, z of its six corners.
FREEDOMS: Final = 3 + 3 * len(VERTICES)
#: Where the corners of a face are in its plane, to the right and up, in circumradii.
_AROUND: Final = np.array([[0.0, 1.0], [-np.sqrt(0.75), -0.5], [np.sqrt(0.75), -0.5]])
#: What a face that is shifted right and up (mm) and turned (mm at a corner) does to the shifts of its corners, (6, 3).
_COMMON: Final = np.hstack([np.tile(np.eye(2), (3, 1)), (_AROUND[:, ::-1] * (-1, 1)).reshape(6, 1)])
#: A face farther right and up shows what was left and below: for shifts rightward and downward, corner by corner, then
#: of its middle.
_WITH_STEP: Final = np.tile([-1.0, 1.0], 4)


@dataclass(frozen=True, slots=True, eq=False)
class CornerShifts:
    """How far faces (right and up in their planes, corner by corner, then the middle of the paper between them beyond
    what they shift it, mm) are from where they were sought.

    information_matrix: (n, 8, 8), the inverse covariance; information_vector: (n, 8), the information matrix times the
    likeliest shift; fit: correlation of what is there with the art, (n,).
    """

    information_matrix: FloatArray
    information_vector: FloatArray
    fit: FloatArray

    def reported_from(self, shifts_mm: FloatArray) -> CornerShifts:
        """The same, relative to where they lay before they had been moved by shifts (n, 6)."""
        farther = (self.information_matrix[..., : shifts_mm.shape[1]] @ shifts_mm[..., None])[..., 0]
        return replace(self, information_vector=self.information_vector + farther)

    def with_error(
        self, shift_covariance_mm2: FloatArray, corner_sigma_mm: FloatArray, middle_covariance_mm2: FloatArray
    ) -> CornerShifts:
        """The same where what they were held against is itself off: all corners together (n, 3, 3), each coordinate of
        a corner by itself (n,), and the middle between them (n, 2, 2)."""
        error = np.zeros_like(self.information_matrix)
        error[:, :6, :6] = _COMMON @ shift_covariance_mm2 @ _COMMON.T
        error[:, :6, :6] += np.eye(6) * corner_sigma_mm[:, None, None] ** 2
        error[:, 6:, 6:] = middle_covariance_mm2
        doubt = np.eye(8) + self.information_matrix @ error
        both = np.concatenate([self.information_matrix, self.information_vector[..., None]], axis=-1)
        reported: FloatArray = np.linalg.solve(doubt, both).astype(np.float64)
        return CornerShifts(reported[..., :8], reported[..., 8], self.fit)

    @property
    def of_corners(self) -> tuple[FloatArray, FloatArray]:
        """The information matrix, (n, 6, 6), and vector, (n, 6), of the corners, the middle being where they have
        it."""
        return self.information_matrix[:, :6, :6], self.information_vector[:, :6]


def measure_shifts(
    photograph: Photograph,
    corners_mm: FloatArray,
    art: Faces,
    square: PatchGrid = FINE,
    in_sight: Faces | None = None,
) -> CornerShifts:
    """How far faces with this art (n, pixels of the square) are from where they were sought, (n, 3, 3) mm.

    in_sight: which pixels count, 1 or 0, (n, pixels); ``None``: all.
    """
    seen = photograph.faces(corners_mm, square)
    residual = seen - art
    square_residual = residual * residual
    weight: Faces = np.asarray(1 / (1 + square_residual * np.float32(tuning.ELSEWHERE_MISFIT**-2)), np.float32)
    if in_sight is not None:
        weight *= in_sight
    misfit = np.einsum("np,np->n", weight, square_residual) / weight.sum(axis=1) + 1e-3
    px_mm = np.linalg.norm(face_axes(corners_mm, square.radius_px)[2], axis=1)
    each = tuning.CORRELATED_PIXELS * (square.size_px / FINE.size_px) ** 2 * misfit * px_mm
    matrix, vector = square.shift_equations((seen + art) * np.float32(0.5), residual, weight, bulged=True)
    matrix = matrix * np.outer(_WITH_STEP, _WITH_STEP) / (each * px_mm)[:, None, None]
    return CornerShifts(matrix, vector * _WITH_STEP / each[:, None], correlate_art(art, seen))


def bulge_slants(lens: Pinhole, corners_mm: FloatArray) -> FloatArray:
    """How far, to the right and up, what stands out of the plane of faces, (n, 3, 3) mm, by 1 is seen shifted along
    the ray from the camera, (n, 2): the more the more slantwise."""
    plane, normal, ray = _planes(lens, corners_mm.mean(axis=1, keepdims=True), corners_mm)
    return np.asarray(-(plane @ ray[:, 0, :, None])[..., 0] / (ray * normal).sum(axis=-1), np.float64)


def bulge_covariance(slants: FloatArray, edges_mm: FloatArray) -> FloatArray:
    """What paper that is not plane does to where the middles of faces, seen so (``bulge_slants``), of dice with these
    edges, (n,), are seen: (n, 2, 2) mm²."""
    shifts = slants * tuning.BULGE_SIGMA_EDGES * edges_mm[:, None]
    alone = np.square(tuning.ART_BULGE_SIGMA_EDGES * edges_mm)[:, None, None] * np.eye(2)
    return np.asarray(shifts[:, :, None] * shifts[:, None] + alone, np.float64)


def common_shift(shifts: FloatArray) -> FloatArray:
    """Of shifts of a face's corners, (6, n), what all corners have in common: to the right, up, turned, (3, n) mm."""
    return np.asarray(np.linalg.pinv(_COMMON) @ shifts, np.float64)


def corner_jacobian(rigid_poses: Sequence[RigidPose], faces: Sequence[str]) -> FloatArray:
    """How the corners of a face of each die move with its freedoms, (n, 3, 3, ``FREEDOMS``)."""
    out = np.zeros((len(rigid_poses), 3, 3, FREEDOMS))
    arms = face_corners_mm(rigid_poses, faces) - np.array([s.centre_mm for s in rigid_poses]).reshape(-1, 1, 3)
    reach = np.array([reach_mm(s.edge_mm) for s in rigid_poses])
    out[:, :, :2, 0] = arms[..., 1::-1] * (-1, 1) / reach[:, None, None]
    out[..., 0, 1] = out[..., 1, 2] = 1.0
    own = 3 + 3 * np.array([[VERTICES.index(vertex) for vertex in face] for face in faces], int).reshape(-1, 3)
    die, corner = np.indices(own.shape)
    for axis in range(3):
        out[die, corner, axis, own + axis] = 1.0
    return out


def _planes(lens: Pinhole, points_mm: FloatArray, corners_mm: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Of faces by their corners the unit vectors to the right and up, (n, 2, 3), and outward, (n, 1, 3); and from
    points (n, k, 3) of each the way to the camera, (n, k, 3) mm."""
    _, right, up = face_axes(corners_mm, FINE.radius_px)
    plane = np.stack([v / np.linalg.norm(v, axis=1, keepdims=True) for v in (right, up)], axis=1)
    return plane, np.cross(plane[:, 0], plane[:, 1])[:, None], np.asarray(lens.eye_mm - points_mm, np.float64)


def shift_jacobian(lens: Pinhole, rigid_poses: Sequence[RigidPose], faces: Sequence[str]) -> FloatArray:
    """How the shifts of a face of each die change with its freedoms, (n, 6, ``FREEDOMS``)."""
    # How far a corner of a face, moved in space, seems to move right and up in the face's plane, (n, 3, 2, 3).
    corners_mm = face_corners_mm(rigid_poses, faces)
    plane, normal, ray = _planes(lens, corners_mm, corners_mm)
    slide = ray[..., None] * normal[:, :, None] / (ray * normal).sum(axis=-1)[..., None, None]
    apparent = np.asarray(plane[:, None] @ (np.eye(3) - slide), np.float64)
    return (apparent @ corner_jacobian(rigid_poses, faces)).reshape(-1, 6, FREEDOMS)


def fold_prior(rigid_poses: Sequence[RigidPose]) -> FloatArray:
    """What is known beforehand, as inverse covariances (n, ``FREEDOMS``, ``FREEDOMS``): corners are nearly in place."""
    folded = np.array([tuning.CORNER_FOLD_SIGMA_EDGES, tuning.CORNER_FOLD_SIGMA_EDGES, tuning.CORNER_RISE_SIGMA_EDGES])
    edges_mm = np.array([rigid_pose.edge_mm for rigid_pose in rigid_poses])[:, None]
    firm = np.full((len(rigid_poses), FREEDOMS), 1e-6)
    firm[:, 3:] = (np.tile(folded, len(VERTICES)) * edges_mm) ** -2.0
    return firm[:, :, None] * np.eye(FREEDOMS)


def outline_jacobian(rigid_poses: Sequence[RigidPose], tops: Sequence[str], moved: FloatArray) -> FloatArray:
    """How middle (mm) and turn (rad) of the top faces change with the freedoms, (n, 3, ``FREEDOMS``).

    moved: ``moves`` of the top faces.
    """
    corners = face_corners_mm(rigid_poses, tops)[..., :2]
    arms = corners - corners.mean(axis=1, keepdims=True)
    across = arms[..., ::-1] * (-1, 1) / (arms * arms).sum(axis=-1, keepdims=True)
    turn = (across[..., None] * moved[:, :, :2]).sum(axis=2).mean(axis=1, keepdims=True)
    return np.concatenate([moved[:, :, :2].mean(axis=1), turn], axis=1)
