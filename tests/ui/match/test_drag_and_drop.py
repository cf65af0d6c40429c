"""Dice dragged: from the hand onto the table, and on the drawn table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from companion.session.play.modes import Browsing, Correcting, Throwing
from tests.ui.match.conftest import Player

_LEFT, _NONE, _PLAIN = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier


def _drag(widget: QWidget, *places: QPoint) -> None:
    """Press at the first place, move over the others, let go at the last."""
    QTest.mousePress(widget, _LEFT, _PLAIN, places[0])
    for place in places[1:]:
        at = QPointF(place)
        move = QMouseEvent(QEvent.Type.MouseMove, at, QPointF(widget.mapToGlobal(place)), _NONE, _LEFT, _PLAIN)
        QApplication.sendEvent(widget, move)
    QTest.mouseRelease(widget, _LEFT, _PLAIN, places[-1])


def test_a_die_on_the_table_is_dragged_to_where_it_really_lies(player: Player) -> None:
    _drag(player.window.canvas, player.at(500, 700), player.at(520, 650), player.at(600, 450))
    mode = player.mode()
    assert isinstance(mode, Correcting)
    assert (mode.piece, mode.held) == ("Scout a", False)
    player.press("Return")
    assert player.presenter.position.piece("Scout a").placed.centre_mm == pytest.approx((600, 450), abs=3)


def test_a_click_that_trembles_is_no_drag(player: Player) -> None:
    at = player.at(500, 700)
    _drag(player.window.canvas, at, at + QPoint(1, 1))
    assert player.mode() == Browsing("Scout a")


def test_the_ground_is_dragged_with_the_picture(player: Player) -> None:
    canvas = player.window.canvas
    canvas.zoom_by(2.0)
    before = player.at(300, 300)
    _drag(canvas, before, before + QPoint(30, 20))
    assert player.at(300, 300) == before + QPoint(30, 20)
    assert player.mode() == Browsing()


def test_a_die_of_the_hand_is_dragged_onto_the_table_and_lies_there(player: Player) -> None:
    button = player.window.findChild(QToolButton, "hand.Truck")
    assert isinstance(button, QToolButton)
    to = button.mapFromGlobal(player.window.canvas.mapToGlobal(player.at(700, 300)))
    _drag(button, button.rect().center(), to)
    mode = player.mode()
    assert isinstance(mode, Throwing)
    assert (mode.piece, mode.down) == ("Truck", True)
    assert mode.lies.centre_mm == pytest.approx((700, 300), abs=3)


def test_a_die_of_the_hand_that_is_let_go_beside_the_table_stays_in_hand(player: Player) -> None:
    button = player.window.findChild(QToolButton, "hand.Truck")
    assert isinstance(button, QToolButton)
    _drag(button, button.rect().center(), button.rect().center() + QPoint(0, 400))
    assert player.mode() == Browsing()


def test_what_was_thrown_and_what_it_moved_are_dragged(player: Player) -> None:
    player.press("T")
    player.click(600, 300)
    _drag(player.window.canvas, player.at(600, 300), player.at(640, 330), player.at(660, 350))
    _drag(player.window.canvas, player.at(500, 700), player.at(520, 650), player.at(540, 600))
    mode = player.mode()
    assert isinstance(mode, Throwing)
    assert mode.lies.centre_mm == pytest.approx((660, 350), abs=3)
    assert [name for name, _ in mode.moved] == ["Scout a"]
    assert mode.down
    assert mode.held is None
