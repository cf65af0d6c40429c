"""Holding whole dice against their enrolled faces: Gauss-Newton on all faces that can be seen, many dice at once.

The art of every face is known, and the die file says where on the octahedron it is. So a die's pose foretells what
the picture must show on the top face and on up to three sides; the pose is moved until it does (after Lucas and
Kanade 1981; efficient second-order steps after Benhimane and Malis 2004; brightness is evened out first, and what
does not fit, glare or a neighbour in front, counts for less). What is left is given as a correlation for each face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.geometry import CORNERS, DIRECTIONS, FACE_CORNERS, RigidPose, RigidPoses
from companion.vision import tuning
from companion.vision.rectify import face_axes
from companion.vision.whole_dice.patch_grid import COARSE, Faces, PatchGrid, lengths
from companion.vision.whole_dice.photograph import Photograph, sample_points

#: Nearer than this to the plane of a face the camera sees nothing of it.
_GRAZING_MM: Final = 1.0
#: The freedoms: turn about x, y, z (mm at a corner of the die), move along x, y, z; and those of a die that lies flat.
_ALL: Final = np.arange(6)
_FLAT: Final = np.array([2, 3, 4])
#: The corners of all faces in the die's own frame, (n, 3, 3), and where each face stands among them.
_FACES: Final = np.array(list(FACE_CORNERS.values()), float)
_FACE_NUMBERS: Final = {vertices: number for number, vertices in enumerate(FACE_CORNERS)}
#: What makes of a vector the matrix by which its vector product with others is taken, (3, 9).
_CROSS: Final = np.cross(np.eye(3)[:, None], np.eye(3)).transpose(0, 2, 1).reshape(3, 9)
#: So that equations of what shows nothing can be solved, by the count of freedoms.
_LEAST_FIRM: Final = {count: 1e-3 * np.eye(count) for count in (len(_FLAT), len(_ALL))}
#: The eight sides of an octahedron by their vertices, and which way each looks in the die's own frame.
SIDES: Final = tuple(dict.fromkeys(frozenset(face) for face in FACE_CORNERS))
_OUTWARD: Final = np.array([np.sum([DIRECTIONS[v] for v in side], axis=0) for side in SIDES]) / np.sqrt(3)


@dataclass(frozen=True, slots=True, eq=False)
class VisibleFace:
    """A face of a die that should be seen: which pose it belongs to, its vertices, its art (pixels,), and how exactly
    that was cut out: all corners together (``EnrolledView.shift_covariance_mm2``), and each coordinate of a corner by
    itself (standard deviation, mm).

    in_sight: which pixels of it no other die hides and the picture does not cut off, (pixels,).
    """

    pose_index: int
    vertices: str
    art: Faces
    art_covariance_mm2: FloatArray
    art_sigma_mm: float
    in_sight: NDArray[np.bool_]


def pixels_in_sight(sights: Sequence[VisibleFace]) -> Faces:
    """Which pixels of faces are in sight, 1 or 0, (n, pixels)."""
    return np.array([sight.in_sight for sight in sights], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class FaceFit:
    """How each sight fits: correlation (-1..1), contrast against the art (1: as much), cosine of the angle of view by
    the share in sight.

    information_matrix: (poses, 3, 3), the inverse covariance of turning about z (mm at a corner of the die) and moving
    along x and y (mm), as if every pixel gave its own.
    next_tilt_deg: by how much the next step would tilt dice that lie flat, were they free to, (poses,); infinite of
    those that were.
    """

    correlation: FloatArray
    contrast: FloatArray
    cosine: FloatArray
    information_matrix: FloatArray
    next_tilt_deg: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class _FaceSquares:
    """The squares of faces in the die's own frame, in reaches.

    middle, outward: (n, 3); knots: (n, knots * knots, 3); steps: how many pixels rightward and down a step in space
    leads, (n, 2, 3). shifts: by how many the freedoms of the die, turned about its own axes and moved along them, shift
    the corners in the plane of the face, (n, 3, 2, 6); lifts: by how much out of it, (n, 3, 1, 6).
    """

    middle: FloatArray
    outward: FloatArray
    knots: FloatArray
    steps: FloatArray
    shifts: FloatArray
    lifts: FloatArray

    def only(self, those: Sequence[int] | NDArray[np.bool_]) -> _FaceSquares:
        """Some of them."""
        parts = (self.middle, self.outward, self.knots, self.steps, self.shifts, self.lifts)
        return _FaceSquares(*(part[those] for part in parts))


@cache
def _squares_of_faces(square: PatchGrid) -> _FaceSquares:
    """Those of all faces."""
    middle, right, up = face_axes(_FACES, square.radius_px)
    px_square = np.square(right).sum(axis=1, keepdims=True)
    outward, steps = np.cross(right, up) / px_square, np.stack([right, -up], axis=1) / px_square[:, None]
    ways = np.concatenate([steps, outward[:, None]], axis=1)[:, None]  # (n, 1, 3, 3)
    turned = np.cross(_FACES[:, :, None], ways)
    freedoms = np.concatenate([turned, np.broadcast_to(ways, turned.shape)], axis=-1)
    knots = sample_points(middle, right, up, square)
    return _FaceSquares(middle, outward, knots, steps, freedoms[:, :, :2], freedoms[:, :, 2:])


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """Sights as arrays: whose each is, (n,), and the same as (poses, n), 1 or 0; its square; the art (n, pixels), and
    which pixels count, 1 or 0, (n, pixels)."""

    rigid_pose: NDArray[np.intp]
    owned: FloatArray
    squares: _FaceSquares
    art: Faces
    in_sight: Faces

    @classmethod
    def of(cls, sights: Sequence[VisibleFace], rigid_poses: int, square: PatchGrid) -> _Asked:
        own = np.array([s.pose_index for s in sights])
        squares = _squares_of_faces(square).only([_FACE_NUMBERS[s.vertices] for s in sights])
        owned = np.equal.outer(np.arange(rigid_poses), own).astype(np.float64)
        return cls(own, owned, squares, np.array([s.art for s in sights]), pixels_in_sight(sights))

    def only(self, rigid_poses: NDArray[np.bool_]) -> _Asked:
        """The sights of some poses."""
        those = rigid_poses[self.rigid_pose]
        if those.all():
            return self
        squares, owned = self.squares.only(those), self.owned[:, those]
        return _Asked(self.rigid_pose[those], owned, squares, self.art[those], self.in_sight[those])


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """What the picture shows where the sights should be, and by how many pixels of the square, rightward and down, the
    freedoms of their dice, in the die's own frame and in reaches, shift each of its corners, (n, 6, freedoms)."""

    faces: Faces
    cosine: FloatArray
    shifts: FloatArray


