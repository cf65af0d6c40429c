"""Where the match's clock is set: how long the match and each turn may take, pause, from nothing, away."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QSpinBox, QWidget

from companion.session.play import MatchClock, TimeLimits
from companion.text import translate
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import PlainLabel

_LONGEST_MATCH_MIN: Final = 600
_LONGEST_TURN_MIN: Final = 60


class ClockPanel(QFrame):
    """limited: other limits (`TimeLimits`); paused: stand still or run on; begun_anew: both times from nothing;
    dismissed: no clock any more."""

    limited = Signal(object)
    paused = Signal()
    begun_anew = Signal()
    dismissed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("clock_panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._match, self._turn = _minutes(self, _LONGEST_MATCH_MIN), _minutes(self, _LONGEST_TURN_MIN)
        self._pause = self._button("")
        anew, away = self._button(translate("match", "From 0:00")), self._button(translate("match", "No clock"))
        self._pause.clicked.connect(self.paused)
        anew.clicked.connect(self.begun_anew)
        away.clicked.connect(self.dismissed)
        for box in (self._match, self._turn):
            box.valueChanged.connect(self._changed)
        column_of(
            row_of((PlainLabel(translate("match", "The match may take"), self), 1), self._match),
            row_of((PlainLabel(translate("match", "Each turn may take"), self), 1), self._turn),
            row_of(self._pause, anew, away),
            PlainLabel(translate("match", "Nothing ends by itself: the clock only shows and warns."), self),
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
            box.blockSignals(True)
            box.setValue(minutes)
            box.blockSignals(False)
        self._pause.setText(translate("match", "Pause") if clock.runs else translate("match", "Go on"))

    def _changed(self) -> None:
        self.limited.emit(TimeLimits(self._match.value(), self._turn.value()))

    def _button(self, words: str) -> QPushButton:
        button = QPushButton(words, self)
        button.setAutoDefault(False)
        return button


def _minutes(parent: QWidget, longest: int) -> QSpinBox:
    """Minutes to set; 0 is no limit, and says so."""
    box = QSpinBox(parent)
    box.setRange(0, longest)
    box.setSuffix(translate("match", " min"))
    box.setSpecialValueText(translate("match", "no limit"))
    return box
