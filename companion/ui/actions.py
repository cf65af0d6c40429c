"""What a person can do, as data: menus, shortcuts and the page of keys are all made from the same list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from companion.text import translate

#: The same in every window that has a log.
UNDO_KEYS: Final = "Z Ctrl+Z"
REDO_KEYS: Final = "Y Shift+Z Ctrl+Y"


@dataclass(frozen=True, slots=True)
class WindowAction:
    """One thing to do.

    id: a name for tests and settings; title: as the menu has it; keys: in Qt's notation, the first is the one shown;
    menu: where it stands; enabled: whether it can be done now.
    """

    id: str
    title: str
    keys: tuple[str, ...]
    menu: str
    run: Callable[[], object]
    enabled: Callable[[], bool] = lambda: True


@dataclass(frozen=True, slots=True)
class ActionMenu:
    """A menu whose actions are put down one a line. ``family``: what their ids begin with."""

    title: str
    family: str = ""

    def action(
        self, name: str, title: str, keys: str, run: Callable[[], object], enabled: Callable[[], bool] = lambda: True
    ) -> WindowAction:
        """One of its actions; ``keys`` have blanks between them."""
        return WindowAction(f"{self.family}{name}", title, tuple(keys.split()), self.title, run, enabled)


def install(actions: Sequence[WindowAction], window: QMainWindow) -> dict[str, QAction]:
    """Menus and shortcuts of a window; id -> Qt's action."""
    menus: dict[str, QMenu] = {}
    installed: dict[str, QAction] = {}
    for action in actions:
        if action.menu not in menus:
            menus[action.menu] = window.menuBar().addMenu(action.menu)
        installed[action.id] = _qaction(action, window)
        menus[action.menu].addAction(installed[action.id])
    return installed


def refresh(actions: Sequence[WindowAction], installed: dict[str, QAction]) -> None:
    """Enable what can be done now."""
    for action in actions:
        installed[action.id].setEnabled(action.enabled())


def keys_in_words(action: WindowAction) -> str:
    """The keys of an action for people: ``N or Down``."""
    either = translate("keys", " or ")
    return either.join(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in action.keys)


def _qaction(action: WindowAction, window: QMainWindow) -> QAction:
    made = QAction(action.title, window)
    made.setObjectName(action.id)
    made.setShortcuts([QKeySequence(key) for key in action.keys])
    made.triggered.connect(lambda _checked=False: action.run())
    return made
