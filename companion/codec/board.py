"""The board of a match as pages draw it: dice, posts and terrain, whose turn, scores, the last ruling, what happened,
tracking cards. A window's pages are sent it, and a hall's broker keeps the newest of each table.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field

from companion.codec.document import LenientDocument
from companion.codec.fields import FORMAT, FormatNumber, Instant
from companion.limits import Count

_Mm = tuple[float, float]


class BadgeDocument(LenientDocument):
    """How a player is shown: the shape, and the word of the colour, for which each theme of the pages has its own."""

    shape: str
    word: str


class BoardDieDocument(LenientDocument):
    """A die as it lies; table frame, mm."""

    piece: str
    owner: str | None
    badge: BadgeDocument
    side: str = Field(description="As people say it; empty where it cannot be read.")
    body_mm: tuple[_Mm, ...]
    top_mm: tuple[_Mm, ...]
    centre_mm: _Mm
    chosen: bool = Field(description="Whether the match is about it now.")


class SeenDieDocument(LenientDocument):
    """A die that the camera sees and the match does not have yet, or not there; table frame, mm."""

    name: str
    side: str = Field(description="As people say it; empty where it cannot be read.")
    body_mm: tuple[_Mm, ...]
    top_mm: tuple[_Mm, ...]
    centre_mm: _Mm


class BoardTerrainDocument(LenientDocument):
    """A wall (no level) or a hill; table frame, mm."""

    name: str
    outline_mm: tuple[_Mm, ...]
    level: int | None


class BoardPostDocument(LenientDocument):
    """A Command Post's card; table frame, mm."""

    name: str
    badge: BadgeDocument
    outline_mm: tuple[_Mm, ...]
    words: str


class BoardPlayerDocument(LenientDocument):
    """A player's side of the match; hand and reserve as people list them."""

    player: str
    badge: BadgeDocument
    score: float
    winning_score: float
    to_move: bool
    winner: bool
    hand: str
    reserve: str


class CitedRuleDocument(LenientDocument):
    """A rule of the ledger, restated."""

    id: str
    text: str


class BoardRulingDocument(LenientDocument):
    """The last ruling with its numbers; picture: the number of the dispute's picture, 0 for none."""

    sentence: str
    rules: tuple[CitedRuleDocument, ...]
    numbers: tuple[str, ...]
    doubt: bool
    picture: Count


class TreadLineDocument(LenientDocument):
    """One line of Treads: the number of its green dots, how many it has, how many are left."""

    dot: int
    treads: int
    left: int


class CardRowDocument(LenientDocument):
    """A row of a tracking card; block: what an Attack on it must reach; lines: those of its Treads, else empty."""

    row: str
    title: str
    full: int
    left: int
    block: float | None
    words: str
    lines: tuple[TreadLineDocument, ...]


class SharedCardDocument(LenientDocument):
    """An Ogre's tracking card."""

    piece: str
    title: str
    owner: str
    badge: BadgeDocument
    rows: tuple[CardRowDocument, ...]
    last: str = Field(description="What was marked last, in words.")
    can_undo: bool = Field(description="Whether the last gesture of the match is a mark that its owner's page made.")


class HistoryLineDocument(LenientDocument):
    """Something that was done and counts, in a sentence."""

    number: Count
    text: str


@dataclass(frozen=True, slots=True)
class RefereeSummons:
    """A call for the referee that is open. by: the player, empty where nobody is named; taken_by: who is coming."""

    by: str
    at: Instant
    taken_by: str = ""


class BoardDocument(LenientDocument):
    """Everything that a page shows of a match; sentences in the language of the table."""

    format: FormatNumber = FORMAT
    revision: Count = Field(description="Of the match: another one whenever something was done or taken back.")
    language: str
    title: str
    turn: str
    turn_badge: BadgeDocument
    table: str = Field(description="How the table is, with the sign that stands for it.")
    trouble: str
    hands: str
    outline_mm: tuple[_Mm, ...]
    terrain: tuple[BoardTerrainDocument, ...]
    posts: tuple[BoardPostDocument, ...]
    dice: tuple[BoardDieDocument, ...]
    seen: tuple[SeenDieDocument, ...] = Field(description="Not yet confirmed by anybody.")
    players: tuple[BoardPlayerDocument, ...]
    ruling: BoardRulingDocument
    history: tuple[HistoryLineDocument, ...] = Field(description="What was done last and counts, the newest first.")
    winner: str | None
    summons: RefereeSummons | None
    cards: tuple[SharedCardDocument, ...]
