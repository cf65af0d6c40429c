"""The rooms beside the match, each a window of its own; the start page opens them without knowing them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtWidgets import QMainWindow

RoomOpener = Callable[[], QMainWindow]


def _open_ogre_card() -> QMainWindow:
    from companion.ui.ogre_card import open_card  # noqa: PLC0415  (loaded only when it is wanted)

    return open_card()


def _open_exercise_k() -> QMainWindow:
    from companion.exercise_k.ui import open_desk  # noqa: PLC0415  (as above)

    return open_desk()


#: Tile of the start page -> what opens its room.
ROOMS: Final[Mapping[str, RoomOpener]] = {"ogre-card": _open_ogre_card, "exercise-k": _open_exercise_k}
