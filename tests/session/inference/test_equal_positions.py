"""Which positions are the same for all that can happen from now on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules import MayAct, Position
from companion.rules.actions import EndTurn, Maneuver
from companion.session.inference import play_actions
from companion.session.inference.equal_positions import go_on_alike
from tests.session.inference.conftest import Laid

INFANTRY = {"Infantry a": ("4a", 300.0, 200.0, 70.0), "Heavy Tank": ("8", 600.0, 300.0, 90.0)}


@pytest.fixture
def position(laid: Laid) -> Position:
    """Anna's Infantry and Heavy Tank; nothing was done in this turn."""
    return laid(INFANTRY)


def moved(position: Position, name: str, mm: float) -> Position:
    piece = position.piece(name)
    return position.with_piece(replace(piece, pose=replace(piece.placed, x_mm=piece.placed.x_mm + mm)))


def test_how_many_turns_there_were_does_not_count_but_whose_it_is(position: Position) -> None:
    passed = play_actions(position, (EndTurn(), EndTurn())).position
    acted = replace(passed, turn=replace(passed.turn, passes=0))
    assert acted.turn.number == position.turn.number + 2
    assert go_on_alike(position, acted)
    assert not go_on_alike(position, play_actions(position, (EndTurn(),)).position)


def test_the_first_turn_is_like_no_later_one(position: Position) -> None:
    assert not go_on_alike(replace(position, turn=replace(position.turn, number=1)), position)


def test_by_a_hair_a_die_lies_as_it_lies(position: Position) -> None:
    assert go_on_alike(position, moved(position, "Heavy Tank", 1.0))
    assert not go_on_alike(position, moved(position, "Heavy Tank", 8.0))


def test_another_side_another_score_and_what_is_pending_are_another_position(position: Position) -> None:
    tank = position.piece("Heavy Tank")
    rolled = play_actions(position, (Maneuver(piece=tank.id, corner=tank.showing.maneuver[0]),)).position
    assert not go_on_alike(position, position.with_piece(replace(tank, face=rolled.piece(tank.id).face)))
    assert not go_on_alike(position, replace(position, score={"Anna": 3, "Ben": 0}))
    assert not go_on_alike(position, replace(position, pending=(MayAct("Heavy Tank"),)))


def test_which_of_equal_dice_lies_there_counts_only_where_it_is_called_by_name(laid: Laid) -> None:
    one = laid(INFANTRY)
    other = laid({"Infantry b": INFANTRY["Infantry a"], "Heavy Tank": INFANTRY["Heavy Tank"]})
    assert go_on_alike(one, other)
    by_name = replace(one, pending=(MayAct("Infantry a"),)), replace(other, pending=(MayAct("Infantry a"),))
    assert not go_on_alike(*by_name)


def test_a_die_that_comes_back_later_is_not_yet_in_the_same_place(position: Position) -> None:
    now = position.turn.number
    soon, later = (
        position.with_piece(replace(position.piece("Infantry b"), back_turn=now + turns)) for turns in (1, 3)
    )
    assert not go_on_alike(soon, later)
    assert go_on_alike(soon, replace(later, turn=replace(later.turn, number=now + 2)))
