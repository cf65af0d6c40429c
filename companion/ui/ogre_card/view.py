"""The card itself: what is left is shown, what is tapped is reported. What a mark means is not decided here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from companion.rules import OgreCard
from companion.session.tracking_card import Marks, Row, left_after_tap
from companion.text import pgettext
from companion.ui.ogre_card.rows import SIZES_PX, Dot, RowOfSpots, SpotShape, card_colours
from companion.ui.plain_widgets import set_tip
from companion.ui.themes import BASE_PT, SMALL_PT

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
