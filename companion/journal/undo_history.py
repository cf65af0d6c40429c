"""What counts of a journal: its entries folded into a stack of gestures, and what of it was undone.

Undo takes the last gesture away, back-to several at once; redo brings back what the last of these took. Something new
ends what could be brought back. So an entry, whenever it counts, stands on the same ones before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from types import MappingProxyType
from typing import Final

from companion.journal.entry import EntryKind, JournalEntry

#: What is undone in one go: an entry and those joined to it.
Gesture = tuple[JournalEntry, ...]


@dataclass(frozen=True, slots=True)
class UndoHistory:
    """Gestures that count, in order; and what was taken back and can be brought again, the latest last."""

    done: tuple[Gesture, ...] = ()
    undone: tuple[tuple[Gesture, ...], ...] = ()

    @property
    def in_force(self) -> tuple[JournalEntry, ...]:
        """The acts and corrections that count, in order."""
        return tuple(entry for gesture in self.done for entry in gesture)

    @property
    def top(self) -> int:
        """The number of the last entry that counts; 0 where none does."""
        return self.done[-1][-1].number if self.done else 0

    @property
    def can_undo(self) -> bool:
        """Whether there is a gesture to undo."""
        return bool(self.done)

    @property
    def can_redo(self) -> bool:
        """Whether there is something to bring back."""
        return bool(self.undone)


def fold_entries(entries: Iterable[JournalEntry]) -> UndoHistory:
    """What counts after all these entries."""
    return reduce(fold_entry, entries, UndoHistory())


def effective_entries(entries: Iterable[JournalEntry]) -> tuple[JournalEntry, ...]:
    """The acts and corrections that count after undo, redo and back-to."""
    return fold_entries(entries).in_force


def fold_entry(before: UndoHistory, entry: JournalEntry) -> UndoHistory:
    """What counts after one entry more. An undo, redo or back-to with nothing to take changes nothing."""
    return _FOLDS[entry.kind](before, entry)


def _done(before: UndoHistory, entry: JournalEntry) -> UndoHistory:
    if entry.joined and before.done:
        return UndoHistory((*before.done[:-1], (*before.done[-1], entry)))
    return UndoHistory((*before.done, (entry,)))


def _undo(before: UndoHistory, _entry: JournalEntry) -> UndoHistory:
    return _taken_back(before, len(before.done) - 1)


def _back(before: UndoHistory, entry: JournalEntry) -> UndoHistory:
    reported = entry.content.get("to")
    to = reported if isinstance(reported, int) else entry.number
    return _taken_back(before, sum(gesture[0].number <= to for gesture in before.done))


def _taken_back(before: UndoHistory, keep: int) -> UndoHistory:
    if not 0 <= keep < len(before.done):
        return before
    return UndoHistory(before.done[:keep], (*before.undone, before.done[keep:]))


def _redo(before: UndoHistory, _entry: JournalEntry) -> UndoHistory:
    if not before.undone:
        return before
    return UndoHistory((*before.done, *before.undone[-1]), before.undone[:-1])


def _same(before: UndoHistory, _entry: JournalEntry) -> UndoHistory:
    return before


_FOLDS: Final[Mapping[EntryKind, Callable[[UndoHistory, JournalEntry], UndoHistory]]] = MappingProxyType(
    {
        EntryKind.ACT: _done,
        EntryKind.CORRECTION: _done,
        EntryKind.UNDO: _undo,
        EntryKind.REDO: _redo,
        EntryKind.BACK: _back,
        EntryKind.NOTE: _same,
    }
)
assert set(_FOLDS) == set(EntryKind)
