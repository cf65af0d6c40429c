"""What a whole event has come to, as a hall exports it (docs/formats, Hall)."""

from __future__ import annotations

from companion.codec.document import LenientDocument
from companion.codec.fields import FORMAT, Count, FormatNumber, Instant, Name, Number
from companion.codec.result import MatchResultDocument
from companion.hall.codec.messages import MatchStateDocument

__all__ = ["HallEventDocument", "PlayedMatchDocument", "PlayerRecordDocument", "RunningMatchDocument"]


class PlayerRecordDocument(LenientDocument):
    """A player over the whole event; somebody is the same at every table where the name is."""

    place: Count
    name: Name
    played: Count
    won: Count
    undecided: Count
    points: Number
    hits: Count
    lost: Count


class PlayedMatchDocument(LenientDocument):
    """A match that has ended, and at which table."""

    table: Name
    match: Name
    result: MatchResultDocument


class RunningMatchDocument(LenientDocument):
    """A match that is played now, and at which table."""

    table: Name
    match: MatchStateDocument


class HallEventDocument(LenientDocument):
    """An event: its standings, its results, and what is still played."""

    format: FormatNumber = FORMAT
    at: Instant
    standings: tuple[PlayerRecordDocument, ...]
    results: tuple[PlayedMatchDocument, ...]
    running: tuple[RunningMatchDocument, ...]
