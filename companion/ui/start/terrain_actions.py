"""What can be done with terrain on the table page, as one table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from companion.session.match_setup import RISE_MM, TerrainPiece
from companion.text import translate
from companion.ui.actions import ActionMenu, WhyNot, WindowAction, unless
from companion.ui.start.live_picture import LivePicture
from companion.ui.start.table_panel import TablePanel

_GROW_MM: Final = 10.0
_TURN_DEG: Final = 15.0
#: The arrow keys, by what they mean on the table: x right, y away.
DIRECTIONS: Final = (("Left", -1, 0), ("Right", 1, 0), ("Up", 0, 1), ("Down", 0, -1))


class TerrainControls(Protocol):
    """The parts of the table page that terrain is laid with."""

    @property
    def panel(self) -> TablePanel: ...
    @property
    def picture(self) -> LivePicture: ...
    def add_terrain(self) -> None: ...


def terrain_actions(page: TerrainControls) -> tuple[WindowAction, ...]:
    """Every action but moving, which the arrow keys also do to corners (`table_actions`)."""
    box = page.panel.terrain
    if not box.offered:
        return ()

    chosen = unless(
        lambda: box.has_chosen() and not page.picture.clicking,
        translate("start", "No piece of terrain is chosen: T adds one, N chooses one."),
    )
    counts = unless(lambda: box.counts, translate("start", "Terrain does not count here: it is an Advanced Rule."))
    lain = unless(lambda: bool(box.pieces), translate("start", "No terrain lies on the table: T adds a piece."))
    last = unless(
        box.offers_last, translate("start", "There is no terrain of last time, or some lies on the table already.")
    )
    menu = ActionMenu(translate("start", "Terrain"), "terrain.")

    def act(name: str, title: str, keys: str, run: Callable[[], None], why_not: WhyNot = chosen) -> WindowAction:
        return menu.action(name, title, keys, run, why_not)

    def change(how: Callable[[TerrainPiece], TerrainPiece]) -> Callable[[], None]:
        return partial(box.change, how)

    grow = translate("start", "Change the size of the piece")
    return (
        act("more", translate("start", "Add a piece of terrain"), "T", page.add_terrain, counts),
        act("last", translate("start", "Terrain as last time"), "A", box.lay_last, last),
        act("next", translate("start", "The next piece"), "N", box.choose_next, lain),
        act("form", translate("start", "Another shape"), "F", change(TerrainPiece.of_next_form)),
        act("level", translate("start", "A wall, or a hill with a level"), "H", change(TerrainPiece.of_next_level)),
        act("rise", translate("start", "The hill's top is 5 mm higher"), "U", change(_risen)),
        act("wider", translate("start", "Wider"), "W", change(lambda piece: piece.grown_by(20, 0))),
        act("deeper", translate("start", "Deeper"), "D", change(lambda piece: piece.grown_by(0, 20))),
        act("turn.1", translate("start", "Turn the piece"), "PgUp G", change(lambda piece: piece.turned_by(_TURN_DEG))),
        act(
            "turn.2", translate("start", "Turn the piece"), "PgDown", change(lambda piece: piece.turned_by(-_TURN_DEG))
        ),
        act("away", translate("start", "Remove the piece"), "X Del", box.take_away),
        *(
            act(f"grow.{n}", grow, f"Ctrl+{key}", change(_grown(_GROW_MM * x, _GROW_MM * y)))
            for n, (key, x, y) in enumerate(DIRECTIONS)
        ),
    )


def _risen(piece: TerrainPiece) -> TerrainPiece:
    return piece.raised_by(RISE_MM)


def _grown(wide_mm: float, deep_mm: float) -> Callable[[TerrainPiece], TerrainPiece]:
    return lambda piece: piece.grown_by(wide_mm, deep_mm)
