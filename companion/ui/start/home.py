"""The first page: what one may want now, each a large tile with its number as a key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from companion.catalogue import Die
from companion.features import ABSENT_GAMES
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WindowAction
from companion.ui.plain_widgets import plain_label
from companion.ui.start.dice_page import face_sign
from companion.ui.start.tiles import Tile, TileOffer

#: Which printed face stands for which tile: die and place of the face.
_SIGNS: Final[Mapping[str, tuple[str, int]]] = {
    "continue": ("ogre/infantry", 0),
    "new": ("ogre/heavy-tank", 0),
    "ogre-card": ("ogre/ogre", 0),
    "exercise-k": ("ogre/howitzer", 0),
    "print": ("deep-white-sea/ice-pilot", 0),
    "dice": ("cyburg/virus", 0),
}
_SIGN_PX: Final = 130


class HomePage(QWidget):
    """Continue, new match, and the rooms beside them. ``wanted``: the id of the tile taken."""

    wanted = Signal(str)
    other_wanted = Signal()

    def __init__(self, dice: Mapping[str, Die], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dice = dice
        self._tiles: dict[str, Tile] = {}
        self._leads_to: dict[str, str] = {}
        self._hint = plain_label(
            pgettext("HomePage", "Press a number, or use the arrow keys and Enter. O: another match. Ctrl+T: colours."),
            "quiet",
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(48, 28, 48, 28)
        column.setSpacing(16)
        column.addWidget(plain_label(pgettext("HomePage", "Diceland table companion"), "title"))
        about = pgettext("HomePage", "It watches the table, measures for you, and applies the rules.")
        column.addWidget(plain_label(about, "quiet"))
        column.addLayout(self._grid(self.offers()), stretch=1)
        column.addWidget(self._hint)

    def offers(self) -> tuple[TileOffer, ...]:
        """Everything there is, in the order of the keys; what cannot be had now says why."""
        offers = (
            TileOffer("continue", "1", pgettext("HomePage", "Continue"), pgettext("HomePage", "the match played last")),
            TileOffer(
                "new",
                "2",
                pgettext("HomePage", "New match"),
                pgettext("HomePage", "From two names to the first throw in a minute."),
            ),
            TileOffer(
                "ogre-card",
                "3",
                pgettext("HomePage", "Ogre card"),
                pgettext("HomePage", "The tracking card alone, no match, no camera."),
            ),
            TileOffer(
                "exercise-k",
                "4",
                pgettext("HomePage", "Exercise K"),
                pgettext("HomePage", "The desk of the big board game."),
            ),
            TileOffer(
                "print", "5", pgettext("HomePage", "Print"), pgettext("HomePage", "Dice to fold, markers, counters.")
            ),
            TileOffer(
                "dice",
                "6",
                pgettext("HomePage", "Dice"),
                pgettext("HomePage", "Their values; show them to the camera."),
            ),
            TileOffer(
                "calibrate",
                "7",
                pgettext("HomePage", "Calibrate"),
                pgettext("HomePage", "Camera and markers, without a match."),
            ),
            TileOffer(
                "setup",
                "8",
                pgettext("HomePage", "Set up"),
                pgettext("HomePage", "From the printer to the first throw, step by step."),
            ),
        )
        return tuple(offer for offer in offers if offer.id not in ABSENT_GAMES)

    def show_last(self, about: str) -> None:
        """Say which match would be continued."""
        offers = {offer.id: offer for offer in self.offers()}
        self._tiles["continue"].show_offer(replace(offers["continue"], about=about), leading=True)
        self.setFocusProxy(self._tiles["continue"])
        self.setFocus()

    def show_first_evening(self) -> None:
        """Lead with setting up, in place of the match that there is none of yet."""
        first = TileOffer(
            "continue",
            "1",
            pgettext("HomePage", "The first evening"),
            pgettext("HomePage", "Camera, table and dice are set up step by step."),
        )
        self._leads_to["continue"] = "setup"
        self._tiles["continue"].show_offer(first, leading=True)
        self.setFocusProxy(self._tiles["continue"])
        self.setFocus()

    def refuse(self, name: str, why_not: str) -> None:
        """A tile that cannot be had, and why."""
        offer = next(offer for offer in self.offers() if offer.id == name)
        self._tiles[name].show_offer(replace(offer, why_not=why_not))

    def tile(self, name: str) -> Tile:
        """The tile of an offer."""
        return self._tiles[name]

    def actions_here(self) -> tuple[WindowAction, ...]:
        """The tiles, by their numbers, and the other matches."""
        act = ActionMenu(pgettext("HomePage", "Start"), "start.").action
        tiles = ((offer, self._tiles[offer.id]) for offer in self.offers())
        return (
            *(act(offer.id, offer.title, offer.key, tile.click, tile.why_not) for offer, tile in tiles),
            act("other", pgettext("HomePage", "Another match"), "O", self.other_wanted.emit),
        )

    def _grid(self, offers: Sequence[TileOffer]) -> QGridLayout:
        """Two large ones, then the others in rows of two and four."""
        grid = QGridLayout()
        grid.setSpacing(16)
        for offer, (row, column, span) in zip(offers, _PLACES, strict=False):  # without a feature there are fewer
            die_id, place = _SIGNS.get(offer.id, ("", 0))
            die = self._dice.get(die_id)
            sign = face_sign(die, _SIGN_PX, place=place) if die else None
            tile = self._tiles[offer.id] = Tile(offer, sign, self)
            tile.clicked.connect(lambda _=False, name=offer.id: self.wanted.emit(self._leads_to.get(name, name)))
            grid.addWidget(tile, row, column, 1, span)
        grid.setRowStretch(0, 3)
        grid.setRowStretch(1, 2)
        grid.setRowStretch(2, 2)
        for column in range(_COLUMNS):
            grid.setColumnStretch(column, 1)
        return grid


#: Row, column and width of each tile on a grid of so many columns.
_COLUMNS: Final = 4
_PLACES: Final = ((0, 0, 2), (0, 2, 2), (1, 0, 2), (1, 2, 2), (2, 0, 1), (2, 1, 1), (2, 2, 1), (2, 3, 1))
