"""What an explained die hides follows from its outline in the picture, whatever the plan says."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from companion.camera import Pinhole
from companion.geometry import Pose, RigidPose, height_mm
from companion.vision.whole_dice.glance import are_partly_hidden
from companion.vision.whole_dice.patch_grid import COARSE
from companion.vision.whole_dice.silhouettes import Silhouettes
from models.training.house_dice import camera_over

_DIE = Pose(500, 300, 20, 50.8)


def _as_top(lens: Pinhole, body: RigidPose, side: str) -> Pose:
    """Where a slanting side is sought if it is taken for a top face."""
    corners = lens.project(body.corners_mm(side))
    x, y = lens.to_table(corners.mean(axis=0)[None], height_mm=height_mm(body.edge_mm))[0]
    tip_x, tip_y = lens.to_table(corners[:1], height_mm=height_mm(body.edge_mm))[0]
    return Pose(float(x), float(y), math.degrees(math.atan2(tip_y - y, tip_x - x)), body.edge_mm)


@pytest.mark.parametrize("elevation_deg", [38, 60])
def test_the_sides_of_a_die_are_hidden_by_it_and_a_neighbour_is_not(elevation_deg: float) -> None:
    lens = camera_over(elevation_deg=elevation_deg, azimuth_deg=-90)
    body = RigidPose.flat(_DIE, "abc")
    silhouettes = Silhouettes(lens, [RigidPose.flat(Pose(200, 300, 0, 50.8), "abc"), body])
    facing = max(("aCB", "bAC", "cBA"), key=lambda side: -float(body.normal(side)[1]))
    seen_as = _as_top(lens, body, facing)
    beside = [Pose(x, y, 75, 50.8) for x, y in ((558, 300), (500, 242), (500, 358))]
    assert silhouettes.cover([_DIE, seen_as, *beside]) == [1, 1, None, None, None]
    assert silhouettes.covered_by_each([_DIE, *beside]).tolist() == [[False, True], *[[False, False]] * 3]


def test_of_a_side_behind_another_die_a_part_is_in_sight() -> None:
    lens = camera_over(elevation_deg=38, azimuth_deg=-90)
    body = RigidPose.flat(_DIE, "abc")
    facing = max(("aCB", "bAC", "cBA"), key=lambda side: -float(body.normal(side)[1]))
    corners = body.corners_mm(facing)[None]
    asides_mm = 0, 20, 150
    before = [RigidPose.flat(replace(_DIE, x_mm=_DIE.x_mm + x, y_mm=_DIE.y_mm - 50), "abc") for x in asides_mm]
    shares = [Silhouettes(lens, [one]).parts_in_sight(corners, COARSE.shares).mean() for one in before]
    assert shares[0] < shares[1] < shares[2] == 1
    assert 0.2 < shares[1] < 0.9
    behind = RigidPose.flat(replace(_DIE, y_mm=_DIE.y_mm + 50), "abc")
    assert Silhouettes(lens, [behind]).parts_in_sight(corners, COARSE.shares).all()


def test_a_side_may_be_hidden_in_part_by_what_does_not_stand_before_it() -> None:
    lens = camera_over(elevation_deg=38, azimuth_deg=-90)
    beside = [replace(_DIE, x_mm=_DIE.x_mm + x, y_mm=_DIE.y_mm - 50) for x in (36, 150)]
    near, far = (Silhouettes(lens, [RigidPose.flat(one, "abc")]) for one in beside)
    body = RigidPose.flat(_DIE, "abc")
    facing = max(("aCB", "bAC", "cBA"), key=lambda side: -float(body.normal(side)[1]))
    corners = body.corners_mm(facing)[None]
    assert near.hide_a_part(corners).any()
    assert not any(near.stand_before(corners))
    assert are_partly_hidden(near, [_DIE]) == [True]
    assert are_partly_hidden(far, [_DIE]) == [False]


def test_what_the_picture_cuts_off_is_not_in_sight() -> None:
    lens = camera_over(elevation_deg=60, azimuth_deg=-90)
    top = RigidPose.flat(_DIE, "abc").corners_mm("abc")[None]
    columns = lens.project(top[0])[:, 0]
    middle = int(columns.mean())
    cut = replace(lens, size_wh=(middle + 1, lens.size_wh[1]))
    in_sight = Silhouettes(cut, []).parts_in_sight(top, COARSE.shares)[0]
    seen = (COARSE.shares @ columns <= middle).astype(bool)
    assert in_sight.tolist() == seen.tolist()
    assert 0.3 < in_sight.mean() < 0.7
    assert Silhouettes(lens, []).parts_in_sight(top, COARSE.shares).all()


def test_a_die_before_another_is_in_sight_though_it_lies_in_the_outline_of_that() -> None:
    lens = camera_over(elevation_deg=38, azimuth_deg=-90)
    before = replace(_DIE, y_mm=_DIE.y_mm - 43)
    behind = Silhouettes(lens, [RigidPose.flat(_DIE, "abc")])
    assert behind.cover([before]) == [0]
    assert behind.leave_in_sight([before]) == [True]
    large = replace(_DIE, y_mm=_DIE.y_mm - 75, edge_mm=2 * _DIE.edge_mm)
    assert Silhouettes(lens, [RigidPose.flat(large, "abc")]).leave_in_sight([_DIE]) == [False]
    assert behind.leave_in_sight([replace(_DIE, y_mm=_DIE.y_mm - 30)]) == [False], "there is no room for it"


def test_a_small_die_under_what_a_giant_leans_out_is_no_side_of_it() -> None:
    """GEO-10: they nest at 58.7 mm, nearer than three quarters of what both reach; of its sides none is so small."""
    lens = camera_over(elevation_deg=38, azimuth_deg=-90)
    small = replace(_DIE, y_mm=_DIE.y_mm - 59)
    giant = RigidPose.flat(replace(_DIE, edge_mm=2 * _DIE.edge_mm), "abc")
    assert Silhouettes(lens, [giant]).cover([small]) == [None]
    assert Silhouettes(lens, [giant]).leave_in_sight([small]) == [True]
    assert Silhouettes(lens, [giant]).cover([replace(small, y_mm=_DIE.y_mm - 55)]) == [0], "there is no room for it"
    equal = RigidPose.flat(replace(_DIE, edge_mm=_DIE.edge_mm * 1.01), "abc")
    assert Silhouettes(lens, [equal]).cover([replace(_DIE, y_mm=_DIE.y_mm - 44)]) == [0], "it may be its side"


def test_nothing_is_hidden_where_nothing_is_explained() -> None:
    nothing = Silhouettes(camera_over(elevation_deg=60, azimuth_deg=-90), [])
    assert nothing.cover([_DIE]) == [None]
    assert nothing.leave_in_sight([_DIE]) == [True]
