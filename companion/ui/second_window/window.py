"""The second window itself: on which screen it stands, and how it is turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QScreen, QShortcut
from PySide6.QtWidgets import QWidget

from companion.session.match import Match
from companion.text import translate
from companion.ui.layouts import column_of
from companion.ui.second_window.board import ScoreBoard
from companion.ui.second_window.orientation import next_turning
from companion.ui.settings import FarSide, load_settings, save_settings


class SecondWindow(QWidget):
    """Table, scores and whose turn, for everybody else. R turns it (90°, 180°, 270°, mirrored), Esc closes it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(translate("second", "Diceland: the table"))
        self.board = ScoreBoard(self)
        column_of(self.board, on=self, margins=(0, 0, 0, 0))
        self.board.turn_to(load_settings().far_side)
        for key, run in (("R", self.turn_on), ("F11", self._full_or_not), ("Esc", self.close)):
            QShortcut(QKeySequence(key), self).activated.connect(run)

    def show_match(self, match: Match) -> None:
        """Show where a match stands now; call it again after every gesture."""
        self.board.show_match(match)

    def turn_on(self) -> None:
        """Turn it to the next side, and remember that."""
        self.turn_to(next_turning(self.board.far_side))

    def turn_to(self, far_side: FarSide) -> None:
        """Turn it for a side, and remember that for the next time."""
        self.board.turn_to(far_side)
        save_settings(replace(load_settings(), far_side=far_side))

    def present(self, beside: QWidget) -> None:
        """Show it over the whole of another screen than a window's; where there is none, as a window of its own."""
        other = other_screen(QGuiApplication.screens(), beside.screen())
        if other is None:
            self.resize(960, 600)
            self.show()
            return
        self.setScreen(other)
        self.setGeometry(other.geometry())
        self.showFullScreen()

    def _full_or_not(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)


def other_screen(screens: Sequence[QScreen], taken: QScreen) -> QScreen | None:
    """The largest screen that is not the one taken; ``None`` where there is none."""
    free = [screen for screen in screens if screen is not taken]
    return max(free, key=lambda screen: screen.size().width() * screen.size().height(), default=None)
