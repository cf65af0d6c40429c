"""Runs ``companion exercise-k`` and uses the window that it opens; and a game to be at."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow

from companion.cli import main
from companion.exercise_k.codec.documents import decode_desk_opening
from companion.exercise_k.session.desk_game import DeskGame
from tests.patience import PATIENCE_S

AtTheDesk = Callable[[list[str], Callable[[Any], None]], int]


def soon(is_so: Callable[[], bool]) -> bool:
    """Whether something comes true; a button pressed by key takes its time."""
    end_s = time.monotonic() + PATIENCE_S
    while not is_so() and time.monotonic() < end_s:
        QTest.qWait(20)
    return is_so()


@pytest.fixture
def at_the_desk(qapp: QApplication) -> Iterator[AtTheDesk]:
    """Runs the command with some words and uses its window; whatever is open after that is closed."""
    failures: list[BaseException] = []

    def run(words: list[str], use: Callable[[Any], None]) -> int:
        def look() -> None:
            window = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QMainWindow) and w.isVisible())
            QTest.qWaitForWindowActive(window)
            try:
                use(window)
            except BaseException as failure:  # noqa: BLE001  (raised again outside Qt's loop)
                failures.append(failure)
            for other in QApplication.topLevelWidgets():
                other.close()

        QTimer.singleShot(0, look)
        status = main(["exercise-k", *words])
        if failures:
            raise failures[0]
        return status

    yield run
    for window in QApplication.topLevelWidgets():
        window.deleteLater()


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of eight that has begun: Black, Blue, Red, Green, teams of two."""
    file = tmp_path / "game.diceland"
    opening = {
        "format": 1,
        "profile": "exercise-k",
        "name": "Friday",
        "players": 8,
        "order": ["Black", "Blue", "Red", "Green"],
        "table_talk": {"names": {"Black 1": "Ann", "Blue 1": "Ben", "Blue 2": "Cleo"}, "allotted_min": 60},
    }
    DeskGame.begin(file, decode_desk_opening(opening)).close()
    return file
