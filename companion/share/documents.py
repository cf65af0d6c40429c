"""What the pages of a shared match are sent, and what they may ask for: the program's own pages read and write these.

Not a format of files. What other programs read is the event stream (`companion.codec.stream`).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, RootModel

from companion.codec.board import BadgeDocument, BoardDocument, CitedRuleDocument
from companion.codec.document import Document, decode
from companion.codec.fields import FORMAT, FormatNumber
from companion.documents import parse_json
from companion.limits import Count

#: No name of a piece, a choice or a face is longer; what is longer was not sent by a page.
_LONGEST: Final = 300
_Asked = Annotated[str, Field(min_length=1, max_length=_LONGEST)]
_Number = Annotated[int, Field(ge=0, lt=1_000_000_000)]


class _Reported(Document):
    """What is sent to pages: made by us, so that nothing of it is optional."""


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
    undo: DeskLineDocument | None = Field(description="What an undo would take back.")
    redo: DeskLineDocument | None = Field(description="What a redo would bring back.")


_Px = tuple[float, float]


class PhotoMarkDocument(_Reported):
    """A shape over the picture: what it means, its points in the picture's pixels, and its owner's colour, if that
    shows."""

    part: str
    points_px: tuple[_Px, ...]
    closed: bool
    colour: str


class PhotoLabelDocument(_Reported):
    """Words beside a die or along a line: the middle of their plate and its size, px; lines after the title."""

    piece: str
    title: str
    lines: tuple[str, ...]
    tone: str
    badge: BadgeDocument
    centre_px: _Px
    size_px: _Px
    type_px: float


class PhotoDieDocument(_Reported):
    """A die in the picture: where a tap on it counts, and what a screen reader says of it."""

    piece: str
    name: str
    side: str
    badge: BadgeDocument
    chosen: bool
    body_px: tuple[_Px, ...]


class PhotoCandidateDocument(_Reported):
    """Another die before the chosen weapon: whether it may be hit, how far it is, why not, by which rules."""

    piece: str
    badge: BadgeDocument
    standing: Literal["legal", "unsure", "excluded"]
    distance: str
    reason: str
    rules: tuple[str, ...]
    focus: bool


class PhotoFaceDocument(_Reported):
    """What else a die may be."""

    die: str
    face: str
    title: str


class PhotoChosenDocument(_Reported):
    """The die in hand: its weapons, what the rules say of the chosen one, all others before it."""

    piece: str
    name: str
    side: str
    badge: BadgeDocument
    lies: str = Field(description="How exactly its place is known.")
    weapons: tuple[str, ...]
    weapon: Count
    sentence: str
    rules: tuple[CitedRuleDocument, ...]
    doubt: bool
    candidates: tuple[PhotoCandidateDocument, ...]
    faces: tuple[PhotoFaceDocument, ...]


class PhotoPictureDocument(_Reported):
    """A picture of the table by its number, and its size as it is sent."""

    number: Count
    size_px: tuple[Count, Count]


class PhotoDocument(_Reported):
    """What the page with the camera shows: the pictures of one table, what was read, and the die in hand."""

    format: FormatNumber = FORMAT
    language: str
    ruling: bool = Field(description="Whether there is no match: owners and document are chosen on the page.")
    camera: bool = Field(description="Whether a camera that stands takes the pictures, and none is handed in.")
    step: Literal["waiting", "reading", "read", "refused"]
    sentence: str = Field(description="Why the last picture was refused.")
    pictures: tuple[PhotoPictureDocument, ...]
    shown: Count = Field(description="Which of the pictures is looked at; counted from 0.")
    full: bool = Field(description="Whether there are as many pictures of this table as help.")
    found: str
    notices: tuple[str, ...] = Field(description="What must be said beside the dice.")
    hints: tuple[str, ...] = Field(description="What was moved meanwhile; what another picture would show.")
    marks: tuple[PhotoMarkDocument, ...]
    labels: tuple[PhotoLabelDocument, ...]
    dice: tuple[PhotoDieDocument, ...]
    chosen: PhotoChosenDocument | None
    profile: str
    advanced: bool


class _Request(Document):
    """What a page asks for; anything else than these keys is refused."""


class MatchRequest(_Request):
    """What changes a match. revision: that of the match that was looked at (`BoardDocument`): where it has gone on
    since, nothing is done."""

    revision: _Number


class MarkRequest(MatchRequest):
    """So much is left of a row of a card."""

    do: Literal["mark"]
    piece: _Asked
    row: Literal["main", "secondary", "missile", "ap", "treads", "armour"]
    left: Annotated[int, Field(ge=0, lt=1000)]


class UnmarkRequest(MatchRequest):
    """Undo the last mark of one's own."""

    do: Literal["unmark"]
    piece: _Asked


