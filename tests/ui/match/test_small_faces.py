"""Small pictures beside the names of dice in hand and in reserve; dice on the table are seen there."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator
from typing import Final

from PySide6.QtGui import QImage, QTextDocument

from companion.ui.drawn_table import FacePrints
from companion.ui.match.side_column import SmallFaces
from tests.ui.match.conftest import Player

#: What stands for a picture in the text of a document.
_PICTURE: Final = "\N{OBJECT REPLACEMENT CHARACTER}"


def test_what_is_in_hand_and_in_reserve_is_pictured(player: Player) -> None:
    assert player.words("player.Anna").count("<img") == 2
    assert player.words("player.Ben").count("<img") == 1, "his scout in reserve, not those in play"


def test_no_line_ends_between_a_name_and_its_picture(player: Player) -> None:
    """At any width: a picture alone at the end of a line belongs to nobody."""
    document = QTextDocument()
    document.setHtml(player.words("player.Anna"))
    for width_px in range(120, 400, 7):
        document.setTextWidth(width_px)
        assert [text for text in _lines(document) if text.startswith(_PICTURE)] == []


def _lines(document: QTextDocument) -> Iterator[str]:
    document.documentLayout().documentSize()  # lays it out
    block = document.begin()
    while block.isValid():
        layout = block.layout()
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            yield block.text()[line.textStart() : line.textStart() + line.textLength()].strip()
        block = block.next()


def test_a_picture_is_of_its_die_and_drawn_once(player: Player) -> None:
    faces, position = SmallFaces(FacePrints()), player.presenter.position
    tank, truck = (faces.html(position.piece(name).die) for name in ("Tank", "Truck"))
    assert tank != truck
    assert faces.html(position.piece("Tank").die) is tank
    image = QImage.fromData(b64decode(tank.partition("base64,")[2].partition("'")[0]))
    assert (image.width(), image.height()) == (30, 22)
