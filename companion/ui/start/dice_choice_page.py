"""Whose dice lie on the table: printed from here and known already, one's own to be rolled, or from photographs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from companion.catalogue import Die
from companion.text import translate
from companion.ui.actions import ActionMenu, WindowAction
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import plain_label
from companion.ui.start.faces import face_sign
from companion.ui.start.tiles import Tile, TileOffer

_SIGN_PX: Final = 130
#: Which printed face stands for which choice: die and place of the face.
_SIGNS: Final = {"printed": ("ogre/heavy-tank", 0), "rolled": ("ogre/gev", 0), "pictures": ("ogre/infantry", 0)}


class DiceChoicePage(QWidget):
    """``printed``: nothing to be shown; ``rolled``: dice are rolled before the camera; ``pictured``: photographs."""

    printed = Signal()
    rolled = Signal()
    pictured = Signal()

    def __init__(self, dice: Mapping[str, Die], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dice = dice
        self._tiles: dict[str, Tile] = {}
        column = column_of(
            plain_label(translate("DiceChoicePage", "Which dice do you play with?"), "title"),
            on=self,
            margins=(48, 28, 48, 28),
            spacing=16,
        )
        ways = {"printed": self.printed, "rolled": self.rolled, "pictures": self.pictured}
        for offer in self.offers():
            tile = self._tiles[offer.id] = Tile(offer, self._sign(offer.id), self)
            tile.clicked.connect(ways[offer.id])
            column.addWidget(tile, stretch=1)
        self._said = plain_label("", "small", wrap=True)
        column.addWidget(self._said)
        self._said.hide()
        self.setFocusProxy(self._tiles["printed"])

    def say(self, text: str) -> None:
        """Say what has come of a choice."""
        self._said.setText(text)
        self._said.show()

    def offers(self) -> tuple[TileOffer, ...]:
        """The three ways, in the order of their keys."""
        return (
            TileOffer(
                "printed",
                "1",
                translate("DiceChoicePage", "Dice printed from this program"),
                translate("DiceChoicePage", "They are known already: nothing to do."),
            ),
            TileOffer(
                "rolled",
                "2",
                translate("DiceChoicePage", "Our own dice: roll them in front of the camera"),
                translate("DiceChoicePage", "Say once which side is up, then roll it over its edges: a minute a die."),
            ),
            TileOffer(
                "pictures",
                "3",
                translate("DiceChoicePage", "Our own dice, from photographs"),
                translate("DiceChoicePage", "The long way: a faces.json with clicks. A sample is written to fill in."),
            ),
        )

    def actions_here(self) -> tuple[WindowAction, ...]:
        """The three ways, by their numbers."""
        act = ActionMenu(translate("DiceChoicePage", "Dice"), "dice-choice.").action
        return tuple(act(offer.id, offer.title, offer.key, self._tiles[offer.id].click) for offer in self.offers())

    def _sign(self, name: str) -> QPixmap | None:
        die_id, place = _SIGNS[name]
        die = self._dice.get(die_id)
        return face_sign(die, _SIGN_PX, place=place) if die else None
