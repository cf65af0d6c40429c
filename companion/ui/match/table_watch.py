"""What follows the watched table of a match, and whether the match learns from the dice that people confirm."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject

from companion.session.learning import ConfirmedRests, TableLearner
from companion.session.match import Match
from companion.session.photographs import PhotographDesk
from companion.session.play import InferenceRequest, PresenterObserver, infer
from companion.text import ngettext, pgettext
from companion.ui.background import TableFollower, WatchedTable
from companion.ui.settings import load_settings, save_settings


class TableWatch(TableFollower):
    """Thinks about a table at rest in a thread of its own; ``thought``: what it means."""

    def __init__(self, watcher: WatchedTable, parent: QObject) -> None:
        super().__init__(watcher, parent)
        #: How many questions were asked.
        self.asked = 0
        #: Where pictures are handed in, if no camera looks on all the time.
        self.desk = watcher if isinstance(watcher, PhotographDesk) else None

    def report_again(self) -> None:
        """Report the newest snapshot once more: the match stands otherwise now."""
        self._number = 0
        self.poll()

    def ask(self, question: InferenceRequest) -> None:
        """Think about a table at rest."""
        self.asked += 1
        self._thread.run(partial(infer, question))


class LearningSwitch:
    """The learner of a match, if it has one. observers: who is called with what happens in the match."""

    def __init__(self, match: Match, learner: TableLearner | None) -> None:
        self._learner, self._rests = learner, None if learner is None else ConfirmedRests(match, learner)
        self.observers: tuple[PresenterObserver, ...] = () if self._rests is None else (self._rests,)
        #: Whether anything here could learn.
        self.there = learner is not None
        if learner is not None:
            learner.enabled = load_settings().learning

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
        saved = self._learner.learned
        return ngettext("Learning is off; {count} view was saved.", "Learning is off; {count} views were saved.", saved)

    def close(self) -> None:
        """The match is left: what was confirmed last counts, too."""
        if self._rests is not None:
            self._rests.end()
        if self._learner is not None:
            self._learner.close()
