"""The strip of faces for a die that is put down or put right: its sides as pictures, and a line to type ``heavy 6``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QToolButton, QWidget

from companion.catalogue import Die
from companion.text import translate
from companion.ui.drawn_table import FacePrints
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import PlainLabel, set_look

_PICTURE_PX: Final = 84


class FacesStrip(QFrame):
    """``face_picked``: the key of the face that is clicked; ``typed``: what was typed."""

    face_picked = Signal(str)
    typed = Signal(str)

    def __init__(self, prints: FacePrints, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("faces")
        self._prints = prints
        self._buttons: list[QToolButton] = []
        self._shown: tuple[Die, tuple[str, ...]] | None = None
        self._title = PlainLabel(parent=self)
        self._row = QHBoxLayout()
        self._row.setSpacing(6)
        self._line = QLineEdit(self)
        self._line.setObjectName("typed")
        self._line.setPlaceholderText(translate("match", "or type: heavy 6"))
        self._line.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._line.returnPressed.connect(self._told)
        column_of(self._title, self._row, self._line, on=self, margins=(12, 8, 12, 8))
        self.hide()

    def show_faces(self, die: Die, keys: Sequence[str], chosen: str, *, typed: bool) -> None:
        """The faces of a die, the chosen one framed; ``typed``: with the line to type into."""
        self._line.setVisible(typed)
        if self._shown != (die, tuple(keys)):
            self._list(die, tuple(keys))
        for button in self._buttons:
            set_look(button, "chosen", button.objectName() == f"face.{chosen}")
        self.adjustSize()
        self.show()
        self.raise_()

    def type_on(self, letter: str) -> None:
        """Begin to type with a letter."""
        self._line.setFocus()
        self._line.setText(letter)

    @property
    def typing(self) -> bool:
        """Whether the keys go into the line."""
        return self._line.hasFocus()

    def _list(self, die: Die, keys: tuple[str, ...]) -> None:
        self._shown = die, keys
        self._title.setText(die.label)
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = [self._button(die, key) for key in keys]
        for button in self._buttons:
            self._row.addWidget(button)

    def _button(self, die: Die, key: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"face.{key}")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        face = die.face(key)
        if face is not None:
            button.setIcon(QIcon(self._prints.sign(die, face, _PICTURE_PX)))
        button.setIconSize(QSize(_PICTURE_PX, round(_PICTURE_PX * 0.75)))
        button.setText(translate("match", "side {number}").format(number=key))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.clicked.connect(lambda _checked=False: self.face_picked.emit(key))
        return button

    def _told(self) -> None:
        words = self._line.text()
        self._line.clear()
        self._line.clearFocus()
        self.typed.emit(words)
