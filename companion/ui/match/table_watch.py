"""Between the watcher's threads and the window: the newest sight by a timer, the thinking in a thread of its own; and
whether a match learns from the dice that people confirm."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Protocol

from PySide6.QtCore import QObject, QThread, QTimer, Signal

from companion.failures import describe_failure
from companion.session.learning import ConfirmedRests, TableLearner
from companion.session.live import TableSnapshot
from companion.session.match import Match
from companion.session.photographs import PhotographDesk
from companion.session.play import InferenceRequest, PresenterObserver, infer
from companion.text import ngettext, pgettext
from companion.ui.settings import load_settings, save_settings

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
        """Think, and report."""
        try:
            self.thought.emit(infer(question))
        except Exception as failure:  # noqa: BLE001  (a thread that dies would leave the table without an answer)
            self.failed.emit(describe_failure(failure))


class TableWatch(QObject):
    """``seen``: another sight; ``thought``: what a table at rest means; ``failed``: why that could not be inferred."""

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

    @property
    def desk(self) -> PhotographDesk | None:
        """Where pictures are handed in, if no camera looks on all the time."""
        return self._watcher if isinstance(self._watcher, PhotographDesk) else None

    def start(self) -> None:
        """Begin to watch and to think."""
        self._thread.start()
        self._watcher.start()
        self._timer.start()

    def look(self) -> None:
        """Report the newest snapshot, if it is another one."""
        sight = self._watcher.latest
        if sight is not None and sight.number != self._number:
            self._number = sight.number
            self.seen.emit(sight)

    def look_again(self) -> None:
        """Report the newest snapshot once more: the match stands otherwise now."""
        self._number = 0
        self.look()

    def ask(self, question: InferenceRequest) -> None:
        """Think about a table at rest; ``asked`` counts the questions."""
        self.asked += 1
        self._wanted.emit(question)

    def pause(self) -> None:
        """Look only when asked to."""
        self._timer.stop()

    def close(self) -> None:
        """End the threads; the camera is let go."""
        self._timer.stop()
        self._watcher.stop()
        self._thread.quit()
        self._thread.wait()


class LearningSwitch:
    """The learner of a match, if it has one. observers: who is called with what happens in the match."""

    def __init__(self, match: Match, learner: TableLearner | None) -> None:
        self._learner, self._rests = learner, None if learner is None else ConfirmedRests(match, learner)
        self.observers: tuple[PresenterObserver, ...] = () if self._rests is None else (self._rests,)
        if learner is not None:
            learner.enabled = load_settings().learning

    @property
    def there(self) -> bool:
        """Whether anything here could learn."""
        return self._learner is not None

    def toggle(self) -> str:
        """Learn from now on, or no longer; what to say of it."""
        if self._learner is None:
            return ""
        self._learner.enabled = not self._learner.enabled
        save_failure = save_settings(replace(load_settings(), learning=self._learner.enabled))
        if save_failure:
            return save_failure
        if self._learner.enabled:
            return pgettext("match", "Learning is on: dice that you confirm help to read this table.")
        return ngettext(
            "Learning is off; {count} view was saved.",
            "Learning is off; {count} views were saved.",
            self._learner.learned,
        )

    def close(self) -> None:
        """The match is left: what was confirmed last counts, too."""
        if self._rests is not None:
            self._rests.end()
        if self._learner is not None:
            self._learner.close()
