"""A likelier story in the window: said in brief where it is long, taken with Enter, undone with Z."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from companion.session.play import Proposed
from companion.ui.match import MatchWindow
from tests.equal_dice import EITHERS, FAR, NEAR, begun, rest_with, rolled
from tests.session.inference.conftest import seen_of
from tests.ui.match.test_live import HandedOver, Watched

BENS, ANNAS = "G.E.V. b", "G.E.V. a"


@pytest.fixture
def watched(qtbot: QtBot, tmp_path: Path) -> Iterator[Watched]:
    """What Ben was taken to have thrown and rolled was rolled by Anna's hand again."""
    watcher = HandedOver()
    window = MatchWindow(begun(tmp_path / "equal.diceland"), watcher)
    qtbot.addWidget(window)
    window.resize(1366, 768)
    window.show()
    player = Watched(window, watcher, qtbot)
    before = seen_of(player.presenter.position)
    player.see(rest_with(1, before))
    player.see(rest_with(2, [*before, EITHERS]))
    player.press("Return")
    player.think_again()
    assert player.presenter.position.piece(BENS).in_play
    for rest in range(3, 8):
        player.see(rest_with(rest, rolled(player.presenter.position, BENS), NEAR))
        if player.words("sentence").startswith("Rather:"):
            break
        player.press("Return")
        player.press("E")
        player.see(rest_with(rest + 10, seen_of(player.presenter.position), FAR))
    yield player
    window.close()


def test_it_is_read_taken_and_undone_with_one_key_each(watched: Watched) -> None:
    assert isinstance(watched.mode(), Proposed)
    sentence = watched.window.findChild(QLabel, "sentence")
    assert isinstance(sentence, QLabel)
    assert sentence.text().startswith("Rather: Anna ends the turn. Ben passes. Anna throws G.E.V. a")
    assert sentence.heightForWidth(sentence.width()) <= sentence.height(), "all of it can be read"
    watched.click_button("do")
    assert watched.presenter.position.piece(ANNAS).in_play
    watched.press("Z")
    assert watched.presenter.position.piece(BENS).in_play
    assert not watched.presenter.position.piece(ANNAS).in_play


def test_it_is_left_with_one_key(watched: Watched) -> None:
    before = watched.presenter.position
    watched.click_button("leave")
    assert watched.presenter.position is before
    assert not watched.words("sentence").startswith("Rather:")
