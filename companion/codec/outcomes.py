"""What came of an act, as a journal keeps it: rules that say something else later are noticed by it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from companion.codec.events import decode_events, encode_event
from companion.geometry import Measurement
from companion.rules import Event, Ruling, Term
from companion.text import language_in_force

__all__ = ["RecordedOutcome", "decode_outcome", "encode_outcome"]


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
        """What is kept of a ruling and its events."""
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


def encode_outcome(outcome: RecordedOutcome) -> dict[str, Any]:
    """The keys of an outcome; of turn, player, deed and language those that are told."""
    told = {"turn": outcome.turn, "player": outcome.player, "deed": outcome.deed, "language": outcome.language}
    return {key: value for key, value in told.items() if value} | {
        "text": outcome.text,
        "rules": list(outcome.rules),
        "events": [encode_event(event) for event in outcome.events],
        "numbers": {name: [measured.value, measured.sigma] for name, measured in outcome.numbers.items()},
        "terms": [[term.value, term.label, term.rule] for term in outcome.terms],
    }


def decode_outcome(row: Mapping[str, Any]) -> RecordedOutcome:
    """The outcome that was written down, by this program or an older one; what is not told is empty."""
    return RecordedOutcome(
        turn=row.get("turn", 0),
        player=row.get("player", ""),
        deed=row.get("deed", ""),
        text=row.get("text", ""),
        rules=tuple(row.get("rules", ())),
        events=decode_events(row.get("events", ())),
        numbers=MappingProxyType({name: Measurement(*pair) for name, pair in row.get("numbers", {}).items()}),
        terms=tuple(Term(*term) for term in row.get("terms", ())),
        language=row.get("language", ""),
    )
