"""What a published table and the hall say to each other through a broker, under which topics, and the file of a whole
event (docs/formats, Hall). The topics are ``diceland/TABLE/KIND``, and ``diceland/TABLE/result/MATCH``.
"""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, Literal, TypeVar

from pydantic import Field

from companion.codec.board import BoardDocument
from companion.codec.document import Document, LenientDocument, decode, encode_given
from companion.codec.fields import FORMAT, FormatNumber, Instant
from companion.codec.result import MatchResultDocument
from companion.codec.stream import TABLE_STATES, StreamLine
from companion.documents import parse_json
from companion.errors import InputError
from companion.limits import Count, Name, NonNegative, Number, Text
from companion.text import gettext

_ROOT: Final = "diceland"
#: A table or a match with a longer name is none of ours.
_LONGEST_LEVEL: Final = 200


class TopicKind(StrEnum):
    """What lies under a topic, and who writes it."""

    STATE = "state"
    """`TableStateDocument` of the table, retained."""
    PRESENCE = "online"
    """`PresenceDocument` of the table, retained; the last will is one."""
    EVENTS = "event"
    """Lines of the stream, each of them once or more."""
    MISSED = "missed"
    """Lines once more, for whoever asked: who reads the events as they come is not sent them twice."""
    CALL = "call"
    """`RefereeCallDocument` of the table, retained; empty where nobody is called."""
    RESULT = "result"
    """`MatchResultDocument` of the table, retained, under the match's own topic."""
    ANSWER = "answer"
    """`CallAnswerDocument` of a referee."""
    REPLAY = "replay"
    """`ReplayRequestDocument` of whoever has missed lines."""


@dataclass(frozen=True, slots=True)
class HallTopic:
    """A topic of a table; match: of a result."""

    kind: TopicKind
    table: str
    match: str = ""

    def __str__(self) -> str:
        """The topic as a broker has it."""
        return "/".join(filter(None, (_ROOT, self.table, self.kind.value, self.match)))


#: What a hall listens to.
HALL_TOPICS: Final = (
    TopicKind.STATE,
    TopicKind.PRESENCE,
    TopicKind.EVENTS,
    TopicKind.MISSED,
    TopicKind.CALL,
    TopicKind.RESULT,
)


def any_table(kind: TopicKind) -> str:
    """The topic of a kind at every table, to subscribe to."""
    return str(HallTopic(kind, "+", "+" if kind is TopicKind.RESULT else ""))


def parse_topic(topic: str) -> HallTopic | None:
    """The topic that a broker names; ``None`` where it is none of ours."""
    root, *levels = topic.split("/")
    if root != _ROOT or not 2 <= len(levels) <= 3:
        return None
    table, kind, *match = levels
    if not all(0 < len(name) <= _LONGEST_LEVEL for name in (table, *match)):
        return None
    if kind not in set(TopicKind) or (kind == TopicKind.RESULT) is not bool(match):
        return None
    return HallTopic(TopicKind(kind), table, *match)


#: What a table does when nothing is wrong with it (`TABLE_STATES`).
QUIET_STATES: Final = frozenset({"settled", "moving", "hand"})
assert {*TABLE_STATES} > QUIET_STATES
#: A picture of the table for the referee, as a JPEG: legible, and small enough for any broker's limit.
MOST_PICTURE_BYTES: Final = 200_000

#: More than sit at any table.
_MOST_PLAYERS: Final = 50
_Stream = Annotated[Name, Field(description="Which run of the table counts `seq`; later runs sort behind.")]


class _Message(LenientDocument):
    format: FormatNumber = FORMAT

    def model_post_init(self, _context: object) -> None:
        """Set the format though nobody did: what is not set is not written."""
        self.model_fields_set.add("format")


class HallPlayerDocument(LenientDocument):
    """A player and the score."""

    name: Name
    badge: Name | None = Field(default=None, description="The colour's word of the player's badge.")
    points: Number


class MatchStateDocument(LenientDocument):
    """How a match stands."""

    id: Name = Field(description="The same for as long as the match is played, whatever is started anew.")
    name: Text
    begun_at: Instant
    players: tuple[HallPlayerDocument, ...] = Field(max_length=_MOST_PLAYERS)
    winning_score: Number
    turn: Count
    turn_begun_at: Instant
    to_move: Name
    winner: Name | None


class CameraStateDocument(LenientDocument):
    """What the camera says of the table."""

    state: Text = Field(description="As in a `table` line of the stream.")
    text: Text


class TableStateDocument(_Message):
    """A table as it stands: the newest is retained."""

    table: Name
    at: Instant
    stream: _Stream
    seq: int = Field(ge=-1, description="Number of the last line of the stream that is in it; -1: none is.")
    match: MatchStateDocument | None
    camera: CameraStateDocument | None = Field(description="null: played without a camera, or not seen yet.")
    board: BoardDocument | None = Field(
        default=None, description="Everything that pages draw of the match; points and turn are those of `match`."
    )


