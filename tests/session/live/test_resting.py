"""How many readings make a table sure, and when it is read once more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.codec.die import known_dice
from companion.geometry import Pose
from companion.session.live import VOTES_ALIKE, VOTES_WANTED
from companion.session.live.settled_table import SettledTable
from companion.session.live.tuning import READ_AGAIN_S
from companion.vision import CameraCheck, DieReading, DieState, FaceName, Reading, TableMemory

DIE = DieReading(Pose(200, 100, 30, 50.8), 0.2, 0.3, DieState.FLAT, FaceName("ogre/gev", "8"), 0.99)
OTHER = replace(DIE, pose=replace(DIE.pose, x_mm=500))


@pytest.fixture
def resting() -> SettledTable:
    begun = SettledTable(known_dice())
    begun.begin()
    return begun


def _heard(resting: SettledTable, *readings: tuple[DieReading, ...], at_s: float = 1.0) -> None:
    for dice in readings:
        resting.hear(Reading("", dice, CameraCheck(0.0, 4)), at_s, TableMemory())


def test_readings_that_say_the_same_without_a_doubt_are_soon_enough(resting: SettledTable) -> None:
    _heard(resting, *[(DIE, OTHER)] * VOTES_ALIKE)
    assert resting.sure
    assert not resting.wants_reading(1.1)


@pytest.mark.parametrize(
    "second",
    [
        (DIE,),
        (DIE, replace(OTHER, name=FaceName("ogre/gev", "7"))),
        (DIE, replace(OTHER, confidence=0.6)),
        (DIE, replace(OTHER, name=None)),
        (DIE, replace(OTHER, state=DieState.LEANING)),
        (DIE, replace(OTHER, pose=replace(OTHER.pose, x_mm=510))),
    ],
    ids=["gone", "other face", "in doubt", "unread", "leaning", "elsewhere"],
)
def test_readings_that_differ_or_doubt_want_one_more(resting: SettledTable, second: tuple[DieReading, ...]) -> None:
    _heard(resting, (DIE, OTHER), second)
    assert not resting.sure
    assert resting.wants_reading(1.1)
    _heard(resting, (DIE, OTHER))
    assert resting.votes == VOTES_WANTED
    assert resting.sure


def test_an_empty_table_is_sure_as_well(resting: SettledTable) -> None:
    _heard(resting, *[()] * VOTES_ALIKE)
    assert resting.sure


def test_a_table_at_rest_is_read_again_now_and_then(resting: SettledTable) -> None:
    _heard(resting, (DIE,), (DIE,), at_s=5.0)
    assert not resting.wants_reading(4.9 + READ_AGAIN_S)
    assert resting.wants_reading(5.0 + READ_AGAIN_S)


def test_what_a_later_reading_sees_otherwise_begins_another_rest(resting: SettledTable) -> None:
    _heard(resting, (DIE,), (DIE,), at_s=5.0)
    _heard(resting, (DIE, OTHER), at_s=15.0)
    assert (resting.number, resting.votes) == (2, 1)
    _heard(resting, (DIE, OTHER), at_s=15.5)
    assert resting.sure
    assert [track.id for track in resting.tracks] == [1, 2]


def test_a_later_reading_that_says_the_same_changes_nothing(resting: SettledTable) -> None:
    _heard(resting, (DIE,), (DIE,), at_s=5.0)
    _heard(resting, (DIE,), at_s=15.0)
    assert resting.number == 1
    assert resting.sure
