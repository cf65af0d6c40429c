"""Tables seen badly, written down with all that is weighed: what every explanation costs and leaves unexplained, how
badly each die fits each piece, what is expected, what is asked where dice are hidden, what every answer makes of it.

    python -m tests.session.inference.golden_weights     write the golden files anew (look at what `git diff` says)

`golden_looks.py` beside it holds what people read; here it is the numbers behind that, so that none of
`companion/session/inference/tuning.py` can be moved unnoticed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.geometry import Pose
from companion.rules import Agreement, Piece, Position, Profile, Terrain, apply, refreshed
from companion.session.inference import (
    Prior,
    SeenDie,
    assume_done,
    find_discrepancies,
    find_proposals,
    instructions,
)
from companion.session.inference.hypotheses import find_hypotheses
from companion.session.inference.identity import move_cost
from companion.session.inference.observed_dice import apart_mm
from companion.session.inference.proposals import reinterpret_misread
from companion.session.inference.residuals import BY_HAND, UNTOUCHED, residual
from companion.session.inference.table_delta import TableDelta
from companion.vision import DieReading, DieState, FaceGuess, FaceName
from tests.golden_lines import golden_line, write_golden
from tests.rules.golden_play import HILL, WALL
from tests.rules.random_play import play, random_action, random_position
from tests.session.inference.golden_looks import reported_difference, reported_proposal
from tests.session.inference.looking import looked

_DIGITS: Final = 3
GOLDEN: Final = Path(__file__).parent / "golden" / "weights"
TABLES: Final = 6
#: So many explanations are held, the likeliest first.
_MOST: Final = 10
#: File -> seed, profile.
FILES: Final[Mapping[str, tuple[int, Profile]]] = {
    "ogre": (400, Profile.OGRE),
    "deep-white-sea": (420, Profile.DEEP_WHITE_SEA),
    "cyburg": (440, Profile.CYBURG),
}


def weighed(seed: int, profile: Profile) -> Iterator[str]:
    """The tables with that seed, a line for each thing that is weighed."""
    rng = random.Random(seed)
    for number in range(TABLES):
        position = _table(rng, profile, advanced=number % 3 == 0)
        action = random_action(rng, position)
        outcome = apply(position, action)
        after = outcome.position if rng.random() < 0.8 else position
        seen = [die for one in looked(after, rng) for die in _badly(rng, one, position)]
        tracks = {die.track: rng.choice(position.in_play).id for die in seen if die.track is not None}
        hidden = frozenset(piece.id for piece in position.in_play if rng.random() < 0.1)
        yield f"-- {number} {type(action).__name__}"
        yield from _fits(position, seen, tracks)
        yield from _explained(position, seen, tracks, hidden)
        yield from _expected(rng, position, seen)
        for one in (todo := instructions(position, outcome.events)):
            yield _line("to do", [one.text, one.done(seen), one.astray(seen), [one.concerns(die) for die in seen]])
        yield _line("as if done", [_lies(die) for die in assume_done(seen, todo)])


def _table(rng: random.Random, profile: Profile, *, advanced: bool) -> Position:
    """A match some moves old; with hill and wall by the Advanced Rules."""
    position = random_position(rng, profile, ogre=rng.random() < 0.6)
    if advanced:
        terrain = (Terrain("hill", HILL, 1, 30.0), Terrain("wall", WALL, None))
        table = replace(position.table, terrain=terrain)
        position = refreshed(replace(position, agreement=Agreement(profile, True), table=table))
    moves = play(rng, position, rng.choice([0, 2, 5]))
    return moves[-1][2].position if moves and moves[-1][2].position.winner is None else position


def _badly(rng: random.Random, die: SeenDie, position: Position) -> Iterator[SeenDie]:
    """The die as it might be seen, anything from a hair to a hand's breadth off; or not at all."""
    name = die.name
    other = rng.choice([_any_name(rng, piece) for piece in position.pieces.values()])
    guesses = tuple(FaceGuess(guess, rng.uniform(0.05, 0.5)) for guess in (name, other) if guess)
    kind = rng.random()
    if kind < 0.05:
        return
    if kind < 0.2:
        read = rng.choice([None, None, other])
        die = replace(die, name=read, alternatives=rng.choice([(), guesses, guesses[:1]]))
    if rng.random() < 0.22:
        off_mm, turn_deg = 10 ** rng.uniform(-0.5, 2.0), 10 ** rng.uniform(-0.5, 2.2)
        pose = die.pose
        die = replace(die, pose=Pose(pose.x_mm + off_mm, pose.y_mm, pose.heading_deg + turn_deg, pose.edge_mm))
    if rng.random() < 0.12:
        tilt = rng.choice([None, rng.uniform(3, 20)])
        die = replace(die, state=rng.choice([DieState.LEANING, DieState.OVERHANGING]), tilt_deg=tilt)
    sigma = rng.choice([0.2, 0.5, 2.0])
    track = rng.choice([None, rng.randint(1, 40)])
    yield replace(die, sigma_mm=sigma, sigma_deg=sigma, track=track, heading_sure=rng.random() < 0.85)


