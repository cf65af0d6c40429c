"""A guess: acts that may have been done, played by the rules; and where guessing begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.errors import InputError
from companion.rules import Outcome, Position
from companion.rules.actions import Action
from companion.session.inference.observed_dice import SeenDie
from companion.session.inference.steps import play_action

#: A piece with the die that is seen of it.
Thrown = tuple[str, SeenDie]


@dataclass(frozen=True, slots=True)
class ActHypothesis:
    """Acts that may have been done and what they lead to; how rare they are (``cost``) and how badly they fit what is
    seen (``misfit``), both as minus the logarithm of a likelihood; ``thrown``: the piece and the die seen;
    ``reported``: pieces with the dice by which the acts say how they lie."""

    steps: tuple[Action, ...]
    outcome: Outcome
    cost: float
    thrown: Thrown | None = None
    reported: Mapping[str, SeenDie] = field(default_factory=dict)
    misfit: float = 0.0

    @property
    def badness(self) -> float:
        """How unlikely it is altogether."""
        return self.cost + self.misfit

    @property
    def after(self) -> Position:
        """The position that it leads to."""
        return self.outcome.position

    @property
    def taken_off(self) -> tuple[SeenDie, ...]:
        """Dice that are still seen and by the rules are off the table: they lean, or stand over the edge."""
        return tuple(die for name, die in self.reported.items() if not self.after.piece(name).in_play)

    @property
    def read(self) -> bool:
        """Whether side and heading of the die that came onto the table were read, so that nothing is to be asked."""
        if self.thrown is None:
            return True
        name, die = self.thrown
        return die.turn_known and die.face_of(self.after.piece(name).die.id) is not None


@dataclass(frozen=True, slots=True)
class HypothesisBase:
    """Where a guess begins: after some acts that leave no trace on the table, such as the end of a turn."""

    position: Position
    steps: tuple[Action, ...] = ()
    cost: float = 0.0

    def tried(self, step: Action) -> Outcome | None:
        """What an act leads to from here; None where the rules refuse it."""
        try:
            outcome = play_action(self.position, step)
        except InputError:
            return None
        return outcome if outcome.ok else None

    def guessed(
        self,
        step: Action,
        cost: float,
        thrown: Thrown | None = None,
        reported: Mapping[str, SeenDie] = MappingProxyType({}),
    ) -> Iterator[ActHypothesis]:
        """The guess that an act was done from here, where the rules take it."""
        outcome = self.tried(step)
        if outcome is not None:
            yield ActHypothesis((*self.steps, step), outcome, self.cost + cost, thrown, reported)

    def after(self, step: Action, cost: float) -> HypothesisBase | None:
        """Where guessing goes on after an act; None where the rules refuse it."""
        outcome = self.tried(step)
        return None if outcome is None else HypothesisBase(outcome.position, (*self.steps, step), self.cost + cost)
