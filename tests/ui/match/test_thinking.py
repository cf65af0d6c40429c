"""What a table at rest means while hands have not done yet what they were asked to."""

from __future__ import annotations

from companion.codec.actions import encode_action
from companion.rules import Position, actions, apply, legal_actions
from companion.session.inference import instructions
from companion.session.play import hands_in_words
from companion.session.play.state_reconciler import InferenceRequest, StateReconciler, infer
from tests.session.inference.conftest import Laid, catalogue, die, laid, seen_of, start

__all__ = ["catalogue", "laid", "start"]

DUEL = {"Light Tank a": ("8", 600.0, 300.0, 90.0), "Missile Tank": ("7", 600.0, 480.0, -90.0)}


def _shot(position: Position) -> actions.Shoot:
    shots = (a for a in legal_actions(position, "Light Tank a") if isinstance(a, actions.Shoot))
    return next(action for action in shots if action.target == "Missile Tank")


def test_a_die_that_waits_to_be_rolled_was_not_rolled_back_by_the_next_throw(laid: Laid) -> None:
    before = laid(DUEL)
    outcome = apply(before, _shot(before))
    given = instructions(before, outcome.events)
    seen = (*seen_of(before), die("howitzer", "6", 900, 300))
    thought = infer(InferenceRequest(2, outcome.position, seen, {}, given))
    assert [step["do"] for step in map(encode_action, thought.proposals[0].steps)] == ["end-turn", "throw"]
    assert "disturbed" not in encode_action(thought.proposals[0].steps[-1])
    assert thought.proposals[0].after.piece("Missile Tank").face == outcome.position.piece("Missile Tank").face
    assert thought.todo == given


def test_a_die_that_was_rolled_to_another_side_than_instructed_is_named(laid: Laid) -> None:
    before = laid(DUEL)
    outcome = apply(before, _shot(before))
    given = instructions(before, outcome.events)
    lies = outcome.position.piece("Missile Tank").placed
    other = next(face.key for face in before.piece("Missile Tank").die.faces if face.key not in {given[0].face, "7"})
    where = (other, lies.x_mm, lies.y_mm, lies.heading_deg)
    seen = tuple(seen_of(outcome.position, Missile_Tank=where))
    thought = infer(InferenceRequest(2, outcome.position, seen, {}, given))
    assert len(thought.astray) == 1
    assert thought.astray[0].startswith(f"Missile Tank shows side {other} instead of {given[0].face}")
    reconciler = StateReconciler()
    reconciler.on_acts(before, outcome.events, rest=None)
    assert "▲" not in hands_in_words(reconciler.given, reconciler.todo, reconciler.astray)
    reconciler.on_inference(thought)
    assert f"▲ {thought.astray[0]}" in hands_in_words(reconciler.given, reconciler.todo, reconciler.astray)
