"""Your dice: enter what is printed on one, or show one to the camera so that its faces are known; and the line by which
this list and others are searched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QWidget

from companion.catalogue import Die
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import button_of, plain_label, set_tip
from companion.ui.start.tiles import face_sign

_ID = Qt.ItemDataRole.UserRole
_ICON_PX: Final = 48

#: Key -> rows down.
_STEPS: Final[dict[int, int]] = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
_ENTER: Final[tuple[int, ...]] = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


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
        for_edit, for_camera = ("Ctrl+E", "Enter") if rolling else ("Enter", "Ctrl+E")
        edit = button_of(pgettext("DicePage", "Enter its values  ({0})").format(for_edit), self.edit, parent=self)
        shown = pgettext("DicePage", "Show it to the camera  ({0})").format(for_camera)
        show = button_of(shown, self.show_to_camera, parent=self)
        (show if rolling else edit).setObjectName("go")
        about = pgettext(
            "DicePage",
            "Stand-in values are invented until you enter yours. A die that was shown once is recognised from then on.",
        )
        column_of(
            plain_label(pgettext("DicePage", "Your dice"), "title"),
            self.search,
            (self.list, 1),
            plain_label(about, "quiet", wrap=True),
            row_of(1, *((edit, show) if rolling else (show, edit))),
            on=self,
            margins=(48, 28, 48, 28),
            spacing=14,
        )
        self._list()

    @property
    def chosen(self) -> str | None:
        """The id of the die chosen."""
        item: QListWidgetItem | None = self.list.currentItem()
        return str(item.data(_ID)) if item is not None else None

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Edit, show, go on in the list."""
        act = ActionMenu(pgettext("DicePage", "Dice"), "dice.").action
        edit, show = pgettext("DicePage", "Enter what is printed on it"), pgettext("DicePage", "Show it to the camera")
        for_edit, for_camera = ("Ctrl+E", "Return Enter") if self._rolling else ("Return Enter", "Ctrl+E")
        some = unless(
            lambda: self.chosen is not None, pgettext("DicePage", "No die has all that you typed: delete some of it.")
        )
        return (act("edit", edit, for_edit, self.edit, some), act("show", show, for_camera, self.show_to_camera, some))

    def edit(self) -> None:
        """Enter the values of the die chosen."""
        if self.chosen is not None:
            self.edited.emit(self.chosen)

    def show_to_camera(self) -> None:
        """Let the camera see every face of the die chosen."""
        if self.chosen is not None:
            self.shown.emit(self.chosen)

    def _list(self) -> None:
        typed = self.search.typed
        yours, values = pgettext("DicePage", "your values"), pgettext("DicePage", "values: {0}")
        self.list.clear()
        for die in self._dice:
            if all(word in f"{die.label} {die.team} {die.set}".casefold() for word in typed):
                points = pgettext("DicePage", "{0:g} points").format(die.points)
                whose = yours if die.provenance == "user" else values.format(die.provenance)
                about = f"{die.label}\n{die.team} · {points} · {whose}"
                item = QListWidgetItem(QIcon(face_sign(die, 2 * _ICON_PX)), about)
                item.setData(_ID, die.id)
                self.list.addItem(item)
        self.list.setCurrentRow(0)


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
