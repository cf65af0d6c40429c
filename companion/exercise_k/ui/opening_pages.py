"""The first two pages of the opening: who plays, and in which order, for how long, on which board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from random import SystemRandom
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)

from companion.errors import InputError
from companion.exercise_k.rules.board import HexBoard, Shoved
from companion.exercise_k.rules.roster import COLOURS, team_label, team_of
from companion.exercise_k.session.plan import USUAL_MIN, GamePlan, OrderBy
from companion.exercise_k.ui.style import TEAM_BADGES
from companion.text import pgettext
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import PlainLabel, plain_label, set_tip

#: So many letters of a choice are in one line in any window.
_LETTERS: Final = 20
_ENDLESS_PX: Final = 9999
_WRAPPED: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter)


class GamePlanPage(QWidget):
    """A page. ``changed``: another plan; ``message``: what could not be done, in a sentence; ``first``: what has the
    keyboard at first."""

    changed = Signal(object)
    message = Signal(str)
    first: QWidget

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.plan = GamePlan()

    def show_plan(self, plan: GamePlan) -> None:
        """Show a plan."""
        self.plan = plan

    def change(self, work: Callable[[], GamePlan]) -> bool:
        """Change the plan; whether it could be changed."""
        try:
            self.changed.emit(work())
        except InputError as failure:
            self.message.emit(f"{failure}.")
            return False
        return True


class StillBox(QComboBox):
    """A box of choices that are sentences, in as many lines as they need. The mouse wheel does not turn it: it scrolls
    the page instead."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setMinimumContentsLength(_LETTERS)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.currentIndexChanged.connect(self._fit)
        words = QListView(self)
        words.setWordWrap(True)
        self.setView(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break its words anew."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The box, and its words in lines."""
        painter, option = QStylePainter(self), self._option()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawText(QRectF(self._room(option)), _WRAPPED, self.currentText())
        painter.end()

    def _fit(self) -> None:
        """As high as its words need."""
        room = self._room(self._option())
        lines = self.fontMetrics().boundingRect(QRect(0, 0, room.width(), _ENDLESS_PX), _WRAPPED, self.currentText())
        self.setMinimumHeight(max(super().sizeHint().height(), lines.height() + self.height() - room.height()))

    def _option(self) -> QStyleOptionComboBox:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        return option

    def _room(self, option: QStyleOptionComboBox) -> QRect:
        edit = QStyle.SubControl.SC_ComboBoxEditField
        return self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, edit, self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Left to the page."""
        event.ignore()


def team_sign(name: str) -> str:
    """A team, or one of its players, with the shape that stands for it."""
    return f"{TEAM_BADGES[team_of(name)].shape.value} {team_label(name)}"


def heading_label(words: str, parent: QWidget) -> QLabel:
    """A page's heading."""
    return plain_label(words, "page_title", parent=parent)


def small_print(words: str, parent: QWidget) -> QLabel:
    """Small print."""
    return plain_label(words, "quiet", yields=True, parent=parent)


def push_button(words: str, parent: QWidget, does: Callable[[], object]) -> QPushButton:
    """A button, and what it does."""
    made = QPushButton(words, parent)
    made.setAutoDefault(True)
    made.clicked.connect(lambda _checked=False: does())
    return made


def number_box(parent: QWidget, least: int, most: int, value: int) -> QSpinBox:
    """A box for a whole number."""
    made = QSpinBox(parent)
    made.setRange(least, most)
    made.lineEdit().setTextMargins(8, 0, 8, 0)
    made.setValue(value)
    return made


def side_by_side(page: QWidget, left: QVBoxLayout, right: QVBoxLayout) -> None:
    """Two columns of the same width."""
    for column in (left, right):
        column.setSpacing(8)
    row_of((left, 1), (right, 1), on=page, margins=(24, 12, 24, 0), spacing=32)


_SEEDS: Final = 1_000_000
_MOST_HEXES: Final = 99


class SignUpPage(GamePlanPage):
    """Groups in order of arrival, and the teams that they make."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.first = self.names = QLineEdit(self)
        self.names.setPlaceholderText(pgettext("SignUpPage", "Ann      or a group:  Ann, Ben, Cleo"))
        set_tip(self.names, self.names.placeholderText())
        self.names.setAccessibleName(pgettext("SignUpPage", "Who signs up"))
        self.names.returnPressed.connect(self.sign_up)
        self.groups = QListWidget(self)
        self.groups.setAccessibleName(pgettext("SignUpPage", "Signed up, in order"))
        self.remove = push_button(pgettext("SignUpPage", "&Remove"), self, self._remove)
        words = pgettext(
            "SignUpPage", "Enter signs up. A group stays together where there is room; first come, first served."
        )
        hint = small_print(words, self)
        self.teams = [plain_label(name="small", parent=self, yields=True) for _ in COLOURS]
        self.rest = small_print("", self)
        signed_up = heading_label(pgettext("SignUpPage", "Sign-up list"), self)
        left = column_of(signed_up, self.names, hint, (self.groups, 1), row_of(self.remove, 1))
        teams = heading_label(pgettext("SignUpPage", "Teams"), self)
        side_by_side(self, left, column_of(teams, *self.teams, self.rest, 1))

    def sign_up(self) -> None:
        """Put who is typed on the list."""
        if self.change(lambda: self.plan.with_group(self.names.text().split(","))):
            self.names.clear()

    def show_plan(self, plan: GamePlan) -> None:
        """List the groups and the teams."""
        super().show_plan(plan)
        self.groups.clear()
        self.groups.addItems([f"{n}   {', '.join(group)}" for n, group in enumerate(plan.groups, 1)])
        self.groups.scrollToBottom()
        sizes = {
            1: pgettext("SignUpPage", "   (runs three Ogres)"),
            2: pgettext("SignUpPage", "   (team of two: shared third Ogre)"),
            3: "",
        }
        seats = list(plan.seats.items())
        for place, one in enumerate(self.teams):
            one.setVisible(place < len(seats))
            if place < len(seats):
                team, people = seats[place]
                one.setText(f"{team_sign(team)}:   {',  '.join(people)}{sizes[len(people)]}")
        self.rest.setText("\n".join(self._rest(plan)))

    def _rest(self, plan: GamePlan) -> Iterator[str]:
        seating = plan.seating
        if seating is None:
            yield pgettext("SignUpPage", "Teams appear with the second player.")
            return
        players, setup = sum(map(len, seating.teams)), pgettext("rules", seating.division.setup)
        yield pgettext("SignUpPage", "{0} players, {1} setup.").format(players, setup)
        if seating.waiting:
            yield pgettext("SignUpPage", "Waiting: {0}.").format(", ".join(seating.waiting))
        for group in seating.parted:
            yield pgettext("SignUpPage", "No room together: {0}.").format(", ".join(group))

    def _remove(self) -> None:
        at = self.groups.currentRow()
        if at >= 0:
            self.changed.emit(self.plan.without_group(at))


class OrderPage(GamePlanPage):
    """How the order is drawn, who leads, how long it lasts, how large the board is."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        ways = {
            OrderBy.TEAMS: pgettext("OrderPage", "Draw the order of the teams"),
            OrderBy.COLOURS: pgettext("OrderPage", "Colour order fixed: draw who gets which colour"),
        }
        assert set(ways) == set(OrderBy)
        self.order_by = _choice_box(self, ways.items())
        self.order_by.currentIndexChanged.connect(
            lambda _: self.changed.emit(self.plan.ordered_by(OrderBy(self.order_by.currentData())))
        )
        self.first = self.draw = push_button(pgettext("OrderPage", "&Draw"), self, self.draw_order)
        self.people = QListWidget(self)
        self.people.setAccessibleName(pgettext("OrderPage", "Players in team order"))
        self.earlier = push_button(pgettext("OrderPage", "One place &earlier"), self, self._move)
        self.minutes = number_box(self, 0, 24 * 60, USUAL_MIN)
        self.minutes.setSpecialValueText(pgettext("OrderPage", "no time limit"))
        self.minutes.setSuffix(pgettext("OrderPage", " minutes"))
        self.columns, self.rows = (
            number_box(self, 1, _MOST_HEXES, count) for count in (HexBoard().columns, HexBoard().rows)
        )
        lower = {
            Shoved.EVEN: pgettext("OrderPage", "even columns lower"),
            Shoved.ODD: pgettext("OrderPage", "odd columns lower"),
        }
        self.shoved = _choice_box(self, lower.items())
        for box in (self.minutes, self.columns, self.rows):
            box.valueChanged.connect(self._settle)
        self.shoved.currentIndexChanged.connect(self._settle)
        self._arrange()

    def _arrange(self) -> None:
        order, time, board = (
            heading_label(words, self)
            for words in (
                pgettext("OrderPage", "Team order"),
                pgettext("OrderPage", "Time"),
                pgettext("OrderPage", "Board"),
            )
        )
        numbers, call, naming = (
            small_print(words, self)
            for words in (
                pgettext(
                    "OrderPage",
                    "A team agrees who is 1, 2 and 3; number 1 leads. If they cannot agree, the referee decides.",
                ),
                pgettext("OrderPage", "Final round is called 20 minutes before the end; you are warned."),
                pgettext(
                    "OrderPage",
                    "Both maps with the column between them, counted together; hexes are named CCRR, such as 0307.",
                ),
            )
        )
        columns = row_of(self.columns, (PlainLabel(pgettext("OrderPage", "columns"), self), 1))
        rows = row_of(self.rows, (PlainLabel(pgettext("OrderPage", "rows"), self), 1))
        right = column_of(time, self.minutes, call)
        right.addSpacing(18)
        right.addLayout(column_of(board, columns, rows, self.shoved, naming, spacing=8))
        right.addStretch(1)
        side_by_side(self, column_of(order, self.order_by, self.draw, (self.people, 1), self.earlier, numbers), right)

    def draw_order(self) -> None:
        """Draw."""
        self.changed.emit(self.plan.drawn(SystemRandom().randrange(_SEEDS)))

    def show_plan(self, plan: GamePlan) -> None:
        """Show order, time and board."""
        super().show_plan(plan)
        at = self.people.currentRow()
        self.people.clear()
        for number, (team, people) in enumerate(plan.seats.items(), 1):
            turn = f"{number}. " if plan.seed is not None else "–  "
            for place, person in enumerate(people, 1):
                item = QListWidgetItem(f"{turn if place == 1 else '      '}{team_sign(f'{team} {place}')}   {person}")
                item.setData(Qt.ItemDataRole.UserRole, (team, person))
                self.people.addItem(item)
        self.people.setCurrentRow(min(at, self.people.count() - 1))
        board = plan.board
        values = ((self.minutes, plan.allotted_min or 0), (self.columns, board.columns), (self.rows, board.rows))
        for box, value in values:
            with QSignalBlocker(box):
                box.setValue(value)
        for choice, chosen in ((self.order_by, plan.order_by), (self.shoved, plan.board.shoved)):
            with QSignalBlocker(choice):
                choice.setCurrentIndex(choice.findData(chosen))

    def _move(self) -> None:
        item = self.people.currentItem()
        if item is not None:
            team, person = item.data(Qt.ItemDataRole.UserRole)
            self.changed.emit(self.plan.with_leader_moved(team, person))

    def _settle(self) -> None:
        board = HexBoard(self.columns.value(), self.rows.value(), Shoved(self.shoved.currentData()))
        self.changed.emit(replace(self.plan, allotted_min=self.minutes.value() or None, board=board))


def _choice_box(parent: QWidget, words: Iterable[tuple[StrEnum, str]]) -> QComboBox:
    box = QComboBox(parent)
    for value, text in words:
        box.addItem(text, value)
    return box
