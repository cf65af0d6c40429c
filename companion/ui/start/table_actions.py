"""What can be done on the table page, as one table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from companion.session.table_measurement import TablePresenter
from companion.text import translate
from companion.ui.actions import ActionMenu, WhyNot, WindowAction, unless
from companion.ui.start.terrain_actions import DIRECTIONS, TerrainControls, terrain_actions

_STEP_PX, _LEAP_PX = 1.0, 20.0
_STEP_MM, _LEAP_MM = 5.0, 50.0
_KEYS: Final = 9


class TableControls(TerrainControls, Protocol):
    """What the table page shows and can be asked to do."""

    @property
    def presenter(self) -> TablePresenter: ...
    @property
    def go_words(self) -> str: ...
    @property
    def sentence(self) -> str: ...
    def choose(self, at: int | None) -> None: ...
    def look_for_cameras(self) -> None: ...
    def size_by_markers(self) -> None: ...
    def toggle_clicks(self) -> None: ...
    def toggle_locks(self) -> None: ...
    def measure_anew(self) -> None: ...
    def take_lens_picture(self) -> None: ...
    def go(self) -> None: ...


def table_actions(page: TableControls) -> tuple[WindowAction, ...]:
    """Every action, in the order of the page of keys."""
    end = _act("go", page.go_words, "Return Enter", page.go, lambda: "" if page.presenter.ready else page.sentence)
    return (*_cameras(page), *_sizes(page), *terrain_actions(page), *_corners(page), *_settings(page), end)


def _act(name: str, title: str, keys: str, run: Callable[[], None], why_not: WhyNot = lambda: "") -> WindowAction:
    return ActionMenu(translate("start", "Table"), "table.").action(name, title, keys, run, why_not)


def _unless_pictured(page: TableControls) -> WhyNot:
    return unless(page.presenter.has_picture, translate("start", "No picture has come yet: choose a camera, or wait."))


def _cameras(page: TableControls) -> tuple[WindowAction, ...]:
    title, none = translate("start", "Camera {0}"), translate("start", "No camera: a drawn table")
    again = translate("start", "Look for cameras again")
    drawn = translate("start", "A drawn table has no camera to measure.")
    return (
        *(
            _act(f"camera.{n + 1}", title.format(n + 1), str(n + 1), partial(page.choose, n))
            for n in range(len(page.presenter.choices[:_KEYS]))
        ),
        _act("none", none, "0", partial(page.choose, None), lambda: drawn if page.presenter.alone else ""),
        _act("again", again, "R", page.look_for_cameras),
    )


def _sizes(page: TableControls) -> tuple[WindowAction, ...]:
    by_markers = translate("start", "Take the size from the markers")
    return (
        _act("size", translate("start", "Enter the table's size"), "S", page.panel.enter_size),
        _act("ruler", by_markers, "Z", page.size_by_markers, _unless_pictured(page)),
    )


def _corners(page: TableControls) -> tuple[WindowAction, ...]:
    picture, clicks = page.picture, translate("start", "Click the corners, or use markers")

    clicking = unless(lambda: picture.clicking, translate("start", "First C: then the corners are clicked."))
    movable = unless(
        lambda: picture.clicking or page.panel.terrain.has_chosen(),
        translate("start", "Arrow keys move the cross or terrain: first C clicks corners, or T adds terrain."),
    )

    def move(px: float, mm: float, x: int, y: int) -> None:
        if picture.clicking:
            picture.move_cross(px * x, -px * y)
        else:
            page.panel.terrain.change(lambda piece: piece.moved_by(mm * x, mm * y))

    moves = (
        ("move", translate("start", "Move the cross by a pixel, terrain by 5 mm"), "", _STEP_PX, _STEP_MM),
        ("leap", translate("start", "Move the cross by twenty pixels, terrain by 50 mm"), "Shift+", _LEAP_PX, _LEAP_MM),
    )
    return (
        _act("clicks", clicks, "C", page.toggle_clicks, _unless_pictured(page)),
        *(
            _act(f"{name}.{n}", title, f"{shift}{key}", partial(move, px, mm, x, y), movable)
            for name, title, shift, px, mm in moves
            for n, (key, x, y) in enumerate(DIRECTIONS)
        ),
        _act("put", translate("start", "Put a corner under the cross"), "Space", picture.put_corner, clicking),
        _act("back", translate("start", "Remove the last corner"), "Backspace", picture.take_back, clicking),
    )


def _settings(page: TableControls) -> tuple[WindowAction, ...]:
    lock = translate("start", "Lock or unlock focus and exposure")
    lens = translate("start", "Take a picture of the lens board")
    known = unless(page.presenter.has_known, translate("start", "The camera is being measured already."))
    return (
        _act("anew", translate("start", "Measure the camera again"), "M", page.measure_anew, known),
        _act("lock", lock, "L", page.toggle_locks, _unless_pictured(page)),
        _act("lens", lens, "P", page.take_lens_picture, _unless_pictured(page)),
    )
