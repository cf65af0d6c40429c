"""The top of the desk: whose turn it is in huge type, round and multiplier, the final round, the clock."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from companion.exercise_k.session import ClockWords, TurnWords
from companion.exercise_k.ui.one_line import OneLine
from companion.ui.plain_widgets import plain_label, set_look
from companion.ui.theme import ASH, BASE_PT, PAPER, RULING_PT, SMALL_PT
from companion.ui.themes import LEAST_PT, type_pt

_ROUND_PT: Final = 30


class TurnBar(QFrame):
    """Always in sight."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("turn_bar")
        self.turn = OneLine(self, size_pt=44, colour=PAPER, bold=True, snug=True)
        self.runs = OneLine(self, size_pt=BASE_PT, colour=ASH)
        self.round, self.final = plain_label(name="round", parent=self), plain_label(name="final", parent=self)
        self.clock, self.alarm = plain_label(name="clock", parent=self), plain_label(name="alarm", parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 16, 4)
        row.setSpacing(28)
        row.addWidget(self.turn)
        row.addWidget(self.runs, 1)
        row.addLayout(_stacked(self.round, self.final))
        row.addLayout(_stacked(self.clock, self.alarm))

    def set_scale(self, scale: float) -> None:
        """Smaller in a smaller window."""
        self.turn.set_scale(scale)
        self.runs.set_scale(scale)
        small = min(1.0, scale)
        for label, size_pt in ((self.round, _ROUND_PT), (self.clock, RULING_PT), (self.alarm, SMALL_PT)):
            label.setStyleSheet(f"font-size: {max(LEAST_PT, round(type_pt(size_pt) * small))}pt")

    def show_turn(self, words: TurnWords) -> None:
        """Whose turn it is, in which round."""
        self.round.setText(words.round)
        self.turn.say(words.turn)
        self.runs.say(words.ending or words.runners)
        set_look(self.final, "last", "true" if words.final else "")
        self.final.setText(words.final or words.until)

    def show_time(self, clock: ClockWords) -> None:
        """The clock, and what it asks for."""
        self.clock.setText(clock.shown)
        self.alarm.setText(clock.words)
        for widget in (self.clock, self.alarm):
            set_look(widget, "alarm", clock.alarm.value)


def _stacked(above: QWidget, below: QWidget) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(0)
    column.addWidget(above, 0, Qt.AlignmentFlag.AlignRight)
    column.addWidget(below, 0, Qt.AlignmentFlag.AlignRight)
    return column
