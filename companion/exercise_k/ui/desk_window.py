"""The referee's window: one screen for a whole game, everything by keyboard. It shows and asks; the desk knows.

Owns the windows beside it; what is keyed in, shown last and asked is the presenter's.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QMessageBox, QWidget

from companion.atomic_write import write_atomic
from companion.errors import OperationError
from companion.exercise_k.paper.record_sheets import sheet_pages
from companion.exercise_k.paper.result_sheet import desk_result_pages
from companion.exercise_k.session.cards import clock_words, players_time, sheet_cards, team_cards, turn_words
from companion.exercise_k.session.desk_game import DeskGame
from companion.exercise_k.session.desk_presenter import DeskPresenter
from companion.exercise_k.session.results import results_csv, results_json, results_of
from companion.exercise_k.ui.desk_parts import FinalPanel, KeyLine, PlayersWindow, TurnBar
from companion.exercise_k.ui.desk_views import SheetView, SidePanel, TeamView
from companion.exercise_k.ui.ruler_window import RulerWindow
from companion.exercise_k.ui.style import desk_stylesheet
from companion.journal import utc_now
from companion.paper import write_pages
from companion.text import pgettext
from companion.ui.actions import REDO_KEYS, UNDO_KEYS, ActionMenu, WindowAction, unless
from companion.ui.keyed_window import KeyedWindow
from companion.ui.keys_page import KeyHint
from companion.ui.layouts import column_of, resize_to_screen, row_of, scrolled
from companion.ui.plain_widgets import as_plain
from companion.ui.themes import PAPER

_SECOND_MS: Final = 1000
#: The column beside the sheets in a window of the usual size, and its least share of that.
_SIDE_PX: Final = 350
_LEAST_SIDE: Final = 0.9
_USUAL_WH: Final = (1280, 800)
#: What can still be done while the final round is being called.
_WHILE_ASKING: Final = frozenset({"enter", "back", "keys", "full", "quit"})


class DeskWindow(KeyedWindow):
    """The desk over a game under way; closing it closes the game's file."""

    def __init__(self, desk: DeskGame) -> None:
        super().__init__(pgettext("DeskWindow", "Exercise K – {0}").format(desk.path.stem), desk_stylesheet())
        self.desk = desk
        self.presenter = DeskPresenter(desk, self._show, self._show_keys)
        self.players = PlayersWindow(self)
        self._ruler: RulerWindow | None = None
        self._arrange()
        self.install_actions(self._actions_table(), hints=_keyed_acts())
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

    def _actions_table(self) -> tuple[WindowAction, ...]:
        """Every action, in the order of the menus and of the page of keys."""
        presenter, desk, side = self.presenter, self.desk, self.side
        game = ActionMenu(pgettext("DeskWindow", "Game")).action
        log = ActionMenu(pgettext("DeskWindow", "Log")).action
        show = ActionMenu(pgettext("DeskWindow", "Show")).action
        paper = ActionMenu(pgettext("DeskWindow", "Paper")).action

        going_on = unless(
            lambda: not desk.position.over, pgettext("DeskWindow", "The game is over: E scores it, Z undoes.")
        )
        complete = unless(
            lambda: presenter.action is not None,
            pgettext("DeskWindow", "Nothing complete is typed that could be carried out; B2T5, for instance, is."),
        )
        typed = unless(lambda: bool(presenter.keys), pgettext("DeskWindow", "Nothing is typed that could be undone."))
        done = unless(lambda: desk.can_undo, pgettext("DeskWindow", "Nothing has been done yet that could be undone."))
        undone = unless(
            lambda: desk.can_redo, pgettext("DeskWindow", "Nothing has been undone that could be brought back.")
        )
        logged = unless(lambda: bool(desk.log), pgettext("DeskWindow", "The log is empty."))
        ruled = unless(
            lambda: bool(presenter.arithmetic),
            pgettext("DeskWindow", "Nothing has been ruled yet that could be explained."),
        )

        return (
            game("enter", pgettext("DeskWindow", "Carry out what is typed"), "Return Enter", presenter.enter, complete),
            game("key.back", pgettext("DeskWindow", "Undo the last key"), "Backspace", presenter.key_back, typed),
            game("turn.end", pgettext("DeskWindow", "End of turn"), "Space", presenter.end_turn, going_on),
            game("final", pgettext("DeskWindow", "Final round, or score the game"), "E", presenter.finish),
            game("clock", pgettext("DeskWindow", "Start or stop the clock"), "P", presenter.toggle_clock),
            log("undo", pgettext("DeskWindow", "Undo"), UNDO_KEYS, presenter.undo, done),
            log("redo", pgettext("DeskWindow", "Redo"), REDO_KEYS, presenter.redo, undone),
            log("log.previous", pgettext("DeskWindow", "Previous line"), "Up", lambda: side.step(-1), logged),
            log("log.next", pgettext("DeskWindow", "Next line"), "Down", lambda: side.step(1), logged),
            log("log.back", pgettext("DeskWindow", "Undo to this line"), "U", lambda: presenter.back_to(side.chosen)),
            log("log.whole", pgettext("DeskWindow", "Whole log, or standings"), "L", side.toggle_whole_log),
            show("players", pgettext("DeskWindow", "Second screen for the players"), "V", self.toggle_players),
            show("ruler", pgettext("DeskWindow", "Hex ruler"), "H", self.open_ruler),
            show("ledger", pgettext("DeskWindow", "Why: the rules and the arithmetic"), "?", self.explain, ruled),
            paper("print", pgettext("DeskWindow", "Result sheet (PDF)"), "Ctrl+P", self.print_results),
            paper("print.sheets", pgettext("DeskWindow", "Record sheets (PDF)"), "Ctrl+R", self.print_sheets),
            paper("export", pgettext("DeskWindow", "Results as JSON and CSV"), "Ctrl+E", self.export),
        )

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


def _keyed_acts() -> tuple[KeyHint, ...]:
    """Acts as they are keyed in, with what they mean: the rest of the page of keys."""
    group = pgettext("DeskWindow", "Typed")
    acts = (
        ("B2T5", pgettext("DeskWindow", "5 Tread units of Blue 2; K is blacK")),
        ("B2M, S, I, A", pgettext("DeskWindow", "Main, Secondary, mIssile, AP gun")),
        ("GC, GR1, GR1D", pgettext("DeskWindow", "Command Post, radar; D: a D result")),
        ("X…", pgettext("DeskWindow", "by a ram")),
        ("ST4", pgettext("DeskWindow", "own Tread units lost by a ram")),
        ("F", pgettext("DeskWindow", "missile fired")),
        ("CB2T30, P8, N8", pgettext("DeskWindow", "by hand: 30 left, 8 points more, fewer")),
    )
    return tuple(KeyHint(group, keys, meaning) for keys, meaning in acts)
