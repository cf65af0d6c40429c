"""The octahedron anyhow in space: lying flat, leaning on something, or standing on a corner; and angles in degrees,
counter-clockwise: how one is brought into range, and how far two are apart.

A rigid pose turns the die's own frame (vertices ``a b c`` along x y z, see ``DIRECTIONS``) into the table frame (mm).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.geometry.octahedron import DIRECTIONS, VERTICES, Points, Pose

#: Side, by its vertices in any order -> its corners in the die's own frame, (3, 3), in reaches.
FACE_CORNERS: Final[dict[str, Points]] = {
    "".join(face): np.array([DIRECTIONS[v] for v in face], float)
    for face in permutations(VERTICES, 3)
    if len({v.lower() for v in face}) == 3
}
#: Which way each side looks in the die's own frame, and where all corners are, (6, 3) in reaches.
_OUTWARD: Final = {face: corners.sum(axis=0) / math.sqrt(3) for face, corners in FACE_CORNERS.items()}
#: The corners of a die in its own frame, (6, 3) in reaches, in the order of ``VERTICES``.
CORNERS: Final = np.array([DIRECTIONS[v] for v in VERTICES], float)


def _lying(vertices: str) -> Points:
    """The rotation, (3, 3), of a die that lies flat with this face up and a heading of 0."""
    pose = Pose(0.0, 0.0, 0.0, math.sqrt(2))
    arms = np.column_stack([pose.top_corners_mm(), np.full(3, pose.top_mm / 2)])
    return np.asarray(arms.T @ FACE_CORNERS[vertices], np.float64)


_LYING: Final = {vertices: _lying(vertices) for vertices in FACE_CORNERS}


@dataclass(frozen=True, slots=True, eq=False)
class RigidPose:
    """How a die is turned, (3, 3) from its own frame to the table's, where its centre is, (3,) mm, its edge, and how
    far above the table that lies which it stands on."""

    rotation: NDArray[np.float64]
    centre_mm: NDArray[np.float64]
    edge_mm: float
    ground_mm: float = 0.0

    @classmethod
    def flat(cls, pose: Pose, vertices: str) -> RigidPose:
        """A die that lies flat at a pose with the face named by its vertices up."""
        return RigidPoses.flat([pose], [vertices])[0]

    def corners_mm(self, vertices: str) -> Points:
        """The three corners of a face in space, shape (3, 3)."""
        return FACE_CORNERS[vertices] @ self.rotation.T * reach_mm(self.edge_mm) + self.centre_mm

    def normal(self, vertices: str) -> Points:
        """The unit vector, shape (3,), that a face looks along."""
        return np.asarray(self.rotation @ _OUTWARD[vertices], np.float64)

    def lowest_mm(self) -> float:
        """Height of the lowest corner above the table."""
        heights = CORNERS @ self.rotation[2]
        return float(self.centre_mm[2] + reach_mm(self.edge_mm) * heights.min())

    def uppermost(self, faces: Sequence[str]) -> int:
        """Which of these faces, named by their vertices, looks up the most."""
        return int(np.argmax(_outward(tuple(faces)) @ self.rotation[2]))

    def tilt_deg(self, vertices: str) -> float:
        """Angle between a face and the table top."""
        upward = float(self.rotation[2] @ _OUTWARD[vertices])
        return math.degrees(math.acos(min(max(upward, -1.0), 1.0)))

    def pose(self, vertices: str) -> Pose:
        """Where a face is seen from straight above; exact for a die that lies flat."""
        (x, y, _), second, third = self.corners_mm(vertices).tolist()  # plain numbers: three are few for arrays
        middle_x, middle_y = (x + second[0] + third[0]) / 3, (y + second[1] + third[1]) / 3
        heading = math.degrees(math.atan2(y - middle_y, x - middle_x))
        return Pose(middle_x, middle_y, heading, self.edge_mm, self.ground_mm)

    def turned(self, turn: NDArray[np.float64]) -> RigidPose:
        """Turned about its centre by a rotation (3, 3) of the table frame."""
        return replace(self, rotation=turn @ self.rotation)

    def moved(self, step_mm: Sequence[float] | NDArray[np.float64]) -> RigidPose:
        """Moved by a step, (3,) mm."""
        return replace(self, centre_mm=self.centre_mm + np.asarray(step_mm, np.float64))

    def put_down(self) -> RigidPose:
        """Raised or lowered until its lowest corner is on what it stands on."""
        return self.moved([0.0, 0.0, self.ground_mm - self.lowest_mm()])


@cache
def _outward(faces: tuple[str, ...]) -> Points:
    """Which way these faces look in the die's own frame, (n, 3)."""
    return np.array([_OUTWARD[face] for face in faces])


