"""What frames the table of a match: the line above it with the table's state, what is played, the turn and whose it is;
and the row of keys below the ruling, every choice as a button with its key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QSizePolicy, QWidget

from companion.markup import coloured, markup
from companion.rules import Position
from companion.session import Layout
from companion.session.overlay import owner_badge
from companion.session.play import Choice, TableMood, TableStateWords
from companion.text import pgettext
from companion.ui.actions import key_in_words
from companion.ui.keyed_window import HeadLine
from companion.ui.layouts import row_of
from companion.ui.plain_widgets import ElidedLabel, PlainLabel, RichLabel, set_tip, set_words
from companion.ui.themes import AMBER, ASH, LEAST_PT, OK, PAPER, SMALL_PT, STOP, in_theme, type_pt

_GAP_PX: Final = 6
#: It keeps the height of so many rows.
_ROWS: Final = 2
#: The row takes at most such a share of the window's height; its type is set no smaller than a share of its size.
_KEYS_SHARE: Final = 0.3
_SMALLEST: Final = 0.8
#: Families of choices that stand in the row as one: what is said of their keys.
_FAMILIES: Final = {
    "side": None,
    "hand": None,
    "turn": "PgUp PgDn",
    "move": "← → ↑ ↓",
    "toward": "← → ↑ ↓",
    "digit": "0 … 9",
    "letter": "A … Z",
}
#: Choices that only keys can tell apart.
_FOR_KEYS: Final = ("digit.", "letter.", "toward.")


_COLOURS: Final = {TableMood.STEADY: OK, TableMood.WAITING: AMBER, TableMood.STOPPED: STOP, TableMood.BY_HAND: ASH}
assert set(_COLOURS) == set(TableMood)


class Header(QWidget):
    """Table state, title and turn in one line."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("match_header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._state, self._clock, self._turn = RichLabel(self), RichLabel(self), RichLabel(self)
        for label, name in ((self._state, "table_state"), (self._clock, "clock"), (self._turn, "turn")):
            label.setObjectName(name)
        self._clock.hide()
        named = ElidedLabel(title, self)
        named.setObjectName("title")
        named.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._row = row_of(
            self._state, (named, 1), self._clock, self._turn, on=self, margins=(14, 4, 14, 4), spacing=18
        )

    def show_state(self, state: TableStateWords) -> None:
        """How the table is."""
        sign = coloured(_COLOURS[state.mood], state.mood.value)
        detail = markup(" {}", coloured(ASH, state.detail)) if state.detail else ""
        self._state.setText(in_theme(markup("{} {}{}", sign, state.words, detail)))

    def add_line(self, name: str) -> HeadLine:
        """A line of a part, before the clock."""
        line = HeadLine(name, self)
        self._row.insertWidget(self._row.indexOf(self._clock), line)
        return line

    def show_clock(self, match: str, turn: str, *, up: bool, runs: bool) -> None:
        """The match's time and the turn's; nothing where there is no clock."""
        colour = STOP if up else PAPER if runs else ASH
        text = pgettext("match", "match {match} · this turn {turn}").format(match=match, turn=turn)
        stands = "" if runs else " " + pgettext("match", "(paused)")
        self._clock.setText(in_theme(coloured(colour, text + stands)))
        self._clock.setVisible(bool(match))

    def show_turn(self, position: Position, layout: Layout) -> None:
        """The turn's number and whose it is; after the match, who has won."""
        player = position.winner or position.to_move
        badge = owner_badge(layout, player)
        number = pgettext("match", "turn {number}").format(number=position.turn.number)
        mark = coloured(badge.colour, badge.shape.value)
        text = pgettext("match", "{player} has won").format(player=player) if position.winner else player
        self._turn.setText(in_theme(markup("{} &nbsp;▸ {} <b>{}</b>", number, mark, text)))


