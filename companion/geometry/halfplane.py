"""Baselines: the half planes that the arrows of a top face see (GEO-05 to GEO-07)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from companion.geometry.distance import Measurement, Outline, Point, combined_sigma
from companion.geometry.octahedron import Pose, inradius_mm


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
