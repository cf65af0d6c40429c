"""The referee's desk: a game of Exercise K under way over its journal; on disk before it is shown.

Owns the open journal. Everything that the desk tells is computed from it; what the rules say is `companion.rules`'.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from companion.errors import CannotDo
from companion.journal import Entry, Game, Journal, Kind, came_of
from companion.rules.exercise_k import Outcome, Position, actions, apply, as_row
from companion.table.exercise_k.clock import GameClock, clock_note, clock_of
from companion.table.exercise_k.talk import TableTalk, talk_of
from companion.table.match import TOLD, DeskBook, LogLine, Taken, Timeline, line_of


class Desk:
    """A game under way."""

    def __init__(self, journal: Journal) -> None:
        """Go on with a journal that is open.

        Raises:
            CannotDo: it is of another game.
            WrongInput: its opening cannot be read.
        """
        if journal.game is not Game.EXERCISE_K:
            raise CannotDo(f"{journal.path}: this is no game of Exercise K. Open it with `companion play --match`.")
        self._journal = journal
        self._timeline = Timeline(DeskBook(journal.opening), journal.entries)
        self._log: tuple[LogLine, ...] | None = None

    @classmethod
    def begin(cls, path: Path, opening: Mapping[str, Any]) -> Self:
        """Begin a game with its opening (a referee script's situation).

        Raises:
            WrongInput: the opening is wrong; the message names the place, and nothing is written.
            CannotDo: the file is there already or cannot be written.
        """
        DeskBook(opening)
        return cls._with(Journal.begin(path, game=Game.EXERCISE_K, opening=opening))

    @classmethod
    def resume(cls, path: Path) -> Self:
        """Go on with a game, where it was left or killed. Raises as `Journal.resume`, and as `Desk`."""
        return cls._with(Journal.resume(path))

    @classmethod
    def _with(cls, journal: Journal) -> Self:
        try:
            return cls(journal)
        except BaseException:
            journal.close()
            raise

    # --- what it is ----------------------------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """The game's file."""
        return self._journal.path

    @property
    def opening(self) -> Mapping[str, Any]:
        """How the game began."""
        return self._journal.opening

    @cached_property
    def talk(self) -> TableTalk:
        """Who plays, for how long, and where the teams began."""
        return talk_of(self._journal.opening)

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self._timeline.position

    @property
    def start(self) -> Position:
        """Where the game began."""
        return self._timeline.position_after(0)

    @property
    def log(self) -> tuple[LogLine, ...]:
        """A line for every act and note, in order, undone ones among them."""
        if self._log is None:
            counting = {entry.number for entry in self._timeline.folded.in_force}
            told = (entry for entry in self._journal.entries if entry.kind in TOLD)
            self._log = tuple(line_of(entry, counting, self._timeline.divergence(entry)) for entry in told)
        return self._log

    @property
    def clock(self) -> GameClock:
        """The time allotted and used, from the notes of the journal: it stands where it stood after a crash."""
        notes = (entry for entry in self._journal.entries if entry.kind is Kind.NOTE)
        return clock_of(self.talk.allotted_min, ((note.at, note.content) for note in notes))

    def script(self) -> dict[str, Any]:
        """The game as a referee script that `companion referee` replays."""
        acts = [dict(entry.content) for entry in self._timeline.folded.in_force if entry.kind is Kind.ACT]
        return {**self.opening, "steps": acts}

    # --- what is done --------------------------------------------------------------------------------------------

    def do(self, action: actions.Action, *, source: str = "keyboard") -> Outcome:
        """Take an action. One that the rules refuse is not written down; the outcome says why.

        Raises:
            CannotDo: it could not be written.
        """
        before = self.position
        outcome = apply(before, action)
        if outcome.ok:
            came = came_of(outcome.ruling, outcome.events, turn=before.round, player=before.to_move)
            self._write(Kind.ACT, as_row(action), source, Taken(outcome.position, came))
        return outcome

    def run_clock(self, running: bool, *, source: str = "keyboard") -> None:
        """Start or stop the clock; nothing where it does so already."""
        if self.clock.running != running:
            self._write(Kind.NOTE, clock_note(running), source)

    def note(self, text: str, *, source: str = "keyboard") -> None:
        """Write down something that changes nothing, such as a word of the referee."""
        self._write(Kind.NOTE, {"text": text}, source)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        return self._timeline.folded.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is something to bring back."""
        return self._timeline.folded.can_redo

    def undo(self, *, source: str = "keyboard") -> bool:
        """Undo the last act; False where there is none."""
        return self.can_undo and bool(self._write(Kind.UNDO, {}, source))

    def redo(self, *, source: str = "keyboard") -> bool:
        """Bring back what the last undo or back-to took; False where there is nothing."""
        return self.can_redo and bool(self._write(Kind.REDO, {}, source))

    def back_to(self, number: int, *, source: str = "keyboard") -> bool:
        """Undo every act after a line of the log (0: all); False where there is none.

        Raises:
            CannotDo: that line does not count, so there is no going back to it.
        """
        counting = [entry.number for entry in self._timeline.folded.in_force]
        if number and number not in counting:
            raise CannotDo("That line was undone or changes nothing: go back to one that counts.")
        return any(later > number for later in counting) and bool(self._write(Kind.BACK, {"to": number}, source))

    def close(self) -> None:
        """Let the file go; again does nothing."""
        self._journal.close()

    def __enter__(self) -> Self:
        """The desk itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def _write(
        self, kind: Kind, content: Mapping[str, Any], source: str, known: Taken[Position] | None = None
    ) -> Entry:
        came = known.came_of if known is not None else {}
        entry = self._journal.append(kind, content, source=source, came_of=came)
        self._timeline.add(entry, known)
        self._log = None
        return entry
