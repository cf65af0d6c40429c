"""One step of a die over its edge: where it ends, what it sweeps on the plan and in space (GEO-08 to GEO-10).

A step over corner k turns the solid about the bottom edge that lies toward that corner until the next face is down. On
the plan it sweeps the hull of the old and the new silhouette. In space two dice can pass each other where their
silhouettes overlap; the clearance there is found by separating planes at many stages of the turn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from shapely import get_coordinates
from shapely.geometry import MultiPoint, Point, Polygon

from companion.geometry.distance import Measurement, Outline, closest_points, combined_sigma, silhouette
from companion.geometry.octahedron import Points, Pose, flat_corners_mm, inradius_mm, roll_vertices

#: The turn of a step: half a turn less the angle between two faces.
_TURN_RAD: Final = math.pi - math.acos(-1 / 3)
_STAGES: Final = 72
_FINE_STAGES: Final = 24
#: One edge of each of the six directions of an octahedron's edges.
_EDGES: Final = ((0, 1), (1, 2), (2, 0), (0, 4), (0, 5), (1, 5))
#: Three corners of each of the four pairs of parallel faces; corner k + 3 lies opposite corner k.
_FACES: Final = ((0, 1, 2), (0, 1, 5), (0, 4, 2), (3, 1, 2))


def rolled_pose(pose: Pose, vertices: str, corner: int, new_vertices: str) -> Pose:
    """The pose after one step over ``corner`` (GEO-08); the faces up before and after are named by their vertices.

    Raises:
        ValueError: the second face does not come up when that corner of the first is pressed.
    """
    if frozenset(new_vertices) != roll_vertices(vertices, corner):
        raise ValueError(f"{new_vertices} does not come up over corner {corner} of {vertices}")
    ahead = pose.heading_deg + 120 * corner
    points = {
        vertices[corner].swapcase(): ahead + 180,
        vertices[(corner + 1) % 3]: ahead + 60,
        vertices[(corner + 2) % 3]: ahead - 60,
    }
    x, y = pose.rolled_over(corner)
    return Pose(x, y, _half_open(points[new_vertices[0]]), pose.edge_mm, pose.base_mm)


def swept_outline(pose: Pose, corner: int) -> Outline:
    """What a step over ``corner`` sweeps on the plan: the hull of the old and the new silhouette (GEO-09)."""
    x, y = pose.rolled_over(corner)
    after = Pose(x, y, pose.heading_deg + 60, pose.edge_mm, pose.base_mm)
    hull = MultiPoint([*silhouette(pose), *silhouette(after)]).convex_hull
    return tuple((float(px), float(py)) for px, py in hull.exterior.coords[:-1])  # type: ignore[attr-defined]


def plan_clearance(pose: Pose, corner: int, obstacle: Outline, sigmas_mm: tuple[float, float] = (0, 0)) -> Measurement:
    """Millimetres between what a step sweeps on the plan and an obstacle's outline; negative: how deep they overlap."""
    swept = swept_outline(pose, corner)
    apart = closest_points(swept, obstacle)[0]
    value = apart if apart > 0 else -_overlap(swept, obstacle)
    return Measurement(value, combined_sigma(*sigmas_mm))


def space_clearance(pose: Pose, corner: int, other: Pose, sigmas_mm: tuple[float, float] = (0, 0)) -> Measurement:
    """Least clearance in space, in millimetres, of a rolling die from another one at rest; negative: they collide.

    The clearance is that across the best separating plane, so it is never more than the true distance. It is infinite
    where the two are nearest at rest and only move apart: contact outside the sweep does not matter (AMB-11).
    """
    still = _solid(other)
    stages = np.linspace(0.0, 1.0, _STAGES + 1)
    gaps = _clearances(_rolling(pose, corner, stages), still)
    worst = int(np.argmin(gaps))
    if worst == 0:
        return Measurement(math.inf)
    around = np.clip(stages[worst] + np.linspace(-1, 1, _FINE_STAGES + 1) / _STAGES, 0.0, 1.0)
    fine = _clearances(_rolling(pose, corner, around), still)
    return Measurement(float(min(gaps[worst], fine.min())), combined_sigma(*sigmas_mm))


def depth_inside(points: Points | Sequence[tuple[float, float]], outline: Outline) -> float:
    """The least distance by which points lie inside an outline; negative where one lies outside."""
    table = Polygon(outline)
    border = table.exterior
    gaps = []
    for x, y in points:
        spot = Point(float(x), float(y))
        away = border.distance(spot)
        gaps.append(away if table.covers(spot) else -away)
    return min(gaps)


