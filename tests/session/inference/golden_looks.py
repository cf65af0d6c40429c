"""Random acts and what a camera would see of them, written down with what is made of it: the proposals with their
questions, what hands must do, where table and match differ, what is expected of the next picture.

    python -m tests.session.inference.golden_looks     write the golden files anew (look at what `git diff` says)

Likelihoods are rounded to a thousandth, for another machine's last digits differ.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.codec.actions import encode_action, encode_correction
from companion.geometry import Pose
from companion.rules import Outcome, Position, Profile
from companion.rules.actions import Action, EndTurn, Release
from companion.session.inference import (
    Discrepancy,
    Instruction,
    PieceByTrack,
    Prior,
    Proposal,
    Question,
    SeenDie,
    assume_done,
    find_discrepancies,
    find_proposals,
    instructions,
    match_pieces,
    observe_drift,
    still_to_do,
)
from companion.vision import DieState, FaceGuess, FaceName
from tests.golden_lines import golden_line, write_golden
from tests.rules.random_play import play, random_position
from tests.session.inference.looking import looked

#: Numbers are rounded to so many.
_DIGITS: Final = 3
GOLDEN: Final = Path(__file__).parent / "golden"
#: File -> seed, profile, players, whether an Ogre is in play.
MATCHES: Final[Mapping[str, tuple[int, Profile, int, bool]]] = {
    "ogre-0": (40, Profile.OGRE, 2, True),
    "deep-white-sea-1": (61, Profile.DEEP_WHITE_SEA, 3, False),
    "cyburg-1": (81, Profile.CYBURG, 3, False),
}
MOVES: Final = 10
#: Chances that a die is looked at wrongly: overlooked; not read; runner-up and face exchanged; leaning; pushed.
_FAULTS: Final = (0.04, 0.05, 0.05, 0.04, 0.12)


def reported_of(seed: int, profile: Profile, players: int, ogre: bool) -> Iterator[str]:
    """What is made of the looks at the match with that seed, a line for each thing."""
    rng = random.Random(seed)
    moves = play(rng, random_position(rng, profile, players=players, ogre=ogre), MOVES)
    followed: PieceByTrack = {}
    for number, (before, action, outcome) in enumerate(moves):
        if isinstance(action, EndTurn) and number % 3:
            continue  # nothing to be seen of it
        yield f"-- {number} {type(action).__name__}"
        after = moves[number + 1][2] if number % 4 == 3 and number + 1 < len(moves) else outcome
        seen = _amiss(rng, before, looked(after.position, rng, followed))
        yield from _reported(rng, before, outcome, seen, followed)
        tracked = [replace(die, track=track) for track, die in enumerate(looked(outcome.position, rng), start=1)]
        followed = match_pieces(outcome.position, tracked).followed


def _amiss(rng: random.Random, before: Position, seen: Iterable[SeenDie]) -> list[SeenDie]:
    names = [FaceName(piece.die.id, face.key) for piece in before.pieces.values() for face in piece.die.faces]
    return [looks for die in seen for looks in _with_faults(rng, die, rng.choice(names))]


def _with_faults(rng: random.Random, die: SeenDie, other: FaceName) -> Iterator[SeenDie]:
    overlooked, unread, doubtful, leaning, pushed = (rng.random() < chance for chance in _FAULTS)
    changes: dict[str, Any] = {}
    if unread:
        changes |= {"name": None, "alternatives": tuple(FaceGuess(name, 0.4) for name in (die.name, other) if name)}
    elif doubtful and die.name:
        changes |= {"name": other, "alternatives": (FaceGuess(die.name, 0.3),)}
    if leaning:
        changes |= {"state": rng.choice([DieState.LEANING, DieState.OVERHANGING])}
    if pushed:
        x, y = (at + rng.gauss(0, 12) for at in die.pose.centre_mm)
        changes |= {"pose": Pose(x, y, die.pose.heading_deg + rng.gauss(0, 8), die.pose.edge_mm)}
    if not overlooked:
        yield replace(die, **changes)


def _reported(
    rng: random.Random, before: Position, outcome: Outcome, seen: Sequence[SeenDie], followed: PieceByTrack
) -> Iterator[str]:
    pairs = match_pieces(before, seen, followed)
    yield _line("paired", {"missing": pairs.missing, "strangers": len(pairs.strangers), "still": sorted(pairs.still)})
    drift = observe_drift(before, seen)
    yield _line("drift", drift and encode_action(drift))
    proposals = find_proposals(before, seen, followed)
    for proposal in proposals:
        yield _line("proposed", reported_proposal(proposal))
    for proposal in proposals[:1]:
        yield from _answered(rng, before, proposal)
    todo = instructions(before, outcome.events)
    for one in todo:
        yield _line("to do", _instruction(one) | {"done": one.done(seen), "astray": one.astray(seen)})
    yield _line("left to do", [one.piece for one in still_to_do(todo, seen)])
    yield _line("as if done", len(find_proposals(before, assume_done(seen, todo), followed)))
    for difference in find_discrepancies(before, seen, followed):
        yield _line("differs", reported_difference(difference))
    expected = Prior.of(before)
    yield _line("expected", [expected.weight(die.name, die.pose.centre_mm) for die in seen if die.name])


def _answered(rng: random.Random, before: Position, proposal: Proposal) -> Iterator[str]:
    for ask in proposal.asks:
        choice = rng.randrange(len(ask.choices))
        yield _line(
            f"answered {ask.kind.value} {choice}", reported_proposal(proposal.answered(ask.kind, choice, before))
        )
    if proposal.thrown is not None:
        release = Release(rng.uniform(-80, 60), rng.uniform(100, 500))
        let_go = proposal.released(before, release)
        yield _line("released", reported_proposal(let_go))
        for ask in let_go.asks:
            yield _line(f"released, answered {ask.kind.value}", reported_proposal(let_go.answered(ask.kind, 0, before)))


def reported_proposal(proposal: Proposal) -> dict[str, Any]:
    asks = [_question(ask) for ask in proposal.asks]
    events = [type(event).__name__ for event in proposal.outcome.events]
    keys = {"text": proposal.text, "steps": _steps(proposal.steps), "likely": proposal.likeliness, "events": events}
    flags = {"quiet": proposal.quiet, "must": proposal.must_ask, "misread": len(proposal.misread)}
    return keys | {name: flag for name, flag in flags.items() if flag} | ({"asks": asks} if asks else {})


def _steps(steps: Iterable[Action]) -> list[Any]:
    return [encode_action(step) for step in steps]


def _question(ask: Question) -> dict[str, Any]:
    return {"kind": ask.kind.value, "text": ask.text, "of": ask.piece, "choices": [one.text for one in ask.choices]}


def _instruction(one: Instruction) -> dict[str, Any]:
    end = one.end and [*one.end.centre_mm, one.end.heading_deg]
    return {"text": one.text, "corners": one.corners, "face": one.face, "dots": one.dots, "end": end}


def reported_difference(difference: Discrepancy) -> dict[str, Any]:
    explained = [
        [one.text, one.likeliness, one.remedy.value, one.correction and encode_correction(one.correction)]
        for one in difference.explanations
    ]
    return {"kind": difference.differs.value, "text": difference.text, "explained": explained}


def _line(head: str, value: Any) -> str:
    return golden_line(head, value, _DIGITS)


def main() -> None:
    """Write every golden file."""
    for name, how in MATCHES.items():
        write_golden(GOLDEN / f"{name}.txt", reported_of(*how))


if __name__ == "__main__":
    main()
