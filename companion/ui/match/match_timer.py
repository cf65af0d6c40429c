"""The match's clock and turn timer in a window: they run with Qt's time, and are set in a panel."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QSpinBox, QWidget

from companion.session.live import TableSnapshot
from companion.session.play import Cue, Inference, LimitState, MatchClock, MatchPresenter, TimeLimits, played_s
from companion.text import pgettext
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import PlainLabel, button_of
from companion.ui.settings import load_settings, save_settings
from companion.ui.sounds import SOUNDS

#: How often the header is written anew.
_TICK_MS = 250

_LONGEST_MATCH_MIN: Final = 600
_LONGEST_TURN_MIN: Final = 60


class MatchTimer(QObject):
    """Owns the clock of a match; an observer of it, so that each turn begins with a time of its own.

    changed: there is something else to show.
    """

    changed = Signal()

    def __init__(
        self, presenter: MatchPresenter, parent: QWidget, *, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._presenter, self._now_s = presenter, now_s
        settings, match = load_settings(), presenter.match
        limits = TimeLimits(settings.match_min, settings.turn_min)
        played = played_s([match.begun_at, *(entry.at for entry in match.entries)])
        self.clock, self.is_shown = MatchClock(limits, match_s=played).begun(now_s()), settings.clock
        self._turn = self._whose_turn()
        self._were_up = self._times_up()
        self.panel = ClockPanel(self, parent)
        self._ticks = QTimer(self, interval=_TICK_MS)
        self._ticks.timeout.connect(self.tick)
        if self.is_shown:
            self._ticks.start()

    def open(self) -> None:
        """Show the clock with its panel; put the panel away where it is open."""
        self._show(shown=True)
        self.panel.open_or_close(self.clock)

    def pause(self) -> None:
        """Let both times stand still, or run on; a clock that is not shown is shown first."""
        if not self.is_shown:
            self.open()
            return
        now_s = self._now_s()
        self._become(self.clock.paused(now_s) if self.clock.runs else self.clock.begun(now_s))

    def hide(self) -> None:
        """No clock any more; the panel goes with it."""
        self.panel.hide()
        self._show(shown=False)

    def tick(self) -> None:
        """Another moment: what is shown, and a sound where a time is up."""
        now_up, before = self._times_up(), self._were_up
        self._were_up = now_up
        if self.is_shown and any(now and not then for now, then in zip(now_up, before, strict=True)):
            SOUNDS.play(Cue.TIME_UP)
        self.changed.emit()

    @property
    def times(self) -> tuple[str, str, bool]:
        """The match's time and the turn's as they are shown, and whether one of them is up; empty while there is no
        clock."""
        if not self.is_shown:
            return "", "", False
        now_s = self._now_s()
        return self.clock.match_at(now_s).shown, self.clock.turn_at(now_s).shown, any(self._times_up())

    # What happens in the match

    def on_snapshot(self, snapshot: TableSnapshot) -> None:
        """No time hangs on what the camera sees."""

    def on_inference(self, inference: Inference) -> None:
        """Nor on what it proposes."""

    def on_change(self) -> None:
        """Another turn: its time from nothing. With the match ended both stand still."""
        before, self._turn = self._turn, self._whose_turn()
        if before != self._turn:
            now_s = self._now_s()
            self._become(self.clock.in_next_turn(now_s))
            if self._presenter.position.winner is not None:
                self._become(self.clock.paused(now_s))

    # Inside

    def _whose_turn(self) -> tuple[str, int]:
        position = self._presenter.position
        return position.winner or position.to_move, position.turn.number

    def _times_up(self) -> tuple[bool, bool]:
        now_s, clock = self._now_s(), self.clock
        match, turn = clock.match_at(now_s).limit_state, clock.turn_at(now_s).limit_state
        return match is LimitState.UP, turn is LimitState.UP

    def _become(self, clock: MatchClock) -> None:
        self.clock = clock
        self._were_up = self._times_up()
        self.panel.show_clock(clock)
        self.changed.emit()

    def limit(self, limits: TimeLimits) -> None:
        """Other limits, from now on and in the next match."""
        self._become(replace(self.clock, limits=limits))
        save_settings(replace(load_settings(), match_min=limits.match_min, turn_min=limits.turn_min))

    def begin_anew(self) -> None:
        """Both times from nothing."""
        self._become(self.clock.from_nothing(self._now_s()))

    def _show(self, *, shown: bool) -> None:
        if shown != self.is_shown:
            self.is_shown = shown
            save_settings(replace(load_settings(), clock=shown))
        (self._ticks.start if shown else self._ticks.stop)()
        self.changed.emit()


class ClockPanel(QFrame):
    """Where a match's clock is set: how long the match and each turn may take, pause, from nothing, away."""

    def __init__(self, timer: MatchTimer, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("clock_panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._match, self._turn = _minutes(self, _LONGEST_MATCH_MIN), _minutes(self, _LONGEST_TURN_MIN)
        self._pause = button_of("", timer.pause, parent=self)
        anew = button_of(pgettext("match", "From 0:00"), timer.begin_anew, parent=self)
        away = button_of(pgettext("match", "No clock"), timer.hide, parent=self)
        for box in (self._match, self._turn):
            box.valueChanged.connect(lambda _: timer.limit(TimeLimits(self._match.value(), self._turn.value())))
        column_of(
            row_of((PlainLabel(pgettext("match", "The match may take"), self), 1), self._match),
            row_of((PlainLabel(pgettext("match", "Each turn may take"), self), 1), self._turn),
            row_of(self._pause, anew, away),
            PlainLabel(pgettext("match", "Nothing ends by itself: the clock only shows and warns."), self),
            on=self,
            margins=(16, 12, 16, 12),
            spacing=8,
        )
        self.hide()

    def open_or_close(self, clock: MatchClock) -> None:
        """Show it with the keys on its first number, or put it away."""
        if self.isVisible():
            self.hide()
            return
        self.show_clock(clock)
        self.show()
        self.raise_()
        self._match.setFocus()
        self._match.selectAll()

    def put_away(self) -> bool:
        """Close it; whether it was open."""
        open_ = self.isVisible()
        self.hide()
        return open_

    def stand_below(self, header: QWidget) -> None:
        """Hang from the header's right end, as large as what it says."""
        self.adjustSize()
        corner = header.mapTo(header.window(), header.rect().bottomRight())
        self.move(max(0, corner.x() - self.width() - 12), corner.y() + 8)

    def show_clock(self, clock: MatchClock) -> None:
        """Its limits, and whether it runs."""
        for box, minutes in ((self._match, clock.limits.match_min), (self._turn, clock.limits.turn_min)):
            with QSignalBlocker(box):
                box.setValue(minutes)
        self._pause.setText(pgettext("match", "Pause") if clock.runs else pgettext("match", "Go on"))


def _minutes(parent: QWidget, longest: int) -> QSpinBox:
    """Minutes to set; 0 is no limit, and says so."""
    box = QSpinBox(parent)
    box.setRange(0, longest)
    box.setSuffix(pgettext("match", " min"))
    box.setSpecialValueText(pgettext("match", "no limit"))
    return box
