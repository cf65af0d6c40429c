"""The bands over the lower rim of the table: what keeps the camera from reading, what hands shall do, that table and
match differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from companion.session.inference import Discrepancy, Instruction
from companion.session.play import hands_in_words
from companion.text import translate
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import plain_label

#: They cover no more of the table than this share of its height, and scroll then.
_SHARE: Final = 0.5


class Bands(QScrollArea):
    """Shown only while there is something to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._trouble, self._hands, self._differ = (
            plain_label(name=name, yields=True) for name in ("trouble", "hands", "band")
        )
        for band in (self._trouble, self._hands, self._differ):
            band.hide()
        inside, words = QWidget(), (self._trouble, self._hands, self._differ)
        self._column = column_of(*words, on=inside, margins=(0, 0, 0, 0), spacing=0)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(inside)
        self._inside = inside
        self._table = QRect()

    def stand_on(self, table: QRect) -> None:
        """Lie over the lower rim of the table, as wide as it and as high as the words need; leave half of it."""
        self._table = table
        column, words = self._column, (self._trouble, self._hands, self._differ)
        self.setVisible(any(not band.isHidden() for band in words))
        column.activate()
        needed = column.heightForWidth(table.width()) if column.hasHeightForWidth() else column.sizeHint().height()
        high = min(needed, round(_SHARE * table.height()))
        bar_px = self.verticalScrollBar().sizeHint().width() if needed > high else 0
        wide = max(1, table.width() - bar_px)
        self._inside.resize(wide, column.heightForWidth(wide) if column.hasHeightForWidth() else needed)
        self.setGeometry(table.left(), table.bottom() + 1 - high, table.width(), high)
        self.raise_()

    def show_trouble(self, sentence: str, *, stopped: bool = True) -> None:
        """Why the table cannot be read, or not exactly, and what to do."""
        self._trouble.setText(f"{'■' if stopped else '▲'} {sentence}")
        self._trouble.setVisible(bool(sentence))
        self.stand_on(self._table)

    def show_hands(self, told: Sequence[Instruction], todo: Sequence[Instruction], astray: Sequence[str]) -> None:
        """What hands were told, each ticked when it is done, and what they have done otherwise."""
        self._hands.setText(hands_in_words(told, todo, astray))
        self._hands.setVisible(bool(self._hands.text()))
        self.stand_on(self._table)

    def show_differences(self, differences: Sequence[Discrepancy]) -> None:
        """That the two differ, and in how much."""
        count = len(differences)
        words = translate("match", "▲ Table and match differ")
        more = translate("match", " in {count} places").format(count=count) if count > 1 else ""
        self._differ.setText(f"{words}{more}")
        self._differ.setVisible(bool(differences))
        self.stand_on(self._table)
