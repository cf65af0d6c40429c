"""What came of an act, as a journal keeps it: rules that say something else later are noticed by it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from pydantic import Field

from companion.codec.document import LenientDocument, decode_leniently, encode_given
from companion.codec.events import decode_events, encode_event
from companion.codec.fields import FormatNumber
from companion.documents import JsonTable
from companion.geometry import Measurement
from companion.limits import Count
from companion.rules import Event, Ruling, Term
from companion.text import language_in_force

_Number = int | float


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedOutcome:
    """What the rules said of an act and what happened. ``turn`` and ``player`` are those of the moment (0 and "" where
    no rules were asked); ``deed`` is the act in words ("" where the game has none for it); ``language`` that of the
    words, "" for English."""

    turn: int = 0
    player: str = ""
    deed: str = ""
    text: str = ""
    rules: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    numbers: Mapping[str, Measurement] = field(default_factory=lambda: MappingProxyType({}))
    terms: tuple[Term, ...] = ()
    language: str = ""

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


class OutcomeDocument(LenientDocument):
    """What the rules said of an act and what happened."""

    turn: int = Field(default=0, description="Of the moment; left out where no rules were asked.")
    player: str = ""
    deed: str = Field(default="", description="The act in words.")
    language: str = Field(default="", description="Of the words; left out, English.")
    text: str = ""
    rules: tuple[str, ...] = ()
    events: tuple[dict[str, object], ...] = Field(default=(), description="In order (docs/formats, Events).")
    numbers: dict[str, tuple[_Number, _Number]] = Field(
        default_factory=dict, description="What was measured -> value, standard deviation."
    )
    terms: tuple[tuple[_Number, str, str], ...] = Field(default=(), description="Each [value, label, rule].")


class DivergenceDocument(OutcomeDocument):
    """How the rules in force take an act otherwise than when it was done."""

    differs: str


class DoubtDocument(LenientDocument):
    """How sure it was what was accepted, as a note and a line of the log have it."""

    entry: int = Field(description="The number of the last entry of what was accepted.")
    likelihood: float = Field(description="How likely it was, 0 to 1.")
    alternatives: tuple[tuple[str, float], ...] = Field(
        default=(), description="What else it may have been, in words, each with how likely."
    )
    answers: tuple[str, ...] = Field(default=(), description="What was asked about it, each with what people said.")


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
    events: tuple[dict[str, object], ...]
    numbers: dict[str, tuple[_Number, _Number]]
    source: str
    picture: str | None
    undone: bool
    doubt: DoubtDocument | None = Field(default=None, description="Where it was not sure what was accepted.")
    now: DivergenceDocument | None = None


class ReplayHeadingDocument(LenientDocument):
    """The first line of ``companion replay --json``: the match itself."""

    format: FormatNumber
    match: str = Field(description="Name of the file.")
    game: str
    begun_at: str = Field(description="UTC.")
    program: str = Field(description="The version that began it.")
    lines: Count
    differ: tuple[int, ...] = Field(description="Numbers of the entries that the rules in force take otherwise.")


def outcome_document(outcome: RecordedOutcome) -> OutcomeDocument:
    """An outcome as it is written; of turn, player, deed and language those that are known."""
    reported: dict[str, Any] = {
        "turn": outcome.turn,
        "player": outcome.player,
        "deed": outcome.deed,
        "language": outcome.language,
    }
    return OutcomeDocument(
        **{key: value for key, value in reported.items() if value},
        text=outcome.text,
        rules=outcome.rules,
        events=tuple(map(encode_event, outcome.events)),
        numbers=encode_numbers(outcome.numbers),
        terms=tuple((term.value, term.label, term.rule) for term in outcome.terms),
    )


def encode_numbers(numbers: Mapping[str, Measurement]) -> dict[str, tuple[float, float]]:
    """What was measured, each with its standard deviation."""
    return {name: (measured.value, measured.sigma) for name, measured in numbers.items()}


def encode_outcome(outcome: RecordedOutcome) -> JsonTable:
    """The keys of an outcome."""
    return encode_given(outcome_document(outcome))


def decode_outcome(row: JsonTable) -> RecordedOutcome:
    """The outcome that was written down, by this program or an older one; what is not given is empty."""
    found = decode_leniently(OutcomeDocument, row)
    return RecordedOutcome(
        turn=found.turn,
        player=found.player,
        deed=found.deed,
        text=found.text,
        rules=found.rules,
        events=decode_events(found.events),
        numbers=MappingProxyType({name: Measurement(*pair) for name, pair in found.numbers.items()}),
        terms=tuple(Term(*term) for term in found.terms),
        language=found.language,
    )
