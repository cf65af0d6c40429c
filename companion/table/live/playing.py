"""A source played through the watch without threads: frame after frame, each read as soon as it is wanted.

What tests, replays and ``bench`` use: the time is counted from the frames, so the same film gives the same sights.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.camera import Camera, Pixels
from companion.camera.sources import Source
from companion.table.live.sight import Sight
from companion.table.live.watch import Watch
from companion.vision import PictureRefused, Reader, Reading

#: A tenth of a second to the frame.
FRAME_S = 0.1


class Readings:
    """A reader that follows the camera in force."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def __call__(self, pixels: Pixels, camera: Camera) -> Reading | PictureRefused:
        """What lies in a picture that this camera took, or why nothing is told of it."""
        if self._reader.camera is not camera:
            self._reader = self._reader.over(camera)
        try:
            return self._reader.read(pixels)
        except PictureRefused as refusal:
            return refusal


def played(source: Source, reader: Reader, *, frame_s: float = FRAME_S) -> Iterator[Sight]:
    """The sights of all frames of a source, until it is over."""
    watch, read, at_s = Watch(reader.camera, reader.dice), Readings(reader), 0.0
    while not source.over:
        pixels = source.read()
        at_s += frame_s
        sight = watch.see(pixels, at_s) if pixels is not None else watch.see_nothing(at_s, source.trouble)
        if sight is not None:
            yield sight
        if wanted := watch.wanted:
            watch.hear(wanted, read(wanted.pixels, wanted.camera))
