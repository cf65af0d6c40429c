"""An Ogre's card beside the match: marked by rulings, and by hand where people know better."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from companion.rules import Position
from companion.rules.corrections import CardCorrection, Correction
from companion.session.tracking_card import Row
from companion.text import translate
from companion.ui.layouts import column_of, scrolled
from companion.ui.ogre_card import CardView
from companion.ui.plain_widgets import PlainLabel


class CardDrawer(QFrame):
    """``marked``: the correction that a tapped circle or Tread asks for."""

    marked = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("card_drawer")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._ogre = ""
        self._title = PlainLabel(parent=self)
        self._card = CardView(self, compact=True)
        self._card.marked.connect(self._marked)
        inside = QWidget()
        inside.setObjectName("card_inside")
        column_of(self._title, (self._card, 1), on=inside, margins=(0, 0, 0, 0))
        column_of(scrolled(inside), on=self, margins=(6, 6, 6, 6))
        self.hide()

    def toggle(self, position: Position) -> None:
        """The next Ogre's card; after the last one, none."""
        names = list(position.cards)
        after = names.index(self._ogre) + 1 if self.isVisible() and self._ogre in names else 0
        self._ogre = names[after] if after < len(names) else ""
        self.setVisible(bool(self._ogre))
        self.show_position(position)
        self.raise_()

    def show_position(self, position: Position) -> None:
        """The card as it is now."""
        card = position.cards.get(self._ogre)
        if card is None:
            self.hide()
            return
        self._title.setText(f"{position.piece(self._ogre).label}, Mark {card.mark}")
        self._card.show_card(card)

    def _marked(self, row: str, left: int) -> None:
        """By hand, over the rules' head: the match records it as a correction."""
        if Row(row) is not Row.ARMOUR:
            text = translate("match", "The card was marked by hand")
            card = CardCorrection(piece=self._ogre, card={row: left})
            self.marked.emit(Correction(text=text, ogres=(card,)))
