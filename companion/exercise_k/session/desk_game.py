"""The referee's desk: a game of Exercise K under way over its journal; on disk before it is shown.

The rules of Exercise K as a running game needs them: where it starts, and what an entry leads to.
"""

from __future__ import annotations

from typing import cast

from companion.codec.outcomes import RecordedOutcome
from companion.documents import JsonTable
from companion.errors import InputError
from companion.exercise_k.codec import (
    DeskOpening,
    decode_desk_action,
    decode_desk_game,
    decode_desk_opening,
    encode_desk_action,
)
from companion.exercise_k.rules import DeskAction, DeskOutcome, DeskPosition, actions, apply_desk_action, team_label
from companion.exercise_k.session.clock import GameClock, clock_note, clock_of
from companion.exercise_k.session.table_talk import TableTalk, read_table_talk
from companion.journal import EntryKind, Game
from companion.session.match import AppliedAction, GameSession
from companion.text import gettext


class DeskGame(GameSession[DeskPosition, actions.DeskAction, DeskOpening]):
    """A game of Exercise K under way."""

    game = Game.EXERCISE_K

    @classmethod
    def rules_for(cls, opening: DeskOpening) -> DeskRules:
        """The rules of Exercise K."""
        return DeskRules(opening)

    @classmethod
    def decode_opening(cls, keys: JsonTable) -> DeskOpening:
        """The opening that was written down."""
        return decode_desk_opening(keys)

    @property
    def talk(self) -> TableTalk:
        """Who plays, for how long, and where the teams began."""
        return read_table_talk(self.opening.table_talk)

    @property
    def clock(self) -> GameClock:
        """The time allotted and used, from the notes of the journal: after a crash it is what it would have been."""
        return clock_of(self.talk.allotted_min, self.notes)

    def do(self, action: actions.DeskAction, *, source: str = "keyboard") -> DeskOutcome:
        """Take an action. One that the rules refuse is not written down; the outcome says why.

        Raises:
            OperationError: it could not be written.
        """
        return cast(DeskOutcome, self._gesture([action], source=source)[-1].outcome)

    def run_clock(self, running: bool, *, source: str = "keyboard") -> bool:
        """Start or stop the clock; False where it does so already. Raises OperationError where it could not be
        written."""
        return self.clock.running != running and bool(self.note(clock_note(running), source=source))


class DeskRules:
    """Exercise K."""

    def __init__(self, opening: DeskOpening) -> None:
        """Take an opening.

        Raises:
            InputError: with every name in it that stands for nothing.
        """
        self._start = decode_desk_game(opening)

    @property
    def start(self) -> DeskPosition:
        """Where the game began."""
        return self._start

    def decode(self, kind: EntryKind, content: JsonTable) -> DeskAction:
        """The action of a journal's row."""
        if kind is not EntryKind.ACT:
            raise InputError(gettext("{kind}: Exercise K has acts alone", kind=kind))
        return decode_desk_action(content, "act", self._start.roster)

    def encode(self, act: DeskAction) -> tuple[EntryKind, JsonTable]:
        """An act's row."""
        return EntryKind.ACT, encode_desk_action(act)

    def take(self, position: DeskPosition, act: DeskAction) -> AppliedAction[DeskPosition]:
        """What an act leads to."""
        outcome = apply_desk_action(position, act)
        recorded = RecordedOutcome.of(outcome.ruling, outcome.events, turn=position.round, player=position.to_move)
        return AppliedAction(outcome.position, recorded, outcome.ok, outcome)

    def player_label(self, player: str) -> str:
        """What people call a team or one of its players."""
        return team_label(player)


def read_rules(opening: JsonTable) -> tuple[str, DeskRules]:
    """The name and the rules of a game by its opening.

    Raises:
        InputError: with every problem of the opening.
    """
    begun = decode_desk_opening(opening)
    return begun.name, DeskRules(begun)
