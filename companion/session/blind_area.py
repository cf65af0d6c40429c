"""The part of the table that a weapon does not see: what lies behind the baselines of all its arrows (GEO-05 to 07)."""

from __future__ import annotations

from collections.abc import Sequence

from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from companion.geometry import HalfPlane

#: Longer than any table, mm: what stands for "for ever in both directions" (OG-SIGHT-04).
_FAR_MM = 20_000.0


def blind_area(arrows: Sequence[HalfPlane], table: Polygon) -> BaseGeometry:
    """The part of the table behind the baselines of all arrows; empty for three arrows, or none."""
    area: BaseGeometry = table if arrows else Polygon()
    for sight in arrows:
        area = area.intersection(_behind(sight))
    return area


def baselines(arrows: Sequence[HalfPlane], table: Polygon) -> tuple[BaseGeometry, ...]:
    """What bounds the blind area: each arrow's baseline as far as no other arrow sees beyond it."""
    lines = [_bound(sight, [other for other in arrows if other is not sight], table) for sight in arrows]
    return tuple(line for line in lines if line.length > 0)


def _bound(sight: HalfPlane, others: Sequence[HalfPlane], table: Polygon) -> BaseGeometry:
    line: BaseGeometry = LineString(sight.line(_FAR_MM)).intersection(table)
    for other in others:
        line = line.intersection(_behind(other))
    return line


def _behind(sight: HalfPlane) -> Polygon:
    one, other = sight.line(_FAR_MM)
    back = (-sight.ux * _FAR_MM, -sight.uy * _FAR_MM)
    return Polygon([one, other, (other[0] + back[0], other[1] + back[1]), (one[0] + back[0], one[1] + back[1])])
