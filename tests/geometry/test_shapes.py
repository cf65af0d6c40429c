"""Distances, baselines and steps against slow independent ways of finding the same."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from shapely.geometry import LineString, MultiPoint, Polygon

from companion.geometry import (
    Measurement,
    Pose,
    above_baseline,
    baseline_of,
    cannot_both_lie,
    circumradius_mm,
    closest_points,
    flat_corners_mm,
    height_mm,
    inradius_mm,
    is_face,
    measure_difference,
    measure_gap,
    nesting_distance_mm,
    plan_clearance,
    reach_above,
    rests_on,
    roll_vertices,
    rolled_pose,
    silhouette,
    space_clearance,
    swept_outline,
    top_outline,
)

RNG = random.Random(5)
PAIRS = [
    (
        Pose(RNG.uniform(0, 300), RNG.uniform(0, 300), RNG.uniform(-180, 180), RNG.choice([50.8, 101.6])),
        Pose(RNG.uniform(0, 300), RNG.uniform(0, 300), RNG.uniform(-180, 180), 50.8),
    )
    for _ in range(60)
]


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_closest_points_agree_with_shapely(a: Pose, b: Pose) -> None:
    distance, p, q = closest_points(top_outline(a), top_outline(b))
    assert distance == pytest.approx(Polygon(top_outline(a)).distance(Polygon(top_outline(b))), abs=1e-9)
    assert math.dist(p, q) == pytest.approx(distance, abs=1e-9)


@pytest.mark.parametrize("pose", [a for a, _ in PAIRS[:20]])
def test_geo_04_seen_from_above_a_die_is_a_regular_hexagon_of_the_circumradius(pose: Pose) -> None:
    """Its corners in turn top and bottom, the first in the direction of corner 0."""
    angles = np.radians(pose.heading_deg + 60 * np.arange(6))
    corners = pose.centre_mm + circumradius_mm(pose.edge_mm) * np.column_stack([np.cos(angles), np.sin(angles)])
    assert np.array(silhouette(pose)) == pytest.approx(corners)


@pytest.mark.parametrize(("a", "b"), PAIRS[:20])
def test_geo_05_the_height_above_a_baseline_is_what_the_formula_says(a: Pose, b: Pose) -> None:
    for corner in (0, 1, 2):
        angle = math.radians(a.heading_deg + 120 * corner)
        u = np.array([math.cos(angle), math.sin(angle)])
        heights = [(np.array(p) - a.centre_mm) @ u + inradius_mm(a.edge_mm) for p in silhouette(b)]
        assert reach_above(above_baseline(a, corner), silhouette(b)).value == pytest.approx(max(heights), abs=1e-9)


@pytest.mark.parametrize(("a", "b"), PAIRS[:20])
def test_a_baseline_of_measured_corners_is_that_of_the_pose_where_the_paper_is_folded_well(a: Pose, b: Pose) -> None:
    for corner in (0, 1, 2):
        measured, reported = baseline_of(top_outline(a), corner), above_baseline(a, corner)
        assert (*measured.origin, measured.ux, measured.uy) == pytest.approx(
            (*reported.origin, reported.ux, reported.uy), abs=1e-9
        )
        folded = tuple((x + 0.3 * n, y - 0.2 * n) for n, (x, y) in enumerate(top_outline(a)))
        middle = np.mean(folded, axis=0)
        u = (np.array(folded[corner]) - middle) / np.linalg.norm(np.array(folded[corner]) - middle)
        heights = [(np.array(p) - folded[(corner + 1) % 3]) @ u for p in top_outline(b)]
        assert baseline_of(folded, corner).reach(top_outline(b))[0] == pytest.approx(max(heights), abs=1e-9)


def test_the_sigma_of_a_distance_difference_is_that_of_many_shaken_tables() -> None:
    """First-order propagation held against 4000 draws: the shared die's error acts on both distances."""
    rng = np.random.default_rng(3)
    poses = [Pose(0, 0, 20, 50.8), Pose(150, 40, 70, 50.8), Pose(-60, 170, 5, 50.8)]
    gaps = [measure_gap(top_outline(poses[0]), top_outline(other), 0.4, 0.4) for other in poses[1:]]
    reported = measure_difference(gaps[0], gaps[1], 0.4, (0.4, 0.4))
    draws = []
    for _ in range(4000):
        shaken = [
            Pose(p.x_mm + rng.normal(0, 0.4), p.y_mm + rng.normal(0, 0.4), p.heading_deg, p.edge_mm) for p in poses
        ]
        near, far = (closest_points(top_outline(shaken[0]), top_outline(other))[0] for other in shaken[1:])
        draws.append(far - near)
    assert reported.sigma == pytest.approx(float(np.std(draws)), rel=0.06)
    assert reported.value == pytest.approx(float(np.mean(draws)), abs=0.05)


