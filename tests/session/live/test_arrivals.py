"""From where what moves over a table has come: hands over the rim, dice in flight traced back along their way."""

from __future__ import annotations

import pytest

from companion.camera import TableShape, TableTop
from companion.session.live import Entrance, tuning
from companion.session.live.arrivals import Arrivals

TABLE = TableTop(TableShape.RECT, (1000.0, 600.0))


@pytest.fixture
def arrivals() -> Arrivals:
    return Arrivals(TABLE)


def flying(x_mm: float, y_mm: float) -> Entrance:
    return Entrance((x_mm, y_mm), 0.1, in_flight=True)


def test_a_flight_is_traced_back_to_the_rim_over_which_it_came(arrivals: Arrivals) -> None:
    for place in ((650.0, 420.0), (640.0, 300.0), (620.0, 60.0)):
        arrivals.see([flying(*place)])
    (traced,) = arrivals.found  # where it was seen first says no more beside that
    assert traced.at_mm == pytest.approx((665.0, 600.0))
    assert traced.weight == tuning.FLIGHT_TRACED_WEIGHT


def test_what_is_seen_beyond_the_rim_first_came_over_it_there(arrivals: Arrivals) -> None:
    arrivals.see([Entrance((300.0, -20.0), 0.3)])
    arrivals.see([flying(320.0, 200.0)])
    assert [one.at_mm for one in arrivals.found] == [(300.0, -20.0), (300.0, -20.0)]


def test_a_shade_that_runs_ahead_does_not_show_the_way_of_the_die_behind_it(arrivals: Arrivals) -> None:
    arrivals.see([flying(840.0, 150.0)])
    arrivals.see([Entrance((870.0, 640.0), 0.5)])
    arrivals.see([flying(860.0, 400.0)])
    assert [one.at_mm for one in arrivals.found] == [(870.0, 640.0), (870.0, 640.0)]


def test_what_stirs_elsewhere_says_nothing_beside_a_flight_that_was_traced(arrivals: Arrivals) -> None:
    mirrored = Entrance((114.0, 261.0), 0.23, in_flight=True)
    arrivals.see([mirrored, Entrance((435.0, 635.0), 0.5)])
    arrivals.see([mirrored, flying(440.0, 400.0)])
    assert [one.at_mm for one in arrivals.found] == [(435.0, 635.0), (435.0, 635.0)]


def test_a_die_that_flies_beside_its_shade_is_traced_by_what_goes_on_straightest(arrivals: Arrivals) -> None:
    lies = flying(583.0, 492.0)  # since a hand had been there
    arrivals.see([lies, flying(850.0, 128.0)])
    arrivals.see([lies, flying(846.0, 291.0), flying(929.0, 133.0)])
    arrivals.see([lies, flying(844.0, 435.0), flying(896.0, 316.0)])
    (traced,) = arrivals.found
    assert traced.at_mm == pytest.approx((853.1, 0.0), abs=0.1)


def test_what_moves_on_the_spot_has_no_way(arrivals: Arrivals) -> None:
    for place in ((500.0, 300.0), (510.0, 310.0), (500.0, 290.0)):
        arrivals.see([flying(*place)])
    assert len(arrivals.found) == 1


def test_an_arm_says_more_than_what_flies_beside_it(arrivals: Arrivals) -> None:
    arrivals.see([Entrance((500.0, -10.0), 1.0)])
    arrivals.see([flying(500.0, 100.0)])
    arrivals.see([flying(500.0, 300.0)])
    assert [one.at_mm for one in arrivals.found] == [(500.0, -10.0)]


def test_after_a_rest_all_begins_anew(arrivals: Arrivals) -> None:
    arrivals.see([flying(650.0, 420.0)])
    arrivals.clear()
    arrivals.see([flying(400.0, 100.0)])
    arrivals.see([flying(400.0, 300.0)])
    assert [one.at_mm for one in arrivals.found] == [pytest.approx((400.0, 0.0))]
