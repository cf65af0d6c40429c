"""Where the corners of a flat die's top face really are: paper is folded by hand, and no die is quite an octahedron.

What all faces in sight say of the corners that they share (``folding``) is weighed together with what is known
beforehand: how far folded corners are from where they should be, how far the art was when it was enrolled, and where
the refiner sees the outline of the top face. The result is where the corners are, and how exactly that is known.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.geometry import Pose, RigidPose, face_corners_mm, wrap_deg
from companion.vision import tuning
from companion.vision.whole_dice.fold_model import (
    FREEDOMS,
    bulge_covariance,
    bulge_slants,
    corner_jacobian,
    fold_prior,
    measure_shifts,
    outline_jacobian,
    shift_jacobian,
)
from companion.vision.whole_dice.patch_grid import Faces
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import VisibleFace, pixels_in_sight

#: The middle of three corners in their six coordinates, and how corner 0 counts against it.
_MIDDLE: Final = np.tile(np.eye(2), 3) / 3
_FROM_MIDDLE: Final = np.array([[2.0], [-1.0], [-1.0]]) / 3
#: What makes of how far corners may be off the same with their middle known so much better (``CENTRE_SIGMA_SHARE``).
_COMMON_SHARE: Final = np.eye(6) - (1 - tuning.CENTRE_SIGMA_SHARE) * np.tile(np.eye(2), (3, 3)) / 3
#: The freedoms of a flat die of which nothing is known beforehand: place and turn.
_POSE_FREEDOMS: Final = 3
#: What is not known at all is stated so firmly that it can be divided by.
_ALMOST_NOTHING: Final = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class RefinedCorners:
    """The corners of a top face on the plan, (3, 2) mm, and the covariance of their six coordinates, (6, 6)."""

    places_mm: FloatArray
    covariance: FloatArray

    @property
    def centre_mm(self) -> FloatArray:
        """Their middle, (2,)."""
        return np.asarray(self.places_mm.mean(axis=0), np.float64)

    @property
    def heading_deg(self) -> float:
        """From the middle to corner 0."""
        arm = self.places_mm[0] - self.centre_mm
        return math.degrees(math.atan2(arm[1], arm[0]))

    @property
    def centre_covariance_mm2(self) -> FloatArray:
        """Of their middle, (2, 2)."""
        return np.asarray(_MIDDLE @ self.covariance @ _MIDDLE.T, np.float64)

    @property
    def sigma_mm(self) -> float:
        """Standard deviation of the middle along one axis."""
        return math.sqrt(np.trace(self.centre_covariance_mm2) / 2)

    @property
    def sigma_deg(self) -> float:
        """Standard deviation of the heading."""
        arm = self.places_mm[0] - self.centre_mm
        across = np.array([-arm[1], arm[0]]) / (arm @ arm)
        row = (_FROM_MIDDLE * across).ravel()
        return math.degrees(math.sqrt(row @ self.covariance @ row))


@dataclass(frozen=True, slots=True)
class OutlineMeasurement:
    """Where another look saw the outline of a top face: its pose and the standard deviations of that."""

    pose: Pose
    sigma_mm: float
    sigma_deg: float


@dataclass(frozen=True, slots=True, eq=False)
class FlatDie:
    """A die that lies flat: its pose, the vertices of its top face, and where that was seen otherwise."""

    rigid_pose: RigidPose
    top: str
    outlined: OutlineMeasurement


def outline_difference(there: Pose, here: Pose) -> tuple[float, float, float]:
    """From here to there: x, y (mm) and the least turn (rad) that brings corners onto corners."""
    turn = wrap_deg(there.heading_deg - here.heading_deg, 120.0)
    return there.x_mm - here.x_mm, there.y_mm - here.y_mm, math.radians(turn)


def outline_information(seen: OutlineMeasurement, here: Pose) -> FloatArray:
    """How firmly an outline is believed, (3,): inverse variances; zero where it contradicts the whole die."""
    x, y, turn = outline_difference(seen.pose, here)
    near = math.hypot(x, y) < tuning.OUTLINE_GATE_SIGMAS * seen.sigma_mm + tuning.OUTLINE_SLACK_EDGES * here.edge_mm
    alike = abs(math.degrees(turn)) < tuning.OUTLINE_GATE_SIGMAS * seen.sigma_deg + tuning.OUTLINE_SLACK_DEG
    sigma_mm = tuning.OUTLINE_SIGMA_FACTOR * seen.sigma_mm
    return np.array([sigma_mm, sigma_mm, math.radians(seen.sigma_deg)]) ** -2.0 * (near and alike)


@dataclass(frozen=True, slots=True, eq=False)
class _Equations:
    """Least squares for the freedoms of flat dice: matrix (n, ``FREEDOMS``, ``FREEDOMS``) and vector (n, ``FREEDOMS``).

    square, count: of all that was measured of each die the sum of squares, in sigmas, and the count of numbers, (n,).
    """

    matrix: FloatArray
    vector: FloatArray
    square: FloatArray
    count: FloatArray

    @classmethod
    def beforehand(cls, rigid_poses: Sequence[RigidPose]) -> _Equations:
        """What is known of dice before they are measured."""
        dice = len(rigid_poses)
        return cls(fold_prior(rigid_poses), np.zeros((dice, FREEDOMS)), np.zeros(dice), np.zeros(dice))

    def copy(self) -> _Equations:
        """The same, to which more may be added."""
        return _Equations(self.matrix.copy(), self.vector.copy(), self.square.copy(), self.count.copy())

    def add(
        self, owner: Sequence[int], rows: FloatArray, information_matrix: FloatArray, information_vector: FloatArray
    ) -> None:
        """Add measurements (k, m), each of one die: how they change with its freedoms, (k, m, ``FREEDOMS``), and what
        was measured."""
        turned, vector = rows.transpose(0, 2, 1), information_vector[..., None]
        likeliest = np.linalg.solve(information_matrix + _ALMOST_NOTHING * np.eye(rows.shape[1]), vector)
        np.add.at(self.matrix, owner, turned @ information_matrix @ rows)
        np.add.at(self.vector, owner, (turned @ vector)[..., 0])
        np.add.at(self.square, owner, (likeliest * vector).sum(axis=(1, 2)))
        np.add.at(self.count, owner, (np.diagonal(information_matrix, axis1=1, axis2=2) > 0).sum(axis=1))

    def solved(self) -> tuple[FloatArray, FloatArray]:
        """The likeliest freedoms, (n, ``FREEDOMS``), and their covariances."""
        covariance = np.asarray(np.linalg.inv(self.matrix), np.float64)
        steps = np.asarray((covariance @ self.vector[..., None])[..., 0], np.float64)
        # By how much the variances of all dice of the picture come out larger than was expected: what is left of the
        # measurements tells (the a posteriori variance of unit weight, Mikhail and Ackermann 1976).
        left = self.square - (steps * self.vector).sum(axis=1)
        spare = np.maximum(self.count - _POSE_FREEDOMS, 0)
        usual, counts = tuning.USUAL_MISFIT, tuning.USUAL_MISFIT_COUNT
        variance_factor = max(1.0, (counts * usual + float(left.sum())) / (counts + float(spare.sum())) / usual)
        return steps, variance_factor * covariance


@dataclass(frozen=True, slots=True, eq=False)
class _SeenFaces:
    """The faces of dice that are seen.

    owner: whose each is; corners_mm: (n, 3, 3); moved, rows: how these (``corner_jacobian``) and its shifts
    (``shift_jacobian``) change with the freedoms of its die; art: (n, pixels); art_covariance_mm2, art_sigma_mm,
    bulge_mm2: how far that may be off (``CornerShifts.with_error``); in_sight: which pixels no other die hides, 1 or 0,
    (n, pixels).
    """

    owner: list[int]
    corners_mm: FloatArray
    moved: FloatArray
    rows: FloatArray
    art: Faces
    art_covariance_mm2: FloatArray
    art_sigma_mm: FloatArray
    bulge_mm2: FloatArray
    in_sight: Faces

    @classmethod
    def of(cls, lens: Pinhole, rigid_poses: Sequence[RigidPose], sights: Sequence[VisibleFace]) -> _SeenFaces:
        """Those of dice that lie so."""
        owner, faces = [s.pose_index for s in sights], [s.vertices for s in sights]
        own = [rigid_poses[number] for number in owner]
        corners, edges_mm = face_corners_mm(own, faces), np.array([rigid_pose.edge_mm for rigid_pose in own])
        return cls(
            owner,
            corners,
            corner_jacobian(own, faces),
            shift_jacobian(lens, own, faces),
            np.stack([s.art for s in sights]),
            np.stack([s.art_covariance_mm2 for s in sights]),
            np.array([s.art_sigma_mm for s in sights]),
            bulge_covariance(bulge_slants(lens, corners), edges_mm),
            pixels_in_sight(sights),
        )

    def add_to(self, equations: _Equations, photograph: Photograph, steps: FloatArray) -> None:
        """Add what the picture says of them, sought where the dice are after these steps, (dice, ``FREEDOMS``)."""
        own = steps[self.owner][:, :, None]
        sought = self.corners_mm + (self.moved @ own[:, None])[..., 0]
        reported = measure_shifts(photograph, sought, self.art, in_sight=self.in_sight)
        reported = reported.reported_from((self.rows @ own)[..., 0]).with_error(
            self.art_covariance_mm2, self.art_sigma_mm, self.bulge_mm2
        )
        equations.add(self.owner, self.rows, *reported.of_corners)


def refine_face_corners(
    photograph: Photograph, dice: Sequence[FlatDie], sights: Sequence[VisibleFace]
) -> list[RefinedCorners]:
    """The corners of the top faces of flat dice.

    sights: the faces of the dice that are seen, with fine art; ``VisibleFace.pose_index`` is the place among the dice.
    """
    if not dice:
        return []
    rigid_poses, tops = [die.rigid_pose for die in dice], [die.top for die in dice]
    moved, steps = corner_jacobian(rigid_poses, tops), np.zeros((len(dice), FREEDOMS))
    seen = _SeenFaces.of(photograph.lens, rigid_poses, sights) if sights else None
    known = _Equations.beforehand(rigid_poses)
    _add_outlines(known, dice, moved)
    for rounds_left in reversed(range(tuning.CORNER_ROUNDS if seen else 1)):
        equations = known.copy()
        if seen:
            seen.add_to(equations, photograph, steps)
        likeliest, covariance = equations.solved()
        steps = steps + (tuning.CORNER_STRIDE if rounds_left else 1.0) * (likeliest - steps)
    return _corners(photograph.lens, dice, moved, steps, covariance)


def _add_outlines(equations: _Equations, dice: Sequence[FlatDie], moved: FloatArray) -> None:
    """Add where the outlines of the top faces were seen; moved: their ``corner_jacobian``."""
    rigid_poses, tops = [die.rigid_pose for die in dice], [die.top for die in dice]
    here = [rigid_pose.pose(top) for rigid_pose, top in zip(rigid_poses, tops, strict=True)]
    firm = np.array([outline_information(die.outlined, pose) for die, pose in zip(dice, here, strict=True)])
    off = np.array([outline_difference(die.outlined.pose, pose) for die, pose in zip(dice, here, strict=True)])
    rows = outline_jacobian(rigid_poses, tops, moved)
    equations.add(range(len(dice)), rows, firm[..., None] * np.eye(rows.shape[1]), firm * off)


def shared_covariance(lens: Pinhole, rigid_pose: RigidPose, *, of_height: bool = True) -> FloatArray:
    """What all corners of a die err together on the plan, (2, 2) mm²: a pixel spans more of a table that is seen
    slantwise, the fewer of them a die spans the less exactly it is seen, and what lies higher or lower than it should
    is seen shifted along the ray from the camera (of_height: whether that is in it)."""
    ray = lens.eye_mm - rigid_pose.centre_mm
    far = float(np.linalg.norm(ray))
    px_mm = far / float(lens.matrix[0, 0]) * math.sqrt(far / float(ray[2]))
    sigma_px = tuning.SHARED_SIGMA_SQUARE_PX * px_mm / rigid_pose.edge_mm
    alike = (tuning.SHARED_SIGMA_EDGES * rigid_pose.edge_mm) ** 2 + (sigma_px * px_mm) ** 2
    slant = of_height * tuning.SLANT_SIGMA_EDGES * rigid_pose.edge_mm * ray[:2] / ray[2]
    return np.asarray(alike * np.eye(2) + np.outer(slant, slant), np.float64)


def _corners(
    lens: Pinhole, dice: Sequence[FlatDie], moved: FloatArray, steps: FloatArray, covariance: FloatArray
) -> list[RefinedCorners]:
    """The corners of the top faces after these steps, (n, ``FREEDOMS``), known so exactly; moved: their
    ``corner_jacobian``."""
    plan = moved[:, :, :2].reshape(-1, 6, FREEDOMS)
    shared = np.array([np.tile(shared_covariance(lens, die.rigid_pose), (3, 3)) for die in dice])
    spread = _COMMON_SHARE @ (plan @ covariance @ plan.transpose(0, 2, 1)) @ _COMMON_SHARE + shared
    before = face_corners_mm([die.rigid_pose for die in dice], [die.top for die in dice])[..., :2]
    after = before + (plan @ steps[..., None]).reshape(-1, 3, 2)
    return [RefinedCorners(*one) for one in zip(after, spread, strict=True)]
