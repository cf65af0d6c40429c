"""Whether a match learns from the dice that people confirm: the key that says so, kept for the next match."""

from __future__ import annotations

from dataclasses import replace

from companion.session.learning import ConfirmedRests, TableLearner
from companion.session.match import Match
from companion.session.play import PresenterObserver
from companion.text import plural, translate
from companion.ui.settings import load_settings, save_settings


class LearningSwitch:
    """The learner of a match, if it has one. observers: who has to be told what happens in the match."""

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
        unkept = save_settings(replace(load_settings(), learning=self._learner.enabled))
        if unkept:
            return unkept
        if self._learner.enabled:
            return translate("match", "Learning is on: dice that you confirm help to read this table.")
        return plural(
            "Learning is off; {count} view was kept.",
            "Learning is off; {count} views were kept.",
            self._learner.learned,
        )

    def close(self) -> None:
        """The match is left: what was confirmed last counts, too."""
        if self._rests is not None:
            self._rests.end()
        if self._learner is not None:
            self._learner.close()
