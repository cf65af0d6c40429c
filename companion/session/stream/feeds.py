"""From a source of pictures to the stream: a recording frame by frame, or a live table in threads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.camera.sources import Source
from companion.codec.recordings import Recording
from companion.errors import OperationError
from companion.session.live import TableSnapshot, TableWatcher, replay_frames
from companion.session.live.mailbox import Mailbox
from companion.session.stream.events import StreamedEvent
from companion.session.stream.match_stream import MatchStream
from companion.text import phrase
from companion.vision import Reader

_WAIT_S: Final = 0.2


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

    Raises:
        OperationError: watching has failed.
    """
    newest: Mailbox[TableSnapshot] = Mailbox()
    watcher = TableWatcher(source, reader, told=newest.put, frame_s=frame_s)
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
                    phrase("Watching has stopped: {failure}", failure=watcher.failure)
                ) from watcher.failure
    yield from stream.end()
