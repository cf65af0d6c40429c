"""Work beside a window: a thread that does one job after the other, and what follows a watched table.

No widget is touched from the thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from PySide6.QtCore import QObject, QThread, QTimer, Signal

from companion.failures import describe_failure
from companion.session.live import TableSnapshot

#: How often the newest snapshot is fetched, ms.
_LOOK_MS: Final = 80


class _Worker(QObject):
    """Lives in the other thread."""

    done = Signal(object)
    failed = Signal(str)

    def work(self, job: Callable[[], object]) -> None:
        try:
            self.done.emit(job())
        except Exception as failure:  # noqa: BLE001  (a thread that dies would leave the window waiting for ever)
            self.failed.emit(describe_failure(failure))


class BackgroundThread(QObject):
    """``done``: what a job has come to; ``failed``: why it has come to nothing, in a sentence."""

    done = Signal(object)
    failed = Signal(str)
    _asked = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._thread, self._worker = QThread(self), _Worker()
        self._worker.moveToThread(self._thread)
        self._asked.connect(self._worker.work)
        self._worker.done.connect(self.done)
        self._worker.failed.connect(self.failed)

    def start(self) -> None:
        """Begin with the jobs that wait."""
        self._thread.start()

    def run(self, job: Callable[[], object]) -> None:
        """Do a job after those that wait."""
        self._asked.emit(job)

    def close(self) -> None:
        """Let the job in work be finished, and end the thread."""
        self._thread.quit()
        self._thread.wait()


class WatchedTable(Protocol):
    """What watches the table: ``companion.session.live.TableWatcher``, or a test's own."""

    latest: TableSnapshot | None

    def start(self) -> None:
        """Begin to watch."""

    def stop(self) -> None:
        """Stop, and let go of the camera."""


class TableFollower(QObject):
    """``seen``: another snapshot of a watched table; ``thought``: what a job about one has come to; ``failed``: why it
    has come to nothing."""

    seen = Signal(object)
    thought = Signal(object)
    failed = Signal(str)

    def __init__(self, watcher: WatchedTable, parent: QObject) -> None:
        super().__init__(parent)
        self._watcher, self._number = watcher, 0
        self._thread = BackgroundThread(self)
        self._thread.done.connect(self.thought)
        self._thread.failed.connect(self.failed)
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self.poll)

    @property
    def latest(self) -> TableSnapshot | None:
        """The newest snapshot."""
        return self._watcher.latest

    def start(self) -> None:
        """Begin to watch and to think."""
        self._thread.start()
        self._watcher.start()
        self._timer.start()

    def run(self, job: Callable[[], object]) -> None:
        """Do a job after those that wait."""
        self._thread.run(job)

    def poll(self) -> None:
        """Report the newest snapshot, if it is another one."""
        snapshot = self._watcher.latest
        if snapshot is not None and snapshot.number != self._number:
            self._number = snapshot.number
            self.seen.emit(snapshot)

    def pause(self) -> None:
        """Look only when asked to."""
        self._timer.stop()

    def close(self) -> None:
        """End the threads; the camera is let go."""
        self._timer.stop()
        self._watcher.stop()
        self._thread.close()
