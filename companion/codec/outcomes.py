"""What came of an act, as a journal keeps it: rules that say something else later are noticed by it; and events as
scripts, journals and streams have them, ``{"event": "killed", "piece": ...}`` (docs/formats, Events)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final

from pydantic import Field, PlainSerializer, PlainValidator, TypeAdapter, ValidationError

from companion.codec.document import AsRow, LenientDocument, decode_leniently, encode, plain_json
from companion.codec.fields import Filled, FormatNumber, Given
from companion.documents import JsonTable
from companion.geometry import Measurement
from companion.limits import Count
from companion.rules import Event, Ruling, Term
from companion.rules.events import EVENT_CLASSES
from companion.text import language_in_force

_Number = int | float
_NAMES: Final = {kind: name for name, kind in EVENT_CLASSES.items()}


def encode_event(event: Event) -> dict[str, Any]:
    """The keys of an event; those that are None are left out, numbers are rounded to a thousandth."""
    keys = {field.name: getattr(event, field.name) for field in fields(event)}
    return {"event": _NAMES[type(event)]} | {key: plain_json(item, 3) for key, item in keys.items() if item is not None}


def decode_events(rows: Iterable[Mapping[str, Any]]) -> tuple[Event, ...]:
    """The events that were written down. What this program does not know, as from a newer one, is passed over."""
    found: list[Event] = []
    for row in rows:
        try:
            keys = {key: value for key, value in row.items() if key != "event"}
            found.append(_reader(EVENT_CLASSES[row["event"]]).validate_python(keys))
        except (KeyError, TypeError, ValidationError):
            continue
    return tuple(found)


@cache
def _reader(kind: type[Event]) -> TypeAdapter[Event]:
    return TypeAdapter(kind)


def _events(rows: tuple[Event | Mapping[str, Any], ...]) -> tuple[Event, ...]:
    return tuple(event for row in rows for event in (decode_events([row]) if isinstance(row, Mapping) else [row]))


SavedEvents = Annotated[
    tuple[Event, ...],
    PlainValidator(_events, json_schema_input_type=tuple[dict[str, object], ...]),
    PlainSerializer(lambda events: list(map(encode_event, events))),
    Field(description="In order (docs/formats, Events)."),
]
SavedNumbers = Annotated[
    Mapping[str, Annotated[Measurement, AsRow(_Number, _Number)]],
    PlainSerializer(lambda numbers: {name: (one.value, one.sigma) for name, one in numbers.items()}),
    Field(description="What was measured -> value, standard deviation."),
]


class RecordedOutcome(LenientDocument):
    """What the rules said of an act and what happened."""

    turn: Filled[int] = Field(default=0, description="Of the moment; left out where no rules were asked.")
    player: Filled[str] = ""
    deed: Filled[str] = Field(default="", description="The act in words.")
    language: Filled[str] = Field(default="", description="Of the words; left out, English.")
    text: str = ""
    rules: tuple[str, ...] = ()
    events: SavedEvents = ()
    numbers: SavedNumbers = Field(default_factory=lambda: MappingProxyType({}))
    terms: tuple[Annotated[Term, AsRow(_Number, str, str)], ...] = Field(
        default=(), description="Each [value, label, rule]."
    )

    @classmethod
    def of(cls, ruling: Ruling, events: Iterable[Event], *, turn: int, player: str, deed: str = "") -> RecordedOutcome:
        """What is recorded of a ruling and its events."""
        return cls(
            turn=turn,
            player=player,
            deed=deed,
            text=ruling.text,
            rules=ruling.rules,
            events=tuple(events),
            numbers=ruling.numbers,
            terms=ruling.terms,
            language="" if language_in_force() == "en" else language_in_force(),
        )


class DivergenceDocument(RecordedOutcome):
    """How the rules in force take an act otherwise than when it was done."""

    differs: str


@dataclass(frozen=True, slots=True)
class DoubtNote:
    """How sure it was what was accepted; the log has it in the line of what was accepted, with no words of its own."""

    text: ClassVar[str] = ""
    entry: Annotated[int, Field(description="The number of the last entry of what was accepted.")]
    likelihood: Annotated[float, Field(description="How likely it was, 0 to 1.")]
    alternatives: Annotated[
        Filled[tuple[tuple[str, float], ...]],
        Field(description="What else it may have been, in words, each with how likely."),
    ] = ()
    answers: Annotated[
        Filled[tuple[str, ...]], Field(description="What was asked about it, each with what people said.")
    ] = ()


class LogLineDocument(LenientDocument):
    """A line of a match's log, as ``companion replay --json`` and an export have it."""

    number: int
    at: str = Field(description="UTC.")
    kind: str
    turn: int
    player: str
    act: dict[str, object] = Field(description="A step as in a script, a correction, or a note.")
    deed: str
    text: str
    rules: tuple[str, ...]
    events: SavedEvents
    numbers: SavedNumbers
    source: str
    picture: str | None
    undone: bool
    doubt: Given[DoubtNote] = Field(default=None, description="Where it was not sure what was accepted.")
    now: Given[DivergenceDocument] = None


class ReplayHeadingDocument(LenientDocument):
    """The first line of ``companion replay --json``: the match itself."""

    format: FormatNumber
    match: str = Field(description="Name of the file.")
    game: str
    begun_at: str = Field(description="UTC.")
    program: str = Field(description="The version that began it.")
    lines: Count
    differ: tuple[int, ...] = Field(description="Numbers of the entries that the rules in force take otherwise.")


def encode_outcome(outcome: RecordedOutcome) -> JsonTable:
    """The keys of an outcome; of turn, player, deed and language those that are known."""
    return encode(outcome)


def decode_outcome(row: JsonTable) -> RecordedOutcome:
    """The outcome that was written down, by this program or an older one; what is not given is empty."""
    return decode_leniently(RecordedOutcome, row)
