"""Between the watcher's threads and the window: every table at rest is looked at, in a thread of its own.

A picture that was no good is looked at again after a while, for as long as the table rests: people move the lamp.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from PySide6.QtCore import QObject, QThread, QTimer, Signal

from companion.arrays import Image
from companion.camera import Camera
from companion.failures import describe_failure
from companion.session.guided_enrolment import EnrolmentLook
from companion.session.live import TableSnapshot, TableState
from companion.vision import EnrolledView

_POLL_MS: Final = 80
#: So long is waited before the same table is looked at again.
_AGAIN_S: Final = 1.0


class EnrolmentWatcher(Protocol):
    """What watches the table: ``companion.session.live.Watcher``, or a test's own."""

    latest: TableSnapshot | None

    def start(self) -> None:
        """Begin to watch."""

    def stop(self) -> None:
        """Stop, and let go of the camera."""


class EnrolmentLocator(Protocol):
    """What looks for the die: ``companion.session.guided_enrolment.Looker``, or a test's own."""

    def look(self, pixels: Image, camera: Camera, filed: Sequence[EnrolledView]) -> EnrolmentLook:
        """What a picture shows."""


@dataclass(frozen=True, slots=True, eq=False)
class _Wish:
    """A table at rest that is to be looked at."""

    pixels: Image
    camera: Camera
    filed: tuple[EnrolledView, ...]


class _Worker(QObject):
    """Lives in the other thread."""

    looked = Signal(object)
    failed = Signal(str)

    def __init__(self, looker: EnrolmentLocator) -> None:
        super().__init__()
        self._looker = looker

    def work(self, wish: _Wish) -> None:
        """Look, and tell."""
        try:
            self.looked.emit(self._looker.look(wish.pixels, wish.camera, wish.filed))
        except Exception as failure:  # noqa: BLE001  (a thread that dies would leave the window waiting for ever)
            self.failed.emit(describe_failure(failure))


class EnrolmentWorker(QObject):
    """``sighted``: another sight of the table; ``looked``: what a table at rest shows; ``failed``: why nothing can be.

    filed: gives the sides that are known by now; again: whether the same table is worth another look.
    """

    sighted = Signal(object)
    looked = Signal(object)
    failed = Signal(str)
    _wanted = Signal(object)

    def __init__(
        self,
        watcher: EnrolmentWatcher,
        looker: EnrolmentLocator,
        *,
        filed: Callable[[], tuple[EnrolledView, ...]],
        again: Callable[[], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._watcher, self._filed, self._again = watcher, filed, again
        self._number, self._rest, self._busy, self._at_s = 0, -1, False, 0.0
        self._thread, self._worker = QThread(self), _Worker(looker)
        self._worker.moveToThread(self._thread)
        self._wanted.connect(self._worker.work)
        self._worker.looked.connect(self._tell)
        self._worker.failed.connect(self._fail)
        self._timer = QTimer(self)
        self._timer.setInterval(_POLL_MS)
        self._timer.timeout.connect(self.poll)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()
        self._watcher.start()
        self._timer.start()

    def close(self) -> None:
        """Let go of the camera and end the thread."""
        self._timer.stop()
        self._watcher.stop()
        self._thread.quit()
        self._thread.wait()

    def look_afresh(self) -> None:
        """Look at the table again although nothing has moved."""
        self._rest = -1

    def poll(self) -> None:
        """Pass on the newest sight, and have a table that has come to rest looked at."""
        sight = self._watcher.latest
        if sight is None or sight.number == self._number:
            return
        self._number = sight.number
        self.sighted.emit(sight)
        if sight.state is TableState.SETTLED and sight.frame is not None and self._worth_a_look(sight):
            self._rest, self._busy = sight.rest, True
            self._wanted.emit(_Wish(sight.frame, sight.camera, self._filed()))

    def _worth_a_look(self, sight: TableSnapshot) -> bool:
        if self._busy:
            return False
        return sight.rest != self._rest or (self._again() and time.monotonic() - self._at_s > _AGAIN_S)

    def _tell(self, look: EnrolmentLook) -> None:
        self._busy, self._at_s = False, time.monotonic()
        self.looked.emit(look)

    def _fail(self, why: str) -> None:
        self._busy, self._at_s = False, time.monotonic()
        self.failed.emit(why)
