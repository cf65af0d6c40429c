"""The line above the table: the table's state, what is played, the turn and whose it is."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from companion.rules import Position
from companion.session import Layout
from companion.session.live import TableSnapshot
from companion.session.live import TableState as Live
from companion.session.overlay import owner_badge
from companion.text import mark, translate
from companion.ui.layouts import row_of
from companion.ui.plain_widgets import RichLabel
from companion.ui.theme import AMBER, ASH, OK, STOP
from companion.ui.themes import in_theme


@dataclass(frozen=True, slots=True)
class TableStateWords:
    """How the table is, in words with a shape and a colour; ``detail``: the number behind it."""

    shape: str
    colour: str
    words: str
    detail: str = ""


#: Without a camera.
BY_HAND: Final = TableStateWords("✎", ASH, mark("match", "by hand"))
#: With one, before its first picture.
WAITING: Final = TableStateWords("◐", AMBER, mark("match", "waiting for the camera"))
_STEADY: Final = ("●", OK)
_WAITING: Final = ("◐", AMBER)
_STOPPED: Final = ("■", STOP)
_LOOKS: Final = {
    Live.SETTLED: _STEADY,
    Live.MOVING: _WAITING,
    Live.HAND: _WAITING,
    Live.CAMERA_MOVED: _STOPPED,
    Live.MARKERS_HIDDEN: _STOPPED,
    Live.TOO_DARK: _STOPPED,
    Live.NO_PICTURE: _STOPPED,
}
assert set(_LOOKS) == set(Live)


def state_of(sight: TableSnapshot) -> TableStateWords:
    """The table's state in words, with the camera's quality where it can be read."""
    shape, colour = _LOOKS[sight.state]
    words = _words()[sight.state]
    if shape == _STOPPED[0]:
        return TableStateWords(shape, colour, words)
    if sight.state is Live.SETTLED and not sight.sure:
        return TableStateWords(shape, colour, words, translate("match", "is being read …"))
    quality = sight.camera.quality
    camera = translate("match", "camera {mm} mm {verdict}")
    return TableStateWords(
        shape, colour, words, camera.format(mm=f"{quality.rms_mm:.1f}", verdict=quality.verdict.value)
    )


def trouble_of(sight: TableSnapshot) -> str:
    """What to do where nothing can be read; nothing where it can."""
    return sight.sentence if _LOOKS[sight.state] is _STOPPED else ""


def _words() -> dict[Live, str]:
    return {
        Live.SETTLED: translate("match", "settled"),
        Live.MOVING: translate("match", "moving"),
        Live.HAND: translate("match", "hand"),
        Live.CAMERA_MOVED: translate("match", "camera moved"),
        Live.MARKERS_HIDDEN: translate("match", "markers hidden"),
        Live.TOO_DARK: translate("match", "too dark"),
        Live.NO_PICTURE: translate("match", "no picture"),
    }


class Header(QWidget):
    """Table state, title and turn in one line."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("match_header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._state, self._title, self._turn = (self._label(name) for name in ("table_state", "title", "turn"))
        self._title.setText(escape(title))
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row_of(self._state, (self._title, 1), self._turn, on=self, margins=(14, 4, 14, 4), spacing=18)

    def show_state(self, state: TableStateWords) -> None:
        """How the table is."""
        detail = f" <span style='color:{ASH}'>{escape(state.detail)}</span>" if state.detail else ""
        mark, words = f"<span style='color:{state.colour}'>{state.shape}</span>", translate("match", state.words)
        self._state.setText(in_theme(f"{mark} {escape(words)}{detail}"))

    def show_turn(self, position: Position, layout: Layout) -> None:
        """The turn's number and whose it is; after the match, who has won."""
        player = position.winner or position.to_move
        badge = owner_badge(layout, player)
        number = translate("match", "turn {number}").format(number=position.turn.number)
        mark = f"<span style='color:{badge.colour}'>{badge.shape.value}</span>"
        said = translate("match", "{player} has won").format(player=player) if position.winner else player
        self._turn.setText(in_theme(f"{number} &nbsp;▸ {mark} <b>{escape(said)}</b>"))

    def _label(self, name: str) -> QLabel:
        label = RichLabel(self)
        label.setObjectName(name)
        return label
