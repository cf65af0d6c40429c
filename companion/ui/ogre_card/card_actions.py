"""What can be done in the window of the card, as one table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, Protocol

from companion.session.tracking_card import Row, TrackingCard
from companion.text import translate
from companion.ui.actions import REDO_KEYS, UNDO_KEYS, WindowAction

#: The key that takes one from a row; with Shift it gives one back.
ROW_KEYS: Final[Mapping[Row, str]] = MappingProxyType(
    {Row.MAIN: "M", Row.SECONDARY: "S", Row.MISSILE: "I", Row.AP: "A", Row.TREADS: "T", Row.ARMOUR: "P"}
)
assert set(ROW_KEYS) == set(Row)
_DIGITS: Final = "0123456789"


class CardControls(Protocol):
    """What the window of the card can be asked to do."""

    @property
    def card(self) -> TrackingCard: ...
    def mark_by_key(self, row: Row, way: int) -> None: ...
    def can_mark(self, row: Row, way: int) -> bool: ...
    def count(self, digit: str) -> None: ...
    def undo(self) -> None: ...
    def redo(self) -> None: ...
    def begin_card(self, mark: str, *, post: bool) -> None: ...
    def print_card(self) -> None: ...
    def toggle_full_screen(self) -> None: ...
    def toggle_keys(self) -> None: ...
    def leave(self) -> None: ...


def card_actions(window: CardControls) -> tuple[WindowAction, ...]:
    """Every action, in the order of the menus and of the page of keys."""
    return (*_marking(window), *_back_and_forth(window), *_cards(window), *_help(window))


def _marking(window: CardControls) -> tuple[WindowAction, ...]:
    menu = translate("card", "Mark")
    titles = {
        Row.MAIN: (translate("card", "Main Battery: scratch one"), translate("card", "Main Battery: give one back")),
        Row.SECONDARY: (
            translate("card", "Secondary Battery: scratch one"),
            translate("card", "Secondary Battery: give one back"),
        ),
        Row.MISSILE: (translate("card", "Missiles: scratch one"), translate("card", "Missiles: give one back")),
        Row.AP: (translate("card", "AP: scratch one"), translate("card", "AP: give one back")),
        Row.TREADS: (translate("card", "Treads: scratch one"), translate("card", "Treads: give one back")),
        Row.ARMOUR: (translate("card", "Command Post: scratch one"), translate("card", "Command Post: give one back")),
    }

    def act(row: Row, title: str, prefix: str, way: int) -> WindowAction:
        take = partial(window.mark_by_key, row, way)
        able = partial(window.can_mark, row, way)
        return WindowAction(f"{row}{'+' if way > 0 else '-'}", title, (prefix + ROW_KEYS[row],), menu, take, able)

    take = tuple(act(row, titles[row][0], "", -1) for row in Row)
    give = tuple(act(row, titles[row][1], "Shift+", 1) for row in Row)
    count = tuple(
        WindowAction(
            f"count.{digit}",
            translate("card", "How many: %1").replace("%1", digit),
            (digit,),
            menu,
            partial(window.count, digit),
        )
        for digit in _DIGITS
    )
    return (*take, *give, *count)


def _back_and_forth(window: CardControls) -> tuple[WindowAction, ...]:
    menu = translate("card", "Mark")
    return (
        WindowAction("undo", translate("card", "Undo"), UNDO_KEYS, menu, window.undo, lambda: window.card.can_undo),
        WindowAction(
            "redo",
            translate("card", "Redo"),
            REDO_KEYS,
            menu,
            window.redo,
            lambda: window.card.can_redo,
        ),
    )


def _cards(window: CardControls) -> tuple[WindowAction, ...]:
    menu = translate("card", "Card")

    def fresh(name: str, title: str, key: str, mark: str, *, post: bool) -> WindowAction:
        return WindowAction(f"new.{name}", title, (key,), menu, partial(window.begin_card, mark, post=post))

    return (
        fresh("III", translate("card", "New card: Mark III"), "Ctrl+3", "III", post=False),
        fresh("III+post", translate("card", "New card: Mark III and Command Post"), "Ctrl+Shift+3", "III", post=True),
        fresh("V", translate("card", "New card: Mark V"), "Ctrl+5", "V", post=False),
        fresh("V+post", translate("card", "New card: Mark V and Command Post"), "Ctrl+Shift+5", "V", post=True),
        WindowAction("print", translate("card", "Print"), ("Ctrl+P",), menu, window.print_card),
    )


def _help(window: CardControls) -> tuple[WindowAction, ...]:
    menu = translate("card", "Help")
    return (
        WindowAction("full", translate("card", "Full screen"), ("F11",), menu, window.toggle_full_screen),
        WindowAction("keys", translate("card", "All keys"), ("F1",), menu, window.toggle_keys),
        WindowAction("quit", translate("card", "Quit"), ("Ctrl+Q",), menu, window.leave),
    )
