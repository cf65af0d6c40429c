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

from companion.journal.entry import Entry, Kind

#: What is undone in one go: an entry and those joined to it.
Gesture = tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Folded:
    """Gestures that count, in order; and what was taken back and can be brought again, the latest last."""

    done: tuple[Gesture, ...] = ()
    undone: tuple[tuple[Gesture, ...], ...] = ()

    @property
    def in_force(self) -> tuple[Entry, ...]:
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


def folded(entries: Iterable[Entry]) -> Folded:
    """What counts after all these entries."""
    return reduce(fold, entries, Folded())


def in_force(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The acts and corrections that count after undo, redo and back-to."""
    return folded(entries).in_force


def fold(before: Folded, entry: Entry) -> Folded:
    """What counts after one entry more. An undo, redo or back-to with nothing to take changes nothing."""
    return _FOLDS[entry.kind](before, entry)


def _done(before: Folded, entry: Entry) -> Folded:
    if entry.joined and before.done:
        return Folded((*before.done[:-1], (*before.done[-1], entry)))
    return Folded((*before.done, (entry,)))


def _undo(before: Folded, _entry: Entry) -> Folded:
    return _taken_back(before, len(before.done) - 1)


def _back(before: Folded, entry: Entry) -> Folded:
    to = entry.content.get("to", entry.number)
    return _taken_back(before, sum(gesture[0].number <= to for gesture in before.done))


def _taken_back(before: Folded, keep: int) -> Folded:
    if not 0 <= keep < len(before.done):
        return before
    return Folded(before.done[:keep], (*before.undone, before.done[keep:]))


def _redo(before: Folded, _entry: Entry) -> Folded:
    if not before.undone:
        return before
    return Folded((*before.done, *before.undone[-1]), before.undone[:-1])


def _same(before: Folded, _entry: Entry) -> Folded:
    return before


_FOLDS: Final[Mapping[Kind, Callable[[Folded, Entry], Folded]]] = MappingProxyType(
    {
        Kind.ACT: _done,
        Kind.CORRECTION: _done,
        Kind.UNDO: _undo,
        Kind.REDO: _redo,
        Kind.BACK: _back,
        Kind.NOTE: _same,
    }
)
assert set(_FOLDS) == set(Kind)
