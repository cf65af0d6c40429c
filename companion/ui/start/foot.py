"""The foot of a page: what is so now, in words and a colour, and the button that goes on."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from companion.ui.layouts import row_of
from companion.ui.plain_widgets import plain_label, set_mood


class Foot(QWidget):
    """``go`` is the button; ``say`` changes the words."""

    def __init__(self, go_words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("foot")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._message = plain_label("", "message", wrap=True)
        self.go = QPushButton(go_words, self)
        self.go.setObjectName("go")
        row_of((self._message, 1), self.go, on=self, margins=(20, 12, 20, 12))

    @property
    def text(self) -> str:
        """What is said."""
        return self._message.text()

    def say(self, text: str, mood: str) -> None:
        """Say something: ``ok``, ``amber`` or ``stop``."""
        self._message.setText(text)
        set_mood(self._message, mood)
