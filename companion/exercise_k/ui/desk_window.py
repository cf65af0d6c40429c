"""The referee's window: one screen for a whole game, everything by keyboard. It shows and asks; the desk knows.

Owns the windows beside it; what is keyed in, said and asked is the presenter's.

The foot of the desk: what to call out, what is keyed in, which keys may come next, what the rules said.

Calling the final round: its three forms, whom to ask and what to look for on the map, all by keys.

The top of the desk: whose turn it is in huge type, round and multiplier, the final round, the clock.

The second screen: whose turn it is, who is next, round, points of the teams, what was called out. No controls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from markupsafe import Markup
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QMessageBox, QVBoxLayout, QWidget

from companion.atomic_write import write_atomic
from companion.errors import OperationError
from companion.exercise_k.rules import COLOURS, team_label
from companion.exercise_k.session import (
    ClockWords,
    DeskGame,
    DeskLines,
    DeskPresenter,
    FinalChoice,
    Results,
    TurnWords,
    clock_words,
    players_time,
    results_csv,
    results_json,
    results_of,
    sheet_cards,
    team_cards,
    turn_words,
)
from companion.exercise_k.ui.desk_actions import desk_actions, keyed_acts
from companion.exercise_k.ui.look import TEAM_BADGES, desk_stylesheet
from companion.exercise_k.ui.one_line import OneLine
from companion.exercise_k.ui.print_pages import desk_result_pages, sheet_pages
from companion.exercise_k.ui.ruler_window import RulerWindow
from companion.exercise_k.ui.sheet_view import SheetView
from companion.exercise_k.ui.side import SidePanel
from companion.exercise_k.ui.team_view import TeamView
from companion.journal import utc_now
from companion.markup import joined, markup
from companion.paper import write_pages
from companion.text import pgettext
from companion.ui.actions import WindowAction
from companion.ui.keyed_window import AudienceWindow, KeyedWindow
from companion.ui.layouts import column_of, resize_to_screen, row_of, scrolled
from companion.ui.plain_widgets import RichLabel, as_plain, plain_label, set_style_property
from companion.ui.themes import ACCENT, AMBER, ASH, BASE_PT, LEAST_PT, PAPER, RULING_PT, SMALL_PT, STOP, tint, type_pt

_SECOND_MS: Final = 1000
#: The column beside the sheets in a window of the usual size, and its least share of that.
_SIDE_PX: Final = 350
_LEAST_SIDE: Final = 0.9
_USUAL_WH: Final = (1280, 800)
#: What can still be done while the final round is being called.
_WHILE_ASKING: Final = frozenset({"enter", "back", "keys", "full", "quit"})


_ROUND_PT: Final = 30


#: Type sizes as shares of the window's height.
_SHARES = {"turn": 0.17, "person": 0.075, "next": 0.05, "round": 0.085, "final": 0.05, "call": 0.055, "team": 0.06}
#: The lines from the top.
_LINES = ("round", "final", "turn", "person", "next", "call")


class DeskWindow(KeyedWindow):
    """The desk over a game under way; closing it closes the game's file."""

    def __init__(self, desk: DeskGame) -> None:
        super().__init__(pgettext("DeskWindow", "Exercise K – {0}").format(desk.path.stem), desk_stylesheet())
        self.desk = desk
        self.presenter = DeskPresenter(desk, self._show, self._show_keys)
        self.players = PlayersWindow(self)
        self._ruler: RulerWindow | None = None
        self._arrange()
        self.install_actions(desk_actions(self), hints=keyed_acts())
        self.final_panel = FinalPanel(self)
        self._timer = QTimer(self)
        self._timer.setInterval(_SECOND_MS)
        self._timer.timeout.connect(self._show_time)
        self._timer.start()
        resize_to_screen(self, QSize(*_USUAL_WH))
        self._fit_type()  # before it is shown: in full type it would not become as small as that
        self._show()

    # --- what can be done ----------------------------------------------------------------------------------------

    def go_back(self) -> None:
        """Drop what is keyed in, chosen or asked."""
        self.side.put_down()
        self.presenter.put_down()

    def why_not_back(self) -> str:
        """Something is keyed in, chosen or asked."""
        if self.presenter.keys or self.presenter.asked is not None or self.side.chosen is not None:
            return ""
        return pgettext("DeskWindow", "Nothing is typed or chosen; Ctrl+Q quits, and the game stays saved.")

    def say(self, sentence: str) -> None:
        """Say something at the foot."""
        self.presenter.remark(sentence)

    def toggle_players(self) -> None:
        """Show or hide the second screen; on a second screen where there is one, as large as that is."""
        if self.players.isVisible():
            self.players.hide()
        else:
            self.players.present()

    def open_ruler(self) -> None:
        """Open the hex ruler beside the desk."""
        if self._ruler is None:
            self._ruler = RulerWindow(self.desk.position.board)
        self._ruler.show()
        self._ruler.activateWindow()

    def explain(self) -> None:
        """Unfold what the last ruling rests on."""
        if self.presenter.arithmetic:
            self.key_line.cited.say(self.presenter.arithmetic, PAPER)

    def print_results(self) -> None:
        """Write the result sheet beside the game's file."""
        pages = desk_result_pages(results_of(self.desk))
        self._file(self._beside(".pdf"), lambda file: write_pages(pages, file))

    def print_sheets(self) -> None:
        """Write the record sheets as they stand beside the game's file."""
        pages = sheet_pages(results_of(self.desk))
        self._file(self._beside("-sheets.pdf"), lambda file: write_pages(pages, file))

    def export(self) -> None:
        """Write the results as JSON and CSV beside the game's file."""
        results = results_of(self.desk)
        self._file(self._beside(".csv"), lambda file: write_atomic(file, results_csv(results).encode()))
        self._file(self._beside(".json"), lambda file: write_atomic(file, results_json(results).encode()))

    # --- Qt ------------------------------------------------------------------------------------------------------

    def take_key(self, event: QKeyEvent) -> bool:
        """Letters and digits are keyed in where no action has them; whatever else is left to the actions."""
        key = event.text()
        if not key.isalnum() or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return super().take_key(event)
        goes_on = self.presenter.asked is not None or key.upper() in self.presenter.next_keys
        if goes_on or not super().take_key(event):
            self.presenter.key_in(key)
        return True

    def perform(self, action: WindowAction) -> None:
        """Nothing else while the final round is being called."""
        if self.presenter.asked is None or action.id in _WHILE_ASKING:
            super().perform(action)
        else:
            self.say(pgettext("DeskWindow", "Choose the final round with the keys shown, or cancel it with Esc."))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what lies over the desk in the middle."""
        super().resizeEvent(event)
        self._fit_type()
        self.final_panel.centre()

    def _fit_type(self) -> None:
        """Type and columns as large as the window has room for."""
        scale = min(self.height() / _USUAL_WH[1], self.width() / _USUAL_WH[0])
        self._side_area.setFixedWidth(round(_SIDE_PX * max(_LEAST_SIDE, scale)))
        self.side.set_scale(scale)
        self.turn_bar.set_scale(scale)
        self.key_line.set_scale(scale)
        for team in self.teams.values():
            team.set_scale(scale)

    def closeEvent(self, event: QCloseEvent) -> None:
        """The windows beside it go with it, and the file is let go."""
        self._timer.stop()
        self.players.close()
        if self._ruler is not None:
            self._ruler.close()
        self.desk.close()
        super().closeEvent(event)

    # --- showing -------------------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        self.turn_bar, self.side, self.key_line = TurnBar(self), SidePanel(self), KeyLine(self)
        roster = self.desk.position.roster
        self.sheets = {ogre: SheetView(self) for ogre in roster.ogres}
        for sheet in self.sheets.values():
            sheet.picked.connect(self.presenter.key_in_ogre)
        self.teams = {team: TeamView(self) for team in roster.teams}
        pane = QWidget(self)
        pane.setObjectName("sheet_pane")
        grid = QGridLayout(pane)
        grid.setContentsMargins(8, 4, 8, 6)
        grid.setSpacing(6)
        for column, team in enumerate(roster.teams):
            grid.addWidget(self.teams[team], 0, column)
            for row, ogre in enumerate(roster.ogres_of(team), 1):
                grid.addWidget(self.sheets[ogre], row, column)
                grid.setRowStretch(row, 1)
            grid.setColumnStretch(column, 1)
        self._side_area = scrolled(self.side, across=False)
        middle = row_of((scrolled(pane), 1), self._side_area, spacing=0)
        ground = QWidget(self)
        column_of(self.turn_bar, (middle, 1), self.key_line, on=ground, margins=(0, 0, 0, 0), spacing=0)
        self.setCentralWidget(ground)

    def _show(self) -> None:
        """Everything that follows from the desk and the keys."""
        desk, position, results = self.desk, self.desk.position, results_of(self.desk)
        words = turn_words(position, desk.talk)
        self.turn_bar.show_turn(words)
        for team in team_cards(position, desk.talk):
            self.teams[team.team].show_team(team)
        found = results.standings
        points = {**found.players, **found.third}
        for card in sheet_cards(results.position, results.talk):
            self.sheets[card.ogre].show_card(card, f"{points[card.ogre]:g}" if card.ogre in points else "")
        self.side.standings.show_results(results)
        self.side.show_log(desk.log)
        self.players.show_game(results, words, self.presenter.called)
        self.final_panel.show_choice(self.presenter.asked)
        self._show_keys()
        self._show_time()

    def _show_keys(self) -> None:
        """What is keyed in, and at whom it is aimed."""
        # What can be done now: a letter that goes on with what is keyed in is no shortcut meanwhile.
        asking, taken = self.presenter.asked is not None, self.presenter.next_keys
        for action in self.actions_in_force:
            allowed = not action.why_not() and (not asking or action.id in _WHILE_ASKING)
            self._installed[action.id].setEnabled(allowed and taken.isdisjoint(action.keys))
        self.key_line.show_lines(self.presenter.lines)
        target = self.presenter.target
        for ogre, sheet in self.sheets.items():
            sheet.aim(ogre == target)

    def _show_time(self) -> None:
        clock, moment, position = self.desk.clock, utc_now(), self.desk.position
        called = position.final is not None or position.over
        self.turn_bar.show_time(clock_words(clock, moment, called=called, over=position.over))
        self.players.clock.setText(players_time(clock, moment))

    def _beside(self, ending: str) -> Path:
        return self.desk.path.with_name(self.desk.path.stem + ending)

    def _file(self, file: Path, write: Callable[[Path], object]) -> None:
        try:
            write(file)
        except (OperationError, OSError) as failure:
            QMessageBox.warning(self, self.windowTitle(), as_plain(str(failure)))
            return
        self.presenter.report(pgettext("DeskWindow", "Written: {0}").format(file))


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
    for form in choice.forms:
        refusal = "" if form.key else markup("<br><small>&nbsp;&nbsp;&nbsp; {}</small>", form.refusal)
        rows.append(markup("<p><b>{}</b>&nbsp; {}{}</p>", form.key or "–", form.words, refusal))
    return markup(
        "<h2>{}</h2>{}<p><small>{}</small></p>",
        pgettext("FinalPanel", "Final round"),
        joined(rows),
        pgettext("FinalPanel", "Esc: not now"),
    )


def _questions_html(choice: FinalChoice) -> Markup:
    parts = []
    for question in choice.questions:
        rows = (
            markup(
                "<b>{}</b>&nbsp; {} {} {}", line.letter, "☑" if line.ticked else "☐", team_label(line.ogre), line.person
            )
            for line in question.ogres
        )
        parts.append(markup("<p><b>{}</b></p><p>{}</p>", question.words, joined(rows, "<br>")))
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
        set_style_property(self.final, "last", "true" if words.final else "")
        self.final.setText(words.final or words.until)

    def show_time(self, clock: ClockWords) -> None:
        """The clock, and what it asks for."""
        self.clock.setText(clock.shown)
        self.alarm.setText(clock.words)
        for widget in (self.clock, self.alarm):
            set_style_property(widget, "alarm", clock.alarm.value)


def _stacked(above: QWidget, below: QWidget) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(0)
    column.addWidget(above, 0, Qt.AlignmentFlag.AlignRight)
    column.addWidget(below, 0, Qt.AlignmentFlag.AlignRight)
    return column


class PlayersWindow(AudienceWindow):
    """Big type for twelve people around a table."""

    def __init__(self, beside: QWidget | None = None) -> None:
        super().__init__(pgettext("PlayersWindow", "Exercise K – for the players"), desk_stylesheet(), beside)
        self._labels = {name: plain_label(name=name, parent=self, yields=True) for name in _LINES}
        for one in self._labels.values():
            one.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.clock = plain_label(name="time", parent=self)
        self.clock.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.teams = [plain_label(name="team", parent=self) for _ in COLOURS]
        self._ranking: tuple[str, ...] = ()
        grid = QGridLayout()
        for column, one in enumerate(self.teams):
            one.setAlignment(Qt.AlignmentFlag.AlignCenter)
            grid.addWidget(one, 0, column)
            grid.setColumnStretch(column, 1)
        ground = QWidget(self)
        column_of_all = QVBoxLayout(ground)
        column_of_all.setContentsMargins(24, 16, 24, 16)
        for name in _LINES:
            column_of_all.addWidget(self._labels[name], 1)
        column_of_all.addLayout(grid, 1)
        column_of_all.addWidget(self.clock)
        self.setCentralWidget(ground)
        self.install_actions((), menus=False)
        self._dress()

    def words(self, name: str) -> str:
        """What one of the lines says."""
        return self._labels[name].text()

    def show_game(self, results: Results, words: TurnWords, called: Sequence[str]) -> None:
        """Show where the game stands."""
        message = (words.round, words.final, words.turn, words.runners, words.following, "  ".join(called))
        for name, line in zip(_LINES, message, strict=True):
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
