"""Whatever is seen, sensing answers: nothing raises, every proposal can be done, every remedy can be taken."""

from __future__ import annotations

import random

import pytest

from companion.codec.actions import decode_action, encode_action
from companion.geometry import Pose
from companion.rules import Position, Profile
from companion.rules.corrections import apply_correction
from companion.session.inference import (
    Prior,
    Remedy,
    SeenDie,
    assume_done,
    find_discrepancies,
    find_proposals,
    instructions,
    match_pieces,
    observe_drift,
)
from companion.vision import DieState, FaceGuess, FaceName
from tests.rules.random_play import play, random_position
from tests.session.inference.looking import looked


def anything(rng: random.Random, position: Position) -> SeenDie:
    """A die of the match or of none, read or not, lying anyhow anywhere."""
    dice = [piece.die for piece in position.pieces.values()]
    names = [FaceName(die.id, face.key) for die in rng.sample(dice, 3) for face in die.faces[:3]]
    names.append(FaceName("amber/skiff", "8"))
    pose = Pose(rng.uniform(-40, 1240), rng.uniform(-40, 940), rng.uniform(-400, 400), rng.choice([50.8, 50.8, 101.6]))
    guesses = tuple(FaceGuess(rng.choice(names), rng.random() / 2) for _ in range(rng.randint(0, 2)))
    read = rng.choice([*names, None, None])
    return SeenDie(read, pose, 0.4, 0.4, rng.choice(list(DieState)), guesses, rng.choice([None, 1, 2, 3]))


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_seen_is_answered_and_what_is_offered_can_be_done(seed: int) -> None:
    rng = random.Random(seed)
    start = random_position(rng, list(Profile)[seed % 3], players=2 + seed % 2, ogre=seed % 2 == 0)
    proposed = differing = 0
    for before, _, outcome in play(rng, start, 9)[::4]:
        seen = [die for die in looked(outcome.position, rng) if rng.random() > 0.15]
        seen += [anything(rng, before) for _ in range(rng.randint(0, 3))]
        followed = match_pieces(before, seen, {1: "A1", 2: "B1"}).followed
        todo = instructions(before, outcome.events)
        for proposal in find_proposals(before, assume_done(seen, todo) if seed % 2 else seen, followed):
            proposed += 1
            assert proposal.outcome.ok
            assert proposal.text
            for ask in proposal.asks:
                for place in range(len(ask.choices)):
                    answered = proposal.answered(ask.kind, place, before)
                    assert all(decode_action(encode_action(step), "test", before) == step for step in answered.steps)
                    assert answered.outcome.ok
        for difference in find_discrepancies(before, seen, followed):
            differing += 1
            taken = [explanation for explanation in difference.explanations if explanation.remedy is Remedy.CORRECTION]
            assert all(apply_correction(before, one.correction)[1] for one in taken if one.correction)
            assert len(difference.explanations) > 1
        observe_drift(before, seen)
        Prior.of(before)
    assert proposed + differing > 0
