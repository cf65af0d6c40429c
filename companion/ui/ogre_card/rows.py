"""The rows of the card: a system's circles under its name, a line of Treads behind the dot that it owns, the armour.

One place of the card that can be scratched: a circle, a Tread, a point of armour. A button for a thumb.

How the card looks: paper and ink, or black and white where the theme promises contrast. Units: px.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QWidget

from companion.session.tracking_card import Row
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import PlainLabel, set_tip
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

COLOURS: Final[Mapping[Theme, CardColours]] = MappingProxyType(
    {Theme.DARK: _PRINTED, Theme.LIGHT: _PRINTED, Theme.HIGH_CONTRAST: _STARK}
)
assert set(COLOURS) == set(Theme)


def card_colours() -> CardColours:
    """Those of the theme in force."""
    return COLOURS[theme_in_force()[0]]


class SpotShape(StrEnum):
    """What one place of the card looks like."""

    CIRCLE = "circle"
    TREAD = "tread"
    ARMOUR = "armour"


#: Shape -> least and largest size (width, height): from what a thumb still hits to what a large screen has room for.
SIZES_PX: Final[Mapping[SpotShape, tuple[tuple[int, int], tuple[int, int]]]] = MappingProxyType(
    {
        SpotShape.CIRCLE: ((56, 56), (92, 92)),
        SpotShape.TREAD: ((34, 52), (120, 120)),
        SpotShape.ARMOUR: ((42, 42), (80, 80)),
    }
)
assert set(SIZES_PX) == set(SpotShape)
#: The least sizes of a card that lies over something else, in a window that may be low.
COMPACT_PX: Final[Mapping[SpotShape, tuple[int, int]]] = MappingProxyType(
    {SpotShape.CIRCLE: (44, 44), SpotShape.TREAD: (28, 36), SpotShape.ARMOUR: (36, 36)}
)
assert set(COMPACT_PX) == set(SpotShape)


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
        grid = QGridLayout()
        grid.setSpacing(_GAP_PX)
        for place, word in enumerate(words):
            spot = Spot(shape, word, self)
            line, column = divmod(place, across)
            fives = column // _FIVE if shape is SpotShape.TREAD else 0
            grid.addWidget(spot, line, column + fives)
            spot.clicked.connect(partial(self._tell_tap, len(self.spots)))
            self.spots.append(spot)
        for five in range(_FIVE, across, _FIVE) if shape is SpotShape.TREAD else ():
            grid.setColumnMinimumWidth(five + five // _FIVE - 1, 4)
        _even(grid, across if shape is not SpotShape.CIRCLE else 0, shape)
        line_of_card = QHBoxLayout()
        line_of_card.setSpacing(10)
        if dot is not None:
            line_of_card.addWidget(dot)
        line_of_card.addLayout(grid)
        if shape is SpotShape.CIRCLE:
            line_of_card.addStretch(1)
        self._column.addLayout(line_of_card)

    def make_compact(self) -> None:
        """Let its places become smaller than a thumb."""
        for spot in self.spots:
            spot.setMinimumSize(*COMPACT_PX[spot.shape])
        for dot in self.findChildren(Dot):
            dot.setMinimumHeight(COMPACT_PX[SpotShape.TREAD][1])

    def enlarge_circles(self, side_px: int) -> None:
        """Make the circles so large."""
        for spot in self.spots:
            spot.setFixedSize(side_px, side_px)

    def _tell_tap(self, place: int) -> None:
        self.tapped.emit(self.row.value, place)

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
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours.ink), 2, Qt.PenStyle.SolidLine if self.live else Qt.PenStyle.DashLine))
        painter.setBrush(QColor(colours.dot if self.live else colours.paper))
        painter.drawEllipse(area)
        font = painter.font()
        font.setBold(True)
        font.setPixelSize(round(side * 0.55))
        painter.setFont(font)
        painter.setPen(QColor(colours.dot_ink if self.live else colours.quiet))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, str(self.number))
        if not self.live:
            painter.setPen(QPen(QColor(colours.scratch), 4))
            painter.drawLine(area.bottomLeft(), area.topRight())
        painter.end()


def _label(name: str, words: str) -> QLabel:
    label = PlainLabel(words)
    label.setObjectName(name)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    return label


def _even(grid: QGridLayout, across: int, shape: SpotShape) -> None:
    """Every column as wide as the others, also where a line has fewer places, so that the circles stand in files."""
    for column in range(across):
        fives = column // _FIVE if shape is SpotShape.TREAD else 0
        grid.setColumnStretch(column + fives, 1)


class Spot(QAbstractButton):
    """A place with a number in it (or none), crossed out where it is scratched."""

    def __init__(self, shape: SpotShape, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shape, self._words, self.scratched = shape, words, False
        least, most = (QSize(*size) for size in SIZES_PX[shape])
        self.setMinimumSize(least)
        self.setMaximumSize(most)
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
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours.ink), _RIM_PX))
        painter.setBrush(QColor(self._ground(colours)))
        _BODIES[self.shape](painter, area)
        font = painter.font()
        font.setBold(True)
        font.setPixelSize(max(LEAST_PX, round(_NUMBER * min(area.width(), area.height()))))
        painter.setFont(font)
        painter.setPen(QColor(colours.quiet if self.scratched else colours.ink))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, self._words)
        if self.scratched:
            reach = min(area.width(), area.height()) / 2 - 2
            middle = area.center()
            painter.setPen(QPen(QColor(colours.scratch), 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            for slope in (1, -1):
                painter.drawLine(middle - QPointF(reach, slope * reach), middle + QPointF(reach, slope * reach))
        painter.end()

    def _ground(self, colours: CardColours) -> str:
        if self.isEnabled() and (self.underMouse() or self.isDown()):
            return colours.touched
        return colours.worn if self.scratched else colours.paper


def _circle(painter: QPainter, area: QRectF) -> None:
    side = min(area.width(), area.height())
    painter.drawEllipse(area.center(), side / 2, side / 2)


def _box(painter: QPainter, area: QRectF) -> None:
    painter.drawRoundedRect(area, 5, 5)


_BODIES: Final[Mapping[SpotShape, Callable[[QPainter, QRectF], None]]] = MappingProxyType(
    {SpotShape.CIRCLE: _circle, SpotShape.TREAD: _box, SpotShape.ARMOUR: _box}
)
assert set(_BODIES) == set(SpotShape)
