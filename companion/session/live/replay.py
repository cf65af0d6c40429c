"""A source played through the watch without threads: frame after frame, each read as soon as it is wanted.

What tests, replays and ``bench`` use: the time is counted from the frames, so the same film gives the same sights.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.camera.sources import Source
from companion.session.live.live_table import LiveTable, ReadFrame, ReadingRequest
from companion.session.live.snapshot import TableSnapshot
from companion.vision import PictureRefusedError, Reader

#: A tenth of a second to the frame.
FRAME_S = 0.1


class CameraFollowingReader:
    """A reader that follows the camera in force."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._replacement: Reader | None = None

    def replace(self, reader: Reader) -> None:
        """Read by another from the next picture on; from any thread."""
        self._replacement = reader

    def __call__(self, wanted: ReadingRequest) -> ReadFrame | PictureRefusedError:
        """What lies in a picture that its camera took, or why nothing is told of it."""
        replacement, self._replacement = self._replacement, None
        self._reader = replacement or self._reader
        if self._reader.camera is not wanted.camera:
            self._reader = self._reader.over(wanted.camera)
        try:
            return ReadFrame(*self._reader.follow(wanted.pixels, wanted.memory))
        except PictureRefusedError as refusal:
            return refusal


def replay_frames(source: Source, reader: Reader, *, frame_s: float = FRAME_S) -> Iterator[TableSnapshot]:
    """The sights of all frames of a source, until it is over."""
    watch, read, at_s = LiveTable(reader.camera, reader.dice), CameraFollowingReader(reader), 0.0
    while not source.over:
        pixels = source.read()
        at_s += frame_s
        sight = watch.see(pixels, at_s) if pixels is not None else watch.on_missing_frame(at_s, source.trouble)
        if sight is not None:
            yield sight
        if wanted := watch.wanted:
            watch.hear(wanted, read(wanted))
