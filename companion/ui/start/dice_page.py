"""Your dice: enter what is printed on one, or show one to the camera so that its faces are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from companion.catalogue import Die
from companion.text import translate
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.plain_widgets import plain_label
from companion.ui.start.faces import face_sign
from companion.ui.start.search_line import SearchLine

_ID = Qt.ItemDataRole.UserRole
_ICON_PX: Final = 48


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
        self.search = SearchLine(translate("DicePage", "type a name"), self.list)
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
        act = ActionMenu(translate("DicePage", "Dice"), "dice.").action
        edit, show = (
            translate("DicePage", "Enter what is printed on it"),
            translate("DicePage", "Show it to the camera"),
        )
        some = unless(
            lambda: self.chosen is not None, translate("DicePage", "No die has all that you typed: delete some of it.")
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
            translate("DicePage", "your values")
            if die.provenance == "user"
            else translate("DicePage", "values: {0}").format(die.provenance)
        )
        points = translate("DicePage", "{0:g} points").format(die.points)
        return f"{die.team} · {points} · {whose}"

    def _arrange(self) -> None:
        keys = ("Ctrl+E", "Enter") if self._rolling else ("Enter", "Ctrl+E")
        edit = QPushButton(translate("DicePage", "Enter its values  ({0})").format(keys[0]), self)
        show = QPushButton(translate("DicePage", "Show it to the camera  ({0})").format(keys[1]), self)
        (show if self._rolling else edit).setObjectName("go")
        edit.clicked.connect(self.edit)
        show.clicked.connect(self.show_to_camera)
        foot = QHBoxLayout()
        told = translate(
            "DicePage",
            "Stand-in values are invented until you enter yours. A die that was shown once is recognised from then on.",
        )
        foot.addStretch(1)
        for button in (edit, show) if self._rolling else (show, edit):
            foot.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(48, 28, 48, 28)
        column.setSpacing(14)
        column.addWidget(plain_label(translate("DicePage", "Your dice"), "title"))
        column.addWidget(self.search)
        column.addWidget(self.list, stretch=1)
        column.addWidget(plain_label(told, "quiet", wrap=True))
        column.addLayout(foot)
