"""The rows of the card: a system's circles under its name, a line of Treads behind the dot that it owns, the armour.

Each place is a button for a thumb; the card is paper and ink, or black and white where the theme promises contrast.
Units: px.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QLabel, QSizePolicy, QWidget

from companion.session.tracking_card import Row
from companion.ui.layouts import column_of, row_of
from companion.ui.painters import pixel_font, set_ink, smooth_painter, write
from companion.ui.plain_widgets import plain_label, set_tip
from companion.ui.themes import LEAST_PX, Theme, theme_in_force

_GAP_PX: Final = 4
#: Treads stand in fives, as on paper.
_FIVE: Final = 5
_DOT_PX: Final = 46

_RIM_PX: Final = 2.0
#: Height of the number, as a share of the place.
_NUMBER: Final = 0.4


@dataclass(frozen=True, slots=True)
class CardColours:
    """``paper`` and ``ink``; ``quiet`` words; ``worn``: the ground of what is scratched; ``scratch``: its cross;
    ``dot``: a green dot that works, ``dot_ink`` the number in it; ``touched``: under the mouse or a finger."""

    paper: str
    ink: str
    quiet: str
    worn: str
    scratch: str
    dot: str
    dot_ink: str
    touched: str


_PRINTED: Final = CardColours("#fbf8f1", "#14171c", "#4d5058", "#d9d4c6", "#a01c12", "#00704a", "#ffffff", "#ffe9a8")
_STARK: Final = CardColours("#000000", "#ffffff", "#e4e4e4", "#3d3d3d", "#ffff00", "#007a4d", "#ffffff", "#505050")

COLOURS: Final[Mapping[Theme, CardColours]] = {
    Theme.DARK: _PRINTED,
    Theme.LIGHT: _PRINTED,
    Theme.HIGH_CONTRAST: _STARK,
}
assert set(COLOURS) == set(Theme)


def card_colours() -> CardColours:
    """Those of the theme in force."""
    return COLOURS[theme_in_force()[0]]


class SpotShape(StrEnum):
    """What one place of the card looks like."""

    CIRCLE = "circle"
    TREAD = "tread"
    ARMOUR = "armour"


#: Shape -> its sizes (width, height): the least of a card that lies over something else, in a window that may be low;
#: the least that a thumb still hits; the largest, for which a large screen has room.
SIZES_PX: Final[Mapping[SpotShape, tuple[tuple[int, int], tuple[int, int], tuple[int, int]]]] = {
    SpotShape.CIRCLE: ((44, 44), (56, 56), (92, 92)),
    SpotShape.TREAD: ((28, 36), (34, 52), (120, 120)),
    SpotShape.ARMOUR: ((36, 36), (42, 42), (80, 80)),
}
assert set(SIZES_PX) == set(SpotShape)


class RowOfSpots(QWidget):
    """A row's name, what is left of it in words, and its places in lines of ``across``. ``tapped``: row and place."""

    tapped = Signal(str, int)

    def __init__(self, row: Row, title: str, aside: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row, self._title = row, title
        self.spots: list[Spot] = []
        self._left = _label("cardLeft", "")
        head = row_of(_label("cardRow", title), _label("cardAside", aside), 1, self._left, spacing=12)
        self._column = column_of(head, on=self, margins=(0, 0, 0, 0), spacing=_GAP_PX)

    def add_grid(self, shape: SpotShape, words: Sequence[str], *, across: int, dot: Dot | None = None) -> None:
        """More places, in lines of so many; ``dot`` stands before them."""
        grid, treads, circles = QGridLayout(), shape is SpotShape.TREAD, shape is SpotShape.CIRCLE
        grid.setSpacing(_GAP_PX)

        def file(column: int) -> int:
            return column + column // _FIVE if treads else column

        for place, word in enumerate(words):
            spot = Spot(shape, word, self)
            line, column = divmod(place, across)
            grid.addWidget(spot, line, file(column))
            self.spots.append(spot)
            number = len(self.spots) - 1
            spot.clicked.connect(lambda _=False, number=number: self.tapped.emit(self.row.value, number))
        for five in range(_FIVE, across, _FIVE) if treads else ():
            grid.setColumnMinimumWidth(five + five // _FIVE - 1, 4)
        for column in range(
            0 if circles else across
        ):  # also where a line has fewer places, so that they stand in files
            grid.setColumnStretch(file(column), 1)
        dots, stretch = [] if dot is None else [dot], [1] if circles else []
        self._column.addLayout(row_of(*dots, grid, *stretch, spacing=10))

    def make_compact(self) -> None:
        """Let its places become smaller than a thumb."""
        for spot in self.spots:
            spot.setMinimumSize(*SIZES_PX[spot.shape][0])
        for dot in self.findChildren(Dot):
            dot.setMinimumHeight(SIZES_PX[SpotShape.TREAD][0][1])

    def enlarge_circles(self, side_px: int) -> None:
        """Make the circles so large."""
        for spot in self.spots:
            spot.setFixedSize(side_px, side_px)

    def end(self) -> None:
        """No more places: what room there is stays below them."""
        self._column.addStretch(1)

    def show_left(self, left: int, words: str, describe: tuple[str, str]) -> None:
        """So many places are left; they are scratched from the first on. ``describe``: how a place is read aloud where
        it is left, and where it is scratched, with ``%1`` for its number."""
        self._left.setText(words)
        lost = len(self.spots) - left
        for place, spot in enumerate(self.spots):
            spot.show_scratched(place < lost, f"{self._title}: {describe[place < lost].replace('%1', str(place + 1))}")


class Dot(QWidget):
    """A green dot with the number of the Treads that own it; struck through when it is gone."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number, self.live = number, True
        self.setFixedWidth(_DOT_PX)
        self.setMinimumHeight(_DOT_PX)

    def show_live(self, live: bool, description: str) -> None:
        """Fill it, or strike it through."""
        self.live = live
        self.setAccessibleName(description)
        set_tip(self, description)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """As in the corner of a face."""
        colours = card_colours()
        side = min(self.width(), self.height()) - 6
        area = QRectF(0, 0, side, side)
        area.moveCenter(QRectF(self.rect()).center())
        painter = smooth_painter(self)
        painter.setPen(QPen(QColor(colours.ink), 2, Qt.PenStyle.SolidLine if self.live else Qt.PenStyle.DashLine))
        painter.setBrush(QColor(colours.dot if self.live else colours.paper))
        painter.drawEllipse(area)
        ink = colours.dot_ink if self.live else colours.quiet
        write(painter, area, str(self.number), ink, pixel_font(side * 0.55, bold=True))
        if not self.live:
            set_ink(painter, colours.scratch, 4)
            painter.drawLine(area.bottomLeft(), area.topRight())
        painter.end()


def _label(name: str, words: str) -> QLabel:
    label = plain_label(words, name)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    return label


class Spot(QAbstractButton):
    """A place with a number in it (or none), crossed out where it is scratched."""

    def __init__(self, shape: SpotShape, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shape, self._words, self.scratched = shape, words, False
        _, least, most = SIZES_PX[shape]
        self.setMinimumSize(*least)
        self.setMaximumSize(*most)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a hundred stops would be in the way: rows have keys
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def show_scratched(self, scratched: bool, description: str) -> None:
        """Cross it out or not; ``description`` is read aloud."""
        self.setAccessibleName(description)
        if scratched != self.scratched:
            self.scratched = scratched
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Ink on paper."""
        colours = card_colours()
        area = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        side, middle = min(area.width(), area.height()), area.center()
        touched = self.isEnabled() and (self.underMouse() or self.isDown())
        painter = smooth_painter(self)
        worn = colours.worn if self.scratched else colours.paper
        set_ink(painter, colours.ink, _RIM_PX, fill=colours.touched if touched else worn)
        if self.shape is SpotShape.CIRCLE:
            painter.drawEllipse(middle, side / 2, side / 2)
        else:
            painter.drawRoundedRect(area, 5, 5)
        ink = colours.quiet if self.scratched else colours.ink
        write(painter, area, self._words, ink, pixel_font(max(LEAST_PX, round(_NUMBER * side)), bold=True))
        if self.scratched:
            reach = side / 2 - 2
            painter.setPen(QPen(QColor(colours.scratch), 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            for slope in (1, -1):
                painter.drawLine(middle - QPointF(reach, slope * reach), middle + QPointF(reach, slope * reach))
        painter.end()