class KeysRow(QScrollArea):
    """Buttons for what can be done now; at the right the keys that always count. ``taken``: the choice whose button is
    clicked.

    It keeps the height of two rows as long as all buttons find room there; it grows for more, and scrolls at last.
    """

    taken = Signal(object)

    def __init__(self, always: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("keys_row")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._ground = QWidget()
        self._ground.setObjectName("keys_row_ground")
        self.setWidget(self._ground)
        self._buttons: list[tuple[QPushButton, str]] = []
        self._always = PlainLabel(always, self._ground)
        self._always.setObjectName("always")
        self._choices: tuple[Choice, ...] = ()
        self._row_px = 0

    def show_choices(self, choices: Sequence[Choice]) -> None:
        """Show other choices."""
        if tuple(choices) == self._choices:
            return
        self._choices = tuple(choices)
        for button, _ in self._buttons:
            button.hide()
            button.deleteLater()
        rows = ((f"[{keys}] {title}" if keys else title, choice) for keys, title, choice in key_rows(choices))
        self._buttons = [(self._button(words, choice), words) for words, choice in rows]
        self._arrange()
        self.verticalScrollBar().setValue(0)

    def sizeHint(self) -> QSize:
        return QSize(400, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the row anew."""
        super().resizeEvent(event)
        self._arrange()

    @property
    def words(self) -> tuple[str, ...]:
        """What stands on the buttons."""
        return tuple(words for _, words in self._buttons)

    def _button(self, words: str, choice: Choice) -> QPushButton:
        button = QPushButton(words, self._ground)
        button.setObjectName(f"choice.{choice.id}")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setProperty("refused", not choice.open)
        button.setProperty("main", choice.keys[:1] == ("Return",) and choice.open)
        if choice.why_not is not None:
            set_tip(button, choice.why_not.text)
        button.setDisabled(choice.id.startswith(_FOR_KEYS))  # says what the keys do; the mouse has other buttons
        button.clicked.connect(lambda _checked=False: self.taken.emit(choice))
        button.show()
        return button

    def _arrange(self) -> None:
        """As high as the buttons need; no higher than its share of the window, and scrolled then."""
        bar_px, most = self.verticalScrollBar().sizeHint().width(), round(_KEYS_SHARE * self.window().height())
        high = self._set_type(self.width())
        scrolls = high > most
        if scrolls:
            high = self._set_type(self.width() - bar_px)
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOn if scrolls else policy.ScrollBarAlwaysOff)
        if self.height() != min(high, most):
            self.setFixedHeight(max(1, min(high, most)))

    def _set_type(self, room: int) -> int:
        """The largest type in which all buttons find room in two rows; where none does, the full type in as many rows
        as they need; how high that is."""
        full = type_pt(SMALL_PT)
        for size_pt in (*range(full, max(LEAST_PT, round(_SMALLEST * full)) - 1, -1), full):
            self.setStyleSheet("" if size_pt == full else f"QPushButton {{ font-size: {size_pt}pt }}")
            if self._laid_out(room) <= _ROWS:
                break
        return max(self._ground.height(), _ROWS * (self._row_px + _GAP_PX) - _GAP_PX)

    def _laid_out(self, room: int) -> int:
        """Put the buttons from left to right, in as many rows as it takes; how many those are."""
        x = y = high = 0
        rows = 1
        for button, words in self._buttons:
            set_words(button, words, room)
            size = button.sizeHint()
            if x and x + size.width() > room:
                x, y, rows, high = 0, y + high + _GAP_PX, rows + 1, 0
            high = max(high, size.height())
            self._row_px = max(self._row_px, size.height() if button.text() == words else 0)
            button.setGeometry(QRect(x, y, size.width(), size.height()))
            x += size.width() + _GAP_PX
        size = self._always.sizeHint()
        self._row_px = max(self._row_px, size.height())
        self._always.setVisible(x + size.width() <= room)
        self._always.setGeometry(QRect(room - size.width(), y, size.width(), max(high, size.height())))
        self._ground.resize(room, y + max(high, size.height()))
        return rows


def key_rows(choices: Sequence[Choice]) -> list[tuple[str, str, Choice]]:
    """Keys, words and choice of each button: ``Enter``, ``shoot``; families of keys as one; without those that go
    backwards."""
    rows: list[tuple[str, str, Choice]] = []
    seen: set[str] = set()
    for choice in sorted(choices, key=lambda one: one.quiet):
        stem = choice.id.partition(".")[0]
        if choice.id.endswith(".previous") or (stem in _FAMILIES and stem in seen):
            continue
        seen.add(stem)
        keys, title = key_in_words(choice.keys[0]) if choice.keys else "", choice.title
        if stem in _FAMILIES:
            family = [other for other in choices if other.id.startswith(f"{stem}.")]
            last = key_in_words(family[-1].keys[0])
            keys = _FAMILIES[stem] or (f"{keys} … {last}" if last != keys else keys)
            titles = {"side": pgettext("match", "side"), "hand": pgettext("match", "throw from hand")}
            title = titles.get(stem, title) if len(family) > 1 else title
        elif not choice.open:
            title = f"{title} ✗"
        rows.append((keys, title, choice))
    return rows
