"""What can be done in the window of the card, as one table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication

from companion.table.tracking_card import Row
from companion.ui.actions import Action

if TYPE_CHECKING:
    from companion.ui.ogre_card.window import CardWindow

#: The key that takes one from a row; with Shift it gives one back.
ROW_KEYS: Final[Mapping[Row, str]] = MappingProxyType(
    {Row.MAIN: "M", Row.SECONDARY: "S", Row.MISSILE: "I", Row.AP: "A", Row.TREADS: "T", Row.ARMOUR: "P"}
)
assert set(ROW_KEYS) == set(Row)
_DIGITS: Final = "0123456789"


def card_actions(window: CardWindow) -> tuple[Action, ...]:
    """Every action, in the order of the menus and of the page of keys."""
    return (*_marking(window), *_back_and_forth(window), *_cards(window), *_help(window))


def _tr(words: str) -> str:
    return QCoreApplication.translate("CardWindow", words)


def _marking(window: CardWindow) -> tuple[Action, ...]:
    menu = _tr("Mark")
    titles = {
        Row.MAIN: (_tr("Main Battery: scratch one"), _tr("Main Battery: give one back")),
        Row.SECONDARY: (_tr("Secondary Battery: scratch one"), _tr("Secondary Battery: give one back")),
        Row.MISSILE: (_tr("Missiles: scratch one"), _tr("Missiles: give one back")),
        Row.AP: (_tr("AP: scratch one"), _tr("AP: give one back")),
        Row.TREADS: (_tr("Treads: scratch one"), _tr("Treads: give one back")),
        Row.ARMOUR: (_tr("Command Post: scratch one"), _tr("Command Post: give one back")),
    }

    def act(row: Row, title: str, prefix: str, way: int) -> Action:
        take = partial(window.mark_by_key, row, way)
        able = partial(window.can_mark, row, way)
        return Action(f"{row}{'+' if way > 0 else '-'}", title, (prefix + ROW_KEYS[row],), menu, take, able)

    take = tuple(act(row, titles[row][0], "", -1) for row in Row)
    give = tuple(act(row, titles[row][1], "Shift+", 1) for row in Row)
    count = tuple(
        Action(f"count.{digit}", _tr("How many: %1").replace("%1", digit), (digit,), menu, partial(window.count, digit))
        for digit in _DIGITS
    )
    return (*take, *give, *count)


def _back_and_forth(window: CardWindow) -> tuple[Action, ...]:
    menu = _tr("Mark")
    return (
        Action("undo", _tr("Undo"), ("Z", "Ctrl+Z"), menu, window.undo, lambda: window.card.can_undo),
        Action("redo", _tr("Redo"), ("Y", "Ctrl+Y", "Ctrl+Shift+Z"), menu, window.redo, lambda: window.card.can_redo),
    )


def _cards(window: CardWindow) -> tuple[Action, ...]:
    menu = _tr("Card")

    def fresh(name: str, title: str, key: str, mark: str, *, post: bool) -> Action:
        return Action(f"new.{name}", title, (key,), menu, partial(window.begin_card, mark, post=post))

    return (
        fresh("III", _tr("New card: Mark III"), "Ctrl+3", "III", post=False),
        fresh("III+post", _tr("New card: Mark III and Command Post"), "Ctrl+Shift+3", "III", post=True),
        fresh("V", _tr("New card: Mark V"), "Ctrl+5", "V", post=False),
        fresh("V+post", _tr("New card: Mark V and Command Post"), "Ctrl+Shift+5", "V", post=True),
        Action("print", _tr("Print"), ("Ctrl+P",), menu, window.print_card),
    )


def _help(window: CardWindow) -> tuple[Action, ...]:
    menu = _tr("Help")
    return (
        Action("full", _tr("Full screen"), ("F11",), menu, window.toggle_full_screen),
        Action("keys", _tr("All keys"), ("F1",), menu, window.toggle_keys),
        Action("quit", _tr("Quit"), ("Ctrl+Q",), menu, window.leave),
    )
