"""Distances on the plan, with what an error of the centres does to them: closest points of convex outlines; baselines,
the half planes that the arrows of a top face see (GEO-05 to GEO-07); and one set of points laid on another.

Plain numbers instead of arrays: the outlines have three to six corners, and a table of forty dice asks for them
hundreds of times a second.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from companion.geometry.octahedron import Points, Pose, inradius_mm

#: Below this a difference is a tie even where poses are exact (docs/formats, Script).
TIE_MM: Final = 0.05
#: A comparison counts as settled beyond this many standard deviations of its own error.
SIGMAS: Final = 2.0


Point = tuple[float, float]
Outline = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Measurement:
    """A value and the standard deviation of its error, both in the same unit."""

    value: float
    sigma: float = 0.0

    @property
    def margin(self) -> float:
        """How near to zero (or to its rival) the value may come and still be in doubt."""
        return max(TIE_MM, SIGMAS * self.sigma)

    @property
    def sign(self) -> int:
        """1 or -1 where the value is surely above or below zero, 0 where that is too close to call."""
        return 0 if abs(self.value) <= self.margin else (1 if self.value > 0 else -1)

    def __str__(self) -> str:
        """The value in millimetres, with its uncertainty where there is one."""
        return f"{self.value:.1f} mm" if self.sigma == 0 else f"{self.value:.1f} ± {self.sigma:.1f} mm"


def combined_sigma(*parts: float) -> float:
    """Standard deviation of a sum of independent errors."""
    return math.hypot(*parts)


@dataclass(frozen=True, slots=True)
class Gap:
    """Distance between two outlines: millimetres with sigma, and the closest point of each. Zero where they overlap."""

    distance: Measurement
    between: tuple[Point, Point]

    @property
    def direction(self) -> Point:
        """Unit vector from the first outline to the second; (0, 0) where they overlap."""
        (x0, y0), (x1, y1) = self.between
        length = math.hypot(x1 - x0, y1 - y0)
        return ((x1 - x0) / length, (y1 - y0) / length) if length else (0.0, 0.0)


@lru_cache(maxsize=4096)
def top_outline(pose: Pose) -> Outline:
    """The three corners of a pose's top face on the plan."""
    return tuple(pose.corner_mm(corner) for corner in (0, 1, 2))


@lru_cache(maxsize=4096)
def silhouette(pose: Pose) -> Outline:
    """The six corners of a pose seen from straight above, counter-clockwise (GEO-04)."""
    return tuple((float(x), float(y)) for x, y in pose.silhouette_mm())


def closest_points(first: Outline, second: Outline) -> tuple[float, Point, Point]:
    """Distance of two convex outlines and the closest point of each; 0 and a common point where they overlap."""
    if _boxes_meet(first, second) and (common := _common_point(first, second)) is not None:
        return 0.0, common, common
    ways = [(*_to_edge(p, a, b), p, False) for p in first for a, b in outline_edges(second)]
    ways += [(*_to_edge(p, a, b), p, True) for p in second for a, b in outline_edges(first)]
    distance, foot, corner, swapped = min(ways, key=lambda way: way[0])
    return (distance, foot, corner) if swapped else (distance, corner, foot)


def measure_gap(first: Outline, second: Outline, sigma_first_mm: float = 0.0, sigma_second_mm: float = 0.0) -> Gap:
    """Closest points and distance, with the error that errors of the two places (along one axis each) bring."""
    distance, a, b = closest_points(first, second)
    return Gap(Measurement(distance, combined_sigma(sigma_first_mm, sigma_second_mm)), (a, b))


def measure_difference(
    nearer: Gap, farther: Gap, shared_sigma_mm: float, own_sigmas_mm: tuple[float, float]
) -> Measurement:
    """How much longer ``farther`` is, both measured from one die whose own error acts on both at once."""
    (ax, ay), (bx, by) = nearer.direction, farther.direction
    shared = shared_sigma_mm * math.hypot(ax - bx, ay - by)
    return Measurement(farther.distance.value - nearer.distance.value, combined_sigma(shared, *own_sigmas_mm))


