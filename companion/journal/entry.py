"""What a journal is made of: the games it serves, the kinds of entries, one entry; and what counts of it: its entries
folded into a stack of gestures, and what of it was undone.

Undo takes the last gesture away, back-to several at once; redo brings back what the last of these took. Something new
ends what could be brought back. So an entry, whenever it counts, stands on the same ones before it.

A journal's acts are enough to replay the match. What the rules made of each is saved all the same, and compared with
what they make of it now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import reduce
from types import MappingProxyType
from typing import Final, assert_never

from companion.codec.outcomes import RecordedOutcome
from companion.documents import JsonTable


class Game(StrEnum):
    """What is played, and so which rules read the acts."""

    DICE = "dice"
    EXERCISE_K = "exercise-k"
    OGRE_CARD = "ogre-card"


class EntryKind(StrEnum):
    """What an entry is.

    An act is a step of a referee script that was done. A correction is what people corrected by hand, over the rules'
    head. Both count until they are undone. A note counts for nothing: it is something worth keeping, such as what a
    piece that was read wrongly really is.
    """

    ACT = "act"
    CORRECTION = "correction"
    UNDO = "undo"
    REDO = "redo"
    BACK = "back-to"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One entry of a journal, as it is on disk.

    ``number`` counts from 1 without gaps; ``at`` is in UTC; ``source`` says where it came from (keyboard, mouse, camera
    ...); ``picture`` is the SHA-256 of the JPEG that was seen; ``recorded_outcome`` what the rules made of it then
    (`companion.codec.outcomes`); ``joined`` entries belong to the same gesture as the one before, and are undone with
    it. The content of an `EntryKind.BACK` is ``{"to": number}``; 0 is the opening.
    """

    number: int
    at: datetime
    kind: EntryKind
    content: JsonTable
    source: str
    picture: str | None = None
    recorded_outcome: JsonTable = field(default_factory=lambda: MappingProxyType({}))
    joined: bool = False


@dataclass(frozen=True, slots=True)
class EntryDraft:
    """Something to be written down: an entry before it has its number and time."""

    kind: EntryKind
    content: JsonTable
    recorded_outcome: JsonTable = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class GestureDraft:
    """What is undone in one go, before it is written down; ``source`` and ``picture`` are those of all its entries."""

    entries: tuple[EntryDraft, ...]
    source: str
    picture: str | None = None


#: Numbers nearer than this (mm, degrees, points) are the same: another machine rounds otherwise in the last digits.
_SAME: Final = 0.02

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


def fold_entry(before: UndoHistory, entry: JournalEntry) -> UndoHistory:
    """What counts after one entry more. An undo, redo or back-to with nothing to take changes nothing."""
    done, undone = before.done, before.undone
    match entry.kind:
        case EntryKind.NOTE:
            return before
        case EntryKind.ACT | EntryKind.CORRECTION:
            joined = entry.joined and bool(done)
            return UndoHistory((*done[:-1], (*done[-1], entry)) if joined else (*done, (entry,)))
        case EntryKind.REDO:
            return UndoHistory((*done, *undone[-1]), undone[:-1]) if undone else before
        case EntryKind.UNDO:
            keep = len(done) - 1
        case EntryKind.BACK:
            reported = entry.content.get("to")
            to = reported if isinstance(reported, int) else entry.number
            keep = sum(gesture[0].number <= to for gesture in done)
        case _:
            assert_never(entry.kind)
    return UndoHistory(done[:keep], (*undone, done[keep:])) if 0 <= keep < len(done) else before


class DivergenceKind(StrEnum):
    """How a ruling differs from the one that was written down."""

    REFUSED = "refused"
    EVENTS = "events"
    RULES = "rules"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Divergence:
    """An entry that the rules take otherwise than when it was written down: how, and what they say now."""

    number: int
    differs: DivergenceKind
    now: RecordedOutcome


def compare_outcomes(then: JsonTable, now: JsonTable) -> DivergenceKind | None:
    """How two outcomes of one act, as they are written down, differ, the weightiest first; None where they do not.
    Words of two languages are not compared."""
    kinds = {"events": DivergenceKind.EVENTS, "rules": DivergenceKind.RULES, "text": DivergenceKind.WORDS}
    if then.get("language") != now.get("language"):
        del kinds["text"]
    return next((kind for key, kind in kinds.items() if not _same(then.get(key), now.get(key))), None)


def _same(one: object, other: object) -> bool:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) <= _SAME
    return one == other
