"""Proposals: what has probably been done at the table, as acts to be accepted with one key, and what must be asked."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from companion.rules import Outcome, Position
from companion.table.watching.drift import as_seen
from companion.table.watching.guesses import Guess, guesses
from companion.table.watching.identity import Followed
from companion.table.watching.scene import Scene
from companion.table.watching.seen import Looked, SeenDie, seen_dice
from companion.table.watching.steps import Step, done
from companion.table.watching.words import label, listed, words_of
from companion.vision import State

#: So many proposals can be chosen from by number without reading long.
MOST_PROPOSALS: Final = 6
#: A proposal that is so much worse than the best is not worth a line.
_MUCH_WORSE: Final = 9.0
#: A second explanation that is at least this likely makes a question of it.
_WORTH_ASKING: Final = 0.02


class Asked(StrEnum):
    """What the camera cannot see and people are asked."""

    FOUL = "foul"
    OWNER = "owner"
    WHICH = "which die"
    SIDE = "side"
    SYSTEM = "system"
    SETTLED = "too close to call"


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer, with the acts that it makes of the proposal."""

    text: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that belongs to a proposal; the first choice is what the proposal says as it is."""

    kind: Asked
    text: str
    choices: tuple[Choice, ...]

    @property
    def must(self) -> bool:
        """Whether the proposal may not be taken before it is answered."""
        return self.kind in {Asked.SIDE, Asked.SYSTEM, Asked.SETTLED}


@dataclass(frozen=True, slots=True)
class Proposal:
    """What has probably been done: a sentence, the acts in order, what they lead to, how likely it is beside the other
    proposals (0 to 1), what is asked. ``quiet``: dice that only lie a little off their place; it needs no key."""

    text: str
    steps: tuple[Step, ...]
    outcome: Outcome
    likeliness: float
    asks: tuple[Ask, ...] = ()
    quiet: bool = False

    @property
    def after(self) -> Position:
        """The position that it leads to."""
        return self.outcome.position

    @property
    def must_ask(self) -> bool:
        """Whether something has to be answered before it can be taken."""
        return any(ask.must for ask in self.asks)

    def answered(self, kind: Asked, choice: int, position: Position) -> Proposal:
        """The proposal with a question answered, begun from the match's position."""
        ask = next(ask for ask in self.asks if ask.kind is kind)
        steps = ask.choices[choice].steps
        if kind is not Asked.FOUL and _is_foul(self.steps):
            steps = with_foul(steps, foul=True)
        rest = tuple(other for other in self.asks if other.kind is not kind)
        rest = tuple(_refreshed(other, steps) for other in rest)
        return replace(self, steps=steps, outcome=played(position, steps), asks=rest, text=words_of(position, steps))


def proposals(position: Position, seen: Looked, followed: Followed | None = None) -> tuple[Proposal, ...]:
    """What has probably been done since the match's position, the likeliest first; empty where nothing visible was.

    ``followed`` (track -> piece, see `Matching.followed`) keeps equal dice apart from one table at rest to the next.
    Where nothing that the rules allow explains the table better than a wrong reading, there is no proposal either:
    `differences` says what is wrong then.
    """
    dice = seen_dice(seen)
    scene = Scene.of(position, dice, followed)
    if scene.unchanged:
        return _settling(position, as_seen(position, dice))
    found = guesses(scene)
    if not found:
        return ()
    nothing = scene.misfit(position, frozenset())
    likely = [guess for guess in found if guess.badness < min(nothing, found[0].badness + _MUCH_WORSE)]
    likely = _distinct(likely)[:MOST_PROPOSALS]
    total = sum(_weight(guess, likely) for guess in likely)
    shares = [_weight(guess, likely) / total for guess in likely]
    return tuple(_proposal(scene, likely, number, shares) for number in range(len(likely)))


def _settling(position: Position, step: Step | None) -> tuple[Proposal, ...]:
    """Dice that lie a little off their place are taken as they lie."""
    if step is None:
        return ()
    text = f"{listed([label(position, row['piece']) for row in step['pieces']])} taken as seen."
    return (Proposal(text, (step,), played(position, (step,)), 1.0, quiet=True),)


def played(position: Position, steps: Sequence[Step]) -> Outcome:
    """What steps lead to one after the other: the last outcome, with the events of all."""
    events: list[Any] = []
    for step in steps:
        outcome = done(position, step)
        events += outcome.events
        position = outcome.position
    return replace(outcome, events=tuple(events))


def with_foul(steps: Sequence[Step], *, foul: bool) -> tuple[Step, ...]:
    """The same acts with the throw a foul, or not (OG-THROW-02); what followed a foul waits for the opponent."""
    at = _throw_of(steps)
    if not foul:
        return (*steps[:at], _without(steps[at], "foul"), *steps[at + 1 :])
    return (*steps[:at], {**steps[at], "foul": True})


def _throw_of(steps: Sequence[Step]) -> int:
    """Where among the acts a die comes onto the table."""
    return next(number for number, step in enumerate(steps) if step["do"] in {"throw", "place"})