@pytest.mark.parametrize(
    ("value", "sigma", "sign"), [(0.04, 0, 0), (0.06, 0, 1), (-0.06, 0, -1), (1.9, 1, 0), (2.1, 1, 1)]
)
def test_a_measured_number_has_a_sign_beyond_two_sigma_or_a_twentieth_of_a_millimetre(
    value: float, sigma: float, sign: int
) -> None:
    assert Measurement(value, sigma).sign == sign


def faces() -> list[str]:
    letters = [(x, y, z) for x in "aA" for y in "bB" for z in "cC"]
    return [next(v for v in ("".join(t), t[0] + t[2] + t[1]) if is_face(v)) for t in letters]


@pytest.mark.parametrize("vertices", faces())
@pytest.mark.parametrize("corner", [0, 1, 2])
def test_geo_08_a_rolled_die_is_the_solid_turned_about_its_edge(vertices: str, corner: int) -> None:
    """The vertices of the new pose lie where turning the solid about the bottom edge puts them."""
    pose = Pose(100, 50, 33, 50.8)
    after_name = next(v for v in faces() if frozenset(v) == roll_vertices(vertices, corner))
    after = rolled_pose(pose, vertices, corner, after_name)
    assert math.dist(after.centre_mm, pose.centre_mm) == pytest.approx(circumradius_mm(50.8))
    before_places, after_places = pose.vertices_mm(vertices), after.vertices_mm(after_name)
    angle = math.radians(pose.heading_deg + 120 * corner)
    ahead, side = np.array([math.cos(angle), math.sin(angle), 0]), np.array([-math.sin(angle), math.cos(angle), 0])
    pivot = np.array([pose.x_mm, pose.y_mm, 0]) + inradius_mm(50.8) * ahead
    turn = math.pi - math.acos(-1 / 3)
    for name, place in before_places.items():
        x, y, z = (place - pivot) @ ahead, (place - pivot) @ side, place[2]
        turned = pivot + (x * math.cos(turn) + z * math.sin(turn)) * ahead + y * side
        turned[2] = z * math.cos(turn) - x * math.sin(turn)
        assert turned == pytest.approx(after_places[name], abs=1e-6)


def test_a_face_that_does_not_come_up_is_refused() -> None:
    with pytest.raises(ValueError, match="does not come up"):
        rolled_pose(Pose(0, 0, 0, 50.8), "abc", 0, "abc")


def test_geo_09_a_step_sweeps_the_hull_of_two_silhouettes() -> None:
    """GEO-01, GEO-02, GEO-09: it reaches 2 R ahead of the old centre and is one edge wide."""
    swept = Polygon(swept_outline(Pose(0, 0, 0, 50.8), 0)).bounds
    assert swept[2] == pytest.approx(2 * circumradius_mm(50.8))
    assert swept[3] - swept[1] == pytest.approx(50.8)


def test_geo_10_two_dice_may_nest_face_to_face_with_overlapping_silhouettes() -> None:
    """GEO-10: they touch at a centre distance of 1.5 R, their silhouettes meet at up to 2 R."""
    radius = circumradius_mm(50.8)
    rolling = Pose(0, 0, 0, 50.8)
    for distance, clear in ((3 * radius - 2, False), (3 * radius + 2, True)):
        other = Pose(distance, 0, 0, 50.8)
        assert (plan_clearance(rolling, 0, silhouette(other)).value > 0) is clear
    ahead = Pose(2.75 * radius, 0, 60, 50.8)
    assert plan_clearance(rolling, 0, silhouette(ahead)).value < 0
    assert space_clearance(rolling, 0, ahead).value > 0


@pytest.mark.parametrize("seed", range(12))
def test_clearance_in_space_is_a_true_lower_bound_and_agrees_on_collision(seed: int) -> None:
    """Held against the distance of point clouds on both solids at many stages of the turn."""
    rng = np.random.default_rng(seed)
    rolling = Pose(0, 0, float(rng.uniform(0, 360)), 50.8)
    toward = math.radians(rolling.heading_deg) + rng.uniform(-0.7, 0.7)
    distance = float(rng.uniform(62, 110))
    other = Pose(distance * math.cos(toward), distance * math.sin(toward), float(rng.uniform(0, 360)), 50.8)
    reported = space_clearance(rolling, 0, other).value
    assert reported <= _cloud_distance(rolling, other, rng) + 1e-6