class ChooseRequest(MatchRequest):
    """Take a choice that the desk offers; the title proves that the same thing is meant."""

    do: Literal["choose"]
    choice: _Asked
    title: _Asked


class FaceRequest(MatchRequest):
    """A die shows another face."""

    do: Literal["face"]
    piece: _Asked
    face: _Asked


class ZoneRequest(MatchRequest):
    """A die is not on the table."""

    do: Literal["zone"]
    piece: _Asked
    zone: Literal["hand", "reserve"]


class UndoRequest(MatchRequest):
    """Undo the last gesture, which stands in this line of the log."""

    do: Literal["undo"]
    number: _Number


class RedoRequest(MatchRequest):
    """Bring back what was undone last, which stands in this line of the log."""

    do: Literal["redo"]
    number: _Number


class BackToRequest(MatchRequest):
    """Undo every gesture after a line of the log."""

    do: Literal["back"]
    number: _Number


class CallRequest(_Request):
    """Call the referee; or, where it is not on, take the call back, and say that it is settled."""

    do: Literal["call"]
    on: bool


class LookRequest(_Request):
    """Take a die of the picture in hand, with one of its weapons and one that is looked at; empty: none."""

    do: Literal["look"]
    piece: Annotated[str, Field(max_length=_LONGEST)]
    weapon: Annotated[int, Field(ge=0, lt=100)] = 0
    focus: Annotated[str, Field(max_length=_LONGEST)] = ""


class TurnToRequest(_Request):
    """Look at another picture of the table, counted from 0."""

    do: Literal["turn-to"]
    picture: Annotated[int, Field(ge=0, lt=100)]


class OwnerRequest(_Request):
    """A die of the picture is the other player's."""

    do: Literal["owner"]
    piece: _Asked


class ReadAsRequest(_Request):
    """A die of the picture is another, or shows another side, than was read."""

    do: Literal["read-as"]
    piece: _Asked
    die: _Asked
    face: _Asked


class RulesRequest(_Request):
    """By which document a single ruling goes."""

    do: Literal["rules"]
    profile: Literal["ogre", "deep-white-sea", "cyburg"]
    advanced: bool


class ForgetRequest(_Request):
    """Forget the pictures of this table."""

    do: Literal["forget"]


PageRequest = (
    MarkRequest | UnmarkRequest | ChooseRequest | FaceRequest | ZoneRequest | UndoRequest | RedoRequest | BackToRequest
    | CallRequest | LookRequest | TurnToRequest | OwnerRequest | ReadAsRequest | RulesRequest | ForgetRequest
)  # fmt: skip
#: What is asked of the pictures of a table, and changes no match.
PhotoRequest = LookRequest | TurnToRequest | OwnerRequest | ReadAsRequest | RulesRequest | ForgetRequest


class PageRequestDocument(RootModel[Annotated[PageRequest, Field(discriminator="do")]]):
    """What a page sends."""


class UploadRequest(Document):
    """What a page says of a picture before it sends it: its bytes; whether it shows the table that was read last."""

    bytes: Annotated[int, Field(ge=1, lt=2**40)]
    add: bool


def decode_upload_request(text: bytes) -> UploadRequest:
    """What a page says of a picture.

    Raises:
        InputError: it is nothing that any page says.
    """
    return decode(UploadRequest, parse_json(text))


def encode_page_state(state: BoardDocument | DeskDocument | PhotoDocument) -> str:
    """The text that pages are sent, null among its keys."""
    return state.model_dump_json()


def decode_page_request(text: bytes) -> PageRequest:
    """What a page asks for.

    Raises:
        InputError: it is nothing that any page asks.
    """
    return decode(PageRequestDocument, parse_json(text)).root
