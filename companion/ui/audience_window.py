"""A window for those who look on: on another screen where there is one, and the keyboard stays where it was.

Owns where it stands and whose keys are pressed in it; what it shows is its own matter.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QScreen
from PySide6.QtWidgets import QWidget

from companion.ui.keyed_window import KeyedWindow
from companion.ui.layouts import resize_to_screen

_ON_ONE_SCREEN_PX = 960, 600


class AudienceWindow(KeyedWindow):
    """Belongs to the window that it was opened from (``beside``), and lies above it where there is one screen only.

    It takes no keyboard as it comes. A key that is pressed in it and is none of its own is that window's.
    """

    def __init__(self, title: str, sheet: str, beside: QWidget | None = None) -> None:
        super().__init__(title, sheet, beside)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        resize_to_screen(self, QSize(*_ON_ONE_SCREEN_PX))

    def present(self) -> None:
        """Show it over the whole of another screen; where there is none, as a window of its own."""
        beside = self.parentWidget()
        other = other_screen(QGuiApplication.screens(), (beside or self).screen())
        if other is None:
            self.show()
        else:
            self.setScreen(other)
            self.setGeometry(other.geometry())
            self.showFullScreen()
        self.raise_()
        if beside is not None:
            beside.activateWindow()

    def take_key(self, event: QKeyEvent) -> bool:
        """A key of its own; else one of the window that it belongs to, which has the keyboard again."""
        if super().take_key(event):
            return True
        beside = self.parentWidget()
        if not isinstance(beside, KeyedWindow):
            return False
        beside.activateWindow()
        return beside.take_key(event)


def other_screen(screens: Sequence[QScreen], taken: QScreen) -> QScreen | None:
    """The largest screen that is not the one taken; ``None`` where there is none."""
    free = [screen for screen in screens if screen is not taken]
    return max(free, key=lambda screen: screen.size().width() * screen.size().height(), default=None)
