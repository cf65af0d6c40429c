"""The second screen: whose turn it is, who is next, round, points of the teams, what was called out. No controls."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from companion.exercise_k.rules import COLOURS, team_label
from companion.exercise_k.session import Results, TurnWords
from companion.exercise_k.ui.look import TEAM_BADGES, desk_stylesheet
from companion.text import translate
from companion.ui.audience_window import AudienceWindow
from companion.ui.plain_widgets import plain_label
from companion.ui.theme import ACCENT, AMBER, ASH, PAPER
from companion.ui.themes import tint

#: Type sizes as shares of the window's height.
_SHARES = {"turn": 0.17, "person": 0.075, "next": 0.05, "round": 0.085, "final": 0.05, "call": 0.055, "team": 0.06}
#: The lines from the top.
_LINES = ("round", "final", "turn", "person", "next", "call")


class PlayersWindow(AudienceWindow):
    """Big type for twelve people around a table."""

    def __init__(self, beside: QWidget | None = None) -> None:
        super().__init__(translate("PlayersWindow", "Exercise K – for the players"), desk_stylesheet(), beside)
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
        said = (words.round, words.final, words.turn, words.runners, words.following, "  ".join(called))
        for name, line in zip(_LINES, said, strict=True):
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
