"""A match that people play in a window, told beside it: the same events, with no hand in the match and no Qt."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from time import monotonic

from companion.session.live import TableSnapshot
from companion.session.play import Inference, MatchPresenter
from companion.session.stream.event_recorder import EventRecorder
from companion.session.stream.events import StreamedEvent


class PresenterStream:
    """Observes a match's presenter and tells each event as it happens, in the presenter's thread.

    tell: what takes an event; it must not wait. first_seq: the number of the first event, where a stream is gone on
    with. told: as for `EventRecorder`. clock: what the time is told by as long as no camera does, s.
    """

    def __init__(
        self,
        presenter: MatchPresenter,
        tell: Callable[[StreamedEvent], object],
        *,
        first_seq: int = 0,
        told: Collection[int] | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._presenter, self._tell, self._clock = presenter, tell, clock
        self._recorder = EventRecorder(presenter, first_seq=first_seq, told=told)
        self._begun_s = clock()

    def begin(self) -> None:
        """Tell the match as it stands, and from now on everything that happens in it."""
        self._presenter.observers.append(self)
        self._tell_all(self._recorder.status())
        self._tell_all(self._recorder.changes())
        if self._presenter.sight is not None:
            self.on_snapshot(self._presenter.sight)

    def end(self) -> None:
        """Tell the match as it stands, and nothing more."""
        if self in self._presenter.observers:
            self._presenter.observers.remove(self)
            self._tell_all(self._recorder.status())

    def on_snapshot(self, snapshot: TableSnapshot) -> None:
        """Another sight of the table."""
        self._tell_all(self._recorder.on_snapshot(snapshot))

    def on_inference(self, inference: Inference) -> None:
        """What a table at rest means."""
        self._tell_all(self._recorder.on_inference(inference))

    def on_change(self) -> None:
        """Something was done, undone or corrected; or merely looked at, which tells nothing."""
        self._tell_all(self._recorder.changes())
        self._tell_all(self._recorder.ending())

    def _tell_all(self, told: Iterable[StreamedEvent]) -> None:
        if not self._recorder.has_frames:
            self._recorder.set_time(self._clock() - self._begun_s)
        for event in told:
            self._tell(event)
