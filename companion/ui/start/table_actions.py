"""What can be done on the table page, as one table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication

from companion.ui.actions import Action

if TYPE_CHECKING:
    from companion.ui.start.table_page import TablePage

_STEP_PX, _LEAP_PX = 1.0, 20.0
_KEYS: Final = 9
_DIRECTIONS: Final = (("Left", -1, 0), ("Right", 1, 0), ("Up", 0, -1), ("Down", 0, 1))

translate = QCoreApplication.translate


def table_actions(page: TablePage) -> tuple[Action, ...]:
    """Every action, in the order of the page of keys."""
    picture, panel = page.picture, page.panel

    def act(name: str, title: str, keys: str, run: Callable[[], None], when: Callable[[], bool]) -> Action:
        return Action(f"table.{name}", title, tuple(keys.split()), translate("start", "Table"), run, when)

    def clicking() -> bool:
        return picture.clicking

    moves = (
        ("cross", translate("start", "Move the cross by a pixel"), "", _STEP_PX),
        ("cross far", translate("start", "Move the cross by twenty pixels"), "Shift+", _LEAP_PX),
    )
    return (
        *(
            act(
                f"camera.{n + 1}",
                translate("start", "Camera {0}").format(n + 1),
                str(n + 1),
                partial(page.choose, n),
                _always,
            )
            for n in range(len(page.choices[:_KEYS]))
        ),
        act("none", translate("start", "No camera: a drawn table"), "0", partial(page.choose, None), _always),
        act("again", translate("start", "Look for cameras again"), "R", page.again_wanted.emit, _always),
        act("size", translate("start", "Enter the table's size"), "S", panel.enter_size, _always),
        act("ruler", translate("start", "Take the size from the markers"), "Z", page.size_by_markers, page.has_picture),
        act(
            "clicks", translate("start", "Click the corners, or use markers"), "C", page.toggle_clicks, page.has_picture
        ),
        *(
            act(f"{name}.{n}", title, f"{shift}{key}", partial(picture.move_cross, step * x, step * y), clicking)
            for name, title, shift, step in moves
            for n, (key, x, y) in enumerate(_DIRECTIONS)
        ),
        act("put", translate("start", "Put a corner under the cross"), "Space", picture.put_corner, clicking),
        act("back", translate("start", "Take the last corner back"), "Backspace", picture.take_back, clicking),
        act("anew", translate("start", "Measure the camera anew"), "M", page.measure_anew, page.has_known),
        act("lock", translate("start", "Lock focus and exposure, or let go"), "L", page.toggle_locks, page.has_picture),
        act(
            "lens",
            translate("start", "Take a picture of the lens board"),
            "P",
            page.take_lens_picture,
            page.has_picture,
        ),
        act("go", page.go_words, "Return Enter", page.go, lambda: page.ready),
    )


def _always() -> bool:
    return True
