"""What can be done in the window of the guided roll, as one table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from companion.text import translate
from companion.ui.actions import WindowAction

_DIGITS: Final = "123456789"


class EnrolmentControls(Protocol):
    """What the window of the guided roll can be asked to do."""

    def turn(self, corners: int) -> None: ...
    def choose_next(self, step: int) -> None: ...
    def choose_by(self, digit: str) -> None: ...
    def is_asked(self) -> bool: ...
    def answer(self) -> None: ...
    def can_ask_again(self) -> bool: ...
    def ask_again(self) -> None: ...
    def can_take_back(self) -> bool: ...
    def take_back(self) -> None: ...
    def look_again(self) -> None: ...
    def can_save(self) -> bool: ...
    def save(self) -> None: ...
    def toggle_full_screen(self) -> None: ...
    def toggle_keys(self) -> None: ...
    def leave(self) -> None: ...


def enrol_actions(window: EnrolmentControls) -> tuple[WindowAction, ...]:
    """Every action, in the order of the menus and of the page of keys."""
    return (*_answering(window), *_putting_right(window), *_window(window))


def _answering(window: EnrolmentControls) -> tuple[WindowAction, ...]:
    menu = translate("enrol", "Side")
    turn, choose = window.turn, window.choose_next
    rows: list[tuple[str, str, tuple[str, ...], Callable[[], None]]] = [
        ("turn-left", translate("enrol", "Turn to the left"), ("Left",), partial(turn, 1)),
        ("turn-right", translate("enrol", "Turn to the right"), ("Right",), partial(turn, -1)),
        ("next-side", translate("enrol", "The next side"), ("Down",), partial(choose, 1)),
        ("last-side", translate("enrol", "The previous side"), ("Up",), partial(choose, -1)),
        *((f"side.{d}", _side(d), (d,), partial(window.choose_by, d)) for d in _DIGITS),
        ("this", translate("enrol", "It lies like this"), ("Return", "Enter"), window.answer),
    ]
    return tuple(WindowAction(name, title, keys, menu, run, window.is_asked) for name, title, keys, run in rows)


def _side(digit: str) -> str:
    return translate("enrol", "Side %1").replace("%1", digit)


def _putting_right(window: EnrolmentControls) -> tuple[WindowAction, ...]:
    menu = translate("enrol", "Put right")
    return (
        WindowAction(
            "wrong",
            translate("enrol", "Wrong side: ask me"),
            ("W",),
            menu,
            window.ask_again,
            window.can_ask_again,
        ),
        WindowAction(
            "take-back",
            translate("enrol", "Retake it"),
            ("Backspace", "Z"),
            menu,
            window.take_back,
            window.can_take_back,
        ),
        WindowAction("again", translate("enrol", "Look again"), ("Space",), menu, window.look_again),
        WindowAction(
            "save", translate("enrol", "Save what is recorded"), ("Ctrl+S",), menu, window.save, window.can_save
        ),
    )


def _window(window: EnrolmentControls) -> tuple[WindowAction, ...]:
    menu = translate("enrol", "Window")
    return (
        WindowAction("full-screen", translate("enrol", "Full screen"), ("F11",), menu, window.toggle_full_screen),
        WindowAction("keys", translate("enrol", "All keys"), ("F1", "?"), menu, window.toggle_keys),
        WindowAction("close", translate("enrol", "Close"), ("Ctrl+W",), menu, window.leave),
    )
