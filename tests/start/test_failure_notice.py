"""Whatever nobody foresaw, in a slot, an event, a timer or a thread of any window, is said in that window."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt, QThread, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from companion.cli import main
from companion.codec.die import known_dice
from companion.codec.script import decode_match_opening
from companion.exercise_k.codec.documents import decode_desk_opening
from companion.exercise_k.session.desk_game import DeskGame
from companion.exercise_k.ui import open_desk
from companion.hall.client import HallClient
from companion.hall.window import HallWindow
from companion.resources import state_folder
from companion.session.match import Match
from companion.session.match_setup import MatchPlan
from companion.ui import for_windows
from companion.ui.die_editor import DieEditor
from companion.ui.enrol import EnrolWindow
from companion.ui.failure_notice import FailureNotice, FailureWatch
from companion.ui.match import MatchWindow
from companion.ui.ogre_card import open_card
from companion.ui.rooms import ROOMS
from companion.ui.start import LaunchOptions, StartWindow
from tests.memory_broker import MemoryBroker
from tests.start.conftest import Doing, Somebody, press, shown
from tests.ui.match.conftest import opening

__all__ = ["opening"]

Opened = Callable[[Path], QMainWindow]


def _start(_folder: Path) -> QMainWindow:
    return StartWindow(LaunchOptions(), lambda: (), ROOMS)


def _setup(_folder: Path) -> QMainWindow:
    window = StartWindow(LaunchOptions(), lambda: (), ROOMS)
    window.set_up()
    return window


def _die_editor(folder: Path) -> QMainWindow:
    return DieEditor(known_dice(), folder)


def _sign_up(_folder: Path) -> QMainWindow:
    return open_desk()


def _desk(folder: Path) -> QMainWindow:
    file, teams = folder / "game.diceland", ("Black", "Blue", "Red", "Green")
    opening = {"format": 1, "profile": "exercise-k", "name": "Friday", "players": 8, "order": list(teams)}
    DeskGame.begin(file, decode_desk_opening(opening)).close()
    return open_desk(file)


def _card(_folder: Path) -> QMainWindow:
    return open_card()


def _hall(_folder: Path) -> QMainWindow:
    return HallWindow(HallClient(MemoryBroker().line, "Carla"), "mqtt://hall:1883")


def _enrol(_folder: Path) -> QMainWindow:
    table: Any = SimpleNamespace(latest=None, start=lambda: None, stop=lambda: None)
    return EnrolWindow(known_dice()["ogre/heavy-tank"], table, table, lambda _: None)


@pytest.fixture(autouse=True)
def _as_the_program_runs(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows as the commands open them; pytest does not hear of what fails, nor are its hooks."""
    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    monkeypatch.setattr(threading, "excepthook", threading.__excepthook__)
    for before in qapp.findChildren(FailureWatch):  # remembers what it has reported
        before.setParent(None)
    for_windows()


def _notice(window: QWidget) -> FailureNotice | None:
    return next((notice for notice in window.findChildren(FailureNotice) if notice.isVisible()), None)


def _look_up() -> None:
    """Fails as a mistake of the program does."""
    raise KeyError("ogre/ogre")


def _press_broken_button(window: QWidget) -> None:
    """A slot of the window fails."""
    button = QPushButton(window)
    button.clicked.connect(_look_up)
    button.click()


@pytest.mark.parametrize("opened", [_start, _setup, _die_editor, _sign_up, _desk, _card, _hall, _enrol])
def test_every_window_says_what_nobody_foresaw_and_esc_puts_it_away(
    opened: Opened, qtbot: QtBot, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    window = opened(tmp_path)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    _press_broken_button(window)
    qtbot.waitUntil(lambda: _notice(window) is not None)
    notice = _notice(window)
    assert notice is not None
    log = state_folder() / "failures.log"
    assert "Unexpected error (KeyError: 'ogre/ogre')" in notice.sentence.text()
    assert str(log) in notice.sentence.text()
    assert "Traceback" in log.read_text()
    assert notice.width() == window.width()
    assert notice.height() >= notice.sentence.heightForWidth(notice.sentence.width())
    message = capfd.readouterr().err
    assert "Traceback" not in message
    assert message.count("Unexpected error") == 1
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert _notice(window) is None
    assert window.isVisible(), "Esc did nothing else"
    window.close()


class _Breaking(QWidget):
    """Fails whenever it is painted."""

    def paintEvent(self, _event: object) -> None:
        raise ValueError("paint")


class _BreakingThread(QThread):
    def run(self) -> None:
        raise ValueError("run")


def _by_painting(window: QWidget) -> object:
    child = _Breaking(window)
    child.resize(50, 50)
    child.show()
    return child


def _by_timer(window: QWidget) -> object:
    timer = QTimer(window)
    timer.setInterval(1)
    timer.timeout.connect(_look_up)
    timer.start()
    return timer


def _by_thread(_window: QWidget) -> object:
    thread = threading.Thread(target=_look_up)
    thread.start()
    thread.join()
    return thread


def _by_qt_thread(window: QWidget) -> object:
    thread = _BreakingThread(window)
    thread.start()
    thread.wait()
    return thread


@pytest.mark.parametrize("breaks", [_by_painting, _by_timer, _by_thread, _by_qt_thread])
def test_wherever_it_fails_it_is_reported_once_and_the_match_is_safe(
    breaks: Callable[[QWidget], object],
    opening: dict[str, Any],
    qtbot: QtBot,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "match.diceland"
    window = MatchWindow(Match.begin(path, decode_match_opening(opening)))
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    kept = breaks(window)
    qtbot.waitUntil(lambda: _notice(window) is not None)
    qtbot.wait(50)
    assert len(window.findChildren(FailureNotice)) == 1
    QTest.keySequence(window, QKeySequence("Esc"))
    for keys in ("T", "Return"):
        QTest.keySequence(window, QKeySequence(keys))
    assert "Traceback" not in (message := capfd.readouterr().err)
    assert message.count("Unexpected error") == 1
    assert (state_folder() / "failures.log").read_text().count("Traceback") == 1
    del kept
    window.close()
    with Match.resume(path) as again:
        assert [entry.row["do"] for entry in again.log] == ["throw"]


@pytest.mark.usefixtures("cameras", "explained")
def test_a_new_match_that_cannot_be_planned_says_so_on_the_start_page(
    somebody: Somebody, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("ogre/ogre")

    monkeypatch.setattr(MatchPlan, "fresh", fail)

    def ask() -> Doing:
        yield lambda: shown(StartWindow)
        press(shown(StartWindow), Qt.Key.Key_2)
        yield lambda: _notice(shown(StartWindow))

    somebody.does(ask())
    assert main(["play", "--source", "none"]) == 0
    assert "Traceback" not in capfd.readouterr().err
