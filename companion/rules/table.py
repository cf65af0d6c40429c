"""The table as a shape: outlines, edges, and whether a die stands on it.

A round table is a circle to the rules; its outline, for drawing and whoever wants a polygon, has 180 corners on that
circle and so lies up to 0.015 % of the radius inside it: 0.08 mm on a table of a metre.
"""

from __future__ import annotations

import math
from typing import Final

from companion.geometry import Measurement, Outline, Point, Pose, depth_inside
from companion.rules.position import Edge, Piece, Position, Table, Target
from companion.rules.ruling import Refused, Why, cite

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


def check_in_play(position: Position, target: Target) -> None:
    """Refuse what is asked or stated of a die that is not on the table."""
    if isinstance(target, Piece) and not target.in_play:
        rules = cite(position.agreement.profile, "in-play")
        raise Refused(Why.NOT_IN_PLAY, rules, "{piece} is not in play.", piece=target.label)


def is_on_table(table: Table, point: Point) -> bool:
    """Whether a point lies on the table, its border included; the outline may be any polygon."""
    if (circle := _circle_of(table)) is not None:
        return math.dist(circle[0], point) <= circle[1] + _HAIR_MM
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


def edge_clearance(table: Table, pose: Pose, corner: int, sigma_mm: float = 0.0) -> Measurement:
    """How far from the table's edge the bottom corners of a die lie after a step; negative: the worst is so far past
    it."""
    x, y = pose.rolled_over(corner)
    bottom = Pose(x, y, pose.heading_deg + 60, pose.edge_mm, pose.base_mm).bottom_corners_mm()
    if (circle := _circle_of(table)) is None:
        return Measurement(depth_inside(bottom, table.outline_mm), sigma_mm)
    centre, radius_mm = circle
    return Measurement(radius_mm - max(math.dist(centre, (float(x), float(y))) for x, y in bottom), sigma_mm)


def _circle_of(table: Table) -> tuple[Point, float] | None:
    """Centre and radius of a round table; None where it is of another shape, or no circle."""
    if table.shape != "round":
        return None
    xs, ys = zip(*table.outline_mm, strict=True)
    across, deep = max(xs) - min(xs), max(ys) - min(ys)
    middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    return (middle, across / 2) if math.isclose(across, deep) else None


def _on_edge(a: Point, b: Point, p: Point) -> bool:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    if length == 0:
        return False
    along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length
    off = abs((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) / length
    return off <= _HAIR_MM and -_HAIR_MM <= along <= length + _HAIR_MM
