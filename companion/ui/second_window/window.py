"""The second window itself: what it shows, and how it is turned."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from companion.session.match import Match
from companion.text import translate
from companion.ui.actions import ActionMenu
from companion.ui.audience_window import AudienceWindow
from companion.ui.second_window.board import ScoreBoard
from companion.ui.second_window.orientation import next_turning
from companion.ui.settings import FarSide, load_settings, save_settings
from companion.ui.stylesheet import stylesheet


class SecondWindow(AudienceWindow):
    """Table, scores and whose turn, for everybody else. R turns it (90°, 180°, 270°, mirrored)."""

    def __init__(self, beside: QWidget | None = None) -> None:
        super().__init__(translate("second", "Diceland: the table"), stylesheet(), beside)
        self.board = ScoreBoard(self)
        self.setCentralWidget(self.board)
        self.board.turn_to(load_settings().far_side)
        act = ActionMenu(translate("keys", "Window")).action
        turn = act("turn", translate("second", "Turn to those who look on from another side"), "R", self.turn_on)
        self.install_actions((turn,), menus=False)

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
