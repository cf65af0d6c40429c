"""The log of a match: a line for every gesture, as it was ruled when it was made; and what its lines say of how the
match was won, and which points people set by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile
from typing import assert_never

from companion.codec import notes
from companion.codec.document import encode_given
from companion.codec.outcomes import DivergenceDocument, LogLineDocument, decode_outcome
from companion.codec.result import ScoreCorrectionDocument
from companion.documents import JsonTable
from companion.geometry import Measurement
from companion.journal import Divergence, EntryKind, JournalEntry
from companion.rules import Event, Position, Term
from companion.rules.actions import BaseAction
from companion.rules.corrections import Correction
from companion.rules.events import Crushed, Killed, Won
from companion.session.inference.descriptions import piece_label
from companion.session.match.timeline import A, P, Timeline
from companion.text import gettext, ngettext, percent

#: Kinds of entries that are listed; undo, redo and back-to show in what is undone.
LISTED_KINDS = frozenset({EntryKind.ACT, EntryKind.CORRECTION, EntryKind.NOTE})


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line: what was done, whose doing, what the rules said, with which numbers, and whether it still counts.

    ``act`` is what was done or set right (None for a note, and for what the rules in force do not know), ``row`` the
    same as it is written down; ``deed`` is what was done in words
    ("" where the game has none for it), ``text`` what the rules said of it;
    ``number`` is what `Match.back_to` takes; ``joined`` lines belong to the gesture of the line before. ``turn`` and
    ``player`` are those of the moment (0 and "" for a note). ``diverges`` is given where the rules now say otherwise;
    ``doubt`` where it was not sure what was accepted.
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
    doubt: notes.DoubtNote | None = None

    @property
    def why_doubted(self) -> str:
        """Why it is worth to be looked at again: what was not sure, was asked, corrected or undone; "" else."""
        return " ".join(sentence for sentence in _doubts(self) if sentence)

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
            events=self.events,
            numbers=self.numbers,
            source=self.source,
            picture=self.picture,
            undone=self.undone,
            doubt=self.doubt,
            now=None
            if self.diverges is None
            else DivergenceDocument(**dict(self.diverges.now), differs=self.diverges.differs.value),
        )
        return encode_given(line)


def log_of(timeline: Timeline[P, A]) -> tuple[LogLine, ...]:
    """A line for every act, correction and note, in order, undone ones among them."""
    counting = {entry.number for entry in timeline.folded.in_force}
    entries = [entry for entry in timeline.entries if entry.kind in LISTED_KINDS]
    written = {entry.number: notes.decode_note(entry.content) for entry in entries if entry.kind is EntryKind.NOTE}
    doubts = {note.entry: note for note in written.values() if isinstance(note, notes.DoubtNote)}
    lines = []
    for entry in entries:
        if entry.number in written and not written[entry.number].text:
            continue  # what is believed of a die, or an entry that was lost together with the one before
        diverges = timeline.divergence(entry) if entry.number in counting else None
        line = line_of(entry, timeline.act_of(entry), counting, diverges)
        lines.append(replace(line, doubt=doubts.get(entry.number)))
    return tuple(lines)


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
        text=came.text or notes.decode_note(entry.content).text,
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


def _doubts(line: LogLine) -> Iterator[str]:
    """All that was doubtful about a line, a sentence each."""
    if line.undone:
        yield gettext("Undone.")
    if line.kind is EntryKind.CORRECTION:
        yield gettext("Corrected by hand.")
    elif line.kind is EntryKind.NOTE:
        yield _doubt_of_note(notes.decode_note(line.row))
    elif isinstance(line.act, BaseAction) and line.act.settled:
        yield gettext("Decided by the players.")
    if line.doubt is None:
        return
    yield gettext("Accepted, {share} likely.", share=percent(line.doubt.likelihood))
    for text, likelihood in line.doubt.alternatives:
        yield gettext("Or else: {story} ({share})", story=text, share=percent(likelihood))
    yield from line.doubt.answers


def _doubt_of_note(note: notes.Note) -> str:
    match note:
        case notes.MendNote(likelihood):
            return gettext("Later tables showed it, {share} likely.", share=percent(likelihood))
        case notes.BeliefNote() | notes.LeaningNote():
            return gettext("People knew better than the camera.")
        case notes.TextNote():
            return gettext("Noted.")
        case notes.ClockNote() | notes.GradeNote() | notes.DoubtNote():
            return ""
        case _:
            assert_never(note)


def score_corrections(lines: Iterable[LogLine]) -> tuple[ScoreCorrectionDocument, ...]:
    """The points set by hand that count, in order."""
    counting = ((line.turn, line.act) for line in lines if not line.undone)
    return tuple(
        ScoreCorrectionDocument(turn=turn, points=dict(act.score))
        for turn, act in counting
        if isinstance(act, Correction) and act.score
    )


def winning_line(position: Position, lines: Iterable[LogLine]) -> LogLine | None:
    """The line of the log by which the winner has won; None while nobody has, or where the match began so."""
    winner = position.winner
    if winner is None:
        return None

    def wins(line: LogLine) -> bool:
        if isinstance(line.act, Correction):
            return line.act.score.get(winner, 0) >= position.agreement.winning_score
        return Won(player=winner) in line.events

    won = [line for line in lines if not line.undone and wins(line)]
    return won[-1] if won else None


def describe_victory(position: Position, line: LogLine | None) -> str:
    """Who has won, by which line of the log, how the points stand, and how many win: ``Ben has won: Mobile Gun killed
    Heavy Tank for 8 points. 52 to 40. The first to reach 50 points wins.``"""
    winner, score = position.winner or "", position.score
    deed = "" if line is None else _scoring_deed(position, line)
    if deed:
        won = gettext("{winner} has won: {deed}.", winner=winner, deed=deed)
    else:
        won = gettext("{winner} has won.", winner=winner)
    stand = gettext(" to ").join(f"{score.get(player, 0):g}" for player in (winner, *position.others(winner)))
    return f"{won} {stand}. {position.agreement.settled('CON-31').text}"


def _scoring_deed(position: Position, line: LogLine) -> str:
    """What brought the winner the last points: ``Mobile Gun killed Heavy Tank for 8 points``; "" where nothing did so
    plainly."""
    if isinstance(line.act, Correction):
        return gettext("the points were set by hand")
    until = takewhile(lambda event: not isinstance(event, Won), line.events)
    scoring = [event for event in until if isinstance(event, Killed | Crushed)]
    if not scoring:
        return ""
    event = scoring[-1]
    count = 1 if event.points == 1 else 2  # half a point takes the plural
    words = {
        "by": piece_label(position, event.by or ""),
        "piece": piece_label(position, event.piece),
        "points": f"{event.points:g}",
    }
    if isinstance(event, Crushed):
        return ngettext(
            "{by} crushed {piece} for {points} point", "{by} crushed {piece} for {points} points", count, **words
        )
    return ngettext("{by} killed {piece} for {points} point", "{by} killed {piece} for {points} points", count, **words)
