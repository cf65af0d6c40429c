"""What a journal is made of: the games it serves, the kinds of entries, one entry."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

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
