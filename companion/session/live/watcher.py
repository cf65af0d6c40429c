"""The live path with its threads: one takes pictures, one watches, one reads; between them the newest wins.

The capture thread waits for the camera and leaves each picture in a mailbox; the watching thread, which alone touches
the ``LiveTable``, looks at the newest; the reading thread, which is slow, gets the newest requested one. Nothing queues
up.

A source played through the watch without threads: frame after frame, each read as soon as it is requested.

What tests, replays and ``bench`` use: the time is counted from the frames, so the same film gives the same snapshots.

A mailbox with one slot: what is put in replaces what nobody has taken; the newest wins.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Final, Generic, TypeVar

from companion.arrays import Image
from companion.camera import Camera
from companion.camera.sources import Source
from companion.failures import describe_failure
from companion.session.live.live_table import LiveTable, ReadFrame, ReadingRequest
from companion.session.live.snapshot import TableSnapshot
from companion.text import gettext
from companion.vision import PictureRefusedError, Reader

_WAIT_S: Final = 0.1
#: So often the table is looked at; a quicker camera's other pictures are left out.
_FRAME_S: Final = 1 / 12
_JOIN_S: Final = 10.0


#: A tenth of a second to the frame.
FRAME_S = 0.1


T = TypeVar("T")


class TableWatcher:
    """Watches a source until it is stopped. Use it as a context, or call ``start`` and ``stop``.

    reported: called with every snapshot, on the watching thread (a window hands it over to its own). latest: the last
    snapshot, for those who would rather look now and then. frame_s: how often the table is looked at.
    """

    def __init__(
        self,
        source: Source,
        reader: Reader,
        *,
        reported: Callable[[TableSnapshot], None] | None = None,
        frame_s: float | None = None,
    ) -> None:
        self._source, self._reported, self._frame_s = source, reported, _FRAME_S if frame_s is None else frame_s
        self._watch, self._read = LiveTable(reader.camera, reader.dice), CameraFollowingReader(reader)
        self._frames: Mailbox[Image] = Mailbox()
        self._request: Mailbox[ReadingRequest] = Mailbox()
        self._heard: Mailbox[tuple[ReadingRequest, ReadFrame | PictureRefusedError]] = Mailbox()
        self._asked = False  # whether something is being read; no vote is asked for that may not be needed
        self._stop = threading.Event()
        works = {"capture": self._capture, "watch": self._observe, "read": self._reading}
        self._threads = [
            threading.Thread(target=self._guarded, args=(work,), name=f"table-{name}", daemon=True)
            for name, work in works.items()
        ]
        self.latest: TableSnapshot | None = None
        self.failure: Exception | None = None

    @property
    def source(self) -> Source:
        """Where the pictures come from; it is closed with the watcher."""
        return self._source

    @property
    def camera(self) -> Camera:
        """The camera in force by the last snapshot."""
        return self.latest.camera if self.latest else self._watch.camera

    def replace_reader(self, reader: Reader) -> None:
        """Read by another reader of the same table from the next reading on; from any thread."""
        self._read.replace(reader)

    def start(self) -> None:
        """Begin to watch."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop and let go of the source; returns when all threads have ended. May be called more than once."""
        self._stop.set()
        for thread in self._threads:
            if thread.is_alive() and thread is not threading.current_thread():
                thread.join(_JOIN_S)
        self._source.close()

    def __enter__(self) -> TableWatcher:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _guarded(self, work: Callable[[], None]) -> None:
        """One thread's work; what goes wrong in it stops all and is reported, instead of a silent table."""
        try:
            while not self._stop.is_set():
                work()
        except Exception as failure:  # noqa: BLE001  (a thread's last door)
            self.failure = failure
            self._stop.set()
        if work == self._observe and self.failure is not None:
            message = gettext("Watching has stopped: {failure}", failure=describe_failure(self.failure))
            self._say(self._watch.on_missing_frame(time.monotonic(), message, late_s=0.0))

    def _capture(self) -> None:
        pixels = self._source.read()
        if pixels is not None:
            self._frames.put(pixels)
        else:
            self._stop.wait(_WAIT_S)

    def _observe(self) -> None:
        began = time.monotonic()
        pixels = self._frames.take(_WAIT_S)
        if heard := self._heard.take(0):
            self._watch.hear(*heard)
            self._asked = False
        now = time.monotonic()
        self._say(
            self._watch.see(pixels, now) if pixels is not None else self._watch.on_missing_frame(now, self._why())
        )
        if (request := self._watch.pending_request) and not self._asked:
            self._request.put(request)
            self._asked = True
        self._stop.wait(max(0.0, began + self._frame_s - time.monotonic()))

    def _reading(self) -> None:
        request = self._request.take(_WAIT_S)
        if request is not None:
            self._heard.put((request, self._read(request)))

    def _say(self, snapshot: TableSnapshot | None) -> None:
        if snapshot is not None:
            self.latest = snapshot
            if self._reported:
                self._reported(snapshot)

    def _why(self) -> str:
        return gettext("{source} has ended.", source=self._source.name) if self._source.over else self._source.trouble


class CameraFollowingReader:
    """A reader that follows the camera in force."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._replacement: Reader | None = None

    def replace(self, reader: Reader) -> None:
        """Read by another from the next picture on; from any thread."""
        self._replacement = reader

    def __call__(self, request: ReadingRequest) -> ReadFrame | PictureRefusedError:
        """What lies in a picture that its camera took, or why nothing is reported of it."""
        replacement, self._replacement = self._replacement, None
        self._reader = replacement or self._reader
        if self._reader.camera is not request.camera:
            self._reader = self._reader.over(request.camera)
        try:
            return ReadFrame(*self._reader.follow(request.pixels, request.memory))
        except PictureRefusedError as refusal:
            return refusal


def replay_frames(source: Source, reader: Reader, *, frame_s: float = FRAME_S) -> Iterator[TableSnapshot]:
    """The snapshots of all frames of a source, until it is over."""
    watch, read, at_s = LiveTable(reader.camera, reader.dice), CameraFollowingReader(reader), 0.0
    while not source.over:
        pixels = source.read()
        at_s += frame_s
        snapshot = watch.see(pixels, at_s) if pixels is not None else watch.on_missing_frame(at_s, source.trouble)
        if snapshot is not None:
            yield snapshot
        if request := watch.pending_request:
            watch.hear(request, read(request))


class Mailbox(Generic[T]):
    """Between two threads, one that puts and one that takes.

    >>> box = Mailbox[int]()
    >>> box.put(1)
    >>> box.put(2)
    >>> box.take(0), box.take(0)
    (2, None)
    """

    def __init__(self) -> None:
        self._filled = threading.Condition()
        self._item: T | None = None

    def put(self, item: T) -> None:
        """Leave something, in place of what was left before."""
        with self._filled:
            self._item = item
            self._filled.notify()

    def take(self, timeout_s: float) -> T | None:
        """What was left last, waited for so long; ``None`` where nothing comes."""
        with self._filled:
            if self._item is None and timeout_s > 0:
                self._filled.wait(timeout_s)
            item, self._item = self._item, None
            return item