def _any_name(rng: random.Random, piece: Piece) -> FaceName:
    return FaceName(rng.choice([piece.die.id, piece.die.id, "of/another/box"]), rng.choice(piece.die.faces).key)


def _fits(position: Position, seen: Sequence[SeenDie], tracks: Mapping[int, str]) -> Iterator[str]:
    """How badly each die fits the pieces nearest to it."""
    for die in sorted(seen, key=lambda one: one.pose.x_mm):
        near = sorted(position.in_play, key=lambda piece: apart_mm(piece.placed, die.pose))[:2]
        rows = [
            [piece.id, residual(piece, die, UNTOUCHED), residual(piece, die, BY_HAND), move_cost(piece, die, tracks)]
            for piece in near
        ]
        yield _line("fits", rows)


def _explained(
    position: Position, seen: Sequence[SeenDie], tracks: Mapping[int, str], hidden: frozenset[str]
) -> Iterator[str]:
    for guess in find_hypotheses(TableDelta.of(position, seen, tracks, hidden), followed_up=())[:_MOST]:
        yield _line("explained", [[type(step).__name__ for step in guess.steps], guess.cost, guess.misfit])
    for proposal in find_proposals(position, seen, tracks, hidden)[:3]:
        yield _line("proposed", reported_proposal(proposal))
        for ask in proposal.asks:
            for choice in range(len(ask.choices)):
                answered = proposal.answered(ask.kind, choice, position)
                yield _line(f"{ask.kind.value} {choice}", [answered.text, [again.text for again in answered.asks]])
    for difference in find_discrepancies(position, seen, tracks, hidden):
        yield _line("differs", reported_difference(difference))


def _expected(rng: random.Random, position: Position, seen: Sequence[SeenDie]) -> Iterator[str]:
    expected = Prior.of(position)
    taken = [die.name for die in reinterpret_misread(position, seen)]
    yield _line("taken for", [name and f"{name.die} {name.face}" for name in taken])
    readings = tuple(_read(rng, die) for die in seen)
    for reading in readings[:4]:
        decided = expected.decide(reading)
        rows = [[guess.name.face, guess.confidence] for guess in expected.weighed(reading)]
        yield _line("weighed", [decided and decided.face, *rows])


def _lies(die: SeenDie) -> list[Any]:
    return [
        die.name and die.name.face,
        *die.pose.centre_mm,
        die.pose.heading_deg,
        die.state.value,
        len(die.alternatives),
    ]


def _read(rng: random.Random, die: SeenDie) -> DieReading:
    """The reading that such a look would be of, as sure as it happens to be."""
    confidence = rng.uniform(0.3, 1.0)
    return DieReading(
        die.pose, die.sigma_mm, die.sigma_deg, die.state, die.name, confidence, die.alternatives, None, die.tilt_deg
    )


def _line(head: str, value: Any) -> str:
    return golden_line(head, value, _DIGITS)


def main() -> None:
    """Write every golden file."""
    for name, how in FILES.items():
        write_golden(GOLDEN / f"{name}.txt", weighed(*how))


if __name__ == "__main__":
    main()
