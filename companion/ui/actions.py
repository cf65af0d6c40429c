"""What a person can do, as data: menus, shortcuts and the page of keys are all made from the same list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from companion.text import pgettext

#: The same in every window that has a log.
UNDO_KEYS: Final = "Z Ctrl+Z"
REDO_KEYS: Final = "Y Shift+Z Ctrl+Y"

#: Why something cannot be done now, in a sentence; empty where it can.
WhyNot = Callable[[], str]
_Choice = TypeVar("_Choice")


def unless(holds: Callable[[], bool], sentence: str) -> WhyNot:
    """The sentence, unless something holds."""
    return lambda: "" if holds() else sentence


def first_reason(*reasons: WhyNot) -> WhyNot:
    """The first of several reasons that stands in the way."""
    return lambda: next(filter(None, (why_not() for why_not in reasons)), "")


def next_in_turn(choices: Sequence[_Choice], now: _Choice) -> _Choice:
    """What a key that steps through choices leads to, round and round; the first where ``now`` is none of them."""
    return choices[(choices.index(now) + 1) % len(choices)] if now in choices else choices[0]


@dataclass(frozen=True, slots=True)
class WindowAction:
    """One thing to do.

    id: a name for tests and settings; title: as the menu has it; keys: in Qt's notation, the first is the one shown;
    menu: where it stands; why_not: why it cannot be done now, in a sentence.
    """

    id: str
    title: str
    keys: tuple[str, ...]
    menu: str
    run: Callable[[], object]
    why_not: WhyNot = lambda: ""

    def has_key(self, pressed: QKeySequence) -> bool:
        """Whether a key stands for it."""
        return any(QKeySequence(key) == pressed for key in self.keys)


@dataclass(frozen=True, slots=True)
class ActionMenu:
    """A menu whose actions are put down one a line. ``family``: what their ids begin with."""

    title: str
    family: str = ""

    def action(
        self, name: str, title: str, keys: str, run: Callable[[], object], why_not: WhyNot = lambda: ""
    ) -> WindowAction:
        """One of its actions; ``keys`` have blanks between them."""
        return WindowAction(f"{self.family}{name}", title, tuple(keys.split()), self.title, run, why_not)


def install(
    actions: Sequence[WindowAction], window: QMainWindow, perform: Callable[[WindowAction], object], *, menus: bool
) -> dict[str, QAction]:
    """Shortcuts of a window, and its menus; id -> Qt's action. perform: what is called with the one that is chosen."""
    bars: dict[str, QMenu] = {}
    installed: dict[str, QAction] = {}
    for action in actions:
        made = installed[action.id] = QAction(action.title, window)
        made.setObjectName(action.id)
        made.setShortcuts([QKeySequence(key) for key in action.keys])
        made.triggered.connect(lambda _checked=False, action=action: perform(action))
        if not menus:
            window.addAction(made)
            continue
        if action.menu not in bars:
            bars[action.menu] = window.menuBar().addMenu(action.menu)
        bars[action.menu].addAction(made)
    return installed


def keys_in_words(action: WindowAction) -> str:
    """The keys of an action for people: ``N or Down``; not more than two, and both Enter keys are one."""
    named = dict.fromkeys(key_in_words(key) for key in action.keys)
    return pgettext("keys", " or ").join(list(named)[:2])


def key_in_words(key: str) -> str:
    """A key as people call it."""
    return QKeySequence(key.replace("Return", "Enter")).toString(QKeySequence.SequenceFormat.NativeText)
