"""The top of the desk: whose turn it is in huge type, round and multiplier, the final round, the clock."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from companion.rules.exercise_k import DeskPosition, multiplier
from companion.session.exercise_k import Alarm, GameClock, TableTalk, as_clock, call_in
from companion.text import translate
from companion.ui.exercise_k.one_line import OneLine
from companion.ui.plain_widgets import plain_label, set_look
from companion.ui.theme import ASH, BASE_PT, PAPER


class TurnBar(QFrame):
    """Always in sight."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("turn_bar")
        self.turn = OneLine(self, size_pt=44, colour=PAPER, bold=True, snug=True)
        self.runs = OneLine(self, size_pt=BASE_PT, colour=ASH)
        self.round, self.final = plain_label(name="round", parent=self), plain_label(name="final", parent=self)
        self.clock, self.alarm = plain_label(name="clock", parent=self), plain_label(name="alarm", parent=self)
        self._over = False
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 16, 4)
        row.setSpacing(28)
        row.addWidget(self.turn)
        row.addWidget(self.runs, 1)
        row.addLayout(_stacked(self.round, self.final))
        row.addLayout(_stacked(self.clock, self.alarm))

    def show_position(self, position: DeskPosition, talk: TableTalk) -> None:
        """Whose turn it is, in which round."""
        factor = multiplier(position.round)[0]
        self.round.setText(translate("TurnBar", "Round {0}   × {1:g}").format(position.closing_round, factor))
        self._over = position.over
        if position.over:
            self.turn.say(translate("TurnBar", "Game over"))
            self.runs.say(
                translate("TurnBar", "scored") if position.scored else translate("TurnBar", "press E to score it")
            )
            self.final.setText("")
            return
        self.turn.say(position.to_move)
        self.runs.say(talk.runners(position, position.to_move))
        last = position.final is not None and position.final.round == position.round
        set_look(self.final, "last", "true" if last else "")
        self.final.setText(translate("TurnBar", "FINAL ROUND") if last else self._next_raise(position))

    def show_time(self, clock: GameClock, now: datetime, *, called: bool) -> None:
        """The clock; ``called``: the final round has been called, so nothing is asked any more."""
        left = clock.left(now)
        shown = clock.elapsed(now) if left is None else left
        self.clock.setText(("" if clock.running else "❚❚ ") + as_clock(shown))
        alarm = Alarm.NONE if called else clock.alarm(now)
        self.alarm.setText(self._alarm_words(alarm, clock, now))
        for widget in (self.clock, self.alarm):
            set_look(widget, "alarm", alarm.value)

    def _next_raise(self, position: DeskPosition) -> str:
        """When points will count less."""
        factor = multiplier(position.round)[0]
        lower = next((r for r in range(position.round, position.round + 9) if multiplier(r)[0] != factor), None)
        if lower is None or factor == 1:
            return ""
        return translate("TurnBar", "until round {0}").format(lower - 1)

    def _alarm_words(self, alarm: Alarm, clock: GameClock, now: datetime) -> str:
        if self._over:
            return ""
        if clock.allotted_min is None:
            return translate("TurnBar", "time played") if clock.running else translate("TurnBar", "P starts the clock")
        until = call_in(clock, now)
        words = {
            Alarm.NONE: translate("TurnBar", "time left")
            if clock.running
            else translate("TurnBar", "P starts the clock"),
            Alarm.SOON: translate("TurnBar", "final round in {0}").format(as_clock(until) if until else ""),
            Alarm.CALL: translate("TurnBar", "call the final round: E"),
            Alarm.OVER: translate("TurnBar", "time is up: call it, E"),
        }
        assert set(words) == set(Alarm)
        return words[alarm]


def _stacked(above: QWidget, below: QWidget) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(0)
    column.addWidget(above, 0, Qt.AlignmentFlag.AlignRight)
    column.addWidget(below, 0, Qt.AlignmentFlag.AlignRight)
    return column
