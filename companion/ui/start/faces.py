"""Printed faces as signs: the art of the dice, small, kept once it is drawn."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPixmap

from companion.catalogue import Die
from companion.paper import face_image, face_triangle

_DRAWN_PX: Final = 192
#: (die id, place of the face) -> the die that was drawn and its picture: an edited die is drawn anew.
_drawn: dict[tuple[str, int], tuple[Die, QImage]] = {}


def face_sign(die: Die, width_px: int, *, place: int = 0) -> QPixmap:
    """A face of a die (left out: its first, the strongest), corner 0 up, on nothing; three quarters as high as wide."""
    shown = QPixmap.fromImage(_face(die, place))
    return shown.scaledToWidth(width_px, Qt.TransformationMode.SmoothTransformation)


def _face(die: Die, place: int) -> QImage:
    drawn = _drawn.get((die.id, place))
    if drawn is None or drawn[0] is not die:
        drawn = _drawn[(die.id, place)] = die, _cut_out(die, place)
    return drawn[1]


def _cut_out(die: Die, place: int) -> QImage:
    rows = face_image(die, die.faces[place], _DRAWN_PX)
    printed = QImage(rows.data, _DRAWN_PX, _DRAWN_PX, rows.strides[0], QImage.Format.Format_RGB888)
    shown = QImage(_DRAWN_PX, _DRAWN_PX * 3 // 4, QImage.Format.Format_ARGB32_Premultiplied)
    shown.fill(Qt.GlobalColor.transparent)
    outline = QPainterPath()
    outline.addPolygon(face_triangle(_DRAWN_PX))
    painter = QPainter(shown)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipPath(outline)
    painter.drawImage(0, 0, printed)
    painter.end()
    return shown
