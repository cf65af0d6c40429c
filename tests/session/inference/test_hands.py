"""After a ruling hands get instructions, and it is ticked off when it is seen to be done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.geometry import rolled_pose
from companion.rules import Position, actions, apply, damage_step, legal_actions
from companion.rules.events import Change, CounterChanged, Damaged, FlagChanged, Killed, Returned, Scored
from companion.session.inference import (
    HandTask,
    assume_done,
    find_discrepancies,
    find_proposals,
    instructions,
    still_to_do,
)
from companion.vision import DieState
from tests.session.inference.conftest import Laid, die, seen_of

DUEL = {
    "Heavy Tank": ("8", 300.0, 300.0, 90.0),
    "Light Tank a": ("8", 600.0, 300.0, 90.0),
    "Missile Tank": ("7", 600.0, 480.0, -90.0),
}


def shot(position: Position) -> actions.Shoot:
    """The light tank's shot at the missile tank, which does not kill it."""
    shots = (a for a in legal_actions(position, "Light Tank a") if isinstance(a, actions.Shoot))
    return next(action for action in shots if action.target == "Missile Tank")


def test_og_hit_03_a_damaged_die_is_rolled_over_its_red_dot_and_ticked_off_when_it_lies_there(laid: Laid) -> None:
    position = laid(DUEL)
    outcome = apply(position, shot(position))
    (todo,) = instructions(position, outcome.events)
    tank = position.piece("Missile Tank")
    assert todo.hand is HandTask.ROLL
    assert todo.text == f"Roll Missile Tank over its red dot to side {todo.face}."
    assert todo.corners == tank.showing.damage
    assert todo.start == tank.placed
    after = outcome.position.piece("Missile Tank").placed
    assert todo.end is not None
    assert (todo.end.x_mm, todo.end.y_mm) == (after.x_mm, after.y_mm)
    assert not todo.done(seen_of(position))
    assert todo.face is not None
    assert todo.done(seen_of(position, Missile_Tank=(todo.face, after.x_mm + 6, after.y_mm - 5, after.heading_deg + 9)))
    wrong = seen_of(position, Missile_Tank=("4", after.x_mm, after.y_mm, after.heading_deg))
    assert still_to_do([todo], wrong) == (todo,)


def test_a_die_that_was_rolled_otherwise_than_instructed_is_reported(laid: Laid) -> None:
    position = laid(DUEL)
    (todo,) = instructions(position, apply(position, shot(position)).events)
    assert todo.end is not None
    assert todo.face is not None
    x, y, heading = todo.end.x_mm, todo.end.y_mm, todo.end.heading_deg
    assert todo.astray(seen_of(position)) is None
    assert todo.astray(seen_of(position, Missile_Tank=(todo.face, x, y, heading))) is None
    wrong = todo.astray(seen_of(position, Missile_Tank=("3", x, y, heading)))
    assert wrong == f"Missile Tank shows side 3 instead of {todo.face}: roll it until it lies as it is drawn."
    off = todo.astray(seen_of(position, Missile_Tank=(todo.face, x + 30, y, heading)))
    assert off is not None
    assert off.endswith("put it where it is drawn.")
    assert todo.astray(seen_of(position, Missile_Tank=None)) is None


def test_while_hands_are_at_it_the_table_is_looked_at_as_if_they_were_done(laid: Laid) -> None:
    position = laid(DUEL)
    outcome = apply(position, shot(position))
    todo = instructions(position, outcome.events)
    before = seen_of(position)
    assert find_discrepancies(outcome.position, before)
    assert find_discrepancies(outcome.position, assume_done(before, todo)) == ()
    assert find_proposals(outcome.position, assume_done(before, todo)) == ()
    done = seen_of(outcome.position)
    assert assume_done(done, todo) == tuple(done)


def test_what_no_camera_sees_keeps_nothing_that_it_does_see_from_being_looked_at_as_done(laid: Laid) -> None:
    """A counter is put down before the die is rolled: nobody sees whether it was."""
    position = laid(DUEL)
    outcome = apply(position, shot(position))
    counter = CounterChanged(piece="Light Tank a", kind="poison", change=Change.ADDED)
    todo = instructions(position, (counter, *outcome.events))
    assert [one.visible for one in todo] == [False, True]
    assert find_discrepancies(outcome.position, assume_done(seen_of(position), todo)) == ()


def test_og_kill_02_a_killed_die_is_taken_off_the_table_into_reserve(laid: Laid) -> None:
    position = laid({"Heavy Tank": ("8", 600.0, 300.0, 90.0), "Infantry d": ("1a", 600.0, 460.0, 0.0)})
    action = next(a for a in legal_actions(position, "Heavy Tank") if isinstance(a, actions.Shoot) and a.target)
    (todo,) = instructions(position, apply(position, action).events)
    assert todo.hand is HandTask.TAKE_OFF
    assert todo.text == "Take Infantry d off the table, into Ben's reserve."
    assert not todo.done(seen_of(position))
    assert todo.done(seen_of(position, Infantry_d=None))
    assert len(assume_done(seen_of(position), [todo])) == 1


