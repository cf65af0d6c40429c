"""What has been reported of a table and its match, so that only what is new is reported, each event with the next
number.

A match that people play in a window, reported beside it: the same events, with no hand in the match and no Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from time import monotonic

from companion.codec.notes import MendNote
from companion.journal import EntryKind
from companion.session.inference import PieceByTrack, Prior, match_pieces, seen_tracks
from companion.session.live import TableSnapshot
from companion.session.match import LogLine, Match
from companion.session.play import Inference, MatchPresenter
from companion.session.stream import events
from companion.session.stream.events import StreamedEvent


class EventRecorder:
    """Asked after whatever may have changed; answers with its events, in order.

    presenter: of the match; ``None`` where only the table is reported. first_seq: the number of the first event.
    reported: the lines of the log that counted when this match was reported last, where that was before; left out: as
    it stands now.
    """

    def __init__(
        self, presenter: MatchPresenter | None, *, first_seq: int = 0, reported: Collection[int] | None = None
    ) -> None:
        self._presenter = presenter
        self._seq, self._frame, self._at_s = first_seq, 0, 0.0
        self._first_s: float | None = None
        self._table: events.TableChanged | None = None
        self._compared: tuple[object, ...] | None = None
        self._layout: tuple[int, PieceByTrack | None] | None = None
        self._counting = {} if presenter is None else _counting(presenter.match, reported)
        self._mends = 0 if presenter is None else sum(isinstance(note, MendNote) for _, note in presenter.match.notes)
        self._meaning: events.ProposalsFound | events.DiscrepanciesFound | None = None
        self._winner = None if presenter is None else presenter.position.winner

    def set_time(self, at_s: float) -> None:
        """Say how late it is, s since the beginning, where no camera does."""
        if self._first_s is None:
            self._at_s = at_s

    def status(self) -> Iterator[events.StreamedEvent]:
        """The match as it stands."""
        if self._presenter is not None:
            position = self._presenter.position
            players = tuple(player.id for player in position.players)
            standing = _standing(self._presenter.match)
            yield self._numbered(events.MatchStatus(players, standing, position.winner))

    def on_snapshot(self, snapshot: TableSnapshot) -> Iterator[events.StreamedEvent]:
        """What a frame shows of the table."""
        self._first_s = snapshot.at_s if self._first_s is None else self._first_s
        self._at_s, self._frame = snapshot.at_s - self._first_s, snapshot.number - 1
        table = events.TableChanged(snapshot.state, snapshot.sentence, snapshot.rest)
        if table != self._table:
            self._table = table
            yield self._numbered(table)
        if not snapshot.sure:
            return
        # The dice of a sure table, or what is known of them, may be others than at the frame before.
        presenter = self._presenter
        known = () if presenter is None else (presenter.position, presenter.reconciler.followed)
        before, self._compared = self._compared, (snapshot.rest, snapshot.tracks, snapshot.camera_check, *known)
        if before is not None and all(now is then for now, then in zip(self._compared, before, strict=True)):
            return
        pieces: PieceByTrack | None = None
        if presenter is not None:
            seen = seen_tracks(snapshot.tracks, Prior.of(presenter.position), snapshot.dice)
            pieces = match_pieces(presenter.position, seen, presenter.reconciler.followed).followed
        if (snapshot.rest, pieces) != self._layout:
            self._layout = snapshot.rest, pieces
            read = snapshot.tracks, snapshot.camera_check, pieces, snapshot.unknown
            yield self._numbered(events.LayoutRead(snapshot.rest, *read))

    def on_inference(self, inference: Inference) -> Iterator[events.StreamedEvent]:
        """What a table at rest means to the match."""
        explained = bool(inference.proposals) or not inference.differences
        rest = inference.question.rest
        meaning = (
            events.ProposalsFound(rest, inference.proposals)
            if explained
            else events.DiscrepanciesFound(rest, inference.differences)
        )
        if meaning != self._meaning:
            self._meaning = meaning
            yield self._numbered(meaning)

    def on_doubts(self) -> Iterator[events.StreamedEvent]:
        """After the last table: what has rather been done, where the score may be another for all that was seen."""
        if self._presenter is not None and self._table is not None:
            rest, reconciler = self._table.rest, self._presenter.reconciler
            doubts = reconciler.other_scores(self._presenter.position)
            if doubts:
                yield self._numbered(events.ProposalsFound(rest, doubts))

    def changes(self) -> Iterator[events.StreamedEvent]:
        """What counts in the match now and did not before, gesture by gesture; and what no longer does."""
        if self._presenter is None:
            return
        match = self._presenter.match
        before, self._counting = self._counting, _counting(match)
        # How likely the story is that has replaced what was done since the last event; None where none has.
        mends = [note.likelihood for _, note in match.notes if isinstance(note, MendNote)]
        mended = mends[-1] if len(mends) > self._mends else None
        self._mends = len(mends)
        if gone := tuple(line for number, line in before.items() if number not in self._counting):
            yield self._numbered(events.UndoneActions(gone, _standing(match), mended))
        for gesture in _gestures(line for number, line in self._counting.items() if number not in before):
            standing = _standing(match, gesture[-1].number)
            corrects = gesture[0].kind is EntryKind.CORRECTION
            yield self._numbered((events.CorrectionMade if corrects else events.ActionTaken)(gesture, standing))
        if mended is not None:
            instead = tuple(line for number, line in self._counting.items() if number not in before)
            yield self._numbered(events.CorrectionMade(instead, _standing(match), mended))

    def ending(self) -> Iterator[events.StreamedEvent]:
        """The match once more where it has ended, or goes on after its end was undone."""
        if self._presenter is not None and self._presenter.position.winner != self._winner:
            self._winner = self._presenter.position.winner
            yield from self.status()

    def _numbered(self, event: events.StreamEvent) -> events.StreamedEvent:
        self._seq += 1
        return events.StreamedEvent(self._seq - 1, self._at_s, self._frame, event)


def _counting(match: Match, reported: Collection[int] | None = None) -> dict[int, LogLine]:
    """The lines of the log that count, by number, or counted when they were reported; notes change nothing."""
    lines = (line for line in match.log if line.kind is not EntryKind.NOTE)
    return {line.number: line for line in lines if (not line.undone if reported is None else line.number in reported)}


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


class PresenterStream:
    """Observes a match's presenter and reports each event as it happens, in the presenter's thread.

    tell: what takes an event; it must not wait. first_seq: the number of the first event, where a stream is gone on
    with. reported: as for `EventRecorder`. clock: gives the time as long as no camera does, s.
    """

    def __init__(
        self,
        presenter: MatchPresenter,
        report: Callable[[StreamedEvent], object],
        *,
        first_seq: int = 0,
        reported: Collection[int] | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._presenter, self._report, self._clock = presenter, report, clock
        self._recorder = EventRecorder(presenter, first_seq=first_seq, reported=reported)
        self._begun_s = clock()

    def begin(self) -> None:
        """Report the match as it stands, and from now on everything that happens in it."""
        self._presenter.observers.append(self)
        self._tell_all(self._recorder.status())
        self._tell_all(self._recorder.changes())
        if self._presenter.view.snapshot is not None:
            self.on_snapshot(self._presenter.view.snapshot)

    def end(self) -> None:
        """Report the match as it stands, and nothing more."""
        if self in self._presenter.observers:
            self._presenter.observers.remove(self)
            self._tell_all(self._recorder.status())

    def on_snapshot(self, snapshot: TableSnapshot) -> None:
        """Another snapshot."""
        self._tell_all(self._recorder.on_snapshot(snapshot))

    def on_inference(self, inference: Inference) -> None:
        """What a table at rest means."""
        self._tell_all(self._recorder.on_inference(inference))

    def on_change(self) -> None:
        """Something was done, undone or corrected; or merely looked at, which is no event."""
        self._tell_all(self._recorder.changes())
        self._tell_all(self._recorder.ending())

    def _tell_all(self, reported: Iterable[StreamedEvent]) -> None:
        self._recorder.set_time(self._clock() - self._begun_s)
        for event in reported:
            self._report(event)
