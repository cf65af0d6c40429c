"""Laying one set of points on another by moving and turning it on the plan."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.geometry.distance import Point
from companion.geometry.octahedron import Points


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
