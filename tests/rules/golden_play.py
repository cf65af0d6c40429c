"""Random matches by the rules, written down move by move with the ruling on each and on the questions that could be
asked then: what the rules say of many situations, held so that nothing of it changes unnoticed.

    python -m tests.rules.golden_play        write the golden files anew (look at what `git diff` says has changed)

Numbers are rounded to a hundredth, for another machine's last digits differ.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from companion.catalogue import Die
from companion.codec.document import decode, encode_given
from companion.codec.outcomes import encode_event
from companion.codec.script.answers import answer_question
from companion.codec.script.questions import RuleQuestion
from companion.rules import Agreement, Outcome, Position, Profile, Terrain, apply, refreshed
from companion.rules.ruling import Refused, Ruling
from tests.golden_lines import golden_line, write_golden
from tests.rules.random_play import random_action, random_position

#: Numbers are rounded to so many.
_DIGITS: Final = 2
GOLDEN: Final = Path(__file__).parent / "golden"
MOVES: Final = 40
_QUESTION: Final[TypeAdapter[RuleQuestion]] = TypeAdapter(RuleQuestion)
QUESTIONS: Final = 5
#: File -> seed, profile, players, whether the Advanced Rules are in force.
MATCHES: Final[Mapping[str, tuple[int, Profile, int, bool]]] = {
    "ogre-1": (11, Profile.OGRE, 2, False),
    "ogre-2": (12, Profile.OGRE, 2, False),
    "ogre-advanced": (13, Profile.OGRE, 3, True),
    "deep-white-sea-1": (21, Profile.DEEP_WHITE_SEA, 2, False),
    "deep-white-sea-2": (22, Profile.DEEP_WHITE_SEA, 2, False),
    "deep-white-sea-advanced": (23, Profile.DEEP_WHITE_SEA, 3, True),
    "cyburg-1": (31, Profile.CYBURG, 2, False),
    "cyburg-2": (32, Profile.CYBURG, 2, False),
    "cyburg-advanced": (33, Profile.CYBURG, 3, True),
}
HILL: Final = ((300.0, 250.0), (520.0, 250.0), (520.0, 420.0), (300.0, 420.0))
WALL: Final = ((700.0, 200.0), (720.0, 200.0), (720.0, 500.0), (700.0, 500.0))


def played(seed: int, profile: Profile, players: int, advanced: bool) -> Iterator[str]:
    """The match with that seed, a line for every action and question."""
    rng = random.Random(seed)
    position = _beginning(rng, profile, players, advanced)
    for _ in range(MOVES):
        if position.winner is not None:
            return
        for _ in range(QUESTIONS):
            yield asked(rng, position)
        action = random_action(rng, position)
        outcome = apply(position, action)
        yield line(f"do {type(action).__name__}", ruled_outcome(outcome))
        position = outcome.position


def _beginning(rng: random.Random, profile: Profile, players: int, advanced: bool) -> Position:
    position = random_position(rng, profile, players=players, ogre=rng.random() < 0.7, score=rng.choice([0, 30]))
    if not advanced:
        return position
    terrain = (Terrain("hill", HILL, 1), Terrain("wall", WALL, None))
    table = replace(position.table, terrain=terrain)
    return refreshed(replace(position, agreement=Agreement(profile, True), table=table))


def asked(rng: random.Random, position: Position) -> str:
    """A question about pieces taken at random, with its answer."""
    up = sorted(piece.id for piece in position.in_play)
    things = [*up, *sorted(position.posts)]
    by, other = rng.choice(up), rng.choice(things)
    effects = position.piece(by).showing.effects
    effect = rng.randrange(len(effects)) if effects else 0
    choices: list[tuple[str, dict[str, Any]]] = [
        ("distance", {"from": by, "to": other}),
        ("sees", {"by": by, "effect": effect, "target": other}),
        ("targets", {"by": by, "effect": effect}),
        ("targets", {"by": by, "effect": effect}),
        ("command-order", {"by": rng.choice(things)}),
        ("maneuver", {"piece": by}),
        ("damage-step", {"piece": by}),
    ]
    name, keys = rng.choice(choices)
    dice: Mapping[str, Die] = {piece.die.id: piece.die for piece in position.pieces.values()}
    head = f"ask {name} {' '.join(map(str, keys.values()))}".rstrip()
    try:
        reported, ruling = answer_question(position, decode(_QUESTION, {"ask": name} | keys), dice)
    except Refused as refusal:
        return line(head, _ruled(refusal.ruling) | {"answer": {}})
    return line(head, _ruled(ruling) | {"answer": encode_given(reported)})


def ruled_outcome(outcome: Outcome) -> dict[str, Any]:
    """What is held of an outcome: the ruling and the events."""
    return _ruled(outcome.ruling) | {"events": [encode_event(event) for event in outcome.events]}


def _ruled(ruling: Ruling) -> dict[str, Any]:
    why = {} if ruling.why is None else {"why": ruling.why.value}
    terms = [[term.value, term.rule] for term in ruling.terms]
    numbers = {name: [measured.value, measured.sigma] for name, measured in ruling.numbers.items()}
    more = {"terms": terms, "numbers": numbers}
    message = {"verdict": ruling.verdict.value, "text": ruling.text}
    return message | why | {"rules": list(ruling.rules)} | {key: value for key, value in more.items() if value}


def line(head: str, keys: Mapping[str, Any]) -> str:
    """A line of a golden file of rulings."""
    return golden_line(head, keys, _DIGITS)


def main() -> None:
    """Write every golden file."""
    for name, how in MATCHES.items():
        write_golden(GOLDEN / f"{name}.txt", played(*how))


if __name__ == "__main__":
    main()
