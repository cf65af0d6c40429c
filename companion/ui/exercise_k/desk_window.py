"""The referee's window: one screen for a whole game, everything by keyboard. It shows and asks; the desk knows.

Owns what is shown now: the keys keyed in, the last thing said, the windows beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QMessageBox, QWidget

from companion.atomic_write import write_atomic
from companion.errors import OperationError
from companion.journal import utc_now
from companion.paper import write_pages
from companion.rules import Ruling, Why
from companion.rules.exercise_k import actions, team_of
from companion.session.exercise_k import (
    TEAM_KEYS,
    DeskGame,
    announcements,
    final_calls,
    outcome_sentence,
    parse_keys,
    results_csv,
    results_json,
    results_of,
    sheet_cards,
    team_cards,
)
from companion.text import translate
from companion.ui.actions import WindowAction
from companion.ui.exercise_k.desk_actions import desk_actions, keyed_acts
from companion.ui.exercise_k.final_panel import FinalPanel
from companion.ui.exercise_k.key_line import KeyLine
from companion.ui.exercise_k.look import desk_stylesheet
from companion.ui.exercise_k.players_window import PlayersWindow
from companion.ui.exercise_k.print_pages import desk_result_pages, sheet_pages
from companion.ui.exercise_k.ruler_window import RulerWindow
from companion.ui.exercise_k.sheet_view import SheetView
from companion.ui.exercise_k.side import SidePanel
from companion.ui.exercise_k.team_view import TeamView
from companion.ui.exercise_k.turn_bar import TurnBar
from companion.ui.keyed_window import KeyedWindow
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import as_plain

_SECOND_MS: Final = 1000
_SIDE_PX: Final = 350
_USUAL_WH: Final = (1280, 800)
#: What can still be done while the final round is being called.
_WHILE_ASKING: Final = frozenset({"enter", "escape", "quit"})


class DeskWindow(KeyedWindow):
    """The desk over a game under way; closing it closes the game's file."""

    def __init__(self, desk: DeskGame) -> None:
        super().__init__(translate("DeskWindow", "Exercise K – {0}").format(desk.path.stem), desk_stylesheet())
        self.desk = desk
        self.keys, self._said, self._called = "", "", tuple[str, ...]()
        self._ruling: Ruling | None = None
        self.players = PlayersWindow()
        self._ruler: RulerWindow | None = None
        self._arrange()
        self.install_actions(desk_actions(self), mouse=keyed_acts())
        self.final_panel = FinalPanel(self, self.do)
        self._timer = QTimer(self)
        self._timer.setInterval(_SECOND_MS)
        self._timer.timeout.connect(self._show_time)
        self._timer.start()
        self.resize(*_USUAL_WH)
        self._say(None, desk.caution or translate("DeskWindow", "Type what happens; F1 lists all keys."), ())

    @property
    def actions_in_order(self) -> tuple[WindowAction, ...]:
        """What can be done besides keying in."""
        return self._actions

    # --- what can be done ----------------------------------------------------------------------------------------

    def key_in(self, key: str) -> None:
        """One key more of an act."""
        self.keys = parse_keys(self.keys + key, self.desk.position).keys
        self._show_keys()

    def key_in_ogre(self, ogre: str) -> None:
        """The keys that mean an Ogre; where nothing of that kind may come next, nothing."""
        wanted = self.keys + TEAM_KEYS[team_of(ogre)] + ogre[-1]
        if parse_keys(wanted, self.desk.position).keys == wanted:
            self.keys = wanted
            self._show_keys()

    def key_back(self) -> None:
        """Undo the last key."""
        self.keys = self.keys[:-1]
        self._show_keys()

    def enter(self) -> None:
        """Carry out what is typed, or call the final round that is asked about."""
        if self.final_panel.isVisible():
            self.final_panel.confirm()
            self._show()
            return
        action = parse_keys(self.keys, self.desk.position).action
        if action is not None:
            self.do(action)

    def do(self, action: actions.DeskAction) -> None:
        """Take an action; what came of it is said, refused or not."""
        before = self.desk.position
        try:
            outcome = self.desk.do(action)
        except OperationError as failure:
            self.keys = ""  # they would stand where the sentence has to be read
            self._say(None, str(failure), ())
            return
        self.keys = ""
        self.side.put_down()
        said = outcome_sentence(outcome)
        if outcome.ruling.why is Why.MATCH_OVER and before.scored:
            said = translate("DeskWindow", "{0} Z undoes.").format(said)
        self._say(outcome.ruling, said, announcements(before, outcome))

    def end_turn(self) -> None:
        """The turn ends; not while an act is half keyed in."""
        if self.keys:
            self._say(
                None, translate("DeskWindow", "There is unfinished input: Enter carries it out, Esc clears it."), ()
            )
            return
        self.do(actions.EndDeskTurn())

    def finish(self) -> None:
        """Offer the forms of the final round; score the game where it is over."""
        if self.desk.position.over:
            self.do(actions.End())
        else:
            self.final_panel.ask(final_calls(self.desk.position), self.desk.talk)
            self._refresh()

    def put_down(self) -> None:
        """Drop what is keyed in, chosen or asked."""
        self.keys = ""
        self.final_panel.hide()
        self.hide_keys()
        self.side.put_down()
        self._show()

    def undo(self) -> None:
        """Take the last act back."""
        line = next((line for line in reversed(self.desk.log) if not line.undone and line.player), None)
        if self._written(self.desk.undo) and line is not None:
            self._say(None, translate("DeskWindow", "Undone: {0}").format(line.text), ())

    def redo(self) -> None:
        """Bring back what was undone."""
        if self._written(self.desk.redo):
            self._say(None, translate("DeskWindow", "Redone."), ())

    def back_to_here(self) -> None:
        """Undo everything after the line of the log that is chosen."""
        number = self.side.chosen
        if number is None:
            self._say(
                None,
                translate(
                    "DeskWindow", "First choose a line of the log with Up and Down; then U undoes everything after it."
                ),
                (),
            )
        elif self._written(lambda: self.desk.back_to(number)):
            self._say(
                None,
                translate("DeskWindow", "Everything after line {0} is undone; Shift+Z brings it back.").format(number),
                (),
            )

    def toggle_clock(self) -> None:
        """Start or stop the clock."""
        self._written(lambda: self.desk.run_clock(not self.desk.clock.running))

    def toggle_players(self) -> None:
        """Show or hide the second screen; on a second screen where there is one, as large as that is."""
        if self.players.isVisible():
            self.players.hide()
        else:
            self.players.present(self.screen())
            self.activateWindow()

    def open_ruler(self) -> None:
        """Open the hex ruler beside the desk."""
        if self._ruler is None:
            self._ruler = RulerWindow(self.desk.position.board)
        self._ruler.show()
        self._ruler.activateWindow()

    def explain(self) -> None:
        """Unfold what the last ruling rests on."""
        if self._ruling is not None:
            self.key_line.explain(self._ruling)

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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters and digits are keyed in; whatever else is left to the actions."""
        key = event.text()
        if not key.isalnum() or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        elif self.final_panel.isVisible():
            self.final_panel.take_key(key)
            self._refresh()
        else:
            self.key_in(key)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what lies over the desk in the middle."""
        super().resizeEvent(event)
        scale = max(1.0, min(self.height() / _USUAL_WH[1], self.width() / _USUAL_WH[0]))
        self.side.setFixedWidth(round(_SIDE_PX * scale))
        self.side.standings.set_scale(scale)
        for team in self.teams.values():
            team.set_scale(scale)
        self.final_panel.centre()

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
            sheet.picked.connect(self.key_in_ogre)
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
        middle = row_of((pane, 1), self.side, spacing=0)
        ground = QWidget(self)
        column_of(self.turn_bar, (middle, 1), self.key_line, on=ground, margins=(0, 0, 0, 0), spacing=0)
        self.setCentralWidget(ground)

    def _say(self, ruling: Ruling | None, sentence: str, called: tuple[str, ...]) -> None:
        self._ruling, self._said, self._called = ruling, sentence, called
        self._show()

    def _show(self) -> None:
        """Everything that follows from the desk and the keys."""
        desk, position, results = self.desk, self.desk.position, results_of(self.desk)
        self.turn_bar.show_position(position, desk.talk)
        for team in team_cards(position, desk.talk):
            self.teams[team.team].show_team(team)
        found = results.standings
        points = {**found.players, **found.third}
        for card in sheet_cards(results.position, results.talk):
            self.sheets[card.ogre].show_card(card, f"{points[card.ogre]:g}" if card.ogre in points else "")
        self.side.standings.show_results(results)
        self.side.show_log(desk.log)
        self._show_keys()
        self.players.show_game(results, self._called)
        self._show_time()
        self._refresh()

    def _show_keys(self) -> None:
        """What is keyed in, and at whom it is aimed."""
        typed = parse_keys(self.keys, self.desk.position)
        self.key_line.say(self._ruling, self._said, self._called)
        self.key_line.show_keyed(self.desk.position.to_move, typed)
        target = _target_of(typed.action)
        for ogre, sheet in self.sheets.items():
            sheet.aim(ogre == target)

    def _show_time(self) -> None:
        clock, moment = self.desk.clock, utc_now()
        called = self.desk.position.final is not None or self.desk.position.over
        self.turn_bar.show_time(clock, moment, called=called)
        self.players.show_time(clock, moment, called=called)

    def _refresh(self) -> None:
        asking = self.final_panel.isVisible()
        for action in self._actions:
            allowed = action.enabled() and (not asking or action.id in _WHILE_ASKING)
            self._installed[action.id].setEnabled(allowed)

    def _written(self, work: Callable[[], bool]) -> bool:
        """Do something to the journal; whether anything was done. What fails is said."""
        try:
            done = work()
        except OperationError as failure:
            self._say(None, str(failure), ())
            return False
        self.keys = ""
        self._show()
        return done

    def _beside(self, ending: str) -> Path:
        return self.desk.path.with_name(self.desk.path.stem + ending)

    def _file(self, file: Path, write: Callable[[Path], object]) -> None:
        try:
            write(file)
        except (OperationError, OSError) as failure:
            QMessageBox.warning(self, self.windowTitle(), as_plain(str(failure)))
            return
        self._say(None, translate("DeskWindow", "Written: {0}").format(file), ())


def _target_of(action: actions.DeskAction | None) -> str | None:
    """The Ogre that what is keyed in is aimed at."""
    if isinstance(action, actions.Damage):
        return action.target
    return action.ogre if isinstance(action, actions.SelfDamage | actions.CorrectGame) else None
