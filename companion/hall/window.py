"""The window of a hall: the calls for the referee above all tables, and beside them the table that is chosen."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QFrame, QWidget

from companion.errors import OperationError
from companion.hall.client import HallBoard, HallClient
from companion.hall.event_files import write_event
from companion.hall.page_server import HallServer
from companion.hall.rows import calls_in_words, hall_in_words, remarks, table_rows
from companion.hall.views import CallList, TableDetail, TableList
from companion.resources import data_folder
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.keyed_window import KeyedWindow
from companion.ui.layouts import column_of, row_of, scrolled
from companion.ui.plain_widgets import leave_letters, plain_label, set_mood
from companion.ui.stylesheet import stylesheet
from companion.ui.themes import ACCENT, AMBER, ASH, GRAPHITE, PAPER, PEBBLE, SLATE, SMALL_PT, STOP, in_theme

#: What it adds to the style sheet; written in the dark theme, worn in the one in force.
_SHEET: Final = f"""
    #hall_state {{ color: {ASH}; font-size: {SMALL_PT}pt; padding: 4px 14px; }}
    #hall_state[mood="stop"] {{ background: {STOP}; color: {GRAPHITE}; font-weight: bold; }}
    #calls_head {{ color: {ASH}; font-size: {SMALL_PT}pt; padding: 4px 14px 0 14px; }}
    #calls_head[mood="amber"] {{ color: {AMBER}; font-weight: bold; }}
    #calls, #tables {{ border: none; outline: none; }}
    #calls {{ background: {SLATE}; border-left: 5px solid {ACCENT}; }}
    #calls::item {{ padding: 8px 12px; border-bottom: 1px solid {PEBBLE}; }}
    #calls::item:selected, #tables::item:selected {{ background: {PEBBLE}; color: {PAPER}; }}
    #tables {{ font-size: {SMALL_PT}pt; gridline-color: {PEBBLE}; }}
    #tables QHeaderView::section {{
        background: {GRAPHITE}; color: {ASH}; border: none; border-bottom: 1px solid {PEBBLE}; padding: 4px 8px;
        font-size: {SMALL_PT}pt;
    }}
    #detail, #detail QLabel {{ background: {SLATE}; }}
    #detail_table {{ font-weight: bold; }}
    #detail_remark {{ color: {AMBER}; font-size: {SMALL_PT}pt; }}
    #detail_more, #detail_stories {{ color: {ASH}; font-size: {SMALL_PT}pt; }}
    #hall_said {{ font-size: {SMALL_PT}pt; color: {ASH}; }}
