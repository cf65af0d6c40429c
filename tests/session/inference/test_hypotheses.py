"""What may have been done since the last table at rest, and how rare it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.catalogue import EffectKind
from companion.rules import Position
from companion.rules.actions import Jump, Shoot, Throw
from companion.session.inference import SeenDie, play_actions
from companion.session.inference.hypotheses import find_hypotheses
from companion.session.inference.hypothesis import ActHypothesis
from companion.session.inference.table_delta import TableDelta
from tests.session.inference.conftest import Laid, die, seen_of


def hypotheses(position: Position, seen: Sequence[SeenDie]) -> tuple[ActHypothesis, ...]:
    return find_hypotheses(TableDelta.of(position, seen))


def kinds(guess: ActHypothesis) -> list[str]:
    return [type(step).__name__ for step in guess.steps]


def test_a_thrown_die_rather_strikes_what_lies_near_where_it_comes_to_lie(laid: Laid) -> None:
    position = laid({"Heavy Tank": ("8", 300.0, 300.0, 90.0)})
    costs = []
    for x in (380.0, 480.0, 900.0):
        seen = [*seen_of(position, Heavy_Tank=("8", 320, 310, 120)), die("gev", "5", x, 300)]
        struck = (
            guess
            for guess in hypotheses(position, seen)
            if len(guess.steps) == 1 and isinstance(guess.steps[0], Throw) and guess.steps[0].disturbed
        )
        costs.append(min(guess.cost for guess in struck))
    assert costs[0] + 1 < costs[1]
    assert costs[1] + 2 < costs[2]


def test_three_acts_before_one_table_are_found(laid: Laid) -> None:
    position = laid({"Heavy Tank": ("8", 300.0, 300.0, 90.0)})
    fresh = replace(position, turn=replace(position.turn, acted=True, spent=True))
    seen = [
        *seen_of(fresh),
        die("howitzer", "8", 700, 500),  # only Ben has one
        die("infantry", "4a", 500, 200),
        die("missile-tank", "7", 850, 450),  # and one of these
    ]
    best = hypotheses(fresh, seen)[0]
    assert best.misfit == 0.0
    assert kinds(best).count("Throw") == 3
    assert kinds(best)[:2] == ["EndTurn", "Throw"]


def test_a_die_that_was_taken_out_is_thrown_in_the_turn_in_which_it_comes_back(laid: Laid) -> None:
    position = laid({"Heavy Tank": ("8", 300.0, 300.0, 90.0)})
    howitzer = position.piece("Howitzer")
    back = replace(howitzer, zone=type(howitzer.zone).RESERVE, back_turn=position.turn.number + 3)
    position = replace(position.with_piece(back), turn=replace(position.turn, acted=True, spent=True))
    seen = [*seen_of(position), die("howitzer", "8", 700, 500)]
    best = hypotheses(position, seen)[0]
    assert kinds(best) == ["EndTurn", "EndTurn", "EndTurn", "Throw"]
    assert best.misfit == 0.0


def test_a_die_that_jumps_is_thrown_at_once(laid: Laid) -> None:
    faces = laid({}).piece("G.E.V. a").die.faces
    side = next(face.key for face in faces if face.has(EffectKind.JUMP))
    position = laid({"G.E.V. a": (side, 300.0, 300.0, 90.0)})
    in_hand = next(guess for guess in hypotheses(position, []) if kinds(guess) == ["Jump"])
    thrown = hypotheses(position, [die("gev", "5", 600, 400)])
    jumped = next(guess for guess in thrown if kinds(guess) == ["Jump", "Throw"])
    assert in_hand.cost > 3.0, "hardly anybody holds it in the hand"
    assert jumped.cost <= 3.0
    jumping = play_actions(position, (Jump(by="G.E.V. a"),)).position
    bens = next(guess for guess in hypotheses(jumping, [die("howitzer", "8", 700, 500)]) if guess.misfit == 0.0)
    assert kinds(bens) == ["EndTurn", "Throw"]
    assert bens.cost > 5.0, "it must have gone off the table before"


def test_a_shot_too_close_to_call_explains_what_no_clear_one_leaves(laid: Laid) -> None:
    """The light tank may shoot at the missile tank and only damages it; the heavy tank's shot, of which nobody can say
    whether it reaches, would have killed it."""
    lying = {
        "Heavy Tank": ("4", 500.0, 300.0, 90.0),
        "Light Tank a": ("8", 620.4, -3.8, 90.0),
        "Missile Tank": ("3", 620.4, 166.2, -90.0),
    }
    position = laid(lying)
    measured = {
        name: replace(piece, sigma_mm=1.5, sigma_deg=1.5) if piece.in_play else piece
        for name, piece in position.pieces.items()
    }
    position = replace(position, pieces=measured)
    found = hypotheses(position, seen_of(position, Missile_Tank=None))
    shot = found[0].steps[-1]
    assert isinstance(shot, Shoot)
    assert (shot.by, shot.settled) == ("Heavy Tank", True)


def test_a_die_that_is_gone_and_that_one_shot_only_rolls_was_shot_twice(laid: Laid) -> None:
    position = laid({"Heavy Tank": ("6", 300.0, 300.0, 90.0), "Missile Tank": ("6", 300.0, 420.0, 90.0)})
    once = play_actions(position, (Shoot(by="Heavy Tank", effect=0, target="Missile Tank"),)).position
    assert once.piece("Missile Tank").in_play
    best = hypotheses(position, seen_of(position, Missile_Tank=None))[0]
    assert kinds(best) == ["Shoot", "EndTurn", "EndTurn", "Shoot"]
    assert best.misfit == 0.0
    assert not best.after.piece("Missile Tank").in_play


def test_a_die_like_it_was_thrown_rather_than_that_one_was_shoved_far(laid: Laid) -> None:
    position = laid({"Heavy Tank": ("8", 200.0, 200.0, 90.0), "Light Tank a": ("8", 500.0, 300.0, 90.0)})
    seen = [*seen_of(position, Light_Tank_a=None), die("light-tank", "8", 585, 330, 60)]
    best = hypotheses(position, seen)[0]
    assert [step.knocked_off for step in best.steps if isinstance(step, Throw)] == [("Light Tank a",)]
    near = [*seen_of(position, Light_Tank_a=None), die("light-tank", "8", 525, 310, 80)]
    assert kinds(hypotheses(position, near)[0]) == ["Observe"], "an elbow does that"
