"""The referee's desk: a game of Exercise K under way over its journal; on disk before it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from companion.journal import Game, Kind
from companion.rules.exercise_k import Outcome, Position, actions, as_row
from companion.table.exercise_k.clock import GameClock, clock_note, clock_of
from companion.table.exercise_k.talk import TableTalk, talk_of
from companion.table.match import Book, DeskBook, Running


class Desk(Running[Position]):
    """A game of Exercise K under way."""

    game = Game.EXERCISE_K

    @classmethod
    def book_for(cls, opening: Mapping[str, Any]) -> Book[Position]:
        """The rules of Exercise K."""
        return DeskBook(opening)

    @property
    def talk(self) -> TableTalk:
        """Who plays, for how long, and where the teams began."""
        return talk_of(self.opening)

    @property
    def clock(self) -> GameClock:
        """The time allotted and used, from the notes of the journal: after a crash it is what it would have been."""
        notes = (entry for entry in self.entries if entry.kind is Kind.NOTE)
        return clock_of(self.talk.allotted_min, ((note.at, note.content) for note in notes))

    def do(self, action: actions.Action, *, source: str = "keyboard") -> Outcome:
        """Take an action. One that the rules refuse is not written down; the outcome says why.

        Raises:
            CannotDo: it could not be written.
        """
        return cast(Outcome, self._gesture(Kind.ACT, [as_row(action)], source=source)[-1].outcome)

    def run_clock(self, running: bool, *, source: str = "keyboard") -> bool:
        """Start or stop the clock; False where it does so already. Raises CannotDo where it could not be written."""
        return self.clock.running != running and bool(self.note(clock_note(running), source=source))
