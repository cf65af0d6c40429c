"""What the program is for, on three cards side by side; shown at the first start only."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from companion.catalogue import Die
from companion.text import translate
from companion.ui.actions import ActionMenu, WindowAction
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import plain_label
from companion.ui.start.card_pictures import CameraPicture, CardPicture, LinePicture, RollPicture
from companion.ui.start.lettering import text_font
from companion.ui.theme import SMALL_PT
from companion.ui.themes import LEAST_PT, type_pt

_LINES = 5
#: In a window at least so large the page has its full type.
_FULL_WH = (1240, 700)
_SHOWN = ("ogre/heavy-tank", "ogre/gev")


class WelcomePage(QWidget):
    """Three cards and a button. ``done``: they have been read."""

    done = Signal()

    def __init__(self, dice: Mapping[str, Die], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.go = QPushButton(translate("WelcomePage", "Begin  (Enter)"), self)
        self.go.setObjectName("go")
        self.go.clicked.connect(self.done)
        self.setFocusProxy(self.go)
        column = column_of(
            plain_label(translate("WelcomePage", "A referee that measures"), "title"),
            on=self,
            margins=(48, 28, 48, 28),
            spacing=18,
        )
        self._column = column
        row = QHBoxLayout()
        row.setSpacing(18)
        shown = tuple(dice[name] for name in _SHOWN if name in dice)
        for number, (picture, title, text) in enumerate(self._cards(shown), 1):
            row.addWidget(_card(f"{number}   {title}", text, picture), stretch=1)
        column.addLayout(row, stretch=1)
        foot = row_of(
            (plain_label(translate("WelcomePage", "Every page: F1 shows its keys, Esc goes back."), "quiet"), 1),
            self.go,
        )
        column.addLayout(foot)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrower margins and smaller type in a small window, so that all words are in sight."""
        super().resizeEvent(event)
        scale = min(1.0, self.width() / _FULL_WH[0], self.height() / _FULL_WH[1])
        across, down = round(48 * scale), round(28 * scale * scale)
        self._column.setContentsMargins(across, down, across, down)
        small = "" if scale == 1.0 else f"#small {{ font-size: {max(LEAST_PT, round(type_pt(SMALL_PT) * scale))}pt }}"
        self.setStyleSheet(small)

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Go on."""
        act = ActionMenu(translate("WelcomePage", "Start"), "welcome.").action
        return (act("go", translate("WelcomePage", "Begin"), "Return Enter Space", self.done.emit),)

    def _cards(self, dice: tuple[Die, ...]) -> tuple[tuple[CardPicture, str, str], ...]:
        return (
            (
                CameraPicture(dice),
                translate("WelcomePage", "Show it the table"),
                translate(
                    "WelcomePage",
                    "Put a camera above the table and the four printed markers in its corners. Without a camera you "
                    "play on a drawn table, with the mouse.",
                ),
            ),
            (
                RollPicture(dice),
                translate("WelcomePage", "Play as you always do"),
                translate(
                    "WelcomePage",
                    "Throw, roll and move the dice with your hands. It watches, says what comes next, and ticks it off "
                    "when it has seen it done.",
                ),
            ),
            (
                LinePicture(dice),
                translate("WelcomePage", "Ask when you disagree"),
                translate(
                    "WelcomePage",
                    "Who sees whom, who is closest, by how much: with the number, its error and the rule. Too close to "
                    "call, and you decide.",
                ),
            ),
        )


def _card(title: str, text: str, picture: CardPicture) -> QFrame:
    card = QFrame()
    card.setObjectName("box")
    column = column_of((picture, 1), on=card, margins=(20, 16, 20, 20), spacing=12)
    heading = plain_label(title, "section", wrap=True)
    column.addWidget(heading)
    told = plain_label(text, "small", wrap=True)
    told.setAlignment(Qt.AlignmentFlag.AlignTop)
    told.setMinimumHeight(_LINES * round(QFontMetricsF(text_font(LEAST_PT)).lineSpacing()))
    told.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)  # titles stand in one line
    column.addWidget(told)
    return card
