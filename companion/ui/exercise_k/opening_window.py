"""The opening page of Exercise K: four steps from the sign-up list to the first turn.

Owns the plan; when it is settled, ``begin`` takes its opening.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QPushButton, QScrollArea, QStackedWidget, QWidget

from companion.codec.exercise_k import DeskOpening
from companion.errors import OperationError
from companion.session.exercise_k import GamePlan
from companion.text import translate
from companion.ui.exercise_k.look import desk_stylesheet
from companion.ui.exercise_k.one_line import OneLine
from companion.ui.exercise_k.opening_pages import OrderPage, SignUpPage
from companion.ui.exercise_k.opening_parts import GamePlanPage
from companion.ui.exercise_k.opening_terms import AgreementsPage, CornersPage
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import plain_label, set_look
from companion.ui.theme import ACCENT, AMBER, ASH, SMALL_PT

_LAST: Final = 3


class OpeningWindow(QMainWindow):
    """Sign-up, order, agreements, corners."""

    def __init__(
        self,
        begin: Callable[[DeskOpening], None],
        *,
        kept: Path | None = None,
        resume: Callable[[Path], None] = lambda _: None,
    ) -> None:
        """``kept``: a game that ``resume`` may go on with instead."""
        super().__init__()
        self._begin, self._kept, self._resume = begin, kept, resume
        self.plan = GamePlan()
        self.setWindowTitle(translate("OpeningWindow", "Exercise K – new game"))
        self.setStyleSheet(desk_stylesheet())
        self._arrange()
        for keys, does in (
            ("Ctrl+Return", self.forward),
            ("Ctrl+Enter", self.forward),
            ("Alt+Right", self.forward),
            ("Alt+Left", self.backward),
            ("Ctrl+O", self.go_on),
            *((f"Ctrl+{number}", lambda number=number: self.go_to(number - 1)) for number in range(1, _LAST + 2)),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(does)
        self.setMinimumSize(900, 480)
        self.resize(1280, 800)
        self.take(self.plan)
        self.go_to(0)

    # --- what can be done ----------------------------------------------------------------------------------------

    def take(self, plan: GamePlan) -> None:
        """Go on with another plan."""
        self.plan = plan
        for page in self.pages:
            page.show_plan(plan)
        self._show()

    def go_to(self, step: int) -> None:
        """Another step."""
        self.stack.setCurrentIndex(step)
        self.pages[step].first.setFocus(Qt.FocusReason.TabFocusReason)
        self._show()

    def forward(self) -> None:
        """The next step; after the last one the game begins."""
        if self.stack.currentIndex() < _LAST:
            self.go_to(self.stack.currentIndex() + 1)
            return
        self.next.setFocus()  # so that a box that is being typed in tells what it holds
        try:
            self._begin(self.plan.opening())
        except OperationError as failure:
            self.problem.say(str(failure), AMBER)

    def go_on(self) -> None:
        """Go on with the game that was played last, where there is one."""
        if self._kept is None:
            return
        try:
            self._resume(self._kept)
        except OperationError as failure:
            self.problem.say(str(failure), AMBER)

    def backward(self) -> None:
        """The step before."""
        self.go_to(max(0, self.stack.currentIndex() - 1))

    # --- showing -------------------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        top, foot = self._top(), self._foot()
        self.pages: tuple[GamePlanPage, ...] = (
            SignUpPage(self),
            OrderPage(self),
            AgreementsPage(self),
            CornersPage(self),
        )
        self.stack = QStackedWidget(self)
        for page in self.pages:
            page.changed.connect(self.take)
            page.said.connect(lambda words: self.problem.say(words, AMBER))
            self.stack.addWidget(page)
        pages = QScrollArea(self)  # for a window that is too small for a page
        pages.setWidgetResizable(True)
        pages.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        pages.setWidget(self.stack)
        ground = QWidget(self)
        column_of(top, (pages, 1), foot, on=ground, margins=(0, 0, 0, 0))
        self.setCentralWidget(ground)

    def _top(self) -> QHBoxLayout:
        """The steps, and the game that can be gone on with."""
        titles = (
            translate("OpeningWindow", "Who plays"),
            translate("OpeningWindow", "Team order"),
            translate("OpeningWindow", "Agreements"),
            translate("OpeningWindow", "Corners"),
        )
        self.steps = [plain_label(name="step", parent=self) for _ in titles]
        row = QHBoxLayout()
        row.setContentsMargins(24, 10, 24, 0)
        for number, (step, title) in enumerate(zip(self.steps, titles, strict=True), 1):
            step.setText(f"{number}  {title}")
            row.addWidget(step)
        hint = plain_label(translate("OpeningWindow", "Ctrl and the number"), "quiet", parent=self)
        row.addWidget(hint)
        self.kept = OneLine(self, size_pt=SMALL_PT, colour=ACCENT)
        if self._kept is not None:
            self.kept.say(translate("OpeningWindow", "Ctrl+O continues {0}").format(self._kept.stem))
        row.addWidget(self.kept)
        return row

    def _foot(self) -> QHBoxLayout:
        """What is still missing, and the way on."""
        self.problem = OneLine(self, size_pt=18, colour=AMBER)
        self.back, self.next = QPushButton(self), QPushButton(self)
        self.back.setText(translate("OpeningWindow", "&Back"))
        self.back.clicked.connect(self.backward)
        self.next.clicked.connect(self.forward)
        return row_of((self.problem, 1), self.back, self.next, margins=(24, 6, 24, 14))

    def _show(self) -> None:
        here = self.stack.currentIndex()
        for number, step in enumerate(self.steps):
            set_look(step, "here", "true" if number == here else "")
        self.back.setEnabled(here > 0)
        self.next.setText(
            translate("OpeningWindow", "Begin   (Ctrl+Enter)")
            if here == _LAST
            else translate("OpeningWindow", "&Next   (Ctrl+Enter)")
        )
        self.next.setEnabled(here < _LAST or not self.plan.problems)
        problems = self.plan.problems
        if problems:
            self.problem.say(problems[0], AMBER)
        else:
            self.problem.say(translate("OpeningWindow", "Everything is set: the game can begin."), ASH)
