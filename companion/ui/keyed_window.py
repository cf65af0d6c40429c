"""A window worked by keys: its actions are one table, of which menus, shortcuts and the page of keys are made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QPushButton, QWidget

from companion.ui.actions import WindowAction, install, refresh
from companion.ui.keys_page import MOUSE_WORDS, KeysPage

#: How much of the screen a window takes before it is maximized, across and down.
_OF_SCREEN = 0.96, 0.92


class KeyedWindow(QMainWindow):
    """The frame that such windows share; who derives from it calls ``install_actions`` and, at every change,
    ``refresh_actions``."""

    def __init__(self, title: str, sheet: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setStyleSheet(sheet)
        self._actions: tuple[WindowAction, ...] = ()
        self._installed: dict[str, QAction] = {}
        self._keys_page: KeysPage | None = None

    def install_actions(
        self,
        actions: Sequence[WindowAction],
        *,
        described: Sequence[WindowAction] = (),
        mouse: Sequence[tuple[str, str]] = MOUSE_WORDS,
    ) -> None:
        """These from now on and no others; ``described`` and ``mouse`` are told on the page of keys besides."""
        self.menuBar().clear()
        for gone in (*self._installed.values(), *([self._keys_page] if self._keys_page else ())):
            gone.deleteLater()
        self._actions = tuple(actions)
        self._installed = install(self._actions, self)
        self._keys_page = KeysPage((*described, *self._actions), self, mouse=mouse)

    def refresh_actions(self) -> None:
        """Enable what can be done now."""
        refresh(self._actions, self._installed)

    def toggle_keys(self) -> None:
        """Show or hide the page of keys."""
        if self._keys_page is not None:
            self._keys_page.toggle()

    def event(self, event: QEvent) -> bool:
        """Esc puts the page of keys away, whatever else it may mean here."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and self._keys_are_shown:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()  # so that it comes as a key and is nobody's shortcut
                return True
            if event.type() == QEvent.Type.KeyPress:
                return self.hide_keys()
        return super().event(event)

    @property
    def _keys_are_shown(self) -> bool:
        return self._keys_page is not None and self._keys_page.isVisible()

    def hide_keys(self) -> bool:
        """Put the page of keys away; whether it was there."""
        shown = self._keys_are_shown
        if shown:
            self.toggle_keys()
        return shown

    def toggle_full_screen(self) -> None:
        """Full screen, or a window again."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def present(self) -> None:
        """Show it as large as the screen allows."""
        screen = self.screen().availableSize()
        self.resize(round(_OF_SCREEN[0] * screen.width()), round(_OF_SCREEN[1] * screen.height()))
        self.showMaximized()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the page of keys in the middle."""
        super().resizeEvent(event)
        if self._keys_page is not None:
            self._keys_page.centre()

    def action_button(self, name: str) -> QPushButton:
        """An action as a button for mouse and thumb."""
        action = self._installed[name]
        button = QPushButton(f"{action.text()}  [{action.shortcut().toString()}]")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(action.trigger)
        return button


def open_file(file: Path) -> None:
    """Show a file as the system does."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(file)))
