"""What can be done in the hall's window, as one table."""

from __future__ import annotations

from typing import Protocol

from companion.text import translate
from companion.ui.actions import ActionMenu, WindowAction


class HallControls(Protocol):
    """What the hall's window can be asked to do."""

    def take_call(self) -> None: ...
    def finish_call(self) -> None: ...
    def can_take(self) -> bool: ...
    def can_finish(self) -> bool: ...
    def export_event(self) -> None: ...
    def toggle_full_screen(self) -> None: ...
    def toggle_keys(self) -> None: ...
    def close(self) -> object: ...


def hall_actions(window: HallControls) -> tuple[WindowAction, ...]:
    """Every action, in the order of the menus and of the page of keys."""
    hall = ActionMenu(translate("hall", "Hall")).action
    view = ActionMenu(translate("hall", "View")).action
    return (
        hall("take", translate("hall", "I am coming"), "Return Enter", window.take_call, window.can_take),
        hall("finish", translate("hall", "Settled"), "D", window.finish_call, window.can_finish),
        hall("export", translate("hall", "Standings and results as files"), "Ctrl+E", window.export_event),
        hall("quit", translate("hall", "Close"), "Ctrl+Q", window.close),
        view("full", translate("hall", "Full screen"), "F11", window.toggle_full_screen),
        view("keys", translate("hall", "All keys"), "F1", window.toggle_keys),
    )
