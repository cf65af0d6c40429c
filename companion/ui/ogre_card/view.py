"""The card itself: what is left is shown, what is tapped is reported. What a mark means is not decided here.

Its rows are a system's circles under its name, a line of Treads behind the dot that it owns, the armour. Each place is
a button for a thumb; the card is paper and ink, or black and white where the theme promises contrast. Units: px.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from companion.rules import OgreCard
from companion.session.tracking_card import Marks, Row, left_after_tap
from companion.text import pgettext
from companion.ui.layouts import column_of, row_of
from companion.ui.painters import pixel_font, set_ink, smooth_painter, write
from companion.ui.plain_widgets import plain_label, set_tip
from companion.ui.themes import BASE_PT, LEAST_PX, SMALL_PT, Theme, theme_in_force

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

COLOURS: Final[Mapping[Theme, CardColours]] = {Theme.DARK: _PRINTED, Theme.LIGHT: _PRINTED, Theme.HIGH_CONTRAST: _STARK}
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


#: Circles, Treads and points of armour in one line of the screen.
_CIRCLES_ACROSS: Final = 6
_TREADS_ACROSS: Final = 20
_ARMOUR_ACROSS: Final = 6
_NO_KEYS: Final[Mapping[Row, str]] = {}


class CardView(QWidget):
    """The paper card on the screen. ``marked``: a row (`Row`'s value) and how much of it is left after a tap.

    keys: row -> the key that marks it, shown beside its name; compact: places may be smaller than a thumb. Nothing
    changes by itself: whoever hears ``marked`` shows the card again.
    """

    marked = Signal(str, int)

    def __init__(
        self, parent: QWidget | None = None, *, keys: Mapping[Row, str] = _NO_KEYS, compact: bool = False
    ) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._keys, self._compact = keys, compact
        self.marks: Marks | None = None
        self._rows: dict[Row, RowOfSpots] = {}
        self._dots: list[Dot] = []
        self._paper: QWidget | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.setStyleSheet(_sheet())

    def row(self, row: Row) -> RowOfSpots:
        """A row of the card that is shown; ``KeyError`` where it has none."""
        return self._rows[row]

    def show_card(self, card: OgreCard, armour: float | None = None) -> None:
        """Show the card of a match, with the armour of the Command Post where there is one."""
        self.show_marks(Marks(card, None if armour is None else round(armour)))

    def show_marks(self, marks: Marks) -> None:
        """Show a card; another layout is drawn anew."""
        before, self.marks = self.marks, marks
        if before is None or (before.card.layout, before.rows) != (marks.card.layout, marks.rows):
            self._draw(marks)
        described = pgettext("CardView", "%1 is left"), pgettext("CardView", "%1 is scratched")
        for row, shown in self._rows.items():
            shown.show_left(marks.left(row), f"{marks.left(row)} / {marks.full(row)}", described)
        live, work = marks.card.live_dots, pgettext("CardView", "Green dots with %1 work")
        gone = pgettext("CardView", "Green dots with %1 are gone")
        for dot in self._dots:
            words = work if dot.number in live else gone
            dot.show_live(dot.number in live, words.replace("%1", str(dot.number)))

    def _draw(self, marks: Marks) -> None:
        """The rows of another layout."""
        if self._paper is not None:
            self._column.removeWidget(self._paper)
            self._paper.deleteLater()
        self._rows, self._dots = {}, []
        self._paper = QWidget(self)
        self._paper.setObjectName("paper")
        grid = QGridLayout(self._paper)
        grid.setContentsMargins(18, 12, 18, 14)
        grid.setHorizontalSpacing(22)
        grid.setVerticalSpacing(10)
        for place, row in enumerate((Row.MAIN, Row.SECONDARY, Row.MISSILE, Row.AP)):
            printed = marks.card.layout.systems[row.system] if row.system else None
            block, circles = f"{printed.block:g}" if printed else "", self._added(row)
            scratched = pgettext("CardView", "An Attack of %1 or more scratches one circle.").replace("%1", block)
            set_tip(circles, scratched)
            circles.add_grid(SpotShape.CIRCLE, [block] * (printed.circles if printed else 0), across=_CIRCLES_ACROSS)
            circles.end()
            grid.addWidget(circles, *divmod(place, 2))
        treads = self._added(Row.TREADS, pgettext("CardView", "top line first"))
        for line in marks.card.layout.lines:
            self._dots.append(Dot(line.dot))
            across = min(_TREADS_ACROSS, line.treads)
            treads.add_grid(SpotShape.TREAD, [""] * line.treads, across=across, dot=self._dots[-1])
        grid.addWidget(treads, 2, 0, 1, 2)
        grid.setRowStretch(2, 1)
        if Row.ARMOUR in marks.rows:
            armour, full = self._added(Row.ARMOUR), marks.full(Row.ARMOUR)
            armour.add_grid(SpotShape.ARMOUR, [str(full - place) for place in range(full)], across=_ARMOUR_ACROSS)
            grid.addWidget(armour, 0, 2, 3, 1)
        self._column.addWidget(self._paper)
        for shown in self._rows.values() if self._compact else ():
            shown.make_compact()
        self._fit_circles()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Larger circles where there is room for them."""
        super().resizeEvent(event)
        self._fit_circles()

    def _fit_circles(self) -> None:
        (compact, _), (least, _), (most, _) = SIZES_PX[SpotShape.CIRCLE]
        across = 21 if Row.ARMOUR in self._rows else 15
        side = min(max(min(self.width() // across, self.height() // 9), compact if self._compact else least), most)
        for row, shown in self._rows.items():
            if row.system is not None:
                shown.enlarge_circles(side)

    def _added(self, row: Row, aside: str = "") -> RowOfSpots:
        key = f"[{self._keys[row]}] " if row in self._keys else ""
        # What a row is called, in the language of the windows.
        titles = {
            Row.MAIN: pgettext("CardView", "Main Battery"),
            Row.SECONDARY: pgettext("CardView", "Secondary Battery"),
            Row.MISSILE: pgettext("CardView", "Missiles"),
            Row.AP: pgettext("CardView", "AP"),
            Row.TREADS: pgettext("CardView", "Treads"),
            Row.ARMOUR: pgettext("CardView", "Command Post"),
        }
        shown = self._rows[row] = RowOfSpots(row, key + titles[row], aside, self._paper)
        shown.tapped.connect(self._tapped)
        return shown

    def _tapped(self, row: str, place: int) -> None:
        if self.marks is not None:
            self.marked.emit(row, left_after_tap(self.marks, Row(row), place))


def _sheet() -> str:
    """Paper and ink. Names of rows stay as they are in larger type: places for the thumb need the room."""
    colours = card_colours()
    return f"""
        #paper {{ background: {colours.paper}; border-radius: 10px; border: 1px solid {colours.quiet}; }}
        #paper QWidget {{ background: {colours.paper}; color: {colours.ink}; }}
        #paper #cardRow {{ font-size: {BASE_PT - 2}pt; font-weight: bold; }}
        #paper #cardAside, #paper #cardLeft {{ font-size: {SMALL_PT - 1}pt; color: {colours.quiet}; }}
        #paper #cardLeft {{ font-weight: bold; color: {colours.ink}; }}
    """
