"""The table as a shape: outlines, edges, and whether a die stands on it."""

from __future__ import annotations

import math
from typing import Final

from companion.geometry import Outline, Point, Pose
from companion.rules.position import Edge, Table

_ROUND_CORNERS: Final = 180
#: How far a corner may be past the edge before it counts, mm: rounding, not tolerance.
_HAIR_MM: Final = 1e-6


def table_outline(shape: str, size_mm: tuple[float, float], outline_mm: Outline | None) -> Outline:
    """The outline of a table from its shape and size (of a round one: of its bounding square)."""
    width, depth = size_mm
    if shape == "polygon" and outline_mm:
        return outline_mm
    if shape == "round":
        turns = (2 * math.pi * step / _ROUND_CORNERS for step in range(_ROUND_CORNERS))
        return tuple((width / 2 * (1 + math.cos(t)), depth / 2 * (1 + math.sin(t))) for t in turns)
    return (0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)


def edge_of(table: Table, edge: Edge) -> tuple[Point, Point]:
    """The straight line that is an edge of the table's bounding rectangle, left to right for who sits there (
    OG-THROW-03)."""
    xs, ys = zip(*table.outline_mm, strict=True)
    left, right, near, far = min(xs), max(xs), min(ys), max(ys)
    return {
        Edge.NEAR: ((left, near), (right, near)),
        Edge.FAR: ((right, far), (left, far)),
        Edge.LEFT: ((left, far), (left, near)),
        Edge.RIGHT: ((right, near), (right, far)),
    }[edge]


def is_on_table(table: Table, point: Point) -> bool:
    """Whether a point lies on the table, its border included; the outline may be any polygon."""
    inside = False
    x, y = point
    previous = table.outline_mm[-1]
    for corner in table.outline_mm:
        if _on_edge(previous, corner, point):
            return True
        (x0, y0), (x1, y1) = previous, corner
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
        previous = corner
    return inside


def stands_on(table: Table, pose: Pose) -> bool:
    """Whether all three bottom corners of a die are on the table (GEO-11, OG-OFF-01, AMB-70)."""
    return all(is_on_table(table, (float(x), float(y))) for x, y in pose.bottom_corners_mm())


def _on_edge(a: Point, b: Point, p: Point) -> bool:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    if length == 0:
        return False
    along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length
    off = abs((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) / length
    return off <= _HAIR_MM and -_HAIR_MM <= along <= length + _HAIR_MM
