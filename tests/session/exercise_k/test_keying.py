"""Keys become actions: what is offered, what is left out, what Enter would do."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.exercise_k.codec.documents import mark_iii
from companion.exercise_k.rules import actions
from companion.exercise_k.rules.engine import apply_desk_action
from companion.exercise_k.rules.position import DeskAgreement, DeskPosition, new_game
from companion.exercise_k.rules.record_sheet import SheetSystem
from companion.exercise_k.rules.roster import roster_for
from companion.exercise_k.session.key_parser import parse_keys

POSITION = new_game(roster_for(12, ["Black", "Blue", "Red", "Green"]), mark_iii())


@pytest.mark.parametrize(
    ("keys", "action"),
    [
        ("b2t5", actions.Damage(by=("Black 1",), target="Blue 2", system=SheetSystem.TREAD, count=5)),
        ("B2T12", actions.Damage(by=("Black 1",), target="Blue 2", system=SheetSystem.TREAD, count=12)),
        ("B2M", actions.Damage(by=("Black 1",), target="Blue 2", system=SheetSystem.MAIN, count=1)),
        ("R1S0", actions.Damage(by=("Black 1",), target="Red 1", system=SheetSystem.SECONDARY, count=0)),
        ("XG3A2", actions.Damage(by=("Black 1",), target="Green 3", system=SheetSystem.AP, count=2, ram=True)),
        ("GC", actions.Destroy(by="Black 1", building="Green CP")),
        ("XGC", actions.Destroy(by="Black 1", building="Green CP", ram=True)),
        ("GR1", actions.Destroy(by="Black 1", building="Green R1")),
        ("GR2D", actions.Destroy(by="Black 1", building="Green R2", result=actions.BuildingResult.DISABLED)),
        ("ST4", actions.SelfDamage(ogre="Black 1", system=SheetSystem.TREAD, count=4)),
        ("F", actions.FireMissile(by="Black 1")),
        ("CB2T30", actions.CorrectGame(ogre="Blue 2", system=SheetSystem.TREAD, left=30)),
        ("CK1S0", actions.CorrectGame(ogre="Black 1", system=SheetSystem.SECONDARY, left=0)),
        ("CB2P12", actions.CorrectGame(account="Blue 2", points=12)),
        ("CB2N8", actions.CorrectGame(account="Blue 2", points=-8)),
        ("CBC", actions.CorrectGame(building="Blue CP", stands=False)),
        ("CKR2", actions.CorrectGame(building="Black R2", stands=False)),
        ("CB2T", None),
        ("B", None),
        ("B2", None),
        ("", None),
    ],
)
def test_keys_say_an_action(keys: str, action: actions.DeskAction | None) -> None:
    found = parse_keys(keys, POSITION)
    assert found.action == action
    assert found.keys == keys.upper()


def test_ek_spec_07_no_friend_is_offered_as_a_target() -> None:
    offered = [choice.key for choice in parse_keys("", POSITION).choices]
    assert offered == ["B", "R", "G", "X", "S", "F", "C"]
    assert parse_keys("K1", POSITION).keys == ""


def test_keys_that_make_no_sense_are_left_out() -> None:
    found = parse_keys("B9 2?T46", POSITION)
    assert found.keys == "B2T4"
    assert found.words == ("Blue 2", "Tread unit", "× 4")


def test_what_is_gone_is_not_offered() -> None:
    gone = actions.Damage(by=("Black 1",), target="Blue 2", system=SheetSystem.MAIN, count=1)
    position = apply_desk_action(
        apply_desk_action(POSITION, gone).position, actions.Destroy(by="Black 1", building="Green CP")
    ).position
    assert "M" not in [choice.key for choice in parse_keys("B2", position).choices]
    assert "C" not in [choice.key for choice in parse_keys("G", position).choices]


def test_amb_56_ogres_of_one_player_fire_together_where_that_is_agreed() -> None:
    roster = roster_for(4, ["Black", "Blue", "Red", "Green"])
    apart, together = (
        new_game(roster, mark_iii(), agreement=DeskAgreement(choices={"AMB-56": value}))
        for value in ("apart", "together")
    )
    assert parse_keys("W", apart).keys == ""
    expected = actions.Damage(by=("Black 1", "Black 2"), target="Blue 1", system=SheetSystem.MAIN, count=1)
    assert parse_keys("W2B1M", together).action == expected
    assert apply_desk_action(together, expected).ok


@given(st.text(alphabet="BRGKX123CSMIATFWDPN0459 ", max_size=12), st.integers(0, 50))
def test_every_action_that_can_be_keyed_is_taken_by_the_rules(keys: str, seed: int) -> None:
    position = _played(seed)
    action = parse_keys(keys, position).action
    assume(action is not None)
    assert action is not None
    outcome = apply_desk_action(position, action)
    assert outcome.ok, outcome.ruling.text


def _played(seed: int) -> DeskPosition:
    """A position after some random keys."""
    chance, position = random.Random(seed), POSITION
    for _ in range(seed % 12):
        action = parse_keys(chance.choices("BRGKX123CSMIATF0459", k=20), position).action
        position = apply_desk_action(position, action or actions.EndDeskTurn()).position
        position = apply_desk_action(position, actions.EndDeskTurn()).position
    return position
