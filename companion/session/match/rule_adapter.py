"""The rules as a running match needs them, one book for each game: where it starts, and what an entry leads to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from companion.codec.actions import check_action, decode_action, decode_correction, encode_action, encode_correction
from companion.codec.outcomes import RecordedOutcome
from companion.codec.script import MatchOpening, decode_situation
from companion.documents import JsonTable
from companion.journal import EntryKind
from companion.rules import Position, apply
from companion.rules.actions import Action, FoulChoice
from companion.rules.corrections import Correction, apply_correction
from companion.session.inference.descriptions import describe_actions

P = TypeVar("P")
MatchAct = Action | Correction
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class AppliedAction(Generic[P]):
    """What an entry leads to: the position after it, what is recorded of it (None where no rules were asked), whether
    the rules let it be, and all that they said of it (None where they have no say)."""

    position: P
    recorded: RecordedOutcome | None
    allowed: bool = True
    outcome: object = None


class RuleAdapter(Protocol[P, A]):
    """The rules of one game."""

    @property
    def start(self) -> P:
        """Where the match began."""

    def decode(self, kind: EntryKind, content: JsonTable) -> A:
        """The act or correction of a journal's row. Raises InputError: it is nothing that this game knows."""

    def encode(self, act: A) -> tuple[EntryKind, JsonTable]:
        """The kind of entry that an act or correction is, and its row."""

    def take(self, position: P, act: A) -> AppliedAction[P]:
        """What an act or correction leads to; it changes nothing where the rules refuse it. Raises InputError: it names
        what is not in this match."""

    def player_label(self, player: str) -> str:
        """What people call a player of this game."""


class DiceRules:
    """The dice game."""

    def __init__(self, opening: MatchOpening) -> None:
        """Take an opening. Raises InputError: with every name in it that stands for nothing."""
        self.start, _ = decode_situation(opening)

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

    def player_label(self, player: str) -> str:
        """A player's name."""
        return player


class CardRules:
    """A lone tracking card: people mark it as they will, no rules are asked; what came of a mark is saved with it."""

    start = None

    def decode(self, kind: EntryKind, content: JsonTable) -> None:
        """A mark is read by the card itself."""

    def encode(self, act: None) -> tuple[EntryKind, JsonTable]:
        """A mark is written down by the card itself."""
        return EntryKind.ACT, {}

    def take(self, position: None, act: None) -> AppliedAction[None]:
        """A mark leads to no position."""
        return AppliedAction(position, None)

    def player_label(self, player: str) -> str:
        """A player's name."""
        return player
