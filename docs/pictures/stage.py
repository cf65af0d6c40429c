"""The stage on which screens are set up to be pictured: an empty home, the bundled dice, a running application."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final

from PySide6.QtCore import QKeyCombination, QSize
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from companion.catalogue import Die
from companion.codec.die import known_dice
from companion.ui import for_windows
from companion.ui.settings import Settings, save_settings

SCREEN: Final = QSize(1280, 800)
_PATIENCE_S: Final = 60.0


@dataclass(frozen=True)
class Stage:
    """``home`` is the folder in which everything is saved."""

    home: Path
    application: QApplication

    @cached_property
    def dice(self) -> Mapping[str, Die]:
        """The dice."""
        return known_dice()

    def chosen(self, **settings: object) -> None:
        """Choose settings, the cards of the first start seen."""
        save_settings(replace(Settings(explained=True), **settings))  # type: ignore[arg-type]
        for_windows()

    def file(self, name: str) -> Path:
        """A file for a match."""
        return self.home / f"{name}.diceland"

    def shown(self, window: QWidget, *keys: str, size: QSize = SCREEN) -> QWidget:
        """A window of that size, after some keys."""
        window.resize(size)
        window.show()
        window.resize(size)
        window.activateWindow()
        QTest.qWaitForWindowActive(window)
        self.settle()
        for key in keys:
            pressed: QKeyCombination = QKeySequence(key)[0]  # type: ignore[index]
            QTest.keyClick(at_the_keyboard(window), pressed.key(), pressed.keyboardModifiers())
            self.settle()
        return window

    def settle(self) -> None:
        """Let everything be drawn."""
        for _ in range(5):
            self.application.processEvents()

    def until(self, is_so: Callable[[], object], what: str) -> None:
        """Wait for something."""
        end = time.monotonic() + _PATIENCE_S
        while not is_so():
            if time.monotonic() > end:
                raise SystemExit(f"{what}: waited in vain")
            self.application.processEvents()
            time.sleep(0.02)
        self.settle()


def at_the_keyboard(window: QWidget) -> QWidget:
    """What keys go to in a window."""
    focused: QWidget | None = window.focusWidget()
    return window if focused is None else focused
