"""The referee's desk: a game of Exercise K under way over its journal; on disk before it is shown."""

from __future__ import annotations

from typing import cast

from companion.documents import JsonTable
from companion.exercise_k.codec import DeskOpening, decode_desk_opening
from companion.exercise_k.rules import DeskOutcome, DeskPosition, actions
from companion.exercise_k.session.clock import GameClock, clock_note, clock_of
from companion.exercise_k.session.desk_rules import DeskRules
from companion.exercise_k.session.table_talk import TableTalk, read_table_talk
from companion.journal import Game
from companion.session.match import GameSession


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
