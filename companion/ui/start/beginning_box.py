"""Who goes first: by the scenario, by the player who decides, or by the coin."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from companion.session.match_setup import FirstPlayerChoice, MatchPlan, choose_first_player
from companion.text import translate
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import plain_label, set_mood
from companion.ui.start.coin import Coin


class BeginningBox(QFrame):
    """``tossed``: the coin is to be thrown; ``chosen``: the player who decides lets that one begin."""

    tossed = Signal()
    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("box")
        self.coin = Coin(self)
        self.toss = QPushButton(translate("BeginningBox", "Toss the coin  (F7)"), self)
        self.toss.setObjectName("small")
        self.toss.clicked.connect(self.tossed)
        self._text = plain_label("", "small", wrap=True)
        self._buttons: dict[str, QPushButton] = {}
        self._seed: int | None = None
        self._row = row_of(self.toss, 1)
        column = column_of(
            plain_label(translate("BeginningBox", "Who goes first"), "section"), self._text, self._row, spacing=6
        )
        row_of(self.coin, (column, 1), on=self, margins=(14, 10, 14, 12), spacing=14)

    def show_plan(self, plan: MatchPlan) -> None:
        """Show how it is settled, and what is asked for where it is not."""
        beginning = choose_first_player(plan)
        self._text.setText(beginning.text)
        set_mood(self._text, "" if beginning.first else "amber")
        self._show_coin(plan, beginning)
        self._show_choice(plan.names if beginning.decider else (), beginning.first)

    def _show_coin(self, plan: MatchPlan, beginning: FirstPlayerChoice) -> None:
        self.coin.setVisible(beginning.by_coin)
        self.toss.setVisible(beginning.by_coin)
        self.toss.setText(
            translate("BeginningBox", "Toss again  (F7)")
            if beginning.first
            else translate("BeginningBox", "Toss the coin  (F7)")
        )
        up = plan.entrant(beginning.first).badge if beginning.first and beginning.by_coin else None
        spin = plan.seed is not None and plan.seed != self._seed
        self._seed = plan.seed
        self.coin.show_fallen([entrant.badge for entrant in plan.entrants], up, spin=spin)

    def _show_choice(self, offered: tuple[str, ...], first: str | None) -> None:
        """A button for everybody who may be let begin."""
        if tuple(self._buttons) != offered:
            for button in self._buttons.values():
                self._row.removeWidget(button)
                button.deleteLater()
            self._buttons = {name: self._button(name) for name in offered}
        for name, button in self._buttons.items():
            button.setChecked(name == first)

    def _button(self, name: str) -> QPushButton:
        button = QPushButton(translate("BeginningBox", "{0} begins").format(name), self)
        button.setObjectName("small")
        button.setCheckable(True)
        button.clicked.connect(lambda: self.chosen.emit(name))
        self._row.insertWidget(self._row.count() - 1, button)
        return button
