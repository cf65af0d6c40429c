"""Of bodies that cannot all be there, those are reported that explain most together."""

from __future__ import annotations

import pytest

from companion.geometry import Pose, RigidPose
from companion.vision.whole_dice.body_choice import Claim, bodies_meet, choose_bodies

_EDGE_MM = 50.8


def claims(*rows: tuple[float, float]) -> list[Claim]:
    """Claims in a row: where along it, and what each is worth."""
    return [Claim(RigidPose.flat(Pose(x, 0.0, 0.0, _EDGE_MM), "abc"), worth) for x, worth in rows]


@pytest.mark.parametrize(
    ("rows", "chosen"),
    [
        ((), []),
        (((0, 3.0), (100, 5.0)), [1, 0]),
        (((0, 3.0), (10, 5.0)), [1]),
        (((0, 3.0), (25, 5.0), (50, 3.0)), [0, 2]),  # two that are worth more together than the one between them
        (((0, 2.0), (25, 5.0), (50, 2.0)), [1]),
    ],
)
def test_disjoint_bodies_that_explain_most_are_chosen(rows: tuple[tuple[float, float], ...], chosen: list[int]) -> None:
    assert choose_bodies(claims(*rows)) == chosen


def test_a_large_body_that_explains_little_does_not_remove_a_small_one_that_explains_much() -> None:
    giant = Claim(RigidPose.flat(Pose(0.0, 0.0, 0.0, 2 * _EDGE_MM), "abc"), 1.0)
    assert choose_bodies([giant, *claims((30, 8.0))]) == [1]


def test_a_crowd_is_settled_by_taking_the_dearest_first() -> None:
    crowd = claims(*((5.0 * n, float(n)) for n in range(40)))
    chosen = choose_bodies(crowd)
    assert chosen[0] == 39
    assert not any(bodies_meet(crowd[a].body, crowd[b].body) for a in chosen for b in chosen if a != b)
