"""The rules as a running match needs them, one book for each game: where it starts, and what an entry leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Generic, Protocol, TypeVar

from companion.codec.outcomes import RecordedOutcome
from companion.codec.script import Script, script_from, step_from
from companion.errors import InputError
from companion.journal import EntryKind, Game
from companion.rules import Outcome, Position, apply, exercise_k
from companion.session.inference.descriptions import describe_actions
from companion.session.match.corrections import apply_correction

P = TypeVar("P")
AnyOutcome = Outcome | exercise_k.DeskOutcome


@dataclass(frozen=True, slots=True)
class AppliedAction(Generic[P]):
    """What an entry leads to: the position after it, what is kept of it (None where no rules were asked), whether the
    rules let it be, and all that they said of it (None where they have no say)."""

    position: P
    recorded: RecordedOutcome | None
    allowed: bool = True
    outcome: AnyOutcome | None = None


class RuleAdapter(Protocol[P]):
    """The rules of one game."""

    @property
    def start(self) -> P:
        """Where the match began."""

    def take(self, position: P, kind: EntryKind, content: Mapping[str, Any]) -> AppliedAction[P]:
        """What an act or correction leads to; it changes nothing where the rules refuse it.

        Raises:
            InputError: it is nothing that this game knows.
        """


class DiceRules:
    """The dice game."""

    def __init__(self, opening: Mapping[str, Any]) -> None:
        """Read an opening.

        Raises:
            InputError: naming the place of what is wrong.
        """
        self._script: Script = script_from({**opening, "steps": []}, "opening")

    @property
    def start(self) -> Position:
        """Where the match began."""
        return self._script.start

    def take(self, position: Position, kind: EntryKind, content: Mapping[str, Any]) -> AppliedAction[Position]:
        """What an act or correction leads to."""
        turn, player = position.turn.number, _doer(content) or position.to_move
        if kind is EntryKind.CORRECTION:
            after, text = apply_correction(position, content)
            return AppliedAction(after, RecordedOutcome(turn=turn, player=player, text=text))
        step = step_from(content, "act", self._script.start, self._script.dice)
        if step.action is None:
            raise InputError(f"act: {step.name!r} is a question; an act begins with 'do'")
        outcome = apply(position, step.action)
        deed = describe_actions(position, [content]) if outcome.ok else ""
        recorded = RecordedOutcome.of(outcome.ruling, outcome.events, turn=turn, player=player, deed=deed)
        return AppliedAction(outcome.position, recorded, outcome.ok, outcome)


class DeskRules:
    """Exercise K."""

    def __init__(self, opening: Mapping[str, Any]) -> None:
        """Read an opening.

        Raises:
            InputError: naming the place of what is wrong.
        """
        self._opening = dict(opening)
        self._start = exercise_k.desk_script_from({**self._opening, "steps": []}, "opening").start

    @property
    def start(self) -> exercise_k.DeskPosition:
        """Where the game began."""
        return self._start

    def take(
        self, position: exercise_k.DeskPosition, kind: EntryKind, content: Mapping[str, Any]
    ) -> AppliedAction[exercise_k.DeskPosition]:
        """What an act leads to."""
        step = exercise_k.desk_script_from({**self._opening, "steps": [dict(content)]}, "act").steps[0]
        if step.action is None or kind is not EntryKind.ACT:
            raise InputError(f"act: {step.name!r} is no act of Exercise K")
        outcome = exercise_k.apply_desk_action(position, step.action)
        recorded = RecordedOutcome.of(outcome.ruling, outcome.events, turn=position.round, player=position.to_move)
        return AppliedAction(outcome.position, recorded, outcome.ok, outcome)


class CardRules:
    """A lone tracking card: people mark it as they will, no rules are asked; what came of a mark is kept with it."""

    start = None

    def take(self, position: None, kind: EntryKind, content: Mapping[str, Any]) -> AppliedAction[None]:
        """A mark leads to no position."""
        return AppliedAction(position, None)


#: Game -> its book, made from an opening.
RULE_ADAPTERS: Final[Mapping[Game, Callable[[Mapping[str, Any]], RuleAdapter[Any]]]] = MappingProxyType(
    {Game.DICE: DiceRules, Game.EXERCISE_K: DeskRules, Game.OGRE_CARD: lambda _opening: CardRules()}
)
assert set(RULE_ADAPTERS) == set(Game)


def _doer(content: Mapping[str, Any]) -> str | None:
    """Who does an act where it is said: somebody other than the one to move, or the one who decides on a foul."""
    return content.get("player") or (content.get("by") if content.get("do") == "foul-choice" else None)
