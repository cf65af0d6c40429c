"""The regular octahedron lying on a table: its corners, its outline, and how it rolls.

Table frame: millimetres, x right, y away, z up; headings in degrees, counter-clockwise, 0 = +x. A face's
corners are 0, 1, 2 counter-clockwise seen from outside the die (ledger GEO-01 to GEO-11).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Points = NDArray[np.float64]
#: One edge, or (n, m) of them.
_Edges = TypeVar("_Edges", float, Points)

#: The six vertices; a letter and its capital lie opposite each other (docs/formats, Octahedron).
VERTICES: Final = ("a", "A", "b", "B", "c", "C")

#: Unit directions of the vertices from the centre of the die: ``a b c`` lie like the axes x y z.
DIRECTIONS: Final[dict[str, tuple[int, int, int]]] = {
    "a": (1, 0, 0),
    "A": (-1, 0, 0),
    "b": (0, 1, 0),
    "B": (0, -1, 0),
    "c": (0, 0, 1),
    "C": (0, 0, -1),
}


#: Nearer than this share of the distance at which they nest two dice are not both there: the rest is room for how
#: exactly they were measured. Higher loses dice that touch.
LEAST_NESTED: Final = 0.96

#: How a die's corners are turned against corner 0 of its top face: that face's own, then those that it stands on.
_CORNER_TURNS: Final = np.radians([0.0, 120.0, 240.0, 180.0, 300.0, 60.0])


def circumradius_mm(edge_mm: float) -> float:
    """Distance from the centre of a face to its corners (GEO-01)."""
    return edge_mm / math.sqrt(3)


def inradius_mm(edge_mm: float) -> float:
    """Distance from the centre of a face to its edges (GEO-02)."""
    return edge_mm / (2 * math.sqrt(3))


def nesting_distance_mm(edge_mm: _Edges, other_mm: _Edges) -> _Edges:
    """The least distance of the centres of two dice that lie flat, face to face: the smaller's circumradius and half of
    the larger's, which leans out over it (GEO-10 has it for equal ones)."""
    # The smaller and half of the larger, of numbers and arrays alike.
    return (3 * (edge_mm + other_mm) - abs(edge_mm - other_mm)) / (4 * math.sqrt(3))


def cannot_both_lie(a: Pose, b: Pose) -> bool:
    """Whether two dice cannot lie flat at these poses, whatever their headings (GEO-10)."""
    apart_mm = math.dist(a.centre_mm, b.centre_mm)
    return apart_mm < LEAST_NESTED * nesting_distance_mm(a.edge_mm, b.edge_mm)


def height_mm(edge_mm: float) -> float:
    """Height of the top face above the table, for a die lying flat (GEO-03)."""
    return edge_mm * math.sqrt(2 / 3)


def is_face(vertices: str) -> bool:
    """Whether three letters name a face in corner order, counter-clockwise seen from outside."""
    if len(vertices) != 3 or {v.lower() for v in vertices} != {"a", "b", "c"} or not set(vertices) <= set(VERTICES):
        return False
    return round(float(np.linalg.det([DIRECTIONS[v] for v in vertices]))) == 1


def roll_vertices(vertices: str, corner: int) -> frozenset[str]:
    """The vertices of the face that comes up when ``corner`` of the top face is pressed down (GEO-08)."""
    return frozenset(v.swapcase() if k == corner else v for k, v in enumerate(vertices))


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a die lies flat: centre of its top face on the plan, heading of corner 0, edge, height of its base."""

    x_mm: float
    y_mm: float
    heading_deg: float
    edge_mm: float
    base_mm: float = 0.0

    @property
    def centre_mm(self) -> tuple[float, float]:
        """The centre of the top face on the plan."""
        return self.x_mm, self.y_mm

    @property
    def top_mm(self) -> float:
        """Height of the top face above the table."""
        return self.base_mm + height_mm(self.edge_mm)

    def turned(self, thirds: int) -> Pose:
        """The same outline, its heading so many thirds of a turn on: toward what was that corner."""
        return replace(self, heading_deg=self.heading_deg + 120 * thirds)

    def corner_mm(self, corner: int) -> tuple[float, float]:
        """Corner 0, 1 or 2 of the top face on the plan."""
        angle = math.radians(self.heading_deg + 120 * corner)
        radius = circumradius_mm(self.edge_mm)
        return self.x_mm + radius * math.cos(angle), self.y_mm + radius * math.sin(angle)

    def top_corners_mm(self) -> Points:
        """The three corners of the top face, shape (3, 2), on the plan."""
        return self._ring(0)

    def bottom_corners_mm(self) -> Points:
        """The three corners that it stands on, shape (3, 2); ``k`` lies opposite top corner ``k`` (GEO-04, GEO-11)."""
        return self._ring(180)

    def silhouette_mm(self) -> Points:
        """The outline seen from straight above, shape (6, 2), counter-clockwise (GEO-04)."""
        top, bottom = self.top_corners_mm(), self.bottom_corners_mm()
        return np.array([top[0], bottom[2], top[1], bottom[0], top[2], bottom[1]])

    def rolled_over(self, corner: int) -> tuple[float, float]:
        """The centre after one step over ``corner``: one circumradius in that corner's direction (GEO-08)."""
        return self.corner_mm(corner)

    def vertices_mm(self, vertices: str) -> dict[str, Points]:
        """Vertex letter -> its place in space, shape (3,), when the face named by ``vertices`` is up."""
        top, bottom = self.top_corners_mm(), self.bottom_corners_mm()
        places = {v: np.append(top[k], self.top_mm) for k, v in enumerate(vertices)}
        return places | {v.swapcase(): np.append(bottom[k], self.base_mm) for k, v in enumerate(vertices)}

    def _ring(self, turn_deg: float) -> Points:
        angles = [math.radians(self.heading_deg + turn_deg + corner) for corner in (0.0, 120.0, 240.0)]
        radius = circumradius_mm(self.edge_mm)
        return np.array([(self.x_mm + radius * math.cos(a), self.y_mm + radius * math.sin(a)) for a in angles])


def at_height(plan_mm: ArrayLike, height_mm: float) -> Points:
    """Points of the plan, (n, 2), as points in space, (n, 3), at a height above the table."""
    plan = np.asarray(plan_mm, np.float64)
    return np.column_stack([plan, np.full(len(plan), height_mm)])


def flat_corners_mm(poses: Sequence[Pose]) -> Points:
    """The corners of dice in space, (n, 6, 3): those of the top face, then those that they stand on."""
    reported = np.array([(p.x_mm, p.y_mm, math.radians(p.heading_deg), circumradius_mm(p.edge_mm)) for p in poses])
    x_mm, y_mm, heading, radius_mm = reported.reshape(-1, 4).T[..., None]
    angles = heading + _CORNER_TURNS
    z_mm = np.repeat(np.array([(pose.top_mm, pose.base_mm) for pose in poses]).reshape(-1, 2), 3, axis=1)
    return np.stack([x_mm + radius_mm * np.cos(angles), y_mm + radius_mm * np.sin(angles), z_mm], axis=-1)
