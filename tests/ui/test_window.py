"""The window, driven by keys and mouse as a person does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QThread
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QTextBrowser, QTreeWidget, QWidget
from pytestqt.qtbot import QtBot

from companion.catalogue import Die
from companion.session import Inspection
from companion.session.overlay import MarkKind
from companion.ui.keys_page import KeysPage
from companion.ui.window import Window
from companion.vision import CameraCheck, Problem, Remark
from tests.ui.conftest import FakeReader

_LEFT, _PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def window(qtbot: QtBot, reader: FakeReader, dice: dict[str, Die], pictures: tuple[Path, ...]) -> Iterator[Window]:
    made = Window(reader, dice, pictures)
    qtbot.addWidget(made)
    made.resize(1400, 900)
    made.show()
    qtbot.waitUntil(lambda: made.inspection is not None)
    made.inspect(_looked(made).choosing("Truck a").passed_on().choosing(None))  # behind the tank: an enemy
    yield made
    made.close()


def _looked(window: Window) -> Inspection:
    assert window.inspection is not None
    return window.inspection


def _words(window: Window, name: str) -> str:
    label = window.findChild(QLabel, name)
    assert isinstance(label, QLabel)
    return label.text()


def _middle(window: Window, piece: str) -> QPoint:
    pose = _looked(window).layout.piece(piece).pose
    x, y = window.canvas.zoomed_view().project([[*pose.centre_mm, pose.top_mm]])[0]
    return QPoint(round(x), round(y))


def _click(window: Window, piece: str) -> None:
    _click_at(window.canvas, _middle(window, piece))


def _click_at(widget: QWidget, place: QPoint) -> None:
    QTest.mouseClick(widget, _LEFT, _PLAIN, place)


def test_it_says_that_it_reads_and_stays_usable_meanwhile(
    qtbot: QtBot, reader: FakeReader, dice: dict[str, Die], pictures: tuple[Path, ...]
) -> None:
    reader.gate.clear()
    window = Window(reader, dice, pictures)
    qtbot.addWidget(window)
    assert "reading first.png" in _words(window, "header")
    for key in (
        Qt.Key.Key_N,
        Qt.Key.Key_1,
        Qt.Key.Key_O,
        Qt.Key.Key_T,
        Qt.Key.Key_Question,
        Qt.Key.Key_0,
        Qt.Key.Key_Plus,
    ):
        QTest.keyClick(window, key)
    QTest.keyClick(window, Qt.Key.Key_Tab)
    QTest.mousePress(window.canvas, _LEFT, _PLAIN, QPoint(30, 30))
    QTest.mouseMove(window.canvas, QPoint(90, 90))
    QTest.mouseRelease(window.canvas, _LEFT, _PLAIN, QPoint(90, 90))
    assert "reading first.png" in _words(window, "header")
    reader.gate.set()
    qtbot.waitUntil(lambda: window.inspection is not None)
    assert "7 dice" in _words(window, "header")
    window.close()


def test_keys_go_round_the_dice_and_back(window: Window) -> None:
    names = [piece.id for piece in _looked(window).layout.pieces]
    chosen = []
    for _ in range(len(names) + 1):
        QTest.keyClick(window, Qt.Key.Key_N)
        chosen.append(_looked(window).chosen)
    assert chosen == [*names, names[0]]
    QTest.keyClick(window, Qt.Key.Key_Up)
    assert _looked(window).chosen == names[-1]
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert _looked(window).chosen is None


def test_a_click_on_a_die_chooses_it_and_one_beside_it_puts_it_down(window: Window) -> None:
    _click(window, "Tank a")
    assert _looked(window).chosen == "Tank a"
    _click_at(window.canvas, QPoint(5, 5))
    assert _looked(window).chosen is None


def test_the_ruling_line_says_the_sentence_its_numbers_and_its_rules(window: Window) -> None:
    _click(window, "Tank a")
    sentence = _words(window, "sentence")
    assert sentence.startswith("Gun of Tank a may hit Tank b (")
    assert " ± " in sentence
    assert "Not counted: Unread die (its side cannot be read), Truck c (leaning, not flat)." in sentence
    assert "OG-RANGE-02" in _words(window, "rules")


def test_a_question_mark_unfolds_the_arithmetic_and_the_rules(window: Window) -> None:
    _click(window, "Tank a")
    why = window.findChild(QTextBrowser, "why")
    assert isinstance(why, QTextBrowser)
    assert not why.isVisible()
    QTest.keyClick(window, Qt.Key.Key_Question)
    assert why.isVisible()
    reported = why.toPlainText()
    assert "OG-RANGE-02" in reported
    assert "Truck a" in reported
    assert "behind the baseline" in reported
    QTest.keyClick(window, Qt.Key.Key_Question)
    assert not why.isVisible()


def test_changing_the_owner_changes_the_ruling_the_panel_and_nothing_else(window: Window) -> None:
    before = _looked(window).layout
    _click(window, "Tank b")
    QTest.keyClick(window, Qt.Key.Key_O)
    after = _looked(window).layout
    assert after.piece("Tank b").owner == "A"
    assert [piece for piece in after.pieces if piece.id != "Tank b"] == [p for p in before.pieces if p.id != "Tank b"]
    tree = window.findChild(QTreeWidget, "dice")
    assert isinstance(tree, QTreeWidget)
    near = tree.topLevelItem(0)
    assert near is not None
    listed = [item.text(0) for place in range(near.childCount()) if (item := near.child(place))]
    assert any(words.startswith("Tank b") for words in listed)


def test_weapons_are_chosen_by_number_or_by_button_where_there_are_any(qtbot: QtBot, window: Window) -> None:
    action = window.findChild(QAction, "weapon.1")
    assert isinstance(action, QAction)
    _click(window, "Truck b")
    assert not action.isEnabled()
    assert _words(window, "sentence") == "Truck b has no effect with an arrow on side 8."
    _click(window, "Giant")
    assert action.isEnabled()
    qtbot.waitUntil(lambda: any(button.isVisible() for button in window.findChildren(QPushButton)))
    (button,) = [button for button in window.findChildren(QPushButton) if button.isVisible()]
    assert button.text() == "1   Main\nlong range, Attack 9"
    _click_at(button, button.rect().center())
    assert _looked(window).weapon == 0


def test_pointing_at_a_die_looks_at_it_and_says_why_it_is_no_target(qtbot: QtBot, window: Window) -> None:
    _click(window, "Tank a")
    QTest.mouseMove(window.canvas, _middle(window, "Truck a"))
    qtbot.waitUntil(lambda: _looked(window).focus == "Truck a")
    assert "Truck a is no target: " in _words(window, "sentence")
    scene = window.canvas.scene
    assert scene is not None
    assert [mark.piece for mark in scene.of(MarkKind.REFUSED_SPAN)] == ["Truck a"]


def test_targets_are_gone_through_by_key(window: Window) -> None:
    _click(window, "Tank a")
    looked = []
    for _ in range(4):
        QTest.keyClick(window, Qt.Key.Key_T)
        seen = _looked(window).sighting
        assert seen is not None
        looked.append(seen.focus)
    assert sorted(filter(None, looked)) == ["Giant", "Tank b", "Truck a", "Truck b"]


def test_tab_shows_the_top_view_of_the_same_table_and_keeps_what_is_chosen(window: Window) -> None:
    QTest.keyClick(window, Qt.Key.Key_N)
    before = _middle(window, "Giant")
    QTest.keyClick(window, Qt.Key.Key_Tab)
    assert window.from_above
    assert _looked(window).chosen is not None
    assert _middle(window, "Giant") != before
    assert window.canvas.piece_at(QPointF(_middle(window, "Giant"))) == "Giant"
    QTest.keyClick(window, Qt.Key.Key_Tab)
    assert _middle(window, "Giant") == before


def test_pictures_are_gone_through_and_read_once_each(qtbot: QtBot, window: Window, reader: FakeReader) -> None:
    QTest.keyClick(window, Qt.Key.Key_N)
    QTest.keyClick(window, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: "second.png" in _words(window, "header") and window.inspection is not None)
    assert _looked(window).chosen is None
    QTest.keyClick(window, Qt.Key.Key_Left)
    assert _looked(window).chosen is not None
    assert reader.read_names == ["first.png", "second.png"]


def test_of_pictures_gone_past_only_the_newest_is_read(qtbot: QtBot, window: Window, reader: FakeReader) -> None:
    reader.gate.clear()
    QTest.keyClick(window, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: "second.png" in reader.read_names)
    for _ in range(3):  # while it is being read: the bad one, the first again, and the second once more
        QTest.keyClick(window, Qt.Key.Key_Right)
    reader.gate.set()
    qtbot.waitUntil(lambda: "7 dice" in _words(window, "header") and "second.png" in _words(window, "header"))
    assert reader.read_names.count("second.png") == 1
    assert "bad.png" not in reader.read_names


def test_a_picture_that_cannot_be_read_says_so_and_the_others_stay(qtbot: QtBot, window: Window) -> None:
    QTest.keyClick(window, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: _words(window, "sentence") == "bad.png is of another size.")
    assert window.inspection is None
    assert window.canvas.scene is None
    _click_at(window.canvas, QPoint(300, 300))
    QTest.keyClick(window, Qt.Key.Key_Right)
    assert _looked(window).layout.pieces


def test_the_picture_is_enlarged_about_the_mouse_moved_and_fitted_again(window: Window) -> None:
    canvas = window.canvas
    place = QPointF(_middle(window, "Giant"))
    canvas.zoom_by(3.0, place)
    assert canvas.zoom == pytest.approx(3.0)
    assert canvas.piece_at(place) == "Giant"
    QTest.mousePress(canvas, _LEFT, _PLAIN, QPoint(300, 300))
    QTest.mouseMove(canvas, QPoint(340, 330))
    QTest.mouseMove(canvas, QPoint(380, 350))
    QTest.mouseRelease(canvas, _LEFT, _PLAIN, QPoint(380, 350))
    assert _looked(window).chosen is None
    QTest.keyClick(window, Qt.Key.Key_0)
    assert canvas.zoom == 1.0
    assert QPointF(_middle(window, "Giant")) == place


def test_the_overlay_follows_the_size_of_the_window(qtbot: QtBot, window: Window) -> None:
    small = window.canvas.size()
    window.resize(1700, 1000)
    qtbot.waitUntil(lambda: window.canvas.size() != small)
    scene = window.canvas.scene
    assert scene is not None
    assert scene.size_wh == (window.canvas.width(), window.canvas.height())


def test_every_action_has_a_key_and_no_key_means_two_things(window: Window) -> None:
    actions = [action for action in window.findChildren(QAction) if "." in action.objectName() or action.shortcuts()]
    keys = sorted(key.toString() for action in actions for key in action.shortcuts())
    assert len(keys) >= len(actions)
    assert all(one != other for one, other in pairwise(keys))


def test_f1_shows_every_key(window: Window) -> None:
    page = window.findChild(KeysPage)
    assert isinstance(page, KeysPage)
    assert not page.isVisible()
    QTest.keyClick(window, Qt.Key.Key_F1)
    assert page.isVisible()
    reported = [label.text() for label in page.findChildren(QLabel)]
    assert {"N or Down", "Change owner", "1 … 9", "Top view or picture"} <= set(reported)
    QTest.keyClick(window, Qt.Key.Key_F1)
    assert not page.isVisible()


def test_closing_ends_the_worker_and_leaves_no_widget(
    qtbot: QtBot, reader: FakeReader, dice: dict[str, Die], pictures: tuple[Path, ...]
) -> None:
    window = Window(reader, dice, pictures)
    window.show()
    thread = window.findChild(QThread)
    assert isinstance(thread, QThread)
    assert thread.isRunning()
    children = window.findChildren(QWidget)
    assert children
    window.close()
    assert thread.isFinished()
    with qtbot.waitSignal(children[0].destroyed):
        window.deleteLater()


@pytest.mark.parametrize(
    ("check", "message"),
    [
        (CameraCheck(0.4, 4), "camera steady (0.4 mm)"),
        (CameraCheck(0.04, 4), "camera steady (under 0.1 mm)"),
        (CameraCheck(0.4, 2, (1, 3)), "markers 1, 3 hidden"),
        (CameraCheck(None, 0, (0, 1, 2, 3)), "no marker in view"),
    ],
)
def test_the_header_says_how_the_camera_stands(
    qtbot: QtBot,
    reader: FakeReader,
    dice: dict[str, Die],
    pictures: tuple[Path, ...],
    check: CameraCheck,
    message: str,
) -> None:
    reader.reading = replace(reader.reading, camera=check)
    window = Window(reader, dice, pictures)
    qtbot.addWidget(window)
    qtbot.waitUntil(lambda: window.inspection is not None)
    assert message in _words(window, "header")
    window.close()


def test_the_header_says_what_is_wrong_with_a_picture(
    qtbot: QtBot, reader: FakeReader, dice: dict[str, Die], pictures: tuple[Path, ...]
) -> None:
    remark = Remark(Problem.BLURRED, "the picture is blurred: dice may be missed.")
    reader.reading = replace(reader.reading, remarks=(remark,))
    window = Window(reader, dice, pictures)
    qtbot.addWidget(window)
    qtbot.waitUntil(lambda: window.inspection is not None)
    assert "the picture is blurred: dice may be missed." in _words(window, "header")
    window.close()
