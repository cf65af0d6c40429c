"""The rules as a running match needs them, one book for each game: where it starts, and what an entry leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Generic, Protocol, TypeVar

from companion.errors import WrongInput
from companion.journal import Game, Kind, came_of
from companion.rules import Event, Outcome, Position, Ruling, apply, exercise_k
from companion.rules.script import Script, script_from, step_from
from companion.table.match.corrections import corrected

P = TypeVar("P")


class AnyOutcome(Protocol[P]):  # type: ignore[misc]  # what is only read may vary
    """What every game's outcome says."""

    @property
    def position(self) -> P:
        """Where the match stands after it."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened."""

    @property
    def ruling(self) -> Ruling:
        """What the rules say of it."""


@dataclass(frozen=True, slots=True)
class Taken(Generic[P]):
    """What an entry led to: the position after it, what came of it, whether the rules let it be."""

    position: P
    came_of: Mapping[str, Any]
    allowed: bool = True


class Book(Protocol[P]):
    """The rules of one game."""

    @property
    def start(self) -> P:
        """Where the match began."""

    def take(self, position: P, kind: Kind, content: Mapping[str, Any]) -> Taken[P]:
        """What an act or correction leads to; it changes nothing where the rules refuse it.

        Raises:
            WrongInput: it is nothing that this game knows.
        """


class DiceBook:
    """The dice game."""

    def __init__(self, opening: Mapping[str, Any]) -> None:
        """Read an opening.

        Raises:
            WrongInput: naming the place of what is wrong.
        """
        self._script: Script = script_from({**opening, "steps": []}, "opening")

    @property
    def start(self) -> Position:
        """Where the match began."""
        return self._script.start

    def outcome(self, position: Position, act: Mapping[str, Any]) -> Outcome:
        """What the rules make of an act.

        Raises:
            WrongInput: it is no act, or names what is not in this match.
        """
        step = step_from(act, "act", self._script.start, self._script.dice)
        if step.action is None:
            raise WrongInput(f"act: {step.name!r} is a question; an act begins with 'do'")
        return apply(position, step.action)

    def take(self, position: Position, kind: Kind, content: Mapping[str, Any]) -> Taken[Position]:
        """What an act or correction leads to."""
        place = place_of(position, content)
        if kind is Kind.CORRECTION:
            after, text = corrected(position, content)
            return Taken(after, {**place, "text": text, "rules": [], "events": []})
        return taken(self.outcome(position, content), place)


class DeskBook:
    """Exercise K."""

    def __init__(self, opening: Mapping[str, Any]) -> None:
        """Read an opening.

        Raises:
            WrongInput: naming the place of what is wrong.
        """
        self._opening = dict(opening)
        self._start = exercise_k.desk_script_from({**self._opening, "steps": []}, "opening").start

    @property
    def start(self) -> exercise_k.Position:
        """Where the game began."""
        return self._start

    def take(self, position: exercise_k.Position, kind: Kind, content: Mapping[str, Any]) -> Taken[exercise_k.Position]:
        """What an act leads to."""
        step = exercise_k.desk_script_from({**self._opening, "steps": [dict(content)]}, "act").steps[0]
        if step.action is None or kind is not Kind.ACT:
            raise WrongInput(f"act: {step.name!r} is no act of Exercise K")
        place = {"turn": position.round, "player": position.to_move}
        return taken(exercise_k.apply(position, step.action), place)


class CardBook:
    """A lone tracking card: no rules but what people mark; the position is the list of what they marked."""

    start: tuple[Mapping[str, Any], ...] = ()

    def take(
        self, position: tuple[Mapping[str, Any], ...], kind: Kind, content: Mapping[str, Any]
    ) -> Taken[tuple[Mapping[str, Any], ...]]:
        """What is marked."""
        words = content.get("text") or ", ".join(f"{key} {value}" for key, value in content.items())
        return Taken((*position, content), {"text": str(words)})


#: Game -> its book, made from an opening.
BOOKS: Final[Mapping[Game, Callable[[Mapping[str, Any]], Book[Any]]]] = MappingProxyType(
    {Game.DICE: DiceBook, Game.EXERCISE_K: DeskBook, Game.OGRE_CARD: lambda _opening: CardBook()}
)
assert set(BOOKS) == set(Game)


def place_of(position: Position, content: Mapping[str, Any]) -> dict[str, Any]:
    """Whose doing it is, and in which turn: what a log line begins with."""
    player = content.get("player") or (content.get("by") if content.get("do") == "foul-choice" else None)
    return {"turn": position.turn.number, "player": player or position.to_move}


def taken(outcome: AnyOutcome[P], place: Mapping[str, Any]) -> Taken[P]:
    """What an outcome leads to."""
    return Taken(outcome.position, came_of(outcome.ruling, outcome.events, **place), outcome.ruling.ok)
