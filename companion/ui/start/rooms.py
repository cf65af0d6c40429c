"""The rooms beside the match that the start page opens: each a window of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtWidgets import QMainWindow

from companion.resources import data_folder
from companion.vision import known_dice


def _ogre_card() -> QMainWindow:
    from companion.ui.ogre_card import open_card  # noqa: PLC0415

    return open_card()


def _exercise_k() -> QMainWindow:
    from companion.ui.exercise_k import open_desk  # noqa: PLC0415

    return open_desk(None)


def _dice() -> QMainWindow:
    from companion.ui.die_editor import DieEditor  # noqa: PLC0415

    return DieEditor(known_dice(), data_folder() / "dice_faces")


#: Tile -> what opens its room.
ROOMS: Final[Mapping[str, Callable[[], QMainWindow]]] = {
    "ogre-card": _ogre_card,
    "exercise-k": _exercise_k,
    "dice": _dice,
}
