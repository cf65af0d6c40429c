"""The line above the table: the table's state, what is played, the turn and whose it is."""

from __future__ import annotations

from html import escape
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from companion.rules import Position
from companion.session import Layout
from companion.session.overlay import owner_badge
from companion.session.play import TableMood, TableStateWords
from companion.text import translate
from companion.ui.layouts import row_of
from companion.ui.plain_widgets import ElidedLabel, RichLabel
from companion.ui.theme import AMBER, ASH, OK, PAPER, STOP
from companion.ui.themes import in_theme
from companion.ui.window_parts import HeadLine

_COLOURS: Final = {TableMood.STEADY: OK, TableMood.WAITING: AMBER, TableMood.STOPPED: STOP, TableMood.BY_HAND: ASH}
assert set(_COLOURS) == set(TableMood)


class Header(QWidget):
    """Table state, title and turn in one line."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("match_header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._state, self._clock, self._turn = map(self._label, ("table_state", "clock", "turn"))
        self._clock.hide()
        named = ElidedLabel(title, self)
        named.setObjectName("title")
        named.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._row = row_of(
            self._state, (named, 1), self._clock, self._turn, on=self, margins=(14, 4, 14, 4), spacing=18
        )

    def show_state(self, state: TableStateWords) -> None:
        """How the table is."""
        detail = f" <span style='color:{ASH}'>{escape(state.detail)}</span>" if state.detail else ""
        sign = f"<span style='color:{_COLOURS[state.mood]}'>{state.mood.value}</span>"
        self._state.setText(in_theme(f"{sign} {escape(state.words)}{detail}"))

    def add_line(self, name: str) -> HeadLine:
        """A line of a part, before the clock."""
        line = HeadLine(name, self)
        self._row.insertWidget(self._row.indexOf(self._clock), line)
        return line

    def show_clock(self, match: str, turn: str, *, up: bool, runs: bool) -> None:
        """The match's time and the turn's; nothing where there is no clock."""
        colour = STOP if up else PAPER if runs else ASH
        said = translate("match", "match {match} · this turn {turn}").format(match=match, turn=turn)
        stands = "" if runs else " " + translate("match", "(paused)")
        self._clock.setText(in_theme(f"<span style='color:{colour}'>{escape(said + stands)}</span>"))
        self._clock.setVisible(bool(match))

    def show_turn(self, position: Position, layout: Layout) -> None:
        """The turn's number and whose it is; after the match, who has won."""
        player = position.winner or position.to_move
        badge = owner_badge(layout, player)
        number = translate("match", "turn {number}").format(number=position.turn.number)
        mark = f"<span style='color:{badge.colour}'>{badge.shape.value}</span>"
        said = translate("match", "{player} has won").format(player=player) if position.winner else player
        self._turn.setText(in_theme(f"{number} &nbsp;▸ {mark} <b>{escape(said)}</b>"))

    def _label(self, name: str) -> QLabel:
        label = RichLabel(self)
        label.setObjectName(name)
        return label