def viewing_cosines(lens: Pinhole, bodies: RigidPoses) -> FloatArray:
    """Cosine of the angle at which the camera sees each side of each die, (n, ``SIDES``); negative: it looks away."""
    ray = lens.eye_mm - bodies.centre_mm
    ahead = (ray[:, None] @ bodies.rotation)[:, 0] @ _OUTWARD.T  # of each side, from the middle of the die
    side_mm = bodies.reach_mm[:, None] / np.sqrt(3)
    far = np.sqrt(np.square(ray).sum(axis=1, keepdims=True) + side_mm * (side_mm - 2 * ahead))
    return np.asarray((ahead - side_mm) / far, np.float64)


class PhotometricAligner:
    """Moves poses until they foretell one photograph."""

    def __init__(self, photograph: Photograph) -> None:
        self.photograph = photograph

    def flat(
        self,
        rigid_poses: Sequence[RigidPose] | RigidPoses,
        sights: Sequence[VisibleFace],
        *,
        steps: int,
        square: PatchGrid = COARSE,
    ) -> tuple[list[RigidPose], FaceFit]:
        """The poses moved on the table and turned about the vertical; ``square``: that of the art."""
        return self._matched(rigid_poses, sights, steps, _FLAT, square)

    def free(
        self,
        rigid_poses: Sequence[RigidPose] | RigidPoses,
        sights: Sequence[VisibleFace],
        *,
        steps: int,
        square: PatchGrid = COARSE,
    ) -> tuple[list[RigidPose], FaceFit]:
        """The poses moved and turned any way, the lowest corner kept on the table; ``square``: that of the art."""
        return self._matched(rigid_poses, sights, steps, _ALL, square)

    def _matched(
        self,
        rigid_poses: Sequence[RigidPose] | RigidPoses,
        sights: Sequence[VisibleFace],
        steps: int,
        freedoms: NDArray[np.intp],
        square: PatchGrid,
    ) -> tuple[list[RigidPose], FaceFit]:
        bodies, is_free = RigidPoses.of(rigid_poses), len(freedoms) == len(_ALL)
        information_matrix, moving = np.zeros((len(bodies), 3, 3)), np.ones(len(bodies), bool)
        reported, next_tilt_deg = np.zeros((3, len(sights))), np.full(len(bodies), np.inf)
        if not sights:
            none = np.empty(0)
            return list(bodies), FaceFit(none, none, none, information_matrix, next_tilt_deg)
        asked = _Asked.of(sights, len(bodies), square)
        for steps_left in range(steps, -1, -1):
            those, before = asked.only(moving), moving
            seen = self._seen(bodies, those, square, with_shifts=steps_left > 0 or not is_free)
            if steps_left or not is_free:
                normal, information_vector, misfit = _equations(seen, those, bodies, square)
            if steps_left:
                known = normal[:, _FLAT[:, None], _FLAT] / misfit[:, None, None]
                information_matrix[moving] = known[moving]
                if is_free:
                    _hold_down(bodies, normal, information_vector)
                step = _steps(normal, information_vector, freedoms) * moving[:, None]
                moving = np.abs(step).max(axis=1) > tuning.ARRIVED_STEP_MM
            else:
                step, moving = np.zeros((len(bodies), len(_ALL))), np.zeros(len(bodies), bool)
            arrived = before & ~moving
            if arrived.any():
                reported[:, before[asked.rigid_pose]] = _reported(seen, those)
                if not is_free:
                    next_tilt_deg[arrived] = _next_tilts_deg(bodies, normal, information_vector)[arrived]
            bodies = _stepped(bodies, step)
            if not moving.any():
                break
        correlation, contrast, cosine = reported
        return list(bodies), FaceFit(correlation, contrast, cosine, information_matrix, next_tilt_deg)

    def _seen(self, bodies: RigidPoses, asked: _Asked, square: PatchGrid, *, with_shifts: bool) -> _Seen:
        lens, own, squares, reach_mm = self.photograph.lens, asked.rigid_pose, asked.squares, bodies.reach_mm
        turned = squares.knots @ (bodies.rotation.transpose(0, 2, 1) * reach_mm[:, None, None])[own]
        points = turned + bodies.centre_mm[own, None]
        faces = self.photograph.faces_between(lens.project(points).reshape(len(own), -1, 2), square)
        # From the middles of the faces to the camera, and how far it is before their planes.
        eye = ((lens.eye_mm - bodies.centre_mm)[:, None] @ bodies.rotation)[:, 0] / reach_mm[:, None]
        ray = eye[own] - squares.middle
        toward = (ray * squares.outward).sum(axis=1)
        cosine = np.maximum(toward / np.sqrt((ray * ray).sum(axis=1)), 0.0)
        if not with_shifts:
            return _Seen(faces, cosine, np.empty((len(own), 6, 0)))
        # What leaves the plane of a face is seen in it along the ray from the camera.
        grazing = _GRAZING_MM / reach_mm[own]
        slide = (squares.steps @ ray[..., None]) / np.where(np.abs(toward) < grazing, grazing, toward)[:, None, None]
        return _Seen(faces, cosine, (squares.shifts - slide[:, None] * squares.lifts).reshape(-1, 6, 6))