def rests_on(pose: Pose, ground: Sequence[Outline]) -> bool:
    """Whether a die lies flat on pieces of ground of one height: its centre over the hull of what carries it (AD-
    TERR-05)."""
    foot = Polygon([(float(x), float(y)) for x, y in pose.bottom_corners_mm()])
    carried = [part for outline in ground if not (part := foot.intersection(Polygon(outline))).is_empty]
    if not carried:
        return False
    hull = MultiPoint(np.concatenate([get_coordinates(part) for part in carried])).convex_hull
    return bool(hull.buffer(1e-9).covers(Point(pose.centre_mm)))


def _half_open(angle_deg: float) -> float:
    """An angle between -180 (excluded) and 180 degrees."""
    turned = math.fmod(angle_deg, 360.0)
    if turned > 180:
        return turned - 360
    return turned + 360 if turned <= -180 else turned


def _overlap(first: Outline, second: Outline) -> float:
    """How far two overlapping convex outlines must be moved apart: the least overlap over their sides' normals."""
    depths = []
    for outline in (first, second):
        for i, (bx, by) in enumerate(outline):
            ax, ay = outline[i - 1]
            length = math.hypot(bx - ax, by - ay)
            if length == 0:
                continue
            nx, ny = (by - ay) / length, (ax - bx) / length
            a = [x * nx + y * ny for x, y in first]
            b = [x * nx + y * ny for x, y in second]
            depths.append(min(max(a) - min(b), max(b) - min(a)))
    return min(depths)


def _solid(pose: Pose) -> Points:
    """The six vertices of a lying die in space, shape (6, 3); vertex k + 3 lies opposite vertex k."""
    (corners,) = flat_corners_mm([pose])
    return np.asarray(corners)


def _rolling(pose: Pose, corner: int, stages: NDArray[np.float64]) -> Points:
    """The solid at stages 0 to 1 of a step, shape (stages, 6, 3)."""
    angle = math.radians(pose.heading_deg + 120 * corner)
    ahead, side = np.array([math.cos(angle), math.sin(angle), 0.0]), np.array([-math.sin(angle), math.cos(angle), 0.0])
    pivot = np.array([pose.x_mm, pose.y_mm, pose.base_mm]) + inradius_mm(pose.edge_mm) * ahead
    around = _solid(pose) - pivot
    x, y, z = around @ ahead, around @ side, around[:, 2]
    cos, sin = np.cos(stages * _TURN_RAD)[:, None], np.sin(stages * _TURN_RAD)[:, None]
    forward, up = x * cos + z * sin, z * cos - x * sin
    high = np.array([0.0, 0.0, 1.0])
    turned: Points = pivot + forward[..., None] * ahead + y[None, :, None] * side + up[..., None] * high
    return turned


def _clearances(moving: Points, still: Points) -> NDArray[np.float64]:
    """Clearance across the best separating plane at each stage, shape (stages,)."""
    best = np.full(len(moving), -np.inf)
    for axes in _axes(moving, still):
        lengths = np.linalg.norm(axes, axis=-1, keepdims=True)
        units = np.where(lengths > 1e-9, axes / np.maximum(lengths, 1e-9), 0.0)
        a = np.einsum("sak,svk->sav", units, moving)
        b = np.einsum("sak,vk->sav", units, still)
        apart = np.maximum(b.min(-1) - a.max(-1), a.min(-1) - b.max(-1))
        apart = np.where(lengths[..., 0] > 1e-6, apart, -np.inf)
        best = np.maximum(best, apart.max(axis=1))
    return best


def _axes(moving: Points, still: Points) -> list[Points]:
    """Normals of both solids' faces and of the planes along an edge of each: the planes that can part two octahedra."""
    count = len(moving)
    own = np.stack([np.cross(moving[:, b] - moving[:, a], moving[:, c] - moving[:, a]) for a, b, c in _FACES], axis=1)
    theirs = np.stack([np.cross(still[b] - still[a], still[c] - still[a]) for a, b, c in _FACES])
    mine = np.stack([moving[:, b] - moving[:, a] for a, b in _EDGES], axis=1)
    yours = np.stack([still[b] - still[a] for a, b in _EDGES])
    crossed = np.cross(mine[:, :, None, :], yours[None, None, :, :]).reshape(count, -1, 3)
    return [own, np.broadcast_to(theirs, (count, *theirs.shape)), crossed]
