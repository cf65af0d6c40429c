"""What a match or a game of Exercise K came to, for programs: the ``.json`` of a result sheet."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from companion.codec.document import LenientDocument
from companion.codec.fields import Count, FormatNumber

__all__ = [
    "ArmyRowDocument",
    "AwardDocument",
    "DeskResultsDocument",
    "MatchResultDocument",
    "PlayerResultDocument",
    "RankingDocument",
    "ThirdOgreDocument",
    "TurnResultDocument",
]

_Points = int | float


class ArmyRowDocument(LenientDocument):
    """So many dice of one design."""

    die: str
    count: Count


class PlayerResultDocument(LenientDocument):
    """One player's result."""

    name: str
    badge: str
    points: _Points
    won: bool
    army: tuple[ArmyRowDocument, ...]
    hits: Count
    lost: Count = Field(description="Dice.")


class TurnResultDocument(LenientDocument):
    """A turn, and what everybody had at its end."""

    turn: Count
    player: str
    points: dict[str, _Points]
    hits: dict[str, int]
    lost: dict[str, int]


class MatchResultDocument(LenientDocument):
    """What a match came to, or stands at."""

    format: FormatNumber
    name: str
    profile: str
    scenario: str
    begun_at: str = Field(description="UTC.")
    ended_at: str = Field(description="UTC; of its last line.")
    ending: str = Field(description="In a sentence.")
    winner: str | None
    winning_score: _Points
    camera_grade: str | None = Field(default=None, description="What the camera was certified for.")
    players: tuple[PlayerResultDocument, ...]
    turns: tuple[TurnResultDocument, ...]


class RankingDocument(LenientDocument):
    """A line of a ranking."""

    place: Count = Field(description="Equal points share a place; 0 is none.")
    name: str
    points: _Points
    leads: bool
    player: str | None = Field(default=None, description="Who played it.")


class ThirdOgreDocument(LenientDocument):
    """The third Ogre of a team of two, which counts for its team alone."""

    name: str
    points: _Points


class AwardDocument(LenientDocument):
    """Points that somebody got."""

    number: Count
    round: Count | None
    account: str
    player: str
    team: str
    base: _Points
    factor: _Points
    points: _Points
    why: str


class DeskResultsDocument(LenientDocument):
    """What a game of Exercise K came to, or stands at."""

    format: FormatNumber
    game: Literal["exercise-k"]
    name: str
    state: str = Field(description="In a sentence.")
    over: bool
    scored: bool
    rounds: Count
    order: tuple[str, ...] = Field(description="Of the teams.")
    setup: str
    agreements: dict[str, str]
    teams: tuple[RankingDocument, ...]
    players: tuple[RankingDocument, ...]
    third_ogres: tuple[ThirdOgreDocument, ...]
    points_by_round: dict[str, tuple[_Points, ...]]
    awards: tuple[AwardDocument, ...]
    sheets: dict[str, dict[str, int | bool]] = Field(description="What each record sheet has left.")
    buildings_lost: tuple[str, ...]
