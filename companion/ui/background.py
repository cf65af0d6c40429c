"""Work beside a window: one thread that does one job after the other, and touches no widget."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QThread, Signal

from companion.failures import describe_failure


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
