"""The log of a match: a line for every gesture, as it was ruled when it was made."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from companion.codec.document import encode_given
from companion.codec.events import encode_event
from companion.codec.notes import decode_note
from companion.codec.outcomes import (
    DivergenceDocument,
    LogLineDocument,
    decode_outcome,
    encode_numbers,
    outcome_document,
)
from companion.documents import JsonTable
from companion.geometry import Measurement
from companion.journal import Divergence, EntryKind, JournalEntry
from companion.rules import Event, Term
from companion.session.match.rule_adapter import A, P
from companion.session.match.timeline import Timeline

#: Kinds of entries that are listed; undo, redo and back-to show in what is undone.
LISTED_KINDS = frozenset({EntryKind.ACT, EntryKind.CORRECTION, EntryKind.NOTE})


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line: what was done, whose doing, what the rules said, with which numbers, and whether it still counts.

    ``act`` is what was done or set right (None for a note, and for what the rules in force do not know), ``row`` the
    same as it is written down; ``deed`` is what was done in words
    ("" where the game has none for it), ``text`` what the rules said of it;
    ``number`` is what `Match.back_to` takes; ``joined`` lines belong to the gesture of the line before. ``turn`` and
    ``player`` are those of the moment (0 and "" for a note). ``diverges`` is given where the rules now say otherwise.
    """

    number: int
    at: datetime
    kind: EntryKind
    row: JsonTable
    act: object
    player: str
    turn: int
    deed: str
    text: str
    rules: tuple[str, ...]
    events: tuple[Event, ...]
    numbers: Mapping[str, Measurement]
    terms: tuple[Term, ...]
    source: str
    picture: str | None
    undone: bool
    joined: bool
    diverges: Divergence | None = None

    @property
    def story(self) -> str:
        """The deed and what came of it, nothing said twice."""
        return self.text if self.text.startswith(self.deed) else f"{self.deed} {self.text}"

    def as_json(self) -> JsonTable:
        """The line's keys as an export has them."""
        line = LogLineDocument(
            number=self.number,
            at=self.at.isoformat(),
            kind=self.kind.value,
            turn=self.turn,
            player=self.player,
            act=dict(self.row),
            deed=self.deed,
            text=self.text,
            rules=self.rules,
            events=tuple(map(encode_event, self.events)),
            numbers=encode_numbers(self.numbers),
            source=self.source,
            picture=self.picture,
            undone=self.undone,
        )
        return encode_given(line if self.diverges is None else line.model_copy(update={"now": _now(self.diverges)}))


def log_of(timeline: Timeline[P, A]) -> tuple[LogLine, ...]:
    """A line for every act, correction and note, in order, undone ones among them."""
    counting = {entry.number for entry in timeline.folded.in_force}
    reported = (entry for entry in timeline.entries if entry.kind in LISTED_KINDS and not _says_nothing(entry))
    return tuple(
        line_of(
            entry, timeline.act_of(entry), counting, timeline.divergence(entry) if entry.number in counting else None
        )
        for entry in reported
    )


def _says_nothing(entry: JournalEntry) -> bool:
    """A note without a word: what is believed of a die, or an entry that was lost together with the one before."""
    return entry.kind is EntryKind.NOTE and not decode_note(entry.content).text


def line_of(entry: JournalEntry, act: object, counting: Collection[int], diverges: Divergence | None = None) -> LogLine:
    """The line of an entry; ``counting``: the numbers of the entries in force."""
    came = decode_outcome(entry.recorded_outcome)
    return LogLine(
        number=entry.number,
        at=entry.at,
        kind=entry.kind,
        row=entry.content,
        act=act,
        player=came.player,
        turn=came.turn,
        deed=came.deed,
        text=came.text or decode_note(entry.content).text,
        rules=came.rules,
        events=came.events,
        numbers=came.numbers,
        terms=came.terms,
        source=entry.source,
        picture=entry.picture,
        undone=entry.kind is not EntryKind.NOTE and entry.number not in counting,
        joined=entry.joined,
        diverges=diverges,
    )


def _now(divergence: Divergence) -> DivergenceDocument:
    now = outcome_document(divergence.now).model_dump(exclude_unset=True)
    return DivergenceDocument(**now, differs=divergence.differs.value)
