"""The rules as a running match needs them, one book for each game: where it starts, and what an entry leads to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from companion.codec.actions import check_action, decode_action, encode_action
from companion.codec.corrections import decode_correction, encode_correction
from companion.codec.outcomes import RecordedOutcome
from companion.codec.script import MatchOpening, decode_situation
from companion.documents import JsonTable
from companion.errors import InputError
from companion.exercise_k import rules as exercise_k
from companion.exercise_k.codec import (
    DeskOpening,
    decode_desk_action,
    decode_desk_game,
    encode_desk_action,
)
from companion.journal import EntryKind
from companion.rules import Outcome, Position, apply
from companion.rules.actions import Action, FoulChoice
from companion.rules.corrections import Correction, apply_correction
from companion.session.inference.descriptions import describe_actions
from companion.text import phrase

P = TypeVar("P")
MatchAct = Action | Correction
#: What is done or set right in any game.
AnyAct = MatchAct | exercise_k.DeskAction
A = TypeVar("A", bound=AnyAct | None)
AnyOutcome = Outcome | exercise_k.DeskOutcome


@dataclass(frozen=True, slots=True)
class AppliedAction(Generic[P]):
    """What an entry leads to: the position after it, what is kept of it (None where no rules were asked), whether the
    rules let it be, and all that they said of it (None where they have no say)."""

    position: P
    recorded: RecordedOutcome | None
    allowed: bool = True
    outcome: AnyOutcome | None = None


class RuleAdapter(Protocol[P, A]):
    """The rules of one game."""

    @property
    def start(self) -> P:
        """Where the match began."""

    def decode(self, kind: EntryKind, content: JsonTable) -> A:
        """The act or correction of a journal's row.

        Raises:
            InputError: it is nothing that this game knows.
        """

    def encode(self, act: A) -> tuple[EntryKind, JsonTable]:
        """The kind of entry that an act or correction is, and its row."""

    def take(self, position: P, act: A) -> AppliedAction[P]:
        """What an act or correction leads to; it changes nothing where the rules refuse it.

        Raises:
            InputError: it names what is not in this match.
        """


class DiceRules:
    """The dice game."""

    def __init__(self, opening: MatchOpening) -> None:
        """Take an opening.

        Raises:
            InputError: with every name in it that stands for nothing.
        """
        self._start, _ = decode_situation(opening)

    @property
    def start(self) -> Position:
        """Where the match began."""
        return self._start

    def decode(self, kind: EntryKind, content: JsonTable) -> MatchAct:
        """The act or correction of a journal's row."""
        if kind is EntryKind.CORRECTION:
            return decode_correction(content)
        return decode_action(content, "act", self.start)

    def encode(self, act: MatchAct) -> tuple[EntryKind, JsonTable]:
        """The kind of entry that an act or correction is, and its row."""
        if isinstance(act, Correction):
            return EntryKind.CORRECTION, encode_correction(act)
        return EntryKind.ACT, encode_action(act)

    def take(self, position: Position, act: MatchAct) -> AppliedAction[Position]:
        """What an act or correction leads to."""
        turn = position.turn.number
        if isinstance(act, Correction):
            after, text = apply_correction(position, act)
            return AppliedAction(after, RecordedOutcome(turn=turn, player=position.to_move, text=text))
        check_action(act, "act", self.start)
        outcome = apply(position, act)
        deed = describe_actions(position, [act]) if outcome.ok else ""
        player = act.player or (act.by if isinstance(act, FoulChoice) else position.to_move)
        recorded = RecordedOutcome.of(outcome.ruling, outcome.events, turn=turn, player=player, deed=deed)
        return AppliedAction(outcome.position, recorded, outcome.ok, outcome)


class DeskRules:
    """Exercise K."""

    def __init__(self, opening: DeskOpening) -> None:
        """Take an opening.

        Raises:
            InputError: with every name in it that stands for nothing.
        """
        self._start = decode_desk_game(opening)

    @property
    def start(self) -> exercise_k.DeskPosition:
        """Where the game began."""
        return self._start

    def decode(self, kind: EntryKind, content: JsonTable) -> exercise_k.actions.DeskAction:
        """The action of a journal's row."""
        if kind is not EntryKind.ACT:
            raise InputError(phrase("{kind}: Exercise K has acts alone", kind=kind))
        return decode_desk_action(content, "act", self._start.roster)

    def encode(self, act: exercise_k.actions.DeskAction) -> tuple[EntryKind, JsonTable]:
        """An act's row."""
        return EntryKind.ACT, encode_desk_action(act)

    def take(
        self, position: exercise_k.DeskPosition, act: exercise_k.actions.DeskAction
    ) -> AppliedAction[exercise_k.DeskPosition]:
        """What an act leads to."""
        outcome = exercise_k.apply_desk_action(position, act)
        recorded = RecordedOutcome.of(outcome.ruling, outcome.events, turn=position.round, player=position.to_move)
        return AppliedAction(outcome.position, recorded, outcome.ok, outcome)


class CardRules:
    """A lone tracking card: people mark it as they will, no rules are asked; what came of a mark is kept with it."""

    start = None

    def decode(self, kind: EntryKind, content: JsonTable) -> None:
        """A mark is read by the card itself."""

    def encode(self, act: None) -> tuple[EntryKind, JsonTable]:
        """A mark is written down by the card itself."""
        return EntryKind.ACT, {}

    def take(self, position: None, act: None) -> AppliedAction[None]:
        """A mark leads to no position."""
        return AppliedAction(position, None)
