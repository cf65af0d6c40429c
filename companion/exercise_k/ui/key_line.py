"""The foot of the desk: what to call out, what is keyed in, which keys may come next, what the rules said."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QWidget

from companion.exercise_k.session import DeskLines
from companion.exercise_k.ui.one_line import OneLine
from companion.text import translate
from companion.ui.layouts import column_of, row_of
from companion.ui.theme import ACCENT, ASH, PAPER, SMALL_PT, STOP


class KeyLine(QFrame):
    """Four lines that are always there, so that nothing jumps."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("key_line")
        self.called = OneLine(self, size_pt=24, colour=ACCENT, bold=True)
        self.typed = OneLine(self, size_pt=22, colour=PAPER)
        self.choices = OneLine(self, size_pt=SMALL_PT, colour=PAPER)
        self.cited = OneLine(self, size_pt=SMALL_PT, colour=ASH)
        self._others = OneLine(self, size_pt=SMALL_PT, colour=ASH)
        self._others.say(translate("KeyLine", "Space end of turn   Z undo   E final round   F1 all keys"))
        column = column_of(self.called, self.typed, self.choices, on=self, margins=(16, 4, 16, 4), spacing=0)
        foot = row_of((self.cited, 1), (self._others, 1))
        column.addLayout(foot)

    def set_scale(self, scale: float) -> None:
        """Smaller in a smaller window."""
        for line in (self.called, self.typed, self.choices, self.cited, self._others):
            line.set_scale(scale)

    def show_lines(self, lines: DeskLines) -> None:
        """What came of the last thing done, what is keyed in and what may come next."""
        self.called.say(lines.called, STOP if lines.refused else ACCENT)
        self.typed.say(lines.typed)
        self.choices.say(lines.choices)
        self.cited.say(lines.rules)
