"""Somebody at the keyboard of the start window, while main runs it as it is called."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from time import monotonic
from typing import Any

import pytest
from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from companion.camera.sources import Device
from companion.catalogue import Die
from companion.codec.die import known_dice
from companion.session.match_setup import MatchPlan
from companion.ui.application import install_language
from companion.ui.settings import load_settings, save_settings
from companion.ui.start import StartWindow
from companion.ui.themes import Theme, choose_theme
from tests.patience import PATIENCE_S

#: What somebody does: yields what has to be true before they go on.
Doing = Generator[Callable[[], object], None, None]


def shown(kind: type[QWidget]) -> Any:
    """The window of a kind that is on the screen, or ``None``."""
    there = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, kind) and widget.isVisible()]
    return there[0] if there else None


def press(window: QWidget, key: Qt.Key, *, ctrl: bool = False) -> None:
    """A key, to whatever has the keyboard."""
    modifier = Qt.KeyboardModifier.ControlModifier if ctrl else Qt.KeyboardModifier.NoModifier
    QTest.keyClick(_listening(window), key, modifier)


def write(window: QWidget, words: str) -> None:
    """Letters, to whatever has the keyboard."""
    QTest.keyClicks(_listening(window), words)


def _listening(window: QWidget) -> QWidget:
    focused: QWidget | None = window.focusWidget()
    return focused if focused is not None else window


class Somebody:
    """Does what a generator says once the event loop runs; what fails in it fails the test afterwards."""

    def __init__(self) -> None:
        self.failure: BaseException | None = None
        self.done = False
        self._doing: Doing | None = None
        self._until: Callable[[], object] = lambda: True
        self._since = 0.0
        self._timer = QTimer()
        self._timer.setInterval(15)
        self._timer.timeout.connect(self._look)

    def does(self, doing: Doing) -> None:
        """Begin as soon as there is an event loop."""
        self._doing, self._since = doing, monotonic()
        self._timer.start()

    def stop(self) -> None:
        """Enough."""
        self._timer.stop()

    def _look(self) -> None:
        assert self._doing is not None
        try:
            if not self._until():
                assert monotonic() - self._since < PATIENCE_S, "waited in vain"
                return
            self._until = next(self._doing)
            self._since = monotonic()
        except StopIteration:
            self.done = True
            self._end()
        except BaseException as failure:  # noqa: BLE001  (Qt would swallow it)
            self.failure = failure
            self._end()

    def _end(self) -> None:
        self._timer.stop()
        for widget in QApplication.topLevelWidgets():
            widget.close()
        QTimer.singleShot(0, QApplication.quit)


@pytest.fixture
def somebody(qapp: QApplication) -> Iterator[Somebody]:
    """Somebody at the keyboard; the test fails with what they noticed, or where they were not done."""
    person = Somebody()
    yield person
    person.stop()
    if person.failure is not None:
        raise person.failure
    assert person.done


@pytest.fixture(autouse=True)
def _nothing_stays(qapp: QApplication) -> Iterator[None]:
    """No thread and no window outlives a test, nor what it wore and spoke."""
    before = set(threading.enumerate())
    yield
    choose_theme(Theme.DARK)
    install_language(qapp, "en")
    for widget in QApplication.topLevelWidgets():
        widget.close()
    rest(50)
    left = {thread.name for thread in threading.enumerate() if thread not in before and not thread.daemon}
    assert not left
    assert not [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]


@pytest.fixture
def explained() -> None:
    """The cards have been seen."""
    save_settings(replace(load_settings(), explained=True))


@pytest.fixture
def cameras(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer without cameras, whatever this one has."""
    monkeypatch.setattr("companion.ui.start.window.known_devices", lambda: ())


@pytest.fixture
def fresh() -> MatchPlan:
    """The page as it opens for the first time."""
    return MatchPlan.fresh(bundled_dice())


@cache
def bundled_dice() -> dict[str, Die]:
    """Loaded once for all tests."""
    return known_dice()


def rest(ms: int) -> None:
    """Let Qt and the threads work; ``QTest.qWait`` would keep Python's threads waiting."""
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


@contextmanager
def placed(page: QWidget, *, width: int = 1280, height: int = 760) -> Iterator[QWidget]:
    """A page on the screen, alone, in the style of its window."""
    from companion.ui.stylesheet import start_stylesheet

    page.setStyleSheet(start_stylesheet())
    page.resize(width, height)
    page.show()
    rest(10)
    yield page
    page.close()


def device(name: str, place: int = 0) -> Device:
    """A camera as the system lists it."""
    return Device(name, f"/dev/video{place}", place)


__all__ = ["Doing", "Somebody", "StartWindow", "device", "placed", "press", "rest", "shown", "write"]
