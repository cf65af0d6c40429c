"""The row of keys below the ruling: every choice as a button with its key; what is refused is grey, with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from companion.session.play import Choice
from companion.text import translate
from companion.ui.actions import key_in_words
from companion.ui.plain_widgets import PlainLabel, set_tip
from companion.ui.theme import SMALL_PT
from companion.ui.themes import type_pt

_GAP_PX: Final = 6
_ROWS: Final = 2
#: The smallest type of a button.
_LEAST_PT: Final = 9
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


class KeysRow(QWidget):
    """Buttons for what can be done now; at the right the keys that always count. ``taken``: the choice whose button is
    clicked."""

    taken = Signal(object)

    def __init__(self, always: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("keys_row")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._buttons: list[QPushButton] = []
        self._always = PlainLabel(always, self)
        self._always.setObjectName("always")
        self._choices: tuple[Choice, ...] = ()

    def show_choices(self, choices: Sequence[Choice]) -> None:
        """Show other choices."""
        if tuple(choices) == self._choices:
            return
        self._choices = tuple(choices)
        for button in self._buttons:
            button.hide()
            button.deleteLater()
        self._buttons = [self._button(keys, title, choice) for keys, title, choice in key_rows(choices)]
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(400, self._height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the row anew."""
        super().resizeEvent(event)
        self._arrange()

    @property
    def words(self) -> tuple[str, ...]:
        """What stands on the buttons that are seen."""
        return tuple(button.text() for button in self._buttons if button.isVisibleTo(self))

    def _button(self, keys: str, title: str, choice: Choice) -> QPushButton:
        button = QPushButton(f"[{keys}] {title}" if keys else title, self)
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
        """In the largest type in which all buttons find room in two rows."""
        for size_pt in range(type_pt(SMALL_PT), _LEAST_PT - 1, -1):
            self.setStyleSheet("" if size_pt == type_pt(SMALL_PT) else f"QPushButton {{ font-size: {size_pt}pt }}")
            if self._laid_out():
                break

    def _laid_out(self) -> bool:
        """Put the buttons from left to right, in two rows at most; whether none had to stay out."""
        x = y = 0
        row, high = 0, 0
        for button in self._buttons:
            button.ensurePolished()
            size = button.sizeHint()
            high = max(high, size.height())
            if x and x + size.width() > self.width():
                x, row = 0, row + 1
                y += high + _GAP_PX
            button.setVisible(row < _ROWS)
            button.setGeometry(QRect(x, y, size.width(), size.height()))
            x += size.width() + _GAP_PX
        size = self._always.sizeHint()
        free = x + size.width() <= self.width() and row < _ROWS
        self._always.setVisible(free)
        self._always.setGeometry(QRect(self.width() - size.width(), y, size.width(), max(high, size.height())))
        self._high = max(self._high, high, size.height())
        self._height = _ROWS * (self._high + _GAP_PX) - _GAP_PX
        if self.height() != self._height:
            self.setFixedHeight(max(1, self._height))
        return row < _ROWS

    _height = 0
    _high = 0


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
        rows.append((*_words(choice, stem, choices), choice))
    return rows


def _words(choice: Choice, stem: str, choices: Sequence[Choice]) -> tuple[str, str]:
    keys = key_in_words(choice.keys[0]) if choice.keys else ""
    if stem in _FAMILIES:
        family = [other for other in choices if other.id.startswith(f"{stem}.")]
        last = key_in_words(family[-1].keys[0])
        keys = _FAMILIES[stem] or (f"{keys} … {last}" if last != keys else keys)
        titles = {"side": translate("match", "side"), "hand": translate("match", "throw from hand")}
        title = titles.get(stem, choice.title) if len(family) > 1 else choice.title
        return keys, title
    return keys, choice.title if choice.open else f"{choice.title} ✗"
