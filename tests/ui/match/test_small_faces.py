"""Small pictures beside the names of dice in hand and in reserve; dice on the table are seen there."""

from __future__ import annotations

from base64 import b64decode

from PySide6.QtGui import QImage

from companion.ui.drawn_table import FacePrints
from companion.ui.match.small_faces import SmallFaces
from tests.ui.match.conftest import Player


def test_what_is_in_hand_and_in_reserve_is_pictured(player: Player) -> None:
    assert player.words("player.Anna").count("<img") == 2
    assert player.words("player.Ben").count("<img") == 1, "his scout in reserve, not those in play"


def test_a_picture_is_of_its_die_and_drawn_once(player: Player) -> None:
    faces, position = SmallFaces(FacePrints()), player.presenter.position
    tank, truck = (faces.html(position.piece(name).die) for name in ("Tank", "Truck"))
    assert tank != truck
    assert faces.html(position.piece("Tank").die) is tank
    image = QImage.fromData(b64decode(tank.partition("base64,")[2].partition("'")[0]))
    assert (image.width(), image.height()) == (30, 22)
