"""The parts that the opening's pages share: what a page is, headings, quiet words, buttons, boxes for numbers."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QSpinBox, QVBoxLayout, QWidget

from companion.errors import InputError
from companion.session.exercise_k import GamePlan
from companion.ui.exercise_k.look import TEAM_BADGES
from companion.ui.layouts import row_of
from companion.ui.plain_widgets import plain_label


class GamePlanPage(QWidget):
    """A page. ``changed``: another plan; ``said``: something that could not be done, in a sentence."""

    changed = Signal(object)
    said = Signal(str)

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
            self.said.emit(f"{failure}.")
            return False
        return True


class StillBox(QComboBox):
    """A box of choices that the mouse wheel does not turn: it scrolls the page instead."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Left to the page."""
        event.ignore()


def team_badge_shape(team: str) -> str:
    """The shape that stands for a team."""
    return TEAM_BADGES[team].shape.value


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
