"""What can be done in the window, as one table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from companion.session import Inspection
from companion.text import translate
from companion.ui.actions import WindowAction
from companion.ui.canvas import Canvas

InspectionChange = Callable[[Inspection], Inspection]
InspectionCondition = Callable[[Inspection], bool]
_WEAPONS = 9
_ZOOM = 1.25


class InspectionControls(Protocol):
    """What the window over pictures shows and can be asked to do."""

    @property
    def inspection(self) -> Inspection | None: ...
    @property
    def sources(self) -> tuple[Path, ...]: ...
    @property
    def at(self) -> int: ...
    @property
    def canvas(self) -> Canvas: ...
    def inspect(self, inspection: Inspection) -> None: ...
    def show_source(self, place: int) -> None: ...
    def toggle_view(self) -> None: ...
    def unfold_ruling(self) -> None: ...
    def toggle_keys(self) -> None: ...
    def close(self) -> object: ...


def window_actions(window: InspectionControls) -> tuple[WindowAction, ...]:
    """Every action, in the order of the menus and of the page of keys."""
    return (
        *_dice(window),
        *(_weapon(window, number) for number in range(_WEAPONS)),
        *_pictures(window),
        *_views(window),
        WindowAction(
            "why",
            translate("picture", "What the ruling is based on"),
            ("?",),
            translate("picture", "Help"),
            window.unfold_ruling,
        ),
        WindowAction(
            "keys", translate("picture", "All keys"), ("F1",), translate("picture", "Help"), window.toggle_keys
        ),
        WindowAction("quit", translate("picture", "Quit"), ("Ctrl+Q",), translate("picture", "Help"), window.close),
    )


def _dice(window: InspectionControls) -> tuple[WindowAction, ...]:
    def act(
        name: str, title: str, keys: tuple[str, ...], change: InspectionChange, enabled: InspectionCondition
    ) -> WindowAction:
        return WindowAction(
            name,
            title,
            keys,
            translate("picture", "Dice"),
            lambda: _change(window, change),
            lambda: _holds(window, enabled),
        )

    return (
        act("piece.next", translate("picture", "Next die"), ("N", "Down"), lambda now: now.stepped(1), _any_dice),
        act(
            "piece.previous", translate("picture", "Previous die"), ("P", "Up"), lambda now: now.stepped(-1), _any_dice
        ),
        act("target.next", translate("picture", "Next target"), ("T",), lambda now: now.focus_stepped(1), _aiming),
        act(
            "target.previous",
            translate("picture", "Previous target"),
            ("Shift+T",),
            lambda now: now.focus_stepped(-1),
            _aiming,
        ),
        act("owner.next", translate("picture", "Change owner"), ("O",), lambda now: now.passed_on(), _in_hand),
        act("piece.none", translate("picture", "Deselect the die"), ("Esc",), lambda now: now.choosing(None), _in_hand),
    )


def _weapon(window: InspectionControls, number: int) -> WindowAction:
    return WindowAction(
        f"weapon.{number + 1}",
        translate("picture", "Weapon {number}").format(number=number + 1),
        (str(number + 1),),
        translate("picture", "Dice"),
        lambda: _change(window, lambda now: now.with_weapon(number)),
        lambda: _holds(window, lambda now: number < len(now.weapons)),
    )


def _pictures(window: InspectionControls) -> tuple[WindowAction, ...]:
    def several() -> bool:
        return len(window.sources) > 1

    def act(name: str, title: str, key: str, step: int) -> WindowAction:
        return WindowAction(
            name, title, (key,), translate("picture", "Picture"), lambda: window.show_source(window.at + step), several
        )

    return act("picture.next", translate("picture", "Next picture"), "Right", 1), act(
        "picture.previous", translate("picture", "Previous picture"), "Left", -1
    )


def _views(window: InspectionControls) -> tuple[WindowAction, ...]:
    canvas = window.canvas
    return (
        WindowAction(
            "view.toggle",
            translate("picture", "Top view or picture"),
            ("Tab",),
            translate("picture", "View"),
            window.toggle_view,
        ),
        WindowAction(
            "view.larger",
            translate("picture", "Larger"),
            ("+", "="),
            translate("picture", "View"),
            lambda: canvas.zoom_by(_ZOOM),
        ),
        WindowAction(
            "view.smaller",
            translate("picture", "Smaller"),
            ("-",),
            translate("picture", "View"),
            lambda: canvas.zoom_by(1 / _ZOOM),
        ),
        WindowAction(
            "view.fit", translate("picture", "Whole picture"), ("0", "F"), translate("picture", "View"), canvas.fit
        ),
    )


def _change(window: InspectionControls, change: InspectionChange) -> None:
    if window.inspection is not None:
        window.inspect(change(window.inspection))


def _holds(window: InspectionControls, condition: InspectionCondition) -> bool:
    return window.inspection is not None and condition(window.inspection)


def _any_dice(now: Inspection) -> bool:
    return bool(now.layout.pieces)


def _aiming(now: Inspection) -> bool:
    return now.sighting is not None and bool(now.sighting.candidates)


def _in_hand(now: Inspection) -> bool:
    return now.chosen is not None
