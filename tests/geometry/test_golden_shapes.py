"""What geometry said of random dice it still says; `golden_shapes.py` says how the file is made anew."""

from __future__ import annotations

import math

import pytest
from shapely import affinity
from shapely.geometry import Polygon

from companion.geometry import Pose, plan_clearance, silhouette, swept_outline
from tests.geometry.golden_shapes import GOLDEN, reported
from tests.golden_lines import assert_as_golden


def test_random_dice_are_where_they_were() -> None:
    assert_as_golden(reported(), GOLDEN)


@pytest.mark.parametrize("apart_mm", [20.0, 45.0, 60.0, 75.0])
@pytest.mark.parametrize("way_deg", [0.0, 17.0, 95.0, 200.0])
def test_an_overlap_is_how_far_one_must_be_moved_to_be_clear(apart_mm: float, way_deg: float) -> None:
    """Held against moving the obstacle away in every direction until it is free."""
    rolling, way = Pose(0, 0, 10, 50.8), math.radians(way_deg)
    other = Pose(apart_mm * math.cos(way), apart_mm * math.sin(way), 40, 50.8)
    swept, outline = Polygon(swept_outline(rolling, 0)), silhouette(other)
    depth = -plan_clearance(rolling, 0, outline).value
    freed = [_moved(Polygon(outline), depth + 0.3, degrees).disjoint(swept) for degrees in range(360)]
    stuck = [_moved(Polygon(outline), depth - 0.3, degrees).intersects(swept) for degrees in range(360)]
    if depth < 0:
        assert -depth == pytest.approx(swept.distance(Polygon(outline)))
        return
    assert any(freed)
    assert all(stuck)


def _moved(outline: Polygon, by_mm: float, way_deg: float) -> Polygon:
    way = math.radians(way_deg)
    return affinity.translate(outline, by_mm * math.cos(way), by_mm * math.sin(way))
