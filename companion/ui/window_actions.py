"""What can be done in the window, as one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.table import Inspection
from companion.ui.actions import Action

if TYPE_CHECKING:
    from companion.ui.window import Window

Change = Callable[[Inspection], Inspection]
Condition = Callable[[Inspection], bool]
_WEAPONS = 9
_ZOOM = 1.25


def window_actions(window: Window) -> tuple[Action, ...]:
    """Every action, in the order of the menus and of the page of keys."""
    return (
        *_dice(window),
        *(_weapon(window, number) for number in range(_WEAPONS)),
        *_pictures(window),
        *_views(window),
        Action("why", "What the ruling rests on", ("?",), "Help", window.unfold_ruling),
        Action("keys", "All keys", ("F1",), "Help", window.toggle_keys),
        Action("quit", "Quit", ("Ctrl+Q",), "Help", lambda: _close(window)),
    )


def _dice(window: Window) -> tuple[Action, ...]:
    def act(name: str, title: str, keys: tuple[str, ...], change: Change, enabled: Condition) -> Action:
        return Action(name, title, keys, "Dice", lambda: _change(window, change), lambda: _holds(window, enabled))

    return (
        act("piece.next", "Next die", ("N", "Down"), lambda now: now.stepped(1), _any_dice),
        act("piece.previous", "Die before", ("P", "Up"), lambda now: now.stepped(-1), _any_dice),
        act("target.next", "Next target", ("T",), lambda now: now.focus_stepped(1), _aiming),
        act("target.previous", "Target before", ("Shift+T",), lambda now: now.focus_stepped(-1), _aiming),
        act("owner.next", "Change owner", ("O",), lambda now: now.passed_on(), _in_hand),
        act("piece.none", "Put the die down", ("Esc",), lambda now: now.choosing(None), _in_hand),
    )


def _weapon(window: Window, number: int) -> Action:
    return Action(
        f"weapon.{number + 1}",
        f"Weapon {number + 1}",
        (str(number + 1),),
        "Dice",
        lambda: _change(window, lambda now: now.with_weapon(number)),
        lambda: _holds(window, lambda now: number < len(now.weapons)),
    )


def _pictures(window: Window) -> tuple[Action, ...]:
    def several() -> bool:
        return len(window.sources) > 1

    def act(name: str, title: str, key: str, step: int) -> Action:
        return Action(name, title, (key,), "Picture", lambda: window.show_source(window.at + step), several)

    return act("picture.next", "Next picture", "Right", 1), act("picture.previous", "Picture before", "Left", -1)


def _views(window: Window) -> tuple[Action, ...]:
    canvas = window.canvas
    return (
        Action("view.toggle", "Top view or picture", ("Tab",), "View", window.toggle_view),
        Action("view.larger", "Larger", ("+", "="), "View", lambda: canvas.zoom_by(_ZOOM)),
        Action("view.smaller", "Smaller", ("-",), "View", lambda: canvas.zoom_by(1 / _ZOOM)),
        Action("view.fit", "Whole picture", ("0", "F"), "View", canvas.fit),
    )


def _change(window: Window, change: Change) -> None:
    if window.inspection is not None:
        window.inspect(change(window.inspection))


def _holds(window: Window, condition: Condition) -> bool:
    return window.inspection is not None and condition(window.inspection)


def _any_dice(now: Inspection) -> bool:
    return bool(now.layout.pieces)


def _aiming(now: Inspection) -> bool:
    return now.sighting is not None and bool(now.sighting.candidates)


def _in_hand(now: Inspection) -> bool:
    return now.chosen is not None


def _close(window: Window) -> None:
    window.close()
