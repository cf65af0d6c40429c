"""Windows worked by keys: their actions are one table, of which menus, shortcuts and the page of keys are made; and
what a feature adds to one: actions in its menus, a line in its head, what lies over it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QKeyCombination, QObject, QSize, Qt, QUrl
from PySide6.QtGui import (
    QAction,
    QColor,
    QDesktopServices,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QScreen,
)
from PySide6.QtWidgets import QApplication, QListWidgetItem, QMainWindow, QMenu, QPushButton, QWidget

from companion.features import offering
from companion.markup import coloured
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WindowAction, install, key_in_words
from companion.ui.keys_page import KeyGroup, KeyHint, KeysPage, action_hints, key_groups
from companion.ui.layouts import resize_to_screen
from companion.ui.plain_widgets import RichLabel, SentenceBar, button_of, set_tip
from companion.ui.themes import AMBER, ASH, in_theme, tint

_NUMBER: Final = Qt.ItemDataRole.UserRole


class WindowPart(QObject):
    """One feature's part of one window. Who derives from it says what there is; by itself there is nothing."""

    def actions(self) -> tuple[WindowAction, ...]:
        """What can be done, in the order of the menus."""
        return ()

    def begin(self, wish: object) -> None:
        """Do what the command line asked for, which the feature's own option has read."""

    @property
    def lies_over(self) -> bool:
        """Whether something of it lies over the window now."""
        return False

    def put_away(self) -> bool:
        """Hide what lies over the window; whether there was anything."""
        return False

    def place(self) -> None:
        """The window has another size."""

    def refresh(self) -> None:
        """What the window shows has changed."""

    def close(self) -> None:
        """The window closes: nothing of it goes on."""


def parts_of(joining: str, window: KeyedWindow) -> dict[str, WindowPart]:
    """Feature -> its part of a window; joining: what features offer for it, such as ``join_match``."""
    return {feature: getattr(offers, joining)(window) for feature, offers in offering(joining).items()}