@dataclass(frozen=True, slots=True, eq=False)
class RigidPoses:
    """Many rigid poses as arrays: rotation (n, 3, 3), centre_mm (n, 3), edge_mm (n,), ground_mm (n,)."""

    rotation: NDArray[np.float64]
    centre_mm: NDArray[np.float64]
    edge_mm: NDArray[np.float64]
    ground_mm: NDArray[np.float64]

    @classmethod
    def flat(cls, poses: Sequence[Pose], faces: Sequence[str]) -> RigidPoses:
        """Dice that lie flat at poses, each with the face named by its vertices up."""
        reported = [(p.x_mm, p.y_mm, (p.base_mm + p.top_mm) / 2, p.heading_deg, p.edge_mm, p.base_mm) for p in poses]
        x, y, z, heading_deg, edge, base = np.array(reported).reshape(-1, 6).T
        turn, heading = np.zeros((len(reported), 3, 3)), np.radians(heading_deg)
        turn[:, 0, 0] = turn[:, 1, 1] = np.cos(heading)
        turn[:, 1, 0] = np.sin(heading)
        turn[:, 0, 1] = -turn[:, 1, 0]
        turn[:, 2, 2] = 1.0
        lying = np.array([_LYING[face] for face in faces]).reshape(-1, 3, 3)
        return cls(turn @ lying, np.column_stack([x, y, z]), edge, base)

    @classmethod
    def of(cls, poses: Sequence[RigidPose] | RigidPoses) -> RigidPoses:
        """These poses."""
        if isinstance(poses, RigidPoses):
            return poses
        return cls(
            np.array([pose.rotation for pose in poses]).reshape(-1, 3, 3),
            np.array([pose.centre_mm for pose in poses]).reshape(-1, 3),
            np.array([pose.edge_mm for pose in poses], float),
            np.array([pose.ground_mm for pose in poses], float),
        )

    def __len__(self) -> int:
        return len(self.edge_mm)

    def __iter__(self) -> Iterator[RigidPose]:
        """One after the other."""
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, number: int) -> RigidPose:
        """One of them."""
        edge_mm, ground_mm = float(self.edge_mm[number]), float(self.ground_mm[number])
        return RigidPose(self.rotation[number], self.centre_mm[number], edge_mm, ground_mm)

    def only(self, numbers: NDArray[np.intp]) -> RigidPoses:
        """Some of them, by number."""
        return RigidPoses(
            self.rotation[numbers], self.centre_mm[numbers], self.edge_mm[numbers], self.ground_mm[numbers]
        )

    @property
    def reach_mm(self) -> NDArray[np.float64]:
        """Distances from the centres of the dice to their corners, (n,)."""
        return self.edge_mm / math.sqrt(2)

    def vertices_mm(self) -> Points:
        """All corners of each die in space, (n, 6, 3), in the order of ``VERTICES``."""
        arms = self.rotation.transpose(0, 2, 1) * self.reach_mm[:, None, None]  # toward a, b and c
        vertices = np.empty((len(self), 6, 3))
        np.add(self.centre_mm[:, None], arms, out=vertices[:, ::2])
        np.subtract(self.centre_mm[:, None], arms, out=vertices[:, 1::2])
        return vertices

    def corners_mm(self, owner: NDArray[np.intp], faces: Points) -> Points:
        """The corners of faces in space, (k, 3, 3): by the numbers of their dice, (k,), and as ``FACE_CORNERS`` has
        them, (k, 3, 3)."""
        turned = faces @ self.rotation[owner].transpose(0, 2, 1)
        return np.asarray(turned * self.reach_mm[owner, None, None] + self.centre_mm[owner, None], np.float64)


def face_corners_mm(poses: Sequence[RigidPose], faces: Sequence[str]) -> Points:
    """The corners of a face of each die in space, shape (n, 3, 3): ``RigidPose.corners_mm`` of many at once."""
    own = np.array([FACE_CORNERS[face] for face in faces]).reshape(-1, 3, 3)
    return RigidPoses.of(poses).corners_mm(np.arange(len(faces)), own)


def reach_mm(edge_mm: float) -> float:
    """Distance from the centre of the die to its corners."""
    return edge_mm / math.sqrt(2)


def wrap_deg(angle_deg: float, period_deg: float = 360.0) -> float:
    """The same angle within half a period of 0, the lower end included.

    ``period_deg``: 120 where it is not known which corner of a face is corner 0.
    """
    half = period_deg / 2
    return (angle_deg + half) % period_deg - half


def turn_between_deg(one_deg: float, other_deg: float) -> float:
    """How far apart two headings are, 0 to 180."""
    return abs(wrap_deg(one_deg - other_deg))


def format_heading(heading_deg: float) -> str:
    """A heading as people read it everywhere: whole degrees, -180 to 180."""
    return f"{round(wrap_deg(heading_deg))}°".replace("-", "−")
