"""The log beside the table: searched, and gone back to by key and by click."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListWidget, QPushButton

from tests.ui.match.conftest import Player


class Reader:
    """Somebody who has passed twice, set the score and opens the log."""

    def __init__(self, player: Player) -> None:
        self.player = player
        player.press("P", "P", "F7", "Up", "Return")
        player.press("Ctrl+F")
        self.list, self.line = self._found(QListWidget, "gestures"), self._found(QLineEdit, "search")
        self.back = self._found(QPushButton, "back_to")

    def _found(self, kind: type, name: str):  # type: ignore[no-untyped-def]
        return self.player.window.findChild(kind, name)

    @property
    def shown(self) -> list[str]:
        rows = (self.list.item(row) for row in range(self.list.count()))
        return [row.text() for row in rows if not row.isHidden()]

    def type(self, words: str) -> None:
        QTest.keyClicks(self.line, words)


@pytest.fixture
def reader(player: Player) -> Reader:
    return Reader(player)


def test_only_lines_with_all_words_are_shown(reader: Reader) -> None:
    assert len(reader.shown) == 3
    reader.type("PASS ben")
    assert len(reader.shown) == 1
    assert "Ben" in reader.shown[0]
    assert reader.list.currentItem().text() == reader.shown[0], "what is shown is chosen"
    reader.type(" rain")
    assert reader.shown == []
    assert not reader.back.isEnabled()


def test_typing_in_the_search_is_no_key_of_the_match(reader: Reader) -> None:
    before = reader.player.presenter.position
    reader.type("pzb")
    assert reader.player.presenter.position is before


def test_esc_closes_the_log_and_the_search_is_over(reader: Reader) -> None:
    reader.type("rain")
    reader.player.press("Esc")
    back = next(one for one in reader.player.window.actions_in_force if one.id == "log.back")
    assert "Open the log first" in back.why_not()
    reader.player.press("H")
    assert len(reader.shown) == 3


def test_a_click_on_a_line_says_how_much_it_would_undo_and_another_undoes_it(reader: Reader) -> None:
    click = Qt.MouseButton.LeftButton
    middle = reader.list.visualItemRect(reader.list.item(0)).center()
    QTest.mouseClick(reader.list.viewport(), click, pos=middle)
    assert reader.back.text() == "[B] back to here: undo 2 steps"
    QTest.mouseClick(reader.back, click)
    assert [line.undone for line in reader.player.presenter.match.log] == [False, True, True]
    reader.player.press("Y")
    assert not any(line.undone for line in reader.player.presenter.match.log)


def test_a_double_click_goes_back_at_once(reader: Reader) -> None:
    middle = reader.list.visualItemRect(reader.list.item(1)).center()
    QTest.mouseClick(reader.list.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseDClick(reader.list.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert [line.undone for line in reader.player.presenter.match.log] == [False, False, True]


def test_doubts_and_corrections_alone_are_listed_and_stepped_through(reader: Reader) -> None:
    reader.player.press("Esc", "Ctrl+D")
    assert len(reader.shown) == 1, "two passes were never in doubt"
    assert "▲" in reader.shown[0]
    reader.player.press("Ctrl+D")
    assert len(reader.shown) == 3
    reader.player.press("Z", "Z", "Ctrl+Down")
    chosen = [reader.list.currentItem().text()]
    reader.player.press("Ctrl+Down")
    chosen.append(reader.list.currentItem().text())
    assert "(undone)" in chosen[0]
    assert "(undone)" in chosen[1]
    reader.player.press("Ctrl+Down")
    assert reader.list.currentItem().text() == chosen[0], "from the last one to the first"
    reader.player.press("Ctrl+Up")
    assert reader.list.currentItem().text() == chosen[1]


def test_without_doubts_it_is_said_that_there_are_none(player: Player) -> None:
    player.press("P")
    assert player.window.over.log.why_no_doubts() == "Nothing in this match was in doubt, corrected or undone."
