"""The part of the table that a weapon does not see: what lies behind the baselines of all its arrows (GEO-05 to 07)."""

from __future__ import annotations

from collections.abc import Sequence

from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from companion.geometry import HalfPlane, Pose, above_baseline

#: Longer than any table, mm: what stands for "for ever in both directions" (OG-SIGHT-04).
_FAR_MM = 20_000.0


def blind_area(pose: Pose, corners: Sequence[int], table: Polygon) -> BaseGeometry:
    """The part of the table behind the baselines of all arrows; empty for three arrows, or none."""
    area: BaseGeometry = table if corners else Polygon()
    for corner in corners:
        area = area.intersection(_behind(above_baseline(pose, corner)))
    return area


def baselines(pose: Pose, corners: Sequence[int], table: Polygon) -> tuple[BaseGeometry, ...]:
    """What bounds the blind area: each arrow's baseline as far as no other arrow sees beyond it."""
    lines = [_bound(pose, corner, [other for other in corners if other != corner], table) for corner in corners]
    return tuple(line for line in lines if line.length > 0)


def _bound(pose: Pose, corner: int, others: Sequence[int], table: Polygon) -> BaseGeometry:
    line: BaseGeometry = LineString(above_baseline(pose, corner).line(_FAR_MM)).intersection(table)
    for other in others:
        line = line.intersection(_behind(above_baseline(pose, other)))
    return line


def _behind(sight: HalfPlane) -> Polygon:
    one, other = sight.line(_FAR_MM)
    back = (-sight.ux * _FAR_MM, -sight.uy * _FAR_MM)
    return Polygon([one, other, (other[0] + back[0], other[1] + back[1]), (one[0] + back[0], one[1] + back[1])])
