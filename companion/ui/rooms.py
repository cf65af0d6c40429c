"""The rooms beside the match, each a window of its own; the start page opens them without knowing them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from PySide6.QtWidgets import QMainWindow

from companion.features import FEATURE_GAMES, floor_of

RoomOpener = Callable[[], QMainWindow]


def _open_ogre_card() -> QMainWindow:
    from companion.ui.ogre_card import open_card  # noqa: PLC0415  (loaded only when it is wanted)

    return open_card()


def _open_room(game: str) -> QMainWindow:
    opener: RoomOpener = floor_of(game, "ui").open_desk
    return opener()


#: Tile of the start page -> what opens its room.
ROOMS: Final[Mapping[str, RoomOpener]] = {
    "ogre-card": _open_ogre_card,
    **{game: partial(_open_room, game) for game in FEATURE_GAMES},
}
