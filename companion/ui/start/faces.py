"""Printed faces as signs: the art of the dice, small, kept once it is drawn."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPixmap

from companion.catalogue import Die
from companion.ui.face_picture import cut_out_face

_DRAWN_PX: Final = 192
#: (die id, place of the face) -> the die that was drawn and its picture: an edited die is drawn anew.
_drawn: dict[tuple[str, int], tuple[Die, QImage]] = {}


def face_sign(die: Die, width_px: int, *, place: int = 0) -> QPixmap:
    """A face of a die (default: its first, the strongest), corner 0 up, on nothing; three quarters as high as wide."""
    drawn = _drawn.get((die.id, place))
    if drawn is None or drawn[0] is not die:
        drawn = _drawn[(die.id, place)] = die, cut_out_face(die, die.faces[place], _DRAWN_PX)
    shown = QPixmap.fromImage(drawn[1])
    return shown.scaledToWidth(width_px, Qt.TransformationMode.SmoothTransformation)
