"""The match's clock and the turn's timer, as values: the time is given by whoever asks (seconds of any clock that
only goes forward). Nothing of a match hangs on them: they show and warn.

And what is worth a sound at the table: whose turn it is now, that something is too close to call, that the camera was
moved, that time is up. It knows no loudspeaker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum, auto
from itertools import pairwise

from companion.session.live import TableSnapshot, TableState
from companion.session.play.modes import Aiming, Commanding, Settling
from companion.session.play.presenter import MatchPresenter
from companion.session.play.state_reconciler import Inference
from companion.session.play.tuning import AWAY_S


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """How long the match and each turn may take, in minutes; 0: as long as they like."""

    match_min: int = 0
    turn_min: int = 0


class LimitState(StrEnum):
    """How a time stands to its limit."""

    FREE = auto()
    LEFT = auto()
    UP = auto()


@dataclass(frozen=True, slots=True)
class ClockTime:
    """One time as it is shown. spent_s: what has passed; limit_s: what may pass, 0 for no limit."""

    spent_s: float
    limit_s: float = 0.0

    @property
    def limit_state(self) -> LimitState:
        """Whether there is a limit, and whether it is passed."""
        if not self.limit_s:
            return LimitState.FREE
        return LimitState.UP if self.spent_s >= self.limit_s else LimitState.LEFT

    @property
    def shown(self) -> str:
        """What is left of the limit, or beyond it what is too much (`+`); without one what has passed."""
        if self.limit_state is LimitState.LEFT:
            return format_clock(self.limit_s - self.spent_s)
        if self.limit_state is LimitState.UP:
            return f"+{format_clock(self.spent_s - self.limit_s)}"
        return format_clock(self.spent_s)


@dataclass(frozen=True, slots=True)
class MatchClock:
    """Two times that run and stand together.

    match_s, turn_s: what had passed when it last began to run, or stood still; since_s: when it began to run (None: it
    stands).
    """

    limits: TimeLimits = TimeLimits()
    match_s: float = 0.0
    turn_s: float = 0.0
    since_s: float | None = None

    @property
    def runs(self) -> bool:
        """Whether time passes."""
        return self.since_s is not None

    def match_at(self, now_s: float) -> ClockTime:
        """The match's time."""
        return ClockTime(self.match_s + self._passed_s(now_s), 60.0 * self.limits.match_min)

    def turn_at(self, now_s: float) -> ClockTime:
        """The turn's time."""
        return ClockTime(self.turn_s + self._passed_s(now_s), 60.0 * self.limits.turn_min)

    def begun(self, now_s: float) -> MatchClock:
        """The same, running."""
        return self if self.runs else replace(self, since_s=now_s)

    def paused(self, now_s: float) -> MatchClock:
        """The same, standing still."""
        passed_s = self._passed_s(now_s)
        return replace(self, match_s=self.match_s + passed_s, turn_s=self.turn_s + passed_s, since_s=None)

    def in_next_turn(self, now_s: float) -> MatchClock:
        """Another's turn begins: its time from nothing."""
        after = replace(self.paused(now_s), turn_s=0.0)
        return after.begun(now_s) if self.runs else after

    def from_nothing(self, now_s: float) -> MatchClock:
        """Both times from nothing; it runs on where it ran."""
        return replace(self, match_s=0.0, turn_s=0.0, since_s=now_s if self.runs else None)

    def _passed_s(self, now_s: float) -> float:
        return 0.0 if self.since_s is None else max(0.0, now_s - self.since_s)


def played_s(times: Iterable[datetime]) -> float:
    """How long was played so far, by when a journal's entries were written, in order: a long gap is time away."""
    gaps = ((after - before).total_seconds() for before, after in pairwise(times))
    return sum(gap for gap in gaps if 0.0 < gap < AWAY_S)


def format_clock(seconds: float) -> str:
    """``7:05``, or with hours ``1:07:05``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Cue(StrEnum):
    """What a sound means."""

    TURN = auto()
    TOO_CLOSE = auto()
    CAMERA_MOVED = auto()
    TIME_UP = auto()


class CueCaller:
    """An observer of a match that asks for a sound when something begins, and for none while it lasts."""

    def __init__(self, presenter: MatchPresenter, play: Callable[[Cue], object]) -> None:
        self._presenter, self._play = presenter, play
        self._turn = self._whose_turn()
        self._close, self._moved = False, False

    def on_snapshot(self, snapshot: TableSnapshot) -> None:
        """Another snapshot of the table."""
        before, self._moved = self._moved, snapshot.state is TableState.CAMERA_MOVED
        if self._moved and not before:
            self._play(Cue.CAMERA_MOVED)

    def on_inference(self, inference: Inference) -> None:
        """What the camera proposes makes no sound: nothing has been done yet."""

    def on_change(self) -> None:
        """Something was done, or people are in the middle of something else."""
        turn, self._turn = self._turn, self._whose_turn()
        if turn != self._turn:
            self._play(Cue.TURN)
        view = self._presenter.view  # while people rule, the program is silent
        asked = isinstance(self._presenter.mode, Aiming | Commanding | Settling) and view.people_rule is None
        close, self._close = self._close, asked and self._presenter.prompt.doubt
        if self._close and not close:
            self._play(Cue.TOO_CLOSE)

    def _whose_turn(self) -> str:
        position = self._presenter.position
        return position.winner or position.to_move
