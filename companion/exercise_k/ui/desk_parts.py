"""The parts of the desk: its top (whose turn it is in huge type, round and multiplier, the clock), its foot (what to
call out, what is keyed in, which keys may come next, the last ruling), calling the final round over it; and the
second screen, for the players, without controls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from companion.exercise_k.rules.roster import COLOURS, team_label
from companion.exercise_k.session.cards import ClockWords, TurnWords
from companion.exercise_k.session.desk_presenter import DeskLines, FinalChoice
from companion.exercise_k.session.results import Results
from companion.exercise_k.ui.style import TEAM_BADGES, OneLine, desk_stylesheet
from companion.markup import joined, markup
from companion.text import pgettext
from companion.ui.keyed_window import AudienceWindow
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import RichLabel, plain_label, set_style_property
from companion.ui.themes import ACCENT, AMBER, ASH, BASE_PT, LEAST_PT, PAPER, RULING_PT, SMALL_PT, STOP, tint, type_pt

_ROUND_PT: Final = 30


#: Type sizes as shares of the window's height.
_SHARES = {"turn": 0.17, "person": 0.075, "next": 0.05, "round": 0.085, "final": 0.05, "call": 0.055, "team": 0.06}
#: The lines from the top.
_LINES = ("round", "final", "turn", "person", "next", "call")


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
        self._others.say(pgettext("KeyLine", "Space end of turn   Z undo   E final round   F1 all keys"))
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


class FinalPanel(QFrame):
    """Lies over the desk while the final round is being called."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("final_panel")
        self.words = RichLabel(self)
        self.words.setObjectName("words")
        column_of(self.words, on=self, margins=(28, 20, 28, 20))
        self.hide()

    def show_choice(self, choice: FinalChoice | None) -> None:
        """The forms, or what is asked of the one chosen; None: nothing is being called."""
        if choice is not None:
            self.words.setText(_questions_html(choice) if choice.questions else _forms_html(choice))
        self.setVisible(choice is not None)
        self.centre()

    def centre(self) -> None:
        """Into the middle of what it lies on."""
        self.adjustSize()
        under = self.parentWidget()
        if under is not None:
            self.move((under.width() - self.width()) // 2, max(0, (under.height() - self.height()) // 2))
        self.raise_()


def _forms_html(choice: FinalChoice) -> Markup:
    rows = []
    for number, call in enumerate(choice.calls, 1):
        is_open = call.ruling.ok
        refusal = "" if is_open else markup("<br><small>&nbsp;&nbsp;&nbsp; {}</small>", call.ruling.text)
        rows.append(markup("<p><b>{}</b>&nbsp; {}{}</p>", number if is_open else "–", call.words, refusal))
    return markup(
        "<h2>{}</h2>{}<p><small>{}</small></p>",
        pgettext("FinalPanel", "Final round"),
        joined(rows),
        pgettext("FinalPanel", "Esc: not now"),
    )


def _questions_html(choice: FinalChoice) -> Markup:
    parts = []
    for question, ogres in choice.questions:
        rows = (
            markup(
                "<b>{}</b>&nbsp; {} {} {}", line.letter, "☑" if line.ticked else "☐", team_label(line.ogre), line.person
            )
            for line in ogres
        )
        parts.append(markup("<p><b>{}</b></p><p>{}</p>", question, joined(rows, "<br>")))
    foot = pgettext("FinalPanel", "Enter: call it    Esc: not now")
    return markup("{}<p><small>{}</small></p>", joined(parts), foot)


class TurnBar(QFrame):
    """Always in sight."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("turn_bar")
        self.turn = OneLine(self, size_pt=44, colour=PAPER, bold=True, snug=True)
        self.runs = OneLine(self, size_pt=BASE_PT, colour=ASH)
        self.round, self.final = plain_label(name="round", parent=self), plain_label(name="final", parent=self)
        self.clock, self.alarm = plain_label(name="clock", parent=self), plain_label(name="alarm", parent=self)
        for label in (self.round, self.final, self.clock, self.alarm):
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
        rounds, time = column_of(self.round, self.final, spacing=0), column_of(self.clock, self.alarm, spacing=0)
        row_of(self.turn, (self.runs, 1), rounds, time, on=self, margins=(16, 4, 16, 4), spacing=28)

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
        set_style_property(self.final, "last", "true" if words.final else "")
        self.final.setText(words.final or words.until)

    def show_time(self, clock: ClockWords) -> None:
        """The clock, and what it asks for."""
        self.clock.setText(clock.shown)
        self.alarm.setText(clock.words)
        for widget in (self.clock, self.alarm):
            set_style_property(widget, "alarm", clock.alarm.value)


class PlayersWindow(AudienceWindow):
    """Big type for twelve people around a table."""

    def __init__(self, beside: QWidget | None = None) -> None:
        super().__init__(pgettext("PlayersWindow", "Exercise K – for the players"), desk_stylesheet(), beside)
        self._labels = {name: plain_label(name=name, parent=self, yields=True) for name in _LINES}
        self.clock = plain_label(name="time", parent=self)
        self.teams = [plain_label(name="team", parent=self) for _ in COLOURS]
        for one in (*self._labels.values(), self.clock, *self.teams):
            one.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._ranking: tuple[str, ...] = ()
        grid = QGridLayout()
        for column, one in enumerate(self.teams):
            grid.addWidget(one, 0, column)
            grid.setColumnStretch(column, 1)
        ground = QWidget(self)
        lines = ((self._labels[name], 1) for name in _LINES)
        column_of(*lines, (grid, 1), self.clock, on=ground, margins=(24, 16, 24, 16))
        self.setCentralWidget(ground)
        self.install_actions((), menus=False)
        self._dress()

    def words(self, name: str) -> str:
        """What one of the lines says."""
        return self._labels[name].text()

    def show_game(self, results: Results, words: TurnWords, called: Sequence[str]) -> None:
        """Show where the game stands."""
        lines = (words.round, words.final, words.turn, words.runners, words.following, "  ".join(called))
        for name, line in zip(_LINES, lines, strict=True):
            self._labels[name].setText(line)
        self._ranking = tuple(place.name for place in results.teams)
        for column, one in enumerate(self.teams):
            one.setVisible(column < len(results.teams))
        for one, place in zip(self.teams, results.teams, strict=False):
            one.setText(f"{TEAM_BADGES[place.name].shape.value} {team_label(place.name)}\n{place.points:g}")
        self._dress_teams()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Type grows with the window."""
        super().resizeEvent(event)
        self._dress()

    def _dress_teams(self) -> None:
        for one, team in zip(self.teams, self._ranking, strict=False):
            colour = tint(TEAM_BADGES[team].colour)
            one.setStyleSheet(f"color: {colour}; font-size: {self._px('team')}px; font-weight: bold")

    def _dress(self) -> None:
        colours = {"turn": ACCENT, "round": PAPER, "final": AMBER, "call": ACCENT, "next": ASH, "person": PAPER}
        for name, one in self._labels.items():
            weight = "bold" if name in {"turn", "round", "final"} else "normal"
            sheet = f"color: {tint(colours[name])}; font-size: {self._px(name)}px; font-weight: {weight}"
            one.setStyleSheet(sheet)
        self.clock.setStyleSheet(f"color: {tint(ASH)}; font-size: {self._px('next')}px")
        self._dress_teams()

    def _px(self, name: str) -> int:
        room = min(self.height(), round(self.width() * 0.62))
        return max(10, round(_SHARES[name] * room))
