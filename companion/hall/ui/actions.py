"""What can be done in the hall's window, as one table."""

from __future__ import annotations

from typing import Protocol

from companion.text import translate
from companion.ui.actions import ActionMenu, WindowAction, unless


class HallControls(Protocol):
    """What the hall's window can be asked to do."""

    def take_call(self) -> None: ...
    def finish_call(self) -> None: ...
    def can_take(self) -> bool: ...
    def can_finish(self) -> bool: ...
    def export_event(self) -> None: ...


def hall_actions(window: HallControls) -> tuple[WindowAction, ...]:
    """Every action, in the order of the menus and of the page of keys."""
    hall = ActionMenu(translate("hall", "Hall")).action
    waiting = unless(window.can_take, translate("hall", "No call waits for the referee."))
    called = unless(
        window.can_finish, translate("hall", "The table that is chosen has not called: choose one that has.")
    )
    return (
        hall("take", translate("hall", "I am coming"), "Return Enter", window.take_call, waiting),
        hall("finish", translate("hall", "Settled"), "D", window.finish_call, called),
        hall("export", translate("hall", "Standings and results as files"), "Ctrl+E", window.export_event),
    )