def _proposal(scene: Scene, likely: Sequence[Guess], number: int, shares: Sequence[float]) -> Proposal:
    guess = likely[number]
    asks = tuple(_asks(scene, likely, number, shares))
    text = words_of(scene.position, guess.steps)
    if any(ask.kind is Asked.SIDE for ask in asks) and guess.thrown is not None:
        text = f"{text.rsplit(' and it lands', 1)[0]}; its side cannot be read."
    return Proposal(text, guess.steps, played(scene.position, guess.steps), shares[number], asks)


def _weight(guess: Guess, likely: Sequence[Guess]) -> float:
    return math.exp(likely[0].badness - guess.badness)


def _distinct(found: Sequence[Guess]) -> list[Guess]:
    """One guess for each position: two ways to tell the same act are one."""
    kept: list[Guess] = []
    for guess in found:
        if all(guess.after != other.after for other in kept):
            kept.append(guess)
    return kept


def _asks(scene: Scene, likely: Sequence[Guess], number: int, shares: Sequence[float]) -> Iterator[Ask]:
    guess = likely[number]
    last = guess.steps[-1]
    if guess.thrown is not None:
        yield from _about_the_thrown(scene, likely, number, shares, guess.thrown)
    if any(step["do"] == "throw" for step in guess.steps):
        yield _foul(guess.steps)
    if last.get("settled"):
        choice = Choice("Yes, the players say so", guess.steps)
        yield Ask(Asked.SETTLED, "This is too close to call: do the players agree?", (choice,))
    if last["do"] == "shoot" and last.get("target") in scene.position.cards:
        yield _system(scene.position, guess.steps)


def _about_the_thrown(
    scene: Scene, likely: Sequence[Guess], number: int, shares: Sequence[float], thrown: tuple[str, SeenDie]
) -> Iterator[Ask]:
    name, die = thrown
    piece = scene.position.piece(name)
    if die.face_of(piece.die.id) is None and die.state is not State.LEANING:
        yield _side(likely[number].steps, piece.label, [face.key for face in piece.die.faces])
    rivals = [g for g, share in zip(likely, shares, strict=True) if g.thrown is not None and share >= _WORTH_ASKING]
    rivals = [likely[number], *(guess for guess in rivals if guess is not likely[number])]
    owners = {scene.position.piece(_name(g)).owner: g.steps for g in reversed(rivals) if _die(g) is die}
    if len(owners) > 1:
        first = piece.owner
        order = [first, *(owner for owner in owners if owner != first)]
        choices = tuple(Choice(owner, owners[owner]) for owner in order)
        yield Ask(Asked.OWNER, f"Whose {piece.die.label} is that?", choices)
    others = [g for g in rivals[1:] if _name(g) == name and _die(g) is not die and _same_kind(_die(g), die)]
    equal = [likely[number], *others]
    if len(equal) > 1:
        choices = tuple(Choice(_where(_die(g)), g.steps) for g in equal)
        yield Ask(Asked.WHICH, f"Which {piece.die.label} was thrown?", choices)


def _foul(steps: tuple[Step, ...]) -> Ask:
    fair, foul = with_foul(steps, foul=False), with_foul(steps, foul=True)
    choices = (Choice("No", fair), Choice("Yes, a foul", foul))
    return Ask(Asked.FOUL, "Was the throw a foul?", choices)


def _side(steps: tuple[Step, ...], label: str, faces: Sequence[str]) -> Ask:
    choices = tuple(Choice(f"Side {face}", _with_face(steps, face)) for face in faces)
    return Ask(Asked.SIDE, f"Which side does {label} show?", choices)


def _with_face(steps: tuple[Step, ...], face: str) -> tuple[Step, ...]:
    at = _throw_of(steps)
    step = dict(steps[at])
    if isinstance(step.get("lands"), Mapping):
        step["lands"] = {**step["lands"], "face": face}
    else:
        step["face"] = face
    return (*steps[:at], step)


def _system(position: Position, steps: tuple[Step, ...]) -> Ask:
    card = position.cards[steps[-1]["target"]]
    systems = [system.value for system, left in card.circles.items() if left > 0] + (["treads"] if card.treads else [])
    choices = tuple(Choice(system.capitalize(), (*steps[:-1], {**steps[-1], "system": system})) for system in systems)
    return Ask(Asked.SYSTEM, f"What of {steps[-1]['target']} was shot at?", choices)


def _refreshed(ask: Ask, steps: tuple[Step, ...]) -> Ask:
    """A question about a throw asked anew of the acts that another answer has made."""
    return _foul(steps) if ask.kind is Asked.FOUL else ask


def _is_foul(steps: Sequence[Step]) -> bool:
    return any(step.get("foul") for step in steps)


def _without(step: Step, key: str) -> Step:
    return {name: value for name, value in step.items() if name != key}


def _name(guess: Guess) -> str:
    return guess.thrown[0] if guess.thrown else ""


def _die(guess: Guess) -> SeenDie | None:
    return guess.thrown[1] if guess.thrown else None


def _same_kind(one: SeenDie | None, other: SeenDie) -> bool:
    return one is not None and (one.name.die if one.name else None) == (other.name.die if other.name else None)


def _where(die: SeenDie | None) -> str:
    if die is None:
        return "none"
    side = f"side {die.name.face}" if die.name else "unread side"
    return f"the one at {die.pose.x_mm:.0f}, {die.pose.y_mm:.0f} mm ({side})"
