"""Angles brought into range, and the turn between two headings."""

from __future__ import annotations

import pytest

from companion.geometry import turn_between_deg, wrap_deg


@pytest.mark.parametrize(
    ("angle", "wrapped"),
    [(0.0, 0.0), (180.0, -180.0), (-180.0, -180.0), (190.0, -170.0), (-725.0, -5.0)],
)
def test_an_angle_is_wrapped_into_half_a_turn_either_way(angle: float, wrapped: float) -> None:
    assert wrap_deg(angle) == pytest.approx(wrapped)


@pytest.mark.parametrize(("angle", "wrapped"), [(59.0, 59.0), (61.0, -59.0), (120.0, 0.0), (-100.0, 20.0)])
def test_corners_of_a_triangle_are_a_third_of_a_turn_apart(angle: float, wrapped: float) -> None:
    assert wrap_deg(angle, 120.0) == pytest.approx(wrapped)


@pytest.mark.parametrize(("one", "other", "turn"), [(10.0, 350.0, 20.0), (350.0, 10.0, 20.0), (0.0, 180.0, 180.0)])
def test_headings_are_compared_the_short_way_round(one: float, other: float, turn: float) -> None:
    assert turn_between_deg(one, other) == pytest.approx(turn)
