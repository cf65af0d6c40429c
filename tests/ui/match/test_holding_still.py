"""Pictures that hold still: the table keeps its size, the faces stay beside it, the loupe enlarges; small screens."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from companion.rules import Ruling, Verdict
from companion.ui.actions import REDO_KEYS
from companion.ui.match.frame import KeysRow
from companion.ui.match.over_table import Bands, Loupe
from companion.ui.match.side_column import FacesStrip
from companion.ui.ruling_line import RulingLine
from companion.ui.themes import fit_type
from tests.ui.match.conftest import Player, Seat, die, gun

Opening = dict[str, Any]
#: A laptop of 1366 x 768, and 1920 x 1080 at a scale of 2.
_SMALL = [(1366, 768), (960, 540)]


def area(window: QWidget, part: QWidget) -> QRect:
    """Where a part of a window stands in it."""
    return QRect(part.mapTo(window, QPoint(0, 0)), part.size())


def test_the_table_keeps_its_size_whatever_is_said(player: Player) -> None:
    before = area(player.window, player.window.canvas)
    for keys in (("N",), ("1",), ("?",), ("Esc", "Esc"), ("T",), ("N",), ("K",), ("Esc",), ("P",), ("F7",), ("Esc",)):
        player.press(*keys)
        assert area(player.window, player.window.canvas) == before, keys


def test_the_faces_of_a_thrown_die_stay_beside_the_table(player: Player) -> None:
    faces = player.window.findChild(FacesStrip)
    assert isinstance(faces, FacesStrip)
    for key in ("T", "N", "8", "N"):
        player.press(key)
        buttons = [button for button in faces.findChildren(QToolButton) if button.isVisible()]
        assert len(buttons) == 8
        assert all(button.width() >= button.iconSize().width() > 20 for button in buttons)
        assert not area(player.window, faces).intersects(area(player.window, player.window.canvas))


@pytest.mark.parametrize("size", _SMALL)
def test_everything_of_a_throw_fits_a_small_screen(
    seat: Seat, opening: Opening, qtbot: QtBot, size: tuple[int, int]
) -> None:
    fit_type(size[1])
    player = seat(opening)
    player.window.resize(*size)
    player.press("T")
    qtbot.waitUntil(lambda: (player.window.width(), player.window.height()) == size)
    faces, row = player.window.findChild(FacesStrip), player.window.findChild(KeysRow)
    assert isinstance(faces, FacesStrip)
    assert isinstance(row, KeysRow)

    def outside() -> list[str]:
        buttons = [*faces.findChildren(QToolButton), *row.findChildren(QPushButton)]
        whole = player.window.rect()
        return [button.text() for button in buttons if not whole.contains(area(player.window, button))]

    qtbot.waitUntil(lambda: not outside())
    assert any("Esc" in words for words in row.words), "the last button has found room"
    fit_type(1080)


@pytest.mark.parametrize("size", [(1366, 768), (1900, 1000)])
def test_the_loupe_enlarges(player: Player, qtbot: QtBot, size: tuple[int, int]) -> None:
    player.window.resize(*size)
    qtbot.waitUntil(lambda: player.window.width() == size[0])
    player.click_piece("Scout a")
    player.press("M")
    loupe = player.window.findChild(Loupe)
    assert isinstance(loupe, Loupe)
    assert loupe.isVisible()
    assert loupe.scale_of(loupe.places[0]) >= 2 * player.window.canvas.zoomed_view().scale
    dice = [player.at(*piece.placed.centre_mm) for piece in player.presenter.position.in_play]
    assert not any(loupe.geometry().contains(die) for die in dice), "a corner without dice is free"


def test_nothing_covers_what_hands_must_do_or_a_ruling(player: Player) -> None:
    player.window.resize(1366, 690)
    player.click_piece("Scout a")
    player.press("M")
    bands, loupe = player.window.findChild(Bands), player.window.findChild(Loupe)
    assert isinstance(bands, Bands)
    assert isinstance(loupe, Loupe)
    bands.show_trouble("It is too dark. " * 30)
    QApplication.processEvents()
    table = area(player.window, player.window.canvas)
    assert bands.isVisible()
    assert table.contains(area(player.window, bands))
    assert loupe.isVisible()
    assert table.contains(area(player.window, loupe))
    assert not area(player.window, loupe).intersects(area(player.window, bands))


def test_ids_that_have_no_room_are_counted_and_stand_in_the_tip(player: Player) -> None:
    player.press("N", "M", "1")
    line = player.window.findChild(RulingLine)
    assert isinstance(line, RulingLine)
    ruling = Ruling(Verdict.YES, tuple(f"OG-TURN-{number:02}" for number in range(1, 10)), "Scout a rolls.")
    player.window.resize(700, 690)
    line.show_ruling(ruling.text, ruling, "")
    QApplication.processEvents()
    shown, rules = player.words("rules"), player.window.findChild(QLabel, "rules")
    assert isinstance(rules, QLabel)
    assert rules.sizeHint().width() <= rules.width()
    named = shown.count("OG-TURN")
    assert 0 < named < len(ruling.rules)
    assert shown.endswith(f"+ {len(ruling.rules) - named}")
    assert rules.toolTip() == "  ".join(ruling.rules)


def test_og_cp_04_the_chip_of_a_command_post_says_why_it_is_hit_last(seat: Seat, opening: Opening) -> None:
    opening["dice"][0] = die("Tank", gun(8, "all"))
    opening["pieces"][0] = {"id": "Tank", "die": "t/tank", "owner": "Anna", "face": "8", "centre_mm": [600, 300]}
    post = {"id": "Post", "owner": "Ben", "centre_mm": [600, 450], "size_mm": [120, 60], "armour": 60}
    player = seat(opening | {"command_posts": [post]})
    player.click_piece("Tank")
    player.press("1")
    scene = player.window.canvas.scene
    assert scene is not None
    (text,) = scene.tag("Post").details
    assert text.startswith("hit 3rd, ")
    assert text.endswith(", a Command Post counts last")


def test_esc_closes_the_page_of_keys_and_goes_back_only_after_that(player: Player) -> None:
    player.press("N", "F1")
    looked_at = player.mode()
    page = player.window.findChild(QWidget, "keys")
    assert isinstance(page, QWidget)
    assert page.isVisible()
    player.press("Esc")
    assert not page.isVisible()
    assert player.mode() == looked_at


def test_esc_closes_what_the_ruling_rests_on(player: Player) -> None:
    player.press("N", "1", "?")
    aiming = player.mode()
    why = player.window.findChild(QWidget, "why")
    assert isinstance(why, QWidget)
    assert why.isVisible()
    player.press("Esc")
    assert not why.isVisible()
    assert player.mode() == aiming


def test_one_key_brings_back_what_was_undone(player: Player) -> None:
    assert REDO_KEYS.split()[0] == "Y"
    player.press("P", "Z")
    assert player.presenter.position.to_move == "Anna"
    player.press("Y")
    assert player.presenter.position.to_move == "Ben"


def test_a_question_keeps_its_keys_from_redo(player: Player) -> None:
    player.press("P", "Z")
    player.click_piece("Scout b")
    player.press("O", "Y")
    assert player.presenter.position.piece("Scout b").owner == "Anna"
    assert player.presenter.position.to_move == "Anna"


def test_letters_pick_a_die_of_the_hand_and_are_no_shortcuts_meanwhile(player: Player) -> None:
    player.press("T", "T", "T", "R")
    assert player.words("sentence").startswith("Anna throws Truck:")
