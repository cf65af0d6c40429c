"""Terrain and levels, where the advanced rules are in force: what hides a die from another (AD-TERR-10 to
AD-TERR-13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.polygon import orient

from companion.arrays import FloatArray
from companion.geometry import Outline, Pose, rests_on
from companion.rules.agreements import RuleGroup
from companion.rules.position import Piece, Position, Target, Terrain
from companion.rules.ruling import Ruling, Verdict, Why
from companion.text import gettext

#: A gap between walls narrower than this lets no look through, mm.
_SLIT_MM: Final = 1e-3
#: What counts as touching, mm; and below what slope (a sine) a line runs along an edge.
_HAIR_MM, _PARALLEL = 1e-9, 1e-12


def level_of(target: Target) -> int:
    """The level that a target stands on; a Command Post lies on the table."""
    return target.level if isinstance(target, Piece) else 0


def level_after(piece: Piece, pose: Pose, terrain: Iterable[Terrain]) -> int:
    """The level of a die that now lies elsewhere: its own where it rests on a piece of that level still, else the
    table's (AD-TERR-05)."""
    same = [t.outline_mm for t in terrain if t.level == piece.level]
    return piece.level if piece.level and (not same or rests_on(pose, same)) else 0


def terrain_of(position: Position) -> tuple[Terrain, ...]:
    """The terrain that counts: none without the Advanced Rules."""
    return position.table.terrain if position.agreement.has(RuleGroup.TERRAIN) else ()


def ground_mm(position: Position, pose: Pose, level: int) -> float:
    """How far above the table that lies which a die of a level rests on; 0 where nobody has measured it."""
    hills = [t for t in terrain_of(position) if level and t.level == level and t.height_mm]
    return max((hill.height_mm for hill in hills if rests_on(pose, [hill.outline_mm])), default=0.0)


def hides(position: Position, by: Piece, target: Target) -> Ruling | None:
    """Why a die in the half plane is not seen after all: it stands higher, or terrain is in the way; None where
    neither."""
    if not position.agreement.has(RuleGroup.TERRAIN):
        return None
    if level_of(target) > by.level:
        text = gettext(
            "{by} stands lower than {target}: dice on a lower level do not see those on a higher one.",
            by=by.label,
            target=target.label,
        )
        return Ruling(Verdict.NO, ("AD-TERR-13", "CON-22"), text, Why.LOWER_LEVEL)
    height = max(by.level, level_of(target))
    walls = [
        Polygon(piece.outline_mm) for piece in position.table.terrain if piece.level is None or piece.level > height
    ]
    if walls and not clear_line(by.top, target.top if isinstance(target, Piece) else target.outline, walls):
        text = gettext(
            "Terrain stands between {by} and {target}: no straight line between the two is free.",
            by=by.label,
            target=target.label,
        )
        return Ruling(Verdict.NO, ("AD-TERR-10", "AMB-49", "CON-22"), text, Why.TERRAIN)
    return None


def clear_line(first: Outline, second: Outline, walls: list[Polygon]) -> bool:
    """Whether some straight line on the plan from one convex outline to the other crosses no wall (AMB-49).

    If any line is free, one is free that passes two corners of the outlines or, a hair's breadth off, of the walls; so
    only those are tried.
    """
    if Polygon(first).intersects(Polygon(second)):
        return True
    union = shapely.union_all([wall.buffer(_SLIT_MM / 2, join_style="mitre") for wall in walls])
    corners = shapely.get_coordinates(shapely.union_all([wall.buffer(_SLIT_MM, join_style="mitre") for wall in walls]))
    looks = _lines_between(np.concatenate([np.asarray(first), np.asarray(second), corners]), first, second)
    return bool(len(looks)) and not bool(np.all(shapely.intersects(union, shapely.linestrings(looks))))


def _lines_between(points: FloatArray, first: Outline, second: Outline) -> FloatArray:
    """The part between two outlines of each line through two of the points that meets both, (n, 2 ends, 2)."""
    one, other = np.triu_indices(len(points), 1)
    origins, steps = points[one], points[other] - points[one]
    lengths = np.hypot(*steps.T)
    origins, ways = origins[lengths > 0], (steps / np.maximum(lengths, _HAIR_MM)[:, None])[lengths > 0]
    (enters, leaves), (enters_too, leaves_too) = (_chords(origins, ways, outline) for outline in (first, second))
    meets = (enters <= leaves) & (enters_too <= leaves_too)
    ahead = leaves <= enters_too
    ends = np.stack([np.where(ahead, leaves, enters), np.where(ahead, enters_too, leaves_too)], axis=1)
    return np.asarray(origins[meets, None] + ends[meets][:, :, None] * ways[meets, None], np.float64)


def _chords(origins: FloatArray, ways: FloatArray, outline: Outline) -> tuple[FloatArray, FloatArray]:
    """How far along each line it enters and leaves a convex outline; where it misses it, it leaves before it enters."""
    ring = shapely.get_coordinates(orient(Polygon(outline)))  # counter-clockwise
    edges = np.diff(ring, axis=0)
    inward = np.column_stack([-edges[:, 1], edges[:, 0]]) / np.hypot(*edges.T)[:, None]
    gaps = np.einsum("kx,nkx->nk", inward, ring[None, :-1] - origins[:, None]) - _HAIR_MM
    slopes = ways @ inward.T
    with np.errstate(divide="ignore", invalid="ignore"):
        at = gaps / slopes
    parallel = np.abs(slopes) < _PARALLEL
    outside = (parallel & (gaps > 0)).any(axis=1)
    enters = np.where(~parallel & (slopes > 0), at, -np.inf).max(axis=1)
    leaves = np.where(~parallel & (slopes < 0), at, np.inf).min(axis=1)
    return np.where(outside, np.inf, enters), np.where(outside, -np.inf, leaves)
