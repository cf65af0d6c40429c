"""The parts that the opening's pages share: what a page is, headings, quiet words, buttons, boxes for numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QListView,
    QPushButton,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)

from companion.errors import InputError
from companion.exercise_k.rules import team_label, team_of
from companion.exercise_k.session import GamePlan
from companion.exercise_k.ui.look import TEAM_BADGES
from companion.ui.layouts import row_of
from companion.ui.plain_widgets import plain_label

#: So many letters of a choice are in one line in any window.
_LETTERS: Final = 20
_ENDLESS_PX: Final = 9999
_WRAPPED: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter)


class GamePlanPage(QWidget):
    """A page. ``changed``: another plan; ``said``: something that could not be done, in a sentence."""

    changed = Signal(object)
    message = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.plan = GamePlan()

    def show_plan(self, plan: GamePlan) -> None:
        """Show a plan."""
        self.plan = plan

    @property
    def first(self) -> QWidget:
        """What the keyboard goes to."""
        raise NotImplementedError

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