def test_og_off_04_a_thrown_die_that_leans_goes_back_in_hand_and_one_that_flew_off_is_gone_already(laid: Laid) -> None:
    position = laid(DUEL)
    lean = actions.Throw(piece="G.E.V. a", lands=actions.LeaningPose("Heavy Tank"))
    (todo,) = instructions(position, apply(position, lean).events)
    leaning = die("gev", "5", 570, 290, state=DieState.LEANING)
    assert todo.text == "G.E.V. a goes back into Anna's hand."
    assert not todo.done([*seen_of(position), leaning])
    assert todo.done(seen_of(position))
    assert assume_done([*seen_of(position), leaning], [todo]) == tuple(seen_of(position))


def test_what_a_throw_did_to_the_table_needs_no_hands_but_to_take_off_what_fell(laid: Laid) -> None:
    position = laid(DUEL)
    action = actions.Throw(
        piece="G.E.V. a",
        lands=actions.RestingPose("5", (800, 300), 0),
        knocked_off=("Missile Tank",),
        disturbed=(actions.ObservedPiece("Heavy Tank", actions.RestingPose("8", (620, 310), 80)),),
    )
    reported = instructions(position, apply(position, action).events)
    assert [(one.hand, one.piece) for one in reported] == [(HandTask.TAKE_OFF, "Missile Tank")]


def test_two_rolls_of_one_die_are_one_instruction_and_a_killed_die_is_not_rolled_first(laid: Laid) -> None:
    position = laid(DUEL)
    first = apply(position, shot(position))
    tank = first.position.piece("Missile Tank")
    assert tank.face is not None
    lower = tank.die.face_over(tank.face, tank.face.damage[0])
    assert lower is not None
    x, y = tank.placed.rolled_over(tank.face.damage[0])
    again = next(event for event in first.events if isinstance(event, Damaged))
    again = replace(again, face=lower.key, centre_mm=(x, y), heading_deg=_heading(tank.id, first.position))
    (both,) = instructions(position, [*first.events, again])
    assert len(both.corners) == 2
    assert both.start == position.piece("Missile Tank").placed
    assert both.face == lower.key
    assert both.text == f"Roll Missile Tank over its red dot, then over its red dot to side {lower.key}."
    killed = Killed(piece="Missile Tank", by="Heavy Tank", points=6, to="Anna")
    (taken,) = instructions(position, [*first.events, killed])
    assert taken.hand is HandTask.TAKE_OFF
    assert taken.start == position.piece("Missile Tank").placed


@pytest.mark.parametrize("name", ["Hang over Fist", "Back to side"])
def test_a_die_is_named_in_full_however_often_it_rolls(laid: Laid, name: str) -> None:
    position = laid(DUEL)
    tank = lies = replace(position.piece("Missile Tank"), id=name)
    events = []
    for _ in range(2):
        corner = lies.showing.damage[0]
        face = lies.die.face_over(lies.showing, corner)
        assert face is not None
        pose = rolled_pose(lies.placed, lies.showing.vertices or "", corner, face.vertices or "")
        lies = replace(lies, face=face, pose=pose)
        events.append(Damaged.of(lies))
    (both,) = instructions(replace(position, pieces={name: tank}), events)
    assert both.text == f"Roll {tank.label} over its red dot, then over its red dot to side {lies.showing.key}."
    assert len(both.corners) == 2


def _heading(name: str, position: Position) -> float:
    step = damage_step(position, name).step
    assert step is not None
    return step.pose.heading_deg


def test_counters_flags_and_dice_that_return_are_listed_but_no_camera_sees_them(laid: Laid) -> None:
    position = laid(DUEL)
    reported = instructions(
        position,
        [
            CounterChanged(piece="Missile Tank", kind="poison", change=Change.ADDED),
            CounterChanged(piece="Missile Tank", kind="poison", change=Change.REMOVED),
            FlagChanged(piece="Heavy Tank", number=1, change=Change.ADDED),
            FlagChanged(piece="Heavy Tank", number=1, change=Change.REMOVED),
            Returned(piece="G.E.V. b"),
            Scored(player="Anna", points=3, why="killed"),
        ],
    )
    assert [one.hand for one in reported] == [
        HandTask.COUNTER_ON,
        HandTask.COUNTER_OFF,
        HandTask.FLAG_ON,
        HandTask.FLAG_OFF,
        HandTask.BACK_IN_HAND,
    ]
    assert not any(one.visible or one.done(seen_of(position)) for one in reported)
    assert reported[0].text == "Put a Poison Counter beside Missile Tank."
    assert reported[2].number == 1
    assert still_to_do(reported, seen_of(position)) == reported
