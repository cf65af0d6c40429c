"""The table behind the baselines, held against the half-plane formula of the ledger."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon

from companion.geometry import HalfPlane, Pose, above_baseline
from companion.session import baselines, blind_area

TABLE = Polygon([(0, 0), (1000, 0), (1000, 620), (0, 620)])
ARROWS = [corners for count in (1, 2, 3) for corners in combinations((0, 1, 2), count)]
POSES = st.builds(Pose, st.floats(50, 950), st.floats(50, 570), st.floats(-180, 180), st.just(50.8))
PLACES = st.tuples(st.floats(1, 999), st.floats(1, 619))


def arrows(pose: Pose, corners: tuple[int, ...]) -> list[HalfPlane]:
    return [above_baseline(pose, corner) for corner in corners]


@settings(max_examples=60, derandomize=True)
@given(POSES, st.sampled_from(ARROWS), PLACES)
def test_geo_05_a_point_is_blind_where_it_is_above_no_baseline(
    pose: Pose, corners: tuple[int, ...], place: tuple[float, float]
) -> None:
    heights = [above_baseline(pose, corner).height(place) for corner in corners]
    assume(min(abs(height) for height in heights) > 1e-6)
    assert blind_area(arrows(pose, corners), TABLE).contains(Point(place)) == all(height < 0 for height in heights)


@settings(max_examples=30, derandomize=True)
@given(POSES, st.sampled_from(ARROWS))
def test_baselines_bound_the_blind_area(pose: Pose, corners: tuple[int, ...]) -> None:
    blind = blind_area(arrows(pose, corners), TABLE)
    lines = baselines(arrows(pose, corners), TABLE)
    assert len(lines) == {1: 1, 2: 2, 3: 0}[len(corners)]
    for line in lines:
        assert line.distance(blind) < 1e-6
        assert line.hausdorff_distance(line.intersection(blind.boundary.buffer(1e-6))) < 1e-3


@pytest.mark.parametrize("bare", [0, 1, 2])
def test_geo_06_two_arrows_leave_a_wedge_of_60_degrees_at_the_corner_without_one(bare: int) -> None:
    pose = Pose(500, 310, 25, 50.8)
    corners = tuple(corner for corner in (0, 1, 2) if corner != bare)
    apex = np.array(pose.corner_mm(bare))
    ahead = math.radians(pose.heading_deg + 120 * bare)
    wedge = blind_area(arrows(pose, corners), TABLE)
    for turn, inside in ((0, True), (28, True), (-28, True), (32, False), (-32, False), (180, False)):
        angle = ahead + math.radians(turn)
        place = Point(apex + 30 * np.array([math.cos(angle), math.sin(angle)]))
        assert wedge.contains(place) == inside
    assert all(line.distance(Point(apex)) < 1e-6 for line in baselines(arrows(pose, corners), TABLE))


def test_geo_07_three_arrows_leave_nothing_unseen() -> None:
    pose = Pose(500, 310, 25, 50.8)
    assert blind_area(arrows(pose, (0, 1, 2)), TABLE).area == 0
    assert baselines(arrows(pose, (0, 1, 2)), TABLE) == ()


def test_no_arrow_has_no_blind_area_to_speak_of() -> None:
    assert blind_area([], TABLE).is_empty


def test_og_sight_04_one_baseline_runs_across_the_whole_table() -> None:
    (line,) = baselines(arrows(Pose(500, 310, 90, 50.8), (0,)), TABLE)
    assert isinstance(line, LineString)
    assert sorted(x for x, _ in line.coords) == pytest.approx([0, 1000])
