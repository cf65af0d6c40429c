"""One weapon looked through: how every other piece stands to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.catalogue import Die
from companion.rules import Position, Refused, Why
from companion.session import TargetStanding, layout_of, survey_targets
from companion.session.inspection import position_of, weapons_of
from companion.vision.reading import DieReading, Reading

OUTLINE = ((0.0, 0.0), (1000.0, 0.0), (1000.0, 620.0), (0.0, 620.0))
Lay = Callable[..., DieReading]
Readings = Callable[..., Reading]


@pytest.fixture
def position(dice: dict[str, Die], lay: Lay, reading: Readings) -> Position:
    """A tank looking away from the near edge, a truck beside it, an enemy ahead, one farther on, one behind it."""
    seen = (
        lay("t/tank", "8", (300, 250)),
        lay("t/truck", "8", (400, 250)),
        lay("t/tank", "7", (310, 400), -90),
        lay("t/tank", "6", (320, 560), 30),
        lay("t/truck", "8", (700, 100)),
    )
    layout = layout_of(reading(*seen), OUTLINE, dice)
    return position_of(layout.given_to("Truck b", "B"), dice)


def test_og_range_02_the_closest_is_legal_and_in_focus_and_the_next_is_not(position: Position) -> None:
    seen = survey_targets(position, "Tank a", 0)
    assert seen.focus == "Tank b"
    assert [candidate.piece for candidate in seen.standing(TargetStanding.LEGAL)] == ["Tank b"]
    farther = seen.of("Tank c")
    assert farther is not None
    assert farther.why is Why.NOT_CLOSEST


def test_og_range_03_the_own_side_is_no_target(position: Position) -> None:
    own = survey_targets(position, "Tank a", 0).of("Truck a")
    assert own is not None
    assert (own.standing, own.why) == (TargetStanding.EXCLUDED, Why.ALLY)


def test_og_sight_05_what_is_behind_the_baseline_says_by_how_much(position: Position) -> None:
    behind = survey_targets(position, "Tank a", 0).of("Truck b")
    assert behind is not None
    assert behind.why is Why.NOT_SEEN
    assert behind.margin is not None
    assert behind.margin.value == pytest.approx(100 + 50.8 / 2 - 250 + 50.8 / (2 * 3**0.5) + 3.93, abs=0.05)


def test_every_other_piece_is_a_candidate_once(position: Position) -> None:
    seen = survey_targets(position, "Tank b", 0)
    assert sorted(candidate.piece for candidate in seen.candidates) == ["Tank a", "Tank c", "Truck a", "Truck b"]
    assert seen.of("Tank b") is None


def test_amb_02_two_that_cannot_be_distinguished_are_both_too_close_to_call(
    dice: dict[str, Die], lay: Lay, reading: Readings
) -> None:
    seen = (
        lay("t/tank", "8", (500, 100)),
        lay("t/truck", "8", (400, 400), sigma_mm=1.5),
        lay("t/truck", "8", (600, 400.5), sigma_mm=1.5),
    )
    position = position_of(layout_of(reading(*seen), OUTLINE, dice), dice)
    looked = survey_targets(position, "Tank", 0)
    assert {candidate.piece for candidate in looked.standing(TargetStanding.UNSURE)} == {"Truck a", "Truck b"}
    assert "AMB-02" in looked.ruling.rules


def test_og_range_13_an_all_range_weapon_says_in_which_order_it_hits(
    dice: dict[str, Die], lay: Lay, reading: Readings
) -> None:
    seen = (lay("t/tank", "6", (500, 100)), lay("t/truck", "8", (600, 500)), lay("t/truck", "8", (400, 400)))
    looked = survey_targets(position_of(layout_of(reading(*seen), OUTLINE, dice), dice), "Tank", 1)
    assert {candidate.piece: candidate.order for candidate in looked.candidates} == {"Truck a": 1, "Truck b": 2}


def test_one_target_alone_has_no_order(position: Position) -> None:
    assert [candidate.order for candidate in survey_targets(position, "Tank a", 0).candidates] == [None] * 4


def test_amb_01_a_target_seen_by_its_outline_alone_is_contested(
    dice: dict[str, Die], lay: Lay, reading: Readings
) -> None:
    behind = lay(
        "t/truck", "8", (300, 212.0), -90
    )  # its top face ends 2 mm short of the baseline, its outline does not
    seen = (lay("t/tank", "8", (600, 250)), behind, lay("t/tank", "7", (610, 500)))
    layout = layout_of(reading(*seen), OUTLINE, dice).given_to("Truck", "B")
    looked = survey_targets(position_of(layout, dice), "Tank a", 0)
    assert {candidate.piece: candidate.contested for candidate in looked.candidates} == {"Truck": True, "Tank b": False}


def test_the_focus_moves_to_a_candidate_and_to_nothing_else(position: Position) -> None:
    seen = survey_targets(position, "Tank a", 0)
    assert seen.focused_on("Truck b").focus == "Truck b"
    assert seen.focused_on("Tank a") == seen


def test_weapons_are_the_effects_with_an_arrow_by_their_place_on_the_face(position: Position) -> None:
    assert weapons_of(position, "Tank a") == (0,)
    assert weapons_of(position, "Tank c") == (1,)
    assert weapons_of(position, "Truck a") == ()
    assert weapons_of(position, "nobody") == ()


def test_a_weapon_is_named_with_its_range(position: Position) -> None:
    assert survey_targets(position, "Tank b", 0).weapon == "Gun, long range"
    assert survey_targets(position, "Tank b", 0).corners == (0, 1)


def test_what_cannot_be_looked_through_is_refused_with_a_ruling(position: Position) -> None:
    with pytest.raises(Refused):
        survey_targets(position, "Tank c", 0)
