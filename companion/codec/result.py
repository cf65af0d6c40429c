"""The result of a match: what ``companion export --result`` writes, and what a published table leaves behind
(docs/formats, Result)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from companion.codec.document import LenientDocument, encode_given
from companion.codec.fields import FORMAT, FormatNumber, Instant
from companion.documents import JsonTable
from companion.limits import Count, NonEmptyStr, Number

#: Far more lines than a match has.
_MOST_LINES = 10_000


class StartingDiceDocument(LenientDocument):
    """Dice of one name in an army."""

    die: NonEmptyStr
    count: Count


class ResultPlayerDocument(LenientDocument):
    """What a player has come to."""

    name: NonEmptyStr
    badge: str = Field(description="The colour's word of the player's badge.")
    points: Number
    won: bool
    army: tuple[StartingDiceDocument, ...]
    hits: Count
    lost: Count


class ResultTurnDocument(LenientDocument):
    """A turn: points at its end, hits made and dice lost in it, by player."""

    turn: Count
    player: str
    points: dict[str, Number]
    hits: dict[str, Count]
    lost: dict[str, Count]


class ScoreCorrectionDocument(LenientDocument):
    """Points that people set by hand: in which turn, and what the players had then."""

    turn: Count
    points: dict[str, Number]


class ResultLogDocument(LenientDocument):
    """A line of the log that counts."""

    turn: Count
    player: str
    text: str
    rules: tuple[str, ...]


class MatchResultDocument(LenientDocument):
    """A match summed up."""

    format: FormatNumber = FORMAT
    name: str
    profile: str
    scenario: str
    begun_at: Instant
    ended_at: Instant
    ending: str = Field(description="How it ended, in a sentence.")
    winner: str | None
    winning_score: Number
    camera_grade: str | None = Field(default=None, description="What the camera was certified for.")
    players: tuple[ResultPlayerDocument, ...]
    turns: tuple[ResultTurnDocument, ...] = Field(max_length=_MOST_LINES)
    score_corrections: tuple[ScoreCorrectionDocument, ...] = Field(
        default=(), max_length=_MOST_LINES, description="Points set by hand, in order."
    )
    log: Annotated[tuple[ResultLogDocument, ...], Field(max_length=_MOST_LINES)] = ()

    def without_log(self) -> MatchResultDocument:
        """The same with no line of the log."""
        return MatchResultDocument(**{key: getattr(self, key) for key in self.model_fields_set - {"log"}})

    def as_json(self) -> JsonTable:
        """The result as a file has it, without the log."""
        return encode_given(self.without_log())
