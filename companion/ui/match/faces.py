"""The faces of a die that is put down or put right, beside the table, so that they cover none of it: its sides as
pictures, and a line to type ``heavy 6``."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QSizePolicy, QToolButton, QWidget

from companion.catalogue import Die
from companion.session.play import ShownFaces
from companion.text import translate
from companion.ui.drawn_table import FacePrints
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import PlainLabel, set_look

_PICTURE_PX: Final = 64
_COLUMNS: Final = 4
#: Beside a table that is shown smaller than this there is no room for titles.
TITLED_SCALE: Final = 0.8


class FacesStrip(QFrame):
    """``face_picked``: the key of the face that is clicked; ``typed``: what was typed."""

    face_picked = Signal(str)
    typed = Signal(str)

    def __init__(self, prints: FacePrints, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("faces")
        self._prints = prints
        self._picture_px = _PICTURE_PX
        self._buttons: list[QToolButton] = []
        self._shown: tuple[Die, tuple[str, ...]] | None = None
        self._title = PlainLabel(parent=self)
        self._grid = QGridLayout()
        self._grid.setSpacing(4)
        self._line = QLineEdit(self)
        self._line.setObjectName("typed")
        self._line.setPlaceholderText(translate("match", "or type: heavy 6"))
        self._line.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._line.returnPressed.connect(self._told)
        column_of(self._title, self._grid, self._line, on=self, margins=(12, 6, 12, 8), spacing=4)
        self.hide()

    def show_faces(self, shown: ShownFaces | None, *, typed: bool) -> None:
        """The faces of a die, the one that it shows framed; ``None``: nothing. typed: with the line to type into."""
        self.setVisible(shown is not None)
        if shown is None:
            return
        self._line.setVisible(typed)
        if self._shown != (shown.die, shown.keys):
            self._list(shown.die, shown.keys)
        for button in self._buttons:
            set_look(button, "chosen", button.objectName() == f"face.{shown.chosen}")

    def set_scale(self, scale: float) -> None:
        """Smaller pictures in a lower window, and at last no title."""
        self._title.setVisible(scale >= TITLED_SCALE)
        if round(scale * _PICTURE_PX) != self._picture_px:
            self._picture_px = round(scale * _PICTURE_PX)
            if self._shown is not None:
                self._list(*self._shown)

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
            self._grid.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = [self._button(die, key) for key in keys]
        for place, button in enumerate(self._buttons):
            self._grid.addWidget(button, *divmod(place, _COLUMNS))
            button.show()

    def _button(self, die: Die, key: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"face.{key}")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        face = die.face(key)
        if face is not None:
            button.setIcon(QIcon(self._prints.sign(die, face, self._picture_px)))
        button.setIconSize(QSize(self._picture_px, round(self._picture_px * 0.75)))
        button.setText(key)
        button.setAccessibleName(translate("match", "side {number}").format(number=key))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.clicked.connect(lambda _checked=False: self.face_picked.emit(key))
        return button

    def _told(self) -> None:
        words = self._line.text()
        self._line.clear()
        self._line.clearFocus()
        self.typed.emit(words)
