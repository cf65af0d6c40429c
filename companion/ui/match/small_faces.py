"""Small pictures of dice for rich text, such as the list of what is in hand and in reserve."""

from __future__ import annotations

from base64 import b64encode
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice

from companion.catalogue import Die, Face
from companion.ui.drawn_table import FacePrints

#: As high as the words beside it.
_WIDTH_PX: Final = 30


class SmallFaces:
    """Each is drawn once."""

    def __init__(self, prints: FacePrints) -> None:
        self._prints = prints
        self._drawn: dict[tuple[str, str], str] = {}

    def html(self, die: Die, face: Face | None = None) -> str:
        """A die's picture: of that face, or of its first."""
        shown = face or die.faces[0]
        key = die.id, shown.key
        if key not in self._drawn:
            self._drawn[key] = f"<img src='data:image/png;base64,{self._png(die, shown)}'>"
        return self._drawn[key]

    def _png(self, die: Die, face: Face) -> str:
        held = QByteArray()
        buffer = QBuffer(held)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._prints.sign(die, face, _WIDTH_PX).save(buffer, "PNG")
        return b64encode(held.data()).decode()
