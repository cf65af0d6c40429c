"""The bands above the ruling line: what keeps the camera from reading, what hands shall do, that table and match
differ."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from companion.session.inference import Discrepancy, Instruction
from companion.session.play import hands_in_words
from companion.text import translate
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import plain_label


class Bands(QWidget):
    """Shown only while there is something to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._trouble, self._hands, self._differ = (
            plain_label(name=name, yields=True, parent=self) for name in ("trouble", "hands", "band")
        )
        for band in (self._trouble, self._hands, self._differ):
            band.hide()
        column_of(self._trouble, self._hands, self._differ, on=self, margins=(0, 0, 0, 0), spacing=0)

    def show_trouble(self, sentence: str) -> None:
        """Why the table cannot be read, and what to do."""
        self._trouble.setText(f"■ {sentence}")
        self._trouble.setVisible(bool(sentence))

    def show_hands(self, told: Sequence[Instruction], todo: Sequence[Instruction]) -> None:
        """What hands were told, each ticked when it is done."""
        self._hands.setText(hands_in_words(told, todo))
        self._hands.setVisible(bool(self._hands.text()))

    def show_differences(self, differences: Sequence[Discrepancy]) -> None:
        """That the two differ, and in how much."""
        count = len(differences)
        words = translate("match", "▲ Table and match differ")
        more = translate("match", " in {count} places").format(count=count) if count > 1 else ""
        self._differ.setText(f"{words}{more}")
        self._differ.setVisible(bool(differences))