"""


#: How often the board is looked at, ms; missing lines are asked for at the same time.
_LOOK_MS: Final = 500


class HallWindow(KeyedWindow):
    """Shows what a client hears; closes it when it is closed itself. address: the broker, as people may see it."""

    def __init__(self, client: HallClient, address: str) -> None:
        super().__init__(pgettext("hall", "Diceland: the hall"), stylesheet() + in_theme(_SHEET))
        self._client, self._address, self._chosen = client, address, ""
        self._waiting: frozenset[str] = frozenset()
        self._server: HallServer | None = None
        self._state = plain_label(name="hall_state", yields=True)
        self._head = plain_label(name="calls_head")
        self._calls, self._tables, self._detail = CallList(), TableList(), TableDetail()
        self._stated = plain_label(name="hall_said", yields=True)
        self.install_actions(_actions(self))
        self._arrange()
        for view in (self._calls, self._tables):
            leave_letters(view)
        self._calls.chosen.connect(self.choose)
        self._tables.chosen.connect(self.choose)
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self.refresh)
        client.open()
        self._timer.start()
        self.refresh()

    def serve(self, server: HallServer) -> None:
        """Show the same as web pages, for as long as the window is open."""
        self._server = server

    # What can be done

    @Slot(str)
    def choose(self, table: str) -> None:
        """Look at a table."""
        self._chosen = table
        self.refresh()

    def can_take(self) -> bool:
        """Whether a call waits for somebody: that of the table that is chosen, or else the oldest."""
        return self._open_call() != ""

    def take_call(self) -> None:
        """Answer the call."""
        table = self._open_call()
        if table and not self._client.take(table):
            self.say(pgettext("hall", "The broker does not answer: {table} does not know yet.").format(table=table))
        self.choose(table or self._chosen)

    def can_finish(self) -> bool:
        """Whether the table that is chosen has a call."""
        return any(one.name == self._chosen for one in self._board.calls)

    def finish_call(self) -> None:
        """The question of the table that is chosen is settled."""
        if not self._client.finish(self._chosen):
            self.say(pgettext("hall", "The broker does not answer; try again."))

    def export_event(self) -> None:
        """Write standings and results into a file that is asked for."""
        beside = str(data_folder() / f"{datetime.now().astimezone():%Y-%m-%d} event.pdf")
        kinds = "PDF (*.pdf);;CSV (*.csv);;JSON (*.json)"
        chosen, _ = QFileDialog.getSaveFileName(self, pgettext("hall", "Standings and results"), beside, kinds)
        if chosen:
            self.export_to(chosen)

    def export_to(self, file: str) -> None:
        """Write standings and results; what came of it is said."""
        try:
            files = write_event(self._board, Path(file))
        except OperationError as failure:
            self.say(str(failure))
            return
        self.say(pgettext("hall", "Written: {files}").format(files=", ".join(map(str, files))))

    def say(self, sentence: str) -> None:
        """Say something below the tables."""
        self._stated.setText(sentence)

    def closeEvent(self, event: QCloseEvent) -> None:
        """The line goes with the window."""
        self._timer.stop()
        if self._server is not None:
            self._server.close()
        self._client.close()
        super().closeEvent(event)

    # What is shown

    @Slot()
    def refresh(self) -> None:
        """Show the board as it is now."""
        self._client.tick()
        if self._server is not None:
            self._server.refresh()
        board, now = self._board, datetime.now(UTC)
        status = self._client.status
        down = status.trouble or pgettext("hall", "connecting to {address} …").format(address=self._address)
        self._state.setText(hall_in_words(board, now) + f"   ·   {self._address}" if status.online else down)
        set_mood(self._state, "" if status.online or not status.trouble else "stop")
        calls = board.calls
        nobody = pgettext("hall", "Nobody has called the referee.")
        self._head.setText(pgettext("hall", "Calls for the referee") if calls else nobody)
        set_mood(self._head, "amber" if calls else "")
        self._calls.setVisible(bool(calls))
        self._calls.show_calls(calls_in_words(board, self._client.by, now))
        self._tables.show_tables(table_rows(board, now))
        chosen = board.tables.get(self._chosen)
        self._detail.show_table(chosen, "" if chosen is None else remarks(chosen, now))
        # Draw attention to a call that is new.
        waiting = frozenset(one.call.id for one in board.calls if one.call is not None and one.call.taken_by is None)
        if waiting - self._waiting:
            QApplication.alert(self)
        self._waiting = waiting
        self.refresh_actions()

    @property
    def _board(self) -> HallBoard:
        return self._client.board

    def _open_call(self) -> str:
        waiting = [one.name for one in self._board.calls if one.call is not None and one.call.taken_by is None]
        return self._chosen if self._chosen in waiting else next(iter(waiting), "")

    def _arrange(self) -> None:
        left, foot = QWidget(), QFrame()
        column_of(self._head, (self._calls, 1), (self._tables, 1), on=left, margins=(0, 0, 0, 0), spacing=4)
        buttons = (self.action_button(name) for name in ("take", "finish", "export"))
        row_of((self._stated, 1), *buttons, on=foot, margins=(14, 6, 14, 10))
        ground = QWidget()
        middle = row_of((left, 2), (self._detail, 1), spacing=0)
        column_of(self._state, (middle, 1), foot, on=ground, margins=(0, 0, 0, 0), spacing=0)
        self.setCentralWidget(scrolled(ground))
        self._tables.setFocus()


def _actions(window: HallWindow) -> tuple[WindowAction, ...]:
    """Every action, in the order of the menus and of the page of keys."""
    hall = ActionMenu(pgettext("hall", "Hall")).action
    waiting = unless(window.can_take, pgettext("hall", "No call waits for the referee."))
    called = unless(
        window.can_finish, pgettext("hall", "The table that is chosen has not called: choose one that has.")
    )
    return (
        hall("take", pgettext("hall", "I am coming"), "Return Enter", window.take_call, waiting),
        hall("finish", pgettext("hall", "Settled"), "D", window.finish_call, called),
        hall("export", pgettext("hall", "Standings and results as files"), "Ctrl+E", window.export_event),
    )
