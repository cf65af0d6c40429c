"""A source played through the live table without threads."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from companion.session.live import ReadFrame, ReadingRequest
from companion.session.live.watcher import CameraFollowingReader
from companion.vision import Reader, TableMemory


def test_a_reader_is_made_anew_only_for_another_camera() -> None:
    """Making one anew loads what it looks for at each height: no matter of a frame."""
    made: list[Any] = []

    def over(camera: Any) -> Any:
        made.append(camera)
        return SimpleNamespace(camera=camera, over=over, follow=lambda pixels, memory: (camera, memory))

    first, second = (cast(Any, SimpleNamespace()) for _ in range(2))
    read: Any = CameraFollowingReader(cast(Reader, over(first)))
    frame, memory = np.zeros((2, 2, 3), np.uint8), TableMemory()
    for camera in (first, second, second):
        assert read(ReadingRequest(frame, camera, 1, 0.0, memory)) == ReadFrame(camera, memory)
    assert [camera is second for camera in made] == [False, True]
