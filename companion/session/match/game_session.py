"""A game under way over its journal: done, undone and brought back, on disk before anybody hears of it.

What is shown is computed from the journal; nothing is saved beside it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Final, Generic, Self, TypeVar

from companion.codec.document import Document, encode_given
from companion.codec.notes import MendNote, Note, decode_note, encode_note
from companion.codec.outcomes import encode_outcome
from companion.documents import JsonTable
from companion.errors import OperationError
from companion.journal import (
    Closeable,
    DivergenceKind,
    EntryDraft,
    EntryKind,
    Game,
    GestureDraft,
    Journal,
    JournalEntry,
    fold_entries,
)
from companion.session.match.log import LogLine, log_of
from companion.session.match.timeline import A, AppliedAction, P, RuleAdapter, Timeline
from companion.text import gettext

#: A gesture that is written again: its acts, its source ("": whoever amends) and its picture.
_Again = tuple[tuple[A, ...], str, str | None]
#: How a game begins; it is saved in its journal.
Opened = TypeVar("Opened", bound=Document)
#: How each game is opened, for those who take one for another.
_OPENED: Final[Mapping[Game, str]] = MappingProxyType(
    {
        Game.DICE: "companion play --match",
        Game.EXERCISE_K: "companion exercise-k --match",
        Game.OGRE_CARD: "companion ogre-card --match",
    }
)
assert set(_OPENED) == set(Game)


class GameSession(Timeline[P, A], Closeable, Generic[P, A, Opened]):
    """A game under way, whichever it is. A context manager; made by `begin` and `resume`."""

    game: ClassVar[Game]

    def __init__(self, journal: Journal) -> None:
        """Go on with a journal that is open; ``opening`` is how the match began.

        Raises:
            OperationError: it is of another game.
            InputError: its opening cannot be read.
        """
        if journal.game is not self.game:
            start = f"{_OPENED[journal.game]} {journal.path}"
            raise OperationError(
                gettext("{path}: this file holds another game. Open it with `{start}`.", path=journal.path, start=start)
            )
        self._journal = journal
        self.opening = self.decode_opening(journal.opening)
        super().__init__(self.rules_for(self.opening), journal.entries)
        self._log: tuple[LogLine, ...] | None = None

    @classmethod
    @abstractmethod
    def rules_for(cls, opening: Opened) -> RuleAdapter[P, A]:
        """The game's rules for an opening. Raises InputError with every name in it that stands for nothing."""

    @classmethod
    @abstractmethod
    def decode_opening(cls, keys: JsonTable) -> Opened:
        """The opening that was written down. Raises InputError with every problem of it."""

    @classmethod
    def begin(cls, path: Path, opening: Opened) -> Self:
        """Begin with an opening.

        Raises:
            InputError: the opening is wrong; the message names the places, and nothing is written.
            OperationError: the file is there already or cannot be written.
        """
        cls.rules_for(opening)
        return cls._with(Journal.begin(path, game=cls.game, opening=encode_given(opening)))

    @classmethod
    def resume(cls, path: Path) -> Self:
        """Go on where it was left or killed. Raises as `Journal.resume`; also OperationError where it is another
        game."""
        return cls._with(Journal.resume(path))

    @classmethod
    def _with(cls, journal: Journal) -> Self:
        with ExitStack() as on_failure:
            on_failure.callback(journal.close)
            session = cls(journal)
            on_failure.pop_all()
        return session

    # --- what it is ----------------------------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """The match's file."""
        return self._journal.path

    @property
    def begun_at(self) -> datetime:
        """When the match began, UTC."""
        return self._journal.begun_at

    @property
    def start(self) -> P:
        """Where the match began."""
        return self.position_after(0)

    @property
    def log(self) -> tuple[LogLine, ...]:
        """A line for every act, correction and note, in order, undone ones among them."""
        if self._log is None:
            self._log = log_of(self)
        return self._log

    @property
    def caution(self) -> str:
        """A sentence to be shown where the match can only be looked at, or was found without its end; "" else."""
        return self._journal.caution

    @property
    def changed_rulings(self) -> str:
        """A sentence to be shown where this match would be ruled otherwise today, as after a change of the program; ""
        where it would not. What the match shows is by the rules of today, its log by those of the moment."""
        weighty = [one for one in self.divergences if one.differs is not DivergenceKind.WORDS]
        if not weighty:
            return ""
        many = gettext("One ruling") if len(weighty) == 1 else gettext("{count} rulings", count=len(weighty))
        return gettext(
            "{many} of this match would be different today, line {number} first: see the log.",
            many=many,
            number=weighty[0].number,
        )

    def script(self) -> JsonTable:
        """The match as a referee script that `companion referee` replays: its opening, with the acts and corrections
        that count."""
        return self.script_from(self._journal.opening)

    # --- undo, redo, notes ---------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a gesture to undo."""
        return self.folded.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is something to bring back."""
        return self.folded.can_redo

    @property
    def redo_number(self) -> int | None:
        """The number of the first entry that a redo would bring back; ``None`` where there is nothing."""
        undone = self.folded.undone
        return undone[-1][0][0].number if undone else None

    @property
    def revision(self) -> int:
        """Of the game as it stands: the number of the last entry that did something or took it back."""
        entries = reversed(self.entries)
        return next((entry.number for entry in entries if entry.kind is not EntryKind.NOTE), 0)

    def undo(self, *, source: str = "keyboard") -> bool:
        """Undo the last gesture; False where there is none. Raises OperationError where it could not be written."""
        return self.can_undo and bool(self._write(EntryKind.UNDO, {}, source=source))

    def redo(self, *, source: str = "keyboard") -> bool:
        """Bring back what the last undo or back-to took; False where there is nothing. Raises as `undo`."""
        return self.can_redo and bool(self._write(EntryKind.REDO, {}, source=source))

    def back_to(self, number: int, *, source: str = "keyboard") -> bool:
        """Undo every gesture after a line of the log (0: all of them); False where there is none. Raises
        OperationError: that line does not count, so there is no going back to it; or it could not be written."""
        folded = self.folded
        if number and number not in {entry.number for entry in folded.in_force}:
            raise OperationError(gettext("That line was undone or changes nothing: go back to one that counts."))
        later = any(gesture[0].number > number for gesture in folded.done)
        return later and bool(self._write(EntryKind.BACK, {"to": number}, source=source))

    def gesture_of(self, number: int) -> tuple[A, ...]:
        """The acts and corrections of the gesture that an entry belongs to; empty where it does not count, or the rules
        in force do not know it."""
        at = self._place_of(number)
        return () if at is None else self._acts_of(self.folded.done[at])

    def can_amend(self, number: int, acts: Sequence[A]) -> bool:
        """Whether the gesture of an entry that counts could have been these acts, with all that followed it."""
        amendment = self._amendment(number, acts)
        return amendment is not None and self._outcomes(*amendment) is not None

    def amend(self, number: int, acts: Sequence[A], *, source: str) -> bool:
        """Put these acts in the place of the gesture of an entry that counts, and what followed it after them, gesture
        by gesture: all of it in one transaction. False where `can_amend` is, and nothing is written then. Raises
        OperationError where it could not be written."""
        amendment = self._amendment(number, acts)
        return amendment is not None and self._amended(*amendment, source)

    def retake(self, base: P, gestures: Sequence[Sequence[A]], *, source: str) -> bool:
        """Put these gestures in the place of all that was done since the game stood there last, in one transaction; of
        a gesture in whose midst it stood there, what came before stays done. False where it never did, or the rules
        refuse one of them, and nothing is written then. Raises OperationError where it could not be written."""
        done = self.folded.done
        instead = tuple((tuple(acts), "", None) for acts in gestures)
        ends = [0, *(gesture[-1].number for gesture in done)]
        for gesture, before in reversed(list(zip(done, ends, strict=False))):
            for upto in range(len(gesture), 0, -1):
                if self.position_after(gesture[upto - 1].number) != base:
                    continue
                if upto == len(gesture):
                    return self._amended(gesture[-1].number, instead, source)
                first = self._acts_of(gesture[:upto]), gesture[0].source, gesture[0].picture
                return bool(first[0]) and self._amended(before, (first, *instead), source)
        return base == self.position_after(0) and self._amended(0, instead, source)

    def reinstate(self, *, source: str) -> bool:
        """Bring back what the last story that was likelier has replaced, gesture by gesture, in one transaction. False
        where nothing has, or something that counts was done since. Raises OperationError where it could not be
        written."""
        notes = ((entry.number, entry.content) for entry in self.entries if entry.kind is EntryKind.NOTE)
        mended = max((number for number, content in notes if isinstance(decode_note(content), MendNote)), default=0)
        before = self.entries[: max(0, mended - 1)]
        at = max((place for place, entry in enumerate(before) if entry.kind is EntryKind.BACK), default=None)
        if at is None or fold_entries(before).top != self.folded.top:
            return False
        reported = before[at].content.get("to")
        to = reported if isinstance(reported, int) else 0
        replaced = [gesture for gesture in fold_entries(before[:at]).done if gesture[0].number > to]
        again = tuple((self._acts_of(gesture), gesture[0].source, gesture[0].picture) for gesture in replaced)
        return all(acts for acts, _, _ in again) and self._amended(to, again, source)

    def _amended(self, before: int, gestures: Sequence[_Again[A]], source: str) -> bool:
        """Write these gestures after the entry of that number, in the place of those that count from there on."""
        outcomes = self._outcomes(before, gestures)
        if outcomes is None:
            return False
        drafts = [GestureDraft((EntryDraft(EntryKind.BACK, {"to": before}),), source)]
        in_order = iter(outcomes)
        for acts, by, picture in gestures:
            drafts.append(GestureDraft(self._drafts(acts, islice(in_order, len(acts))), by or source, picture))
        self._add(self._journal.append_gestures(drafts), (None, *outcomes))
        return True

    def _amendment(self, number: int, acts: Sequence[A]) -> tuple[int, tuple[_Again[A], ...]] | None:
        """These acts in the place of the gesture of an entry, and those that followed it, with the number of the entry
        that they come after. None where it does not count, or the rules in force do not know what followed."""
        done, at = self.folded.done, self._place_of(number)
        if at is None or not acts:
            return None
        followed = [(self._acts_of(gesture), gesture[0].source, gesture[0].picture) for gesture in done[at + 1 :]]
        if not all(known for known, _, _ in followed):
            return None
        return done[at - 1][-1].number if at else 0, ((tuple(acts), "", done[at][0].picture), *followed)

    def _outcomes(self, before: int, gestures: Sequence[_Again[A]]) -> tuple[AppliedAction[P], ...] | None:
        """What these gestures lead to, act by act; None where the rules refuse one of them."""
        acts = [act for again, _, _ in gestures for act in again]
        outcomes = self.ahead(acts, after=before)
        return outcomes if len(outcomes) == len(acts) and outcomes[-1].allowed else None

    def _place_of(self, number: int) -> int | None:
        """Which of the gestures that count has that entry."""
        done = self.folded.done
        return next((at for at, gesture in enumerate(done) if any(entry.number == number for entry in gesture)), None)

    def _acts_of(self, gesture: Sequence[JournalEntry]) -> tuple[A, ...]:
        """What a gesture did; empty where the rules in force do not know all of it."""
        known = tuple(act for entry in gesture if (act := self.act_of(entry)) is not None)
        return known if len(known) == len(gesture) else ()

    @property
    def notes(self) -> tuple[tuple[datetime, Note], ...]:
        """What was written down beside the acts, and when, UTC."""
        written = (entry for entry in self.entries if entry.kind is EntryKind.NOTE)
        return tuple((entry.at, decode_note(entry.content)) for entry in written)

    def note(self, note: Note, *, source: str = "keyboard", picture: str | None = None) -> JournalEntry:
        """Write down something that changes nothing, such as what was read wrongly. Raises OperationError: it could not
        be written."""
        return self._write(EntryKind.NOTE, encode_note(note), source=source, picture=picture)

    # --- pictures, and the end -----------------------------------------------------------------------------------

    def save_picture(self, jpeg: bytes) -> str:
        """Save a small JPEG of the settled table (`small_jpeg`); its SHA-256. Raises as `Journal.save_picture`."""
        return self._journal.save_picture(jpeg)

    def picture(self, name: str) -> bytes | None:
        """A saved picture's JPEG; None where it is gone."""
        return self._journal.picture(name)

    def close(self) -> None:
        self._journal.close()

    # --- for the games -------------------------------------------------------------------------------------------

    def _gesture(self, acts: Sequence[A], *, source: str, picture: str | None = None) -> tuple[AppliedAction[P], ...]:
        """What these lead to, written down as one gesture: all of them, or none where one is refused, which is then the
        last. Raises InputError where one is nothing of this game, OperationError where they could not be written."""
        took = self.ahead(acts)
        if took and took[-1].allowed:
            draft = GestureDraft(self._drafts(acts, took), source, picture)
            self._add(self._journal.append_gestures([draft]), took)
        return took

    def _drafts(self, acts: Sequence[A], outcomes: Iterable[AppliedAction[P]]) -> tuple[EntryDraft, ...]:
        """Acts as they are written down, each with what it led to."""
        recorded = ({} if one.recorded is None else encode_outcome(one.recorded) for one in outcomes)
        return tuple(EntryDraft(*self._book.encode(act), came) for act, came in zip(acts, recorded, strict=True))

    def _write(self, kind: EntryKind, content: JsonTable, *, source: str, picture: str | None = None) -> JournalEntry:
        entry = self._journal.append(kind, content, source=source, picture=picture)
        self._add([entry], [None])
        return entry

    def _add(self, entries: Sequence[JournalEntry], outcomes: Sequence[AppliedAction[P] | None]) -> None:
        """Take entries that are on disk into what is shown, each with what it led to where that is known."""
        for entry, outcome in zip(entries, outcomes, strict=True):
            self.add(entry, outcome)
        self._log = None
