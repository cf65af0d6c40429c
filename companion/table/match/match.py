"""A running match of the dice game over its journal: done, undone and brought back, on disk before it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from companion.errors import CannotDo
from companion.journal import Divergence, Entry, Game, Jotting, Journal, Kind
from companion.rules import Outcome, Position
from companion.table.match.books import DiceBook, place_of, taken
from companion.table.match.holdings import Holding, holdings
from companion.table.match.log import LogLine, log_of
from companion.table.match.script import match_script
from companion.table.match.statistics import Statistics, statistics
from companion.table.match.timeline import Timeline

_STARTED = {Game.EXERCISE_K: "companion exercise-k --match", Game.OGRE_CARD: "companion ogre-card --match"}


class Match:
    """A match under way. What it shows is computed from the journal; nothing is kept beside it."""

    def __init__(self, journal: Journal) -> None:
        """Go on with a journal that is open.

        Raises:
            CannotDo: it is of another game.
            WrongInput: its opening cannot be read.
        """
        if journal.game is not Game.DICE:
            start = f"{_STARTED[journal.game]} {journal.path}"
            raise CannotDo(f"{journal.path}: this is no match of the dice game. Open it with `{start}`.")
        self._journal = journal
        self._book = DiceBook(journal.opening)
        self._timeline = Timeline(self._book, journal.entries)
        self._log: tuple[LogLine, ...] | None = None

    @classmethod
    def begin(cls, path: Path, opening: Mapping[str, Any]) -> Self:
        """Begin a match with its opening (a referee script's situation).

        Raises:
            WrongInput: the opening is wrong; the message names the place, and nothing is written.
            CannotDo: the file is there already or cannot be written.
        """
        DiceBook(opening)
        return cls._with(Journal.begin(path, game=Game.DICE, opening=opening))

    @classmethod
    def resume(cls, path: Path) -> Self:
        """Go on with a match, where it was left or killed. Raises as `Journal.resume`, and as `Match`."""
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
        """The match's file."""
        return self._journal.path

    @property
    def opening(self) -> Mapping[str, Any]:
        """How the match began."""
        return self._journal.opening

    @property
    def position(self) -> Position:
        """Where the match stands."""
        return self._timeline.position

    def position_after(self, number: int) -> Position:
        """Where the match stood after an act or correction of the log, undone since or not; 0 is the opening.

        Raises:
            KeyError: there is no such act.
        """
        return self._timeline.position_after(number)

    def position_before(self, number: int) -> Position:
        """Where the match stood before an act or correction of the log. Raises as `position_after`."""
        return self._timeline.position_before(number)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The journal's entries."""
        return self._journal.entries

    @property
    def log(self) -> tuple[LogLine, ...]:
        """A line for every act, correction and note, in order, undone ones among them."""
        if self._log is None:
            self._log = log_of(self._timeline)
        return self._log

    @property
    def divergences(self) -> tuple[Divergence, ...]:
        """What counts of this match that the rules take otherwise now than when it was done."""
        return self._timeline.divergences

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """What each player has in play, in hand and in reserve, with points, cards and Command Posts."""
        return holdings(self.position)

    @property
    def statistics(self) -> Statistics:
        """Points, hits and dice lost, turn by turn, of what counts."""
        return statistics(self._book.start, (line for line in self.log if not line.undone))

    def script(self) -> dict[str, Any]:
        """The match as a referee script that `companion referee` replays: its opening with the acts that count; after
        a correction by hand, which no script can tell, the situation that it left with the acts since."""
        return match_script(self.opening, self._timeline)

    # --- what is done --------------------------------------------------------------------------------------------

    def preview(self, *steps: Mapping[str, Any]) -> tuple[Outcome, ...]:
        """What acts would lead to, one after the other, up to the first that is refused; nothing is done.

        Raises:
            WrongInput: one is no act, or names what is not in this match.
        """
        outcomes: list[Outcome] = []
        position = self.position
        for step in steps:
            outcomes.append(self._book.outcome(position, step))
            if not outcomes[-1].ok:
                break
            position = outcomes[-1].position
        return tuple(outcomes)

    def do(self, step: Mapping[str, Any], *, source: str, picture: str | None = None) -> Outcome:
        """Do an act (a step of a referee script). One that the rules refuse is not written down; the outcome says why.

        Raises:
            WrongInput: it is no act, or names what is not in this match.
            CannotDo: it could not be written.
        """
        return self.do_all([step], source=source, picture=picture)[-1]

    def do_all(
        self, steps: Sequence[Mapping[str, Any]], *, source: str, picture: str | None = None
    ) -> tuple[Outcome, ...]:
        """Do several acts as one gesture, which is undone as one: all of them, or none where one is refused (then the
        last outcome says why). Raises as `do`."""
        if not steps:
            return ()
        before, outcomes = self.position, self.preview(*steps)
        if not outcomes[-1].ok:
            return outcomes
        befores = (before, *(outcome.position for outcome in outcomes))
        took = [taken(o, place_of(b, step)) for o, b, step in zip(outcomes, befores, steps, strict=False)]
        jottings = [Jotting(Kind.ACT, step, one.came_of) for step, one in zip(steps, took, strict=True)]
        written = self._journal.append_gesture(jottings, source=source, picture=picture)
        for entry, one in zip(written, took, strict=True):
            self._add(entry, one)
        return outcomes

    def correct(self, content: Mapping[str, Any], *, source: str, picture: str | None = None) -> Position:
        """Set the match right by hand, over the rules' head; the position after it. Keys: see `corrected`.

        Raises:
            WrongInput: naming the place of what is wrong.
            CannotDo: it could not be written.
        """
        (one,) = self._timeline.ahead([(Kind.CORRECTION, content)])
        self._write(Kind.CORRECTION, content, source, picture, one)
        return self.position

    def note(self, content: Mapping[str, Any], *, source: str, picture: str | None = None) -> Entry:
        """Write down something that changes nothing, such as what was read wrongly; ``text`` is what the log shows."""
        return self._write(Kind.NOTE, content, source, picture)

    @property
    def can_undo(self) -> bool:
        """Whether there is a gesture to undo."""
        return self._timeline.folded.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is something to bring back."""
        return self._timeline.folded.can_redo

    def undo(self, *, source: str = "keyboard") -> bool:
        """Undo the last gesture; False where there is none."""
        return self.can_undo and bool(self._write(Kind.UNDO, {}, source))

    def redo(self, *, source: str = "keyboard") -> bool:
        """Bring back what the last undo or back-to took; False where there is nothing."""
        return self.can_redo and bool(self._write(Kind.REDO, {}, source))

    def back_to(self, number: int, *, source: str = "keyboard") -> bool:
        """Undo every gesture after a line of the log (0: all); False where there is none.

        Raises:
            CannotDo: that line does not count, so there is no going back to it.
        """
        counting = [entry.number for entry in self._timeline.folded.in_force]
        if number and number not in counting:
            raise CannotDo("That line was undone or changes nothing: go back to one that counts.")
        later = any(gesture[0].number > number for gesture in self._timeline.folded.done)
        return later and bool(self._write(Kind.BACK, {"to": number}, source))

    # --- pictures, and the end -----------------------------------------------------------------------------------

    def keep_picture(self, jpeg: bytes) -> str:
        """Keep a small JPEG of the settled table (`small_jpeg`); its SHA-256. Raises as `Journal.keep_picture`."""
        return self._journal.keep_picture(jpeg)

    def picture(self, name: str) -> bytes | None:
        """A kept picture's JPEG; None where it is gone."""
        return self._journal.picture(name)

    def close(self) -> None:
        """Let the file go."""
        self._journal.close()

    def __enter__(self) -> Self:
        """The match itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def _write(
        self, kind: Kind, content: Mapping[str, Any], source: str, picture: str | None = None, known: Any = None
    ) -> Entry:
        came_of = known.came_of if known is not None else {}
        entry = self._journal.append(kind, content, source=source, picture=picture, came_of=came_of)
        self._add(entry, known)
        return entry

    def _add(self, entry: Entry, known: Any = None) -> None:
        self._timeline.add(entry, known)
        self._log = None
