"""The live table, and a match on it, as a stream of events: snapshot by snapshot, with no thread of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final

from companion.journal import EntryKind
from companion.session.inference import PieceByTrack, Prior, match_pieces, seen_tracks
from companion.session.live import TableSnapshot
from companion.session.match import LogLine, Match
from companion.session.play import MatchPresenter
from companion.session.play.choice import Choice
from companion.session.play.modes import Proposed, Settling
from companion.session.play.state_reconciler import infer
from companion.session.stream import events

#: So many gestures at one table at rest: an end of a turn, a throw and what follows it; more is going round in circles.
_MOST_GESTURES: Final = 12
#: The choices that take a proposal, or answer what must be asked about it first.
_LIKELIEST: Final = frozenset({"do", "answer.1", "settle.1"})


class Unattended(StrEnum):
    """What is done with proposals where nobody is at the keys."""

    LIKELIEST = "likeliest"


class MatchStream:
    """Snapshots in, events out. match: left out, only the table is told. accept: left out, nothing is taken into the
    match. It takes the first proposal, and the first answer to each question."""

    def __init__(self, match: Match | None = None, *, accept: Unattended | None = None) -> None:
        self._match, self._accept = match, accept
        self._presenter = None if match is None else MatchPresenter(match)
        self._seq, self._frame, self._at_s = 0, 0, 0.0
        self._first_s: float | None = None
        self._table: events.TableChanged | None = None
        self._layout: tuple[int, PieceByTrack | None] | None = None
        self._counting = {} if match is None else _counting(match)
        self._meaning: events.ProposalsFound | events.DiscrepanciesFound | None = None
        self._over = False

    def begin(self) -> Iterator[events.StreamedEvent]:
        """The match as it stands before the first frame."""
        yield from self._placed(self._status())

    def end(self) -> Iterator[events.StreamedEvent]:
        """The match as it stands after the last frame."""
        yield from self._placed(self._status())

    def on_snapshot(self, snapshot: TableSnapshot) -> Iterator[events.StreamedEvent]:
        """What a frame tells, in order."""
        self._first_s = snapshot.at_s if self._first_s is None else self._first_s
        self._at_s, self._frame = snapshot.at_s - self._first_s, snapshot.number - 1
        yield from self._placed(self._events(snapshot))

    def _placed(self, told: Iterable[events.StreamEvent]) -> Iterator[events.StreamedEvent]:
        for event in told:
            yield events.StreamedEvent(self._seq, self._at_s, self._frame, event)
            self._seq += 1

    def _events(self, snapshot: TableSnapshot) -> Iterator[events.StreamEvent]:
        table = events.TableChanged(snapshot.state, snapshot.sentence, snapshot.rest)
        if table != self._table:
            self._table = table
            yield table
        yield from self._read(snapshot)
        if self._match is not None and self._presenter is not None:
            yield from self._played(self._match, self._presenter, snapshot)
            yield from self._read(snapshot)  # what has come into play is known as a piece now

    def _read(self, snapshot: TableSnapshot) -> Iterator[events.StreamEvent]:
        """The layout of a table that is sure, where it or what is known of its pieces is new."""
        if not snapshot.sure:
            return
        layout = snapshot.rest, self._pieces(snapshot)
        if layout != self._layout:
            self._layout = layout
            yield events.LayoutRead(snapshot.rest, snapshot.tracks, snapshot.camera_check, layout[1])

    def _pieces(self, snapshot: TableSnapshot) -> PieceByTrack | None:
        if self._presenter is None:
            return None
        position = self._presenter.position
        seen = seen_tracks(snapshot.tracks, Prior.of(position))
        return match_pieces(position, seen, self._presenter.reconciler.followed).followed

    def _played(self, match: Match, presenter: MatchPresenter, snapshot: TableSnapshot) -> Iterator[events.StreamEvent]:
        """What a table at rest means to the match, and what was made of it."""
        for _ in range(_MOST_GESTURES):
            request = presenter.on_snapshot(snapshot)
            if request is None:
                break
            inference = infer(request)
            presenter.on_inference(inference)
            yield from self._changes(match)  # dice taken as they really lie
            explained = bool(inference.proposals) or not inference.differences
            meaning = (
                events.ProposalsFound(request.rest, inference.proposals)
                if explained
                else events.DiscrepanciesFound(request.rest, inference.differences)
            )
            if meaning != self._meaning:
                self._meaning = meaning
                yield meaning
            if self._accept is Unattended.LIKELIEST:
                _take_likeliest(presenter)
                yield from self._changes(match)
        if match.position.winner is not None and not self._over:
            self._over = True
            yield from self._status()

    def _changes(self, match: Match) -> Iterator[events.StreamEvent]:
        """What counts in the match now and did not before, gesture by gesture; and what no longer does."""
        before, self._counting = self._counting, _counting(match)
        if gone := tuple(line for number, line in before.items() if number not in self._counting):
            yield events.UndoneActions(gone, _standing(match))
        for gesture in _gestures(line for number, line in self._counting.items() if number not in before):
            standing = _standing(match, gesture[-1].number)
            corrects = gesture[0].kind is EntryKind.CORRECTION
            yield (events.CorrectionMade if corrects else events.ActionTaken)(gesture, standing)

    def _status(self) -> Iterator[events.MatchStatus]:
        if self._match is not None:
            position = self._match.position
            players = tuple(player.id for player in position.players)
            yield events.MatchStatus(players, _standing(self._match), position.winner)


def _counting(match: Match) -> dict[int, LogLine]:
    """The lines of the log that count, by number; notes change nothing."""
    return {line.number: line for line in match.log if not line.undone and line.kind is not EntryKind.NOTE}


def _gestures(lines: Iterable[LogLine]) -> Iterator[tuple[LogLine, ...]]:
    gesture: list[LogLine] = []
    for line in lines:
        if gesture and not line.joined:
            yield tuple(gesture)
            gesture = []
        gesture.append(line)
    if gesture:
        yield tuple(gesture)


def _standing(match: Match, number: int | None = None) -> events.Standing:
    """How the match stands now, or stood after a line of its log."""
    position = match.position if number is None else match.position_after(number)
    return events.Standing(position.score, position.to_move)


def _take_likeliest(presenter: MatchPresenter) -> None:
    """Take the proposal in focus, with the first answer to each question, as far as the rules let it."""
    while (choice := _likeliest(presenter)) is not None:
        before = presenter.mode, presenter.position
        presenter.take(choice)
        if (presenter.mode, presenter.position) == before:  # refused: the rules have said why
            return


def _likeliest(presenter: MatchPresenter) -> Choice | None:
    if not isinstance(presenter.mode, Proposed | Settling):
        return None
    return next((choice for choice in presenter.choices if choice.id in _LIKELIEST), None)
