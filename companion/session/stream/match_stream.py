"""The live table, and a match on it, as a stream of events: snapshot by snapshot, with no thread of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import Final

from companion.session.live import TableSnapshot
from companion.session.match import Match
from companion.session.play import MatchPresenter
from companion.session.play.choice import Choice
from companion.session.play.modes import Proposed, Settling
from companion.session.play.state_reconciler import infer
from companion.session.stream.event_recorder import EventRecorder
from companion.session.stream.events import StreamedEvent

#: So many gestures at one table at rest: an end of a turn, a throw and what follows it; more is going round in circles.
_MOST_GESTURES: Final = 12
#: The choices that take a proposal, or answer what must be asked about it first.
_LIKELIEST: Final = frozenset({"do", "answer.1", "settle.1"})


class Unattended(StrEnum):
    """What is done with proposals where nobody is at the keys."""

    LIKELIEST = "likeliest"


class MatchStream:
    """Snapshots in, events out. match: left out, only the table is told. accept: left out, nothing is taken into the
    match. It takes the first proposal, and the first answer to each question. told: as for `EventRecorder`."""

    def __init__(
        self, match: Match | None = None, *, accept: Unattended | None = None, told: Collection[int] | None = None
    ) -> None:
        self._accept = accept
        self._presenter = None if match is None else MatchPresenter(match)
        self._recorder = EventRecorder(self._presenter, told=told)

    def begin(self) -> Iterator[StreamedEvent]:
        """The match as it stands before the first frame, and what nobody was told of it before."""
        yield from self._recorder.status()
        yield from self._recorder.changes()

    def end(self) -> Iterator[StreamedEvent]:
        """The match as it stands after the last frame."""
        yield from self._recorder.status()

    def on_snapshot(self, snapshot: TableSnapshot) -> Iterator[StreamedEvent]:
        """What a frame tells, in order."""
        yield from self._recorder.on_snapshot(snapshot)
        if self._presenter is not None:
            yield from self._played(self._presenter, snapshot)
            yield from self._recorder.on_snapshot(snapshot)  # what has come into play is known as a piece now

    def _played(self, presenter: MatchPresenter, snapshot: TableSnapshot) -> Iterator[StreamedEvent]:
        """What a table at rest means to the match, and what was made of it."""
        for _ in range(_MOST_GESTURES):
            request = presenter.on_snapshot(snapshot)
            if request is None:
                break
            inference = infer(request)
            presenter.on_inference(inference)
            yield from self._recorder.changes()  # dice taken as they really lie
            yield from self._recorder.on_inference(inference)
            if self._accept is Unattended.LIKELIEST:
                _take_likeliest(presenter)
                yield from self._recorder.changes()
        yield from self._recorder.ending()


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