def _equations(
    seen: _Seen, asked: _Asked, bodies: RigidPoses, square: PatchGrid
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """For each pose the normal matrix (f, f), the information vector (f,) and the mean square residual."""
    residual = asked.art - seen.faces
    square_residual = residual * residual
    weight = seen.cosine[:, None].astype(np.float32) / (1 + square_residual * np.float32(tuning.ELSEWHERE_MISFIT**-2))
    weight *= asked.in_sight
    matrix, vector = square.shift_equations((seen.faces + asked.art) * np.float32(0.5), residual, weight)
    turned, count = seen.shifts.transpose(0, 2, 1), len(matrix)
    rows = [
        (turned @ matrix @ seen.shifts).reshape(count, -1),
        (turned @ vector[..., None])[..., 0],
        np.einsum("np,np->n", weight, square_residual)[:, None],
        weight.sum(axis=1)[:, None],
    ]
    sums = asked.owned @ np.concatenate(rows, axis=1)
    misfit = sums[:, -2] / np.maximum(sums[:, -1], 1e-6) + 1e-3
    # From each die's own frame to the table's.
    freedoms = np.zeros((len(bodies), 6, 6))
    freedoms[:, :3, :3] = freedoms[:, 3:, 3:] = bodies.rotation / bodies.reach_mm[:, None, None]
    normal = freedoms @ sums[:, :36].reshape(-1, 6, 6) @ freedoms.transpose(0, 2, 1)
    return normal, (freedoms @ sums[:, 36:42, None])[..., 0], misfit


def _reported(seen: _Seen, asked: _Asked) -> FloatArray:
    """Correlation, contrast and cosine of sights (``Match``), (3, n)."""
    art, faces = asked.art * asked.in_sight, seen.faces * asked.in_sight
    contrast = lengths(faces) / np.maximum(lengths(art), 1e-6)
    return np.stack([correlate_art(art, faces), contrast, seen.cosine * asked.in_sight.mean(axis=1)])


def correlate_art(art: Faces, faces: Faces) -> FloatArray:
    """Of each face with its art, -1..1, (n,); both (n, pixels)."""
    both = np.maximum(lengths(art) * lengths(faces), 1e-6)
    return np.asarray(np.einsum("np,np->n", art, faces) / both, np.float64)


def _hold_down(bodies: RigidPoses, normal: FloatArray, information_vector: FloatArray) -> None:
    """Add to the equations that the lowest corner of each die is on what it stands on."""
    arms = CORNERS @ bodies.rotation.transpose(0, 2, 1)
    low = arms[np.arange(len(arms)), arms[..., 2].argmin(axis=1)]
    rows = np.zeros((len(low), 6))
    rows[:, 0], rows[:, 1], rows[:, 5] = low[:, 1], -low[:, 0], 1.0
    firmness = tuning.TABLE_WEIGHT * np.maximum(normal[:, 3, 3], 1e-3)
    normal += firmness[:, None, None] * rows[:, :, None] * rows[:, None]
    above = bodies.centre_mm[:, 2] + bodies.reach_mm * low[:, 2] - bodies.ground_mm
    information_vector -= (firmness * above)[:, None] * rows


def _steps(normal: FloatArray, information_vector: FloatArray, freedoms: NDArray[np.intp]) -> FloatArray:
    """Solve for these freedoms of each pose, of all in the equations; the others stay zero, (n, 6) mm."""
    matrix, vector = normal[:, freedoms[:, None], freedoms], information_vector[:, freedoms, None]
    some = np.linalg.solve(matrix + _LEAST_FIRM[len(freedoms)], vector)[..., 0]
    steps = np.zeros((len(normal), len(_ALL)))
    steps[:, freedoms] = np.minimum(np.maximum(some, -tuning.MAX_STEP_MM), tuning.MAX_STEP_MM)
    return steps


def _next_tilts_deg(bodies: RigidPoses, normal: FloatArray, information_vector: FloatArray) -> FloatArray:
    """By how much a step by these equations, free in all ways, would tilt dice, (n,)."""
    _hold_down(bodies, normal, information_vector)
    tilted = _stepped(bodies, _steps(normal, information_vector, _ALL))
    return _tilts_deg(tilted, bodies.rotation[:, 2])


def _stepped(bodies: RigidPoses, steps: FloatArray) -> RigidPoses:
    """Moved by steps, (n, 6)."""
    turns = _rotations(steps[:, :3] / bodies.reach_mm[:, None])
    return replace(bodies, rotation=turns @ bodies.rotation, centre_mm=bodies.centre_mm + steps[:, 3:])


def _tilts_deg(bodies: RigidPoses, upward: FloatArray) -> FloatArray:
    """By how much dice have been tilted since these were their directions upward, in their own frames, (n, 3)."""
    return np.asarray(np.degrees(np.arccos(np.minimum((bodies.rotation[:, 2] * upward).sum(axis=1), 1.0))), np.float64)


def _rotations(turns: FloatArray) -> FloatArray:
    """Rotation matrices (n, 3, 3) of rotation vectors (n, 3), rad (Rodrigues)."""
    angle = np.sqrt(np.maximum((turns * turns).sum(axis=1), 1e-24))[:, None, None]
    cross = (turns @ _CROSS).reshape(-1, 3, 3)
    return np.asarray(
        np.eye(3) + np.sin(angle) / angle * cross + (1 - np.cos(angle)) / (angle * angle) * (cross @ cross), np.float64
    )
