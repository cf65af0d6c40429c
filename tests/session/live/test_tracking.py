"""Which die of this table is which of the last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.catalogue import Die
from companion.codec.die import known_dice
from companion.geometry import Pose, rolled_pose
from companion.session.live.tracking import Tracker, is_unchanged
from companion.vision import DieReading, DieState, FaceName

INFANTRY, GEV = "ogre/infantry", "ogre/gev"
EDGE_MM = 50.8


@pytest.fixture(scope="module")
def dice() -> dict[str, Die]:
    return known_dice()


def _die(x_mm: float, y_mm: float, face: str = "4a", *, die: str = INFANTRY, heading_deg: float = 20.0) -> DieReading:
    pose = Pose(x_mm, y_mm, heading_deg, EDGE_MM)
    return DieReading(pose, 0.2, 0.2, DieState.FLAT, FaceName(die, face), 0.99)


def _over(reading: DieReading, corner: int, dice: dict[str, Die]) -> DieReading:
    """The die rolled over a corner of its top face."""
    assert reading.name is not None
    kind = dice[reading.name.die]
    face = kind.face(reading.name.face)
    assert face is not None
    after = kind.face_over(face, corner)
    assert after is not None
    assert face.vertices is not None
    assert after.vertices is not None
    pose = rolled_pose(reading.pose, face.vertices, corner, after.vertices)
    return replace(reading, pose=pose, name=FaceName(kind.id, after.key))


def _ids(before: Sequence[DieReading], after: Sequence[DieReading], dice: dict[str, Die]) -> list[int]:
    """Ids of the dice after; those before have 1, 2, 3 in order."""
    first = Tracker().update(before, dice, votes=1).at_rest_again()
    return [track.id for track in first.update(after, dice, votes=1).tracks]


def test_what_lies_still_is_the_same_in_whatever_order_it_is_read(dice: dict[str, Die]) -> None:
    three = [_die(100, 100), _die(300, 100), _die(500, 100)]
    assert _ids(three, three[::-1], dice) == [3, 2, 1]


@pytest.mark.parametrize("corner", [0, 1, 2])
def test_a_roll_is_followed_even_beside_its_like(dice: dict[str, Die], corner: int) -> None:
    """GEO-08: of three Infantry in a row one rolls over a corner."""
    row = [_die(100, 100, "2a"), _die(160, 100, "2a"), _die(220, 100, "2a")]
    assert _ids(row, [row[0], _over(row[1], corner, dice), row[2]], dice) == [1, 2, 3]


def test_two_rolls_at_once_are_distinguished_by_where_they_end(dice: dict[str, Die]) -> None:
    pair = [_die(300, 300, "2a", heading_deg=0), _die(380, 300, "2a", heading_deg=180)]
    rolled = [_over(pair[0], 0, dice), _over(pair[1], 1, dice)]
    assert _ids(pair, rolled, dice) == [1, 2]
    assert _ids(pair, rolled[::-1], dice) == [2, 1]


def test_a_pushed_die_stays_itself_and_a_thrown_one_is_new(dice: dict[str, Die]) -> None:
    before = [_die(100, 100), _die(700, 400)]
    assert _ids(before, [_die(130, 120, heading_deg=60), _die(700, 400), _die(400, 250)], dice) == [1, 2, 3]


def test_a_die_taken_away_and_another_thrown_far_off_is_another(dice: dict[str, Die]) -> None:
    assert _ids([_die(100, 100)], [_die(700, 400)], dice) == [2]


def test_another_kind_of_die_is_another_die(dice: dict[str, Die]) -> None:
    assert _ids([_die(100, 100)], [_die(140, 100, "8", die=GEV)], dice) == [2]


def test_a_misread_face_in_the_same_place_is_the_same_die(dice: dict[str, Die]) -> None:
    unread = replace(_die(100, 100), name=None)
    assert _ids([_die(100, 100)], [unread], dice) == [1]
    assert _ids([_die(100, 100)], [_die(100, 100, "3b", heading_deg=140)], dice) == [1]


def test_a_die_that_a_hand_hid_for_a_while_is_known_again(dice: dict[str, Die]) -> None:
    both = [_die(100, 100), _die(300, 100)]
    followed = Tracker().update(both, dice, votes=1).at_rest_again().update(both[:1], dice, votes=1)
    assert [track.id for track in followed.lost] == [2]
    assert [track.id for track in followed.at_rest_again().update(both, dice, votes=1).tracks] == [1, 2]


def test_a_die_missed_by_the_first_vote_is_followed_by_the_second(dice: dict[str, Die]) -> None:
    before = [_die(300, 300, "2a"), _die(500, 300, "2a")]
    after = [_over(before[0], 1, dice), before[1]]
    followed = Tracker().update(before, dice, votes=3).at_rest_again()
    followed = followed.update(after[1:], dice, votes=1).update(after, dice, votes=2)
    assert [track.id for track in followed.tracks] == [1, 2]


def test_a_new_die_keeps_its_id_from_vote_to_vote(dice: dict[str, Die]) -> None:
    new = [_die(300, 300), _die(500, 300)]
    followed = Tracker().update(new, dice, votes=1).update(new[::-1], dice, votes=2)
    assert [track.id for track in followed.tracks] == [2, 1]
    assert followed.next_id == 3


def test_the_same_table_lies_as_before_and_another_does_not(dice: dict[str, Die]) -> None:
    table = [_die(100, 100), _die(300, 100)]
    tracks = Tracker().update(table, dice, votes=3).tracks
    assert is_unchanged(tracks, table)
    assert not is_unchanged(tracks, table[:1])
    assert not is_unchanged(tracks, [table[0], _die(305, 100)])
    assert not is_unchanged(tracks, [table[0], _die(300, 100, "2a")])


def test_a_roll_is_likelier_than_a_push_of_a_die_that_showed_that_side_before(dice: dict[str, Die]) -> None:
    """GEO-08: one rolled, its like beside it, which showed that side, was taken off."""
    rolled = _over(one := _die(300, 300, "2a"), 1, dice)
    like = replace(rolled, pose=replace(rolled.pose, x_mm=rolled.pose.x_mm + 60))
    assert _ids([one, like], [rolled], dice) == [1]
    assert _ids([like, one], [rolled], dice) == [2]


def test_a_die_without_a_file_is_followed_by_its_push_alone(dice: dict[str, Die]) -> None:
    """Where its rolls would end nobody knows."""
    unknown = "of/no/box"
    assert _ids([_die(100, 100, "4", die=unknown)], [_die(130, 100, "3", die=unknown)], dice) == [1]
    assert _ids([_die(100, 100, "4", die=unknown)], [_die(160, 100, "3", die=unknown)], dice) == [2]


def test_in_a_crowd_too_a_die_that_is_far_off_is_another(dice: dict[str, Die]) -> None:
    """More than can be paired by trying all ways."""
    before = [_die(100 * number + 60, 100) for number in range(9)]
    pushed = [_die(one.pose.x_mm, 115) for one in before[1:]]
    assert _ids(before, [*pushed, _die(60, 500)], dice) == [2, 3, 4, 5, 6, 7, 8, 9, 10]


@settings(max_examples=40)
@given(seed=st.integers(0, 10_000), count=st.integers(1, 12))
def test_small_pushes_never_mix_up_dice_of_one_kind(dice: dict[str, Die], seed: int, count: int) -> None:
    """However many are pushed at once, each by less than half the way to its neighbour."""
    rng = np.random.default_rng(seed)
    before = [_die(100 * column + 50, 120 * row + 50) for column in range(4) for row in range(3)][:count]
    pushes = rng.uniform(-20, 20, (count, 2))
    after = [_die(d.pose.x_mm + x, d.pose.y_mm + y) for d, (x, y) in zip(before, pushes.tolist(), strict=True)]
    order = rng.permutation(count).tolist()
    assert _ids(before, [after[place] for place in order], dice) == [place + 1 for place in order]
