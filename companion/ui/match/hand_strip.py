"""The dice that may be thrown now, as small pictures, each with the number that picks it.

The picture of a die in hand as a button that can be clicked, or dragged onto the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QCursor, QIcon, QMouseEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QToolButton, QWidget

from companion.session.play import HandDie
from companion.text import translate
from companion.ui.drawn_table import FacePrints
from companion.ui.layouts import column_of
from companion.ui.match.faces import TITLED_SCALE
from companion.ui.plain_widgets import PlainLabel, set_look, set_tip

_PICTURE_PX: Final = 48
_COLUMNS: Final = 5


class HandStrip(QFrame):
    """``picked``: the piece whose picture is clicked; ``dropped``: one whose picture was dragged away, and the place of
    the screen where it was let go."""

    picked = Signal(str)
    dropped = Signal(str, QPoint)

    def __init__(self, prints: FacePrints, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("hand")
        self._prints = prints
        self._picture_px = _PICTURE_PX
        self._shown: tuple[HandDie, ...] = ()
        self._buttons: list[QToolButton] = []
        self._grid = QGridLayout()
        self._grid.setSpacing(4)
        self._grid.setColumnStretch(_COLUMNS, 1)
        self._title = PlainLabel(translate("match", "throw from hand"), self)
        column_of(self._title, self._grid, on=self, margins=(12, 6, 12, 6), spacing=4)
        self.hide()

    def show_hand(self, hand: Sequence[HandDie]) -> None:
        """Show what may be thrown now; nothing where nothing may."""
        if tuple(hand) != self._shown:
            self._shown = tuple(hand)
            self._list()
        self.setVisible(bool(hand))

    def set_scale(self, scale: float) -> None:
        """Smaller pictures in a lower window, and at last no title."""
        self._title.setVisible(scale >= TITLED_SCALE)
        if round(scale * _PICTURE_PX) != self._picture_px:
            self._picture_px = round(scale * _PICTURE_PX)
            self._list()

    def _list(self) -> None:
        for button in self._buttons:
            self._grid.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = [self._button(held) for held in self._shown]
        for place, button in enumerate(self._buttons):
            self._grid.addWidget(button, *divmod(place, _COLUMNS))
            button.show()

    def _button(self, held: HandDie) -> QToolButton:
        button = HandButton(self)
        button.setObjectName(f"hand.{held.pieces[0]}")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setIcon(QIcon(self._prints.sign(held.die, held.die.faces[0], self._picture_px)))
        button.setIconSize(QSize(self._picture_px, round(self._picture_px * 0.75)))
        count = f"×{len(held.pieces)}" if len(held.pieces) > 1 else ""
        words = " ".join(word for word in (f"[{held.key}]" if held.key else "", count) if word)
        button.setText(words)
        with_words = Qt.ToolButtonStyle.ToolButtonTextUnderIcon
        button.setToolButtonStyle(with_words if words else Qt.ToolButtonStyle.ToolButtonIconOnly)
        set_tip(button, held.die.label)
        button.setAccessibleName(held.die.label)
        set_look(button, "chosen", held.chosen)
        button.clicked.connect(lambda _checked=False: self.picked.emit(held.pieces[0]))
        button.dropped.connect(lambda at: self.dropped.emit(held.pieces[0], at))
        return button


class HandButton(QToolButton):
    """``dropped``: let go elsewhere, at this place of the screen. The picture hangs from the mouse meanwhile."""

    dropped = Signal(QPoint)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Outside of the button its picture is carried."""
        if self.isDown() or self.rect().contains(event.position().toPoint()):
            self.unsetCursor()
        else:
            self.setCursor(QCursor(self.icon().pixmap(self.iconSize())))
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click, or the end of a drag."""
        self.unsetCursor()
        super().mouseReleaseEvent(event)
        if not self.rect().contains(event.position().toPoint()):
            self.dropped.emit(event.globalPosition().toPoint())
