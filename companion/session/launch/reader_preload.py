"""The reader of dice, loaded beside the table page: its networks take seconds, and the people are still laying markers.

One thread, begun with the first camera that was measured; the reader goes on by whichever camera is taken in the end.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from companion.camera import Camera
from companion.vision import Reader

ReaderOpener = Callable[[Camera], Reader]


class ReaderPreload:
    """Loads once; ``over`` waits for it."""

    def __init__(self, opening: ReaderOpener) -> None:
        self._opening = opening
        self._threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader-ahead")
        self._coming: Future[Reader] | None = None

    def begin(self, camera: Camera) -> None:
        """Load beside everything else; the first call counts."""
        if self._coming is None:
            self._coming = self._threads.submit(self._opening, camera)

    def over(self, camera: Camera) -> Reader:
        """The reader by that camera.

        Raises:
            OperationError: a file of the user's dice or gallery is wrong.
        """
        self.begin(camera)
        assert self._coming is not None
        reader = self._coming.result()
        return reader if reader.camera is camera else reader.over(camera)

    def close(self) -> None:
        """Wait for what has begun, and end the thread."""
        self._threads.shutdown(wait=True)
