"""Terrain and levels, where the advanced rules are in force: what hides a die from another (AD-TERR-10 to
AD-TERR-13)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from companion.geometry import Outline, Pose, rests_on
from companion.rules.agreements import RuleGroup
from companion.rules.position import Piece, Position, Target, Terrain
from companion.rules.ruling import Ruling, Verdict, Why

#: A gap between walls narrower than this lets no look through, mm.
_SLIT_MM: Final = 1e-3
_FAR_MM: Final = 1e5


def level_of(target: Target) -> int:
    """The level that a target stands on; a Command Post lies on the table."""
    return target.level if isinstance(target, Piece) else 0


def level_after(piece: Piece, pose: Pose, terrain: Iterable[Terrain]) -> int:
    """The level of a die that now lies elsewhere: its own where it rests on a piece of that level still, else the
    table's (AD-TERR-05)."""
    same = [t.outline_mm for t in terrain if t.level == piece.level]
    return piece.level if piece.level and (not same or rests_on(pose, same)) else 0


def hides(position: Position, by: Piece, target: Target) -> Ruling | None:
    """Why a die in the half plane is not seen after all: it stands higher, or terrain is in the way; None where
    neither."""
    if not position.agreement.has(RuleGroup.TERRAIN):
        return None
    if level_of(target) > by.level:
        text = f"{by.label} stands lower than {target.label}: dice on a lower level do not see those on a higher one."
        return Ruling(Verdict.NO, ("AD-TERR-13", "CON-22"), text, Why.LOWER_LEVEL)
    height = max(by.level, level_of(target))
    walls = [
        Polygon(piece.outline_mm) for piece in position.table.terrain if piece.level is None or piece.level > height
    ]
    if walls and not clear_line(by.top, target.top if isinstance(target, Piece) else target.outline, walls):
        text = f"Terrain stands between {by.label} and {target.label}: no straight line between the two is free."
        return Ruling(Verdict.NO, ("AD-TERR-10", "AMB-49", "CON-22"), text, Why.TERRAIN)
    return None


def clear_line(first: Outline, second: Outline, walls: list[Polygon]) -> bool:
    """Whether some straight line on the plan from one outline to the other crosses no wall (AMB-49).

    If any line is free, one is free that passes two corners of the outlines or, a hair's breadth off, of the walls; so
    only those are tried.
    """
    union = shapely.union_all([wall.buffer(_SLIT_MM / 2, join_style="mitre") for wall in walls])
    corners = _corners_of(shapely.union_all([wall.buffer(_SLIT_MM, join_style="mitre") for wall in walls]))
    points = [*first, *second, *corners]
    a, b = Polygon(first), Polygon(second)
    pairs = [(p, q) for p, q in combinations(points, 2) if p != q]
    looks = [look for p, q in pairs if (look := _between(p, q, a, b)) is not None]
    if a.intersects(b):
        return True
    return bool(looks) and not bool(np.all(shapely.intersects(union, shapely.linestrings(looks))))


def _corners_of(shape: BaseGeometry) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in shapely.get_coordinates(shape)]


def _between(
    p: tuple[float, float], q: tuple[float, float], a: Polygon, b: Polygon
) -> list[tuple[float, float]] | None:
    (px, py), (qx, qy) = p, q
    length = float(np.hypot(qx - px, qy - py))
    dx, dy = (qx - px) / length * _FAR_MM, (qy - py) / length * _FAR_MM
    line = shapely.LineString([(px - dx, py - dy), (px + dx, py + dy)])
    hits = [
        [line.project(shapely.Point(c)) for c in shapely.get_coordinates(line.intersection(shape.buffer(1e-9)))]
        for shape in (a, b)
    ]
    if not hits[0] or not hits[1]:
        return None
    start, end = (max(hits[0]), min(hits[1])) if max(hits[0]) <= min(hits[1]) else (min(hits[0]), max(hits[1]))
    ends = [line.interpolate(start), line.interpolate(end)]
    return [(point.x, point.y) for point in ends]
