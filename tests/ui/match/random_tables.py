"""Random tables before the camera of a match: dice placed, thrown, rolled, bumped and taken away, several acts between
two looks, sides that cannot be read; and people who press any key at what is made of it.

    python -m tests.ui.match.random_tables --matches 100 --looks 20
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, cast

from companion.camera import Camera
from companion.codec.actions import decode_action, encode_action
from companion.codec.script import decode_match_opening
from companion.geometry import Pose
from companion.rules import Piece, Position, Zone, actions, apply
from companion.session.inference import Proposal, SeenDie
from companion.session.live import TableSnapshot, TableState, Track
from companion.session.match import Match
from companion.session.play.modes import Browsing, Proposed
from companion.session.play.state_reconciler import infer
from companion.vision import DieReading, DieState, FaceGuess
from tests.rules.random_play import random_action
from tests.session.inference.looking import looked
from tests.ui.match.long_run import run_many
from tests.ui.match.random_hands import Hands
from tests.ui.match.random_openings import random_opening

#: So many dice of each player: guessing takes its time on a full table.
_EACH: Final = 3
#: How many questions deep the answers of a proposal are followed, and how many keys are pressed at one look.
_DEEP, _KEYS = 2, 4
_NO_CAMERA: Final = cast(Camera, None)


def small_opening(seed: int, kind: str) -> dict[str, Any]:
    """A random opening with a few dice of each player."""
    opening = random_opening(seed, kind)
    kept: Counter[str] = Counter()
    rows = []
    for row in random.Random(seed).sample(opening["pieces"], len(opening["pieces"])):
        kept[row["owner"]] += row["id"] != "ogre"
        if kept[row["owner"]] <= _EACH or row["id"] == "ogre":
            rows.append(row)
    return {**opening, "pieces": rows}


def sight_of(dice: Iterable[SeenDie], rest: int) -> TableSnapshot:
    """What the watcher says of the table that has come to rest, the dice numbered as they come."""
    tracks = tuple(Track(number, _reading(die), 3) for number, die in enumerate(dice, start=1))
    return TableSnapshot(rest, float(rest), None, TableState.SETTLED, "", tracks, rest, 3, _NO_CAMERA)


class WatchedHands(Hands):
    """Somebody at the presenter of a match with a camera over its table."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.table = match.position
        self._rests = 0

    def look(self, number: int) -> None:
        """Something happens on the table, which comes to rest; then any keys, and what must hold after each."""
        rng = random.Random(number)
        self._hands_on_the_table(rng)
        self._come_to_rest(rng)
        for _ in range(rng.randint(1, _KEYS)):
            if isinstance(self.presenter.mode, Proposed):
                for proposal in self.presenter.mode.proposals:
                    self._check_answers(proposal, _DEEP)
            self._any_key(rng)
            self.screen.check()
            self.alive()

    def _hands_on_the_table(self, rng: random.Random) -> None:
        """What people do with their hands; now and then they set the table as the match has it."""
        if rng.random() < 0.3:
            self.table = self.match.position
        for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
            if self.table.winner is None and rng.random() < 0.75:
                self.table = apply(self.table, random_action(rng, self.table)).position
            elif self.table.in_play:
                self.table = self.table.with_piece(_handled(rng, rng.choice(self.table.in_play)))

    def _come_to_rest(self, rng: random.Random) -> None:
        self._rests += 1
        dice = list(looked(self.table, rng))
        if rng.random() < 0.4:
            dice = [_misread(rng, die, self.table) for die in dice if rng.random() > 0.05]
        question = self.presenter.questions.on_snapshot(sight_of(dice, self._rests))
        if question is not None:
            self.presenter.questions.on_inference(infer(question))
            self.done[type(self.presenter.mode).__name__] += 1
            self.screen.check()

    def _any_key(self, rng: random.Random) -> None:
        turn = rng.random()
        if turn < 0.1:
            self.presenter.acts.undo()
        elif turn < 0.15:
            self.presenter.acts.redo()
        elif turn < 0.4:
            self.presenter.press("Return")
        else:
            self.press(rng)

    def _check_answers(self, proposal: Proposal, deep: int) -> None:
        """Every answer of every question leads to acts that a referee script may have and the rules take."""
        before = self.match.position if proposal.base is None else proposal.base
        for step in proposal.steps:
            assert decode_action(encode_action(step), "proposal", before) == step
        assert proposal.outcome.ok
        if proposal.thrown is not None:
            assert proposal.released(before, actions.Release(100.0, 10.0)).outcome.ok
        for ask in proposal.asks if deep else ():
            for place in range(len(ask.choices)):
                self.done[ask.kind.value] += 1
                self._check_answers(proposal.answered(ask.kind, place, before), deep - 1)


def _handled(rng: random.Random, piece: Piece) -> Piece:
    """A piece bumped, turned to another side, or taken away."""
    if rng.random() < 0.2:
        return replace(piece, zone=Zone.HAND, face=None, pose=None)
    pose = piece.placed
    pushed = replace(pose, x_mm=pose.x_mm + rng.uniform(-60, 60), y_mm=pose.y_mm + rng.uniform(-60, 60))
    return replace(piece, pose=pushed, face=rng.choice(piece.die.faces) if rng.random() < 0.4 else piece.face)


def _misread(rng: random.Random, die: SeenDie, table: Position) -> SeenDie:
    """Now and then a die whose side cannot be read, that is taken for another, leans, or lies over the edge."""
    chance = rng.random()
    if chance < 0.06:
        return replace(die, name=None)
    if chance < 0.12 and die.name is not None:
        other = rng.choice(list(table.pieces.values()))
        guesses = (FaceGuess(die.name, 0.3),) if rng.random() < 0.5 else ()
        wrong = replace(die.name, die=other.die.id, face=rng.choice(other.die.faces).key)
        return replace(die, name=wrong, alternatives=guesses)
    return replace(die, state=DieState.LEANING) if chance < 0.15 else die


def _reading(die: SeenDie) -> DieReading:
    pose = Pose(die.pose.x_mm, die.pose.y_mm, die.pose.heading_deg, die.pose.edge_mm)
    return DieReading(pose, die.sigma_mm, die.sigma_deg, die.state, die.name, 0.99, die.alternatives)


def watch(folder: Path, kind: str, seed: int, looks: Iterable[int]) -> WatchedHands:
    """A match with so many looks at its table; at last everything is taken back, and one act done by hand."""
    with closing(
        Match.begin(folder / f"{kind}-{seed}.diceland", decode_match_opening(small_opening(seed, kind)))
    ) as match:
        hands = WatchedHands(match)
        for number in looks:
            hands.look(number)
        hands.presenter.go(Browsing())
        while hands.presenter.acts.undo():
            hands.screen.check()
        assert match.position == match.start
        hands.alive()
        return hands


def main() -> None:
    """Watch many long matches, and say which failed."""
    run_many(lambda folder, kind, seed, numbers: watch(folder, kind, seed, numbers).done, __doc__, "looks", 20)


if __name__ == "__main__":
    main()
