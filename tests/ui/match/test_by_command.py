"""A short match through the program's own main, as it is called: ``companion play --match FILE``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from companion.cli import main
from companion.codec.script import decode_match_opening
from companion.session.match import Match
from companion.ui.match import MatchWindow
from tests.ui.match.conftest import Player


@pytest.fixture
def when_open(qapp: QApplication) -> Iterator[Callable[[Callable[[Player], None]], None]]:
    """Takes what is to be done with the match window that main opens; then closes it."""
    timer = QTimer()
    timer.setInterval(20)

    def arrange(use: Callable[[Player], None]) -> None:
        def look() -> None:
            there = [w for w in QApplication.topLevelWidgets() if isinstance(w, MatchWindow) and w.isActiveWindow()]
            if there:
                timer.stop()
                try:
                    use(Player(there[0]))
                finally:
                    there[0].close()

        timer.timeout.connect(look)
        timer.start()

    yield arrange
    timer.stop()


def test_a_match_named_on_the_command_line_is_played_to_its_score_and_kept(
    when_open: Callable[[Callable[[Player], None]], None], opening: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "evening.diceland"
    Match.begin(path, decode_match_opening(opening)).close()
    text = []

    def play(player: Player) -> None:
        player.press("T")
        player.click(520, 300)
        player.press("Return", "1", "Return", "Return")
        player.press("P")
        player.click_piece("Tank")
        player.press("1", "Return")
        text.append(player.words("turn"))

    when_open(play)
    assert main(["play", "--source", "none", "--match", str(path)]) == 0
    assert "Anna has won" in text[0]
    with Match.resume(path) as kept:
        assert kept.position.score == {"Anna": 52, "Ben": 0}
        assert kept.position.winner == "Anna"
        assert [line.source for line in kept.log] == ["keyboard"] * 5


def test_nothing_of_the_window_is_left_when_it_is_closed(
    when_open: Callable[[Callable[[Player], None]], None], opening: dict[str, Any], tmp_path: Path, qapp: QApplication
) -> None:
    path = tmp_path / "evening.diceland"
    Match.begin(path, decode_match_opening(opening)).close()
    before = {shiboken6.getCppPointer(widget) for widget in qapp.allWidgets()}  # Python's wrappers come and go
    when_open(lambda player: player.press("T", "H", "Esc", "F1"))
    assert main(["play", "--source", "none", "--match", str(path)]) == 0
    qapp.sendPostedEvents(None, 52)  # QEvent.DeferredDelete: what is closed goes now
    qapp.processEvents()
    # What an older window of another test gets belatedly, such as a place for scroll bars, is that window's.
    left = [widget for widget in qapp.allWidgets() if shiboken6.getCppPointer(widget.window()) not in before]
    assert [type(widget).__name__ for widget in left] == []