class HeadLine(RichLabel):
    """What a part has to say in the head of its window; name: what it is found by."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.hide()

    def show_words(self, words: str, colour: str = AMBER, tip: str = "") -> None:
        """Say something; with no words the line is not there."""
        self.setText(in_theme(coloured(colour, words)))
        set_tip(self, tip)
        self.setVisible(bool(words))


def log_item(words: str, number: int, *, undone: bool) -> QListWidgetItem:
    """The row of one line."""
    item = QListWidgetItem(words)
    item.setData(_NUMBER, number)
    if undone:
        font = item.font()
        font.setStrikeOut(True)
        item.setFont(font)
        item.setForeground(QColor(tint(ASH)))
    return item


def line_number(item: QListWidgetItem) -> int:
    """The number of the line that a row stands for."""
    return int(item.data(_NUMBER))


#: How much of the screen a window takes before it is maximized, across and down.
_OF_SCREEN = 0.96, 0.92
#: What is pressed while the page of keys is shown, and how far that scrolls it; by nothing: it goes.
_PAGE_KEYS = {Qt.Key.Key_Escape: 0, Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
_ON_ONE_SCREEN_PX = 960, 600


class KeyedWindow(QMainWindow):
    """The frame that all windows share; who derives from it calls ``install_actions`` and, at every change,
    ``refresh_actions``.

    F1 (keys), Esc (back), F11 (full screen) and Ctrl+Q (quit) are in each of them without being asked for. A key that
    can do nothing now says why.
    """

    def __init__(self, title: str, sheet: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setStyleSheet(sheet)
        self.setStatusBar(SentenceBar(self))
        #: All that stands in its menus and has a key, with what every window has.
        self.actions_in_force: tuple[WindowAction, ...] = ()
        self.described: tuple[WindowAction, ...] = ()
        self._other_hints: tuple[KeyHint, ...] = ()
        self._installed: dict[str, QAction] = {}
        self._keys_page = KeysPage(self)

    def install_actions(
        self,
        actions: Sequence[WindowAction],
        *,
        described: Sequence[WindowAction] = (),
        hints: Sequence[KeyHint] = (),
        menus: bool = True,
    ) -> None:
        """These from now on, with those of every window, and no others. described: what the window takes from keys by
        itself, for the page of keys and for why it can do nothing now; hints: what else is listed on that page; menus:
        whether there is a menu bar."""
        self.hide_keys()
        self.menuBar().clear()
        self.menuBar().setVisible(menus)
        for gone in self._installed.values():
            gone.deleteLater()
        act = ActionMenu(pgettext("keys", "Window")).action
        self.actions_in_force = (
            *actions,
            act("full", pgettext("keys", "Full screen"), "F11", self.toggle_full_screen),
            act("keys", pgettext("keys", "All keys"), "F1", self.toggle_keys),
            act("back", pgettext("keys", "Back"), "Esc", self.go_back, self.why_not_back),
            act("quit", pgettext("keys", "Quit"), "Ctrl+Q", QApplication.closeAllWindows),
        )
        self.described, self._other_hints = tuple(described), tuple(hints)
        self._installed = install(self.actions_in_force, self, self.perform, menus=menus)
        for menu in self.menuBar().findChildren(QMenu):
            menu.aboutToShow.connect(self.refresh_actions)

    def refresh_actions(self) -> None:
        """Enable what can be done now."""
        for action in self.actions_in_force:
            self._installed[action.id].setEnabled(not action.why_not())
        self._keys_page.show_groups(self.key_groups)

    # What can be done

    def perform(self, action: WindowAction) -> None:
        """Do what an action does, or say why not."""
        why_not = action.why_not()
        if why_not:
            self.say(why_not)
        else:
            action.run()

    def say(self, sentence: str) -> None:
        """Say something where people look; nothing where there is nothing to say."""
        self.statusBar().showMessage(sentence)

    def go_back(self) -> None:
        """One step back: here, to the window that this one was opened from."""
        self.close()

    def why_not_back(self) -> str:
        """Why there is no way back, in a sentence; empty where there is one."""
        others = [window for window in QApplication.topLevelWidgets() if isinstance(window, KeyedWindow)]
        behind = any(window.isVisible() for window in others if window is not self)
        return "" if behind else pgettext("keys", "There is no other window to go back to; Ctrl+Q quits.")

    def toggle_keys(self) -> None:
        """Show or hide the page of keys."""
        self._keys_page.toggle(self.key_groups)

    def key_groups(self) -> tuple[KeyGroup, ...]:
        """The keys of this window as the page of keys lists them, by the menus of their actions."""
        return key_groups((*action_hints(self.described), *self._other_hints, *action_hints(self.actions_in_force)))

    def hide_keys(self) -> bool:
        """Put the page of keys away; whether it was there."""
        shown = self._keys_page.isVisible()
        self._keys_page.hide()
        return shown

    def toggle_full_screen(self) -> None:
        """Full screen, or a window again."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def present(self) -> None:
        """Show it as large as the screen allows."""
        screen = self.screen().availableSize()
        self.resize(round(_OF_SCREEN[0] * screen.width()), round(_OF_SCREEN[1] * screen.height()))
        self.showMaximized()

    # Qt's events

    def event(self, event: QEvent) -> bool:
        """What turns the page of keys or puts it away comes to it first, whatever else it may mean here."""
        if isinstance(event, QKeyEvent) and event.key() in _PAGE_KEYS and self._keys_page.isVisible():
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()  # so that it comes as a key and is nobody's shortcut
                return True
            step = _PAGE_KEYS[Qt.Key(event.key())]
            if event.type() == QEvent.Type.KeyPress and (self._keys_page.scroll_by(step) if step else self.hide_keys()):
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A key that nothing else has taken: what it stands for is done, or it is said why that cannot be."""
        if not self.take_key(event):
            super().keyPressEvent(event)

    def take_key(self, event: QKeyEvent) -> bool:
        """Do what a key stands for here, or say why not; whether it stands for anything."""
        # A key as actions may name it: a sign such as ``?`` has its Shift in itself.
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        plain = held & ~Qt.KeyboardModifier.ShiftModifier
        key = Qt.Key(event.key())
        is_sign = event.text().isprintable() and bool(event.text()) and not event.text().isalnum()
        signs = (held, plain) if is_sign else (held,)
        pressed = tuple(QKeySequence(QKeyCombination(modifiers, key)) for modifiers in signs)
        known = (*self.actions_in_force, *self.described)
        action = next((one for one in known if any(map(one.has_key, pressed))), None)
        if action is not None and not event.isAutoRepeat():
            self.perform(action)
        return action is not None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the page of keys in the middle."""
        super().resizeEvent(event)
        if self._keys_page.isVisible():
            self._keys_page.centre()

    def action_button(self, name: str) -> QPushButton:
        """An action as a button for mouse and thumb."""
        action = next(action for action in self.actions_in_force if action.id == name)
        words = f"{action.title}  [{key_in_words(action.keys[0])}]"
        return button_of(words, lambda: self.perform(action), focus=Qt.FocusPolicy.TabFocus)


def open_file(file: Path) -> None:
    """Show a file as the system does."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(file)))


@contextmanager
def waiting() -> Iterator[None]:
    """Have the mouse say meanwhile that something is being loaded."""
    QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        yield
    finally:
        QGuiApplication.restoreOverrideCursor()


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