class PresenceDocument(_Message):
    """Whether a table is there: retained; what the broker says when the line breaks is the last will."""

    online: bool
    publisher: Name = Field(description="Which installation publishes under the table's name.")
    left: bool = Field(default=False, description="It went by its own will: nothing is wrong.")
    stream: _Stream | None = Field(default=None, description="Of the last line that the broker has of it.")
    seq: Count | None = None


class NumberDocument(LenientDocument):
    """A measured number of the question, mm."""

    value: Number
    sigma: NonNegative = 0.0


class RefereeCallDocument(_Message):
    """A table calls the referee: retained until it is answered or taken back."""

    id: Name
    at: Instant
    question: Text
    numbers: dict[str, NumberDocument] = Field(default_factory=dict)
    rules: tuple[Name, ...] = ()
    picture: str | None = Field(default=None, max_length=2 * MOST_PICTURE_BYTES, description="A JPEG in base64.")
    taken_by: Name | None = Field(default=None, description="The referee who is coming.")


class CallAnswerDocument(_Message):
    """A referee takes a call, or is done with it; the first to take one has it."""

    call: Name
    act: Literal["take", "done"]
    by: Name


class ReplayRequestDocument(_Message):
    """Lines of a stream that somebody has missed; they are published once more."""

    stream: _Stream
    first: Count
    last: Count


class StreamPlaceDocument(LenientDocument):
    """A line, by its stream and its number there."""

    stream: _Stream
    seq: Count


class PublishedLineDocument(_Message):
    """A line of the event stream (stream.schema.json) with three keys more; only what the hall goes by is listed."""

    table: Name
    stream: _Stream
    after: StreamPlaceDocument | None = Field(
        default=None, description="Of a stream's first line: the last one that the table sent before."
    )
    seq: Count
    event: Name
    state: Text = ""
    text: Text = ""


_Decoded = TypeVar("_Decoded", bound=LenientDocument)


def encode_message(message: LenientDocument) -> bytes:
    """The payload of a message."""
    return json.dumps(encode_given(message), ensure_ascii=False).encode()


def decode_message(kind: type[_Decoded], payload: bytes, source: str) -> _Decoded:
    """The message that a payload is.

    Raises:
        InputError: it is none; ``source`` names where it came from.
    """
    try:
        keys = parse_json(payload)
    except InputError as error:
        raise InputError(gettext("{source}: {why}", source=source, why=error)) from None
    return decode(kind, keys, source)


def encode_published_line(line: StreamLine, table: str, stream: str, after: StreamPlaceDocument | None = None) -> bytes:
    """The payload of a line: what ``companion watch`` prints, with ``table``, ``stream`` and perhaps ``after``."""
    more = {} if after is None else {"after": encode_given(after)}
    return json.dumps({**encode_given(line), "table": table, "stream": stream, **more}).encode()


def encode_call_picture(jpeg: bytes) -> str:
    """A JPEG as a message has it."""
    return base64.b64encode(jpeg).decode()


def decode_call_picture(text: str) -> bytes:
    """The JPEG of a message; nothing where it is none."""
    try:
        jpeg = base64.b64decode(text, validate=True)
    except binascii.Error:
        return b""
    return jpeg if jpeg.startswith(b"\xff\xd8") else b""


class HallPlaceDocument(LenientDocument):
    """A player of a table, as the hall's pages show one."""

    name: str
    shape: str
    word: str
    points: Number
    to_move: bool


class HallCallDocument(LenientDocument):
    """A call for the referee, as the hall's pages show one."""

    id: str
    at: Instant
    question: str
    numbers: tuple[str, ...]
    rules: tuple[str, ...]
    picture: str
    taken_by: str


class HallTileDocument(LenientDocument):
    """A table on the hall's pages: points, turn and what was done last are of one moment."""

    table: str
    mood: str = Field(description="well, calling, troubled, silent or gone.")
    heard_at: Instant
    players: tuple[HallPlaceDocument, ...]
    turn: str
    turn_begun_at: Instant | None
    begun_at: Instant | None
    winner: str
    remark: str
    last: str
    doubt: bool
    call: HallCallDocument | None


class HallPageDocument(LenientDocument):
    """What the hall's pages are sent. trouble: why the line to the broker is down."""

    format: FormatNumber = FORMAT
    words: str
    trouble: str
    tiles: tuple[HallTileDocument, ...]


class CallActRequest(Document):
    """What the page of a walking referee asks for: to take a table's call, or to be done with it."""

    do: Literal["take", "done"]
    table: Annotated[str, Field(min_length=1, max_length=_LONGEST_LEVEL)]
    call: Annotated[str, Field(min_length=1, max_length=_LONGEST_LEVEL)]
    by: Annotated[str, Field(min_length=1, max_length=60)]


def decode_call_act(text: bytes) -> CallActRequest:
    """What the page of a walking referee asks for.

    Raises:
        InputError: it is nothing that it asks.
    """
    return decode(CallActRequest, parse_json(text))


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
