"""A match as it unfolds from its entries: what counts, where it stands, where it stood after any of them, by the
rules of its game.

Positions are cached once computed. An entry always stands on the same ones before it (see the journal's folding), so
its position is a matter of its number alone, and undo and redo cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from companion import journal
from companion.codec.actions import check_action, decode_action, decode_correction, encode_action, encode_correction
from companion.codec.outcomes import RecordedOutcome, encode_outcome
from companion.codec.script import MatchOpening, decode_situation
from companion.documents import JsonTable
from companion.errors import InputError
from companion.rules import Position, apply
from companion.rules.actions import Action, FoulChoice
from companion.rules.corrections import Correction, apply_correction
from companion.session.inference.descriptions import describe_actions

P = TypeVar("P")
MatchAct = Action | Correction
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class AppliedAction(Generic[P]):
    """What an entry leads to: the position after it, what is recorded of it (None where no rules were asked), whether
    the rules let it be, and all that they said of it (None where they have no say)."""

    position: P
    recorded: RecordedOutcome | None
    allowed: bool = True
    outcome: object = None


class RuleAdapter(Protocol[P, A]):
    """The rules of one game."""

    @property
    def start(self) -> P:
        """Where the match began."""

    def decode(self, kind: journal.EntryKind, content: JsonTable) -> A:
        """The act or correction of a journal's row. Raises InputError: it is nothing that this game knows."""

    def encode(self, act: A) -> tuple[journal.EntryKind, JsonTable]:
        """The kind of entry that an act or correction is, and its row."""

    def take(self, position: P, act: A) -> AppliedAction[P]:
        """What an act or correction leads to; it changes nothing where the rules refuse it. Raises InputError: it names
        what is not in this match."""

    def player_label(self, player: str) -> str:
        """What people call a player of this game."""


class DiceRules:
    """The dice game."""

    def __init__(self, opening: MatchOpening) -> None:
        """Take an opening. Raises InputError: with every name in it that stands for nothing."""
        self.start, _ = decode_situation(opening)

    def decode(self, kind: journal.EntryKind, content: JsonTable) -> MatchAct:
        """The act or correction of a journal's row."""
        if kind is journal.EntryKind.CORRECTION:
            return decode_correction(content)
        return decode_action(content, "act", self.start)

    def encode(self, act: MatchAct) -> tuple[journal.EntryKind, JsonTable]:
        """The kind of entry that an act or correction is, and its row."""
        if isinstance(act, Correction):
            return journal.EntryKind.CORRECTION, encode_correction(act)
        return journal.EntryKind.ACT, encode_action(act)

    def take(self, position: Position, act: MatchAct) -> AppliedAction[Position]:
        """What an act or correction leads to."""
        turn = position.turn.number
        if isinstance(act, Correction):
            after, text = apply_correction(position, act)
            return AppliedAction(after, RecordedOutcome(turn=turn, player=position.to_move, text=text))
        check_action(act, "act", self.start)
        outcome = apply(position, act)
        deed = describe_actions(position, [act]) if outcome.ok else ""
        player = act.player or (act.by if isinstance(act, FoulChoice) else position.to_move)
        recorded = RecordedOutcome.of(outcome.ruling, outcome.events, turn=turn, player=player, deed=deed)
        return AppliedAction(outcome.position, recorded, outcome.ok, outcome)

    def player_label(self, player: str) -> str:
        """A player's name."""
        return player


class CardRules:
    """A lone tracking card: people mark it as they will, no rules are asked; what came of a mark is saved with it."""

    start = None

    def decode(self, kind: journal.EntryKind, content: JsonTable) -> None:
        """A mark is read by the card itself."""

    def encode(self, act: None) -> tuple[journal.EntryKind, JsonTable]:
        """A mark is written down by the card itself."""
        return journal.EntryKind.ACT, {}

    def take(self, position: None, act: None) -> AppliedAction[None]:
        """A mark leads to no position."""
        return AppliedAction(position, None)

    def player_label(self, player: str) -> str:
        """A player's name."""
        return player


#: Kinds of entries that lead from one position to the next.
_LEADING = frozenset({journal.EntryKind.ACT, journal.EntryKind.CORRECTION})


