"""The first evening as a list of steps: each a large button with its number, ticked when it is done."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget

from companion.session.first_evening import FirstEvening, Step, StepRow
from companion.text import translate
from companion.ui.actions import ActionMenu, WindowAction
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import plain_label
from companion.ui.start.tiles import Tile, TileOffer

_LEAST_TALL_PX: Final = 66


class SetupPage(QWidget):
    """Seven steps, the next one with the keyboard on it. ``wanted``: the step that is taken."""

    wanted = Signal(object)

    def __init__(self, evening: FirstEvening, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tiles: dict[Step, StepTile] = {}
        self._title = plain_label(translate("SetupPage", "The first evening"), "title")
        hint = translate("SetupPage", "Enter takes the next step. Any step may be done again by its number.")
        column = column_of(self._title, on=self, margins=(48, 20, 48, 20), spacing=8)
        for number, row in enumerate(evening.rows, 1):
            tile = self._tiles[row.step] = StepTile(_offer(row, number), parent=self)
            tile.clicked.connect(lambda _=False, step=row.step: self.wanted.emit(step))
            column.addWidget(tile, stretch=1)
        column.addWidget(plain_label(hint, "quiet"))
        self.show_evening(evening)

    def show_evening(self, evening: FirstEvening) -> None:
        """Show how far one has come."""
        for number, row in enumerate(evening.rows, 1):
            self._tiles[row.step].show_offer(_offer(row, number), leading=row.step is evening.next)
        self.setFocusProxy(self._tiles[evening.next])
        self._tiles[evening.next].setFocus()

    def tile(self, step: Step) -> StepTile:
        """The button of a step."""
        return self._tiles[step]

    def actions_here(self) -> tuple[WindowAction, ...]:
        """The steps, by their numbers."""
        act = ActionMenu(translate("SetupPage", "Steps"), "setup.").action
        tiles = enumerate(self._tiles.items(), 1)
        return tuple(
            act(step.value, tile.title, str(number), tile.click, tile.why_not) for number, (step, tile) in tiles
        )


class StepTile(Tile):
    """A tile that seven of fit below each other."""

    _least_wide_px = 640

    @property
    def title(self) -> str:
        """What the step is called."""
        return self.text().removeprefix(_TICK)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.sizeHint().width(), max(_LEAST_TALL_PX, self._words_px))


_TICK: Final = "✓ "


def _offer(row: StepRow, number: int) -> TileOffer:
    title = f"{_TICK}{row.title}" if row.done else row.title
    return TileOffer(row.step.value, str(number), title, row.about, row.why_not)
