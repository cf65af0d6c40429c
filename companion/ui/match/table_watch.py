"""Between the watcher's threads and the window: the newest sight by a timer, the thinking in a thread of its own."""

from __future__ import annotations

from typing import Final, Protocol

from PySide6.QtCore import QObject, QThread, QTimer, Signal

from companion.failures import describe_failure
from companion.session.live import TableSnapshot
from companion.session.play import InferenceRequest, infer

#: How often the newest sight is fetched, ms.
_LOOK_MS: Final = 80


class WatchedTable(Protocol):
    """What watches the table: ``companion.session.live.Watcher``, or a test's own."""

    latest: TableSnapshot | None

    def start(self) -> None:
        """Begin to watch."""

    def stop(self) -> None:
        """Stop, and let go of the camera."""


class _Thinker(QObject):
    """Lives in the other thread."""

    thought = Signal(object)
    failed = Signal(str)

    def work(self, question: InferenceRequest) -> None:
        """Think, and tell."""
        try:
            self.thought.emit(infer(question))
        except Exception as failure:  # noqa: BLE001  (a thread that dies would leave the table without an answer)
            self.failed.emit(describe_failure(failure))


class TableWatch(QObject):
    """``seen``: another sight; ``thought``: what a table at rest means; ``failed``: why that could not be told."""

    seen = Signal(object)
    thought = Signal(object)
    failed = Signal(str)
    _wanted = Signal(object)

    def __init__(self, watcher: WatchedTable, parent: QObject) -> None:
        super().__init__(parent)
        self._watcher = watcher
        self._number = 0
        self.asked = 0
        self._thread = QThread(self)
        self._thinker = _Thinker()
        self._thinker.moveToThread(self._thread)
        self._wanted.connect(self._thinker.work)
        self._thinker.thought.connect(self.thought)
        self._thinker.failed.connect(self.failed)
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self.look)

    @property
    def latest(self) -> TableSnapshot | None:
        """The newest sight."""
        return self._watcher.latest

    def start(self) -> None:
        """Begin to watch and to think."""
        self._thread.start()
        self._watcher.start()
        self._timer.start()

    def look(self) -> None:
        """Tell the newest sight, if it is another one."""
        sight = self._watcher.latest
        if sight is not None and sight.number != self._number:
            self._number = sight.number
            self.seen.emit(sight)

    def look_again(self) -> None:
        """Tell the newest sight once more: the match stands otherwise now."""
        self._number = 0
        self.look()

    def ask(self, question: InferenceRequest) -> None:
        """Think about a table at rest; ``asked`` counts the questions."""
        self.asked += 1
        self._wanted.emit(question)

    def pause(self) -> None:
        """Look only when told to."""
        self._timer.stop()

    def close(self) -> None:
        """End the threads; the camera is let go."""
        self._timer.stop()
        self._watcher.stop()
        self._thread.quit()
        self._thread.wait()