class Timeline(Generic[P, A]):
    """Entries in order, and the positions they lead to; ``folded``: what counts now, and what can be undone and brought
    back."""

    def __init__(self, book: RuleAdapter[P, A], entries: Iterable[journal.JournalEntry] = ()) -> None:
        """Take a game's rules and what was written down so far."""
        self._book = book
        self._entries: dict[int, journal.JournalEntry] = {}
        self._before: dict[int, int] = {}
        self._after: dict[int, AppliedAction[P]] = {}
        self._diverging: dict[int, journal.Divergence | None] = {}
        self.folded = journal.UndoHistory()
        for entry in entries:
            self.add(entry)

    @property
    def entries(self) -> tuple[journal.JournalEntry, ...]:
        """All entries, in order."""
        return tuple(self._entries.values())

    @property
    def position(self) -> P:
        """Where the match stands."""
        return self.position_after(self.folded.top)

    @property
    def divergences(self) -> tuple[journal.Divergence, ...]:
        """The entries in force that the rules take otherwise than when they were written down."""
        found = (self.divergence(entry) for entry in self.folded.in_force)
        return tuple(one for one in found if one is not None)

    def script_from(self, opening: JsonTable) -> JsonTable:
        """The match as a referee script: its opening, and what counts as steps, corrections among them."""
        counting = (entry for entry in self.folded.in_force if entry.kind in _LEADING)
        correct = {journal.EntryKind.ACT: {}, journal.EntryKind.CORRECTION: {"do": "correct"}}
        return {**opening, "steps": [{**correct[entry.kind], **entry.content} for entry in counting]}

    def add(self, entry: journal.JournalEntry, known: AppliedAction[P] | None = None) -> None:
        """Add an entry that is on disk; ``known``: what it led to, where that was computed already."""
        if entry.kind in _LEADING:
            self._before[entry.number] = self.folded.top
            if known is not None:
                self._after[entry.number] = known
                self._diverging[entry.number] = None
        self._entries[entry.number] = entry
        self.folded = journal.fold_entry(self.folded, entry)

    def position_after(self, number: int) -> P:
        """Where the match stood after an act or correction, undone since or not; 0 is the opening. Raises KeyError:
        that entry is neither."""
        return self._taken(number).position if number else self._book.start

    def position_before(self, number: int) -> P:
        """Where the match stood before an act or correction. Raises as `position_after`."""
        return self.position_after(self._before[number])

    def act_of(self, entry: journal.JournalEntry) -> A | None:
        """The act or correction that an entry holds; None where it holds none that the rules in force know."""
        try:
            return self._book.decode(entry.kind, entry.content) if entry.kind in _LEADING else None
        except InputError:
            return None

    def ahead(self, acts: Sequence[A], *, after: int | None = None) -> tuple[AppliedAction[P], ...]:
        """What acts would lead to one after the other, up to the first that is refused; nothing is added. after: the
        number of the entry that they follow, 0 for the opening; None for the last that counts. Raises InputError: one
        is nothing that this game knows."""
        found: list[AppliedAction[P]] = []
        position = self.position if after is None else self.position_after(after)
        for act in acts:
            found.append(self._book.take(position, act))
            if not found[-1].allowed:
                break
            position = found[-1].position
        return tuple(found)

    def divergence(self, entry: journal.JournalEntry) -> journal.Divergence | None:
        """How the rules take an act otherwise now than when it was written down; None where they do not."""
        if entry.number not in self._diverging:
            self._diverging[entry.number] = None
            now = self._taken(entry.number) if entry.kind in _LEADING and entry.recorded_outcome else None
            if now is not None and now.recorded is not None:
                says = encode_outcome(now.recorded)
                differs = (
                    journal.compare_outcomes(entry.recorded_outcome, says)
                    if now.allowed
                    else journal.DivergenceKind.REFUSED
                )
                if differs is not None:
                    self._diverging[entry.number] = journal.Divergence(entry.number, differs, now.recorded)
        return self._diverging[entry.number]

    def _taken(self, number: int) -> AppliedAction[P]:
        """What an entry leads to, and all before it that nobody has asked for yet."""
        missing = []
        while number and number not in self._after:
            missing.append(number)
            number = self._before[number]
        for number in reversed(missing):
            before, entry = self.position_after(self._before[number]), self._entries[number]
            try:
                found = self._book.take(before, self._book.decode(entry.kind, entry.content))
            except InputError as error:  # written by a program that knew it, or by hand
                found = AppliedAction(before, RecordedOutcome(text=str(error)), allowed=False)
            self._after[number] = found if found.allowed else replace(found, position=before)
        return self._after[number]