def _cloud_distance(rolling: Pose, other: Pose, rng: np.random.Generator) -> float:
    from companion.geometry.roll import _rolling, _solid

    weights = rng.dirichlet(np.full(6, 0.2), size=400)
    still = weights @ _solid(other)
    best = math.inf
    for solid in _rolling(rolling, 0, np.linspace(0, 1, 30)):
        moving = weights @ solid
        best = min(best, float(np.linalg.norm(moving[:, None] - still[None], axis=-1).min()))
    return best


@pytest.mark.parametrize(("x", "rests"), [(100, True), (12, True), (1, True), (-1, False), (-40, False)])
def test_ad_terr_05_a_die_rests_flat_while_its_centre_is_over_what_carries_it(x: float, rests: bool) -> None:
    assert rests_on(Pose(x, 50, 0, 50.8), [((0, 0), (200, 0), (200, 100), (0, 100))]) is rests


def test_clearance_between_two_edges_that_cross_is_the_distance_of_the_edges() -> None:
    """Two dice whose nearest places are edges, not corners: only the planes across two edges tell the distance."""
    from companion.geometry.roll import _clearances, _solid

    still, other = Pose(0, 0, 0, 50.8), Pose(0, 0, 0, 50.8)
    solid = _solid(still)
    turn = _turned(math.radians(222), (1.0, 0.0, 0.0)) @ _turned(math.radians(36), (0.0, 1.0, 0.0))
    lifted = (solid - solid.mean(axis=0)) @ turn.T + solid.mean(axis=0) + (45.0, -2.0, -66.0)
    reported = float(_clearances(lifted[None], _solid(other))[0])
    assert reported == pytest.approx(_hull_distance(lifted, solid), abs=0.1)


def _turned(angle: float, axis: tuple[float, float, float]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross, np.float64)


def _hull_distance(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> float:
    """The distance of two hulls by Frank and Wolfe's method: slow, and nothing like the one that is tested."""
    differences = (one[:, None] - other[None]).reshape(-1, 3)
    nearest = differences.mean(axis=0)
    for _ in range(20_000):
        corner = differences[np.argmin(differences @ nearest)]
        step = nearest - corner
        length = float(step @ step)
        if length == 0:
            break
        nearest = nearest - min(1.0, max(0.0, float(nearest @ step) / length)) * step
    return float(np.linalg.norm(nearest))


@pytest.mark.parametrize("edges_mm", [(50.8, 50.8), (50.8, 101.6), (50.8, 76.2)])
def test_geo_10_the_nearest_that_two_flat_dice_can_lie_is_where_they_nest(edges_mm: tuple[float, float]) -> None:
    """GEO-10: held against the sections of both solids at many heights, turned in many ways."""
    turns = [(mine, other) for mine in range(0, 120, 15) for other in range(0, 120, 15)]
    least_mm = min(_contact_mm(edges_mm, headings) for headings in turns)
    assert least_mm == pytest.approx(nesting_distance_mm(*edges_mm))
    assert nesting_distance_mm(50.8, 50.8) == pytest.approx(1.5 * circumradius_mm(50.8))


@pytest.mark.parametrize("edges_mm", [(50.8, 50.8), (50.8, 101.6), (101.6, 50.8)])
def test_geo_10_two_flat_dice_are_both_there_unless_they_are_much_nearer_than_they_nest(
    edges_mm: tuple[float, float],
) -> None:
    """GEO-10, with room for how exactly they are measured: as near as they nest they are two."""
    nesting_mm = nesting_distance_mm(*edges_mm)
    one = Pose(0, 0, 0, edges_mm[0])
    for apart_mm, is_one in ((0.9 * nesting_mm, True), (0.98 * nesting_mm, False), (1.1 * nesting_mm, False)):
        assert cannot_both_lie(one, Pose(apart_mm, 0, 60, edges_mm[1])) is is_one


def _contact_mm(edges_mm: tuple[float, float], headings: tuple[float, float]) -> float:
    """How far apart along x the centres of two flat dice are that touch."""
    heights = np.linspace(0, height_mm(min(edges_mm)), 9)
    return max(
        _reach_along_x(_section(edges_mm[0], headings[0], height), _section(edges_mm[1], headings[1], height))
        for height in heights
    )


def _section(edge_mm: float, heading_deg: float, height: float) -> NDArray[np.float64]:
    """Places that span what a flat die's section at a height holds, (n, 2)."""
    corners = flat_corners_mm([Pose(0, 0, heading_deg, edge_mm)])[0]
    share = height / height_mm(edge_mm)
    return np.array([low + share * (high - low) for high in corners[:3, :2] for low in corners[3:, :2]])


def _reach_along_x(mine: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """How far along x the other outline has to go so that both only touch."""
    differences = MultiPoint((mine[:, None] - other).reshape(-1, 2)).convex_hull
    return float(differences.intersection(LineString([(0, 0), (500, 0)])).bounds[2])
