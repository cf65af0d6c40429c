"""From a source of pictures to the stream: a recording frame by frame, or a live table in threads.

The live table, and a match on it, as a stream of events: snapshot by snapshot, with no thread of its own.

A match that is not saved: played over a journal in a folder that goes with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion.camera import SensorPicture
from companion.camera.sources import Source
from companion.codec.script import decode_match_opening, feature_game_of
from companion.codec.sources import Recording
from companion.documents import read_json
from companion.errors import InputError, OperationError
from companion.session.inference import QuestionKind
from companion.session.live import HandheldTable, TableSnapshot, TableWatcher, replay_frames
from companion.session.live.watcher import Mailbox
from companion.session.match import DiceRules, Match
from companion.session.play import MatchPresenter
from companion.session.play.choice import Choice
from companion.session.play.modes import Proposed, Settling
from companion.session.play.state_reconciler import infer
from companion.session.stream.event_recorder import EventRecorder
from companion.session.stream.events import StreamedEvent
from companion.text import gettext
from companion.vision import HandheldReader, Reader

_WAIT_S: Final = 0.2


#: So many gestures at one table at rest: an end of a turn, a throw and what follows it; more is going round in circles.
_MOST_GESTURES: Final = 12
#: A proposal less likely than this is not taken where nobody is at the keys, unless what else may have been done leads
#: to the same: later tables may tell.
_LEAST_TAKEN: Final = 0.5
#: The choices that take a proposal, or answer what must be asked about it first.
_LIKELIEST: Final = frozenset({"do", "answer.1", "settle.1"})


def stream_recording(recording: Recording, reader: Reader, stream: MatchStream) -> Iterator[StreamedEvent]:
    """Every frame of a recording, as fast as it can be read; the time is that of its frames."""
    yield from stream.begin()
    for snapshot in replay_frames(recording.source, reader, frame_s=recording.frame_s):
        yield from stream.on_snapshot(snapshot)
    yield from stream.end()


def stream_live(
    source: Source, reader: Reader, stream: MatchStream, *, frame_s: float | None = None
) -> Iterator[StreamedEvent]:
    """A table as it is now, until its source is over. frame_s: how often it is looked at; left out: as in a match.
    Raises OperationError: watching has failed."""
    newest: Mailbox[TableSnapshot] = Mailbox()
    watcher = TableWatcher(source, reader, reported=newest.put, frame_s=frame_s)
    yield from stream.begin()
    with watcher:
        over = False
        while not over:
            snapshot = newest.take(_WAIT_S)
            if snapshot is not None:
                yield from stream.on_snapshot(snapshot)
                over = source.over and snapshot.frame is None
            if watcher.failure is not None:
                raise OperationError(
                    gettext("Watching has stopped: {failure}", failure=watcher.failure)
                ) from watcher.failure
    yield from stream.end()


def stream_pictures(
    pictures: Iterable[SensorPicture], reader: HandheldReader, stream: MatchStream, *, picture_s: float, stills: bool
) -> Iterator[StreamedEvent]:
    """Pictures by a camera in the hand, each from elsewhere, taken so long (s) after one another. stills: each shows
    the table at rest; else those do that say the same as the last."""
    table = HandheldTable(reader, stills=stills)
    yield from stream.begin()
    for number, picture in enumerate(pictures):
        yield from stream.on_snapshot(table.see(picture, number * picture_s))
    yield from stream.end()


class Unattended(StrEnum):
    """What is done with proposals where nobody is at the keys."""

    LIKELIEST = "likeliest"


class MatchStream:
    """Snapshots in, events out. match: left out, only the table is reported. accept: left out, nothing is taken into
    the match. It takes the first proposal, and the first answer to each question. reported: as for `EventRecorder`."""

    def __init__(
        self, match: Match | None = None, *, accept: Unattended | None = None, reported: Collection[int] | None = None
    ) -> None:
        self._accept = accept
        self._presenter = None if match is None else MatchPresenter(match)
        if self._presenter is not None:
            self._presenter.reconciler.unattended = accept is Unattended.LIKELIEST
        self._recorder = EventRecorder(self._presenter, reported=reported)

    def begin(self) -> Iterator[StreamedEvent]:
        """The match as it stands before the first frame, and what was not reported of it before."""
        yield from self._recorder.status()
        yield from self._recorder.changes()

    def end(self) -> Iterator[StreamedEvent]:
        """The match as it stands after the last frame; unattended, as the likeliest story has it, and what else it may
        have been where that would change the score."""
        if self._presenter is not None and self._accept is Unattended.LIKELIEST:
            self._presenter.questions.take_likeliest()
            yield from self._recorder.changes()
            yield from self._recorder.ending()
            yield from self._recorder.on_doubts()
        yield from self._recorder.status()

    def on_snapshot(self, snapshot: TableSnapshot) -> Iterator[StreamedEvent]:
        """The events of a frame, in order."""
        yield from self._recorder.on_snapshot(snapshot)
        if self._presenter is not None:
            # What a table at rest means to the match, and what was made of it.
            for _ in range(_MOST_GESTURES):
                request = self._presenter.questions.on_snapshot(snapshot)
                if request is None:
                    break
                inference = infer(request)
                self._presenter.questions.on_inference(inference)
                yield from self._recorder.changes()  # dice taken as they really lie
                yield from self._recorder.on_inference(inference)
                if self._accept is Unattended.LIKELIEST:
                    _take_likeliest(self._presenter)
                    yield from self._recorder.changes()
            yield from self._recorder.ending()
            yield from self._recorder.on_snapshot(snapshot)  # what has come into play is known as a piece now


def _take_likeliest(presenter: MatchPresenter) -> None:
    """Take the proposal in focus, with the first answer to each question, as far as the rules let it."""
    while (choice := _likeliest(presenter)) is not None:
        before = presenter.mode, presenter.position
        presenter.take(choice)
        if (presenter.mode, presenter.position) == before:  # refused: the rules have said why
            return


def _likeliest(presenter: MatchPresenter) -> Choice | None:
    mode = presenter.mode
    if isinstance(mode, Proposed):
        # The side of a die that cannot be read a later table may show; guessed, it would score by chance.
        doubtful = mode.now.likeliness < _LEAST_TAKEN and not mode.now.settled
        if doubtful or any(ask.kind is QuestionKind.SIDE for ask in mode.now.asks):
            return None
    elif not isinstance(mode, Settling):
        return None
    return next((choice for choice in presenter.choices if choice.id in _LIKELIEST), None)


@contextmanager
def begin_passing_match(script: Path) -> Iterator[Match]:
    """A match that begins with a referee script's situation and is gone when the context ends. Raises InputError: the
    file cannot be read, or is no situation of the dice game; the message names file and place."""
    opening = read_json(script)
    if not isinstance(opening, Mapping) or feature_game_of(opening):
        raise InputError(gettext("{script}: expected a dice-game position, as in a referee script.", script=script))
    try:
        begun = decode_match_opening({key: value for key, value in opening.items() if key != "steps"})
        DiceRules(begun)
    except InputError as error:
        raise InputError(f"{script}: {'; '.join(error.sentences)}") from error
    with TemporaryDirectory(prefix="companion-") as folder, Match.begin(Path(folder) / "watch.diceland", begun) as it:
        yield it
