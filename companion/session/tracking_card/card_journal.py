"""A tracking card in its journal: every mark is on disk before anybody sees it."""

from __future__ import annotations

from contextlib import ExitStack
from functools import reduce
from pathlib import Path
from typing import Self

from companion.codec.card_layout import CardLayoutDocument, known_layout
from companion.codec.document import decode, encode
from companion.codec.fields import FORMAT
from companion.codec.outcomes import RecordedOutcome, decode_outcome, encode_outcome
from companion.codec.tracking_card import CardMarkDocument, CardOpeningDocument
from companion.documents import JsonTable
from companion.errors import InputError
from companion.journal import Closeable, EntryKind, Game, Journal, JournalEntry, UndoHistory, fold_entries
from companion.session.tracking_card.marks import FULL_ARMOUR, Marks, Row, unmarked_card
from companion.session.tracking_card.words import describe_mark
from companion.text import phrase


class TrackingCard(Closeable):
    """One card and its journal. What is marked is computed from what is written down; nothing else is kept."""

    def __init__(self, journal: Journal) -> None:
        """A card whose journal is open: see `begin` and `resume`. Raises InputError where it tells none."""
        self._journal = journal
        self._fresh = _fresh(journal.path, journal.opening)
        try:
            _ = self.marks
        except InputError as error:
            raise InputError(
                phrase("{file}: {why}; this card cannot be continued.", file=journal.path, why=error)
            ) from error

    @classmethod
    def begin(cls, path: Path, mark: str, *, post: bool = False) -> Self:
        """A fresh card, by the values that this user plays with; they stay with it from then on.

        Raises:
            OperationError: there is a file of that name already, or it cannot be written.
            InputError: with every problem of the user's own card file.
        """
        opening = CardOpeningDocument(
            format=FORMAT,
            mark=mark,
            layout=CardLayoutDocument.of(known_layout(mark)),
            armour=FULL_ARMOUR if post else None,
        )
        return cls(Journal.begin(path, game=Game.OGRE_CARD, opening=encode(opening)))

    @classmethod
    def resume(cls, path: Path) -> Self:
        """A card that was begun before, as it was left.

        Raises:
            OperationError: it is open elsewhere, newer than this program, or damaged.
            InputError: there is no such file, or it keeps something else.
        """
        journal = Journal.resume(path)
        with ExitStack() as on_failure:
            on_failure.callback(journal.close)
            if journal.game is not Game.OGRE_CARD:
                raise InputError(
                    phrase(
                        "{file}: this file holds a match ({game}), not a tracking card; name another.",
                        file=path,
                        game=journal.game,
                    )
                )
            card = cls(journal)
            on_failure.pop_all()
        return card

    @property
    def path(self) -> Path:
        """Its file."""
        return self._journal.path

    @property
    def caution(self) -> str:
        """A sentence to be shown where the card can only be looked at, or was found without its end; "" else."""
        return self._journal.caution

    @property
    def marks(self) -> Marks:
        """The card as it is marked now."""
        return reduce(_after, self._folded.in_force, self._fresh)

    @property
    def last(self) -> RecordedOutcome | None:
        """What came of the mark made last of those that count."""
        counting = self._folded.in_force
        return decode_outcome(counting[-1].came_of) if counting else None

    @property
    def can_undo(self) -> bool:
        """Whether there is a mark to undo."""
        return self._folded.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether a mark that was undone can be brought back."""
        return self._folded.can_redo

    def mark(self, row: Row, left: int, *, source: str) -> None:
        """Mark a row by hand: so much is left of it. What changes nothing is not written down.

        Raises:
            OperationError: it could not be written; nothing is marked.
        """
        before = self.marks
        after = before.marked(row, left)
        if after != before:
            content = CardMarkDocument(row=row.value, left=after.left(row))
            self._journal.append(
                EntryKind.ACT, encode(content), source=source, came_of=encode_outcome(describe_mark(before, after, row))
            )

    def undo(self, *, source: str) -> None:
        """Take the last mark back, where there is one."""
        if self.can_undo:
            self._journal.append(EntryKind.UNDO, source=source)

    def redo(self, *, source: str) -> None:
        """Bring back the mark undone last, where there is one."""
        if self.can_redo:
            self._journal.append(EntryKind.REDO, source=source)

    def close(self) -> None:
        """Let others open its file."""
        self._journal.close()

    @property
    def _folded(self) -> UndoHistory:
        return fold_entries(self._journal.entries)


def _after(marks: Marks, entry: JournalEntry) -> Marks:
    mark = decode(CardMarkDocument, entry.content, f"entry {entry.number}")
    return marks.marked(Row(mark.row), mark.left)


def _fresh(path: Path, opening: JsonTable) -> Marks:
    """The fresh card; InputError where the file tells none that this program reads."""
    card = decode(CardOpeningDocument, opening, str(path))
    return unmarked_card(card.mark, card.layout.to_layout(), post=card.armour is not None)
