"""What a game of Exercise K came to, for programs: the ``.json`` of its result sheet."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from companion.codec.document import LenientDocument
from companion.codec.fields import FormatNumber
from companion.limits import Count

_Points = int | float


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