def outline_edges(outline: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The sides of an outline."""
    return [(outline[i - 1], outline[i]) for i in range(len(outline))]


def contains_point(outline: Outline, point: Point) -> bool:
    """Whether a point lies in a convex outline, its border included, whichever way round it runs."""
    turns = [_turn(a, b, point) for a, b in outline_edges(outline)]
    return all(t >= 0 for t in turns) or all(t <= 0 for t in turns)


def _boxes_meet(first: Outline, second: Outline) -> bool:
    for axis in (0, 1):
        a, b = [p[axis] for p in first], [p[axis] for p in second]
        if max(a) < min(b) or max(b) < min(a):
            return False
    return True


def _common_point(first: Outline, second: Outline) -> Point | None:
    for outline, others in ((first, second), (second, first)):
        inside = next((p for p in others if contains_point(outline, p)), None)
        if inside is not None:
            return inside
    crossings = (_crossing(a, b, c, d) for a, b in outline_edges(first) for c, d in outline_edges(second))
    return next((point for point in crossings if point is not None), None)


def _turn(a: Point, b: Point, p: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _crossing(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    before, after = _turn(c, d, a), _turn(c, d, b)
    if before * after >= 0 or _turn(a, b, c) * _turn(a, b, d) >= 0:
        return None
    t = before / (before - after)
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])


def _to_edge(p: Point, a: Point, b: Point) -> tuple[float, Point]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length2 = dx * dx + dy * dy
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length2 if length2 else 0.0
    t = min(1.0, max(0.0, t))
    foot = a[0] + t * dx, a[1] + t * dy
    return math.hypot(p[0] - foot[0], p[1] - foot[1]), foot


@dataclass(frozen=True, slots=True)
class HalfPlane:
    """All points p with (p - origin) . (ux, uy) > 0. The baseline is its border, endless both ways."""

    origin: Point
    ux: float
    uy: float

    def height(self, point: Point) -> float:
        """Millimetres by which a point lies above the baseline, on the arrow's side; negative below it."""
        return (point[0] - self.origin[0]) * self.ux + (point[1] - self.origin[1]) * self.uy

    def reach(self, outline: Outline) -> tuple[float, Point]:
        """How far an outline rises above the baseline (negative: stays below), and the point that does."""
        return max((self.height(point), point) for point in outline)

    def line(self, half_length_mm: float) -> tuple[Point, Point]:
        """Two points of the baseline, that far to both sides of its middle, for drawing."""
        (x, y), dx, dy = self.origin, -self.uy * half_length_mm, self.ux * half_length_mm
        return (x - dx, y - dy), (x + dx, y + dy)


@lru_cache(maxsize=4096)
def above_baseline(pose: Pose, corner: int) -> HalfPlane:
    """What an arrow in ``corner`` of the top face sees: the baseline is the edge opposite that corner (GEO-05)."""
    angle = math.radians(pose.heading_deg + 120 * corner)
    ux, uy = math.cos(angle), math.sin(angle)
    inradius = inradius_mm(pose.edge_mm)
    return HalfPlane((pose.x_mm - inradius * ux, pose.y_mm - inradius * uy), ux, uy)


def baseline_of(top: Outline, corner: int) -> HalfPlane:
    """The same for a top face whose corners were measured, folded paper being no perfect triangle: the baseline is
    square to the way from the middle to the arrow's corner (GEO-05) and goes through the next corner."""
    x, y = (sum(axis) / 3 for axis in zip(*top, strict=True))
    arm = top[corner][0] - x, top[corner][1] - y
    length = math.hypot(*arm)
    ux, uy = arm[0] / length, arm[1] / length
    beside = top[(corner + 1) % 3]
    depth = (beside[0] - x) * ux + (beside[1] - y) * uy
    return HalfPlane((x + depth * ux, y + depth * uy), ux, uy)


def reach_above(
    plane: HalfPlane, outline: Outline, sigma_mm: tuple[float, float] = (0.0, 0.0), sigma_deg: float = 0.0
) -> Measurement:
    """How far an outline rises above a baseline, with first-order error.

    ``sigma_mm`` are the standard deviations, along one axis, of the two dice's centres; ``sigma_deg`` that of the
    heading of the die that looks: it tilts the baseline, which matters the more the farther off the target lies.
    """
    value, top = plane.reach(outline)
    along = (top[0] - plane.origin[0]) * -plane.uy + (top[1] - plane.origin[1]) * plane.ux
    return Measurement(value, combined_sigma(*sigma_mm, math.radians(sigma_deg) * along))


@dataclass(frozen=True, slots=True)
class PlanFit:
    """From one frame on the plan into another: turned by ``turn_deg``, then moved. scale: how many times larger the
    points lie in the second frame; it is reported, and not applied."""

    turn_deg: float
    shift_mm: Point
    scale: float

    def apply(self, points_mm: Points) -> Points:
        """Points (n, 2) of the first frame in the second."""
        return np.asarray(points_mm @ self._turn().T + self.shift_mm, np.float64)

    def undo(self, points_mm: Points) -> Points:
        """Points (n, 2) of the second frame in the first."""
        return np.asarray((points_mm - np.array(self.shift_mm)) @ self._turn(), np.float64)

    def undo_direction(self, directions: Points) -> Points:
        """Directions (n, 2) of the second frame in the first."""
        return np.asarray(directions @ self._turn(), np.float64)

    def _turn(self) -> Points:
        cos, sin = np.cos(np.radians(self.turn_deg)), np.sin(np.radians(self.turn_deg))
        return np.array([[cos, -sin], [sin, cos]])


def fit_plan(first_mm: Points, second_mm: Points) -> PlanFit:
    """The fit of two or more points (n, 2) to their places in another frame, by least squares."""
    middle, target = first_mm.mean(axis=0), second_mm.mean(axis=0)
    here, there = (first_mm - middle) @ (1, 1j), (second_mm - target) @ (1, 1j)
    turned = np.vdot(here, there) / np.vdot(here, here).real
    turn_deg = float(np.degrees(np.angle(turned)))
    pose = PlanFit(turn_deg, (0.0, 0.0), float(abs(turned)))
    x, y = target - pose.apply(middle[None])[0]
    return PlanFit(turn_deg, (float(x), float(y)), pose.scale)
