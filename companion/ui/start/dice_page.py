"""Your dice: enter what is printed on one, or show one to the camera so that its faces are known.

A line to search by: what is typed narrows a list, and the keys that move in the list work while it is typed.

Printed faces as signs: the art of the dice, small, kept once it is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QImage, QKeyEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from companion.catalogue import Die
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.painting import cut_out_face
from companion.ui.plain_widgets import plain_label, set_tip

_ID = Qt.ItemDataRole.UserRole
_ICON_PX: Final = 48

#: Key -> rows down.
_STEPS: Final[dict[int, int]] = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
_ENTER: Final[tuple[int, ...]] = (Qt.Key.Key_Return, Qt.Key.Key_Enter)

_DRAWN_PX: Final = 192
#: (die id, place of the face) -> the die that was drawn and its picture: an edited die is drawn anew.
_drawn: dict[tuple[str, int], tuple[Die, QImage]] = {}


class DicePage(QWidget):
    """``edited`` and ``shown``: the id of the die whose values are entered, or that is shown to the camera.

    rolling: Enter shows a die to the camera, which is what people came for; else it enters values.
    """

    edited = Signal(str)
    shown = Signal(str)

    def __init__(self, dice: Mapping[str, Die], parent: QWidget | None = None, *, rolling: bool = False) -> None:
        super().__init__(parent)
        self._rolling = rolling
        self._dice = sorted(dice.values(), key=lambda die: (die.set, die.team, die.name))
        self.list = QListWidget(self)
        self.search = SearchLine(pgettext("DicePage", "type a name"), self.list)
        self.search.textChanged.connect(lambda _: self._list())
        self.list.setIconSize(QSize(_ICON_PX, _ICON_PX * 3 // 4))
        self.list.itemActivated.connect(lambda _: self.show_to_camera() if rolling else self.edit())
        self.setFocusProxy(self.search)
        self._arrange()
        self._list()

    @property
    def chosen(self) -> str | None:
        """The id of the die chosen."""
        item: QListWidgetItem | None = self.list.currentItem()
        return str(item.data(_ID)) if item is not None else None

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Edit, show, go on in the list."""
        act = ActionMenu(pgettext("DicePage", "Dice"), "dice.").action
        edit, show = (
            pgettext("DicePage", "Enter what is printed on it"),
            pgettext("DicePage", "Show it to the camera"),
        )
        some = unless(
            lambda: self.chosen is not None, pgettext("DicePage", "No die has all that you typed: delete some of it.")
        )
        return (
            act("edit", edit, self._keys(rolling=False), self.edit, some),
            act("show", show, self._keys(rolling=True), self.show_to_camera, some),
        )

    def edit(self) -> None:
        """Enter the values of the die chosen."""
        if self.chosen is not None:
            self.edited.emit(self.chosen)

    def show_to_camera(self) -> None:
        """Let the camera see every face of the die chosen."""
        if self.chosen is not None:
            self.shown.emit(self.chosen)

    def _keys(self, *, rolling: bool) -> str:
        return "Return Enter" if rolling is self._rolling else "Ctrl+E"

    def _list(self) -> None:
        typed = self.search.typed
        self.list.clear()
        for die in self._dice:
            if all(word in f"{die.label} {die.team} {die.set}".casefold() for word in typed):
                item = QListWidgetItem(QIcon(face_sign(die, 2 * _ICON_PX)), f"{die.label}\n{self._about(die)}")
                item.setData(_ID, die.id)
                self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _about(self, die: Die) -> str:
        whose = (
            pgettext("DicePage", "your values")
            if die.provenance == "user"
            else pgettext("DicePage", "values: {0}").format(die.provenance)
        )
        points = pgettext("DicePage", "{0:g} points").format(die.points)
        return f"{die.team} · {points} · {whose}"

    def _arrange(self) -> None:
        keys = ("Ctrl+E", "Enter") if self._rolling else ("Enter", "Ctrl+E")
        edit = QPushButton(pgettext("DicePage", "Enter its values  ({0})").format(keys[0]), self)
        show = QPushButton(pgettext("DicePage", "Show it to the camera  ({0})").format(keys[1]), self)
        (show if self._rolling else edit).setObjectName("go")
        edit.clicked.connect(self.edit)
        show.clicked.connect(self.show_to_camera)
        foot = QHBoxLayout()
        reported = pgettext(
            "DicePage",
            "Stand-in values are invented until you enter yours. A die that was shown once is recognised from then on.",
        )
        foot.addStretch(1)
        for button in (edit, show) if self._rolling else (show, edit):
            foot.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(48, 28, 48, 28)
        column.setSpacing(14)
        column.addWidget(plain_label(pgettext("DicePage", "Your dice"), "title"))
        column.addWidget(self.search)
        column.addWidget(self.list, stretch=1)
        column.addWidget(plain_label(reported, "quiet", wrap=True))
        column.addLayout(foot)


class SearchLine(QLineEdit):
    """``entered``: Enter alone; ``emptied``: Backspace where nothing is typed."""

    entered = Signal()
    emptied = Signal()

    def __init__(self, hint: str, listed: QListWidget) -> None:
        super().__init__()
        self._list = listed
        listed.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setPlaceholderText(hint)
        set_tip(self, hint)
        self.setClearButtonEnabled(True)

    @property
    def typed(self) -> list[str]:
        """The words typed, whatever their case."""
        return self.text().casefold().split()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys for the list go there."""
        key: int = event.key()
        if key in _STEPS:
            last = self._list.count() - 1
            self._list.setCurrentRow(min(max(self._list.currentRow() + _STEPS[key], 0), last))
        elif key in _ENTER and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.entered.emit()
        elif key == Qt.Key.Key_Backspace and not self.text():
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                event.ignore()  # the window's, where there is no word to delete
            else:
                self.emptied.emit()
        else:
            super().keyPressEvent(event)


def face_sign(die: Die, width_px: int, *, place: int = 0) -> QPixmap:
    """A face of a die (default: its first, the strongest), corner 0 up, on nothing; three quarters as high as wide."""
    drawn = _drawn.get((die.id, place))
    if drawn is None or drawn[0] is not die:
        drawn = _drawn[(die.id, place)] = die, cut_out_face(die, die.faces[place], _DRAWN_PX)
    shown = QPixmap.fromImage(drawn[1])
    return shown.scaledToWidth(width_px, Qt.TransformationMode.SmoothTransformation)
