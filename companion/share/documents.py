"""What the pages of a shared match are sent, and what they may ask for: the program's own pages read and write these.

Not a format of files. What other programs read is the event stream (`companion.codec.stream`).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, RootModel

from companion.codec.document import Document, decode
from companion.codec.fields import FORMAT, FormatNumber
from companion.documents import parse_json
from companion.limits import Count

#: No name of a piece, a choice or a face is longer; what is longer was not sent by a page.
_LONGEST: Final = 300
_Asked = Annotated[str, Field(min_length=1, max_length=_LONGEST)]
_Mm = tuple[float, float]


class _Reported(Document):
    """What is sent to pages: made by us, so that nothing of it is optional."""


class BadgeDocument(_Reported):
    """How a player is shown: the shape, and the word of the colour, for which each theme of the pages has its own."""

    shape: str
    word: str


class BoardDieDocument(_Reported):
    """A die as it lies; table frame, mm."""

    piece: str
    owner: str | None
    badge: BadgeDocument
    side: str = Field(description="As people say it; empty where it cannot be read.")
    body_mm: tuple[_Mm, ...]
    top_mm: tuple[_Mm, ...]
    centre_mm: _Mm
    chosen: bool = Field(description="Whether the match is about it now.")


class BoardTerrainDocument(_Reported):
    """A wall (no level) or a hill; table frame, mm."""

    name: str
    outline_mm: tuple[_Mm, ...]
    level: int | None


class BoardPostDocument(_Reported):
    """A Command Post's card; table frame, mm."""

    name: str
    badge: BadgeDocument
    outline_mm: tuple[_Mm, ...]
    words: str


class BoardPlayerDocument(_Reported):
    """A player's side of the match; hand and reserve as people list them."""

    player: str
    badge: BadgeDocument
    score: float
    winning_score: float
    to_move: bool
    winner: bool
    hand: str
    reserve: str


class CitedRuleDocument(_Reported):
    """A rule of the ledger, restated."""

    id: str
    text: str


class BoardRulingDocument(_Reported):
    """The last ruling with its numbers; picture: the number of the dispute's picture, 0 for none."""

    sentence: str
    rules: tuple[CitedRuleDocument, ...]
    numbers: tuple[str, ...]
    doubt: bool
    picture: Count


class TreadLineDocument(_Reported):
    """One line of Treads: the number of its green dots, how many it has, how many are left."""

    dot: int
    treads: int
    left: int


class CardRowDocument(_Reported):
    """A row of a tracking card; block: what an Attack on it must reach; lines: those of its Treads, else empty."""

    row: str
    title: str
    full: int
    left: int
    block: float | None
    words: str
    lines: tuple[TreadLineDocument, ...]


class SharedCardDocument(_Reported):
    """An Ogre's tracking card."""

    piece: str
    title: str
    owner: str
    badge: BadgeDocument
    rows: tuple[CardRowDocument, ...]
    last: str = Field(description="What was marked last, in words.")
    can_undo: bool = Field(description="Whether the last gesture of the match is a mark that its owner's page made.")


class BoardDocument(_Reported):
    """Everything that a page shows of a match; sentences in the language of the table."""

    format: FormatNumber = FORMAT
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
    players: tuple[BoardPlayerDocument, ...]
    ruling: BoardRulingDocument
    cards: tuple[SharedCardDocument, ...]


class DeskChoiceDocument(_Reported):
    """One thing that the referee can choose now; why: what speaks against it, empty where nothing does."""

    id: str
    title: str
    why: str


class DeskPieceDocument(_Reported):
    """A die in play with the faces that it is likeliest to show, the one it is known by first."""

    piece: str
    faces: tuple[str, ...]


class DeskLineDocument(_Reported):
    """A gesture of the log."""

    number: int
    text: str
    undone: bool


class DeskDocument(_Reported):
    """What a referee's page shows besides."""

    prompt: str
    choices: tuple[DeskChoiceDocument, ...]
    pieces: tuple[DeskPieceDocument, ...]
    log: tuple[DeskLineDocument, ...]
    can_undo: bool
    can_redo: bool


class _Request(Document):
    """What a page asks for; anything else than these keys is refused."""


class MarkRequest(_Request):
    """A tap on a place of a card's row, counted from 0 where scratching begins."""

    do: Literal["mark"]
    piece: _Asked
    row: Literal["main", "secondary", "missile", "ap", "treads", "armour"]
    place: Annotated[int, Field(ge=0, lt=1000)]


class UnmarkRequest(_Request):
    """Undo the last mark of one's own."""

    do: Literal["unmark"]
    piece: _Asked


class ChooseRequest(_Request):
    """Take a choice that the desk offers; the title proves that the same thing is meant."""

    do: Literal["choose"]
    choice: _Asked
    title: _Asked


class FaceRequest(_Request):
    """A die shows another face."""

    do: Literal["face"]
    piece: _Asked
    face: _Asked


class ZoneRequest(_Request):
    """A die is not on the table."""

    do: Literal["zone"]
    piece: _Asked
    zone: Literal["hand", "reserve"]


class UndoRequest(_Request):
    """Undo the last gesture."""

    do: Literal["undo"]


class RedoRequest(_Request):
    """Bring back what was undone last."""

    do: Literal["redo"]


class BackToRequest(_Request):
    """Undo every gesture after a line of the log."""

    do: Literal["back"]
    number: Annotated[int, Field(ge=0, lt=1_000_000_000)]


PageRequest = (
    MarkRequest | UnmarkRequest | ChooseRequest | FaceRequest | ZoneRequest | UndoRequest | RedoRequest | BackToRequest
)


class PageRequestDocument(RootModel[Annotated[PageRequest, Field(discriminator="do")]]):
    """What a page sends."""


def encode_page_state(state: BoardDocument | DeskDocument) -> str:
    """The text that pages are sent, null among its keys."""
    return state.model_dump_json()


def decode_page_request(text: bytes) -> PageRequest:
    """What a page asks for.

    Raises:
        InputError: it is nothing that any page asks.
    """
    return decode(PageRequestDocument, parse_json(text)).root
